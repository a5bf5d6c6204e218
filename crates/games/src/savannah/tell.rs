use cards::{Card, Dice};
use table::{Ending, Entry, Eye, Game as _, Seat, Seats, View as _};
use text::{Separator, Text};

use super::begin::who_begins;
use super::change::Change;
use super::{Chance, Move, Phase, Public, Savannah, SourcePile, View, ViewRef, rules};
use crate::events::Describe;

impl Describe for Savannah {
    type ViewRef<'a> = ViewRef<'a>;

    fn view_ref(&self, eye: Eye) -> ViewRef<'_> {
        ViewRef::of(self, eye)
    }

    fn borrow_view(view: &View) -> ViewRef<'_> {
        view.into()
    }

    /// Describes a player's move to the owner of the views: "you played the two of spades from your
    /// hand to foundation 1; drew the ace of hearts", "B discarded the seven of clubs".
    fn describe_move(before: ViewRef<'_>, seat: Seat, mv: Move, after: ViewRef<'_>) -> Text {
        let own = is_own(after, seat);
        let change = Change::by_move(before.public(), seat, mv, after.public());
        let (did, shows) = match mv {
            Move::Play { from, to } => {
                let card = the(after.public().foundations[to].get(before.public().foundations[to].len()));
                let shows = match from {
                    SourcePile::Hand(_) => Text::EMPTY,
                    SourcePile::Reserve => reserve_shows(after, seat),
                    SourcePile::Discard => discard_shows(after, seat),
                    SourcePile::DiscardOf(owner) => discard_shows(after, owner),
                };
                let from = pile(after, seat, from);
                let played = match own {
                    true => Text::with("you played {} from {} to foundation {}", [card, from, to.into()]),
                    false => Text::with(
                        "{} played {} from {} to foundation {}",
                        [seat.into(), card, from, to.into()],
                    ),
                };
                (played, shows)
            }
            Move::Discard(_) | Move::End => (end_of_turn(own, seat, mv), Text::EMPTY),
        };
        let drew = drew(seat, change.drawn, after).map(|cards| Text::with("drew {}", [cards]));
        let more = [aces(&change), drew, ran_out(after)];
        Text::row(
            [did, shows].into_iter().chain(more.into_iter().flatten()).collect::<Vec<_>>(),
            Separator::Semicolon,
        )
    }

    /// Describes a chance event to the owner of the views: "B rolled 4 and 3 (7) and drew four
    /// cards". It names no card that the owner does not see.
    fn describe_chance(before: ViewRef<'_>, chance: &Chance, after: ViewRef<'_>) -> Text {
        let seat = before.public().seat;
        let own = is_own(after, seat);
        let change = Change::by_chance(before.public(), after.public());
        let drew = drew(seat, change.drawn, after);
        let parts = match chance {
            Chance::Deal(_) => [Some(dealt(after)), aces(&change), None, None],
            Chance::Begin(rolls) => [Some(begun(rolls, after)), None, None, None],
            Chance::Roll(dice) => [Some(rolled(own, seat, *dice, drew)), None, None, ran_out(after)],
            Chance::Reshuffle(cards) => {
                let drew = drew.map(|drew| match own {
                    true => Text::with("you drew {}", [drew]),
                    false => Text::with("{} drew {}", [seat.into(), drew]),
                });
                [Some(shuffled(cards.len())), aces(&change), drew, ran_out(after)]
            }
        };
        Text::row(parts.into_iter().flatten().collect::<Vec<_>>(), Separator::Semicolon)
    }

    /// Begin names everybody who rolls.
    fn addressed(before: &Savannah, entry: &Entry<Savannah>) -> Seats {
        let current = before.public().seat;
        match entry {
            Entry::Move { seat, mv: Move::Play { from: SourcePile::DiscardOf(owner), .. }, .. } => {
                [*seat, *owner].into_iter().collect()
            }
            Entry::Move { seat, .. } => (*seat).into(),
            Entry::Chance(Chance::Deal(_)) => Seats::NONE,
            Entry::Chance(Chance::Begin(_)) => Seat::all(before.seats()).collect(),
            Entry::Chance(_) | Entry::Undo(_) | Entry::Redo(_) | Entry::Resign(_) | Entry::End => {
                current.into()
            }
        }
    }

    fn round(view: ViewRef<'_>) -> u32 {
        view.public().round
    }
}

