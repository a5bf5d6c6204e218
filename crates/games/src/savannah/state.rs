use cards::{Bag, Card, ChanceKind, Dice, Source, packs, shuffle};
use serde::Serialize;
use table::{BadChance, Ending, Eye, Game, Outcome, Refusal, Seat, Turn};
use text::Text;

use super::begin::who_begins;
use super::hidden::{Held, Hidden};
use super::view::SharedViewRef;
use super::{Chance, Config, Move, Public, Sight, SourcePile, View, rules};

/// The full state of one game of Savannah: what everybody sees, and the hidden cards.
#[derive(Clone, PartialEq, Eq)]
pub struct Savannah {
    pub(super) public: Public,
    pub(super) hidden: Hidden,
}

static_assertions::assert_not_impl_any!(Savannah: serde::Serialize, std::fmt::Debug);
static_assertions::assert_not_impl_any!(Hidden: serde::Serialize, std::fmt::Debug);
static_assertions::assert_not_impl_any!(Held: serde::Serialize, std::fmt::Debug);
static_assertions::assert_not_impl_any!(Chance: serde::Serialize, std::fmt::Debug);
static_assertions::assert_not_impl_any!(table::fair::Secret: serde::Serialize, std::fmt::Debug);
static_assertions::assert_not_impl_any!(table::fair::Proof: serde::Serialize, std::fmt::Debug);
static_assertions::assert_not_impl_any!(table::Table<Savannah>: serde::Serialize, std::fmt::Debug);
static_assertions::assert_not_impl_any!(table::Record<Savannah>: serde::Serialize, std::fmt::Debug);
static_assertions::assert_not_impl_any!(table::Entry<Savannah>: serde::Serialize, std::fmt::Debug);

impl Savannah {
    /// What everybody sees.
    #[must_use]
    pub const fn public(&self) -> &Public {
        &self.public
    }

    /// All cards of the game, wherever they are. They always add up to whole packs.
    #[must_use]
    pub fn cards(&self) -> Bag {
        let hidden = self.hidden.places(&self.public, Eye::Spectator).map(|(_, card)| card);
        self.public.seen().chain(hidden).collect()
    }
}

impl Game for Savannah {
    const NAME: &'static str = "savannah";
    const RULES: u16 = 1;
    type Config = Config;
    type Move = Move;
    type Chance = Chance;
    type View = View;

    fn new(config: &Config) -> Savannah {
        let public = Public::new(*config);
        Savannah { hidden: Hidden::placeholder(&public), public }
    }

    fn seats(&self) -> u8 {
        self.public.config.seats()
    }

    fn turn(&self) -> Turn {
        self.public.turn()
    }

    fn draw(&self, source: &mut dyn Source) -> Chance {
        let shuffled = |mut cards: Vec<Card>, source| {
            shuffle(&mut cards, source);
            cards
        };
        match self.turn() {
            Turn::Chance(ChanceKind::Begin) => {
                let mut rolls = Vec::new();
                let roll = || {
                    rolls.push(Dice::roll(source));
                    rolls.last().copied()
                };
                who_begins(self.seats(), roll, |_| ());
                Chance::Begin(rolls)
            }
            Turn::Chance(ChanceKind::Roll) => Chance::Roll(Dice::roll(source)),
            Turn::Chance(ChanceKind::Reshuffle) => {
                // A bag returns its cards in the order of a new pack, so the order on the
                // foundations reveals nothing.
                let covered: Bag = self.public.covered().collect();
                Chance::Reshuffle(shuffled(covered.into(), source))
            }
            Turn::Chance(ChanceKind::Deal) | Turn::Seat(_) | Turn::Over => {
                Chance::Deal(shuffled(packs(self.public.config.packs().into()), source))
            }
        }
    }

    fn settle(&mut self, chance: Chance) -> Result<(), BadChance> {
        match (self.turn(), chance) {
            (Turn::Chance(ChanceKind::Deal), Chance::Deal(cards)) => {
                same_cards(&cards, packs(self.public.config.packs().into()))?;
                self.deal(cards);
            }
            (Turn::Chance(ChanceKind::Begin), Chance::Begin(rolls)) => {
                let mut rest = rolls.iter().copied();
                let first = who_begins(self.seats(), || rest.next(), |_| ());
                match (first, rest.len()) {
                    (Some(seat), 0) => self.begin(seat),
                    (Some(first), count) => return Err(BadChance::ExtraRolls { first, count }),
                    (None, _) => return Err(BadChance::NobodyBegins),
                }
            }
            (Turn::Chance(ChanceKind::Roll), Chance::Roll(dice)) => self.roll(dice),
            (Turn::Chance(ChanceKind::Reshuffle), Chance::Reshuffle(cards)) => {
                same_cards(&cards, self.public.covered())?;
                self.reshuffle(cards);
            }
            (turn, _) => return Err(BadChance::Turn(turn)),
        }
        Ok(())
    }

