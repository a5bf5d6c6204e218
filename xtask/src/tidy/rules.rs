//! Checks that every numbered rule has a test that is named after it.

use std::collections::BTreeSet;

use super::tokens::Token;

/// The file with the numbered rules.
pub(super) const FILE: &str = "crates/games/rules.md";

/// The numbers of the rules, and which of them have a test.
pub(super) struct Rules {
    numbers: Vec<String>,
    tested: BTreeSet<String>,
    faults: Vec<String>,
}

impl Rules {
    /// Reads the rules. Each starts a line: `**K19.** …`.
    pub(super) fn new(rulebook: &str) -> Rules {
        let number = |line: &str| Some(line.strip_prefix("**")?.split_once(".** ")?.0.to_owned());
        Rules {
            numbers: rulebook.lines().filter_map(number).collect(),
            tested: BTreeSet::new(),
            faults: Vec::new(),
        }
    }

    /// The number of rules.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Records the tests in a source.
    pub(super) fn read_tests(&mut self, file: &str, tokens: &[Token<'_>]) {
        for name in tests(tokens) {
            let Some(rule) = self.rule_of(name.text) else { continue };
            if !self.numbers.contains(&rule) {
                self.faults.push(format!("{file}:{}: there is no rule {rule} for {}", name.line, name.text));
            }
            self.tested.insert(rule);
        }
    }

    /// The rule that a test is named after: `K19` for `k19_a_card_goes_on_the_next_higher`. `None` if no rule
    /// of the rulebook starts with that letter.
    fn rule_of(&self, test: &str) -> Option<String> {
        let rule = test.split_once('_')?.0.to_uppercase();
        let (series, digits) = rule.split_at_checked(1)?;
        let named = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        (named && self.numbers.iter().any(|number| number.starts_with(series))).then_some(rule)
    }

    /// Lists tests without a rule and rules without a test.
    pub(super) fn faults(&self) -> Vec<String> {
        let untested = self.numbers.iter().filter(|number| !self.tested.contains(*number));
        let untested =
            untested.map(|rule| format!("{FILE}: {rule} has no test named {}_…", rule.to_lowercase()));
        self.faults.iter().cloned().chain(untested).collect()
    }
}

/// The names of all test functions, also inside `proptest!`.
fn tests<'a>(tokens: &'a [Token<'a>]) -> impl Iterator<Item = Token<'a>> {
    let mut marked = false;
    tokens.windows(4).filter_map(move |window| {
        let texts: Vec<_> = window.iter().map(|token| token.text).collect();
        match texts.as_slice() {
            ["#", "[", "test", "]"] => marked = true,
            [_, _, "fn", _] if std::mem::take(&mut marked) => return Some(window[3]),
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::Rules;
    use crate::tidy::tokens::tokens;

    const RULEBOOK: &str =
        "# Klondike\n\n**K1.** One pack.\n\nNot a rule: **K3.** no\n\n**V2.** Face down.\n*Why:* …\n";

    fn faults(source: &str) -> Vec<String> {
        let mut rules = Rules::new(RULEBOOK);
        rules.read_tests("a.rs", &tokens(source));
        rules.faults()
    }

    #[test]
    fn every_rule_needs_a_test() {
        assert_eq!(Rules::new(RULEBOOK).len(), 2);
        let both = "#[test]\nfn k1_a_pack() {}\nproptest! {\n #[test]\n #[ignore]\n fn v2_down(a: u8) {} }";
        assert!(faults(both).is_empty());
        assert_eq!(faults("#[test] fn k1_a_pack() {}"), ["crates/games/rules.md: V2 has no test named v2_…"]);
    }

    #[test]
    fn only_test_functions_count() {
        assert_eq!(faults("#[test] fn a() {} fn k1_a_pack() {} // #[test] fn v2_down() {}").len(), 2);
        assert_eq!(faults("#[test] fn k1() {} #[test] fn v2nd_() {} #[test] fn k_1() {}").len(), 2);
    }

    #[test]
    fn a_test_must_not_name_an_unknown_rule() {
        let source = "#[test] fn k1_a() {}\n#[test] fn v2_a() {}\n#[test] fn k10_a() {}";
        assert_eq!(faults(source), ["a.rs:3: there is no rule K10 for k10_a"]);
        let other = "#[test] fn k1_a() {}\n#[test] fn v2_a() {}\n#[test] fn u64_is_no_series() {}";
        assert!(faults(other).is_empty());
    }
}
