use arrayvec::ArrayVec;
use cards::{Bag, BySuit, Card, PACK, Rank, Source, Suit, shuffle};
use serde::Serialize;
use table::{BadChance, Ending, Eye, Game, Outcome, Refusal, Rule, Seat, Seats, Sight, Turn, View as _};
use text::Text;

use super::{ByColumn, Column, Config, Deal, Move, Stock, Turning, View};

/// A game of Klondike: what the player sees, and the hidden cards.
#[derive(Clone, PartialEq, Eq)]
pub struct Klondike {
    pub(super) seen: View,
    pub(super) hidden: Hidden,
}

/// The cards that the player has not seen.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Hidden {
    /// The face-down cards of each column, from bottom to top.
    pub(super) columns: ByColumn<ArrayVec<Card, 6>>,
    /// The stock during the first pass, the next card to draw last. After that the player
    /// knows the stock.
    pub(super) stock: ArrayVec<Card, 24>,
}

/// A copy of the hidden cards of a game.
pub struct HiddenCards {
    /// The face-down cards of each column, from bottom to top.
    pub columns: ByColumn<ArrayVec<Card, 6>>,
    /// The cards of the stock that nobody has seen, in drawing order.
    pub stock: ArrayVec<Card, 24>,
}

static_assertions::assert_not_impl_any!(HiddenCards: std::fmt::Debug, serde::Serialize);
static_assertions::assert_not_impl_any!(Klondike: std::fmt::Debug, serde::Serialize);
static_assertions::assert_not_impl_any!(Hidden: std::fmt::Debug, serde::Serialize);
static_assertions::assert_not_impl_any!(table::Table<Klondike>: std::fmt::Debug, serde::Serialize);
static_assertions::assert_not_impl_any!(table::Record<Klondike>: std::fmt::Debug, serde::Serialize);
static_assertions::assert_not_impl_any!(table::Entry<Klondike>: std::fmt::Debug, serde::Serialize);

impl Game for Klondike {
    const NAME: &'static str = "klondike";
    const RULES: u16 = 1;
    type Config = Config;
    type Move = Move;
    type Chance = Deal;
    type View = View;

    fn new(config: &Config) -> Klondike {
        let seen = View {
            config: *config,
            dealt: false,
            stock: Stock::Unseen(0),
            waste: ArrayVec::new(),
            pass: 1,
            foundations: BySuit::default(),
            columns: ByColumn::default(),
            outcome: None,
        };
        Klondike { seen, hidden: Hidden::default() }
    }

    fn seats(&self) -> u8 {
        1
    }

    fn turn(&self) -> Turn {
        self.seen.turn()
    }

    fn draw(&self, source: &mut dyn Source) -> Deal {
        let mut cards = Box::new(PACK);
        shuffle(&mut *cards, source);
        crate::Deal(cards)
    }

    fn deal(&self, cards: [Card; 52]) -> Option<Deal> {
        Some(crate::Deal(Box::new(cards)))
    }

    fn settle(&mut self, deal: Deal) -> Result<(), BadChance> {
        if self.seen.dealt {
            return Err(BadChance::Dealt);
        }
        let bag: Bag = deal.0.iter().copied().collect();
        // Among 52 cards, one is missing if and only if another one occurs twice.
        if let Some(duplicate) = PACK.into_iter().find(|card| bag.count(*card) > 1) {
            return Err(BadChance::Duplicate(duplicate));
        }
        let mut cards = deal.0.iter().copied();
        for column in Column::all() {
            let count = column.number() - 1;
            self.hidden.columns[column] = cards.by_ref().take(usize::from(count)).collect();
            self.seen.columns[column].face_down = count;
            self.seen.columns[column].face_up.extend(cards.next());
        }
        self.hidden.stock = cards.rev().collect();
        self.seen.stock = Stock::Unseen(self.hidden.stock.len() as u8);
        self.seen.dealt = true;
        Ok(())
    }

    fn sight(&self, _seat: Seat) -> &View {
        &self.seen
    }

    fn play(&mut self, seat: Seat, mv: Move) -> Result<(), Refusal> {
        check_only_seat(seat)?;
        self.seen.sight().and_then(|sight| sight.refusal(mv)).map_or(Ok(()), Err)?;
        self.play_unchecked(seat, mv);
        Ok(())
    }

    fn play_unchecked(&mut self, _seat: Seat, mv: Move) {
        match mv {
            Move::Draw => self.draw_cards(),
            Move::Redeal => self.redeal(),
            Move::WasteToColumn { to } => self.seen.columns[to].face_up.extend(self.seen.waste.pop()),
            Move::WasteToFoundation => {
                if let Some(card) = self.seen.waste.pop() {
                    self.seen.foundations[card.suit] += 1;
                }
            }
            Move::ColumnToColumn { from, to, count } => {
                let at = self.seen.columns[from].face_up.len() - usize::from(count);
                let build: ArrayVec<Card, 13> = self.seen.columns[from].face_up.drain(at..).collect();
                self.seen.columns[to].face_up.extend(build);
                self.uncover(from);
            }
            Move::ColumnToFoundation { from } => {
                if let Some(card) = self.seen.columns[from].face_up.pop() {
                    self.seen.foundations[card.suit] += 1;
                }
                self.uncover(from);
            }
            Move::Turn { column } => self.turn_up(column),
            Move::FoundationToColumn { from, to } => {
                let card = self.seen.foundation_top(from);
                self.seen.columns[to].face_up.extend(card);
                self.seen.foundations[from] -= 1;
            }
        }
        self.seen.outcome = self.current_outcome();
    }

