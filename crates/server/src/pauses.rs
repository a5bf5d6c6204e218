use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::time::Instant;

use crate::server_state::{ServerState, wait_for_stop};

/// How often the server notes that it is running.
const BEAT: Duration = Duration::from_secs(1);
/// If a note is later than this, the server was not running in between.
const TOLERANCE: Duration = Duration::from_secs(2);
/// The time that clients get to connect again after the computer was suspended.
const RECONNECT_TIME: Duration = Duration::from_secs(15);

/// Notices when the server was stopped, suspended or got no CPU time, and for how long.
///
/// Nobody could do anything in that time, so it does not count: clocks, deadlines and the time for which
/// somebody is away are extended by it. A task notes every second that the server runs. Whoever acts on a
/// deadline asks first how much time was lost, because that task may run a little later.
///
/// Where the monotonic clock stops while the computer is suspended, as on Linux, deadlines do not pass
/// meanwhile. But clients have to connect again afterwards, so they get some time if the wall clock has run
/// ahead of the monotonic one.
pub(crate) struct Pauses(Mutex<Beat>);

struct Beat {
    last: Instant,
    /// The wall clock at that moment, in seconds since 1970.
    last_wall: u64,
    lost: Duration,
}

impl Pauses {
    pub(crate) fn new(now: Instant, wall: u64) -> Pauses {
        Pauses(Mutex::new(Beat { last: now, last_wall: wall, lost: Duration::ZERO }))
    }

    /// How much time was lost so far.
    pub(crate) fn lost(&self, now: Instant, wall: u64) -> Duration {
        self.update(now, wall, false)
    }

    fn update(&self, now: Instant, wall: u64, is_beat: bool) -> Duration {
        let mut beat = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let gap = now.saturating_duration_since(beat.last);
        let wall_gap = Duration::from_secs(wall.saturating_sub(beat.last_wall));
        let lost = if gap > BEAT + TOLERANCE {
            // The server may have run until the next note was due.
            gap - BEAT
        } else if wall_gap > gap + BEAT + TOLERANCE {
            RECONNECT_TIME
        } else {
            Duration::ZERO
        };
        if !lost.is_zero() {
            tracing::warn!(seconds = lost.as_secs(), "the server was not running: all clocks are extended");
        }
        beat.lost += lost;
        if is_beat || !lost.is_zero() {
            (beat.last, beat.last_wall) = (now, wall);
        }
        beat.lost
    }
}

/// Notes every second that the server runs, until it shuts down or is dropped.
pub(crate) async fn keep(server: Weak<ServerState>) {
    let Some(stop) = server.upgrade().map(|server| Arc::clone(&server.stop)) else { return };
    loop {
        tokio::select! {
            biased;
            () = wait_for_stop(&stop) => return,
            () = tokio::time::sleep(BEAT) => {}
        }
        let Some(server) = server.upgrade() else { return };
        server.pauses.update(Instant::now(), server.environment.seconds_since_1970(), true);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Pauses, RECONNECT_TIME};

    const fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    #[test]
    fn a_stopped_server_loses_time_once() {
        let start = Instant::now();
        let pauses = Pauses::new(start, 1000);
        assert_eq!(pauses.update(start + seconds(1), 1001, true), Duration::ZERO);
        assert_eq!(pauses.lost(start + seconds(3), 1003), Duration::ZERO);
        // Whoever asks first notices it.
        assert_eq!(pauses.lost(start + seconds(41), 1041), seconds(39));
        assert_eq!(pauses.update(start + seconds(41), 1041, true), seconds(39));
        assert_eq!(pauses.lost(start + seconds(43), 1043), seconds(39));
        assert_eq!(pauses.lost(start + seconds(51), 1051), seconds(48));
    }

    #[test]
    fn clients_get_time_to_connect_after_a_suspension() {
        let start = Instant::now();
        let pauses = Pauses::new(start, 1000);
        assert_eq!(pauses.lost(start + seconds(1), 1041), RECONNECT_TIME);
        assert_eq!(pauses.update(start + seconds(2), 1042, true), RECONNECT_TIME);
        // A clock that is set back or a little forward does not matter.
        assert_eq!(pauses.update(start + seconds(3), 40, true), RECONNECT_TIME);
        assert_eq!(pauses.update(start + seconds(4), 43, true), RECONNECT_TIME);
    }
}
