use std::fmt;

use cards::ChanceKind;
use serde::{Deserialize, Serialize};
use text::Text;

use crate::{
    BadDeal, Ending, Entry, Eye, Fault, Game, KeyHash, Origin, Outcome, PreparedChange, Record, Refusal,
    Seat, Turn,
};

/// Owns a running game and its record: on the server, in the terminal and in the browser.
///
/// Live play and replay share the code that applies an [`Entry`], so a record replays to the same
/// table.
#[derive(Clone, PartialEq, Eq)]
pub struct Table<G: Game> {
    game: G,
    record: Record<G>,
    /// How many outcomes of each kind of chance were drawn so far.
    ordinals: [u64; ChanceKind::COUNT],
    /// The steps that can be undone.
    past: Vec<Step<G>>,
    /// The steps that can be redone, the next one last.
    undone: Vec<Step<G>>,
    /// Why nothing before `past` can be undone.
    undo_forbidden: Option<UndoError>,
}

/// A player's move and the automatic moves after it.
#[derive(Clone, PartialEq, Eq)]
struct Step<G: Game> {
    before: G,
    seat: Seat,
    moves: Vec<(G::Move, bool)>,
}

/// Why a step cannot be undone or redone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UndoError {
    /// There is nothing to undo.
    NothingToUndo,
    /// Nothing was undone since the last move.
    NothingToRedo,
    /// Only the player who made a step may undo or redo it.
    NotYours(Seat),
    /// The step revealed something hidden.
    Shown(Refusal),
    /// Dice were rolled or cards shuffled after the step.
    Chance,
    /// The game was won or resigned.
    Over,
}

impl UndoError {
    /// The reason, as a sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            UndoError::NothingToUndo => Text::of("nothing to undo"),
            UndoError::NothingToRedo => Text::of("nothing to redo"),
            UndoError::NotYours(seat) => Text::with("the last move was {}'s", [(*seat).into()]),
            UndoError::Shown(refusal) => refusal.text(),
            UndoError::Chance => Text::of("the dice have been rolled or the cards shuffled since"),
            UndoError::Over => Text::of("the game is over"),
        }
    }
}

impl fmt::Display for UndoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for UndoError {}

impl<G: Game> Table<G> {
    /// A table that is ready for the first move: the cards are dealt and, in a game with dice, the
    /// dice are rolled.
    pub fn new(config: G::Config, origin: impl Into<Origin>) -> Result<Table<G>, BadDeal> {
        let mut table = Table::open(config, origin.into());
        table.settle()?;
        Ok(table)
    }

    /// A table before the deal, ready to replay the entries of a record.
    #[must_use]
    pub fn open(config: G::Config, origin: Origin) -> Table<G> {
        let game = G::new(&config);
        let record = Record { config, origin, entries: Vec::new() };
        Table { game, record, ordinals: [0; _], past: Vec::new(), undone: Vec::new(), undo_forbidden: None }
    }

    /// Replaces the hash of the key by the key itself, so that new outcomes of chance can be drawn.
    /// `None` if the key has another hash.
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

