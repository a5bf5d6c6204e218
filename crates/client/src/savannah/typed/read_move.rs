use cards::{Card, Rank, Suit};
use games::savannah::{Foundation, Move, ParseMoveError, SourcePile, View};
use table::{Sight as _, View as _};
use text::ErrorText as _;

use crate::typed::Misread;

/// The move that a player means. Beside the moves as they are written in a record: without `>` (`Ah2`), a
/// rank alone where the hand has it (`A>2`, `/7`), a place alone where only one foundation takes its card
/// (`R`), and ♣ ♦ ♥ ♠.
pub(super) fn read(view: &View, line: &str) -> Result<Move, Misread> {
    let line: String = line.chars().filter(|letter| !letter.is_whitespace()).map(letter).collect();
    if line.is_empty() {
        return Err(Misread::Empty);
    }
    if line == "/" {
        return Err(Misread::NoCard);
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
        Err(_) => line.parse().map_err(|error: ParseMoveError| Misread::NotAMove(error.text())),
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
    card.ok_or(Misread::NotInHand(rank))
}

/// The one foundation that takes the card of a pile.
fn only(view: &View, from: SourcePile) -> Result<Move, Misread> {
    let sight = view.sight().ok_or(Misread::NoSeat)?;
    let plays = Foundation::ALL.map(|to| Move::Play { from, to });
    let legal: Vec<Move> = plays.into_iter().filter(|mv| sight.refusal(*mv).is_none()).collect();
    match (legal.as_slice(), sight.card(from)) {
        ([mv], _) => Ok(*mv),
        // The rules say what is in the way of a card that fits, or that there is no card.
        ([], None) => Ok(plays[0]),
        ([], Some(card)) => match Foundation::ALL.into_iter().find(|to| sight.fits(card, *to)) {
            Some(to) => Ok(Move::Play { from, to }),
            None => Err(Misread::NoPlace(card)),
        },
        (moves, _) => Err(Misread::SeveralPlaces(moves.iter().map(ToString::to_string).collect())),
    }
}

#[cfg(test)]
mod tests {
    use cards::DealId;
    use games::savannah::{Config, Savannah, View};
    use table::{Eye, Seat, Sight as _, Table, View as _};

    use super::read;

    /// A turn with 8♣ 5♠ 6♠ on the foundations, Q♥ on the reserve, J♥ on the discard, 7♦ 2♣ 10♦ K♦ in the
    /// hand, and doubles.
    fn view() -> View {
        let config: Config = "seats=3 first=A".parse().unwrap();
        Table::<Savannah>::new(config, DealId::V1(42)).unwrap().view(Eye::Seat(Seat::A))
    }

    fn read_as(line: &str) -> String {
        read(&view(), line).map_or_else(|misread| misread.to_string(), |mv| mv.to_string())
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
        assert_eq!(read_as("R"), "the queen of hearts can't go anywhere");
        assert_eq!(read_as("/"), "name a card, such as 7c");
        assert_eq!(read_as("/9"), "there is no nine in your hand");
        let absent = read(&view(), "9c").unwrap();
        let refusal = view().sight().unwrap().refusal(absent).unwrap();
        assert_eq!(refusal.to_string(), "the nine of clubs is not in your hand (S4)");
        assert_eq!(read_as("R>4"), "`R>4`: cards can be played only to foundations 1, 2 and 3 (S7)");
        assert!(read_as("").contains("`?` to list"));
        assert!(read_as("hello").contains("is not a move"));
    }
}