/// Describes how the game ended, once it is over, as a sentence without a full stop: "you win: no
/// card is left in reserve and discard (S18)!". The player `you` is addressed as "you".
#[must_use]
pub fn tell_end(public: &Public, you: Option<Seat>) -> Option<Text> {
    let outcome = public.outcome?;
    let winners: Vec<Seat> = outcome.winners.iter().collect();
    let who = match winners.as_slice() {
        [seat] if Some(*seat) == you => Text::of("you win"),
        [seat] => Text::with("{} wins", [(*seat).into()]),
        _ => Text::with("{} win", [and(winners.iter().map(|seat| who(Some(*seat) == you, *seat)).collect())]),
    };
    Some(match outcome.ending {
        Ending::Agreed => Text::with("this game counts for nobody ({})", [Text::name(rules::AGREED_END)]),
        Ending::Resigned(_) => Text::with("{} by resignation", [who]),
        Ending::Rule(rule) if rule == rules::LAST_ROUND => {
            Text::with("the last round is over: {} with the fewest cards left ({})", [who, Text::name(rule)])
        }
        Ending::Rule(rule) => {
            Text::with("{}: no card is left in reserve and discard ({})!", [who, Text::name(rule)])
        }
    })
}

/// Announces in certain rounds that the round limit is near (V14): a sentence without a full stop.
#[must_use]
pub fn tell_limit(public: &Public) -> Option<Text> {
    let left = u32::from(public.config.rounds()?).saturating_sub(public.round);
    let when = match left {
        _ if public.outcome.is_some() => return None,
        0 => Text::of("this is the last round:"),
        1 | 2 | 5 | 10 => {
            Text::count(left as usize, "1 more round after this one,", "{} more rounds after this one,")
        }
        _ => return None,
    };
    let then = Text::of("then the player with the fewest cards in reserve and discard wins (V14)");
    Some(Text::row([when, then], Separator::Space))
}

/// Describes a legal move as advice: "the two of spades from your hand on the ace of hearts".
#[must_use]
pub fn describe(view: &View, mv: Move) -> Text {
    match mv {
        Move::Play { from, to } => {
            let card = view.sight().and_then(|sight| sight.card(from));
            let card = card.map_or(Text::of("card"), Card::name);
            let seat = view.public().seat;
            let from = match from {
                SourcePile::DiscardOf(owner) => Text::with("{}'s discard @from", [owner.into()]),
                from => own_pile(seat, from),
            };
            match view.public().top(to) {
                Some(top) => Text::with("the {} from {} on the {}", [card, from, top.name()]),
                None => Text::with("the {} from {}", [card, from]),
            }
        }
        Move::Discard(card) => Text::with("end the turn: discard the {}", [card.name()]),
        Move::End => Text::of("end the turn"),
    }
}

/// Where a card came from: "your hand", "B's discard".
fn pile(view: ViewRef<'_>, seat: Seat, from: SourcePile) -> Text {
    match from {
        from if is_own(view, seat) && !matches!(from, SourcePile::DiscardOf(_)) => own_pile(seat, from),
        SourcePile::Hand(_) => Text::with("{}'s hand @from", [seat.into()]),
        SourcePile::Reserve => Text::with("{}'s reserve @from", [seat.into()]),
        SourcePile::Discard => Text::with("{}'s discard @from", [seat.into()]),
        SourcePile::DiscardOf(owner) if is_own(view, owner) => own_pile(owner, SourcePile::Discard),
        SourcePile::DiscardOf(owner) => Text::with("{}'s discard @from", [owner.into()]),
    }
}

fn own_pile(seat: Seat, from: SourcePile) -> Text {
    match from {
        SourcePile::Hand(_) => Text::of("your hand @from"),
        SourcePile::Reserve => Text::of("your reserve @from"),
        SourcePile::Discard => Text::of("your discard @from"),
        SourcePile::DiscardOf(_) => Text::with("{}'s discard @from", [seat.into()]),
    }
}

/// The cards that were dealt onto three aces (S17).
fn aces(change: &Change) -> Option<Text> {
    (!change.dealt.is_empty()).then(|| Text::with("dealt onto the three aces: {}", [list(&change.dealt)]))
}

/// The cards that were drawn: by name if the view's owner drew them, otherwise only their number.
fn drew(seat: Seat, drawn: usize, after: ViewRef<'_>) -> Option<Text> {
    let own = after.hand().filter(|_| is_own(after, seat));
    let cards = own.and_then(|hand| hand.get(hand.len().checked_sub(drawn)?..));
    match (drawn, cards) {
        (0, _) => None,
        (_, Some(cards)) => Some(list(cards)),
        (count, None) => Some(cards_in_words(count)),
    }
}

fn ran_out(after: ViewRef<'_>) -> Option<Text> {
    let waits = matches!(after.public().phase, Phase::Reshuffle(_)) && after.public().outcome.is_none();
    waits.then(|| Text::of("the stock ran out"))
}

fn dealt(after: ViewRef<'_>) -> Text {
    let tops: Vec<Card> =
        after.public().foundations.0.iter().filter_map(|pile| pile.first().copied()).collect();
    Text::with("the cards were dealt: the foundations begin with {}", [list(&tops)])
}

