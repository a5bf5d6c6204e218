//! Validates views that come from outside, over the wire or from a file.

use arrayvec::ArrayVec;
use cards::{Bag, BySuit, Card, PACK};
use serde::Deserialize;
use table::{BadView, Outcome};

use super::fit::stacks;
use super::{ByColumn, ColumnCards, Config, Stock, View};

/// A deserialized view that has not been validated.
#[derive(Deserialize)]
pub(super) struct Unchecked {
    config: Config,
    dealt: bool,
    stock: Stock,
    waste: ArrayVec<Card, 24>,
    pass: u16,
    foundations: BySuit<u8>,
    columns: ByColumn<ColumnCards>,
    outcome: Option<Outcome>,
}

impl TryFrom<Unchecked> for View {
    type Error = BadView;

    fn try_from(unchecked: Unchecked) -> Result<View, BadView> {
        let Unchecked { config, dealt, stock, waste, pass, foundations, columns, outcome } = unchecked;
        let view = View { config, dealt, stock, waste, pass, foundations, columns, outcome };
        view.check()?;
        Ok(view)
    }
}

impl View {
    /// Checks what the rest of the program relies on: numbers are in range, face-up cards form
    /// runs, no card occurs twice, and there are as many unseen cards as places for them.
    fn check(&self) -> Result<(), BadView> {
        BadView::unless(self.pass > 0, "passes are counted from one")?;
        let mut heights = self.foundations.0.into_iter();
        BadView::unless(heights.all(|height| height <= 13), "a foundation has more than 13 cards")?;
        for (column, pile) in self.columns.iter() {
            let fits = pile.face_down < column.number();
            BadView::unless(fits, "a column has more face-down cards than were dealt to it")?;
            let is_run = pile.face_up.windows(2).all(|pair| stacks(pair[1], pair[0]));
            BadView::unless(is_run, "a column has face-up cards that are no run")?;
        }
        let seen: Bag = self.seen_cards().collect();
        let mut pack = PACK.into_iter();
        BadView::unless(pack.all(|card| seen.count(card) <= 1), "a card is there twice")?;
        let places = self.columns.iter().map(|(_, pile)| usize::from(pile.face_down)).sum::<usize>()
            + if let Stock::Unseen(count) = self.stock { usize::from(count) } else { 0 };
        let unseen = if self.dealt { PACK.len() - seen.len() } else { 0 };
        let fits = places == unseen && (self.dealt || seen.is_empty());
        BadView::unless(fits, "the unseen cards do not fit their places")?;
        let drawn = self.waste.len() + self.stock.len();
        BadView::unless(drawn <= 24, "stock and waste have more cards than were dealt to them")
    }
}
