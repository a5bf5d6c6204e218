use cards::Card;
use games::klondike::{Column, Moves, Stock, View};

/// Identifies what a player can do from a position, as far as it is known before a new card is seen. Two
/// candidates with the same key are the same.
///
/// Where builds move, it does not matter which card lies on which: see `solver::pruning`. So a column counts
/// by its face-down cards, and by whether its bottom card still lies where it was at the start. Where single
/// cards move, the cards of a column count too.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct PositionKey {
    foundations: [u8; 4],
    /// The cards of stock and waste as a set.
    stock: u64,
    /// The size of the waste, where the stock is drawn in order.
    waste: usize,
    /// The number of the pass, if it is limited.
    pass: u16,
    columns: [ColumnKey; 7],
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct ColumnKey {
    face_down: u8,
    /// Whether the lowest face-up card has not moved.
    is_in_place: bool,
    /// The face-up cards, where single cards move. A card that was just turned up is not part of the key:
    /// it is another one in each world.
    cards: Vec<Card>,
}

impl PositionKey {
    /// The key of a position that `start` led to.
    pub(super) fn new(start: &View, view: &View) -> PositionKey {
        let mut columns: [ColumnKey; 7] = Default::default();
        for (key, column) in columns.iter_mut().zip(Column::all()) {
            let (before, pile) = (&start.columns[column], &view.columns[column]);
            let was_turned_up = pile.face_down < before.face_down;
            key.face_down = pile.face_down;
            key.is_in_place = was_turned_up || pile.face_up.first() == before.face_up.first();
            if view.config.moves() == Moves::One && !was_turned_up {
                key.cards = pile.face_up.to_vec();
            }
        }
        let stock: &[Card] = match &view.stock {
            Stock::Seen(cards) => cards,
            Stock::Unseen(_) => &[],
        };
        let any_order = view.config.draw() == 1 && view.config.passes().is_none();
        PositionKey {
            foundations: view.foundations.0,
            stock: stock.iter().chain(&view.waste).fold(0, |set, card| set | 1 << card.index()),
            waste: if any_order { 0 } else { view.waste.len() },
            pass: if view.config.passes().is_some() { view.pass } else { 0 },
            columns,
        }
    }
}
