//! Positions for tests, laid out by words.

use arrayvec::ArrayVec;
use cards::{Card, PACK, Suit, parse_cards};
use table::{Game, Seat};

use crate::klondike::{Column, Config, Klondike, Move, Stock};

/// A position: what is not named lies in the stock, or under the columns where those have face-down cards.
#[derive(Clone, Copy)]
pub(super) struct Position<'a> {
    pub(super) config: Config,
    /// Face-up cards of each column, `-` for each face-down card under them: `--Kh Qs`.
    pub(super) columns: [&'a str; 7],
    /// The waste, its top last.
    pub(super) waste: &'a str,
    /// Heights of the foundations, in the order ♣ ♦ ♥ ♠.
    pub(super) foundations: [u8; 4],
    /// The stock in the order in which it is drawn; `None` for all other cards.
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
    /// The game in that position. A test may leave cards out of it altogether.
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

/// The game after these moves, which must be legal.
pub(super) fn at(mut game: Klondike, moves: &str) -> Klondike {
    for word in moves.split_whitespace() {
        let mv: Move = word.parse().unwrap();
        if let Err(refusal) = game.play(Seat::A, mv) {
            panic!("{word}: {refusal}");
        }
    }
    game
}

/// What a refused move is told.
pub(super) fn refused(game: &Klondike, mv: &str) -> String {
    let mut tried = game.clone();
    let refusal = tried.play(Seat::A, mv.parse().unwrap()).expect_err("a refusal");
    assert!(tried == *game, "a refused move changes nothing");
    refusal.to_string()
}
