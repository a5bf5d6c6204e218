//! A Klondike position as the solver's input.

use cards::{BySuit, Card};
use games::klondike::{Config, Klondike, Stock};
use table::{Game, Seat};

/// A Klondike position with all cards known. Tests also use smaller packs, with fewer ranks and
/// columns.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// The options.
    pub config: Config,
    /// How many ranks a suit has: 13, except in tests.
    pub ranks: u8,
    /// The columns.
    pub columns: Vec<KnownColumn>,
    /// The stock, in the order of drawing.
    pub stock: Vec<Card>,
    /// The waste, its top card last.
    pub waste: Vec<Card>,
    /// How many cards each foundation has.
    pub foundations: BySuit<u8>,
    /// The number of the pass through the stock, from 1.
    pub pass: u16,
}

/// A column with all cards known.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct KnownColumn {
    /// The face-down cards, from the bottom of the pile.
    pub down: Vec<Card>,
    /// The face-up cards, from the highest rank to the lowest.
    pub up: Vec<Card>,
}

impl From<&Klondike> for Position {
    fn from(game: &Klondike) -> Position {
        let view = game.sight(Seat::A);
        let open = game.hidden_cards();
        let columns = view.columns.iter().map(|(column, pile)| KnownColumn {
            down: open.columns[column].to_vec(),
            up: pile.face_up.to_vec(),
        });
        let stock = match &view.stock {
            Stock::Unseen(_) => open.stock.to_vec(),
            Stock::Seen(cards) => cards.iter().rev().copied().collect(),
        };
        Position {
            config: view.config,
            ranks: 13,
            columns: columns.collect(),
            stock,
            waste: view.waste.to_vec(),
            foundations: view.foundations,
            pass: view.pass,
        }
    }
}

/// A position that cannot occur in a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game comes to this position: {0}")]
pub struct BadPosition(String);

impl Position {
    /// Checks that the position can occur: no card is missing or duplicated, face-up runs are in
    /// order, and no pile or pass number is too large.
    pub fn check(&self) -> Result<(), BadPosition> {
        let bad = |reason: String| Err(BadPosition(reason));
        if !matches!(self.ranks, 1..=13) || !matches!(self.columns.len(), 1..=7) {
            return bad(format!("{} ranks and {} columns", self.ranks, self.columns.len()));
        }
        if let Some((suit, height)) = self.foundations.iter().find(|(_, height)| **height > self.ranks) {
            return bad(format!("the foundation of {} has {height} cards", suit.name()));
        }
        if self.stock.len() + self.waste.len() > 24 {
            return bad(format!("stock and waste have {} cards", self.stock.len() + self.waste.len()));
        }
        if self.pass == 0 || self.config.passes().is_some_and(|passes| self.pass > passes.get()) {
            return bad(format!("this is pass {}", self.pass));
        }
        for (number, column) in (1..).zip(&self.columns) {
            if column.down.len() > 6 {
                return bad(format!("column {number} has {} face-down cards", column.down.len()));
            }
            let fits = |pair: &[Card]| {
                pair[1].rank.above() == Some(pair[0].rank) && pair[1].colour() != pair[0].colour()
            };
            if let Some(pair) = column.up.windows(2).find(|pair| !fits(pair)) {
                return bad(format!(
                    "the {} lies on the {} in column {number}",
                    pair[1].name(),
                    pair[0].name()
                ));
            }
        }
        let mut bag = cards::Bag::default();
        bag.extend(self.columns.iter().flat_map(|column| column.down.iter().chain(&column.up)).copied());
        bag.extend(self.stock.iter().chain(&self.waste).copied());
        for card in cards::PACK {
            let up = self.foundations[card.suit] >= card.rank.number();
            let expected = u8::from(card.rank.number() <= self.ranks);
            match bag.count(card) + u8::from(up) {
                count if count == expected => {}
                0 => return bad(format!("the {} is missing", card.name())),
                _ if expected == 0 => {
                    return bad(format!("the {} is not in a pack of {} ranks", card.name(), self.ranks));
                }
                _ => return bad(format!("the {} is there twice", card.name())),
            }
        }
        Ok(())
    }

    /// The same position with every face-down top card turned up, which is never a disadvantage
    /// (R2).
    #[must_use]
    pub(crate) fn with_tops_turned_up(mut self) -> Position {
        for column in &mut self.columns {
            if column.up.is_empty() {
                column.up.extend(column.down.pop());
            }
        }
        self
    }
}
