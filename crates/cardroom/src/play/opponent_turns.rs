//! Lets the bots play, and shows their turns.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use bots::random_stream;
use client::typed::{TurnEvent, TypedPlay};
use table::{Eye, Seat, Turn};

use super::session::TerminalGame;
use crate::heading::heading;

/// How long a search may take while the player waits.
pub(super) const MAX_THINKING: Duration = Duration::from_secs(2);

impl<P: TypedPlay> TerminalGame<'_, P> {
    /// Lets the others play until it is the player's turn. Ctrl-C may end the program here: what has
    /// happened is saved.
    pub(super) fn let_opponents_play(&mut self) -> Result<()> {
        while let Turn::Seat(seat) = self.table.turn()
            && seat != self.setting.seat
        {
            let start = Instant::now();
            let mut random = random_stream(self.table.version(), seat);
            let mut is_late = || start.elapsed() >= MAX_THINKING;
            let level = self.setting.opponents.level(seat);
            let view = self.table.view(Eye::Seat(seat));
            let Some(mv) = P::bot_move(level, &view, &mut random, &mut is_late) else {
                bail!("no bot can play for seat {seat}");
            };
            let mut next = self.table.clone();
            next.play(seat, mv)?;
            self.accept(next)?;
            self.refused = None;
            self.show_turn(seat, start.elapsed())?;
        }
        Ok(())
    }

    /// Shows what an opponent did, and waits, if somebody is watching. Where the screen is drawn anew, the
    /// player sees the table change in its place, and under it what the opponent has done in this turn. Where
    /// it is not, events are printed as they happen.
    fn show_turn(&mut self, seat: Seat, thought: Duration) -> Result<()> {
        if self.setting.pace.is_zero() {
            return Ok(());
        }
        if self.screen.clears {
            let view = self.view();
            self.screen.begin()?;
            self.screen.show::<P>(&heading::<P>(&self.table, &view), &view)?;
            let news = std::mem::take(&mut self.news);
            // What follows the end of a turn is the next one's roll.
            let is_own = |event: &TurnEvent| event.turn == Some(seat);
            let end = news.iter().rposition(is_own).map_or(0, |at| at + 1);
            let begin = news[..end].iter().rposition(|event| !is_own(event)).map_or(0, |at| at + 1);
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
}
