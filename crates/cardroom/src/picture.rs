//! Boxes for cards, and boxes side by side.

use crate::ink::{DIM, Ink, Span};

/// How many places a card's box has inside.
pub(crate) const INSIDE: usize = 5;

/// A rectangle of text.
pub(crate) struct TextBlock {
    width: usize,
    lines: Vec<String>,
}

impl TextBlock {
    /// A box: what stands in its upper edge, its rows, and what stands in its lower edge.
    pub(crate) fn framed(ink: Ink, inside: usize, label: Span, rows: Vec<Span>, foot: Span) -> TextBlock {
        let [left, right, lower_left, lower_right] = match ink {
            Ink::Unicode => ["╭", "╮", "╰", "╯"],
            Ink::Ascii => ["+"; 4],
        };
        let side = Span::styled(DIM, ink.either("│", "|")).text;
        let mut lines = vec![edge(ink, inside, left, label, right)];
        lines.extend(rows.into_iter().map(|row| format!("{side}{}{side}", row.padded(inside).text)));
        lines.push(edge(ink, inside, lower_left, foot, lower_right));
        TextBlock { width: inside + 2, lines }
    }

    /// A box with one card in it, or empty.
    pub(crate) fn card(ink: Ink, label: Span, card: Option<Span>, foot: Span) -> TextBlock {
        let row = card.map_or_else(Span::default, |card| centred(card, INSIDE));
        TextBlock::framed(ink, INSIDE, label, vec![row], foot)
    }

    /// Blocks beside each other, their upper edges in one line.
    pub(crate) fn joined(blocks: &[TextBlock], gap: usize) -> TextBlock {
        let height = blocks.iter().map(|block| block.lines.len()).max().unwrap_or(0);
        let width =
            blocks.iter().map(|block| block.width).sum::<usize>() + gap * blocks.len().saturating_sub(1);
        let part = |block: &TextBlock, at: usize| {
            block.lines.get(at).cloned().unwrap_or_else(|| " ".repeat(block.width))
        };
        let line = |at: usize| {
            let parts: Vec<String> = blocks.iter().map(|block| part(block, at)).collect();
            parts.join(&" ".repeat(gap))
        };
        TextBlock { width, lines: (0..height).map(line).collect() }
    }

    /// An empty place.
    pub(crate) fn gap(width: usize) -> TextBlock {
        TextBlock { width, lines: Vec::new() }
    }

    /// Lines of text.
    pub(crate) fn text(lines: Vec<Span>) -> TextBlock {
        let width = lines.iter().map(|line| line.width).max().unwrap_or(0);
        TextBlock { width, lines: lines.into_iter().map(|line| line.padded(width).text).collect() }
    }
}

/// Blocks beside each other, as lines of the picture.
pub(crate) fn beside(blocks: &[TextBlock], gap: usize) -> Vec<String> {
    let joined = TextBlock::joined(blocks, gap);
    joined.lines.iter().map(|line| format!("  {line}").trim_end().to_owned()).collect()
}

/// A span in the middle of a place, rather to the left.
pub(crate) fn centred(span: Span, width: usize) -> Span {
    let left = width.saturating_sub(span.width) / 2;
    [Span::plain(&" ".repeat(left)), span].into_iter().collect::<Span>().padded(width)
}

/// A horizontal edge with a word in its middle, or a bare one.
fn edge(ink: Ink, inside: usize, left: &str, word: Span, right: &str) -> String {
    let word = match word.width {
        0 => word,
        width if width + 2 <= inside => [Span::plain(" "), word, Span::plain(" ")].into_iter().collect(),
        _ => word,
    };
    let rest = inside.saturating_sub(word.width);
    let line = |count: usize| ink.either("─", "-").repeat(count);
    let before = Span::styled(DIM, &format!("{left}{}", line(rest / 2))).text;
    let after = Span::styled(DIM, &format!("{}{right}", line(rest - rest / 2))).text;
    format!("{before}{}{after}", word.text)
}
