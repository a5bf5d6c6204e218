use std::fmt::Write;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// The template of a bar that counts games.
pub(crate) const GAMES: &str = "{wide_bar} {pos}/{len} games, {speed} a second, {eta} left";

/// A progress bar on standard error. It is drawn only if that is a terminal.
pub(crate) fn bar(length: u64, template: &str) -> ProgressBar {
    let speed = |state: &ProgressState, text: &mut dyn Write| {
        // If this fails, the bar only lacks its speed.
        let _ = write!(text, "{:.0}", state.per_sec());
    };
    // Our templates are constants, and a test checks that they can be parsed.
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style.with_key("speed", speed))
}

#[cfg(test)]
mod tests {
    use indicatif::ProgressStyle;

    #[test]
    fn templates_can_be_parsed() {
        for template in [super::GAMES, crate::survey::SURVEY_PROGRESS, crate::arena::klondike::PROGRESS] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}
