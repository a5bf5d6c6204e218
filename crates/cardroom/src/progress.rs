use anyhow::Result;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// What is shown of games that are played.
pub(crate) const GAMES: &str = "{wide_bar} {pos}/{len} games, {speed} a second, {eta} left";

/// A bar that shows how far something is: on a terminal only, and to standard error.
pub(crate) fn bar(length: u64, template: &str) -> Result<ProgressBar> {
    let speed = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        // A bar without its speed is a bar still.
        let _ = write!(text, "{:.0}", state.per_sec());
    };
    let style = ProgressStyle::with_template(template)?.with_key("speed", speed);
    Ok(ProgressBar::new(length).with_style(style))
}
