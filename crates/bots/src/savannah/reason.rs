//! Explains another player's move, from what everybody sees.
//!
//! The input is the public part of the game, which has no field for a hidden card, and the move,
//! whose card everybody has seen. So an explanation cannot reveal what others hold.

use cards::{Card, Rank};
use games::savannah::{Foundation, Move, PlayerCards, Public, SourcePile, fits};
use table::Seat;
use text::Text;

/// A possible reason for a move of the player whose turn it is: one sentence without a full stop.
/// It addresses the seat `you` as "you".
#[must_use]
pub fn reason(before: &Public, mv: Move, you: Option<Seat>) -> Text {
    let Some(player) = before.players.get(before.seat) else { return UNKNOWN };
    let table = Table { public: before, player, you };
    match mv {
        Move::Play { from: SourcePile::Reserve, .. } => table.reserve(),
        Move::Play { from: SourcePile::Discard, .. } => match player.discard.top() {
            _ if player.left() == 1 => LAST,
            Some(card) => match table.follower(card, Some(SourcePile::Discard)) {
                Some(follower) => {
                    Text::with("it leaves one card fewer to get rid of, and {} can follow", [follower])
                }
                None => Text::of("it leaves one card fewer to get rid of"),
            },
            None => UNKNOWN,
        },
        Move::Play { from: SourcePile::DiscardOf(owner), to } => {
            let card = before.players.get(owner).and_then(|owner| owner.discard.top());
            card.map_or(UNKNOWN, |card| table.theft(card, to))
        }
        Move::Play { from: SourcePile::Hand(card), to } => table.hand(card, to),
        Move::Discard(card) => table.discard(card),
        Move::End => Text::of("there was no card left to discard"),
    }
}

const LAST: Text = Text::of("it was the last card and won the game");
const UNKNOWN: Text = Text::of("only the player knows why");

/// The public part of the game, the player whose turn it is, and the reader's seat.
#[derive(Clone, Copy)]
struct Table<'a> {
    public: &'a Public,
    player: &'a PlayerCards,
    you: Option<Seat>,
}

