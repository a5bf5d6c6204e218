/// A line of text in several styles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StyledLine {
    spans: Vec<StyledSpan>,
}

/// A piece of a line in one style.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StyledSpan {
    /// The text. Each of its characters is one column wide.
    pub text: String,
    /// What it is, and so how it looks.
    pub style: TextStyle,
}

/// What a piece of text is. The terminal decides how that looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TextStyle {
    /// Ordinary text.
    #[default]
    Plain,
    /// Text that stands out, such as a heading.
    Strong,
    /// Text that is stressed within a sentence.
    Emphasis,
    /// Text that steps back, such as the frame of a card.
    Faint,
    /// The face of a red card.
    RedCard,
    /// The face of a black card.
    BlackCard,
    /// The back of a card.
    CardBack,
}

impl StyledLine {
    /// A line of ordinary text.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> StyledLine {
        StyledLine::styled(TextStyle::Plain, text)
    }

    /// A line in one style.
    #[must_use]
    pub fn styled(style: TextStyle, text: impl Into<String>) -> StyledLine {
        StyledLine { spans: vec![StyledSpan { text: text.into(), style }] }
    }

    /// That many blanks.
    #[must_use]
    pub fn blank(width: usize) -> StyledLine {
        StyledLine::plain(" ".repeat(width))
    }

    /// The pieces of the line, from left to right.
    #[must_use]
    pub fn spans(&self) -> &[StyledSpan] {
        &self.spans
    }

    /// How many columns the line takes.
    #[must_use]
    pub fn width(&self) -> usize {
        self.spans.iter().map(|span| span.text.chars().count()).sum()
    }

    /// The line without its styles.
    #[must_use]
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    /// The line with blanks after it, up to that width.
    #[must_use]
    pub fn padded(self, width: usize) -> StyledLine {
        let blanks = width.saturating_sub(self.width());
        [self, StyledLine::blank(blanks)].into_iter().collect()
    }

    /// The line in the middle of that width, rather to the left.
    #[must_use]
    pub fn centred(self, width: usize) -> StyledLine {
        let left = width.saturating_sub(self.width()) / 2;
        [StyledLine::blank(left), self].into_iter().collect::<StyledLine>().padded(width)
    }

    /// The line without the blanks at its end.
    #[must_use]
    pub fn trimmed(mut self) -> StyledLine {
        while let Some(mut last) = self.spans.pop() {
            last.text.truncate(last.text.trim_end().len());
            if !last.text.is_empty() {
                self.spans.push(last);
                break;
            }
        }
        self
    }
}

/// Puts lines one after the other into one line.
impl FromIterator<StyledLine> for StyledLine {
    fn from_iter<I: IntoIterator<Item = StyledLine>>(lines: I) -> StyledLine {
        let mut spans: Vec<StyledSpan> = Vec::new();
        for span in lines.into_iter().flat_map(|line| line.spans) {
            match spans.last_mut() {
                _ if span.text.is_empty() => {}
                Some(last) if last.style == span.style => last.text += &span.text,
                _ => spans.push(span),
            }
        }
        StyledLine { spans }
    }
}

#[cfg(test)]
mod tests {
    use super::{StyledLine, TextStyle};

    #[test]
    fn lines_are_joined_padded_and_trimmed() {
        let line: StyledLine =
            [StyledLine::styled(TextStyle::RedCard, "♥"), StyledLine::plain("bc")].into_iter().collect();
        assert_eq!((line.text(), line.width(), line.spans().len()), ("♥bc".to_owned(), 3, 2));
        let padded = line.clone().padded(5);
        assert_eq!((padded.text().as_str(), padded.spans().len()), ("♥bc  ", 2));
        assert_eq!(padded.trimmed(), line);
        assert_eq!(line.clone().centred(6).text(), " ♥bc  ");
        assert_eq!(line.clone().padded(2), line);
        let blank: StyledLine =
            [StyledLine::styled(TextStyle::Strong, "  "), StyledLine::blank(3)].into_iter().collect();
        assert_eq!(blank.trimmed(), StyledLine::default());
    }
}
