//! The search of one turn.
//!
//! A turn is a puzzle with full information until a hidden card appears: one is turned up or drawn.
//! The search lists all plans up to that point, merges those that reach the same state, and
//! evaluates where each of them ends.

use super::observation::{Observation, PlanStep, UNKNOWN, sort3};
use super::world::{NONE, PlayFrom};

/// The value of a won game. It is larger than any evaluation.
pub(super) const WON: i32 = 1 << 28;

/// Evaluates how good a state is for the player who reaches it.
///
/// The evaluation is split into terms, so that plans that have terms in common compute them once.
pub(super) trait Evaluator {
    /// The terms that all plans of a turn have in common.
    type TurnTerms;
    /// The terms that all ways to end a turn in the same state have in common.
    type BoardTerms;

    fn turn_terms(&self, observation: &Observation) -> Self::TurnTerms;

    fn board_terms(
        &self,
        turn_terms: &Self::TurnTerms,
        observation: &Observation,
        state: &TurnState,
    ) -> Self::BoardTerms;

    fn evaluate(&self, board_terms: &Self::BoardTerms, observation: &Observation, state: &TurnState) -> i32;

    /// Evaluates a state on its own.
    fn value(&self, observation: &Observation, state: &TurnState) -> i32 {
        self.evaluate(
            &self.board_terms(&self.turn_terms(observation), observation, state),
            observation,
            state,
        )
    }
}

/// A state within a turn, or at its end, as the player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TurnState {
    pub(super) tops: [u8; 3],
    /// In descending order, padded with 0.
    pub(super) hand: [u8; 4],
    /// The top of the reserve, or [`UNKNOWN`] if it is about to be turned up.
    pub(super) reserve: u8,
    pub(super) reserve_len: u8,
    /// The top of the discard and the card under it.
    pub(super) discard: [u8; 2],
    pub(super) discard_len: u8,
    /// The seat from whose discard the plan takes a card, or [`NONE`].
    pub(super) theft: u8,
    /// How many cards of the player's own discard were played.
    popped: u8,
    /// Whether the turn continues, with a new card that is not known yet.
    pub(super) open: bool,
}

/// A sequence of steps up to the end of the turn or to a hidden card.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The evaluation of `state`.
    pub(super) value: i32,
    /// The state that the plan leads to.
    pub(super) state: TurnState,
    last: PlanStep,
    node: u16,
}

/// The search of a turn. It reuses its buffers for the next search and keeps nothing else.
pub(super) struct Search {
    nodes: Vec<Node>,
    keys: Vec<u64>,
    plans: Vec<Plan>,
    /// The maximum number of nodes of one search.
    max_nodes: usize,
    /// How many nodes all further searches may have together.
    nodes_left: u64,
}

#[derive(Clone, Copy)]
struct Node {
    state: TurnState,
    parent: u16,
    depth: u8,
    step: PlanStep,
}

impl Search {
    pub(super) const fn new(max_nodes: usize) -> Search {
        Search { nodes: Vec::new(), keys: Vec::new(), plans: Vec::new(), max_nodes, nodes_left: u64::MAX }
    }

    /// Limits how many nodes all further searches may have together.
    pub(super) const fn set_nodes_left(&mut self, nodes: u64) {
        self.nodes_left = nodes;
    }

    pub(super) const fn nodes_left(&self) -> u64 {
        self.nodes_left
    }

    /// Finds all plans that lead to different states. There is at least one unless the node budget
    /// is used up.
    pub(super) fn run(&mut self, observation: &Observation, evaluator: &impl Evaluator) -> &[Plan] {
        let turn = &TurnEvaluator { observation, turn_terms: evaluator.turn_terms(observation), evaluator };
        self.nodes.clear();
        self.keys.clear();
        self.plans.clear();
        let root = TurnState {
            tops: observation.tops,
            hand: observation.hand,
            reserve: observation.reserve,
            reserve_len: observation.reserve_len,
            discard: [observation.discard_at(0), observation.discard_at(1)],
            discard_len: observation.discard_len,
            theft: NONE,
            popped: 0,
            open: true,
        };
        self.add_node(Node { state: root, parent: 0, depth: 0, step: PlanStep::End });
        let mut next = 0;
        while next < self.nodes.len() {
            self.expand(turn, next);
            next += 1;
        }
        &self.plans
    }

    /// The best plan of the last search; of equal ones, the first.
    pub(super) fn best(&self) -> Option<&Plan> {
        self.plans.iter().reduce(|best, plan| if plan.value > best.value { plan } else { best })
    }

    /// Writes the steps of a plan of the last search to `steps`.
    pub(super) fn steps(&self, plan: &Plan, steps: &mut Vec<PlanStep>) {
        steps.clear();
        steps.push(plan.last);
        let mut at = plan.node;
        while at != 0 {
            let node = &self.nodes[usize::from(at)];
            steps.push(node.step);
            at = node.parent;
        }
        steps.reverse();
    }

    /// Adds a node unless its state is known or a limit is reached.
    fn add_node(&mut self, node: Node) {
        let key = node.state.key();
        if self.nodes.len() < self.max_nodes && self.nodes_left > 0 && !self.keys.contains(&key) {
            self.nodes_left -= 1;
            self.keys.push(key);
            self.nodes.push(node);
        }
    }

