//! What High card provides to the shell.

use std::convert::Infallible;

use cards::Card;
use games::test_game::{Config, Move, TestGame, View};
use table::{Refusal, Rule, Seat};
use text::Text;

use super::{Pile, Place, Session};
use crate::shell::{Direction, Pick, Play, Point, Scene, Wait};
use crate::words;

/// The name of High card for the shell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TestGamePlay;

impl Play for TestGamePlay {
    type Game = TestGame;
    type Place = Place;
    type Pile = Pile;
    type Command = Infallible;
    type Purpose = Infallible;
    type State = ();

    const DEALS_ONCE: bool = true;

    fn seat_to_move(view: &View) -> Seat {
        view.public.seat_to_move()
    }

    fn config(view: &View) -> Config {
        view.public.config
    }

    fn is_first_round(view: &View) -> bool {
        view.public.laid.is_empty()
    }

    fn clamp(session: &Session, place: Place) -> Place {
        match place {
            Place::Hand(at) => match session.view.hand.len().checked_sub(1) {
                Some(last) => Place::Hand(at.min(last as u8)),
                None => Place::Table,
            },
            Place::Other(seat) if !session.others().contains(&seat) => Place::Stock,
            place => place,
        }
    }

    fn walk(session: &Session, direction: Direction) -> Place {
        let places = session.places();
        let at = places.iter().position(|place| *place == session.cursor).unwrap_or(0);
        let next = match direction {
            Direction::Left | Direction::Up => at.saturating_sub(1),
            Direction::Right | Direction::Down => at + 1,
            Direction::First => 0,
            Direction::Last => places.len(),
        };
        places.get(next.min(places.len() - 1)).copied().unwrap_or_default()
    }

    fn can_pick(session: &Session, place: Place) -> bool {
        session.hand_card(place).is_some() && matches!(session.wait(), Wait::Person(_))
    }

    fn refuse_pick(session: &Session, place: Place) -> Result<Text, Refusal> {
        Ok(session.place_name(place))
    }

    fn describe_pick(session: &Session, pick: Pick<Place>) -> (Text, bool) {
        (session.place_name(pick.place), true)
    }

    fn drop_move(session: &Session, pick: Pick<Place>, to: Pile) -> Option<Result<Move, Refusal>> {
        let card = session.hand_card(pick.place)?;
        match to {
            Pile::Table => Some(Ok(Move(card))),
            Pile::Hand => None,
            Pile::Stock | Pile::Other(_) => {
                let text = Text::of("cards are put on the table");
                Some(Err(Refusal::new(Rule::new('X', 2), text)))
            }
        }
    }

    fn targets(_: &Session, _: Pick<Place>) -> Vec<Pile> {
        vec![Pile::Table]
    }

    fn best_move(session: &Session, pick: Pick<Place>) -> Result<Move, Option<Text>> {
        session.hand_card(pick.place).map(Move).ok_or(None)
    }

    fn command(_: &mut Session, command: Infallible, _: u64) {
        match command {}
    }

    fn ends(session: &Session, mv: Move) -> Option<(Place, Place)> {
        let at = session.view.hand.iter().position(|card| *card == mv.0)?;
        Some((Place::Hand(at as u8), Place::Table))
    }

    fn scene(session: &Session, surface: Point) -> Scene {
        super::scene::scene(session, surface)
    }
}

impl Session {
    fn hand_card(&self, place: Place) -> Option<Card> {
        match place {
            Place::Hand(at) => self.view.hand.get(usize::from(at)).copied(),
            _ => None,
        }
    }

    pub(super) fn others(&self) -> Vec<Seat> {
        self.near().others(self.config().seats())
    }

    /// All places, in reading order. A spectator has no hand to point at.
    pub(super) fn places(&self) -> Vec<Place> {
        let others = self.others().into_iter().map(Place::Other);
        let hand = (0..self.view.hand.len()).map(|at| Place::Hand(at as u8));
        others.chain([Place::Stock, Place::Table]).chain(hand).collect()
    }

    pub(super) fn place_name(&self, place: Place) -> Text {
        let public = &self.view.public;
        match place {
            Place::Other(seat) => Text::with("{} has {}", [seat.into(), words::cards(public.in_hand(seat))]),
            Place::Stock => match public.turned {
                Some(card) => Text::with("stock: {}", [card.name()]),
                None => Text::with("stock: {}", [words::cards(public.in_stock())]),
            },
            Place::Table => match public.laid.last() {
                Some(card) => Text::with("table: {}", [card.name()]),
                None => Text::of("table: empty"),
            },
            Place::Hand(_) => self.hand_card(place).map_or(Text::EMPTY, Card::name),
        }
    }
}
