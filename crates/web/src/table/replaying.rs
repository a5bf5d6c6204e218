//! The controls of a replay.

use std::time::Duration;

use super::{TablePage, with_serial};
use crate::dom::find;
use crate::dom::timing::every;

/// The pause between two steps while a replay is playing.
const REPLAY_PACE: Duration = Duration::from_millis(900);

impl TablePage {
    /// Starts or stops playing the replay.
    pub(crate) fn play_replay(&mut self) {
        self.plays = !self.plays;
        if let (true, Some((at, last))) = (self.plays, self.screen.replay_position()) {
            if at == last {
                self.go_to(0);
            }
            let serial = self.serial;
            every(REPLAY_PACE, move || {
                let mut goes_on = false;
                with_serial(serial, |table| goes_on = table.play_next_step());
                goes_on
            });
        }
    }

    fn play_next_step(&mut self) -> bool {
        let Some((at, last)) = self.screen.replay_position().filter(|_| self.plays) else { return false };
        self.go_to(at + 1);
        self.plays = at + 1 < last;
        self.plays
    }

    /// Goes to a step of the replay.
    pub(crate) fn go_to(&mut self, at: usize) {
        self.happens(|table, _| table.screen.go_to(at));
    }
    /// Shows on a replay's slider up to which step the game could be won.
    pub(super) fn colour_slider(&self) {
        let (Some(slider), Some((at, last))) = (find("[data-position]"), self.screen.replay_position())
        else {
            return;
        };
        let (winnable, lost) =
            self.screen.replay_span().map_or((at, last + 1), |span| (span.winnable, span.lost));
        for (name, step) in [("--winnable", winnable), ("--lost", lost)] {
            let share = 100.0 * step as f64 / last.max(1) as f64;
            let _ = slider.style().set_property(name, &format!("{share:.2}%"));
        }
    }
}
