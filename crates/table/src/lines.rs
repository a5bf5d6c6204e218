use std::str::FromStr;

use text::ErrorText;

use crate::{Fault, RecordError};

/// The lines of a record, counted.
pub(crate) struct Lines<'a> {
    pub(crate) text: &'a str,
    /// The number of the line that was read last, from 1.
    pub(crate) number: usize,
    /// Where the next one begins.
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
            None => Err(self.fault(Fault::BreaksOff)),
        }
    }

    pub(crate) fn some(&mut self, expected: &str) -> Result<&'a str, RecordError> {
        match self.next()? {
            Some(line) => Ok(line),
            None => {
                self.number += 1;
                Err(self.fault(Fault::Expected(expected.to_owned())))
            }
        }
    }

    pub(crate) fn expect(&mut self, expected: &str) -> Result<(), RecordError> {
        match self.some(expected)? {
            line if line == expected => Ok(()),
            _ => Err(self.fault(Fault::Expected(expected.to_owned()))),
        }
    }

    pub(crate) fn value(&mut self, name: &str) -> Result<&'a str, RecordError> {
        let expected = format!("{name} …");
        let line = self.some(&expected)?;
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        value.ok_or_else(|| self.fault(Fault::Expected(expected)))
    }

    /// The value of a line as something that is written in one way only.
    pub(crate) fn read<T: FromStr<Err: ErrorText>>(&mut self, name: &str) -> Result<T, RecordError> {
        let value = self.value(name)?;
        self.parsed(value)
    }

    /// A part of a line as something.
    pub(crate) fn parsed<T: FromStr<Err: ErrorText>>(&self, text: &str) -> Result<T, RecordError> {
        text.parse().map_err(|error: T::Err| self.fault(Fault::Unreadable(error.text())))
    }

    /// Whether the next line begins with this.
    pub(crate) fn peek(&self, start: &str) -> bool {
        self.text[self.at..].starts_with(start)
    }

    /// There is one way to write a line, so that a text has one meaning and a meaning one text.
    pub(crate) fn spelled(&self, line: &str, canonical: &str) -> Result<(), RecordError> {
        if line == canonical { Ok(()) } else { Err(self.fault(Fault::Spelling(canonical.to_owned()))) }
    }

    pub(crate) fn fault(&self, fault: Fault) -> RecordError {
        RecordError { line: self.number, fault }
    }
}
