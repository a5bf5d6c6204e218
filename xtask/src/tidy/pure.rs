//! Checks that the pure crates do not use I/O, clocks, threads or the environment.

use super::tokens::Token;

/// Modules of `std` that pure crates must not use.
const MODULES: [&str; 8] = ["env", "fs", "io", "net", "os", "process", "thread", "time"];
/// Macros that print.
const MACROS: [&str; 5] = ["dbg", "eprint", "eprintln", "print", "println"];

/// Lists every use of a forbidden module or macro.
pub(super) fn check(file: &str, tokens: &[Token<'_>]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fault = |line: usize, what: &str| faults.push(format!("{file}:{line}: {what} in a pure crate"));
    for (at, token) in tokens.iter().enumerate() {
        let after = &tokens[at + 1..];
        let is = |place: usize, text: &str| after.get(place).is_some_and(|token| token.text == text);
        if MACROS.contains(&token.text) && is(0, "!") && !is(1, "=") {
            fault(token.line, &format!("{}!", token.text));
        }
        if token.text == "std" && is(0, ":") && is(1, ":") {
            for name in heads(&after[2..]) {
                if MODULES.contains(&name.text) || name.text == "*" {
                    fault(name.line, &format!("std::{}", name.text));
                }
            }
        }
        // An alias of `std` would hide its uses from this check.
        if token.text == "std" && is(0, "as") {
            fault(token.line, "an alias of std");
        }
    }
    faults
}

/// The first segment of each path after `std::`; several for a group in braces.
fn heads<'a>(path: &'a [Token<'a>]) -> impl Iterator<Item = Token<'a>> {
    let mut depth = 0;
    let mut starts = true;
    let mut done = false;
    path.iter().copied().filter(move |token| {
        if done {
            return false;
        }
        let head = starts;
        match token.text {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        starts = depth == 1 && matches!(token.text, "{" | ",");
        done = depth == 0;
        head && !matches!(token.text, "{" | "}")
    })
}

#[cfg(test)]
mod tests {
    use crate::tidy::tokens::tokens;

    fn check(source: &str) -> Vec<String> {
        super::check("a.rs", &tokens(source))
    }

    #[test]
    fn forbidden_modules_are_faults() {
        assert_eq!(check("fn a() {\n    std::fs::read(\"b\");\n}"), ["a.rs:2: std::fs in a pure crate"]);
        assert_eq!(check("use ::std::time::Instant;").len(), 1);
        assert_eq!(check("use std as s;").len(), 1);
        assert_eq!(check("use std::*;").len(), 1);
        for module in super::MODULES {
            assert_eq!(check(&format!("use std::{module};")).len(), 1, "{module}");
        }
    }

    #[test]
    fn modules_in_groups_are_found() {
        let source = "use std::{\n    collections::{BTreeMap, HashMap},\n    fs,\n    io::{self, Write},\n    fmt,\n};";
        assert_eq!(check(source), ["a.rs:3: std::fs in a pure crate", "a.rs:4: std::io in a pure crate"]);
    }

    #[test]
    fn printing_macros_are_faults() {
        for name in super::MACROS {
            assert_eq!(check(&format!("fn a() {{ {name}!(1) }}")).len(), 1, "{name}");
        }
    }

    #[test]
    fn other_code_is_allowed() {
        assert!(check("// std::fs\nuse std::fmt;\nlet io = \"std::io\";").is_empty());
        assert!(check("use std::{fmt, sync::{env, fs}}; if print != 3 { time.fs(io) }").is_empty());
        assert!(check("write!(f, \"println!\"); std").is_empty());
    }
}
