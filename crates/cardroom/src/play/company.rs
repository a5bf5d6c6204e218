//! What a session has to do with opponents: they play, and what they did is explained.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use solver::Strength;
use table::{Entry, Eye, Seat, Table, Turn};

use super::session::TerminalGame;
use crate::english::sentence;
use crate::parlour::{Parlour, title};
use crate::story::Told;
use bots::random_stream;

/// Nobody likes to wait longer for a move.
const PATIENCE: Duration = Duration::from_secs(2);

impl<G: Parlour> TerminalGame<'_, G> {
    /// Lets the others play until it is the player's turn. Ctrl-C may end the program here: what has
    /// happened is saved.
    pub(super) fn let_opponents_play(&mut self) -> Result<()> {
        while let Turn::Seat(seat) = self.table.turn()
            && seat != self.setting.seat
        {
            let start = Instant::now();
            let mut thoughts = random_stream(self.table.version(), seat);
            let mut is_late = || start.elapsed() >= PATIENCE;
            let level = self.setting.opponents.level(seat);
            let view = self.table.view(Eye::Seat(seat));
            let Some(mv) = G::opponent(level, &view, &mut thoughts, &mut is_late) else {
                bail!("nobody plays for seat {seat}");
            };
            let mut next = self.table.clone();
            next.play(seat, mv)?;
            self.accept(next)?;
            self.refused = None;
            self.let_it_be_read(seat, start.elapsed())?;
        }
        Ok(())
    }

    /// Shows what an opponent did, and waits, if somebody is watching. Where the screen is drawn anew, the
    /// player sees the table change in its place, and under it what the opponent has done in this turn; where
    /// it is not, what happened is told as it happens.
    fn let_it_be_read(&mut self, seat: Seat, thought: Duration) -> Result<()> {
        if self.setting.pace.is_zero() {
            return Ok(());
        }
        if self.screen.clears {
            let view = self.view();
            self.screen.begin()?;
            self.screen.show(&title(&self.table, &view), &G::picture(&view, self.screen.ink))?;
            let news = std::mem::take(&mut self.news);
            // What follows the end of a turn is the next one's roll.
            let is_own = |told: &Told| told.seat == Some(seat);
            let end = news.iter().rposition(is_own).map_or(0, |at| at + 1);
            let begin = news[..end].iter().rposition(|told| !is_own(told)).map_or(0, |at| at + 1);
            self.tell(&news[begin..])?;
            self.news = news;
        } else {
            let news = std::mem::take(&mut self.news);
            self.tell(&news)?;
        }
        self.screen.flush()?;
        sleep(self.setting.pace.saturating_sub(thought));
        Ok(())
    }

    /// The rule that refused the last move, or why an opponent did what it did.
    pub(super) fn explain(&mut self, seat: Option<&str>) -> Result<()> {
        let who = match (seat.map(str::parse::<Seat>), &self.refused) {
            (None, Some(refusal)) => {
                let rule = refusal.rule.to_string();
                return self.cite(Some(&rule));
            }
            (None, None) => None,
            (Some(Ok(seat)), _) => Some(seat),
            (Some(Err(error)), _) => return self.screen.say(&error.to_string()),
        };
        let reasons = reasons(&self.table, self.setting.seat, who);
        match (reasons.is_empty(), who) {
            (false, _) => reasons.iter().try_for_each(|text| self.screen.say(text)),
            (true, Some(seat)) if seat == self.setting.seat => self.screen.say("that is you"),
            (true, Some(seat)) => self.screen.say(&format!("{seat} has not moved")),
            (true, None) => self.screen.say("no move has been refused"),
        }
    }

    /// What a good player would do in the player's place.
    pub(super) fn hint(&mut self, strength: Strength) -> Result<()> {
        if self.table.outcome().is_some() {
            return self.screen.say("the game is over");
        }
        let start = Instant::now();
        let seat = self.setting.seat;
        let mut thoughts = random_stream(self.table.version(), seat);
        let mut is_late = || start.elapsed() >= PATIENCE;
        let told = G::hint(&self.table, seat, strength, &mut thoughts, &mut is_late);
        told.iter().try_for_each(|text| self.screen.say(text))
    }
}

/// What an opponent did in its last turn, move by move, and why, as the player sees it: the one that is asked
/// for, or whoever was last.
fn reasons<G: Parlour>(table: &Table<G>, you: Seat, who: Option<Seat>) -> Vec<String> {
    let record = table.record();
    let mut past = Table::open(record.config.clone(), record.origin.clone());
    let mut turn: Option<Seat> = None;
    let mut reasons = Vec::new();
    for entry in &record.entries {
        let before = past.view(Eye::Seat(you));
        if past.enter(entry.clone()).is_err() {
            break;
        }
        let Entry::Move { seat, mv, .. } = *entry else { continue };
        let is_meant = seat != you && who.is_none_or(|who| who == seat);
        if turn != Some(seat) && is_meant {
            reasons.clear();
        }
        turn = Some(seat);
        if let Some(reason) = G::reason(&before, mv).filter(|_| is_meant) {
            let told = G::describe_move(&before, seat, mv, &past.view(Eye::Seat(you)));
            // What the move brought about is told already.
            let did = told.first();
            reasons.push(sentence(&format!("{did}: {reason}")));
        }
    }
    reasons
}