impl Table<'_> {
    fn reserve(self) -> Text {
        match (self.player.left(), self.player.reserve.len()) {
            (1, _) => LAST,
            (_, 1) => Text::of("it empties the reserve, and only the discard is left"),
            _ => Text::of("the reserve has to be emptied, and its next card is turned up"),
        }
    }

    fn theft(self, card: Card, to: Foundation) -> Text {
        match (self.follower(card, None), self.waiting(to)) {
            (Some(follower), _) => Text::with("doubles allow it once, and {} can follow", [follower]),
            (None, Some(waiting)) => {
                Text::with("doubles allow it once, and it covers the card that {} waits for", [waiting])
            }
            (None, None) => Text::of("doubles allow it once, and other cards may follow"),
        }
    }

    fn hand(self, card: Card, to: Foundation) -> Text {
        if let Some(follower) = self.follower(card, None) {
            return Text::with("{} can follow it", [follower]);
        }
        if self.player.hand.len() == 1 {
            return Text::of("it empties the hand, which brings four new cards");
        }
        if let Some(waiting) = self.waiting(to) {
            return Text::with("it covers the card that {} waits for", [waiting]);
        }
        let opened = Rank::from_number(self.public.sum()) == Some(card.rank);
        if card.rank == Rank::King || opened {
            return Text::with("any card can follow the {}", [card.rank.name()]);
        }
        Text::of("it makes room for a new card in the hand")
    }

    fn discard(self, card: Card) -> Text {
        let below = self.player.discard.top().filter(|top| card.rank.above() == Some(top.rank));
        if let Some(below) = below {
            return Text::with("the {} under it can follow it", [below.rank.name()]);
        }
        let next = |top: &Card| top.rank.above() == Some(card.rank);
        if let Some(top) = Foundation::ALL.into_iter().filter_map(|to| self.public.top(to)).find(next) {
            return Text::with(
                "next turn the {} goes on the {}, if that is still there",
                [card.rank.name(), top.rank.name()],
            );
        }
        match card.rank {
            Rank::Ace => Text::of("an ace goes on any foundation, even from the discard"),
            _ => Text::of("every turn ends with a discard, and only the player knows the rest of the hand"),
        }
    }

    /// The top of the player's reserve or discard that fits on a card taken from another pile.
    fn follower(self, card: Card, from: Option<SourcePile>) -> Option<Text> {
        let follows =
            |top: &Card| fits(top.rank, card.rank, self.public.sum(), self.public.config.ace_on_ace());
        if let Some(top) = self.player.reserve.top.filter(follows) {
            return Some(Text::with("the {} of its reserve", [top.rank.name()]));
        }
        let discard = self.player.discard.top().filter(|_| from != Some(SourcePile::Discard));
        discard.filter(follows).map(|top| Text::with("the {} of its discard", [top.rank.name()]))
    }

    /// Another player's reserve or discard whose top fits on this foundation whatever the dice are.
    fn waiting(self, to: Foundation) -> Option<Text> {
        let wanted = self.public.top(to)?.rank.above()?;
        let others = self.public.players.iter().filter(|(seat, _)| *seat != self.public.seat);
        for (seat, other) in others {
            let own = Some(seat) == self.you;
            let shows = |card: Option<Card>| card.is_some_and(|card| card.rank == wanted);
            match (shows(other.reserve.top), shows(other.discard.top())) {
                (true, _) if own => return Some(Text::of("your reserve @waits")),
                (true, _) => return Some(Text::with("{}'s reserve @waits", [seat.into()])),
                (false, true) if own => return Some(Text::of("your discard @waits")),
                (false, true) => return Some(Text::with("{}'s discard @waits", [seat.into()])),
                (false, false) => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use cards::{ChanceKind, DealId, Key};
    use games::savannah::{Config, Move, Savannah};
    use table::{Eye, Game, Seat, Table, Turn, View as _};
    use text::Text;

    use super::reason;
    use crate::Level;

    /// Calls `check` for each move of some games of four, with the game before it and its
    /// explanation.
    fn for_each_move(mut check: impl FnMut(&Savannah, Move, Text)) {
        for deal in 1..=20 {
            let mut table = Table::<Savannah>::new(Config::new(4).unwrap(), DealId::V1(deal)).unwrap();
            let mut random = Key::from_number(deal).stream(ChanceKind::Deal, 9);
            while let Turn::Seat(seat) = table.turn() {
                let mut player = crate::savannah::player(Level::Keen);
                let mv = player.choose(&table.view(Eye::Seat(seat)), &mut random, &mut || false).unwrap();
                let text = reason(table.game().public(), mv, Some(Seat::A));
                check(table.game(), mv, text);
                table.play(seat, mv).unwrap();
            }
        }
    }

    #[test]
    fn every_move_has_a_reason_and_they_differ() {
        let mut reasons = std::collections::HashSet::new();
        for_each_move(|_, _, text| {
            assert!(!text.is_empty() && !text.to_string().ends_with('.') && text != super::UNKNOWN, "{text}");
            reasons.insert(text.to_string());
        });
        assert!(reasons.len() > 30, "{reasons:?}");
        assert!(reasons.contains(&super::LAST.to_string()));
    }

    /// The server relies on it: it describes a move once for all whom the reason does not name.
    #[test]
    fn only_readers_whom_a_reason_names_get_another_one() {
        let (mut same, mut others) = (0, 0);
        for_each_move(|game, _, _| {
            // Good players hardly ever make a move whose reason names somebody.
            for mv in game.view(Eye::Seat(game.public().seat)).legal() {
                let usual = reason(game.public(), mv, None);
                for seat in Seat::all(4) {
                    let own = reason(game.public(), mv, Some(seat));
                    assert_eq!(own != usual, usual.names_player(seat.number()), "{usual}; {own}");
                    if own == usual { same += 1 } else { others += 1 }
                }
            }
        });
        assert!(same > 1000 && others > 100, "{same} {others}");
    }

    /// A game that looks the same to the player gets the same explanations, whatever the others
    /// hold.
    #[test]
    fn a_reason_does_not_depend_on_hidden_cards() {
        let mut source = Key::from_number(3).stream(ChanceKind::Deal, 1);
        let mut others = 0;
        for_each_move(|game, mv, text| {
            let view = game.view(Eye::Seat(Seat::A));
            let other = Savannah::imagine(&view, &mut source);
            others += u32::from(other != *game);
            assert_eq!(reason(other.public(), mv, Some(Seat::A)), text);
        });
        assert!(others > 1000, "{others}");
    }
}
