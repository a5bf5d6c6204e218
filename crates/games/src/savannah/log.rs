use std::fmt::{self, Write as _};

use cards::Card;
use table::{Ending, Entry, Eye, Game, Seat, Table};

use super::change::Change;
use super::{Chance, Move, Savannah, rules};

/// A log of a game for people to read, one line per turn. It is not a record: it cannot be
/// replayed, and a player's copy omits what others drew.
///
/// ```text
/// 1B 43 +Kd7c2sAh 2s>1 R>1=9d /7c
/// 1A 66 +4 DB>2 8h>2 R>2=Ks D>3=4c /3c
/// ```
///
/// A line contains the round and the seat, the dice, and what happened, in order:
///
/// | text | meaning |
/// |---|---|
/// | `+Kd7c` | these cards were drawn; `+2` if the reader did not see them |
/// | `2s>1`, `R>1`, `D>1`, `DB>1` | a play from the hand, the reserve, their own discard, B's discard |
/// | `=9d` | the play turned this card up |
/// | `#` | the play won the game |
/// | `*4c5d6h` | these cards were dealt onto three aces (S17) |
/// | `~` | the covered foundation cards were shuffled (S3) |
/// | `/7c`, `/-` | the turn ended with this card on the discard, or with an empty hand |
/// | `!cap` | the last round was over (V14) |
/// | `!resign` | the player resigned |
///
/// Moves that were undone are omitted. Once the game is over, all hands are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnLog {
    turns: Vec<String>,
}

impl TurnLog {
    /// The log of a table for one viewer.
    #[must_use]
    pub fn of(table: &Table<Savannah>, eye: Eye) -> TurnLog {
        let visible = match eye {
            _ if table.outcome().is_some() => VisibleHands::All,
            Eye::Seat(seat) => VisibleHands::Only(seat),
            Eye::Spectator => VisibleHands::None,
        };
        let mut writer = Writer { game: Savannah::new(&table.record().config), visible, turns: Vec::new() };
        for entry in table.record().standing() {
            writer.write(entry);
        }
        TurnLog { turns: writer.turns }
    }

    /// The turns in order, one line each.
    #[must_use]
    pub fn turns(&self) -> &[String] {
        &self.turns
    }
}

/// One line per turn.
impl fmt::Display for TurnLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.turns.iter().try_for_each(|turn| writeln!(f, "{turn}"))
    }
}

/// Which hands the reader may see.
enum VisibleHands {
    All,
    Only(Seat),
    None,
}

struct Writer {
    game: Savannah,
    visible: VisibleHands,
    turns: Vec<String>,
}

impl Writer {
    /// Replays an entry of a valid record and writes it to the log.
    fn write(&mut self, entry: &Entry<Savannah>) {
        let before = self.game.public().clone();
        match entry {
            Entry::Chance(chance) => {
                if self.game.settle(chance.clone()).is_err() {
                    return;
                }
                match chance {
                    Chance::Deal(_) | Chance::Begin(_) => return,
                    Chance::Roll(dice) => {
                        self.turns.push(format!("{}{} {dice}", before.round, before.seat));
                    }
                    Chance::Reshuffle(_) => self.add("~"),
                }
                let change = Change::by_chance(&before, self.game.public());
                self.add_effects(before.seat, &change);
            }
            Entry::Move { seat, mv, .. } => {
                self.game.play_unchecked(*seat, *mv);
                let change = Change::by_move(&before, *seat, *mv, self.game.public());
                self.add(&self.move_word(*mv, &change));
                self.add_effects(*seat, &change);
                if self
                    .game
                    .outcome()
                    .is_some_and(|outcome| outcome.ending == Ending::Rule(rules::LAST_ROUND))
                {
                    self.add("!cap");
                }
            }
            Entry::Resign(seat) => {
                if before.seat != *seat || before.dice.is_none() {
                    self.turns.push(format!("{}{seat}", before.round));
                }
                self.add("!resign");
            }
            Entry::End => self.add("!end"),
            Entry::Undo(_) | Entry::Redo(_) => {}
        }
    }

    fn move_word(&self, mv: Move, change: &Change) -> String {
        let turned_up = change.turned_up.map_or_else(String::new, |card| format!("={card}"));
        let won = matches!(mv, Move::Play { .. }) && self.game.outcome().is_some();
        format!("{mv}{turned_up}{}", if won { "#" } else { "" })
    }

    fn add_effects(&mut self, seat: Seat, change: &Change) {
        if !change.dealt.is_empty() {
            self.add(&format!("*{}", text(&change.dealt)));
        }
        if change.drawn > 0 {
            let hand = self.game.sight(seat).hand();
            let seen = match self.visible {
                VisibleHands::All => true,
                VisibleHands::Only(own) => own == seat,
                VisibleHands::None => false,
            };
            let drawn = match hand.len().checked_sub(change.drawn).filter(|_| seen) {
                Some(kept) => format!("+{}", text(&hand[kept..])),
                None => format!("+{}", change.drawn),
            };
            self.add(&drawn);
        }
    }

    fn add(&mut self, word: &str) {
        if let Some(turn) = self.turns.last_mut() {
            // Writing to a string cannot fail.
            let _ = write!(turn, " {word}");
        }
    }
}

fn text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}
