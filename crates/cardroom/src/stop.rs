use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lab::StopFlag;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// The exit code that a shell expects of a program that Ctrl-C has ended.
const STATUS: i32 = 130;

/// A flag that Ctrl-C sets. Pressed a second time, it ends the program.
pub(crate) fn on_ctrl_c() -> io::Result<StopFlag> {
    let stop = Arc::new(AtomicBool::new(false));
    // The actions run in this order: the first one sees the flag as it was before.
    flag::register_conditional_shutdown(SIGINT, STATUS, Arc::clone(&stop))?;
    flag::register(SIGINT, Arc::clone(&stop))?;
    Ok(StopFlag::from(stop))
}
