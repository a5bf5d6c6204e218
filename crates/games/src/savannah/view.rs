use arrayvec::ArrayVec;
use cards::{Bag, Card, Source, packs, shuffle};
use serde::{Deserialize, Serialize};
use table::{BadView, Eye, Outcome, Turn};

use super::hidden::Hidden;
use super::{HAND, Move, Phase, Public, Savannah, Shuffle, Sight, Unseen};

/// Everything that one viewer may know: what everybody sees, their own hand, and which cards of
/// each shuffle they have not seen.
///
/// [`Public`] says where the unseen cards of a shuffle can be: all cards of the stock were part of
/// the last shuffle, face-down cards in reserves and discards were part of the deal, and for each
/// card of a hand the shuffle is recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct View {
    eye: Eye,
    public: Public,
    hand: Option<ArrayVec<Card, HAND>>,
    unseen: Vec<Unseen>,
}

impl View {
    pub(super) fn of(game: &Savannah, eye: Eye) -> View {
        let held = eye.seat().and_then(|seat| game.hidden.players.get(seat));
        // A viewer without a seat at this table is a spectator.
        let eye = if held.is_some() { eye } else { Eye::Spectator };
        let hand = held.map(|held| held.hand.clone());
        View { eye, public: game.public.clone(), hand, unseen: game.hidden.unseen(&game.public, eye) }
    }

    /// The viewer.
    #[must_use]
    pub const fn eye(&self) -> Eye {
        self.eye
    }

    /// What everybody sees.
    #[must_use]
    pub const fn public(&self) -> &Public {
        &self.public
    }

    /// The hand of the view's owner, in the order in which the cards were drawn; `None`
    /// for a spectator.
    #[must_use]
    pub fn hand(&self) -> Option<&[Card]> {
        self.hand.as_deref()
    }

    /// The cards that the view's owner has not seen, grouped by shuffle, the oldest first.
    #[must_use]
    pub fn unseen(&self) -> &[Unseen] {
        &self.unseen
    }

    pub(super) fn imagine(&self, source: &mut dyn Source) -> Savannah {
        let mut hidden = Hidden::placeholder(&self.public);
        if let (Eye::Seat(seat), Some(hand)) = (self.eye, &self.hand) {
            hidden.players[seat].hand.clone_from(hand);
        }
        let mut orders: Vec<(Shuffle, Vec<Card>)> = Vec::with_capacity(self.unseen.len());
        for unseen in &self.unseen {
            let mut cards: Vec<Card> = unseen.cards.iter().collect();
            shuffle(&mut cards, source);
            orders.push((unseen.shuffle, cards));
        }
        for (shuffle, place) in hidden.places_mut(&self.public, self.eye) {
            let order = orders.iter_mut().find(|(of, _)| *of == shuffle);
            if let Some(card) = order.and_then(|(_, cards)| cards.pop()) {
                *place = card;
            }
        }
        Savannah { public: self.public.clone(), hidden }
    }
}

/// A [`View`] without the unseen cards, borrowed from a view or from a game.
#[derive(Clone, Copy)]
pub struct ViewRef<'a> {
    eye: Eye,
    public: &'a Public,
    hand: Option<&'a [Card]>,
}

impl<'a> ViewRef<'a> {
    pub(super) fn of(game: &'a Savannah, eye: Eye) -> ViewRef<'a> {
        let held = eye.seat().and_then(|seat| game.hidden.players.get(seat));
        let eye = if held.is_some() { eye } else { Eye::Spectator };
        ViewRef { eye, public: &game.public, hand: held.map(|held| &held.hand[..]) }
    }

    /// The viewer.
    #[must_use]
    pub const fn eye(self) -> Eye {
        self.eye
    }

    /// What everybody sees.
    #[must_use]
    pub const fn public(self) -> &'a Public {
        self.public
    }

    /// The hand of the view's owner; `None` for a spectator.
    #[must_use]
    pub const fn hand(self) -> Option<&'a [Card]> {
        self.hand
    }
}

impl<'a> From<&'a View> for ViewRef<'a> {
    fn from(view: &'a View) -> ViewRef<'a> {
        ViewRef { eye: view.eye, public: &view.public, hand: view.hand.as_deref() }
    }
}

