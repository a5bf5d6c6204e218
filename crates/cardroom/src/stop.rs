use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// Whether somebody has pressed Ctrl-C. The first time is a wish, the second ends the program.
#[derive(Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// What the shell expects of a program that was ended by Ctrl-C.
    const STATUS: i32 = 130;

    /// Listens for Ctrl-C from now on.
    pub(crate) fn on_ctrl_c() -> io::Result<Stop> {
        let stop = Stop::default();
        // They are called in this order: the first sees the flag as it was before.
        flag::register_conditional_shutdown(SIGINT, Stop::STATUS, Arc::clone(&stop.0))?;
        flag::register(SIGINT, Arc::clone(&stop.0))?;
        Ok(stop)
    }

    /// Asks to end, as Ctrl-C does.
    pub(crate) fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether to end as soon as that is possible.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
