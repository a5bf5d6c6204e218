use sha2::{Digest, Sha256};
use wire::TableId;

use super::Line;
use crate::Identity;

/// The end of a table's log: the number of its last line, and a running hash of everything up to it.
///
/// The hash of an empty log covers the table's id, secret and creator. Each line adds its number, kind,
/// text and command:
///
/// ```text
/// hash(0) = SHA-256("cardroom lines 1" id secret creator)
/// hash(n) = SHA-256(hash(n-1) n kind length text (0 | 1 person command))
/// ```
///
/// Numbers have eight bytes, most significant first. The format is stored, so it never changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogHead {
    /// The number of the last line; 0 if there is none.
    pub seq: u64,
    /// The running hash.
    pub hash: [u8; 32],
}

impl LogHead {
    /// The head of a log without lines.
    #[must_use]
    pub fn empty(table: TableId, secret: &[u8], creator: &[u8]) -> LogHead {
        let hash = Sha256::new()
            .chain_update(b"cardroom lines 1")
            .chain_update(table.as_str())
            .chain_update(secret)
            .chain_update(creator);
        LogHead { seq: 0, hash: hash.finalize().into() }
    }

    /// The head after one more line.
    #[must_use]
    pub fn with_line(self, line: &Line) -> LogHead {
        let who = line.command.as_ref().map(|(who, command)| (who, *command));
        self.with_parts(line.kind.number() as u8, &line.text, who)
    }

    fn with_parts(self, kind: u8, text: &str, command: Option<(&Identity, u64)>) -> LogHead {
        let seq = self.seq + 1;
        let mut hash = Sha256::new()
            .chain_update(self.hash)
            .chain_update(seq.to_be_bytes())
            .chain_update([kind])
            .chain_update((text.len() as u64).to_be_bytes())
            .chain_update(text);
        match command {
            None => hash.update([0]),
            Some((who, command)) => {
                hash.update([1]);
                hash.update(who.bytes());
                hash.update(command.to_be_bytes());
            }
        }
        LogHead { seq, hash: hash.finalize().into() }
    }

    /// The head after more lines.
    #[must_use]
    pub fn with_lines<'a>(self, lines: impl IntoIterator<Item = &'a Line>) -> LogHead {
        lines.into_iter().fold(self, LogHead::with_line)
    }
}

#[cfg(test)]
mod tests {
    use super::LogHead;
    use crate::Identity;
    use crate::store::{Line, LineKind};
    use table::hex;
    use wire::TableId;

    fn line(text: &str, command: Option<(Identity, u64)>) -> Line {
        Line { kind: LineKind::Record, text: text.to_owned(), command }
    }

    /// The format is frozen: computed once with Python's hashlib.
    #[test]
    fn the_hash_never_changes() {
        let empty = LogHead::empty(TableId::from_random([7; TableId::LENGTH]), &[1; 32], &[2; 16]);
        assert_eq!(hex::encode(&empty.hash), EMPTY);
        let who = Identity::from_bytes(&[3; 16]).unwrap();
        let two = empty.with_lines(&[line("A /Qs\n", None), line("é", Some((who, 258)))]);
        assert_eq!((two.seq, hex::encode(&two.hash)), (2, TWO.to_owned()));
    }

    const EMPTY: &str = "76f589bcc6a07b30398403360cf7620575f8eb6c0668b30a9e300d35ca505f6d";
    const TWO: &str = "fd94e45fb9d27453026059f96935096ebfdcaafa93d3ebb99923f5d20a77ee1f";

    #[test]
    fn every_part_of_a_line_counts() {
        let empty = LogHead::empty(TableId::from_random([7; TableId::LENGTH]), &[1; 32], &[2; 16]);
        let who = Identity::from_bytes(&[3; 16]).unwrap();
        let event = Line { kind: LineKind::Event, ..line("a", None) };
        let all = [
            empty,
            empty.with_line(&event),
            empty.with_line(&line("a", None)),
            empty.with_line(&line("b", None)),
            empty.with_line(&line("a", Some((who, 1)))),
            empty.with_line(&line("a", Some((who, 2)))),
            empty.with_lines(&[line("a", None), line("a", None)]),
            empty.with_line(&line("aa", None)),
        ];
        for (at, one) in all.iter().enumerate() {
            assert!(all[at + 1..].iter().all(|other| other.hash != one.hash), "{at}");
        }
    }
}
