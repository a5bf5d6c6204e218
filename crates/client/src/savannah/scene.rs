//! The table as it is drawn: what lies where, what it is called, and how it is marked. It is made of what the eye at the screen may know.

use cards::Card;
use games::savannah::{Move, Pile, Public};
use table::{Eye, Seat};
use text::Text;

use super::came::{Source, foundation_key, hand_key, laid_by, pile_key};
use super::{Area, Desk, Kind, Layout, Place, Presence, Spot, Wait};
use crate::Lesson;
use crate::klondike::Point;
use crate::words::savannah as words;

/// All that is drawn of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Its measures.
    pub layout: Layout,
    /// Whose piles lie nearest.
    pub near: Seat,
    /// The places for piles, in the order in which they are read.
    pub slots: Vec<Slot>,
    /// The cards of each pile, in the same order, each from its lowest card up.
    pub piles: Vec<Vec<Laid>>,
    /// The other players.
    pub seats: Vec<Seated>,
    /// What the dice show, and a number that grows with every roll.
    pub dice: Option<([u8; 2], u32)>,
    /// What the dice open, in words.
    pub opens: Text,
    /// A hint, from a point to a point.
    pub arrow: Option<(Point, Point)>,
}

/// The place for a pile. While the pile is empty, it is what a player points at.
#[derive(Clone, PartialEq, Debug)]
pub struct Slot {
    /// Which pile.
    pub spot: Spot,
    /// Where it is, and how large its cards are.
    pub area: Area,
    /// What is pointed at; `None` while cards lie there, and for a hand.
    pub place: Option<Place>,
    /// What it is called.
    pub name: Text,
    /// The words under it.
    pub label: Text,
    /// What stands on its top card: that any card goes there.
    pub badge: Option<Text>,
    /// How it is marked.
    pub mark: Mark,
}

/// A card that is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Laid {
    /// A name of its own: the same as long as the same card lies in the same pile.
    pub key: String,
    /// Its face; `None` for a back.
    pub face: Option<Card>,
    /// Its upper left corner.
    pub at: Point,
    /// What is meant by pointing at it.
    pub place: Place,
    /// What it is called; `None` for a card that only shows under another.
    pub name: Option<Text>,
    /// How it is marked.
    pub mark: Mark,
    /// From where it has just come, if it moves.
    pub from: Option<Point>,
    /// How many cards come before it.
    pub after: u8,
}

/// How something is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// It is picked up.
    pub picked: bool,
    /// It is held, and follows the finger.
    pub held: bool,
    /// What is picked up can go here.
    pub target: bool,
    /// A hint begins or ends here.
    pub hinted: bool,
    /// It can be played or discarded now, or takes any card.
    pub lit: bool,
    /// The keyboard is here.
    pub cursor: bool,
    /// It was put here, and the table elsewhere has not said yet that it lies here.
    pub sent: bool,
}

/// Another player, as everybody sees them.
#[derive(Clone, PartialEq, Debug)]
pub struct Seated {
    /// The seat.
    pub seat: Seat,
    /// Where the box is.
    pub area: Area,
    /// What the player is called.
    pub name: Text,
    /// How well a bot plays.
    pub about: Text,
    /// How many cards are in hand, in words.
    pub hand: Text,
    /// Whether it is this player's turn.
    pub turn: bool,
    /// Whether this player has won.
    pub won: bool,
    /// Whether this player is not there.
    pub away: bool,
}

impl Desk {
    /// The table as it is drawn on a surface of that size.
    #[must_use]
    pub fn scene(&self, width: f64, height: f64) -> Scene {
        let near = self.near();
        let seats = self.config().seats();
        let layout = Layout::new(width, height, near, seats, self.settings.left_handed);
        let wanted = self.lesson.and_then(Lesson::wants).filter(|_| matches!(self.wait(), Wait::Person(_)));
        let hinted = wanted.or(self.hint.as_ref().map(|hint| hint.mv)).and_then(|mv| self.ends(mv));
        let painter =
            Painter { desk: self, layout, targets: self.targets(), legal: self.legal(), hinted, near };
        let spots = Spot::all(near, seats);
        let mut piles: Vec<Vec<Laid>> = spots.iter().map(|spot| painter.pile(*spot)).collect();
        painter.put_sent(&spots, &mut piles);
        let slots =
            spots.iter().zip(&piles).map(|(spot, pile)| painter.slot(*spot, pile.is_empty())).collect();
        let seats = painter.layout.boxes.iter().map(|(seat, area)| painter.seated(*seat, *area)).collect();
        let public = self.view.public();
        let arrow = hinted.map(|(from, to)| (painter.middle(from), painter.middle(to)));
        Scene {
            near,
            slots,
            piles,
            seats,
            dice: public.dice.map(|dice| (dice.pips(), self.rolls)),
            opens: words::opens(public, self.eye()),
            arrow,
            layout: painter.layout,
        }
    }

