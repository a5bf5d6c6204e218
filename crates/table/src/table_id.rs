use std::fmt;
use std::str::FromStr;

use text::{ErrorText, Text};

/// The ID of a table: twenty random letters and digits. Nobody can guess it, so anyone with
/// the link may join.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId([u8; TableId::LENGTH]);

/// Lower-case letters and digits without those that are easily confused.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

impl TableId {
    /// The number of characters: one hundred bits.
    pub const LENGTH: usize = 20;

    /// The ID made from random bytes: five bits of each.
    #[must_use]
    pub fn from_random(bytes: [u8; TableId::LENGTH]) -> TableId {
        TableId(bytes.map(|byte| ALPHABET[usize::from(byte % 32)]))
    }

    /// The ID as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // All characters are ASCII.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The first characters, for logs: enough to find the table in the database, too few to join
    /// it.
    #[must_use]
    pub fn short(&self) -> &str {
        self.as_str().get(..6).unwrap_or_default()
    }

    /// Parses a link such as `https://cards.example/#table/…`, or the ID alone.
    pub fn from_link(link: &str) -> Result<TableId, ParseTableIdError> {
        link.trim().rsplit(['/', '#', '=']).next().unwrap_or_default().parse()
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is not the ID of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub struct ParseTableIdError;

impl ErrorText for ParseTableIdError {
    fn text(&self) -> Text {
        Text::of("this is not a table: a table's name has twenty small letters and digits")
    }
}

impl FromStr for TableId {
    type Err = ParseTableIdError;

    fn from_str(text: &str) -> Result<TableId, ParseTableIdError> {
        let letters: [u8; TableId::LENGTH] = text.as_bytes().try_into().map_err(|_| ParseTableIdError)?;
        if letters.iter().all(|letter| ALPHABET.contains(letter)) {
            Ok(TableId(letters))
        } else {
            Err(ParseTableIdError)
        }
    }
}

text::serde_as_text!(TableId);

#[cfg(test)]
mod tests {
    use super::TableId;

    #[test]
    fn an_id_parses_alone_and_in_a_link() {
        let id = TableId::from_random(std::array::from_fn(|at| (at * 37) as u8));
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(TableId::from_link(&format!("https://cards.example/#table/{id} ")), Ok(id));
        assert_eq!(TableId::from_link(id.as_str()), Ok(id));
        for text in ["", "abc", "ABCDEFGHJKMNPQRSTUVW", "abcdefghijklmnopqrst", "é23456789éabcdefghj"] {
            assert!(text.parse::<TableId>().is_err(), "{text}");
        }
    }
}
