//! Checks perft counts: the number of move sequences of a given length from a given deal.
//!
//! `CARDROOM_REWRITE=1 cargo test -p games --test perft` rewrites the counts; review the diff.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use cards::DealId;
use games::catalog::{GameId, Visitor};
use table::{Game, Origin, perft};

struct Count<'a> {
    config: &'a str,
    deal: DealId,
    depth: u32,
}

impl Visitor for Count<'_> {
    type Output = u64;

    fn visit<G: Game>(self) -> u64 {
        let config = self.config.parse().unwrap_or_else(|_| panic!("no config: {}", self.config));
        perft::<G>(&config, &Origin::Deal(self.deal), self.depth).unwrap()
    }
}

/// A line: options, deal, depth and count, separated by semicolons.
fn counted(game: GameId, line: &str) -> String {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let (config, deal, depth) = (fields[0], fields[1], fields[2].parse().unwrap());
    let count = game.visit(Count { config, deal: deal.parse().unwrap(), depth });
    format!("{config}; {deal}; {depth}; {count}")
}

#[test]
fn perft_counts_are_unchanged() {
    for game in GameId::ALL {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft").join(format!("{}.perft", game.name()));
        let text = fs::read_to_string(&path).unwrap();
        let mut again = String::new();
        for line in text.lines() {
            let line = if line.starts_with('#') { line.to_owned() } else { counted(game, line) };
            writeln!(again, "{line}").unwrap();
        }
        if std::env::var_os("CARDROOM_REWRITE").is_some() {
            fs::write(&path, &again).unwrap();
        } else {
            assert_eq!(again, text, "{}", path.display());
        }
    }
}
