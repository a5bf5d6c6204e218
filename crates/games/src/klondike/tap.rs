use std::fmt;

use cards::Suit;
use table::{Sight, View as _};

use super::{Column, Move, Moves, View};

/// A place that a player can point at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Place {
    /// The stock.
    #[default]
    Stock,
    /// The top of the waste.
    Waste,
    /// The top of a foundation.
    Foundation(Suit),
    /// A card in a column: 1 is the top card, 2 the card under it.
    Column(Column, u8),
}

/// A short identifier for programs: `stock`, `foundation-h`, `column-5-2`. The last number of a
/// column counts from the top card; 0 stands for an empty column.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Stock => f.write_str("stock"),
            Place::Waste => f.write_str("waste"),
            Place::Foundation(suit) => write!(f, "foundation-{suit}"),
            Place::Column(column, count) => write!(f, "column-{column}-{count}"),
        }
    }
}

impl View {
    /// *Move it for me*: the move that a tap on a place makes, if any. It prefers the foundation,
    /// then another card, then an empty column. It never chooses a move that changes nothing (R6).
    #[must_use]
    pub fn tap(&self, place: Place) -> Option<Move> {
        let candidates: Vec<Move> = match place {
            Place::Stock => vec![Move::Draw, Move::Redeal],
            Place::Waste => {
                let onto = self.columns_with_cards_first().map(|to| Move::WasteToColumn { to });
                [Move::WasteToFoundation].into_iter().chain(onto).collect()
            }
            Place::Foundation(from) => {
                self.columns_with_cards_first().map(|to| Move::FoundationToColumn { from, to }).collect()
            }
            Place::Column(from, count) => {
                let top = [Move::Turn { column: from }, Move::ColumnToFoundation { from }];
                let onto = self.columns_with_cards_first().map(|to| Move::ColumnToColumn { from, to, count });
                top.into_iter().filter(|_| count == 1).chain(onto).collect()
            }
        };
        candidates.into_iter().find(|mv| {
            self.sight().is_some_and(|sight| sight.refusal(*mv).is_none()) && !self.changes_nothing(*mv)
        })
    }

    /// Whether a legal move only moves a whole column that starts with a king to an empty column
    /// (R6).
    #[must_use]
    pub fn changes_nothing(&self, mv: Move) -> bool {
        let Move::ColumnToColumn { from, to, count } = mv else { return false };
        let pile = &self.columns[from];
        pile.is_run_from_king() && usize::from(count) == pile.len() && self.columns[to].is_empty()
    }

    /// How many cards a player means who names only two columns: the number that fits. If no number
    /// does, the one whose refusal explains the problem best.
    #[must_use]
    pub fn count_to_move(&self, from: Column, to: Column) -> u8 {
        let run = &self.columns[from].face_up;
        let target = &self.columns[to];
        let all = run.len() as u8;
        let fits =
            |count: &u8| self.columns[from].build(*count).is_some_and(|card| self.fits_column(card, target));
        if let Some(count) = (1..=all).find(fits) {
            return count;
        }
        // Prefer the card whose rank is right, so that only the colour is wrong. For an empty
        // column, prefer the highest card.
        let wanted = match target.top() {
            Some(top) => top.rank.below(),
            None => run.first().map(|card| card.rank),
        };
        let near = run.iter().position(|card| Some(card.rank) == wanted).map_or(1, |at| all - at as u8);
        if self.config.moves() == Moves::One { 1 } else { near }
    }

    /// The columns from the left, those with cards before the empty ones.
    fn columns_with_cards_first(&self) -> impl Iterator<Item = Column> {
        let of = |empty| Column::all().filter(move |column| self.columns[*column].is_empty() == empty);
        of(false).chain(of(true))
    }
}
