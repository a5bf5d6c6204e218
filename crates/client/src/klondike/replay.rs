//! A game that is watched, move by move.

use games::klondike::{Klondike, View, tell};
use table::{Seat, Table};
use text::Text;

use super::{Desk, Scene};
use crate::words::{self, replay};
use crate::{Answer, Ask, Question, Reply, Settings, ask};

/// A game from its deal to where it ended, and where in it somebody looks.
pub struct Replay {
    /// The table, and the eyes at it.
    desk: Desk,
    /// What is seen after each number of moves, and what the last of them did.
    positions: Vec<(View, Text)>,
    at: usize,
    verdict: Along,
}

/// Up to where a game could be won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Along {
    /// It was won, and so could be won all along.
    Won,
    /// The solver looks for it.
    Thinking,
    /// By the number of moves made: the last point that is known to be winnable, and the first that is known to be lost.
    Known {
        /// It could be won after so many moves.
        winnable: Option<usize>,
        /// It could not after so many.
        lost: Option<usize>,
    },
}

impl Replay {
    /// A game that was played. It is looked at from its start.
    #[must_use]
    pub fn new(table: Table<Klondike>, settings: Settings) -> Replay {
        let mut positions = Vec::new();
        if let Some(mut start) = ask::beginning(&table) {
            let eye = table::Eye::Seat(Seat::A);
            positions.push((start.view(eye), replay::DEALT));
            for mv in ask::moves(&table) {
                let before = start.view(eye);
                if start.play(Seat::A, mv).is_err() {
                    break;
                }
                let after = start.view(eye);
                let told = tell(&before, mv, &after).sentence();
                positions.push((after, told));
            }
        }
        let desk = Desk::at(table, settings, 0);
        let verdict = if desk.is_won() { Along::Won } else { Along::Thinking };
        let mut replay = Replay { desk, positions, at: 0, verdict };
        replay.go(0);
        replay
    }

    /// What the solver has to be asked.
    #[must_use]
    pub fn question(&self) -> Option<Ask> {
        let question = Question::Span { record: self.desk.record() };
        (self.verdict == Along::Thinking).then_some(Ask { id: 1, question })
    }

    /// Takes the solver's answer.
    pub fn answer(&mut self, reply: &Reply) {
        self.verdict = match reply.answer {
            Answer::Span { winnable, lost } => Along::Known { winnable, lost },
            _ => Along::Known { winnable: None, lost: None },
        };
    }

    /// Up to where the game could be won.
    #[must_use]
    pub fn verdict(&self) -> Along {
        self.verdict
    }

    /// How many moves there are.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.positions.len().saturating_sub(1)
    }

    /// After how many moves one looks.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Looks after so many moves, or at the end.
    pub fn go(&mut self, at: usize) {
        self.at = at.min(self.moves());
        if let Some((view, _)) = self.positions.get(self.at) {
            self.desk.view = view.clone();
        }
    }

    /// What the last move did, in words.
    #[must_use]
    pub fn told(&self) -> Text {
        self.positions.get(self.at).map_or(Text::EMPTY, |(_, told)| told.clone())
    }

    /// The table as it is drawn.
    #[must_use]
    pub fn scene(&self, width: f64, height: f64) -> Scene {
        self.desk.scene(width, height)
    }

    /// The table with the whole game.
    #[must_use]
    pub fn table(&self) -> &Table<Klondike> {
        self.desk.link.table()
    }

    /// The name of the game and of its deal.
    #[must_use]
    pub fn title(&self) -> (Text, Text) {
        (words::title(self.desk.view.config), words::deal_short(self.desk.deal_name()))
    }
}
