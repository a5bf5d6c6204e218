use std::time::Duration;

use lab::SolveLimits;

use crate::units::{size, time};

/// The options that limit the solver.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct LimitArgs {
    /// Give up after so much processor time: 30s, 500ms, 2m
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time, help_heading = LIMITS)]
    time: Duration,
    /// Give up before more memory is needed: 512M, 2G
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = size, help_heading = LIMITS)]
    memory: usize,
    /// Give up after so many positions
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    nodes: Option<u64>,
}

const LIMITS: &str = "Limits";

impl LimitArgs {
    pub(crate) fn limits(&self) -> SolveLimits {
        SolveLimits { time: self.time, memory: self.memory, nodes: self.nodes.unwrap_or(u64::MAX) }
    }
}
