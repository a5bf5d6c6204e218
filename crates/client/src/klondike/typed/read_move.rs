use games::klondike::{Column, Move, ParseMoveError, Place, View};
use table::Sight;
use text::ErrorText as _;

use crate::typed::Misread;

/// The move that a player means.
pub(super) fn read(view: &View, line: &str) -> Result<Move, Misread> {
    let line = line.trim();
    if line.is_empty() || line.eq_ignore_ascii_case("d") {
        return Ok(view.tap(Place::Stock).unwrap_or(Move::Draw));
    }
    if let Some(place) = place(line) {
        return best(view, place);
    }
    let mv = line.parse().map_err(|error: ParseMoveError| Misread::NotAMove(error.text()))?;
    Ok(match mv {
        Move::ColumnToColumn { from, to, count: 1 } if !line.contains(':') => {
            Move::ColumnToColumn { from, to, count: view.count_to_move(from, to) }
        }
        mv => mv,
    })
}

fn place(line: &str) -> Option<Place> {
    let mut letters = line.chars();
    match (letters.next()?.to_ascii_lowercase(), letters.next()) {
        ('w', None) => Some(Place::Waste),
        (digit, None) => Column::from_digit(digit).map(|column| Place::Column(column, 1)),
        _ => None,
    }
}

/// *Move it for me*. Of a column the top card goes to its foundation, or else the longest build that has
/// somewhere to go.
fn best(view: &View, place: Place) -> Result<Move, Misread> {
    let (card, up) = match place {
        Place::Column(from, _) => (view.columns[from].top(), Move::ColumnToFoundation { from }),
        _ => (view.waste.last().copied(), Move::WasteToFoundation),
    };
    let Some(refusal) = view.refusal(up) else { return Ok(up) };
    let onto = match place {
        Place::Column(column, _) => {
            let run = view.columns[column].face_up.len().max(1) as u8;
            (1..=run).rev().find_map(|count| view.tap(Place::Column(column, count)))
        }
        place => view.tap(place),
    };
    onto.ok_or_else(|| match card {
        Some(card) if view.outcome.is_none() => Misread::NoPlace(card),
        _ => refusal.into(),
    })
}

#[cfg(test)]
mod tests {
    use cards::{BySuit, parse_cards};
    use games::klondike::{ByColumn, ColumnCards, Config, Stock, View};
    use table::Sight;

    use super::read;

    fn pile(face_down: u8, cards: &str) -> ColumnCards {
        ColumnCards { face_down, face_up: parse_cards(cards).unwrap().into_iter().collect() }
    }

    /// Column 1 has a run of three, 2 and 3 each one card, 4 is empty, 5 has a run of two.
    fn view(config: Config) -> View {
        let empty = ColumnCards::default();
        let columns = [
            pile(2, "9h8s7d"),
            pile(0, "9c"),
            pile(0, "Ts"),
            empty.clone(),
            pile(1, "8c7h"),
            empty.clone(),
            empty,
        ];
        View {
            config,
            dealt: true,
            stock: Stock::Unseen(0),
            waste: parse_cards("Ah").unwrap().into_iter().collect(),
            pass: 1,
            foundations: BySuit::default(),
            columns: ByColumn(columns),
            outcome: None,
        }
    }

    fn read_as(view: &View, line: &str) -> String {
        match read(view, line) {
            Ok(mv) => view.refusal(mv).map_or_else(|| mv.to_string(), |refusal| format!("{mv}: {refusal}")),
            Err(misread) => misread.to_string(),
        }
    }

    #[test]
    fn two_columns_mean_as_many_cards_as_fit() {
        let view = view(Config::KLONDIKE);
        assert_eq!(read_as(&view, "13"), "13:3");
        assert_eq!(
            read_as(&view, "13:1"),
            "13: only a red nine can go on the ten of spades, not the seven of diamonds (K19)"
        );
    }

    #[test]
    fn the_refusal_is_that_of_the_cards_that_come_nearest() {
        let view = view(Config::KLONDIKE);
        let colour = "12:2: only a red eight can go on the nine of clubs, not the build from the eight of spades down (K20)";
        assert_eq!(read_as(&view, "12"), colour);
        let empty = "14:3: column 4 is empty: only a king goes there, not the build from the nine of hearts down (K21)";
        assert_eq!(read_as(&view, "14"), empty);
        let top = "32: only a red eight can go on the nine of clubs, not the ten of spades (K19)";
        assert_eq!(read_as(&view, "32"), top);
    }

    #[test]
    fn where_one_card_moves_the_refusal_says_so() {
        let view = view(Config::ONE_CARD);
        assert_eq!(
            read_as(&view, "13"),
            "13:3: only the top card of column 1 can be moved, the seven of diamonds (T1)"
        );
        assert_eq!(
            read_as(&view, "12"),
            "12: only a red eight can go on the nine of clubs, not the seven of diamonds (T6)"
        );
    }

    #[test]
    fn a_place_alone_is_moved_where_it_fits_best() {
        let view = view(Config::KLONDIKE);
        assert_eq!(read_as(&view, "w"), "wf");
        assert_eq!(read_as(&view, "1"), "13:3");
        assert_eq!(read_as(&view, "5"), "the seven of hearts can't go anywhere");
        assert_eq!(read_as(&view, "6"), "column 6 is empty (K14)");
        assert_eq!(read_as(&view, ""), "r");
        assert_eq!(
            read_as(&view, "8"),
            "`8` is not a move: moves look like d, r, w3, wf, 52, 52:3, 3f, t3, fh3"
        );
    }
}
