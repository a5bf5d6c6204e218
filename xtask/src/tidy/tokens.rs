//! A minimal lexer for Rust.
//!
//! A plain text search would also match comments and literals. This lexer knows just enough to skip them.

/// A word (identifier, keyword or number) or a single punctuation character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// The line number, from 1.
    pub(super) line: usize,
}

/// The words and punctuation of a source, without comments, strings and characters.
pub(super) fn tokens(source: &str) -> Vec<Token<'_>> {
    lexemes(source).filter(|(_, is_token)| *is_token).map(|(token, _)| token).collect()
}

/// The words, punctuation and strings of a source. A token is a string if it contains a quote.
pub(super) fn with_strings(source: &str) -> Vec<Token<'_>> {
    let is_string = |text: &str| text.starts_with('"') || raw_string(text).is_some();
    lexemes(source)
        .filter(|(token, is_token)| *is_token || is_string(token.text))
        .map(|(token, _)| token)
        .collect()
}

/// The comments with their delimiters.
pub(super) fn comments(source: &str) -> impl Iterator<Item = Token<'_>> {
    lexemes(source)
        .map(|(token, _)| token)
        .filter(|token| token.text.starts_with("//") || token.text.starts_with("/*"))
}

/// Every lexeme of a source, and whether it is a word or punctuation.
fn lexemes(source: &str) -> impl Iterator<Item = (Token<'_>, bool)> {
    let (mut rest, mut line) = (source, 1);
    std::iter::from_fn(move || {
        let (len, is_token) = lexeme(rest, rest.chars().next()?);
        let (text, after) = rest.split_at(len);
        let token = Token { text, line };
        line += text.matches('\n').count();
        rest = after;
        Some((token, is_token))
    })
}

/// The length of the first lexeme, and whether it is a word or punctuation.
fn lexeme(rest: &str, first: char) -> (usize, bool) {
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), false);
    }
    if rest.starts_with("/*") {
        return (block_comment(rest), false);
    }
    if let Some(len) = raw_string(rest) {
        return (len, false);
    }
    match first {
        '"' => (1 + quoted(&rest[1..], '"'), false),
        '\'' => (character(rest), false),
        _ if is_word(first) => (rest.find(|c| !is_word(c)).unwrap_or(rest.len()), true),
        _ => (first.len_utf8(), !first.is_whitespace()),
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length up to and including the closing quote.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The length of a character such as `'a'` or `'\n'`, or of the quote before a lifetime.
fn character(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), _) => 1 + quoted(&rest[1..], '\''),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

/// The length of a raw string: `r"…"`, `r#"…"#`, and the same with `b` or `c` in front.
fn raw_string(rest: &str) -> Option<usize> {
    let start = ["r", "br", "cr"].into_iter().find_map(|prefix| rest.strip_prefix(prefix))?;
    let inner = start.trim_start_matches('#');
    let hashes = &start[..start.len() - inner.len()];
    let inner = inner.strip_prefix('"')?;
    let end = format!("\"{hashes}");
    let after = inner.find(&end).map_or("", |at| &inner[at + end.len()..]);
    Some(rest.len() - after.len())
}

/// The length of a block comment. Block comments can be nested.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
        if depth == 0 {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::tokens;

    fn words(source: &str) -> String {
        tokens(source).iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_and_literals_are_skipped() {
        assert_eq!(words("a // b\nc /* d /* e */ f */ g"), "a c g");
        assert_eq!(words(r#"a("b \" c", 'd', '\'', '"', b"e") f"#), "a ( , , , , b ) f");
        assert_eq!(words("a(r#\"b \" c\"#, r\"d\\\", br##\"e\"# f\"##) g"), "a ( , , ) g");
        assert_eq!(words("fn a<'b>(c: &'b str)"), "fn a < b > ( c : & b str )");
        assert_eq!(words("r#fn bread cry"), "r # fn bread cry");
        assert_eq!(words("\"open"), "");
        assert_eq!(words("/* open"), "");
        assert_eq!(words("'é' ♠"), "♠");
    }

    #[test]
    fn lines_in_comments_and_strings_are_counted() {
        let lines: Vec<_> = tokens("a\n/* \n */ b\n\"\n\" c").iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 3, 5]);
    }
}