    fn undo_refusal(&self, _mv: Move, _after: &Self) -> Option<Refusal> {
        None
    }

    fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        check_only_seat(seat)?;
        if self.seen.outcome.is_some() {
            return Err(Refusal::new(K18, Text::of("the game is over")));
        }
        self.seen.outcome = Some(Outcome { winners: Seats::NONE, ending: Ending::Resigned(seat) });
        Ok(())
    }

    fn end_by_agreement(&mut self) -> Result<(), Refusal> {
        Err(Refusal::new(K18, Text::of("a game for one player can't be ended by agreement: resign instead")))
    }

    fn view(&self, _eye: Eye) -> View {
        self.seen.clone()
    }

    fn public_part(&self) -> impl Serialize {
        &self.seen
    }

    /// A spectator sees what the player sees.
    fn own_part(&self, _eye: Eye) -> impl Serialize {}

    fn outcome(&self) -> Option<Outcome> {
        self.seen.outcome
    }

    fn imagine(view: &View, source: &mut dyn Source) -> Klondike {
        let mut unseen: Vec<Card> = if view.dealt { view.unseen().iter().collect() } else { Vec::new() };
        shuffle(&mut unseen, source);
        Klondike::with_hidden(view, unseen)
    }
}

fn check_only_seat(seat: Seat) -> Result<(), Refusal> {
    match seat {
        Seat::A => Ok(()),
        _ => Err(Refusal::new(
            Rule::new('K', 17),
            Text::with("this is a game for one player: there is no seat {}", [seat.into()]),
        )),
    }
}

const K8: Rule = Rule::new('K', 8);
const K18: Rule = Rule::new('K', 18);

impl Klondike {
    /// All cards of the game, regardless of where they are. Tests count them.
    #[must_use]
    pub fn cards(&self) -> Bag {
        let hidden = self.hidden.columns.0.iter().flatten().chain(&self.hidden.stock);
        self.seen.seen_cards().chain(hidden.copied()).collect()
    }

    /// A game that looks like this and has these hidden cards: those of columns 1 to 7, each from bottom to
    /// top, then the unseen stock, the next card to draw last. They have to be the cards of
    /// [`View::unseen`], in any order.
    #[must_use]
    pub fn with_hidden(view: &View, cards: impl IntoIterator<Item = Card>) -> Klondike {
        let mut cards = cards.into_iter();
        let mut hidden = Hidden::default();
        for (column, pile) in view.columns.iter() {
            hidden.columns[column] = cards.by_ref().take(usize::from(pile.face_down)).collect();
        }
        hidden.stock = cards.take(view.stock.len()).collect();
        Klondike { seen: view.clone(), hidden }
    }

    /// The hidden cards, for callers that may know them, such as a solver.
    #[must_use]
    pub fn hidden_cards(&self) -> HiddenCards {
        HiddenCards {
            columns: self.hidden.columns.clone(),
            stock: self.hidden.stock.iter().rev().copied().collect(),
        }
    }

    fn draw_cards(&mut self) {
        let count = self.seen.stock.len().min(usize::from(self.seen.config.draw()));
        match &mut self.seen.stock {
            Stock::Unseen(left) => {
                *left -= count as u8;
                let rest = self.hidden.stock.len() - count;
                self.seen.waste.extend(self.hidden.stock.drain(rest..).rev());
            }
            Stock::Seen(cards) => {
                let rest = cards.len() - count;
                self.seen.waste.extend(cards.drain(rest..).rev());
            }
        }
    }

    fn redeal(&mut self) {
        self.seen.stock = Stock::Seen(self.seen.waste.drain(..).rev().collect());
        // With unlimited passes the counter may reach its maximum and stay there.
        self.seen.pass = self.seen.pass.saturating_add(1);
    }

    fn uncover(&mut self, column: Column) {
        if self.seen.config.turn() == Turning::AtOnce && self.seen.columns[column].has_face_down_top() {
            self.turn_up(column);
        }
    }

    fn turn_up(&mut self, column: Column) {
        let pile = &mut self.seen.columns[column];
        pile.face_down -= 1;
        pile.face_up.extend(self.hidden.columns[column].pop());
    }

    /// The outcome: a win (K8), or a loss if there is no legal move at all (K18).
    fn current_outcome(&self) -> Option<Outcome> {
        let full = Rank::King.number();
        if Suit::ALL.into_iter().all(|suit| self.seen.foundations[suit] == full) {
            return Some(Outcome::by_rule(Seat::A.into(), K8));
        }
        if !self.seen.stock.is_empty() || (!self.seen.waste.is_empty() && self.seen.has_pass_left()) {
            return None;
        }
        let mut moves = Vec::new();
        (&self.seen).legal_into(&mut moves);
        moves.is_empty().then_some(Outcome::by_rule(Seats::NONE, K18))
    }
}
