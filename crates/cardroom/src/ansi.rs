//! Styled text as ANSI escape sequences, and what the terminal can display.
//!
//! The sequences are always written. The stream that they go to removes them where they are not wanted.

use std::io::{IsTerminal, stdout};

use anstyle::{AnsiColor, Style};
use client::typed::{GlyphSet, StyledLine, StyledSpan, TextStyle};

/// A line with its styles.
pub(crate) fn render(line: &StyledLine) -> String {
    let span = |span: &StyledSpan| {
        let style = style(span.style);
        format!("{style}{}{style:#}", span.text)
    };
    line.spans().iter().map(span).collect()
}

/// Lines with their styles.
pub(crate) fn render_all(lines: &[StyledLine]) -> Vec<String> {
    lines.iter().map(render).collect()
}

/// The heading above a picture.
pub(crate) fn heading(parts: &[String], glyphs: GlyphSet) -> String {
    render(&StyledLine::styled(TextStyle::Strong, parts.join(glyphs.either(" · ", " - "))))
}

/// The characters to draw with: letters if the player asks for them or the terminal has nothing else. What
/// is not a terminal gets the same everywhere.
pub(crate) fn glyphs(ascii: bool) -> GlyphSet {
    if ascii || (stdout().is_terminal() && !has_utf8_locale()) { GlyphSet::Ascii } else { GlyphSet::Unicode }
}

fn style(style: TextStyle) -> Style {
    match style {
        TextStyle::Plain => Style::new(),
        TextStyle::Strong | TextStyle::BlackCard => Style::new().bold(),
        TextStyle::Emphasis => Style::new().italic(),
        TextStyle::Faint => Style::new().dimmed(),
        TextStyle::RedCard => AnsiColor::Red.on_default().bold(),
        TextStyle::CardBack => AnsiColor::BrightBlue.on_default(),
    }
}

/// Whether the locale has Unicode, by the first of these variables that is set.
fn has_utf8_locale() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    locale.map_or(cfg!(windows), |locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use client::typed::{GlyphSet, StyledLine, TextStyle};

    use super::{heading, render};

    #[test]
    fn styles_end_where_their_text_ends() {
        let red = GlyphSet::Unicode.card("Th".parse().unwrap());
        let line: StyledLine = [StyledLine::plain("a "), red].into_iter().collect();
        assert_eq!(render(&line), "a \u{1b}[1m\u{1b}[31m10♥\u{1b}[0m");
        assert_eq!(render(&StyledLine::styled(TextStyle::Faint, "-")), "\u{1b}[2m-\u{1b}[0m");
        let heading = heading(&["a".to_owned(), "b".to_owned()], GlyphSet::Ascii);
        assert_eq!(anstream::adapter::strip_str(&heading).to_string(), "a - b");
    }
}
