use cards::{Card, Rank, Suit};
use games::savannah::{Foundation, Move, SourcePile, View};
use table::{Sight as _, View as _};

use crate::english;
use crate::parlour::Misread;

/// The move that a player means. Beside the moves as they are written in a record: without `>` (`Ah2`), a
/// rank alone where the hand has it (`A>2`, `/7`), a place alone where only one foundation takes its card
/// (`R`), and ♣ ♦ ♥ ♠.
pub(super) fn read(view: &View, line: &str) -> Result<Move, Misread> {
    let line: String = line.chars().filter(|letter| !letter.is_whitespace()).map(letter).collect();
    if line.is_empty() {
        return Err(Misread::Unclear("it is your turn: `?` lists the moves that you have".to_owned()));
    }
    if let Some(rank) = line.strip_prefix('/').and_then(rank) {
        return held(view, rank).map(Move::Discard);
    }
    if let Some((from, to)) = line.split_once('>')
        && let (Some(rank), Some(to)) = (rank(from), foundation(to))
    {
        return held(view, rank).map(|card| Move::Play { from: SourcePile::Hand(card), to });
    }
    if let Some((at, _)) = line.char_indices().next_back()
        && let (Ok(from), Some(to)) = (line[..at].parse(), foundation(&line[at..]))
    {
        return Ok(Move::Play { from, to });
    }
    match line.parse::<SourcePile>() {
        Ok(from) => only(view, from),
        Err(_) => {
            line.parse().map_err(|error: games::savannah::ParseMoveError| Misread::Unclear(error.to_string()))
        }
    }
}

fn letter(letter: char) -> char {
    Suit::ALL.into_iter().find(|suit| suit.symbol() == letter).map_or(letter, Suit::letter)
}

fn foundation(text: &str) -> Option<Foundation> {
    text.parse().ok().and_then(Foundation::from_number)
}

fn rank(text: &str) -> Option<Rank> {
    let mut letters = text.chars();
    match (letters.next()?, letters.next(), letters.next()) {
        (letter, None, _) => Rank::from_letter(letter),
        ('1', Some('0'), None) => Some(Rank::Ten),
        _ => None,
    }
}

/// Suits do not matter, so the first card of that rank will do.
fn held(view: &View, rank: Rank) -> Result<Card, Misread> {
    let card = view.hand().and_then(|hand| hand.iter().copied().find(|card| card.rank == rank));
    card.ok_or_else(|| Misread::Unclear(format!("there is no {} in your hand", rank.name())))
}

/// The one foundation that takes the card of a place.
fn only(view: &View, from: SourcePile) -> Result<Move, Misread> {
    let Some(sight) = view.sight() else { return Err(Misread::Unclear("you have no seat here".to_owned())) };
    let plays = Foundation::ALL.map(|to| Move::Play { from, to });
    let legal: Vec<Move> = plays.into_iter().filter(|mv| sight.refusal(*mv).is_none()).collect();
    match legal.as_slice() {
        [mv] => Ok(*mv),
        [] => {
            // Where the card fits, something else is in the way.
            let card = sight.card(from);
            let near = plays.into_iter().zip(Foundation::ALL);
            let near = near.filter(|(_, to)| card.is_none_or(|card| sight.fits(card, *to)));
            Err(match (near.filter_map(|(mv, _)| sight.refusal(mv)).next(), card) {
                (None, Some(card)) => Misread::Unclear(format!("no foundation takes the {}", card.name())),
                (Some(refusal), _) => refusal.into(),
                (None, None) => Misread::Unclear("there is no such card".to_owned()),
            })
        }
        moves => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            Err(Misread::Unclear(format!("several foundations take it: {}", english::list(&moves, "or"))))
        }
    }
}

#[cfg(test)]
mod tests {
    use cards::DealId;
    use games::savannah::{Config, Savannah, View};
    use table::{Eye, Seat, Table};

    use super::read;
    use crate::parlour::Misread;

    /// A turn with 8♣ 5♠ 6♠ on the foundations, Q♥ on the reserve, J♥ on the discard, 7♦ 2♣ 10♦ K♦ in the
    /// hand, and doubles.
    fn view() -> View {
        let config: Config = "seats=3 first=A".parse().unwrap();
        Table::<Savannah>::new(config, DealId::V1(42)).unwrap().view(Eye::Seat(Seat::A))
    }

    fn read_as(line: &str) -> String {
        match read(&view(), line) {
            Ok(mv) => mv.to_string(),
            Err(Misread::Refused(refusal)) => refusal.to_string(),
            Err(Misread::Unclear(text)) => text,
        }
    }

    #[test]
    fn moves_are_read_in_short_forms_too() {
        for (line, mv) in [
            ("7d>3", "7d>3"),
            ("7d3", "7d>3"),
            ("7 > 3", "7d>3"),
            ("10>1", "Td>1"),
            ("7♦3", "7d>3"),
            ("7d", "7d>3"),
            ("r2", "R>2"),
            ("db1", "DB>1"),
            ("DB", "DB>1"),
            ("/k", "/Kd"),
            ("/10d", "/Td"),
            ("/-", "/-"),
        ] {
            assert_eq!(read_as(line), mv, "{line}");
        }
    }

    #[test]
    fn what_is_no_move_is_explained() {
        assert_eq!(read_as("R"), "no foundation takes the queen of hearts");
        assert_eq!(read_as("/9"), "there is no nine in your hand");
        assert_eq!(read_as("9c"), "the nine of clubs is not in your hand (S4)");
        assert_eq!(read_as("R>4"), "`R>4`: cards can be played only to foundations 1, 2 and 3 (S7)");
        assert!(read_as("").contains("`?` lists"));
        assert!(read_as("hello").contains("is not a move"));
    }
}
