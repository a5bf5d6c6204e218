//! The table of Savannah as it is drawn. It is made of what the viewer at the screen may know.

use cards::Card;
use games::savannah::{Move, Public};
use table::{Eye, Seat};
use text::Text;

use super::layout::Layout;
use super::motion::{CameFrom, foundation_key, hand_key, laid_by, pile_key};
use super::words as texts;
use super::{Pile, Place, SavannahPlay, Session};
use crate::shell::{
    Area, Entrance, Lesson, Mark, Play, PlayerKind, Point, Presence, Scene, SceneCard, SceneDice, ScenePile,
    SceneSeat, Symbol, Wait,
};

/// Under cards of this width there is room for long words.
const ROOMY: f64 = 86.0;
/// How long after one card that is dealt or drawn the next one starts, in milliseconds.
const STAGGER: u16 = 70;

pub(super) fn scene(session: &Session, surface: Point) -> Scene {
    let near = session.near();
    let seats = session.config().seats();
    let layout = Layout::new(surface.x, surface.y, near, seats, session.settings.left_handed);
    let is_turn = matches!(session.wait(), Wait::Person(_));
    let expected = session.lesson.and_then(Lesson::expected).filter(|_| is_turn);
    let hinted = expected.or(session.state.hint).and_then(|mv| SavannahPlay::ends(session, mv));
    let drawing =
        Drawing { session, layout, targets: session.targets(), legal: session.legal(), hinted, near };
    let names = Pile::at_table(near, seats);
    let mut piles: Vec<ScenePile> = names.iter().map(|name| drawing.pile(*name)).collect();
    drawing.put_sent(&names, &mut piles);
    let public = session.view.public();
    let layout = &drawing.layout;
    Scene {
        game: session.game,
        change: session.version,
        size: layout.size,
        card: layout.card,
        small: layout.small,
        words_beside: layout.beside,
        seats: layout.boxes.iter().map(|(seat, area)| drawing.seat(*seat, *area)).collect(),
        dice: Some(SceneDice {
            areas: layout.dice,
            pips: public.dice.map(cards::Dice::pips),
            roll: session.state.rolls,
            meaning: texts::opens(public, session.eye()),
            meaning_area: layout.opens,
            title: texts::label::DICE,
        }),
        latest: Some(layout.news),
        button: Some(layout.button),
        arrows: hinted.map(|(from, to)| (drawing.middle(from), drawing.middle(to))).into_iter().collect(),
        leaving: Vec::new(),
        piles,
    }
}

struct Drawing<'a> {
    session: &'a Session,
    layout: Layout,
    targets: Vec<Pile>,
    legal: Vec<Move>,
    hinted: Option<(Place, Place)>,
    near: Seat,
}

