//! What the solver is asked on the player's behalf, and what is made of its answers.

use games::klondike::{Klondike, Move, View, tell};
use table::{Eye, Game, Seat};
use text::Text;

use super::{Desk, Hint, Standing, Strength};
use crate::{Answer, Ask, Out, Question, Reply, Tone, Verdict, ask, words};

/// So many verdicts are remembered: enough to go back and forth through a game.
const REMEMBERED: usize = 300;

/// What is known, and what is asked.
#[derive(Default)]
pub(super) struct Counsel {
    /// The number of the last question.
    last: u64,
    /// The question that is under way.
    waiting: Option<(u64, Purpose)>,
    /// Positions of this deal and their verdicts, the last one at the end. Within a deal a view stands for one position.
    known: Vec<(View, Verdict)>,
    /// Whether the deal could be won: `Some(None)` if that is not known and will not be.
    deal: Option<Option<bool>>,
    /// The moves of this position that keep the win.
    safe: Option<Vec<Move>>,
    /// Whether the verdict was asked for in this position.
    asked: bool,
    /// Whether it is asked for all the time.
    always: bool,
    /// A hint that waits for an answer.
    wanted: Option<Strength>,
    /// Whether the way back waits for an answer.
    back: bool,
    hint: Option<Hint>,
}

/// What an answer is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Position,
    Deal,
    Safe,
    Back,
    Fresh,
}

impl Counsel {
    /// Of a new deal nothing is known, except what its certificate says.
    pub(super) fn begin(&mut self, start: Option<View>, certificate: Option<&[Move]>) {
        *self = Counsel { last: self.last, waiting: self.waiting, always: self.always, ..Counsel::default() };
        if let (Some(view), Some(line)) = (start, certificate) {
            self.learn(view, Verdict::Winnable(line.to_vec()));
        }
    }

    pub(super) fn set_always(&mut self, always: bool) {
        self.always = always;
    }

    /// What follows for the position after a move from what is known of the one before.
    pub(super) fn follow(&mut self, before: &View, mv: Move, after: &Klondike) {
        let next = match self.verdict(before) {
            Some(Verdict::Winnable(line)) => rest(line, mv, after).map(Verdict::Winnable),
            Some(Verdict::Lost) => Some(Verdict::Lost),
            Some(Verdict::Unknown) | None => None,
        };
        let view = after.sight(Seat::A);
        if let Some(next) = next.filter(|_| self.verdict(view).is_none()) {
            self.learn(view.clone(), next);
        }
    }

    /// Another position is on the table: what was asked about the one before is of no interest.
    fn move_on(&mut self) {
        (self.safe, self.asked, self.wanted, self.back, self.hint) = (None, false, None, false, None);
    }

    fn learn(&mut self, view: View, verdict: Verdict) {
        if matches!(verdict, Verdict::Winnable(_)) {
            self.deal = Some(Some(true));
        }
        self.known.retain(|(other, _)| *other != view);
        self.known.push((view, verdict));
        if self.known.len() > REMEMBERED {
            self.known.remove(0);
        }
    }

    fn verdict(&self, view: &View) -> Option<&Verdict> {
        self.known.iter().rev().find(|(other, _)| other == view).map(|(_, verdict)| verdict)
    }
}

