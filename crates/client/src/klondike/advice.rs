//! Hints and verdicts: what the solver is asked for the player, and what follows from its answers.

use games::klondike::{Klondike, Move, View, tell};
use table::{Eye, Game, Seat};
use text::Text;

use super::words as texts;
use super::{Hint, Session, Strength};
use crate::shell::{Tone, beginning};
use crate::{Answer, Question, Winnability, words};

/// How many verdicts are remembered: enough to go back and forth through a game.
const MAX_REMEMBERED: usize = 300;

/// Whether the game can be won, as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinStatus {
    /// Nobody has asked.
    Off,
    /// The solver is thinking.
    Thinking,
    /// It can be won, with all cards known: there is a line that the rules have replayed.
    Winnable,
    /// It could be won, and no longer can.
    NoLonger,
    /// This deal could never be won.
    Never,
    /// It can't be won from here; whether it ever could is unknown.
    Lost,
    /// The solver gave up.
    Unknown,
}

/// What is known about the deal, and what is wanted.
#[derive(Default)]
pub(super) struct Advice {
    /// Positions of this deal and their verdicts, the last one at the end. Within a deal, a view stands
    /// for one position.
    known: Vec<(View, Winnability)>,
    /// Whether the deal could be won: `Some(None)` if the solver gave up on it.
    deal: Option<Option<bool>>,
    /// The moves of this position that keep the win.
    safe: Option<Vec<Move>>,
    /// Whether the player asked for the verdict in this position.
    asked: bool,
    /// Whether the verdict is always shown.
    always: bool,
    /// A hint that waits for an answer.
    wanted: Option<Strength>,
    /// Whether the way back waits for an answer.
    back: bool,
    hint: Option<Hint>,
}

/// What a question to the solver is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Can this position be won?
    Position,
    /// Could the deal be won?
    Deal,
    /// Which moves keep the win?
    SafeMoves,
    /// Up to where could the game be won?
    WayBack,
    /// Which deal comes next?
    NewDeal,
    /// Of a replay: from where to where could it be won?
    Span,
}

impl Advice {
    pub(super) fn set_always(&mut self, always: bool) {
        self.always = always;
    }

    /// Infers the verdict of the position after a move from that of the one before.
    pub(super) fn follow(&mut self, before: &View, mv: Move, after: &Klondike) {
        let next = match self.verdict(before) {
            Some(Winnability::Winnable(line)) => remaining(line, mv, after).map(Winnability::Winnable),
            Some(Winnability::Lost) => Some(Winnability::Lost),
            Some(Winnability::Unknown) | None => None,
        };
        let view = after.sight(Seat::A);
        if let Some(next) = next.filter(|_| self.verdict(view).is_none()) {
            self.learn(view.clone(), next);
        }
    }

    fn learn(&mut self, view: View, verdict: Winnability) {
        if matches!(verdict, Winnability::Winnable(_)) {
            self.deal = Some(Some(true));
        }
        self.known.retain(|(other, _)| *other != view);
        self.known.push((view, verdict));
        if self.known.len() > MAX_REMEMBERED {
            self.known.remove(0);
        }
    }

    fn verdict(&self, view: &View) -> Option<&Winnability> {
        self.known.iter().rev().find(|(other, _)| other == view).map(|(_, verdict)| verdict)
    }
}

impl Session {
    /// Whether the game can be won, as far as the player wants to know.
    #[must_use]
    pub fn win_status(&self) -> WinStatus {
        let advice = &self.state.advice;
        if !(advice.asked || advice.always) || self.view.outcome.is_some() {
            return WinStatus::Off;
        }
        match (advice.verdict(&self.view), advice.deal) {
            (Some(Winnability::Winnable(_)), _) => WinStatus::Winnable,
            (Some(Winnability::Unknown), _) => WinStatus::Unknown,
            (Some(Winnability::Lost), Some(Some(true))) => WinStatus::NoLonger,
            (Some(Winnability::Lost), Some(Some(false))) => WinStatus::Never,
            (Some(Winnability::Lost), Some(None)) => WinStatus::Lost,
            (Some(Winnability::Lost) | None, _) => WinStatus::Thinking,
        }
    }

    /// The hint that is shown.
    #[must_use]
    pub fn hint(&self) -> Option<&Hint> {
        self.state.advice.hint.as_ref()
    }

