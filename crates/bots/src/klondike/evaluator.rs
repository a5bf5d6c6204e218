use std::collections::HashMap;

use cards::Source;
use games::klondike::{Klondike, Move, Stock, View};
use solver::{Opening, SearchLimits, Solver, UnknownReason};
use table::{Game, Seat};

use super::position_key::PositionKey;
use super::worlds::Worlds;
use super::{Candidate, Evaluation, PlayerBudget};
use crate::random_stream;

/// Evaluates a position from what can be seen. It is refined step by step, and can be asked at any time.
///
/// A step imagines some worlds. The solver, which sees all cards of a world, finds a line that wins it; up to
/// the first card that it reveals, that line is a candidate. Then all candidates race: each is tried in the
/// same worlds, and the solver finds out whether the world can still be won after it. A candidate that falls
/// clearly behind is dropped.
pub struct Evaluator {
    view: View,
    budget: PlayerBudget,
    worlds: Worlds,
    /// The worlds that are not lost from the start. In the others all candidates are equal.
    open_worlds: Vec<OpenWorld>,
    racers: Vec<Racer>,
    by_key: HashMap<PositionKey, usize>,
    /// What is known so far, without the candidates.
    evaluation: Evaluation,
    has_listed: bool,
}

struct OpenWorld {
    game: Klondike,
    /// The candidate that the solver's line begins with.
    winner: Option<usize>,
    /// How many worlds had been imagined before this one.
    before: u32,
}

/// A candidate in the race.
struct Racer {
    moves: Vec<Move>,
    /// How many worlds suggested it.
    suggested: u32,
    /// Its value in each open world, from the first.
    values: Vec<f32>,
    /// Its values in the worlds of [`Evaluator::look_further`].
    nested: Vec<f32>,
    is_racing: bool,
}

impl Racer {
    /// What candidates are ordered by.
    fn score(&self) -> (f32, f32, u32) {
        (self.nested.iter().sum(), self.values.iter().sum(), self.suggested)
    }
}

fn by_score(one: &Racer, other: &Racer) -> std::cmp::Ordering {
    let ((nested, sum, suggested), than) = (one.score(), other.score());
    nested.total_cmp(&than.0).then(sum.total_cmp(&than.1)).then(suggested.cmp(&than.2))
}

/// How many worlds are imagined before the candidates race.
const FIRST_BATCH: u32 = 8;

/// How many worlds are imagined at most before the candidates race again.
const MAX_BATCH: u32 = 64;

/// How many worlds have to agree before a single candidate is taken without the others.
const MIN_WORLDS: u32 = 64;

/// The memory of each search in bytes. The limit of nodes is reached long before.
const MEMORY: usize = 256 << 20;

/// A candidate is dropped if it is behind the best one by more than this many standard deviations.
const MAX_DEVIATIONS: f32 = 2.0;

impl Evaluator {
    /// An evaluator of a position in which it is the player's turn.
    #[must_use]
    pub fn new(view: &View, budget: PlayerBudget) -> Evaluator {
        Evaluator {
            view: view.clone(),
            budget,
            worlds: Worlds::new(view),
            open_worlds: Vec::new(),
            racers: Vec::new(),
            by_key: HashMap::new(),
            evaluation: Evaluation::default(),
            has_listed: false,
        }
    }

    /// Imagines more worlds, and lets the candidates race in them. Returns whether there is more to do. Once
    /// `stop` returns `true`, it does nothing more.
    pub fn refine(&mut self, source: &mut dyn Source, stop: &mut dyn FnMut() -> bool) -> bool {
        let left = self.target().saturating_sub(self.evaluation.worlds);
        for _ in 0..left.min(self.evaluation.worlds.clamp(FIRST_BATCH, MAX_BATCH)) {
            if self.is_finished() {
                return false;
            }
            self.imagine(source, stop);
        }
        self.list_candidates();
        self.race(stop);
        let is_decided = self.racing().len() == 1 && self.evaluation.worlds >= MIN_WORLDS;
        if !self.is_finished() && !is_decided && self.evaluation.worlds < self.target() {
            return true;
        }
        self.look_further(source, stop);
        false
    }

    /// What is known so far.
    #[must_use]
    pub fn evaluation(&self) -> Evaluation {
        let mut order: Vec<&Racer> = self.racers.iter().collect();
        order.sort_by(|one, other| other.is_racing.cmp(&one.is_racing).then(by_score(other, one)));
        let candidate = |racer: &Racer| {
            // Up to the first open world in which it was not tried.
            let untried = self.open_worlds.get(racer.values.len());
            Candidate {
                moves: racer.moves.clone(),
                wins: f64::from(racer.values.iter().sum::<f32>()),
                worlds: untried.map_or(self.evaluation.worlds, |world| world.before),
            }
        };
        let candidates = order.into_iter().map(candidate).collect();
        Evaluation { candidates, ..self.evaluation.clone() }
    }

