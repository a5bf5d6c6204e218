use std::cell::RefCell;

use games::klondike::{Klondike, Moves};

use crate::act::Act;
use crate::builds::Builds;
use crate::control::Control;
use crate::ground::Ground;
use crate::judge::Judge;
use crate::line::line;
use crate::loose::Board;
use crate::one_card::OneCard;
use crate::reach::{Drawn, Reach};
use crate::search::search;
use crate::{Answer, BadPosition, Limits, Position, Progress, Pruning, Unknown, Verdict};

/// A solver: what it may use, and by which rules it searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Solver {
    /// What a search may use.
    pub limits: Limits,
    /// Which rules cut the search down: all, except in tests.
    pub pruning: Pruning,
}

/// Why a position is not decided.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Undecided {
    /// No game comes to it.
    #[error(transparent)]
    Bad(#[from] BadPosition),
    /// A limit was reached.
    #[error(transparent)]
    Unknown(#[from] Unknown),
}

impl Solver {
    /// Whether the game can be won from here, with all cards known. `go_on` is called every few hundred states; when it says
    /// `false`, the search stops.
    pub fn solve(&self, game: &Klondike, go_on: &mut dyn FnMut(&Progress) -> bool) -> Answer {
        let mut control = Control::new(self.limits, go_on);
        let verdict = match self.search(&Position::from(game), &mut control) {
            Ok(Some(acts)) => match line(game, &acts) {
                Some(moves) => Verdict::Winnable(moves),
                None => Verdict::Unknown(Unknown::Refused),
            },
            Ok(None) => Verdict::Lost,
            Err(unknown) => Verdict::Unknown(unknown),
        };
        Answer { verdict, nodes: control.nodes, peak_bytes: control.peak_bytes }
    }

    /// Whether a position, perhaps of a smaller pack, can be won. No line is made of it.
    pub fn decide(&self, position: &Position) -> Result<bool, Undecided> {
        position.check()?;
        let mut go_on = |_: &Progress| true;
        let mut control = Control::new(self.limits, &mut go_on);
        Ok(self.search(position, &mut control)?.is_some())
    }

    fn search(&self, position: &Position, control: &mut Control<'_>) -> Result<Option<Vec<Act>>, Unknown> {
        let position = position.clone().turned();
        let config = position.config;
        let (back, pruning) = (config.back(), self.pruning);
        let (mut board, mut root) = Board::new(&position);
        let reach = match (config.draw(), config.passes()) {
            (1, None) => {
                board = board.with_front(0);
                Reach::All
            }
            (draw, passes) => {
                let redeals = passes.map_or(Drawn::ENDLESS, |passes| {
                    (passes.get() - position.pass).min(u16::from(Drawn::ENDLESS)) as u8
                });
                root.drawn = Drawn { offset: position.waste.len() as u8, redeals };
                Reach::Drawn(draw)
            }
        };
        let one = config.moves() == Moves::One;
        let asks = pruning.judge && (one || reach != Reach::All);
        let in_order = asks && pruning.front && reach != Reach::All;
        let mut judge: Option<Judge> = None;
        // What is lost with all cards at hand is most often proved sooner that way.
        for (front, reach, asks) in [(0, Reach::All, asks), (Judge::FRONT, reach, in_order)] {
            if !asks {
                continue;
            }
            if let Some(judge) = judge.take() {
                judge.dismiss(control);
            }
            let board = board.with_front(front);
            let easier = Ground { board, reach, back, pruning, judge: None };
            let mut asked = Judge::new(Builds { ground: easier }, control)?;
            if asked.is_lost_from_the_start(&root, control)? {
                return Ok(None);
            }
            judge = Some(asked);
        }
        let judge = judge.map(RefCell::new);
        let ground = Ground { board, reach, back, pruning, judge };
        if ground.is_locked(&root) {
            return Ok(None);
        }
        if one {
            let space = OneCard { ground };
            search(&space, space.root(&position, root), control)
        } else {
            search(&Builds { ground }, root, control)
        }
    }
}
