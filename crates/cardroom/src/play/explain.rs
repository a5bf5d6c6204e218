//! Why a move was refused, why an opponent moved, and what the player could do.

use std::time::Instant;

use anyhow::Result;
use bots::{Bots as _, random_stream};
use client::typed::TypedPlay;
use games::events::Describe as _;
use solver::Strength;
use table::{Entry, Eye, Game as _, Seat, Table};

use super::opponent_turns::MAX_THINKING;
use super::session::TerminalGame;
use crate::english::sentence;

impl<P: TypedPlay> TerminalGame<'_, P> {
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
        let seats = self.table.game().seats();
        if let Some(seat) = who.filter(|seat| seat.number() >= usize::from(seats)) {
            return self.screen.say(&format!("there is no seat {seat} at this table"));
        }
        let reasons = reasons::<P>(&self.table, self.setting.seat, who);
        match (reasons.is_empty(), who) {
            (false, _) => reasons.iter().try_for_each(|text| self.screen.say(text)),
            (true, Some(seat)) if seat == self.setting.seat => self.screen.say("that is your own seat"),
            (true, Some(seat)) => self.screen.say(&format!("{seat} has not moved yet")),
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
        let mut random = random_stream(self.table.version(), seat);
        let mut is_late = || start.elapsed() >= MAX_THINKING;
        let told = P::hint(&self.table, seat, strength, &mut random, &mut is_late);
        told.iter().try_for_each(|text| self.screen.say(text))
    }
}

/// The moves of an opponent's last turn with their reasons, as the player sees it: of the opponent that is
/// asked for, or of whoever was last.
fn reasons<P: TypedPlay>(table: &Table<P::Game>, you: Seat, who: Option<Seat>) -> Vec<String> {
    let record = table.record();
    let viewer = Eye::Seat(you);
    let mut past = Table::<P::Game>::open(record.config.clone(), record.origin.clone());
    let mut turn: Option<Seat> = None;
    let mut reasons = Vec::new();
    for entry in &record.entries {
        let before = past.game().clone();
        if past.enter(entry.clone()).is_err() {
            break;
        }
        let Entry::Move { seat, mv, .. } = *entry else { continue };
        let is_meant = seat != you && who.is_none_or(|who| who == seat);
        if turn != Some(seat) && is_meant {
            reasons.clear();
        }
        turn = Some(seat);
        if let Some(reason) = P::Game::reason(before.view_ref(viewer), mv, viewer.seat()).filter(|_| is_meant)
        {
            let event =
                P::Game::describe_move(before.view_ref(viewer), seat, mv, past.game().view_ref(viewer));
            // What the move brought about was told already.
            reasons.push(sentence(&format!("{}: {reason}", event.first())));
        }
    }
    reasons
}
