use super::{GlyphSet, StyledLine, TextStyle};

/// How many columns the frame of a card has inside.
pub const CARD_INSIDE: usize = 5;

/// A rectangle of text, a part of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextBlock {
    width: usize,
    lines: Vec<StyledLine>,
}

impl TextBlock {
    /// A frame that is this wide inside: its label is in the upper edge, its rows are inside, and its foot is
    /// in the lower edge.
    #[must_use]
    pub fn framed(
        glyphs: GlyphSet,
        inside: usize,
        label: StyledLine,
        rows: Vec<StyledLine>,
        foot: StyledLine,
    ) -> TextBlock {
        let [left, right, lower_left, lower_right] = match glyphs {
            GlyphSet::Unicode => ["╭", "╮", "╰", "╯"],
            GlyphSet::Ascii => ["+"; 4],
        };
        let side = StyledLine::styled(TextStyle::Faint, glyphs.either("│", "|"));
        let mut lines = vec![edge(glyphs, inside, left, label, right)];
        let row = |row: StyledLine| [side.clone(), row.padded(inside), side.clone()].into_iter().collect();
        lines.extend(rows.into_iter().map(row));
        lines.push(edge(glyphs, inside, lower_left, foot, lower_right));
        TextBlock { width: inside + 2, lines }
    }

    /// The frame of a card with a card in it, or empty.
    #[must_use]
    pub fn card(
        glyphs: GlyphSet,
        label: StyledLine,
        card: Option<StyledLine>,
        foot: StyledLine,
    ) -> TextBlock {
        let row = card.map_or_else(StyledLine::default, |card| card.centred(CARD_INSIDE));
        TextBlock::framed(glyphs, CARD_INSIDE, label, vec![row], foot)
    }

    /// Blocks beside each other, with their upper edges in one line.
    #[must_use]
    pub fn beside(blocks: &[TextBlock], gap: usize) -> TextBlock {
        let height = blocks.iter().map(|block| block.lines.len()).max().unwrap_or(0);
        let width =
            blocks.iter().map(|block| block.width).sum::<usize>() + gap * blocks.len().saturating_sub(1);
        let line = |at: usize| -> StyledLine {
            let parts = blocks.iter().enumerate().flat_map(|(column, block)| {
                let part = block.lines.get(at).cloned().unwrap_or_else(|| StyledLine::blank(block.width));
                [StyledLine::blank(if column == 0 { 0 } else { gap }), part]
            });
            parts.collect()
        };
        TextBlock { width, lines: (0..height).map(line).collect() }
    }

    /// An empty place.
    #[must_use]
    pub fn gap(width: usize) -> TextBlock {
        TextBlock { width, lines: Vec::new() }
    }

    /// Lines of text.
    #[must_use]
    pub fn text(lines: Vec<StyledLine>) -> TextBlock {
        let width = lines.iter().map(StyledLine::width).max().unwrap_or(0);
        TextBlock { width, lines: lines.into_iter().map(|line| line.padded(width)).collect() }
    }

    /// The block as lines of a picture: indented, and without blanks at their ends.
    #[must_use]
    pub fn into_lines(self) -> Vec<StyledLine> {
        let indented = |line| [StyledLine::blank(2), line].into_iter().collect::<StyledLine>().trimmed();
        self.lines.into_iter().map(indented).collect()
    }
}

/// A horizontal edge with a word in its middle, or without one.
fn edge(glyphs: GlyphSet, inside: usize, left: &str, word: StyledLine, right: &str) -> StyledLine {
    let word = match word.width() {
        0 => word,
        width if width + 2 <= inside => {
            [StyledLine::plain(" "), word, StyledLine::plain(" ")].into_iter().collect()
        }
        _ => word,
    };
    let rest = inside.saturating_sub(word.width());
    let line = |count: usize| glyphs.either("─", "-").repeat(count);
    let before = StyledLine::styled(TextStyle::Faint, format!("{left}{}", line(rest / 2)));
    let after = StyledLine::styled(TextStyle::Faint, format!("{}{right}", line(rest - rest / 2)));
    [before, word, after].into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::TextBlock;
    use crate::typed::{GlyphSet, StyledLine};

    #[test]
    fn blocks_stand_beside_each_other() {
        let card = |label: &str, card: &str| {
            let card = Some(GlyphSet::Ascii.card(card.parse().unwrap()));
            TextBlock::card(GlyphSet::Ascii, StyledLine::plain(label), card, StyledLine::default())
        };
        let text = TextBlock::text(vec![StyledLine::plain("a"), StyledLine::plain("bcd")]);
        let lines = TextBlock::beside(&[card("1", "Th"), TextBlock::gap(2), card("stock", "2c"), text], 1);
        let lines: Vec<String> = lines.into_lines().iter().map(StyledLine::text).collect();
        assert_eq!(lines, ["  +- 1 -+    +stock+ a", "  | 10h |    |  2c | bcd", "  +-----+    +-----+"]);
    }
}