    /// Whether a hint or the way back is being computed.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.state.advice.wanted.is_some() || self.state.advice.back
    }

    /// The whole line of a hint, a sentence a move. The player has asked for it, so it also names hidden
    /// cards.
    #[must_use]
    pub fn winning_line(&self) -> Vec<Text> {
        let hint = self.hint().filter(|hint| hint.strength == Strength::Line);
        let Some((hint, table)) = hint.zip(self.link.table()) else { return Vec::new() };
        let mut table = table.clone();
        let eye = Eye::Seat(Seat::A);
        let mut sentences = Vec::new();
        for mv in &hint.moves {
            let before = table.view(eye);
            if table.play(Seat::A, *mv).is_err() {
                break;
            }
            sentences.push(tell(&before, *mv, &table.view(eye)).sentence());
        }
        sentences
    }

    /// Starts over with another deal. Nothing is known of it, except what its certificate says.
    pub(super) fn begin_advice(&mut self, certificate: Option<&[Move]>) {
        self.state.advice = Advice { always: self.settings.verdict, ..Advice::default() };
        let start = self.link.table().and_then(beginning).map(|start| start.view(Eye::Seat(Seat::A)));
        if let (Some(view), Some(line)) = (start, certificate) {
            self.state.advice.learn(view, Winnability::Winnable(line.to_vec()));
        }
    }

    pub(super) fn ask_for_hint(&mut self, strength: Option<Strength>) {
        if self.is_remote() {
            return self.said.say(Tone::Note, words::online::NO_HINTS);
        }
        if self.view.outcome.is_some() {
            return self.said.say(Tone::Note, words::OVER);
        }
        let next = self.hint().map_or(Strength::Nudge, |hint| hint.strength.stronger());
        self.state.advice.wanted = Some(strength.unwrap_or(next));
        self.give_hint();
        if self.state.advice.wanted.is_some() {
            self.said.say(Tone::Note, words::THINKING);
        }
        self.ask_next();
    }

    pub(super) fn ask_verdict(&mut self) {
        if self.is_remote() {
            return self.said.say(Tone::Note, words::online::NO_HINTS);
        }
        self.state.advice.asked = true;
        self.ask_next();
        self.say_win_status();
    }

    pub(super) fn ask_way_back(&mut self, now: u64) {
        if self.is_remote() {
            return self.said.say(Tone::Note, words::online::NO_UNDO);
        }
        if let Some(Winnability::Winnable(_)) = self.state.advice.verdict(&self.view) {
            return self.said.say(Tone::Note, texts::STILL_WINNABLE);
        }
        if self.moves() == 0 {
            return self.go_back(None, now);
        }
        self.state.advice.back = true;
        self.said.say(Tone::Note, words::THINKING);
        self.ask_next();
    }

    /// Hides the hint; returns whether there was one.
    pub(super) fn hide_hint(&mut self) -> bool {
        let was_wanted = self.state.advice.wanted.take().is_some();
        self.state.advice.hint.take().is_some() || was_wanted
    }

    /// Another position is on the table: what was asked about the one before is void.
    pub(super) fn position_changed(&mut self) {
        let advice = &mut self.state.advice;
        (advice.safe, advice.asked, advice.wanted) = (None, false, None);
        (advice.back, advice.hint) = (false, None);
        self.stop_asking();
    }

    /// Asks the next question that is open, if there is one.
    pub(super) fn ask_next(&mut self) {
        if self.asked.is_some() || self.view.outcome.is_some() {
            return;
        }
        let Some(table) = self.link.table() else { return };
        let advice = &self.state.advice;
        let is_shown = advice.asked || advice.always;
        let record = || self.record();
        let next = match advice.verdict(&self.view) {
            None if is_shown || advice.wanted.is_some() => {
                Some((Purpose::Position, Question::Verdict { record: record() }))
            }
            Some(Winnability::Lost) if is_shown && advice.deal.is_none() => {
                let start = beginning(table).map(|start| start.save());
                start.map(|record| (Purpose::Deal, Question::Verdict { record }))
            }
            Some(Winnability::Winnable(_))
                if advice.wanted == Some(Strength::Safe) && advice.safe.is_none() =>
            {
                Some((Purpose::SafeMoves, Question::SafeMoves { record: record() }))
            }
            _ if advice.back => Some((Purpose::WayBack, Question::LastWinnable { record: record() })),
            _ => None,
        };
        if let Some((purpose, question)) = next {
            self.ask(purpose, question);
        }
    }

    pub(super) fn take_answer(&mut self, purpose: Purpose, answer: Answer, now: u64) {
        match (purpose, answer) {
            (Purpose::Position, Answer::Verdict(verdict)) => {
                if self.moves() == 0 {
                    self.state.advice.deal = Some(is_won(&verdict));
                }
                self.state.advice.learn(self.view.clone(), verdict);
            }
            (Purpose::Deal, Answer::Verdict(verdict)) => self.state.advice.deal = Some(is_won(&verdict)),
            (Purpose::SafeMoves, Answer::SafeMoves(moves)) => {
                let safe = moves.into_iter().filter(|(_, safe)| *safe == Some(true));
                self.state.advice.safe = Some(safe.map(|(mv, _)| mv).collect());
            }
            (Purpose::WayBack, Answer::LastWinnable(at)) => {
                self.state.advice.back = false;
                self.go_back(at, now);
            }
            (Purpose::NewDeal, Answer::WinnableDeal(found)) => self.found_deal(found, now),
            (Purpose::Span, answer) => return self.take_span(&answer),
            // A question that was not understood counts as one on which the solver gave up.
            (purpose, _) => self.gave_up(purpose, now),
        }
        self.give_hint();
        if self.state.advice.asked && matches!(purpose, Purpose::Position | Purpose::Deal) {
            self.say_win_status();
        }
        self.ask_next();
    }

    fn gave_up(&mut self, purpose: Purpose, now: u64) {
        match purpose {
            Purpose::Position => self.state.advice.learn(self.view.clone(), Winnability::Unknown),
            Purpose::Deal => self.state.advice.deal = Some(None),
            Purpose::SafeMoves => self.state.advice.safe = Some(Vec::new()),
            Purpose::WayBack => self.state.advice.back = false,
            Purpose::NewDeal => self.found_deal(None, now),
            Purpose::Span => {}
        }
    }

    /// Gives the hint that is wanted, once all that it needs is known.
    fn give_hint(&mut self) {
        let advice = &mut self.state.advice;
        let Some(strength) = advice.wanted else { return };
        let line = match advice.verdict(&self.view) {
            None => return,
            Some(Winnability::Winnable(line)) => line.clone(),
            Some(verdict) => {
                let text = if *verdict == Winnability::Lost { texts::HINT_LOST } else { texts::HINT_UNKNOWN };
                (advice.wanted, advice.asked) = (None, true);
                return self.said.say(Tone::Hint, text);
            }
        };
        let Some(first) = line.first().copied() else { return };
        let moves = match (strength, &advice.safe) {
            (Strength::Nudge, _) => vec![first],
            (Strength::Line, _) => line,
            (Strength::Safe, None) => return,
            // The line's own move is safe, even where the search about it gave up.
            (Strength::Safe, Some(safe)) => {
                let others = safe.iter().copied().filter(|mv| *mv != first);
                [first].into_iter().chain(others).collect()
            }
        };
        advice.wanted = None;
        let text = match strength {
            Strength::Nudge => texts::nudge(&self.view, first),
            Strength::Safe => texts::safe(&self.view, &moves),
            Strength::Line => texts::line(&self.view, &moves),
        };
        advice.hint = Some(Hint { strength, moves });
        self.said.say(Tone::Hint, text);
        self.tally.hints += 1;
    }

    fn say_win_status(&mut self) {
        self.said.say(Tone::Note, texts::win_status_told(self.win_status()));
    }

    /// Takes back all moves after the last point from which the game can be won.
    fn go_back(&mut self, winnable: Option<usize>, now: u64) {
        let Some(winnable) = winnable else {
            return self.said.say(Tone::Note, texts::NO_WAY_BACK);
        };
        let steps = self.undo_to(winnable);
        self.tally.hints += 1;
        self.settle(now);
        self.said.say(Tone::Note, texts::went_back(steps));
        self.state.advice.asked = true;
        self.ask_next();
    }
}

/// What is left of a winning line after a move: the rest of it, or all but that move where it was made early.
/// The rules have the last word.
fn remaining(line: &[Move], mv: Move, after: &Klondike) -> Option<Vec<Move>> {
    let at = line.iter().position(|other| *other == mv)?;
    let rest: Vec<Move> = [&line[..at], &line[at + 1..]].concat();
    let mut game = after.clone();
    rest.iter().try_for_each(|mv| game.play(Seat::A, *mv)).ok()?;
    game.outcome().is_some_and(|outcome| !outcome.winners.is_empty()).then_some(rest)
}

fn is_won(verdict: &Winnability) -> Option<bool> {
    match verdict {
        Winnability::Winnable(_) => Some(true),
        Winnability::Lost => Some(false),
        Winnability::Unknown => None,
    }
}