impl Desk {
    /// Whether the game can be won, as far as the player wants to know.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let counsel = &self.counsel;
        if !(counsel.asked || counsel.always) || self.view.outcome.is_some() {
            return Standing::Off;
        }
        match (counsel.verdict(&self.view), counsel.deal) {
            (Some(Verdict::Winnable(_)), _) => Standing::Winnable,
            (Some(Verdict::Unknown), _) => Standing::NotKnown,
            (Some(Verdict::Lost), Some(Some(true))) => Standing::NoLonger,
            (Some(Verdict::Lost), Some(Some(false))) => Standing::Never,
            (Some(Verdict::Lost), Some(None)) => Standing::Lost,
            (Some(Verdict::Lost) | None, _) => Standing::Thinking,
        }
    }

    /// The hint that is shown.
    #[must_use]
    pub fn hint(&self) -> Option<&Hint> {
        self.counsel.hint.as_ref()
    }

    /// Whether a hint or the way back is being looked for.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.counsel.wanted.is_some() || self.counsel.back
    }

    /// The whole line of a hint, a sentence a move. The player has asked to be told all, so it also names cards that are still hidden.
    #[must_use]
    pub fn line_in_words(&self) -> Vec<Text> {
        let Some(hint) = self.hint().filter(|hint| hint.strength == Strength::Line) else {
            return Vec::new();
        };
        let mut table = self.link.table().clone();
        let eye = Eye::Seat(Seat::A);
        let mut sentences = Vec::new();
        for mv in &hint.moves {
            let before = table.view(eye);
            if table.play(Seat::A, *mv).is_err() {
                break;
            }
            let told = tell(&before, *mv, &table.view(eye));
            sentences.push(told.sentence());
        }
        sentences
    }

    pub(super) fn ask_hint(&mut self, strength: Option<Strength>) {
        if self.view.outcome.is_some() {
            return self.said.say(Tone::Note, words::OVER);
        }
        let next = self.hint().map_or(Strength::Nudge, |hint| hint.strength.stronger());
        self.counsel.wanted = Some(strength.unwrap_or(next));
        self.give_hint();
        if self.counsel.wanted.is_some() {
            self.said.say(Tone::Note, words::THINKING);
        }
        self.pump();
    }

    pub(super) fn ask_verdict(&mut self) {
        self.counsel.asked = true;
        self.pump();
        self.tell_standing();
    }

    pub(super) fn ask_back(&mut self, now: u64) {
        if let Some(Verdict::Winnable(_)) = self.counsel.verdict(&self.view) {
            return self.said.say(Tone::Note, words::STILL_WINNABLE);
        }
        if self.moves() == 0 {
            return self.go_back(None, now);
        }
        self.counsel.back = true;
        self.said.say(Tone::Note, words::THINKING);
        self.pump();
    }

    /// Takes the hint away; tells whether there was one.
    pub(super) fn drop_hint(&mut self) -> bool {
        let thinking = self.counsel.wanted.take().is_some();
        self.counsel.hint.take().is_some() || thinking
    }

    /// Another position is on the table.
    pub(super) fn counsel_moves_on(&mut self) {
        self.counsel.move_on();
        self.stop_asking();
    }

    pub(super) fn stop_asking(&mut self) {
        if self.counsel.waiting.take().is_some() {
            self.out.push(Out::StopAsking);
        }
    }

    pub(super) fn ask(&mut self, purpose: Purpose, question: Question) {
        self.counsel.last += 1;
        self.counsel.waiting = Some((self.counsel.last, purpose));
        self.out.push(Out::Ask(Ask { id: self.counsel.last, question }));
    }

    /// Asks what has to be known next, if anything.
    pub(super) fn pump(&mut self) {
        if self.counsel.waiting.is_some() || self.view.outcome.is_some() {
            return;
        }
        let counsel = &self.counsel;
        let told = counsel.asked || counsel.always;
        let record = || self.link.record();
        let next = match counsel.verdict(&self.view) {
            None if told || counsel.wanted.is_some() => {
                Some((Purpose::Position, Question::Verdict { record: record() }))
            }
            Some(Verdict::Lost) if told && counsel.deal.is_none() => {
                let start = ask::beginning(self.link.table()).map(|start| start.save());
                start.map(|record| (Purpose::Deal, Question::Verdict { record }))
            }
            Some(Verdict::Winnable(_))
                if counsel.wanted == Some(Strength::Safe) && counsel.safe.is_none() =>
            {
                Some((Purpose::Safe, Question::SafeMoves { record: record() }))
            }
            _ if counsel.back => Some((Purpose::Back, Question::LastWinnable { record: record() })),
            _ => None,
        };
        if let Some((purpose, question)) = next {
            self.ask(purpose, question);
        }
    }

    /// Takes an answer of the solver's. One that is too late is passed over.
    pub fn answer(&mut self, reply: Reply, now: u64) {
        let Some((id, purpose)) = self.counsel.waiting else { return };
        if id != reply.id {
            return;
        }
        self.counsel.waiting = None;
        match (purpose, reply.answer) {
            (Purpose::Position, Answer::Verdict(verdict)) => {
                if self.moves() == 0 {
                    self.counsel.deal = Some(won(&verdict));
                }
                self.counsel.learn(self.view.clone(), verdict);
            }
            (Purpose::Deal, Answer::Verdict(verdict)) => self.counsel.deal = Some(won(&verdict)),
            (Purpose::Safe, Answer::SafeMoves(moves)) => {
                let keeps = moves.into_iter().filter(|(_, safe)| *safe == Some(true));
                self.counsel.safe = Some(keeps.map(|(mv, _)| mv).collect());
            }
            (Purpose::Back, Answer::LastWinnable(at)) => {
                self.counsel.back = false;
                self.go_back(at, now);
            }
            (Purpose::Fresh, Answer::WinnableDeal(found)) => self.dealt_winnable(found, now),
            // A question that was not understood: it is as if the solver had given up.
            (purpose, _) => self.give_up(purpose, now),
        }
        self.give_hint();
        if self.counsel.asked && matches!(purpose, Purpose::Position | Purpose::Deal) {
            self.tell_standing();
        }
        self.pump();
    }

    fn give_up(&mut self, purpose: Purpose, now: u64) {
        match purpose {
            Purpose::Position => self.counsel.learn(self.view.clone(), Verdict::Unknown),
            Purpose::Deal => self.counsel.deal = Some(None),
            Purpose::Safe => self.counsel.safe = Some(Vec::new()),
            Purpose::Back => self.counsel.back = false,
            Purpose::Fresh => self.dealt_winnable(None, now),
        }
    }

    /// Gives the hint that is wanted, once all that it needs is known.
    fn give_hint(&mut self) {
        let Some(strength) = self.counsel.wanted else { return };
        let line = match self.counsel.verdict(&self.view) {
            None => return,
            Some(Verdict::Winnable(line)) => line.clone(),
            Some(lost_or_unknown) => {
                let text =
                    if *lost_or_unknown == Verdict::Lost { words::HINT_LOST } else { words::HINT_UNKNOWN };
                self.counsel.wanted = None;
                self.counsel.asked = true;
                return self.said.say(Tone::Hint, text);
            }
        };
        let Some(first) = line.first().copied() else { return };
        let moves = match (strength, &self.counsel.safe) {
            (Strength::Nudge, _) => vec![first],
            (Strength::Line, _) => line,
            (Strength::Safe, None) => return,
            // The line's own move is safe, also where the search about it had to give up.
            (Strength::Safe, Some(safe)) => {
                let others = safe.iter().copied().filter(|mv| *mv != first);
                [first].into_iter().chain(others).collect()
            }
        };
        self.counsel.wanted = None;
        let text = match strength {
            Strength::Nudge => words::nudge(&self.view, first),
            Strength::Safe => words::safe(&self.view, &moves),
            Strength::Line => words::line(&self.view, &moves),
        };
        self.said.say(Tone::Hint, text);
        self.tally.hints += 1;
        self.counsel.hint = Some(Hint { strength, moves });
    }

    fn tell_standing(&mut self) {
        self.said.say(Tone::Note, words::standing_told(self.standing()));
    }

    /// Takes back all moves after the last point from which the game can be won.
    fn go_back(&mut self, winnable: Option<usize>, now: u64) {
        let Some(winnable) = winnable else {
            return self.said.say(Tone::Note, words::NO_WAY_BACK);
        };
        let mut steps = 0;
        while self.played().len() > winnable && self.link.undo().is_ok() {
            steps += 1;
        }
        self.view = self.link.view();
        self.tally.hints += 1;
        self.settle(now);
        self.said.say(Tone::Note, words::went_back(steps));
        self.counsel.asked = true;
        self.pump();
    }
}

/// What is left of a winning line after a move: the rest of it, or all but that move where it was made before its time. The rules have
/// the last word.
fn rest(line: &[Move], mv: Move, after: &Klondike) -> Option<Vec<Move>> {
    let at = line.iter().position(|other| *other == mv)?;
    let rest: Vec<Move> = [&line[..at], &line[at + 1..]].concat();
    let mut game = after.clone();
    rest.iter().try_for_each(|mv| game.play(Seat::A, *mv)).ok()?;
    game.outcome().is_some_and(|outcome| !outcome.winners.is_empty()).then_some(rest)
}

fn won(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Lost => Some(false),
        Verdict::Unknown => None,
    }
}
