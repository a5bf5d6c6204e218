use super::desk::{Desk, Step, UNKNOWN, sort3};
use super::world::{From, NONE};

/// A value that is better than any other: the game is won.
pub(super) const WON: i32 = 1 << 28;

/// Says how good it is for a player to come to such a position.
pub(super) trait Judge {
    /// What is the same for all plans of a turn.
    type Ground;
    /// What is the same for all ways to end a turn from the same position.
    type Part;

    fn ground(&self, desk: &Desk) -> Self::Ground;

    fn part(&self, ground: &Self::Ground, desk: &Desk, after: &After) -> Self::Part;

    fn judge(&self, part: &Self::Part, desk: &Desk, after: &After) -> i32;

    /// All at once.
    fn value(&self, desk: &Desk, after: &After) -> i32 {
        self.judge(&self.part(&self.ground(desk), desk, after), desk, after)
    }
}

/// How a turn can go on until something hidden appears or the turn ends, as the player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct After {
    pub(super) tops: [u8; 3],
    /// In order, the highest first.
    pub(super) hand: [u8; 4],
    /// The top of the reserve; [`UNKNOWN`] if it is to be turned up.
    pub(super) reserve: u8,
    pub(super) reserve_len: u8,
    /// The top of the discard and the card under it.
    pub(super) discard: [u8; 2],
    pub(super) discard_len: u8,
    /// Whose discard a card was taken from, if from any in this plan.
    pub(super) theft: u8,
    /// How many cards of the own discard were played.
    popped: u8,
    /// Whether the turn goes on with what appears.
    pub(super) open: bool,
}

/// A way to go on: its steps lead to what it is worth.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) value: i32,
    pub(super) after: After,
    last: Step,
    node: u16,
}

/// The search of a turn. It keeps its memory for the next one, and nothing else.
pub(super) struct Search {
    nodes: Vec<Node>,
    keys: Vec<u64>,
    plans: Vec<Plan>,
    /// The most nodes of one search.
    most: usize,
    /// The most nodes of all searches from now on.
    left: u64,
}

#[derive(Clone, Copy)]
struct Node {
    at: After,
    parent: u16,
    depth: u8,
    step: Step,
}

impl Search {
    /// Searches of at most so many nodes each.
    pub(super) const fn new(most: usize) -> Search {
        Search { nodes: Vec::new(), keys: Vec::new(), plans: Vec::new(), most, left: u64::MAX }
    }

    /// Lets all searches from now on have so many nodes together.
    pub(super) const fn allow(&mut self, nodes: u64) {
        self.left = nodes;
    }

    /// How many nodes they may still have.
    pub(super) const fn left(&self) -> u64 {
        self.left
    }

    /// Finds all plans, which are different in what they come to. There is always one, if there is a node left to search.
    pub(super) fn run(&mut self, desk: &Desk, judge: &impl Judge) -> &[Plan] {
        let eyes = &Eyes { desk, ground: judge.ground(desk), judge };
        self.nodes.clear();
        self.keys.clear();
        self.plans.clear();
        let root = After {
            tops: desk.tops,
            hand: desk.hand,
            reserve: desk.reserve,
            reserve_len: desk.reserve_len,
            discard: [desk.discarded(0), desk.discarded(1)],
            discard_len: desk.discard_len,
            theft: NONE,
            popped: 0,
            open: true,
        };
        self.enter(Node { at: root, parent: 0, depth: 0, step: Step::End });
        let mut next = 0;
        while next < self.nodes.len() {
            self.expand(eyes, next);
            next += 1;
        }
        &self.plans
    }

    /// The best plan of the last search, the first of equals.
    pub(super) fn best(&self) -> Option<&Plan> {
        self.plans.iter().reduce(|best, plan| if plan.value > best.value { plan } else { best })
    }

