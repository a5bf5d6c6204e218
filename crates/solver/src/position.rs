use cards::{BySuit, Card};
use games::klondike::{Config, Klondike, Stock};
use table::{Game, Seat};

/// A position of Klondike with all cards known. It may be of a smaller pack, with fewer ranks and columns: tests use that.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// The options.
    pub config: Config,
    /// How many ranks a suit has: 13, except in tests.
    pub ranks: u8,
    /// The columns.
    pub columns: Vec<Column>,
    /// The stock, the next to be drawn first.
    pub stock: Vec<Card>,
    /// The waste, its top card last.
    pub waste: Vec<Card>,
    /// How many cards each foundation has.
    pub foundations: BySuit<u8>,
    /// Which trip through the stock this is, from 1.
    pub pass: u16,
}

/// A column with all cards known.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Column {
    /// The face-down cards, the lowest first.
    pub down: Vec<Card>,
    /// The face-up cards, the highest first.
    pub up: Vec<Card>,
}

impl From<&Klondike> for Position {
    fn from(game: &Klondike) -> Position {
        let view = game.sight(Seat::A);
        let open = game.lay_open();
        let columns = view
            .columns
            .iter()
            .map(|(column, pile)| Column { down: open.columns[column].to_vec(), up: pile.face_up.to_vec() });
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

/// A position that no game comes to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game comes to this position: {0}")]
pub struct BadPosition(String);

impl Position {
    /// Refuses what no game comes to: a card that is missing or there twice, a face-up run out of order, more cards in a pile than
    /// it can have, more passes than there are.
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

    /// The same position with every face-down top card turned up, which never hurts (R2).
    #[must_use]
    pub(crate) fn turned(mut self) -> Position {
        for column in &mut self.columns {
            if column.up.is_empty() {
                column.up.extend(column.down.pop());
            }
        }
        self
    }
}