/// "A rolled 7, B 12, C 12; B rolled 4, C 9; C begins".
fn begun(rolls: &[Dice], after: ViewRef<'_>) -> Text {
    let seats = after.public().config.seats();
    let mut rest = rolls.iter().copied();
    let mut parts = Vec::new();
    let mut rounds = |round: &[(Seat, u8)]| {
        let each = round.iter().enumerate().map(|(at, (seat, sum))| match (at, is_own(after, *seat)) {
            (0, true) => Text::with("you rolled {}", [(*sum).into()]),
            (0, false) => Text::with("{} rolled {}", [(*seat).into(), (*sum).into()]),
            (_, own) => Text::row([who(own, *seat), (*sum).into()], Separator::Space),
        });
        parts.push(Text::row(each.collect::<Vec<_>>(), Separator::Comma));
    };
    let first = who_begins(seats, || rest.next(), &mut rounds);
    if let Some(seat) = first {
        parts.push(match is_own(after, seat) {
            true => Text::of("you begin"),
            false => Text::with("{} begins", [seat.into()]),
        });
    }
    Text::row(parts, Separator::Semicolon)
}

fn end_of_turn(own: bool, seat: Seat, mv: Move) -> Text {
    match (mv, own) {
        (Move::Discard(card), true) => Text::with("you discarded the {}", [card.name()]),
        (Move::Discard(card), false) => Text::with("{} discarded the {}", [seat.into(), card.name()]),
        (_, true) => Text::of("you ended the turn with an empty hand"),
        (_, false) => Text::with("{} ended the turn with an empty hand", [seat.into()]),
    }
}

fn rolled(own: bool, seat: Seat, dice: Dice, drew: Option<Text>) -> Text {
    let drew = match drew {
        Some(cards) => Text::with("drew {} @after a roll", [cards]),
        None => Text::of("found nothing to draw"),
    };
    match own {
        true => Text::with("you rolled {} and {}", [pips(dice), drew]),
        false => Text::with("{} rolled {} and {}", [seat.into(), pips(dice), drew]),
    }
}

fn pips(dice: Dice) -> Text {
    let [first, second] = dice.pips();
    let gaps = [first.into(), second.into(), dice.sum().into()];
    match dice.is_double() {
        true => Text::with("doubles, {} and {} ({})", gaps),
        false => Text::with("{} and {} ({})", gaps),
    }
}

fn shuffled(count: usize) -> Text {
    Text::count(
        count,
        "the only covered foundation card is the new stock",
        "the {} covered foundation cards were shuffled into a new stock",
    )
}

fn reserve_shows(view: ViewRef<'_>, seat: Seat) -> Text {
    let top = view.public().players.get(seat).and_then(|player| player.reserve.top);
    match (is_own(view, seat), top) {
        (true, Some(card)) => Text::with("your reserve now shows the {}", [card.name()]),
        (true, None) => Text::of("your reserve is now empty"),
        (false, Some(card)) => Text::with("{}'s reserve now shows the {}", [seat.into(), card.name()]),
        (false, None) => Text::with("{}'s reserve is now empty", [seat.into()]),
    }
}

fn discard_shows(view: ViewRef<'_>, seat: Seat) -> Text {
    let top = view.public().players.get(seat).and_then(|player| player.discard.top());
    match (is_own(view, seat), top) {
        (true, Some(card)) => Text::with("your discard now shows the {}", [card.name()]),
        (true, None) => Text::of("your discard is now empty"),
        (false, Some(card)) => Text::with("{}'s discard now shows the {}", [seat.into(), card.name()]),
        (false, None) => Text::with("{}'s discard is now empty", [seat.into()]),
    }
}

fn is_own(view: ViewRef<'_>, seat: Seat) -> bool {
    view.eye() == Eye::Seat(seat)
}

fn who(you: bool, seat: Seat) -> Text {
    if you { Text::of("you") } else { seat.into() }
}

fn the(card: Option<&Card>) -> Text {
    card.map_or(Text::of("a card"), |card| Text::with("the {}", [card.name()]))
}

/// "the ace of hearts, the two of clubs and the ten of spades".
fn list(cards: &[Card]) -> Text {
    and(cards.iter().map(|card| the(Some(card))).collect())
}

/// "A, B and C".
fn and(mut names: Vec<Text>) -> Text {
    match (names.pop(), names.is_empty()) {
        (None, _) => Text::of("nothing"),
        (Some(only), true) => only,
        (Some(last), false) => Text::with("{} and {}", [Text::row(names, Separator::Comma), last]),
    }
}

fn cards_in_words(count: usize) -> Text {
    match count {
        1 => Text::of("one card"),
        2 => Text::of("two cards"),
        3 => Text::of("three cards"),
        4 => Text::of("four cards"),
        _ => Text::with("{} cards", [count.into()]),
    }
}
