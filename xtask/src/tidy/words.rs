//! Checks that every text for players is translated into every language.
//!
//! The pattern of a text is a literal in the code, after `Text::of(`, `Text::with(` or `Text::count(`. The
//! file of each language has one line for every pattern, and no other lines. The pages of the browser app
//! must not contain other text.

use std::collections::BTreeMap;

use super::tokens::{Token, with_strings};

/// The files with the translations.
pub(super) const LANGUAGES: [&str; 1] = ["crates/client/languages/de.txt"];
/// The crates with texts for players in a browser. Texts that only the terminal shows are not translated.
const CRATES: [&str; 9] = ["cards", "table", "games", "solver", "bots", "wire", "client", "web", "server"];
/// The game that only tests play: no page shows its texts.
const TEST_GAME: &str = "/src/test_game/";
/// HTML attributes that browsers show or screen readers read aloud.
const SPOKEN: [&str; 4] = ["aria-label", "title", "placeholder", "alt"];

/// The patterns in the code, each with a place where it is used.
#[derive(Default)]
pub(super) struct Words {
    patterns: BTreeMap<String, String>,
    faults: Vec<String>,
}

impl Words {
    /// Reads the patterns of a file, without its unit tests.
    pub(super) fn read(&mut self, file: &str, source: &str) {
        let is_checked = |name: &&str| file.starts_with(&format!("crates/{name}/src/"));
        if !CRATES.iter().any(is_checked) || file.contains("/tests") || file.contains(TEST_GAME) {
            return;
        }
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        let tokens = with_strings(source);
        for at in 0..tokens.len() {
            let call = |name: &str| is_call(&tokens[at..], name);
            if call("of") || call("with") {
                self.take(file, tokens.get(at + 5), tokens[at].line);
            } else if call("count") {
                let mut strings = tokens[at + 5..].iter().filter(|token| token.text.starts_with('"'));
                self.take(file, strings.next(), tokens[at].line);
                self.take(file, strings.next(), tokens[at].line);
            }
        }
        if file.starts_with("crates/web/") {
            self.faults.extend(
                bare(&tokens).map(|token| {
                    format!("{file}:{}: text without a translation: {}", token.line, token.text)
                }),
            );
        }
    }

    fn take(&mut self, file: &str, pattern: Option<&Token<'_>>, line: usize) {
        match pattern.and_then(|token| token.text.strip_prefix('"')?.strip_suffix('"')) {
            Some(pattern) => {
                self.patterns.entry(unescaped(pattern)).or_insert_with(|| format!("{file}:{line}"));
            }
            None => {
                self.faults.push(format!("{file}:{line}: the pattern of a text must be a literal"));
            }
        }
    }

    /// Lists the faults in the code and in the file of a language.
    pub(super) fn faults(&self, file: &str, language: &str) -> Vec<String> {
        let mut faults = self.faults.clone();
        let mut lines = BTreeMap::new();
        for (at, line) in language.lines().enumerate() {
            let line = line.trim_end();
            match line.split_once(" = ") {
                _ if line.is_empty() || line.starts_with('#') => {}
                Some((pattern, words)) => {
                    if lines.insert(pattern, words).is_some() {
                        faults.push(format!("{file}:{}: `{pattern}` occurs twice", at + 1));
                    }
                    if !self.patterns.contains_key(pattern) {
                        faults.push(format!("{file}:{}: the code does not use `{pattern}`", at + 1));
                    }
                    if placeholders(pattern) != placeholders(words) {
                        faults.push(format!("{file}:{}: `{words}` has other placeholders", at + 1));
                    }
                }
                None => faults.push(format!("{file}:{}: expected `English = …`", at + 1)),
            }
        }
        for (pattern, place) in &self.patterns {
            if pattern.contains(char::is_lowercase) && !lines.contains_key(pattern.as_str()) {
                faults.push(format!("{place}: {file} has no line for `{pattern}`"));
            }
        }
        faults
    }

    pub(super) fn len(&self) -> usize {
        self.patterns.len()
    }
}

/// Whether these tokens begin with `Text::NAME(`.
fn is_call(tokens: &[Token<'_>], name: &str) -> bool {
    tokens.iter().map(|token| token.text).take(5).eq(["Text", ":", ":", name, "("])
}

/// The value of a string literal.
fn unescaped(literal: &str) -> String {
    let mut text = String::new();
    let mut letters = literal.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some('\n')) => while letters.next_if(|c| c.is_whitespace()).is_some() {},
            ('\\', Some(_)) => text.extend(letters.next()),
            _ => text.push(letter),
        }
    }
    text
}

/// The numbers of the placeholders in a pattern, sorted.
fn placeholders(pattern: &str) -> Vec<usize> {
    let names = pattern.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let mut placeholders: Vec<usize> =
        names.enumerate().map(|(at, (name, _))| name.parse().unwrap_or(at)).collect();
    placeholders.sort_unstable();
    placeholders
}

/// Whether a text contains a word, not only punctuation and single letters.
fn has_words(text: &str) -> bool {
    text.split(" @").next().unwrap_or_default().split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 1)
}

