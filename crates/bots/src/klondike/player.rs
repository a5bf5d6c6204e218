use cards::Source;
use games::klondike::{Klondike, Move, Stock, View};
use table::{Game, Seat, Turn, View as _};

use super::{Evaluation, Evaluator, KlondikeBot, PlayerBudget};
use crate::Bot;

/// A player that knows what a person knows, and imagines the rest.
///
/// It decides only when a new card has been seen, and then plays the line that it has chosen until the next
/// one. Its moves depend on the views that it was given, its random numbers and its budget, and on nothing
/// else.
pub struct KlondikePlayer {
    budget: PlayerBudget,
    /// The rest of the chosen line, in reverse: each move with the view that it was chosen for.
    plan: Vec<(View, Move)>,
    last: Option<Evaluation>,
    nodes: u64,
}

impl KlondikePlayer {
    /// A player with this budget for each decision.
    #[must_use]
    pub fn new(budget: PlayerBudget) -> KlondikePlayer {
        KlondikePlayer { budget, plan: Vec::new(), last: None, nodes: 0 }
    }

    /// What it thought at its last decision.
    #[must_use]
    pub fn last_evaluation(&self) -> Option<&Evaluation> {
        self.last.as_ref()
    }

    /// Whether it found no way to win at its last decision. It still gives moves, but they lead nowhere.
    #[must_use]
    pub fn has_given_up(&self) -> bool {
        self.last.as_ref().is_some_and(Evaluation::is_hopeless)
    }

    /// How many positions its solver has visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn decide(
        &mut self,
        view: &View,
        source: &mut dyn Source,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Move> {
        let mut evaluator = Evaluator::new(view, self.budget);
        while evaluator.refine(source, stop) {}
        let evaluation = evaluator.evaluation();
        self.nodes += evaluation.nodes;
        let line = evaluation.best().map(|best| best.moves.clone());
        self.last = Some(evaluation);
        // Until the last move of the line reveals a card, the views are the same in all worlds.
        let mut game = Klondike::with_hidden(view, view.unseen().iter());
        for mv in line? {
            self.plan.push((game.sight(Seat::A).clone(), mv));
            game.play(Seat::A, mv).ok()?;
        }
        self.plan.reverse();
        self.plan.pop().map(|(_, mv)| mv)
    }
}

impl Bot<Klondike> for KlondikePlayer {
    fn choose(
        &mut self,
        view: &View,
        source: &mut dyn Source,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Move> {
        if view.turn() != Turn::Seat(Seat::A) {
            return None;
        }
        if self.budget.worlds == 0 {
            return KlondikeBot::pick(view);
        }
        match self.plan.pop() {
            Some((planned_for, mv)) if planned_for == *view => return Some(mv),
            _ => self.plan.clear(),
        }
        obvious_move(view).or_else(|| self.decide(view, source, stop)).or_else(|| KlondikeBot::pick(view))
    }
}

/// A move that is right in every world: it turns up a card, goes on with a certain win, sends a card up that
/// no column can need, or looks at the stock where that is free.
fn obvious_move(view: &View) -> Option<Move> {
    let turn_up = view.turn_for_me();
    turn_up.or_else(|| view.finish_move()).or_else(|| view.safe_move()).or_else(|| look_at_stock(view))
}

/// Draws through the unseen stock once. With unlimited passes that leads back to the same position, unless
/// the waste has a number of cards that drawing from the start would not give.
fn look_at_stock(view: &View) -> Option<Move> {
    let Stock::Unseen(left) = view.stock else { return None };
    if view.config.passes().is_some() {
        return None;
    }
    match left {
        0 => (!view.waste.is_empty()).then_some(Move::Redeal),
        _ => view.waste.len().is_multiple_of(view.config.draw().into()).then_some(Move::Draw),
    }
}