    /// The full state of the game. Use [`Table::view`] for what may be shown.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The record so far.
    #[must_use]
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// The number of entries in the record. It grows with every change, undo included.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.record.entries.len() as u64
    }

    /// How many outcomes of this kind of chance were drawn.
    #[must_use]
    pub fn chance_count(&self, kind: ChanceKind) -> u64 {
        self.ordinals[kind as usize]
    }

    /// What a viewer may know.
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

    /// Plays a move and then all chance events that follow. A refused move changes nothing.
    pub fn play(&mut self, seat: Seat, mv: G::Move) -> Result<(), Refusal> {
        self.play_as(seat, mv, false)
    }

    /// Plays a move on the player's behalf. It is recorded as automatic, and undo does not stop at
    /// it.
    pub fn play_auto(&mut self, seat: Seat, mv: G::Move) -> Result<(), Refusal> {
        self.play_as(seat, mv, true)
    }

    fn play_as(&mut self, seat: Seat, mv: G::Move, auto: bool) -> Result<(), Refusal> {
        let change = self.prepare_move(seat, mv, auto)?;
        self.apply(change);
        Ok(())
    }

    /// Undoes the seat's last step: its last move and the automatic moves after it.
    pub fn undo(&mut self, seat: Seat) -> Result<(), UndoError> {
        let change = self.prepare_undo(seat)?;
        self.apply(change);
        Ok(())
    }

    /// How many steps can be undone, one after the other, as far as nothing else forbids it.
    #[must_use]
    pub fn undo_count(&self) -> usize {
        self.past.len()
    }

    /// How many steps can be redone.
    #[must_use]
    pub fn redo_count(&self) -> usize {
        self.undone.len()
    }

    /// Why the seat cannot undo a step; `None` if it can.
    #[must_use]
    pub fn undo_refusal(&self, seat: Seat) -> Option<UndoError> {
        // A lost solo game may be undone, unless the player resigned. A won game is final.
        if self
            .outcome()
            .is_some_and(|outcome| !outcome.winners.is_empty() || !matches!(outcome.ending, Ending::Rule(_)))
        {
            return Some(UndoError::Over);
        }
        match self.past.last() {
            Some(step) if step.seat == seat => None,
            Some(step) => Some(UndoError::NotYours(step.seat)),
            None => Some(self.undo_forbidden.clone().unwrap_or(UndoError::NothingToUndo)),
        }
    }

    /// The move that this undo or redo entry would undo or redo, without the automatic moves after
    /// it.
    #[must_use]
    pub fn step_of(&self, entry: &Entry<G>) -> Option<G::Move> {
        let steps = match entry {
            Entry::Undo(_) => &self.past,
            Entry::Redo(_) => &self.undone,
            Entry::Chance(_) | Entry::Move { .. } | Entry::Resign(_) | Entry::End => return None,
        };
        let (mv, _) = steps.last()?.moves.first()?;
        Some(*mv)
    }

    /// Redoes the step that was undone last.
    pub fn redo(&mut self, seat: Seat) -> Result<(), UndoError> {
        let change = self.prepare_redo(seat)?;
        self.apply(change);
        Ok(())
    }

    /// Whether the seat can redo a step.
    #[must_use]
    pub fn can_redo(&self, seat: Seat) -> bool {
        self.undone.last().is_some_and(|step| step.seat == seat)
    }

    /// Resigns for a seat, if the rules allow it.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        let change = self.prepare_resignation(seat)?;
        self.apply(change);
        Ok(())
    }

    /// Ends the game because the players have agreed to it, if the rules allow that.
    pub fn end_by_agreement(&mut self) -> Result<(), Refusal> {
        let change = self.prepare_end()?;
        self.apply(change);
        Ok(())
    }

    /// Applies one entry of a record. An entry that is refused changes nothing.
    pub fn enter(&mut self, entry: Entry<G>) -> Result<(), Fault> {
        match entry {
            Entry::Chance(chance) => self.enter_chance(chance),
            Entry::Move { seat, mv, auto } => {
                let change = self.check_move(seat, mv, auto).map_err(Fault::Refused)?;
                self.apply(change);
                Ok(())
            }
            Entry::Undo(seat) => self.undo(seat).map_err(Fault::Undo),
            Entry::Redo(seat) => self.redo(seat).map_err(Fault::Undo),
            Entry::Resign(seat) => self.resign(seat).map_err(Fault::Refused),
            Entry::End => self.end_by_agreement().map_err(Fault::Refused),
        }
    }

    fn enter_chance(&mut self, chance: G::Chance) -> Result<(), Fault> {
        // Report an impossible outcome before one that merely differs from the deal.
        self.game.clone().settle(chance.clone()).map_err(Fault::Chance)?;
        if self.draw_chance().map_err(Fault::Deal)?.is_some_and(|drawn| drawn != chance) {
            return Err(match &self.record.origin {
                Origin::Deal(id) => Fault::OtherDeal(id.clone()),
                _ => Fault::OtherKey,
            });
        }
        self.apply_chance(chance).map_err(Fault::Chance)
    }

    /// Draws and applies chance until it is a player's turn or the game is over. Does nothing if
    /// the key is not known. A table that was saved in the middle of this resumes here.
    pub fn settle(&mut self) -> Result<(), BadDeal> {
        while let Some(chance) = self.draw_chance()? {
            self.apply_chance(chance).map_err(BadDeal::Chance)?;
        }
        Ok(())
    }

    fn draw_chance(&self) -> Result<Option<G::Chance>, BadDeal> {
        match self.turn() {
            Turn::Chance(kind) => self.record.origin.draw(&self.game, self.ordinals[kind as usize]),
            Turn::Seat(_) | Turn::Over => Ok(None),
        }
    }

    fn apply_chance(&mut self, chance: G::Chance) -> Result<(), crate::BadChance> {
        let turn = self.turn();
        self.game.settle(chance.clone())?;
        self.note_chance(turn);
        self.record.entries.push(Entry::Chance(chance));
        Ok(())
    }

    /// Counts an outcome of chance. Nothing before it can be undone.
    fn note_chance(&mut self, turn: Turn) {
        if let Turn::Chance(kind) = turn {
            self.ordinals[kind as usize] += 1;
        }
        if !self.past.is_empty() || self.undo_forbidden.is_some() {
            self.forbid_undo(UndoError::Chance);
        }
    }

    /// Remembers how a move that was just made can be undone, if it can.
    fn note_move(&mut self, before: G, seat: Seat, mv: G::Move, auto: bool) {
        self.undone.clear();
        if let Some(refusal) = before.undo_refusal(mv, &self.game) {
            self.forbid_undo(UndoError::Shown(refusal));
        } else if !auto {
            self.past.push(Step { before, seat, moves: vec![(mv, false)] });
        } else if let Some(step) = self.past.last_mut().filter(|step| step.seat == seat) {
            step.moves.push((mv, true));
        }
    }

    fn forbid_undo(&mut self, why: UndoError) {
        self.past.clear();
        self.undone.clear();
        self.undo_forbidden = Some(why);
    }

    /// Checks a move and finds out what follows from it, all chance events included, without changing the
    /// table.
    pub fn prepare_move(&self, seat: Seat, mv: G::Move, auto: bool) -> Result<PreparedChange<G>, Refusal> {
        let mut change = self.check_move(seat, mv, auto)?;
        let mut ordinals = self.ordinals;
        while let Turn::Chance(kind) = change.game().turn() {
            let mut game = change.game().clone();
            // An origin that cannot be drawn from was already refused by `new`.
            let drawn = self.record.origin.draw(&game, ordinals[kind as usize]).ok().flatten();
            let Some(chance) = drawn.filter(|chance| game.settle(chance.clone()).is_ok()) else { break };
            ordinals[kind as usize] += 1;
            change.push(Entry::Chance(chance), game);
        }
        Ok(change)
    }

    fn check_move(&self, seat: Seat, mv: G::Move, auto: bool) -> Result<PreparedChange<G>, Refusal> {
        let mut game = self.game.clone();
        game.play(seat, mv)?;
        Ok(PreparedChange::new(self.version(), Entry::Move { seat, mv, auto }, game, None))
    }

    /// Checks an undo without changing the table.
    pub fn prepare_undo(&self, seat: Seat) -> Result<PreparedChange<G>, UndoError> {
        self.undo_refusal(seat).map_or(Ok(()), Err)?;
        let step = self.past.last().ok_or(UndoError::NothingToUndo)?;
        let entry = Entry::Undo(seat);
        let mv = self.step_of(&entry);
        Ok(PreparedChange::new(self.version(), entry, step.before.clone(), mv))
    }

    /// Checks a redo without changing the table.
    pub fn prepare_redo(&self, seat: Seat) -> Result<PreparedChange<G>, UndoError> {
        let step = match self.undone.last() {
            None => return Err(UndoError::NothingToRedo),
            Some(step) if step.seat != seat => return Err(UndoError::NotYours(step.seat)),
            Some(step) => step,
        };
        let mut game = self.game.clone();
        step.moves.iter().for_each(|(mv, _)| game.play_unchecked(seat, *mv));
        let entry = Entry::Redo(seat);
        let mv = self.step_of(&entry);
        Ok(PreparedChange::new(self.version(), entry, game, mv))
    }

    /// Checks a resignation without changing the table.
    pub fn prepare_resignation(&self, seat: Seat) -> Result<PreparedChange<G>, Refusal> {
        let mut game = self.game.clone();
        game.resign(seat)?;
        Ok(PreparedChange::new(self.version(), Entry::Resign(seat), game, None))
    }

    /// Checks whether the players can agree to end the game, without changing the table.
    pub fn prepare_end(&self) -> Result<PreparedChange<G>, Refusal> {
        let mut game = self.game.clone();
        game.end_by_agreement()?;
        Ok(PreparedChange::new(self.version(), Entry::End, game, None))
    }

    /// Makes a change that was prepared. This cannot fail: everything was checked when it was prepared.
    /// If the table has changed since, nothing happens; returns whether the change was made.
    pub fn apply(&mut self, change: PreparedChange<G>) -> bool {
        if change.version() != self.version() {
            return false;
        }
        for (entry, game) in change.into_steps() {
            let turn = self.turn();
            let before = std::mem::replace(&mut self.game, game);
            match &entry {
                Entry::Chance(_) => self.note_chance(turn),
                Entry::Move { seat, mv, auto } => self.note_move(before, *seat, *mv, *auto),
                Entry::Undo(_) => self.undone.extend(self.past.pop()),
                Entry::Redo(_) => self.past.extend(self.undone.pop()),
                Entry::Resign(_) | Entry::End => {}
            }
            self.record.entries.push(entry);
        }
        true
    }
}
