use std::fmt;

use sha2::{Digest, Sha256};
use text::Text;

use crate::fair::Proof;
use crate::lines::Lines;
use crate::{BadChance, BadDeal, Entry, Game, Hex, Origin, PreparedChange, Refusal, Seat, Table};

/// The record of a game: everything that happened, and everything that is needed to replay it. Save
/// files, exports, test fixtures and the server's database all contain this text.
///
/// ```text
/// cardroom record 1
/// game klondike
/// rules 1
/// config klondike
/// deal v1:42
/// deal 9d4c…                 the first entry: chance has dealt
/// A d                        seat A drew
/// A 3f                       …
/// A t3 auto                  a helper turned a card for A
/// A undo
/// outcome lost by K18        only when the game is over
/// sha256 2c26b4…             over all lines before
/// ```
///
/// At a shared table the fifth line is `key` and the hash of a secret key. Once the game is over,
/// it is followed by the lines of a [`Proof`] that shows where the key comes from.
#[derive(Clone, PartialEq, Eq)]
pub struct Record<G: Game> {
    /// The options of the game.
    pub config: G::Config,
    /// Where chance comes from.
    pub origin: Origin,
    /// What happened, in order.
    pub entries: Vec<Entry<G>>,
}

/// The number of lines that close the record of a finished game: the outcome and the checksum.
const CLOSING_LINES: usize = 2;

const FIRST_LINE: &str = "cardroom record 1";

/// The lines up to the last entry, without the closing lines of a finished record.
impl<G: Game> fmt::Display for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{FIRST_LINE}\ngame {}\nrules {}\nconfig {}\n{}",
            G::NAME,
            G::RULES,
            self.config,
            self.origin
        )?;
        self.entries.iter().try_for_each(|entry| writeln!(f, "{entry}"))
    }
}

/// Why a record cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a line of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A header line is not the expected one.
    Expected(String),
    /// The record uses another version of the rules.
    Rules {
        /// The version in the record.
        found: String,
        /// The version that this program implements.
        known: u16,
    },
    /// The game is unknown.
    Game(String),
    /// The options, the deal name or the entry cannot be parsed. Holds the parser's message.
    Unreadable(Text),
    /// A `void` line does not name the seats that did not reveal their contributions.
    Void,
    /// The line is valid but not in canonical spelling. Holds the canonical spelling.
    NotCanonical(String),
    /// The line ends with a carriage return.
    CarriageReturn,
    /// The last line has no line feed.
    Truncated,
    /// A rule refuses the move.
    Refused(Refusal),
    /// Undo or redo is impossible here.
    Undo(crate::UndoError),
    /// The outcome of chance is impossible here.
    Chance(BadChance),
    /// The game cannot be dealt from this deal name.
    Deal(BadDeal),
    /// The outcome of chance is possible, but the named deal gives another one.
    OtherDeal(cards::DealId),
    /// The outcome of chance is possible, but the table's key gives another one.
    OtherKey,
    /// The server's secret does not match its commitment.
    Secret,
    /// A person's contribution does not match their commitment.
    Contribution(Seat),
    /// The secret and the contributions give another key.
    Key,
    /// The game is over, but the record continues or has no outcome. Holds the outcome line.
    Over(String),
    /// The record has an outcome, but the game is not over.
    NotOver,
    /// The record was changed after it was finished.
    Checksum,
    /// Something follows the checksum.
    Trailing,
}

impl RecordError {
    /// The line number and what is wrong there.
    #[must_use]
    pub fn text(&self) -> Text {
        Text::with("line {}: {}", [self.line.into(), self.fault.text()])
    }
}

