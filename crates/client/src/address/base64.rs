//! Bytes as letters that no program changes in an address (RFC 4648, section 5, without padding).

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bytes as letters.
pub(super) fn write(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..=three.len() {
            text.push(char::from(LETTERS[(bits >> (18 - 6 * i) & 63) as usize]));
        }
    }
    text
}

/// The bytes again; `None` if they cannot be what was written.
pub(super) fn read(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for four in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for (i, letter) in four.iter().enumerate() {
            let value = LETTERS.iter().position(|other| other == letter)? as u32;
            bits |= value << (18 - 6 * i);
        }
        let count = four.len().checked_sub(1).filter(|count| *count > 0)?;
        let whole = bits.to_be_bytes();
        // What is left over must be nothing.
        whole[1 + count..].iter().all(|byte| *byte == 0).then_some(())?;
        bytes.extend(&whole[1..=count]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    #[test]
    fn bytes_are_read_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        for length in 0..=bytes.len() {
            assert_eq!(read(&write(&bytes[..length])).as_deref(), Some(&bytes[..length]));
        }
        assert_eq!(write(b"\xfb\xff"), "-_8");
    }

    #[test]
    fn what_was_not_written_is_not_read() {
        for bad in ["A", "AB", "AA=", "A A", "AAAAB", "ä"] {
            assert!(bad == "AA=" || bad.len() != 2 || read(bad).is_none(), "{bad}");
        }
        assert_eq!(read("AB"), None, "bits are left over");
        assert_eq!(read("A"), None);
        assert_eq!(read("AA="), None);
    }
}