    /// The steps of a plan of the last search, into a buffer that is cleared first.
    pub(super) fn steps(&self, plan: &Plan, steps: &mut Vec<Step>) {
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

    fn enter(&mut self, node: Node) {
        let key = node.at.key();
        if self.nodes.len() < self.most && self.left > 0 && !self.keys.contains(&key) {
            self.left -= 1;
            self.keys.push(key);
            self.nodes.push(node);
        }
    }

    fn expand(&mut self, eyes: &Eyes<'_, impl Judge>, index: usize) {
        let desk = eyes.desk;
        let Node { at, depth, .. } = self.nodes[index];
        if depth < desk.plays_left {
            let mut last = 0;
            for place in 0..4 {
                let card = at.hand[place];
                if card == 0 || card == last {
                    continue;
                }
                last = card;
                self.play(eyes, index, From::Hand(card), card, |after| after.drop_hand(place));
            }
            if at.reserve != 0 {
                self.play(eyes, index, From::Reserve, at.reserve, |after| {
                    after.reserve_len -= 1;
                    after.reserve = if after.reserve_len == 0 { 0 } else { UNKNOWN };
                });
            }
            if at.discard[0] != 0 {
                self.play(eyes, index, From::Discard, at.discard[0], |after| {
                    after.popped += 1;
                    after.discard_len -= 1;
                    after.discard = [after.discard[1], desk.discarded(after.popped + 1)];
                });
            }
            if desk.theft && at.theft == NONE {
                for other in desk.others().iter().filter(|other| other.discard != 0) {
                    let from = From::DiscardOf(other.seat);
                    self.play(eyes, index, from, other.discard, |after| after.theft = other.seat);
                }
            }
        }
        let end = After { open: false, ..at };
        let part = eyes.part(&end);
        if at.hand[0] == 0 {
            self.plan(eyes, &part, index, Step::End, end);
        }
        let mut last = 0;
        for place in 0..4 {
            let card = at.hand[place];
            if card == 0 || card == last {
                continue;
            }
            last = card;
            let mut after = end;
            after.drop_hand(place);
            after.discard = [card, at.discard[0]];
            after.discard_len += 1;
            self.plan(eyes, &part, index, Step::Discard(card), after);
        }
    }

    /// Plays a card on each top where it goes.
    fn play(
        &mut self,
        eyes: &Eyes<'_, impl Judge>,
        index: usize,
        from: From,
        card: u8,
        change: impl Fn(&mut After),
    ) {
        let desk = eyes.desk;
        let Node { at, depth, .. } = self.nodes[index];
        let mut last = 0;
        for place in 0..3 {
            let top = at.tops[place];
            if top == last || !desk.fits(card, top) {
                continue;
            }
            last = top;
            let mut after = at;
            after.tops[place] = card;
            sort3(&mut after.tops);
            change(&mut after);
            let step = Step::Play(from, top);
            let over = after.reserve_len + after.discard_len == 0
                || after.theft != at.theft && gives_win(desk, &after);
            // Something hidden appears: a card is turned up, a hand is drawn, or cards come onto three aces.
            let shows = after.reserve == UNKNOWN
                || after.discard[0] == UNKNOWN
                || after.hand[0] == 0
                || after.tops == [1, 1, 1];
            if over || shows {
                self.plan(eyes, &eyes.part(&after), index, step, after);
            } else {
                self.enter(Node { at: after, parent: index as u16, depth: depth + 1, step });
            }
        }
    }

    fn plan<J: Judge>(&mut self, eyes: &Eyes<'_, J>, part: &J::Part, node: usize, last: Step, after: After) {
        let value = if after.reserve_len + after.discard_len == 0 {
            WON
        } else if gives_win(eyes.desk, &after) {
            -WON
        } else {
            eyes.judge.judge(part, eyes.desk, &after)
        };
        self.plans.push(Plan { value, after, last, node: node as u16 });
    }
}

/// Who looks at a turn: what is seen, and by whom it is judged.
struct Eyes<'a, J: Judge> {
    desk: &'a Desk,
    ground: J::Ground,
    judge: &'a J,
}

impl<J: Judge> Eyes<'_, J> {
    #[inline]
    fn part(&self, after: &After) -> J::Part {
        self.judge.part(&self.ground, self.desk, after)
    }
}

/// Whether the card that was taken from another's discard was their last (V11).
fn gives_win(desk: &Desk, after: &After) -> bool {
    let last = |seat| {
        desk.others().iter().any(|other| other.seat == seat && other.reserve_len + other.discard_len == 1)
    };
    after.theft != NONE && last(after.theft)
}

impl After {
    fn drop_hand(&mut self, place: usize) {
        self.hand.copy_within(place + 1.., place);
        self.hand[3] = 0;
    }

    /// The same for positions in which the same can be done.
    fn key(&self) -> u64 {
        let ranks = self.tops.iter().chain(&self.hand).fold(0, |key, rank| key << 4 | u64::from(*rank));
        ranks << 24 | u64::from(self.popped) << 16 | u64::from(self.theft) << 8 | u64::from(self.reserve)
    }
}