impl Drawing<'_> {
    fn public(&self) -> &Public {
        self.session.view.public()
    }

    fn pile(&self, pile: Pile) -> ScenePile {
        let (kind, place) = match pile {
            Pile::Stock => ("stock", Some(Place::Stock)),
            Pile::Foundation(foundation) => ("foundation", Some(Place::Foundation(foundation))),
            Pile::Reserve(seat) => ("reserve", Some(Place::Reserve(seat))),
            Pile::Discard(seat) => ("discard", Some(Place::Discard(seat))),
            Pile::Hand => ("hand", None),
        };
        let owner = match pile {
            Pile::Reserve(seat) | Pile::Discard(seat) => Some(seat),
            Pile::Stock | Pile::Foundation(_) | Pile::Hand => None,
        };
        let takes_any =
            matches!(pile, Pile::Foundation(foundation) if texts::is_open(self.public(), foundation));
        let cards = self.cards(pile);
        let empty_place = place.filter(|_| cards.is_empty());
        ScenePile {
            name: pile.to_string(),
            kind,
            title: texts::pile_title(self.near, pile),
            owner: owner.filter(|seat| *seat != self.near),
            own: owner == Some(self.near) || pile == Pile::Hand,
            area: Area { at: self.layout.corner(pile), size: self.layout.card_of(pile) },
            drop: self.layout.drop_area(pile),
            place: empty_place.map(|place| place.to_string()),
            spoken: place.map_or_else(Text::default, |place| texts::place_name(self.session, place)),
            symbol: Symbol::None,
            label: texts::pile_label(self.session, pile, self.layout.card.x < ROOMY),
            badge: takes_any.then_some(texts::ANY_CARD),
            mark: empty_place.map_or_else(Mark::default, |place| self.mark(place)),
            cards,
        }
    }

    fn cards(&self, pile: Pile) -> Vec<SceneCard> {
        let public = self.public();
        let game = self.session.game;
        let at = self.layout.corner(pile);
        match pile {
            Pile::Stock => {
                let backs = usize::from(public.stock).div_ceil(16).min(3);
                let edge = |i: usize| Point { x: at.x, y: at.y + (backs - 1 - i) as f64 * 2.0 };
                let back =
                    |i: usize| self.back(format!("g{game}s{i}"), edge(i), Place::Stock, i + 1 == backs);
                (0..backs).map(back).collect()
            }
            Pile::Foundation(foundation) => {
                let cards = &public.foundations[foundation];
                let card = |(i, card): (usize, &Card)| {
                    let key = foundation_key(game, foundation, i, *card);
                    self.card(key, *card, at, Place::Foundation(foundation), i + 1 == cards.len())
                };
                cards.iter().enumerate().skip(cards.len().saturating_sub(2)).map(card).collect()
            }
            Pile::Reserve(seat) => {
                let Some(player) = public.players.get(seat) else { return Vec::new() };
                let under = (player.reserve.face_down > 0)
                    .then(|| self.back(format!("g{game}rb{seat}"), at, Place::Reserve(seat), false));
                let top = player.reserve.top.map(|card| {
                    let key = pile_key(game, 'r', seat, player.reserve.len(), card);
                    self.card(key, card, at, Place::Reserve(seat), true)
                });
                under.into_iter().chain(top).collect()
            }
            Pile::Discard(seat) => {
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
            Pile::Hand => self.hand(),
        }
    }

    fn hand(&self) -> Vec<SceneCard> {
        let game = self.session.game;
        let is_open = self.session.eye() == Eye::Seat(self.near);
        if let Some(hand) = self.session.view.hand().filter(|_| is_open) {
            let card = |i: usize| {
                let key = hand_key(game, self.near, hand, i);
                self.card(key, hand[i], self.layout.in_hand(i), Place::Hand(i as u8), true)
            };
            return (0..hand.len()).map(card).collect();
        }
        let held = self.public().players.get(self.near).map_or(0, |player| player.hand.len());
        let back = |i: usize| {
            let key = format!("g{game}hb{}{i}", self.near);
            self.back(key, self.layout.in_hand(i), Place::Hand(i as u8), true)
        };
        (0..held).map(back).collect()
    }

    /// A card of a move that the server has not confirmed lies where it was put.
    fn put_sent(&self, names: &[Pile], piles: &mut [ScenePile]) {
        let session = self.session;
        let Some(mv) = session.sent() else { return };
        let Some((key, card)) = laid_by(session.game, &session.view, self.near, mv) else { return };
        let Some((from, to)) = SavannahPlay::ends(session, mv) else { return };
        let from_name = from.to_string();
        for (name, pile) in names.iter().zip(piles) {
            if *name == Pile::from(from) {
                let is_card = |drawn: &SceneCard| drawn.place == from_name && drawn.face == Some(card);
                let found = pile.cards.iter().rposition(is_card);
                found.map(|at| pile.cards.remove(at));
            }
            if *name == Pile::from(to) {
                let drawn = self.card(key.clone(), card, self.layout.corner(*name), to, false);
                pile.cards.push(SceneCard { mark: Mark { sent: true, ..Mark::default() }, ..drawn });
            }
        }
    }

    fn card(&self, key: String, card: Card, at: Point, place: Place, is_top: bool) -> SceneCard {
        let came = self.session.state.came.iter().find(|came| came.key == key);
        let entrance = came.map(|came| {
            let from = match came.from {
                CameFrom::Place(Place::Hand(i)) => self.layout.in_hand(usize::from(i)),
                CameFrom::Place(place) => self.layout.corner(place.into()),
                CameFrom::Seat(seat) => self.layout.seat(seat),
                CameFrom::Turned => at,
            };
            Entrance { from, turns: came.from == CameFrom::Turned }
        });
        let delay = came.map_or(0, |came| u16::from(came.after) * STAGGER);
        SceneCard { face: Some(card), entrance, delay, ..self.back(key, at, place, is_top) }
    }

    fn back(&self, key: String, at: Point, place: Place, is_top: bool) -> SceneCard {
        SceneCard {
            key,
            face: None,
            at,
            place: place.to_string(),
            spoken: is_top.then(|| self.spoken(place)),
            mark: if is_top { self.mark(place) } else { Mark::default() },
            entrance: None,
            delay: 0,
        }
    }

    fn spoken(&self, place: Place) -> Text {
        let name = texts::place_name(self.session, place);
        if self.is_playable(place) { texts::can_be_played(name) } else { name }
    }

    fn is_playable(&self, place: Place) -> bool {
        let Some(pile) = self.session.pile(place) else { return false };
        self.legal.iter().any(|mv| matches!(mv, Move::Play { from, .. } if *from == pile))
    }

    fn mark(&self, place: Place) -> Mark {
        let session = self.session;
        let picked = session.pick.filter(|pick| pick.place == place);
        let is_discardable = matches!(place, Place::Hand(_)) && session.is_discarding();
        let takes_any = match place {
            Place::Foundation(foundation) => {
                matches!(session.wait(), Wait::Person(_)) && texts::is_open(self.public(), foundation)
            }
            _ => false,
        };
        Mark {
            picked: picked.is_some(),
            held: picked.is_some_and(|pick| pick.held),
            target: self.targets.contains(&place.into()) && !matches!(place, Place::Hand(_)),
            hinted: self.hinted.is_some_and(|(from, to)| from == place || to == place),
            lit: is_discardable || takes_any || (!session.state.discarding && self.is_playable(place)),
            cursor: session.cursor == place,
            sent: false,
        }
    }

    fn seat(&self, seat: Seat, area: Area) -> SceneSeat {
        let (public, player) = (self.public(), self.session.player(seat));
        SceneSeat {
            seat,
            area,
            name: if self.layout.beside {
                crate::words::seat_name(seat, player)
            } else {
                texts::seat_short(seat, player)
            },
            about: crate::words::player_kind(player.kind),
            hand: texts::in_hand(public.players.get(seat).map_or(0, |player| player.hand.len())),
            turn: public.outcome.is_none() && public.seat == seat,
            won: public.outcome.is_some_and(|outcome| outcome.winners.has(seat)),
            away: matches!(player.kind, PlayerKind::Guest(presence) if presence != Presence::Here),
        }
    }

    fn middle(&self, place: Place) -> Point {
        let at = match place {
            Place::Hand(i) => self.layout.in_hand(usize::from(i)),
            place => self.layout.corner(place.into()),
        };
        Area { at, size: self.layout.card_of(place.into()) }.middle()
    }
}