/// The strings of a page that should be translated: text between tags, and attributes of `SPOKEN`.
fn bare<'a>(tokens: &'a [Token<'a>]) -> impl Iterator<Item = &'a Token<'a>> {
    let is_bare = move |(at, token): &(usize, &Token<'_>)| {
        let Some((_, text)) = token.text.split_once('"') else { return false };
        let text = text.trim_end_matches(['"', '#']);
        let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at)).map(|token| token.text);
        let child = before(1) == Some(">") && before(2) != Some("=") && before(2) != Some("-");
        let name = [before(4), before(3), before(2)].map(Option::unwrap_or_default).concat();
        let spoken = before(1) == Some("=")
            && (SPOKEN.iter().any(|spoken| before(2) == Some(spoken) || name == *spoken));
        has_words(&between_tags(text)) || ((child || spoken) && has_words(text)) || is_sentence(text)
    };
    tokens.iter().enumerate().filter(is_bare).map(|(_, token)| token)
}

/// The text between the tags and in the spoken attributes of an HTML fragment. Empty if there is no tag.
fn between_tags(text: &str) -> String {
    let mut words = String::new();
    let mut depth = 0;
    let has_tags = text.contains("</") || text.contains("/>") || text.starts_with('<');
    for letter in text.chars().filter(|_| has_tags) {
        match letter {
            '<' | '{' => depth += 1,
            '>' | '}' if depth > 0 => depth -= 1,
            letter if depth == 0 => words.push(letter),
            _ => {}
        }
    }
    for spoken in SPOKEN {
        for value in text.split(&format!(" {spoken}=\"")).skip(1) {
            let value = value.split('"').next().unwrap_or_default();
            words.push(' ');
            words.push_str(value.split('{').next().unwrap_or_default());
        }
    }
    words
}

/// Whether a text looks like a sentence: a capitalized word and a lowercase word follow each other.
fn is_sentence(text: &str) -> bool {
    let mut words = text.split(' ');
    let first = words.next().unwrap_or_default();
    let capital = first.starts_with(char::is_uppercase) && first.chars().skip(1).all(char::is_lowercase);
    capital && first.len() > 1 && words.next().is_some_and(|next| next.chars().all(char::is_lowercase))
}

#[cfg(test)]
mod tests {
    use super::Words;

    fn faults(file: &str, source: &str, language: &str) -> Vec<String> {
        let mut words = Words::default();
        words.read(file, source);
        words.faults("de.txt", language)
    }

    #[test]
    fn every_pattern_has_a_line_and_every_line_a_pattern() {
        let source = r#"
            const UNDO: Text = Text::of("Undo");
            fn a() -> Text { Text::with(
                "{} of \
                 {}", [x]) }
            fn b() -> Text { Text::count(n, "1 card", "{} cards") }
            #[cfg(test)] mod tests { Text::of("not this") }
        "#;
        let all = "# words\n\nUndo = Zurück\n{} of {} = {1}-{0}\n1 card = 1 Karte\n{} cards = {} Karten\n";
        assert_eq!(faults("crates/client/src/a.rs", source, all), [""; 0]);
        let less = faults("crates/client/src/a.rs", source, "Undo = Zurück\nRedo = Vor\n{} of {} = {0}\n");
        assert_eq!(
            less,
            [
                "de.txt:2: the code does not use `Redo`",
                "de.txt:3: `{0}` has other placeholders",
                "crates/client/src/a.rs:6: de.txt has no line for `1 card`",
                "crates/client/src/a.rs:6: de.txt has no line for `{} cards`",
            ]
        );
    }

    #[test]
    fn the_pattern_of_a_text_must_be_a_literal() {
        let found = faults("crates/games/src/a.rs", "Text::of(name)", "");
        assert_eq!(found, ["crates/games/src/a.rs:1: the pattern of a text must be a literal"]);
        for other in ["crates/cardroom/src/a.rs", "crates/games/src/test_game/a.rs"] {
            assert_eq!(faults(other, "Text::of(name)", ""), [""; 0]);
        }
    }

    #[test]
    fn a_page_contains_no_untranslated_text() {
        for bare in [
            r#"view! { <p>"Hello"</p> }"#,
            r#"view! { <p title="Hello"></p> }"#,
            r#"view! { <p aria-label="Hello"></p> }"#,
            r##"format!(r#"<p>Hello {}</p>"#, x)"##,
            r##"format!(r#"<p aria-label="Hello">{}</p>"#, x)"##,
            r#"set_text_content("Well done")"#,
        ] {
            assert_eq!(faults("crates/web/src/a.rs", bare, "").len(), 1, "{bare}");
        }
        for fine in [
            r#"view! { <p class="card back" aria-label=t(x)>{t(y)} " · "</p> }"#,
            r##"format!(r#"<p class="card back" aria-label="{}">{}</p>"#, x, y)"##,
            r#"match x { A => "card back" }"#,
        ] {
            assert_eq!(faults("crates/web/src/a.rs", fine, ""), [""; 0], "{fine}");
        }
    }
}
