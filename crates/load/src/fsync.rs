use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::latencies::Latencies;

/// The pause between two measurements, so that they hardly slow the server down.
const PAUSE: Duration = Duration::from_millis(20);
/// The size of a write: one page of the database.
const PAGE: [u8; 4096] = [0x5a; 4096];

/// Measures how long the disk takes to store one page, beside a running test. An acknowledged move cannot be
/// faster than that.
pub(crate) struct FsyncProbe {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<std::io::Result<Latencies>>,
}

impl FsyncProbe {
    /// Starts measuring in this folder.
    pub(crate) fn start(folder: &Path) -> Result<FsyncProbe> {
        let mut file = File::create(folder.join("fsync-probe"))?;
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let mut times = Latencies::default();
            while !stopped.load(Ordering::Relaxed) {
                file.write_all(&PAGE)?;
                let start = Instant::now();
                file.sync_data()?;
                times.add(start.elapsed());
                std::thread::sleep(PAUSE);
            }
            Ok(times)
        });
        Ok(FsyncProbe { stop, thread })
    }

    /// Stops and returns the times.
    pub(crate) fn finish(self) -> Result<Latencies> {
        self.stop.store(true, Ordering::Relaxed);
        let times = self.thread.join().ok().context("the measurement of the disk has failed")?;
        Ok(times?)
    }
}