    fn sight(&self, seat: Seat) -> Sight<'_> {
        let hand = self.hidden.players.get(seat).map_or(&[][..], |held| &held.hand);
        Sight::new(&self.public, seat, hand)
    }

    fn play_unchecked(&mut self, seat: Seat, mv: Move) {
        match mv {
            Move::Play { from, to } => self.play_card(seat, from, to),
            Move::Discard(card) => self.discard(seat, card),
            Move::End => self.end_turn(),
        }
    }

    /// A move can be undone if it is still the player's turn and no hidden card has moved (V17).
    fn undo_refusal(&self, mv: Move, after: &Savannah) -> Option<Refusal> {
        if after.hidden == self.hidden && after.turn() == self.turn() {
            return None;
        }
        let why = match mv {
            Move::Play { from: SourcePile::Hand(card), .. } | Move::Discard(card) => {
                Text::with("the others have seen the {}: this can't be undone", [card.name()])
            }
            Move::Play { .. } if after.outcome().is_some() => Text::of("the game is over"),
            Move::Play { .. } => Text::of("a hidden card has been turned up or drawn since"),
            Move::End => Text::of("the turn is over"),
        };
        Some(Refusal::new(rules::UNDO, why))
    }

    fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        if self.public.outcome.is_some() {
            return Err(Refusal::new(rules::LEAVING, Text::of("the game is over")));
        }
        if !self.public.players.has(seat) {
            return Err(Refusal::new(rules::LEAVING, Text::with("nobody sits at {}", [seat.into()])));
        }
        if self.seats() != 2 {
            let why = Text::of(
                "you can resign only in a two-player game: leave the table, and a bot takes your seat",
            );
            return Err(Refusal::new(rules::LEAVING, why));
        }
        self.public.outcome = Some(Outcome { winners: seat.next(2).into(), ending: Ending::Resigned(seat) });
        Ok(())
    }

    fn end_by_agreement(&mut self) -> Result<(), Refusal> {
        let refuse = |why| Err(Refusal::new(rules::AGREED_END, why));
        match self.turn() {
            Turn::Over => return refuse(Text::of("the game is over")),
            Turn::Chance(_) => return refuse(Text::of("the game has not started")),
            Turn::Seat(_) => {}
        }
        if self.seats() < 3 {
            return refuse(Text::of("a two-player game can't be ended by agreement: one player can resign"));
        }
        self.public.outcome = Some(Outcome::by_agreement());
        Ok(())
    }

    fn view(&self, eye: Eye) -> View {
        View::of(self, eye)
    }

    fn public_part(&self) -> impl Serialize {
        SharedViewRef { public: &self.public, unseen: self.hidden.unseen(&self.public, Eye::Spectator) }
    }

    fn own_part(&self, eye: Eye) -> impl Serialize {
        eye.seat().and_then(|seat| self.hidden.players.get(seat)).map(|held| &held.hand)
    }

    /// The next seat begins (V4).
    fn rematch_config(&self, _config: &Config) -> Config {
        self.public.rematch_config()
    }

    fn online_refusal(config: &Config) -> Option<Text> {
        let fits = config.rounds().is_some_and(|rounds| rounds <= rules::MAX_ROUNDS_ONLINE);
        (!fits).then(|| {
            Text::with("online, a game has at most {} rounds (V14)", [rules::MAX_ROUNDS_ONLINE.into()])
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.public.outcome
    }

    fn imagine(view: &View, source: &mut dyn Source) -> Savannah {
        view.imagine(source)
    }
}

fn same_cards(given: &[Card], expected: impl IntoIterator<Item = Card>) -> Result<(), BadChance> {
    let given: Bag = given.iter().copied().collect();
    let expected: Bag = expected.into_iter().collect();
    let more = |a: &Bag, b: &Bag| cards::PACK.into_iter().find(|card| a.count(*card) > b.count(*card));
    match (more(&given, &expected), more(&expected, &given)) {
        (Some(card), _) => Err(BadChance::TooMany(card)),
        (None, Some(card)) => Err(BadChance::Missing(card)),
        (None, None) => Ok(()),
    }
}
