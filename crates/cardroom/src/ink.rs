use std::io::{IsTerminal, stdout};

use anstyle::{AnsiColor, Style};
use cards::{Card, Colour, Rank, Suit};

/// What cards are drawn with: the letters and shapes that the terminal has, and their colours.
///
/// Colours are always written; the stream that they go to leaves them out where they are not wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    /// ♣ ♦ ♥ ♠ and lines.
    Unicode,
    /// Letters only.
    Ascii,
}

/// A piece of a line, and how many places it takes there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span {
    pub(crate) text: String,
    pub(crate) width: usize,
}

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default().bold();
const BACK: Style = AnsiColor::BrightBlue.on_default();

impl Ink {
    /// Letters if the player asks for them or the terminal has nothing else. What is not a terminal gets the
    /// same everywhere.
    pub(crate) fn new(ascii: bool) -> Ink {
        if ascii || (stdout().is_terminal() && !speaks_utf8()) { Ink::Ascii } else { Ink::Unicode }
    }

    /// One or the other.
    pub(crate) fn either(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self {
            Ink::Unicode => unicode,
            Ink::Ascii => ascii,
        }
    }

    /// Parts of a line that are of equal weight.
    pub(crate) fn title(self, parts: &[String]) -> String {
        Span::styled(BOLD, &parts.join(self.either(" · ", " - "))).text
    }

    /// A card in three places: ` K♠`, `10♥`.
    pub(crate) fn card(self, card: Card) -> Span {
        let rank = rank(card.rank);
        let blanks = " ".repeat(2 - rank.len());
        let Span { text, .. } = Span::styled(style(card.suit), &format!("{rank}{}", self.symbol(card.suit)));
        Span { text: format!("{blanks}{text}"), width: 3 }
    }

    /// A suit.
    pub(crate) fn suit(self, suit: Suit) -> Span {
        Span::styled(style(suit), &self.symbol(suit).to_string())
    }

    /// The back of a card in that many places.
    pub(crate) fn back(self, width: usize) -> Span {
        Span::styled(BACK, &self.either("▒", "#").repeat(width))
    }

    /// A text in the letters that there are.
    pub(crate) fn spelled(self, text: &str) -> String {
        if self == Ink::Unicode {
            return text.to_owned();
        }
        let mut spelled = String::with_capacity(text.len());
        for letter in text.chars() {
            match letter {
                '×' => spelled.push('x'),
                '…' => spelled.push_str("..."),
                '⚀'..='⚅' => spelled.extend(char::from_digit(letter as u32 - '⚀' as u32 + 1, 10)),
                '∞' => spelled.push_str("no limit"),
                _ => spelled.push(
                    Suit::ALL.into_iter().find(|suit| suit.symbol() == letter).map_or(letter, Suit::letter),
                ),
            }
        }
        spelled
    }

    fn symbol(self, suit: Suit) -> char {
        match self {
            Ink::Unicode => suit.symbol(),
            Ink::Ascii => suit.letter(),
        }
    }
}

impl Span {
    pub(crate) fn plain(text: &str) -> Span {
        Span { text: text.to_owned(), width: text.chars().count() }
    }

    pub(crate) fn styled(style: Style, text: &str) -> Span {
        Span { text: format!("{style}{text}{style:#}"), width: text.chars().count() }
    }

    /// The span with blanks after it, up to that width.
    pub(crate) fn padded(self, width: usize) -> Span {
        let blanks = width.saturating_sub(self.width);
        Span { text: format!("{}{}", self.text, " ".repeat(blanks)), width: self.width + blanks }
    }
}

/// Spans side by side.
impl FromIterator<Span> for Span {
    fn from_iter<I: IntoIterator<Item = Span>>(spans: I) -> Span {
        spans.into_iter().fold(Span::default(), |mut all, span| {
            all.text += &span.text;
            all.width += span.width;
            all
        })
    }
}

/// As players write it: ten is `10`.
pub(crate) fn rank(rank: Rank) -> String {
    if rank == Rank::Ten { "10".to_owned() } else { rank.to_string() }
}

fn style(suit: Suit) -> Style {
    match suit.colour() {
        Colour::Red => RED,
        Colour::Black => BOLD,
    }
}

/// Whether the terminal's letters are those of Unicode, as the first of these variables that is set says.
fn speaks_utf8() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    locale.map_or(cfg!(windows), |locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use cards::Card;

    use super::{Ink, Span};

    #[test]
    fn a_card_takes_three_places() {
        let ten: Card = "Th".parse().unwrap();
        let king: Card = "Ks".parse().unwrap();
        for ink in [Ink::Unicode, Ink::Ascii] {
            assert_eq!((ink.card(ten).width, ink.card(king).width), (3, 3));
        }
        assert!(Ink::Unicode.card(ten).text.contains("10♥"));
        assert!(Ink::Ascii.card(king).text.contains("Ks"));
    }

    #[test]
    fn the_rules_can_be_spelled_with_letters_only() {
        for offer in games::catalog::OFFERS {
            let page = games::rulebook::page(offer.name).unwrap();
            let spelled = Ink::Ascii.spelled(&page);
            assert!(spelled.is_ascii(), "{}", offer.name);
            assert_eq!(Ink::Unicode.spelled(&page), page);
        }
        assert_eq!(Ink::Ascii.spelled("2 × ♥ …"), "2 x h ...");
    }

    #[test]
    fn spans_are_joined_and_padded() {
        let span: Span = [Span::plain("♥"), Span::plain("bc")].into_iter().collect();
        assert_eq!(span.padded(5), Span { text: "♥bc  ".to_owned(), width: 5 });
    }
}
