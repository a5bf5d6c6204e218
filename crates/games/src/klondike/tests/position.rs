//! Builds positions for tests from text.

use arrayvec::ArrayVec;
use cards::{Card, PACK, Suit, parse_cards};
use table::{Game, Seat};

use crate::klondike::{Column, Config, Klondike, Move, Stock};

/// A position. Cards that are not named are in the stock, or face down in the columns.
#[derive(Clone, Copy)]
pub(super) struct Position<'a> {
    pub(super) config: Config,
    /// The face-up cards of each column, after one `-` for each face-down card: `--Kh Qs`.
    pub(super) columns: [&'a str; 7],
    /// The waste, its top card last.
    pub(super) waste: &'a str,
    /// The number of cards on each foundation, in the order ♣ ♦ ♥ ♠.
    pub(super) foundations: [u8; 4],
    /// The stock in drawing order; `None` for all remaining cards.
    pub(super) stock: Option<&'a str>,
    /// Whether the player has seen the stock.
    pub(super) seen: bool,
    pub(super) pass: u16,
}

impl Default for Position<'_> {
    fn default() -> Self {
        Position {
            config: Config::KLONDIKE,
            columns: [""; 7],
            waste: "",
            foundations: [0; 4],
            stock: None,
            seen: false,
            pass: 1,
        }
    }
}

impl Position<'_> {
    /// The game in this position. A test may omit cards altogether.
    pub(super) fn game(&self) -> Klondike {
        let cards = |text: &str| parse_cards(text).unwrap();
        let named: Vec<Card> = self
            .columns
            .iter()
            .flat_map(|text| cards(&text.replace('-', "")))
            .chain(cards(self.waste))
            .collect();
        let on_foundation = |card: &Card| card.rank.number() <= self.foundations[card.suit as usize];
        let mut rest = PACK.into_iter().filter(|card| !named.contains(card) && !on_foundation(card));

        let mut game = Klondike::new(&self.config);
        for (column, text) in Column::all().zip(self.columns) {
            let down = text.matches('-').count();
            game.hidden.columns[column] = rest.by_ref().take(down).collect();
            game.seen.columns[column].face_down = down as u8;
            game.seen.columns[column].face_up = cards(&text.replace('-', "")).into_iter().collect();
        }
        let mut stock: ArrayVec<Card, 24> = match self.stock {
            Some(text) => cards(text).into_iter().collect(),
            None => rest.take(24).collect(),
        };
        stock.reverse();
        if self.seen {
            game.seen.stock = Stock::Seen(stock);
        } else {
            game.seen.stock = Stock::Unseen(stock.len() as u8);
            game.hidden.stock = stock;
        }
        game.seen.waste = cards(self.waste).into_iter().collect();
        for suit in Suit::ALL {
            game.seen.foundations[suit] = self.foundations[suit as usize];
        }
        game.seen.pass = self.pass;
        game.seen.dealt = true;
        game
    }
}

/// The game after these moves. They must be legal.
pub(super) fn at(mut game: Klondike, moves: &str) -> Klondike {
    for word in moves.split_whitespace() {
        let mv: Move = word.parse().unwrap();
        if let Err(refusal) = game.play(Seat::A, mv) {
            panic!("{word}: {refusal}");
        }
    }
    game
}

/// The text of the refusal of an illegal move.
pub(super) fn refused(game: &Klondike, mv: &str) -> String {
    let mut tried = game.clone();
    let refusal = tried.play(Seat::A, mv.parse().unwrap()).expect_err("a refusal");
    assert!(tried == *game, "a refused move changes nothing");
    refusal.to_string()
}