    fn expand(&mut self, turn: &TurnEvaluator<'_, impl Evaluator>, index: usize) {
        let observation = turn.observation;
        let Node { state: start, depth, .. } = self.nodes[index];
        if depth < observation.plays_left {
            let mut last = 0;
            for place in 0..4 {
                let card = start.hand[place];
                if card == 0 || card == last {
                    continue;
                }
                last = card;
                self.add_plays(turn, index, PlayFrom::Hand(card), card, |state| state.drop_hand(place));
            }
            if start.reserve != 0 {
                self.add_plays(turn, index, PlayFrom::Reserve, start.reserve, |state| {
                    state.reserve_len -= 1;
                    state.reserve = if state.reserve_len == 0 { 0 } else { UNKNOWN };
                });
            }
            if start.discard[0] != 0 {
                self.add_plays(turn, index, PlayFrom::Discard, start.discard[0], |state| {
                    state.popped += 1;
                    state.discard_len -= 1;
                    state.discard = [state.discard[1], observation.discard_at(state.popped + 1)];
                });
            }
            if observation.theft && start.theft == NONE {
                for opponent in observation.opponents().iter().filter(|opponent| opponent.discard != 0) {
                    let from = PlayFrom::DiscardOf(opponent.seat);
                    self.add_plays(turn, index, from, opponent.discard, |state| state.theft = opponent.seat);
                }
            }
        }
        let end = TurnState { open: false, ..start };
        let board_terms = turn.board_terms(&end);
        if start.hand[0] == 0 {
            self.add_plan(turn, &board_terms, index, PlanStep::End, end);
        }
        let mut last = 0;
        for place in 0..4 {
            let card = start.hand[place];
            if card == 0 || card == last {
                continue;
            }
            last = card;
            let mut state = end;
            state.drop_hand(place);
            state.discard = [card, start.discard[0]];
            state.discard_len += 1;
            self.add_plan(turn, &board_terms, index, PlanStep::Discard(card), state);
        }
    }

    /// Adds the plays of a card on each top where it fits.
    fn add_plays(
        &mut self,
        turn: &TurnEvaluator<'_, impl Evaluator>,
        index: usize,
        from: PlayFrom,
        card: u8,
        change: impl Fn(&mut TurnState),
    ) {
        let observation = turn.observation;
        let Node { state: start, depth, .. } = self.nodes[index];
        let mut last = 0;
        for place in 0..3 {
            let top = start.tops[place];
            if top == last || !observation.fits(card, top) {
                continue;
            }
            last = top;
            let mut state = start;
            state.tops[place] = card;
            sort3(&mut state.tops);
            change(&mut state);
            let step = PlanStep::Play(from, top);
            let over = state.reserve_len + state.discard_len == 0
                || state.theft != start.theft && gives_win(observation, &state);
            // A hidden card appears: one is turned up, a hand is drawn, or cards are dealt onto
            // three aces.
            let reveals = state.reserve == UNKNOWN
                || state.discard[0] == UNKNOWN
                || state.hand[0] == 0
                || state.tops == [1, 1, 1];
            if over || reveals {
                self.add_plan(turn, &turn.board_terms(&state), index, step, state);
            } else {
                self.add_node(Node { state, parent: index as u16, depth: depth + 1, step });
            }
        }
    }

    fn add_plan<J: Evaluator>(
        &mut self,
        turn: &TurnEvaluator<'_, J>,
        board_terms: &J::BoardTerms,
        node: usize,
        last: PlanStep,
        state: TurnState,
    ) {
        let value = if state.reserve_len + state.discard_len == 0 {
            WON
        } else if gives_win(turn.observation, &state) {
            -WON
        } else {
            turn.evaluator.evaluate(board_terms, turn.observation, &state)
        };
        self.plans.push(Plan { value, state, last, node: node as u16 });
    }
}

/// An evaluator, with the observation of the turn and the terms that all of its plans have in
/// common.
struct TurnEvaluator<'a, J: Evaluator> {
    observation: &'a Observation,
    turn_terms: J::TurnTerms,
    evaluator: &'a J,
}

impl<J: Evaluator> TurnEvaluator<'_, J> {
    #[inline]
    fn board_terms(&self, state: &TurnState) -> J::BoardTerms {
        self.evaluator.board_terms(&self.turn_terms, self.observation, state)
    }
}

/// Whether the card that was taken from another player's discard was their last one (V11).
fn gives_win(observation: &Observation, state: &TurnState) -> bool {
    let last =
        |seat| observation.opponents().iter().any(|opponent| opponent.seat == seat && opponent.left() == 1);
    state.theft != NONE && last(state.theft)
}

impl TurnState {
    fn drop_hand(&mut self, place: usize) {
        self.hand.copy_within(place + 1.., place);
        self.hand[3] = 0;
    }

    /// The same key for states in which the same plays are possible.
    fn key(&self) -> u64 {
        let ranks = self.tops.iter().chain(&self.hand).fold(0, |key, rank| key << 4 | u64::from(*rank));
        ranks << 24 | u64::from(self.popped) << 16 | u64::from(self.theft) << 8 | u64::from(self.reserve)
    }
}
