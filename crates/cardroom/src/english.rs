//! Sentences, numbers of things and lists in English.

/// The text as a sentence: it starts with a capital and ends with a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let stop = if text.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

/// A text from elsewhere, without the characters that could control the terminal or hide something.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|letter| if wire::is_unprintable(letter) { '\u{fffd}' } else { letter }).collect()
}

/// "1 entry", "3 entries".
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// "a, b and c".
pub(crate) fn list(items: &[String], and: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

/// Breaks a text into lines of at most that many characters; a word that is longer has a line for itself.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            lines.push(String::new());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            if used > 0 {
                line.push(' ');
                used += 1;
            }
            line.push_str(word);
            used += length;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{count, list, printable, sentence, wrap};

    #[test]
    fn a_text_cannot_control_the_terminal() {
        assert_eq!(printable("Zoë \u{1b}[2J\u{9b}\r\u{202e}!"), "Zoë \u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}!");
    }

    #[test]
    fn sentences_have_a_capital_and_a_full_stop() {
        assert_eq!(sentence("élan (K1)"), "Élan (K1).");
        assert_eq!(sentence("Who?"), "Who?");
        assert_eq!(sentence(""), ".");
    }

    #[test]
    fn things_are_counted_and_listed() {
        assert_eq!((count(1, "a", "b").as_str(), count(0, "a", "b").as_str()), ("1 a", "0 b"));
        let letters = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(list(&letters, "and"), "a, b and c");
        assert_eq!(list(&letters[..1], "and"), "a");
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("a-very-long-word b", 4), ["a-very-long-word", "b"]);
        assert_eq!(wrap("", 4), [""]);
    }
}
