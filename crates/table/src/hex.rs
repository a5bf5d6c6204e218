//! Hexadecimal text: two lower-case digits for each byte.

use std::fmt;
use std::str::FromStr;

use text::{ErrorText, Text};

/// Encodes each byte as two hexadecimal digits.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    // Every frame of a table contains several of these, and formatting byte by byte is slow.
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// Decodes lower-case hexadecimal digits; `None` for any other text.
#[must_use]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}

/// `N` bytes, displayed as hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex<const N: usize>(pub [u8; N]);

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&encode(&self.0))
    }
}

impl<const N: usize> fmt::Debug for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not `N` bytes in hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub struct ParseHexError(usize);

impl ErrorText for ParseHexError {
    fn text(&self) -> Text {
        Text::with("expected {} hexadecimal digits, in small letters", [self.0.into()])
    }
}

impl<const N: usize> FromStr for Hex<N> {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Hex<N>, ParseHexError> {
        let bytes = decode(text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Hex).ok_or(ParseHexError(2 * N))
    }
}

text::serde_as_text!([const N: usize] Hex<N>);

#[cfg(test)]
mod tests {
    use super::{Hex, decode, encode};

    #[test]
    fn every_byte_round_trips() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&bytes)), Some(bytes));
        assert_eq!(decode(""), Some(Vec::new()));
    }

    #[test]
    fn only_lower_case_digits_of_the_right_length_parse() {
        let bytes = Hex([0, 1, 0x9a, 0xff]);
        assert_eq!(bytes.to_string(), "00019aff");
        assert_eq!("00019aff".parse(), Ok(bytes));
        for text in ["", "00019af", "00019aff0", "00019aff00", "00019aFF", "00019ag0", "0x019aff", "é019aff"]
        {
            assert!(text.parse::<Hex<4>>().is_err(), "{text}");
        }
    }
}
