use cards::Suit;
use table::{Sight, View as _};

use super::{Column, Move, View};

/// A place that a player can point at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The stock.
    Stock,
    /// The top of the waste.
    Waste,
    /// The top of a foundation.
    Foundation(Suit),
    /// A card of a column: the top card is 1, the card under it 2.
    Column(Column, u8),
}

impl View {
    /// *Move it for me*: the one move that a tap on a place means, if any. A card goes to its foundation first, then onto another
    /// card, then to an empty column; a move that changes nothing (R6) is never chosen.
    #[must_use]
    pub fn tap(&self, place: Place) -> Option<Move> {
        let candidates: Vec<Move> = match place {
            Place::Stock => vec![Move::Draw, Move::Redeal],
            Place::Waste => {
                let onto = self.columns_by_use().map(|to| Move::WasteToColumn { to });
                [Move::WasteToFoundation].into_iter().chain(onto).collect()
            }
            Place::Foundation(from) => {
                self.columns_by_use().map(|to| Move::FoundationToColumn { from, to }).collect()
            }
            Place::Column(from, count) => {
                let top = [Move::Turn { column: from }, Move::ColumnToFoundation { from }];
                let onto = self.columns_by_use().map(|to| Move::ColumnToColumn { from, to, count });
                top.into_iter().filter(|_| count == 1).chain(onto).collect()
            }
        };
        candidates.into_iter().find(|mv| {
            self.sight().is_some_and(|sight| sight.refusal(*mv).is_none()) && !self.changes_nothing(*mv)
        })
    }

    /// Whether a legal move only carries a whole column that starts with a king to an empty one (R6).
    #[must_use]
    pub fn changes_nothing(&self, mv: Move) -> bool {
        let Move::ColumnToColumn { from, to, count } = mv else { return false };
        let pile = &self.columns[from];
        pile.is_settled() && usize::from(count) == pile.len() && self.columns[to].is_empty()
    }

    /// Columns with cards first, from the left.
    fn columns_by_use(&self) -> impl Iterator<Item = Column> {
        let of = |empty| Column::all().filter(move |column| self.columns[*column].is_empty() == empty);
        of(false).chain(of(true))
    }
}
