//! Verifies a record: its proof, if it has one, and every card, roll and move. The command line,
//! the terminal and the browser all use this.

use cards::{ChanceKind, DealId};
use table::{Entry, Fault, Game, Origin, RecordError, Seat, Seats, Table, TableId, game_name};
use text::{Separator, Text};

use crate::catalog::{GameId, Visitor};

/// What was verified in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The game.
    pub game: GameId,
    /// What its cards and rolls were checked against.
    pub against: Against,
    /// How many times dice decided who begins: 0 or 1.
    pub begins: u64,
    /// How many rolls there were in turns.
    pub rolls: u64,
    /// How many reshuffles there were.
    pub reshuffles: u64,
    /// How many moves there were.
    pub moves: usize,
    /// Whether the game is over.
    pub over: bool,
}

/// What the cards and rolls of a record were checked against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Against {
    /// A key that the server and the persons at the table made together. The commitments and the
    /// key were verified.
    Proof {
        /// The table.
        table: TableId,
        /// The seats of the persons who contributed to the key.
        people: Seats,
        /// The seats of bots.
        bots: Seats,
        /// How many earlier attempts failed because somebody did not reveal their contribution.
        void: usize,
        /// How many of them have a secret that is not disclosed, as in records of earlier versions.
        undisclosed: usize,
    },
    /// The name of a deal.
    Deal(DealId),
    /// Nothing: only the hash of the key is known.
    Nothing,
}

/// Verifies a record. An error names the first line that is wrong.
pub fn verify(text: &str) -> Result<Checked, RecordError> {
    let name = game_name(text)?;
    let unknown = || RecordError { line: 2, fault: Fault::Game(name.to_owned()) };
    let game = GameId::from_name(name).ok_or_else(unknown)?;
    game.visit(Check { game, text })
}

struct Check<'a> {
    game: GameId,
    text: &'a str,
}

impl Visitor for Check<'_> {
    type Output = Result<Checked, RecordError>;

    /// Loading verifies the record: each move against the rules, and each outcome of chance
    /// against its origin.
    fn visit<G: Game>(self) -> Result<Checked, RecordError> {
        let table = Table::<G>::load(self.text)?;
        let record = table.record();
        let against = match &record.origin {
            Origin::Fair(proof) => {
                let added = |added: bool| -> Seats {
                    let seats = proof.contributions().iter();
                    seats.filter(|(_, one)| one.is_some() == added).map(|(seat, _)| seat).collect()
                };
                Against::Proof {
                    table: proof.table(),
                    people: added(true),
                    bots: added(false),
                    void: proof.void().len(),
                    undisclosed: proof.void_secrets().iter().filter(|secret| secret.is_none()).count(),
                }
            }
            Origin::Deal(id) => Against::Deal(id.clone()),
            Origin::Secret(_) | Origin::Hash(_) => Against::Nothing,
        };
        Ok(Checked {
            game: self.game,
            against,
            begins: table.chance_count(ChanceKind::Begin),
            rolls: table.chance_count(ChanceKind::Roll),
            reshuffles: table.chance_count(ChanceKind::Reshuffle),
            moves: record.entries.iter().filter(|entry| matches!(entry, Entry::Move { .. })).count(),
            over: table.outcome().is_some(),
        })
    }
}

impl Checked {
    /// Whether the cards and rolls were verified, not only the moves.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.against != Against::Nothing
    }

    /// What was verified, as sentences without a full stop.
    #[must_use]
    pub fn summary(&self) -> Vec<Text> {
        let mut lines = self.proof_summary();
        if self.is_complete() {
            lines.push(Text::of("the cards were dealt correctly"));
            if self.begins > 0 {
                lines.push(Text::of("the right seat begins"));
            }
            if self.rolls > 0 {
                lines.push(Text::count(self.rolls as usize, "1 roll is correct", "all {} rolls are correct"));
            }
            if self.reshuffles > 0 {
                let shuffles = self.reshuffles as usize;
                lines.push(Text::count(shuffles, "1 reshuffle is correct", "all {} reshuffles are correct"));
            }
        }
        lines.push(Text::count(self.moves, "1 move is legal", "all {} moves are legal"));
        if !self.over {
            lines.push(Text::of("the game is not over here"));
        }
        lines
    }

    fn proof_summary(&self) -> Vec<Text> {
        let (people, bots, void, undisclosed) = match &self.against {
            Against::Proof { people, bots, void, undisclosed, .. } => (people, bots, *void, *undisclosed),
            Against::Deal(id) => {
                return vec![Text::with("everything follows from deal {}", [Text::name(id)])];
            }
            Against::Nothing => {
                return vec![Text::of(
                    "it is not known where the cards and dice came from: only the rules can be checked",
                )];
            }
        };
        let mut lines = vec![Text::of("the server's secret matches its commitment")];
        lines.push(match people.count() {
            1 => Text::with("the number of {} matches its commitment", [row(*people)]),
            _ => Text::with("the numbers of {} match their commitments", [row(*people)]),
        });
        if !bots.is_empty() {
            lines.push(Text::with("bots contribute nothing: {}", [row(*bots)]));
        }
        if void > 0 {
            lines.push(Text::count(
                void,
                "one earlier attempt failed: somebody did not answer, and the server picked another secret",
                "{} earlier attempts failed: somebody did not answer, and the server picked another secret",
            ));
            lines.push(match undisclosed {
                0 => Text::of("the discarded secrets match their commitments"),
                _ => Text::of("not all discarded secrets are disclosed"),
            });
        }
        lines.push(Text::of("together they give the key of this game, and everything follows from it"));
        lines
    }
}

fn row(seats: Seats) -> Text {
    Text::row(seats.iter().map(Seat::into).collect::<Vec<Text>>(), Separator::Comma)
}