    /// How many worlds to imagine.
    fn target(&self) -> u32 {
        let wanted = self.budget.worlds * if self.racers.is_empty() { 4 } else { 1 };
        self.worlds.listed().map_or(wanted, |all| all.min(wanted))
    }

    fn is_finished(&self) -> bool {
        self.evaluation.was_stopped || self.evaluation.nodes >= self.budget.nodes
    }

    /// The candidates that have not been dropped.
    fn racing(&self) -> Vec<usize> {
        (0..self.racers.len()).filter(|at| self.racers[*at].is_racing).collect()
    }

    /// Whether the player knows where every card is.
    fn knows_all(&self) -> bool {
        self.worlds.unseen() <= 1
    }

    /// Solves a game within the budget. The moves of the line end when they reveal a card; without
    /// `with_moves`, there are none.
    fn solve(
        &mut self,
        game: &Klondike,
        with_moves: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Vec<Move>>, UnknownReason> {
        let left = self.budget.nodes.saturating_sub(self.evaluation.nodes);
        let knows_all = self.knows_all();
        let nodes = if knows_all { left } else { left.min(self.budget.nodes_per_world) };
        let solver = Solver { limits: SearchLimits { nodes, bytes: MEMORY }, ..Solver::default() };
        let before = hidden_count(&self.view);
        let mut is_enough = |view: &View| !with_moves || (!knows_all && hidden_count(view) < before);
        let mut keep_going = |_: &_| {
            self.evaluation.was_stopped |= stop();
            !self.evaluation.was_stopped
        };
        let Opening { moves, nodes } = solver.solve_opening(game, &mut is_enough, &mut keep_going);
        self.evaluation.nodes += nodes;
        moves
    }

    /// Imagines one more world, and solves it from the start.
    fn imagine(&mut self, source: &mut dyn Source, stop: &mut dyn FnMut() -> bool) {
        // The solver asks only in long searches.
        if stop() {
            self.evaluation.was_stopped = true;
            return;
        }
        let game = self.worlds.next(&self.view, source);
        let solved = self.solve(&game, true, stop);
        let before = self.evaluation.worlds;
        self.evaluation.worlds += 1;
        self.evaluation.is_exact = self.worlds.listed() == Some(self.evaluation.worlds);
        let winner = match solved {
            Ok(None) => return,
            Ok(Some(moves)) => {
                self.evaluation.winnable += 1;
                let winner = self.add_candidate(&game, moves);
                self.racers[winner].suggested += 1;
                Some(winner)
            }
            Err(_) => {
                self.evaluation.unknown += 1;
                None
            }
        };
        self.open_worlds.push(OpenWorld { game, winner, before });
    }

    /// Adds a candidate, unless there is one that leads to the same position.
    fn add_candidate(&mut self, game: &Klondike, moves: Vec<Move>) -> usize {
        let mut after = game.clone();
        moves.iter().for_each(|mv| after.play_unchecked(Seat::A, *mv));
        let key = PositionKey::new(&self.view, after.sight(Seat::A));
        let next = self.racers.len();
        let at = *self.by_key.entry(key).or_insert(next);
        if at == next {
            let (values, nested) = (Vec::new(), Vec::new());
            self.racers.push(Racer { moves, suggested: 0, values, nested, is_racing: true });
        }
        at
    }

    /// Adds the candidates that are a few steps away, as soon as some world can be won.
    fn list_candidates(&mut self) {
        let knows_stock = matches!(self.view.stock, Stock::Unseen(0) | Stock::Seen(_));
        if self.has_listed || self.budget.listed_positions == 0 || self.knows_all() || !knows_stock {
            return;
        }
        let Some(world) = self.open_worlds.iter().find(|world| world.winner.is_some()) else { return };
        self.has_listed = true;
        let game = world.game.clone();
        for moves in Solver::default().lines_to_reveals(&game, self.budget.listed_positions) {
            self.add_candidate(&game, moves);
        }
    }

    /// Tries the candidates in the open worlds, in steps of twice as many, and drops those that fall behind.
    fn race(&mut self, stop: &mut dyn FnMut() -> bool) {
        let mut until = FIRST_BATCH as usize;
        loop {
            let end = until.min(self.open_worlds.len());
            for at in self.racing() {
                while self.racers[at].values.len() < end {
                    let Some(value) = self.value(at, self.racers[at].values.len(), stop) else { return };
                    self.racers[at].values.push(value);
                }
            }
            self.drop_those_behind(self.racing(), |racer| &racer.values);
            if end == self.open_worlds.len() {
                return;
            }
            until *= 2;
        }
    }

    /// What a candidate is worth in an open world; `None` when the budget is used up.
    fn value(&mut self, at: usize, world: usize, stop: &mut dyn FnMut() -> bool) -> Option<f32> {
        if self.open_worlds[world].winner == Some(at) {
            return Some(1.0);
        }
        if self.is_finished() {
            return None;
        }
        let game = self.after(at, &self.open_worlds[world].game);
        match self.solve(&game, false, stop) {
            Ok(Some(_)) => Some(1.0),
            Ok(None) => Some(0.0),
            Err(UnknownReason::Stopped) => None,
            Err(_) => Some(self.budget.unknown_value),
        }
    }

    /// A world after a candidate was played in it.
    fn after(&self, at: usize, world: &Klondike) -> Klondike {
        let mut game = world.clone();
        self.racers[at].moves.iter().for_each(|mv| game.play_unchecked(Seat::A, *mv));
        game
    }

    /// Drops the candidates that are clearly behind the best one, world by world, and those that were equal
    /// to it in many worlds.
    fn drop_those_behind(&mut self, racing: Vec<usize>, values: impl Fn(&Racer) -> &Vec<f32>) {
        let leader = racing.iter().max_by(|one, other| by_score(&self.racers[**one], &self.racers[**other]));
        let Some(leader) = leader.copied() else { return };
        let best = values(&self.racers[leader]).clone();
        for at in racing.into_iter().filter(|at| *at != leader) {
            let gaps = values(&self.racers[at]).iter().zip(&best).map(|(own, best)| best - own);
            let (behind, squares) =
                gaps.fold((0.0_f32, 0.0_f32), |(sum, squares), gap| (sum + gap, squares + gap * gap));
            let is_equal = squares == 0.0 && best.len() >= MIN_WORLDS as usize;
            self.racers[at].is_racing = !is_equal && behind <= MAX_DEVIATIONS * squares.sqrt();
        }
    }

    /// Lets the candidates that are left race once more. In each world the player decides again after the
    /// first card, from what can be seen then. So a candidate gets no credit for wins that need different
    /// moves in worlds which still look the same.
    fn look_further(&mut self, source: &mut dyn Source, stop: &mut dyn FnMut() -> bool) {
        if self.budget.nested_worlds == 0 || self.worlds.unseen() <= 2 {
            return;
        }
        let mut racing = self.racing();
        racing.sort_by(|one, other| by_score(&self.racers[*other], &self.racers[*one]));
        for at in racing.drain(self.budget.nested_candidates.min(racing.len())..) {
            self.racers[at].is_racing = false;
        }
        // In one rotation each card comes up once.
        let mut worlds = Worlds::new(&self.view);
        for round in 1..=worlds.listed().unwrap_or(worlds.unseen() as u32) {
            let racing = self.racing();
            if racing.len() <= 1 || self.is_finished() {
                return;
            }
            let world = worlds.next(&self.view, source);
            let seed = u64::from(source.next()) << 32 | u64::from(source.next());
            for at in &racing {
                let value = self.nested_value(&self.after(*at, &world), seed, stop);
                self.racers[*at].nested.push(value);
            }
            if round >= 6 && round % 3 == 0 && !self.is_finished() {
                self.drop_those_behind(racing, |racer| &racer.nested);
            }
        }
    }

    /// The share of worlds that the best candidate wins, in a game of which only the view is used.
    fn nested_value(&mut self, game: &Klondike, seed: u64, stop: &mut dyn FnMut() -> bool) -> f32 {
        if let Some(outcome) = game.outcome() {
            return f32::from(u8::from(!outcome.winners.is_empty()));
        }
        let budget = PlayerBudget {
            worlds: self.budget.nested_worlds,
            nodes: self.budget.nodes.saturating_sub(self.evaluation.nodes),
            listed_positions: 0,
            nested_worlds: 0,
            ..self.budget
        };
        let mut evaluator = Evaluator::new(game.sight(Seat::A), budget);
        // The same numbers for each candidate.
        let mut source = random_stream(seed, Seat::A);
        while evaluator.refine(&mut source, stop) {}
        let evaluation = evaluator.evaluation();
        self.evaluation.nodes += evaluation.nodes;
        self.evaluation.was_stopped |= evaluation.was_stopped;
        evaluation.best().map_or(0.0, |best| best.share() as f32)
    }
}

/// How many cards the player has not seen.
fn hidden_count(view: &View) -> usize {
    let columns: usize = view.columns.0.iter().map(|pile| usize::from(pile.face_down)).sum();
    match view.stock {
        Stock::Unseen(count) => columns + usize::from(count),
        Stock::Seen(_) => columns,
    }
}
