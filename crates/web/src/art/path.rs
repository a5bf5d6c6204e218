//! Moves and scales SVG paths, so that many shapes become one path. Browsers draw one path much faster than
//! many elements.

use std::fmt::Write as _;

/// Moves and scales an outline, and turns it upside down if `turned`. The outline may use the commands M, L,
/// H, V, C, Q, A and Z in upper and lower case; arcs must be circular.
pub(super) fn placed(outline: &str, x: f64, y: f64, scale: f64, turned: bool) -> String {
    let by = if turned { -scale } else { scale };
    let mut placed = String::new();
    for (command, numbers) in commands(outline) {
        placed.push(command);
        let start = |at: f64| if command.is_ascii_uppercase() { at } else { 0.0 };
        for (at, number) in numbers.into_iter().enumerate() {
            let number = match (command.to_ascii_uppercase(), at % 7) {
                ('A', 0 | 1) => number * scale,
                ('A', 2..5) => number,
                ('A', 5) | ('H', _) => start(x) + number * by,
                ('A', _) | ('V', _) => start(y) + number * by,
                _ => start(if at % 2 == 0 { x } else { y }) + number * by,
            };
            // Writing to a string cannot fail.
            let _ = write!(placed, " {}", (number * 100.0).round() / 100.0);
        }
    }
    placed
}

/// Parses the commands with their numbers, which need no space between them: `a5 5 0 0 1.5-.5.2`.
fn commands(outline: &str) -> Vec<(char, Vec<f64>)> {
    let mut commands: Vec<(char, Vec<f64>)> = Vec::new();
    let mut rest = outline;
    while let Some(next) = rest.chars().next() {
        let length = if next.is_ascii_alphabetic() {
            commands.push((next, Vec::new()));
            1
        } else if let (Some(length), Some((_, numbers))) = (number(rest), commands.last_mut()) {
            numbers.push(value(&rest[..length]));
            length
        } else {
            next.len_utf8()
        };
        rest = &rest[length..];
    }
    commands
}

/// The length of the number at the start of a text.
fn number(text: &str) -> Option<usize> {
    let mut point = false;
    let end = text.bytes().enumerate().find(|(at, byte)| match byte {
        b'-' => *at > 0,
        b'.' => std::mem::replace(&mut point, true),
        byte => !byte.is_ascii_digit(),
    });
    let length = end.map_or(text.len(), |(at, _)| at);
    (length > 0).then_some(length)
}

/// Parses a number with few digits. The parser of the standard library would add ten kilobytes of tables to
/// the program.
fn value(text: &str) -> f64 {
    let digits = text.trim_start_matches('-');
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let read = |digits: &str| digits.bytes().fold(0.0, |sum, digit| sum * 10.0 + f64::from(digit - b'0'));
    let size = read(whole) + read(part) / 10_f64.powi(part.len() as i32);
    if digits.len() < text.len() { -size } else { size }
}

#[cfg(test)]
mod tests {
    use cards::{Rank, Suit};

    use super::super::rank::line;
    use super::super::suit::outline;
    use super::{commands, placed};

    #[test]
    fn numbers_without_spaces_are_separated() {
        let read = commands("M1.500-2c.2.3 4-.5z");
        assert_eq!(read, [('M', vec![1.5, -2.0]), ('c', vec![0.2, 0.3, 4.0, -0.5]), ('z', vec![])]);
    }

    #[test]
    fn an_outline_is_moved_and_scaled() {
        assert_eq!(
            placed("M1 2l3 4H5V6a1 1 0 0 1 2 3z", 10.0, 20.0, 2.0, false),
            "M 12 24l 6 8H 20V 32a 2 2 0 0 1 4 6z"
        );
    }

    #[test]
    fn an_outline_is_turned_around_its_corner() {
        assert_eq!(placed("M1 2a1 1 0 1 0 2 3", 10.0, 20.0, 1.0, true), "M 9 18a 1 1 0 1 0 -2 -3");
    }

    #[test]
    fn all_outlines_use_only_supported_commands() {
        let signs = Suit::ALL.into_iter().map(outline).chain(Rank::ALL.into_iter().map(line));
        for sign in signs {
            for (command, numbers) in commands(sign) {
                let needs = match command.to_ascii_uppercase() {
                    'M' | 'L' => 2,
                    'H' | 'V' => 1,
                    'C' => 6,
                    'Q' => 4,
                    'A' => 7,
                    'Z' => 0,
                    other => panic!("{other} in {sign}"),
                };
                assert!(
                    needs == numbers.len() || needs > 0 && numbers.len() % needs == 0,
                    "{command} in {sign}"
                );
            }
        }
    }
}
