//! Validates views that come from outside, over the wire or from a file.

use arrayvec::ArrayVec;
use cards::{Bag, BySuit, Card, PACK};
use serde::Deserialize;
use table::Outcome;

use super::fit::stacks;
use super::{ByColumn, Config, Pile, Stock, View};

/// A deserialized view that has not been validated.
#[derive(Deserialize)]
pub(super) struct Unchecked {
    config: Config,
    dealt: bool,
    stock: Stock,
    waste: ArrayVec<Card, 24>,
    pass: u16,
    foundations: BySuit<u8>,
    columns: ByColumn<Pile>,
    outcome: Option<Outcome>,
}

/// The view is impossible in any game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game looks like this: {0}")]
pub struct BadView(String);

impl TryFrom<Unchecked> for View {
    type Error = BadView;

    fn try_from(unchecked: Unchecked) -> Result<View, BadView> {
        let Unchecked { config, dealt, stock, waste, pass, foundations, columns, outcome } = unchecked;
        let view = View { config, dealt, stock, waste, pass, foundations, columns, outcome };
        view.check().map_err(BadView)?;
        Ok(view)
    }
}

impl View {
    /// Checks what the rest of the program relies on: numbers are in range, face-up cards form
    /// runs, no card occurs twice, and there are as many unseen cards as places for them.
    fn check(&self) -> Result<(), String> {
        if self.pass == 0 {
            return Err("passes are counted from one".to_owned());
        }
        if let Some((suit, _)) = self.foundations.iter().find(|(_, height)| **height > 13) {
            return Err(format!("the foundation of {} has more than 13 cards", suit.name()));
        }
        for (column, pile) in self.columns.iter() {
            if pile.face_down >= column.number() {
                return Err(format!("column {column} has more face-down cards than were dealt to it"));
            }
            if let Some(pair) = pile.face_up.windows(2).find(|pair| !stacks(pair[1], pair[0])) {
                return Err(format!(
                    "the {} lies on the {} in column {column}",
                    pair[1].name(),
                    pair[0].name()
                ));
            }
        }
        let seen: Bag = self.seen_cards().collect();
        if let Some(double) = PACK.into_iter().find(|card| seen.count(*card) > 1) {
            return Err(format!("the {} is there twice", double.name()));
        }
        let places = self.columns.iter().map(|(_, pile)| usize::from(pile.face_down)).sum::<usize>()
            + if let Stock::Unseen(count) = self.stock { usize::from(count) } else { 0 };
        let unseen = if self.dealt { PACK.len() - seen.len() } else { 0 };
        if places != unseen || (!self.dealt && !seen.is_empty()) {
            return Err(format!("{unseen} cards are unseen, and there is room for {places}"));
        }
        if self.waste.len() + self.stock.len() > 24 {
            return Err("stock and waste have more cards than were dealt to them".to_owned());
        }
        Ok(())
    }
}
