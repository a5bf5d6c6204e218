//! The bodies of the fuzz targets, which ordinary tests run too: checks that must hold for any
//! input. A violation panics.

use cards::DealId;
use table::{Game, Origin, Seat, Table, Turn};

use crate::catalog::{GameId, OFFERS, Visitor};

/// Loads any text as a record of any game. The result must be an error or a table that saves as the
/// same text. Returns whether a game replays it.
pub fn record(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let replayed = GameId::ALL.map(|game| game.visit(LoadRecord(text)));
    replayed.contains(&true)
}

struct LoadRecord<'a>(&'a str);

impl Visitor for LoadRecord<'_> {
    type Output = bool;

    fn visit<G: Game>(self) -> bool {
        let loaded = Table::<G>::load(self.0);
        assert!(
            loaded.as_ref().map_or(true, |table| table.save() == self.0),
            "a record is saved as another text"
        );
        loaded.is_ok()
    }
}

/// Plays any lines as moves of any game. The first byte chooses the game and the second its deal.
/// Each line must be played, or be refused and change nothing; at the end the record must replay.
/// Returns how many lines were played.
pub fn moves(bytes: &[u8]) -> usize {
    let (Some(offer), Some(deal)) = (bytes.first(), bytes.get(1)) else { return 0 };
    let offer = OFFERS[usize::from(*offer) % OFFERS.len()];
    let lines = String::from_utf8_lossy(&bytes[2..]);
    offer.game.visit(PlayLines { config: offer.config, deal: u64::from(*deal), lines: &lines })
}

struct PlayLines<'a> {
    config: &'static str,
    deal: u64,
    lines: &'a str,
}

impl Visitor for PlayLines<'_> {
    type Output = usize;

    fn visit<G: Game>(self) -> usize {
        let Ok(config) = self.config.parse::<G::Config>() else { panic!("{} is an offer", self.config) };
        let Ok(mut table) = Table::<G>::new(config, DealId::V1(self.deal)) else { panic!("a number deals") };
        let mut played = 0;
        for line in self.lines.lines() {
            let seat = match table.turn() {
                Turn::Seat(seat) => seat,
                _ => Seat::A,
            };
            let before = table.clone();
            let done = match line {
                "undo" => table.undo(seat).is_ok(),
                "redo" => table.redo(seat).is_ok(),
                _ => line.parse().is_ok_and(|mv| table.play(seat, mv).is_ok()),
            };
            assert!(done || table == before, "`{line}` was refused and changed the table");
            played += usize::from(done);
        }
        let loaded = Table::<G>::load(&table.save());
        assert!(loaded.is_ok_and(|loaded| loaded == table), "the record does not replay");
        played
    }
}

/// Parses any text as a deal name. The result must be an error or a name that survives a round trip
/// and that each game deals or refuses.
pub fn deal(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(id) = text.parse::<DealId>() else { return };
    assert!(id.to_string().parse() == Ok(id.clone()), "{text} is not read back");
    for offer in OFFERS {
        offer.game.visit(Deal { config: offer.config, id: &id });
    }
}

struct Deal<'a> {
    config: &'static str,
    id: &'a DealId,
}

impl Visitor for Deal<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let Ok(config) = self.config.parse::<G::Config>() else { panic!("{} is an offer", self.config) };
        if let Ok(table) = Table::<G>::new(config, Origin::Deal(self.id.clone())) {
            assert!(matches!(table.turn(), Turn::Seat(_)), "a dealt table waits for a player");
        }
    }
}
