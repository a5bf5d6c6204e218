use std::fmt::{self, Write as _};

use cards::Card;
use table::{Ending, Entry, Eye, Game, Record, Seat, Table};

use super::change::Change;
use super::{Chance, Move, Savannah, rules};

/// A game to read, one turn a line. It is no record: it cannot be replayed, and a player's copy leaves out what others drew.
///
/// ```text
/// 1B 43 +Kd7c2sAh 2s>1 R>1=9d /7c
/// 1A 66 +4 DB>2 8h>2 R>2=Ks D>3=4c /3c
/// ```
///
/// A line has the round and the seat, the dice, and what happened, in order:
///
/// | text | meaning |
/// |---|---|
/// | `+Kd7c` | these cards were drawn; `+2` if the reader did not see them |
/// | `2s>1`, `R>1`, `D>1`, `DB>1` | a play from the hand, the reserve, the own discard, B's discard |
/// | `=9d` | the play turned this card up |
/// | `#` | the play won the game |
/// | `*4c5d6h` | these cards were dealt onto three aces (S17) |
/// | `~` | the covered foundation cards were shuffled (S3) |
/// | `/7c`, `/-` | the turn ended with this card on the discard, or with an empty hand |
/// | `!cap` | the last round was over (V14) |
/// | `!resign` | the player gave up |
///
/// What was taken back is left out. When the game is over, all hands are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Log {
    turns: Vec<String>,
}

impl Log {
    /// The log of a table, for one pair of eyes.
    #[must_use]
    pub fn of(table: &Table<Savannah>, eye: Eye) -> Log {
        let sees = match eye {
            _ if table.outcome().is_some() => Sees::All,
            Eye::Seat(seat) => Sees::Hand(seat),
            Eye::Spectator => Sees::NoHand,
        };
        let mut writer = Writer { game: Savannah::new(&table.record().config), sees, turns: Vec::new() };
        for entry in lasting(table.record()) {
            writer.write(entry);
        }
        Log { turns: writer.turns }
    }

    /// The turns, one line each, the first turn first.
    #[must_use]
    pub fn turns(&self) -> &[String] {
        &self.turns
    }
}

/// One turn a line.
impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.turns.iter().try_for_each(|turn| writeln!(f, "{turn}"))
    }
}

/// What happened and was not taken back.
fn lasting(record: &Record<Savannah>) -> Vec<&Entry<Savannah>> {
    let mut lasting: Vec<&Entry<Savannah>> = Vec::new();
    let mut undone: Vec<Vec<&Entry<Savannah>>> = Vec::new();
    for entry in &record.entries {
        match entry {
            Entry::Undo(_) => {
                let by_hand = |entry: &&Entry<Savannah>| matches!(entry, Entry::Move { auto: false, .. });
                let at = lasting.iter().rposition(by_hand).unwrap_or(lasting.len());
                undone.push(lasting.split_off(at));
            }
            Entry::Redo(_) => lasting.extend(undone.pop().unwrap_or_default()),
            Entry::Chance(_) | Entry::Move { .. } | Entry::Resign(_) => {
                undone.clear();
                lasting.push(entry);
            }
        }
    }
    lasting
}

/// Whose hands the reader sees.
enum Sees {
    All,
    Hand(Seat),
    NoHand,
}

struct Writer {
    game: Savannah,
    sees: Sees,
    turns: Vec<String>,
}

impl Writer {
    /// Lets an entry of a sound record happen and writes it down.
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
                self.follow(before.seat, &change);
            }
            Entry::Move { seat, mv, .. } => {
                self.game.play_unchecked(*seat, *mv);
                let change = Change::by_move(&before, *seat, *mv, self.game.public());
                self.add(&self.done(*mv, &change));
                self.follow(*seat, &change);
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
            Entry::Undo(_) | Entry::Redo(_) => {}
        }
    }

    fn done(&self, mv: Move, change: &Change) -> String {
        let turned_up = change.turned_up.map_or_else(String::new, |card| format!("={card}"));
        let won = matches!(mv, Move::Play { .. }) && self.game.outcome().is_some();
        format!("{mv}{turned_up}{}", if won { "#" } else { "" })
    }

    fn follow(&mut self, seat: Seat, change: &Change) {
        if !change.dealt.is_empty() {
            self.add(&format!("*{}", text(&change.dealt)));
        }
        if change.drawn > 0 {
            let hand = self.game.sight(seat).hand();
            let seen = match self.sees {
                Sees::All => true,
                Sees::Hand(own) => own == seat,
                Sees::NoHand => false,
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
            // Writing into a string does not fail.
            let _ = write!(turn, " {word}");
        }
    }
}

fn text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}
