use std::fmt;

use cards::ChanceKind;
use text::Text;

use crate::{
    BadDeal, Ending, Entry, Eye, Fault, Game, KeyHash, Origin, Outcome, Record, Refusal, Seat, Turn,
};

/// The one owner of a running game: a server's table, the terminal's and the browser's alike.
///
/// All that changes the game passes through [`Table::enter`], when it is played and when it is replayed.
#[derive(Clone, PartialEq, Eq)]
pub struct Table<G: Game> {
    game: G,
    record: Record<G>,
    /// How often chance of each kind has spoken.
    ordinals: [u64; ChanceKind::COUNT],
    /// The steps that can be taken back.
    past: Vec<Step<G>>,
    /// The steps that were taken back, the last one on top.
    undone: Vec<Step<G>>,
    /// Why what came before `past` cannot be taken back.
    barrier: Option<TakeBackError>,
}

/// A player's move and the automatic ones that followed it.
#[derive(Clone, PartialEq, Eq)]
struct Step<G: Game> {
    before: G,
    seat: Seat,
    moves: Vec<(G::Move, bool)>,
}

/// Why a step cannot be taken back or made again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TakeBackError {
    /// Nothing to take back.
    NothingToUndo,
    /// Nothing was taken back since the last move.
    NothingToRedo,
    /// Only the player who made a step takes it back.
    NotYours(Seat),
    /// The step showed what was hidden.
    Shown(Refusal),
    /// The dice were rolled or the cards shuffled after the step.
    Chance,
    /// The game is won, or given up.
    Over,
}

impl TakeBackError {
    /// The reason, in a sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            TakeBackError::NothingToUndo => Text::of("there is nothing to take back"),
            TakeBackError::NothingToRedo => Text::of("there is nothing to make again"),
            TakeBackError::NotYours(seat) => Text::with("the last move was {}'s", [(*seat).into()]),
            TakeBackError::Shown(refusal) => refusal.text(),
            TakeBackError::Chance => Text::of("the dice have been rolled or the cards shuffled since"),
            TakeBackError::Over => Text::of("the game is over"),
        }
    }
}

impl fmt::Display for TakeBackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for TakeBackError {}

impl<G: Game> Table<G> {
    /// A table on which chance has done what it does before the first move: shuffled and dealt, and rolled where there are dice.
    pub fn new(config: G::Config, origin: impl Into<Origin>) -> Result<Table<G>, BadDeal> {
        let mut table = Table::open(config, origin.into());
        table.settle()?;
        Ok(table)
    }

    /// A table before the deal, for a record's entries.
    #[must_use]
    pub fn open(config: G::Config, origin: Origin) -> Table<G> {
        let game = G::new(&config);
        let record = Record { config, origin, entries: Vec::new() };
        Table { game, record, ordinals: [0; _], past: Vec::new(), undone: Vec::new(), barrier: None }
    }

    /// The same table with its secret key in the place of the key's hash, so that chance can go on; `None` for another key.
    #[must_use]
    pub fn with_key(mut self, key: cards::Key) -> Option<Table<G>> {
        match self.record.origin {
            Origin::Hash(hash) if hash == KeyHash::of(&key) => {
                self.record.origin = Origin::Secret(key);
                Some(self)
            }
            _ => None,
        }
    }