impl Fault {
    /// What is wrong.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            Fault::Expected(line) => Text::with("expected `{}`", [Text::name(line)]),
            Fault::Rules { found, known } => Text::with(
                "this record uses rules {}; this program knows rules {}",
                [Text::name(found), (*known).into()],
            ),
            Fault::Game(name) => Text::with("there is no game `{}`", [Text::name(name)]),
            Fault::Unreadable(reason) => reason.clone(),
            Fault::Void => {
                Text::of("expected `void`, a commitment and the seats that showed nothing, as in `void … BC`")
            }
            Fault::NotCanonical(line) => Text::with("this must be written as `{}`", [Text::name(line)]),
            Fault::CarriageReturn => {
                Text::of("the line ends with a carriage return: lines end with a line feed alone")
            }
            Fault::Truncated => Text::of("the line is cut off: the end of the record is missing"),
            Fault::Refused(refusal) => refusal.text(),
            Fault::Undo(error) => error.text(),
            Fault::Chance(error) => error.text(),
            Fault::Deal(error) => error.text(),
            Fault::OtherDeal(deal) => Text::with("this does not match {}", [Text::name(deal)]),
            Fault::OtherKey => Text::of("this does not follow from the key of the table"),
            Fault::Secret => Text::of("this secret does not match the commitment, the table and the options"),
            Fault::Contribution(seat) => {
                Text::with("the contribution of {} does not match their commitment", [(*seat).into()])
            }
            Fault::Key => Text::of("this key does not follow from the secret and the contributions"),
            Fault::Over(line) => Text::with("the game is over: expected `{}`", [Text::name(line)]),
            Fault::NotOver => Text::of("the game is not over here"),
            Fault::Checksum => {
                Text::of("the checksum does not match: the record was changed after it was finished")
            }
            Fault::Trailing => Text::of("nothing may follow the checksum"),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for RecordError {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for Fault {}

/// The name of the game in the header of a record.
pub fn game_name(text: &str) -> Result<&str, RecordError> {
    let mut lines = text.lines();
    if lines.next() != Some(FIRST_LINE) {
        return Err(RecordError { line: 1, fault: Fault::Expected(FIRST_LINE.to_owned()) });
    }
    let name = lines.next().and_then(|line| line.strip_prefix("game "));
    name.ok_or(RecordError { line: 2, fault: Fault::Expected("game NAME".to_owned()) })
}

impl<G: Game> Table<G> {
    /// The record as text. For a finished game it ends with the outcome and a checksum.
    #[must_use]
    pub fn save(&self) -> String {
        self.record().to_string() + &self.closing()
    }

    /// The part of the record from this entry on. Appended to what was saved before that entry, it
    /// gives the same text as [`Table::save`].
    #[must_use]
    pub fn save_from(&self, entry: usize) -> String {
        let entries = self.record().entries.iter().skip(entry);
        entries.map(|entry| format!("{entry}\n")).chain([self.closing()]).collect()
    }

    /// The part of the record that a prepared change adds: what [`Table::save_from`] gives once it is made.
    #[must_use]
    pub fn save_change(&self, change: &PreparedChange<G>) -> String {
        let mut text: String = change.steps().map(|(entry, _)| format!("{entry}\n")).collect();
        text += &closing_lines(change.game(), || format!("{}{text}", self.record()));
        text
    }

    /// The closing lines of a finished game; empty while the game goes on.
    fn closing(&self) -> String {
        closing_lines(self.game(), || self.record().to_string())
    }

    /// Loads a record that was stored in parts of whole lines. Returns the table and the number of
    /// entries in each part.
    pub fn load_parts(parts: &[&str]) -> Result<(Table<G>, Vec<usize>), RecordError> {
        let table = Table::<G>::load(&parts.concat())?;
        let lines: Vec<usize> = parts.iter().map(|part| part.matches('\n').count()).collect();
        // The entries are between the header and the closing lines.
        let entries = table.record().entries.len();
        let closing = if table.game().outcome().is_some() { CLOSING_LINES } else { 0 };
        let first = lines.iter().sum::<usize>() - entries - closing;
        let mut start = 0;
        let counts = lines.into_iter().map(|count| {
            let lines = start.max(first)..(start + count).min(first + entries);
            start += count;
            lines.len()
        });
        let counts = counts.collect();
        Ok((table, counts))
    }

    /// Parses a record and replays it under the rules. An error names the first line that is wrong.
    pub fn load(text: &str) -> Result<Table<G>, RecordError> {
        let mut lines = Lines::new(text);
        let mut table = header(&mut lines)?;
        while let Some(line) = lines.next()? {
            if line.starts_with("outcome ") {
                return closing(&mut lines, line, table);
            }
            let entry = Entry::parse(line).map_err(|fault| lines.fault(fault))?;
            lines.require_canonical(line, &entry.to_string())?;
            table.enter(entry).map_err(|fault| lines.fault(fault))?;
        }
        match table.game().outcome() {
            None => Ok(table),
            Some(outcome) => {
                lines.number += 1;
                Err(lines.fault(Fault::Over(format!("outcome {outcome}"))))
            }
        }
    }
}

fn header<G: Game>(lines: &mut Lines<'_>) -> Result<Table<G>, RecordError> {
    lines.expect(FIRST_LINE)?;
    lines.expect(&format!("game {}", G::NAME))?;
    let rules = lines.value("rules")?;
    if rules != G::RULES.to_string() {
        return Err(lines.fault(Fault::Rules { found: rules.to_owned(), known: G::RULES }));
    }
    let text = lines.value("config")?;
    let config: G::Config = lines.parse(text)?;
    lines.require_canonical(text, &config.to_string())?;
    let line = lines.require_line("deal …")?;
    let mut origin: Origin = lines.parse(line)?;
    lines.require_canonical(line, &origin.to_string())?;
    if let Origin::Hash(hash) = origin
        && lines.peek("table ")
    {
        let proof = Proof::read(lines, &config, G::new(&config).seats(), hash)?;
        origin = Origin::Fair(Box::new(proof));
    }
    Ok(Table::open(config, origin))
}

fn closing<G: Game>(lines: &mut Lines<'_>, line: &str, table: Table<G>) -> Result<Table<G>, RecordError> {
    let outcome = table.game().outcome().ok_or_else(|| lines.fault(Fault::NotOver))?;
    let expected = format!("outcome {outcome}");
    if line != expected {
        return Err(lines.fault(Fault::Expected(expected)));
    }
    let before = &lines.text[..lines.at];
    let sum = lines.value("sha256")?;
    if sum != checksum(before) {
        return Err(lines.fault(Fault::Checksum));
    }
    match lines.next()? {
        None => Ok(table),
        Some(_) => Err(lines.fault(Fault::Trailing)),
    }
}

/// The closing lines after this record; empty while the game goes on.
fn closing_lines<G: Game>(game: &G, record: impl FnOnce() -> String) -> String {
    let Some(outcome) = game.outcome() else { return String::new() };
    let outcome = format!("outcome {outcome}\n");
    let sum = checksum(&(record() + &outcome));
    format!("{outcome}sha256 {sum}\n")
}

fn checksum(text: &str) -> String {
    Hex(Sha256::digest(text.as_bytes()).into()).to_string()
}
