use std::str::FromStr;

use text::ErrorText;

use crate::{Fault, RecordError};

/// Reads a record line by line and counts the lines.
pub(crate) struct Lines<'a> {
    pub(crate) text: &'a str,
    /// The number of the line that was read last, from 1.
    pub(crate) number: usize,
    /// Where the next line begins, in bytes.
    pub(crate) at: usize,
}

impl<'a> Lines<'a> {
    pub(crate) const fn new(text: &'a str) -> Lines<'a> {
        Lines { text, number: 0, at: 0 }
    }

    pub(crate) fn next(&mut self) -> Result<Option<&'a str>, RecordError> {
        let rest = &self.text[self.at..];
        self.number += 1;
        match rest.split_once('\n') {
            Some((line, _)) if line.ends_with('\r') => Err(self.fault(Fault::CarriageReturn)),
            Some((line, _)) => {
                self.at += line.len() + 1;
                Ok(Some(line))
            }
            None if rest.is_empty() => {
                self.number -= 1;
                Ok(None)
            }
            None => Err(self.fault(Fault::Truncated)),
        }
    }

    pub(crate) fn require_line(&mut self, expected: &str) -> Result<&'a str, RecordError> {
        match self.next()? {
            Some(line) => Ok(line),
            None => {
                self.number += 1;
                Err(self.fault(Fault::Expected(expected.to_owned())))
            }
        }
    }

    pub(crate) fn expect(&mut self, expected: &str) -> Result<(), RecordError> {
        match self.require_line(expected)? {
            line if line == expected => Ok(()),
            _ => Err(self.fault(Fault::Expected(expected.to_owned()))),
        }
    }

    pub(crate) fn value(&mut self, name: &str) -> Result<&'a str, RecordError> {
        let expected = format!("{name} …");
        let line = self.require_line(&expected)?;
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        value.ok_or_else(|| self.fault(Fault::Expected(expected)))
    }

    /// Reads the next line, which must be `name` and a value, and parses the value.
    pub(crate) fn read<T: FromStr<Err: ErrorText>>(&mut self, name: &str) -> Result<T, RecordError> {
        let value = self.value(name)?;
        self.parse(value)
    }

    /// Parses a part of the current line.
    pub(crate) fn parse<T: FromStr<Err: ErrorText>>(&self, text: &str) -> Result<T, RecordError> {
        text.parse().map_err(|error: T::Err| self.fault(Fault::Unreadable(error.text())))
    }

    /// Whether the next line starts with `start`.
    pub(crate) fn peek(&self, start: &str) -> bool {
        self.text[self.at..].starts_with(start)
    }

    /// Requires the canonical spelling of a line. Every record has exactly one spelling.
    pub(crate) fn require_canonical(&self, line: &str, canonical: &str) -> Result<(), RecordError> {
        if line == canonical { Ok(()) } else { Err(self.fault(Fault::NotCanonical(canonical.to_owned()))) }
    }

    pub(crate) fn fault(&self, fault: Fault) -> RecordError {
        RecordError { line: self.number, fault }
    }
}