    /// The game as it stands: the whole truth. What may be shown is in [`Table::view`].
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What has happened.
    #[must_use]
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// How many things have happened: it grows with every change, also with one that takes something back.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.record.entries.len() as u64
    }

    /// How often chance of a kind has spoken.
    #[must_use]
    pub fn chances(&self, kind: ChanceKind) -> u64 {
        self.ordinals[kind as usize]
    }

    /// What an eye may know.
    #[must_use]
    pub fn view(&self, eye: Eye) -> G::View {
        self.game.view(eye)
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.game.turn()
    }

    /// How the game ended, once it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Plays a move, and lets chance do what follows from it. A refused move changes nothing.
    pub fn play(&mut self, seat: Seat, mv: G::Move) -> Result<(), Refusal> {
        self.play_as(seat, mv, false)
    }

    /// Plays a move for the player: it is recorded as automatic, and undo goes through it.
    pub fn play_auto(&mut self, seat: Seat, mv: G::Move) -> Result<(), Refusal> {
        self.play_as(seat, mv, true)
    }

    fn play_as(&mut self, seat: Seat, mv: G::Move, auto: bool) -> Result<(), Refusal> {
        self.make(seat, mv, auto)?;
        self.record.entries.push(Entry::Move { seat, mv, auto });
        // A deal that could not be gone on with was refused by `new`.
        let _ = self.settle();
        Ok(())
    }

    /// Takes back the seat's last step: its last move and the automatic ones after it.
    pub fn undo(&mut self, seat: Seat) -> Result<(), TakeBackError> {
        self.undo_refusal(seat).map_or(Ok(()), Err)?;
        if let Some(step) = self.past.pop() {
            self.game = step.before.clone();
            self.undone.push(step);
            self.record.entries.push(Entry::Undo(seat));
        }
        Ok(())
    }

    /// Why the seat cannot take back a step; `None` if it can.
    #[must_use]
    pub fn undo_refusal(&self, seat: Seat) -> Option<TakeBackError> {
        // A solo game that is stuck for good may be taken back; one that is won or given up is final.
        if self.outcome().is_some_and(|outcome| {
            !outcome.winners.is_empty() || matches!(outcome.ending, Ending::Resigned(_))
        }) {
            return Some(TakeBackError::Over);
        }
        match self.past.last() {
            Some(step) if step.seat == seat => None,
            Some(step) => Some(TakeBackError::NotYours(step.seat)),
            None => Some(self.barrier.clone().unwrap_or(TakeBackError::NothingToUndo)),
        }
    }

    /// The move that the next undo takes back, and the next redo makes again; automatic moves that follow it
    /// are left out.
    #[must_use]
    pub fn step_of(&self, entry: &Entry<G>) -> Option<G::Move> {
        let steps = match entry {
            Entry::Undo(_) => &self.past,
            Entry::Redo(_) => &self.undone,
            Entry::Chance(_) | Entry::Move { .. } | Entry::Resign(_) => return None,
        };
        let (mv, _) = steps.last()?.moves.first()?;
        Some(*mv)
    }

    /// Makes the step again that was taken back last.
    pub fn redo(&mut self, seat: Seat) -> Result<(), TakeBackError> {
        match self.undone.last() {
            None => return Err(TakeBackError::NothingToRedo),
            Some(step) if step.seat != seat => return Err(TakeBackError::NotYours(step.seat)),
            Some(_) => {}
        }
        if let Some(step) = self.undone.pop() {
            for (mv, _) in &step.moves {
                self.game.play_unchecked(seat, *mv);
            }
            self.past.push(step);
            self.record.entries.push(Entry::Redo(seat));
        }
        Ok(())
    }

    /// Whether there is a step to make again.
    #[must_use]
    pub fn can_redo(&self, seat: Seat) -> bool {
        self.undone.last().is_some_and(|step| step.seat == seat)
    }

    /// Gives the game up for a seat, if that can be done.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.game.resign(seat)?;
        self.record.entries.push(Entry::Resign(seat));
        Ok(())
    }

    /// Replays one entry of a record. One that cannot be changes nothing.
    pub fn enter(&mut self, entry: Entry<G>) -> Result<(), Fault> {
        match entry {
            Entry::Chance(chance) => self.enter_chance(chance),
            Entry::Move { seat, mv, auto } => {
                self.make(seat, mv, auto).map_err(Fault::Refused)?;
                self.record.entries.push(Entry::Move { seat, mv, auto });
                Ok(())
            }
            Entry::Undo(seat) => self.undo(seat).map_err(Fault::TakeBack),
            Entry::Redo(seat) => self.redo(seat).map_err(Fault::TakeBack),
            Entry::Resign(seat) => self.resign(seat).map_err(Fault::Refused),
        }
    }

    fn enter_chance(&mut self, chance: G::Chance) -> Result<(), Fault> {
        // What cannot happen at all is told before what does not happen in this deal.
        self.game.clone().settle(chance.clone()).map_err(Fault::Chance)?;
        if self.drawn().map_err(Fault::Deal)?.is_some_and(|drawn| drawn != chance) {
            return Err(match &self.record.origin {
                Origin::Deal(id) => Fault::OtherDeal(id.clone()),
                _ => Fault::OtherKey,
            });
        }
        self.land(chance).map_err(Fault::Chance)
    }

    /// Lets chance speak until it is somebody's turn or the game is over. Without the key, chance stays silent.
    /// A table that was stored in the middle of that goes on from there.
    pub fn settle(&mut self) -> Result<(), BadDeal> {
        while let Some(chance) = self.drawn()? {
            self.land(chance).map_err(BadDeal::Chance)?;
        }
        Ok(())
    }

    fn drawn(&self) -> Result<Option<G::Chance>, BadDeal> {
        match self.turn() {
            Turn::Chance(kind) => self.record.origin.draw(&self.game, self.ordinals[kind as usize]),
            Turn::Seat(_) | Turn::Over => Ok(None),
        }
    }

    fn land(&mut self, chance: G::Chance) -> Result<(), crate::BadChance> {
        let turn = self.turn();
        self.game.settle(chance.clone())?;
        if let Turn::Chance(kind) = turn {
            self.ordinals[kind as usize] += 1;
        }
        if !self.past.is_empty() || self.barrier.is_some() {
            self.shut(TakeBackError::Chance);
        }
        self.record.entries.push(Entry::Chance(chance));
        Ok(())
    }

    fn make(&mut self, seat: Seat, mv: G::Move, auto: bool) -> Result<(), Refusal> {
        let before = self.game.clone();
        self.game.play(seat, mv)?;
        self.undone.clear();
        if let Some(refusal) = before.undo_refusal(seat, mv) {
            self.shut(TakeBackError::Shown(refusal));
        } else if !auto {
            self.past.push(Step { before, seat, moves: vec![(mv, false)] });
        } else if let Some(step) = self.past.last_mut().filter(|step| step.seat == seat) {
            step.moves.push((mv, true));
        }
        Ok(())
    }

    fn shut(&mut self, why: TakeBackError) {
        self.past.clear();
        self.undone.clear();
        self.barrier = Some(why);
    }
}