    /// Where a move begins and ends.
    fn ends(&self, mv: Move) -> Option<(Place, Place)> {
        Some(match mv {
            Move::Play { from, to } => (self.place(from)?, Place::Foundation(to)),
            Move::Discard(card) => (self.place(Pile::Hand(card))?, Place::Discard(self.near())),
            Move::End => return None,
        })
    }
}

/// Under cards of this width there is room for long words.
const ROOMY: f64 = 86.0;

struct Painter<'a> {
    desk: &'a Desk,
    layout: Layout,
    targets: Vec<Spot>,
    legal: Vec<Move>,
    hinted: Option<(Place, Place)>,
    near: Seat,
}

impl Painter<'_> {
    fn public(&self) -> &Public {
        self.desk.view.public()
    }

    fn slot(&self, spot: Spot, empty: bool) -> Slot {
        let place = match spot {
            Spot::Stock => Some(Place::Stock),
            Spot::Foundation(foundation) => Some(Place::Foundation(foundation)),
            Spot::Reserve(seat) => Some(Place::Reserve(seat)),
            Spot::Discard(seat) => Some(Place::Discard(seat)),
            Spot::Hand => None,
        };
        let open = matches!(spot, Spot::Foundation(foundation) if words::is_open(self.public(), foundation));
        Slot {
            spot,
            area: Area { at: self.layout.spot(spot), size: self.layout.card_of(spot) },
            place: place.filter(|_| empty),
            name: place.map_or_else(Text::default, |place| words::place_name(self.desk, place)),
            label: words::pile_label(self.desk, spot, self.layout.card.x < ROOMY),
            badge: open.then_some(words::ANY_CARD),
            mark: place.filter(|_| empty).map_or_else(Mark::default, |place| self.mark(place)),
        }
    }

    fn pile(&self, spot: Spot) -> Vec<Laid> {
        let public = self.public();
        let game = self.desk.game;
        let at = self.layout.spot(spot);
        match spot {
            Spot::Stock => {
                let backs = usize::from(public.stock).div_ceil(16).min(3);
                let edge = |i: usize| Point { x: at.x, y: at.y + (backs - 1 - i) as f64 * 2.0 };
                (0..backs)
                    .map(|i| self.back(format!("g{game}s{i}"), edge(i), Place::Stock, i + 1 == backs))
                    .collect()
            }
            Spot::Foundation(foundation) => {
                let pile = &public.foundations[foundation];
                let first = pile.len().saturating_sub(2);
                let cards = pile.iter().enumerate().skip(first);
                cards
                    .map(|(i, card)| {
                        let key = foundation_key(game, foundation, i, *card);
                        self.card(key, *card, at, Place::Foundation(foundation), i + 1 == pile.len())
                    })
                    .collect()
            }
            Spot::Reserve(seat) => {
                let Some(player) = public.players.get(seat) else { return Vec::new() };
                let under = (player.reserve.face_down > 0)
                    .then(|| self.back(format!("g{game}rb{seat}"), at, Place::Reserve(seat), false));
                let top = player.reserve.top.map(|card| {
                    let key = pile_key(game, 'r', seat, player.reserve.len(), card);
                    self.card(key, card, at, Place::Reserve(seat), true)
                });
                under.into_iter().chain(top).collect()
            }
            Spot::Discard(seat) => {
                let Some(player) = public.players.get(seat) else { return Vec::new() };
                let discard = &player.discard;
                let under = (discard.face_down > 0 && discard.face_up.len() < 2)
                    .then(|| self.back(format!("g{game}db{seat}"), at, Place::Discard(seat), false));
                let first = discard.face_up.len().saturating_sub(2);
                let cards = discard.face_up.iter().enumerate().skip(first).map(|(i, card)| {
                    let height = usize::from(discard.face_down) + i + 1;
                    let key = pile_key(game, 'd', seat, height, *card);
                    self.card(key, *card, at, Place::Discard(seat), i + 1 == discard.face_up.len())
                });
                under.into_iter().chain(cards).collect()
            }
            Spot::Hand => match self.desk.view.hand().filter(|_| self.desk.eye() == Eye::Seat(self.near)) {
                Some(hand) => (0..hand.len())
                    .map(|i| {
                        let key = hand_key(game, self.near, hand, i);
                        self.card(key, hand[i], self.layout.in_hand(i), Place::Hand(i as u8), true)
                    })
                    .collect(),
                None => {
                    let held = public.players.get(self.near).map_or(0, |player| player.hand.len());
                    (0..held)
                        .map(|i| {
                            let key = format!("g{game}hb{}{i}", self.near);
                            self.back(key, self.layout.in_hand(i), Place::Hand(i as u8), true)
                        })
                        .collect()
                }
            },
        }
    }

    /// A card that is on its way lies where it was put, and no longer where it was.
    fn put_sent(&self, spots: &[Spot], piles: &mut [Vec<Laid>]) {
        let desk = self.desk;
        let Some(mv) = desk.sent() else { return };
        let Some((key, card)) = laid_by(desk.game, &desk.view, self.near, mv) else { return };
        let Some((from, to)) = desk.ends(mv) else { return };
        for (spot, pile) in spots.iter().zip(piles) {
            if *spot == Spot::from(from) {
                let lay = pile.iter().rposition(|laid| laid.place == from && laid.face == Some(card));
                lay.map(|at| pile.remove(at));
            }
            if *spot == Spot::from(to) {
                let laid = self.card(key.clone(), card, self.layout.spot(*spot), to, false);
                pile.push(Laid { mark: Mark { sent: true, ..Mark::default() }, ..laid });
            }
        }
    }

    fn card(&self, key: String, card: Card, at: Point, place: Place, top: bool) -> Laid {
        let came = self.desk.came.iter().find(|came| came.key == key);
        let from = came.map(|came| match came.from {
            Source::Place(Place::Hand(i)) => self.layout.in_hand(usize::from(i)),
            Source::Place(place) => self.layout.spot(place.into()),
            Source::Seat(seat) => self.layout.seat(seat),
            Source::Turned => at,
        });
        Laid {
            after: came.map_or(0, |came| came.after),
            key,
            face: Some(card),
            at,
            place,
            name: top.then(|| self.name(place)),
            mark: if top { self.mark(place) } else { Mark::default() },
            from,
        }
    }

    fn back(&self, key: String, at: Point, place: Place, top: bool) -> Laid {
        let name = top.then(|| self.name(place));
        let mark = if top { self.mark(place) } else { Mark::default() };
        Laid { key, face: None, at, place, name, mark, from: None, after: 0 }
    }

    fn name(&self, place: Place) -> Text {
        let name = words::place_name(self.desk, place);
        if self.is_playable(place) { words::can_be_played(name) } else { name }
    }

    fn is_playable(&self, place: Place) -> bool {
        let Some(pile) = self.desk.pile(place) else { return false };
        self.legal.iter().any(|mv| matches!(mv, Move::Play { from, .. } if *from == pile))
    }

    fn mark(&self, place: Place) -> Mark {
        let desk = self.desk;
        let picked = desk.pick.filter(|pick| pick.place == place);
        let discards = matches!(place, Place::Hand(_)) && desk.discards();
        let opened = match place {
            Place::Foundation(foundation) => {
                matches!(desk.wait(), Wait::Person(_)) && words::is_open(self.public(), foundation)
            }
            _ => false,
        };
        Mark {
            picked: picked.is_some(),
            held: picked.is_some_and(|pick| pick.held),
            target: self.targets.contains(&place.into()) && !matches!(place, Place::Hand(_)),
            hinted: self.hinted.is_some_and(|(from, to)| from == place || to == place),
            lit: discards || opened || (!desk.discarding && self.is_playable(place)),
            cursor: desk.cursor == place,
            sent: false,
        }
    }

    fn seated(&self, seat: Seat, area: Area) -> Seated {
        let (public, player) = (self.public(), self.desk.player(seat));
        Seated {
            seat,
            area,
            name: if self.layout.beside {
                words::seat_name(seat, player)
            } else {
                words::seat_short(seat, player)
            },
            about: words::kind(player.kind),
            hand: words::in_hand(public.players.get(seat).map_or(0, |player| player.hand.len())),
            turn: public.outcome.is_none() && public.seat == seat,
            won: public.outcome.is_some_and(|outcome| outcome.winners.has(seat)),
            away: matches!(player.kind, Kind::Guest(presence) if presence != Presence::Here),
        }
    }

    fn middle(&self, place: Place) -> Point {
        let at = match place {
            Place::Hand(i) => self.layout.in_hand(usize::from(i)),
            place => self.layout.spot(place.into()),
        };
        let size = self.layout.card_of(place.into());
        Point { x: at.x + size.x / 2.0, y: at.y + size.y / 2.0 }
    }
}
