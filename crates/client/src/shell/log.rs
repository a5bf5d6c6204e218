//! The log of a game, for every viewer at this screen.

use bots::Bots;
use games::events::{self, Describe, EventText};
use table::{Entry, Eye, Game, Seat};
use text::{Separator, Text};

use super::{Play, ViewOf};

/// One event, as one viewer saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLine {
    /// The round; 0 in games without rounds.
    pub round: u32,
    /// Who did it; `None` for chance.
    pub seat: Option<Seat>,
    /// What happened, as a sentence without a full stop.
    pub text: Text,
    /// The likely reason, as far as everybody could see; `None` for chance and for the viewer's own moves.
    pub reason: Option<Text>,
}

impl LogLine {
    /// Describes an entry, as one viewer saw it.
    pub(super) fn new<P: Play>(
        viewer: Eye,
        before: &ViewOf<P>,
        entry: &Entry<P::Game>,
        after: &ViewOf<P>,
    ) -> LogLine {
        let EventText { round, seat, text } = events::describe(viewer, before, entry, after, None);
        let reason = match entry {
            Entry::Move { mv, .. } if seat != viewer.seat() => {
                <P::Game as Bots>::reason(P::Game::borrow_view(before), *mv, viewer.seat())
            }
            _ => None,
        };
        LogLine { round, seat, text, reason }
    }
}

/// All events at a table.
#[derive(Default)]
pub(super) struct Log {
    lines: Vec<Vec<(Eye, LogLine)>>,
}

impl Log {
    pub(super) fn push(&mut self, line: Vec<(Eye, LogLine)>) {
        self.lines.push(line);
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The texts of the lines from `start` on, for a viewer.
    pub(super) fn texts(&self, first: usize, eye: Eye) -> Vec<Text> {
        let lines = self.lines.get(first..).unwrap_or_default();
        of_viewer(lines, eye).map(|line| line.text.clone()).collect()
    }

    /// All lines for a viewer.
    pub(super) fn for_viewer(&self, eye: Eye) -> impl DoubleEndedIterator<Item = &LogLine> {
        of_viewer(&self.lines, eye)
    }
}

/// Events as sentences in a row.
pub(crate) fn sentences(events: Vec<Text>) -> Text {
    Text::row(events.into_iter().map(Text::sentence).collect::<Vec<_>>(), Separator::Space)
}

fn of_viewer(lines: &[Vec<(Eye, LogLine)>], eye: Eye) -> impl DoubleEndedIterator<Item = &LogLine> {
    lines.iter().filter_map(move |line| line.iter().find(|(other, _)| *other == eye).map(|(_, line)| line))
}

/// A copy of a game that follows a record, to see what each entry did.
pub(super) struct Follower<G: Game>(pub(super) G);

impl<G: Game> Follower<G> {
    /// Applies an entry. For undo and redo, the state after it comes from the table.
    pub(super) fn apply(&mut self, entry: &Entry<G>, after: &G) {
        match entry {
            Entry::Chance(chance) => {
                // It was accepted when it was recorded.
                let _ = self.0.settle(chance.clone());
            }
            Entry::Move { seat, mv, .. } => self.0.play_unchecked(*seat, *mv),
            Entry::Resign(seat) => {
                let _ = self.0.resign(*seat);
            }
            Entry::End => {
                let _ = self.0.end_by_agreement();
            }
            Entry::Undo(_) | Entry::Redo(_) => self.0 = after.clone(),
        }
    }
}

/// Describes an entry to each viewer.
pub(super) fn describe<P: Play>(
    before: &P::Game,
    entry: &Entry<P::Game>,
    after: &P::Game,
    eyes: &[Eye],
) -> Vec<(Eye, LogLine)> {
    let line = |eye: &Eye| (*eye, LogLine::new::<P>(*eye, &before.view(*eye), entry, &after.view(*eye)));
    eyes.iter().map(line).collect()
}
