//! Base64 for URLs (RFC 4648, section 5, without padding).

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Encodes bytes.
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

/// Decodes bytes; `None` for any text that `write` does not produce.
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
        // The leftover bits must be zero.
        whole[1 + count..].iter().all(|byte| *byte == 0).then_some(())?;
        bytes.extend(&whole[1..=count]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{LETTERS, read, write};

    /// The definition: a text is read if and only if `write` produces it for some bytes.
    fn is_read_or_refused(text: &str) -> bool {
        read(text).is_none_or(|bytes| write(&bytes) == text)
    }

    #[test]
    fn examples_of_the_standard() {
        let examples = [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ];
        for (bytes, text) in examples {
            assert_eq!(write(bytes.as_bytes()), text);
            assert_eq!(read(text).as_deref(), Some(bytes.as_bytes()));
        }
        assert_eq!(write(b"\xfb\xff"), "-_8");
    }

    #[test]
    fn bytes_are_read_back() {
        let all: Vec<u8> = (0..=255).collect();
        for length in 0..=all.len() {
            let text = write(&all[..length]);
            assert_eq!(text.len(), (length * 4).div_ceil(3));
            assert!(text.bytes().all(|letter| LETTERS.contains(&letter)));
            assert_eq!(read(&text).as_deref(), Some(&all[..length]));
        }
        for one in &all {
            for other in &all {
                let bytes = [*one, *other, !one, *other];
                for length in 1..=4 {
                    assert_eq!(read(&write(&bytes[..length])).as_deref(), Some(&bytes[..length]));
                }
            }
        }
    }

    #[test]
    fn only_texts_that_write_produces_are_read() {
        // Everything that `write` produces for up to two bytes; any other text of three letters is refused.
        let mut count = 0;
        let letters: Vec<char> = (0..128u8).map(char::from).chain(['ä', '\u{2212}', '\u{ff21}']).collect();
        for one in &letters {
            for two in &letters {
                for text in [String::from(*one), String::from_iter([one, two])] {
                    assert!(is_read_or_refused(&text), "{text:?}");
                }
                count += usize::from(read(&String::from_iter([one, two])).is_some());
                for three in &letters {
                    let text = String::from_iter([one, two, three]);
                    assert!(is_read_or_refused(&text), "{text:?}");
                    count += usize::from(read(&text).is_some());
                }
            }
        }
        assert_eq!(count, 256 + 256 * 256);
    }

    #[test]
    fn letters_outside_the_alphabet_are_refused_anywhere() {
        let good = write(b"seventeen letters");
        let others = (0..=0x24f)
            .filter_map(char::from_u32)
            .filter(|letter| u8::try_from(*letter).map_or(true, |byte| !LETTERS.contains(&byte)));
        for other in others {
            for at in 0..=good.len() {
                let mut inserted = good.clone();
                inserted.insert(at, other);
                assert_eq!(read(&inserted), None, "{inserted:?}");
                if at < good.len() {
                    let mut replaced = good.clone();
                    replaced.replace_range(at..=at, other.encode_utf8(&mut [0; 4]));
                    assert_eq!(read(&replaced), None, "{replaced:?}");
                }
            }
        }
    }

    #[test]
    fn padding_and_impossible_lengths_are_refused() {
        for text in ["=", "==", "Zg=", "Zg==", "Zm8=", "Zm9v=", "Zm9v====", "Zg==Zg", "Z=g", "====", "Zg\n"] {
            assert_eq!(read(text), None, "{text:?}");
        }
        // A single letter has only six bits, which is less than a byte.
        for length in [1, 5, 9, 4001] {
            assert_eq!(read(&"A".repeat(length)), None, "{length}");
        }
    }

    #[test]
    fn leftover_bits_must_be_zero() {
        let read_with = |start: &str| {
            let letter = |letter: &&u8| read(&format!("{start}{}", char::from(**letter))).is_some();
            LETTERS.iter().filter(letter).map(|letter| char::from(*letter)).collect::<String>()
        };
        for before in ["", "Zm9v"] {
            assert_eq!(read_with(&format!("{before}A")), "AQgw", "four bits are left over");
            assert_eq!(read_with(&format!("{before}AA")), "AEIMQUYcgkosw048", "two bits are left over");
            assert_eq!(read_with(&format!("{before}AAA")).len(), 64, "none is");
        }
    }
}