/// What all viewers may know: what everybody sees, and the cards that a spectator has not seen. A player's
/// own hand is among those.
#[derive(Deserialize)]
pub struct SharedView {
    public: Public,
    unseen: Vec<Unseen>,
}

/// The same, to be serialized.
#[derive(Serialize)]
pub(super) struct SharedViewRef<'a> {
    pub(super) public: &'a Public,
    pub(super) unseen: Vec<Unseen>,
}

impl table::View for View {
    type Move = Move;
    type Public = SharedView;
    type Own = Option<ArrayVec<Card, HAND>>;
    type Sight<'a> = Sight<'a>;

    fn from_parts(eye: Eye, shared: SharedView, hand: Self::Own) -> Option<View> {
        let SharedView { public, mut unseen } = shared;
        if let (Some(seat), Some(hand)) = (eye.seat(), &hand) {
            for (shuffle, card) in public.players.get(seat)?.hand.iter().zip(hand) {
                let own = unseen.iter_mut().find(|unseen| unseen.shuffle == *shuffle)?;
                if !own.cards.remove(*card) {
                    return None;
                }
            }
            unseen.retain(|unseen| !unseen.cards.is_empty());
        }
        Unchecked { eye, public, hand, unseen }.try_into().ok()
    }

    fn turn(&self) -> Turn {
        self.public.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.public.outcome
    }

    fn sight(&self) -> Option<Sight<'_>> {
        match (self.eye, &self.hand) {
            (Eye::Seat(seat), Some(hand)) => Some(Sight::new(&self.public, seat, hand)),
            _ => None,
        }
    }
}

/// A deserialized view that has not been validated.
#[derive(Deserialize)]
struct Unchecked {
    eye: Eye,
    public: Public,
    hand: Option<ArrayVec<Card, HAND>>,
    unseen: Vec<Unseen>,
}

impl TryFrom<Unchecked> for View {
    type Error = BadView;

    fn try_from(Unchecked { eye, public, hand, unseen }: Unchecked) -> Result<View, BadView> {
        let view = View { eye, public, hand, unseen };
        view.check()?;
        Ok(view)
    }
}

impl View {
    /// Checks what the rest of the program relies on: every seat exists, the numbers of cards are
    /// consistent, and no card is lost or duplicated.
    fn check(&self) -> Result<(), BadView> {
        let Public { config, players, .. } = &self.public;
        let seats = [Some(self.public.seat), self.public.first];
        let owner = self.eye.seat();
        let there = seats.into_iter().chain([owner]).flatten().all(|seat| players.has(seat));
        BadView::unless(players.seats() == config.seats() && there, "a seat is missing")?;
        let own = owner.map(|seat| players[seat].hand.len());
        BadView::unless(self.hand.as_ref().map(ArrayVec::len) == own, "the hand does not fit its owner")?;
        BadView::unless(
            players.iter().all(|(_, player)| player.makes_sense(self.public.shuffle)),
            "a player's cards are in no order",
        )?;
        BadView::unless(
            self.unseen.is_sorted_by(|a, b| a.shuffle < b.shuffle),
            "the shuffles are in no order",
        )?;
        let mut places = Hidden::placeholder(&self.public).unseen(&self.public, self.eye).into_iter();
        BadView::unless(
            self.unseen.iter().all(|unseen| {
                places.next().is_some_and(|place| {
                    (place.shuffle, place.cards.len()) == (unseen.shuffle, unseen.cards.len())
                })
            }) && places.next().is_none(),
            "the unseen cards do not fit their places",
        )?;
        let dealt = self.public.phase != Phase::Deal;
        let full = self.public.foundations.0.iter().all(|pile| pile.is_empty() != dealt);
        BadView::unless(full, "a foundation is empty")?;
        let expected = if dealt { packs(config.packs().into()) } else { Vec::new() };
        BadView::unless(self.cards() == expected.into_iter().collect(), "a card is lost or doubled")
    }

    fn cards(&self) -> Bag {
        let unseen = self.unseen.iter().flat_map(|unseen| unseen.cards.iter());
        let hand = self.hand.iter().flatten().copied();
        self.public.seen().chain(hand).chain(unseen).collect()
    }
}
