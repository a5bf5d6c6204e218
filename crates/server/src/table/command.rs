//! Commands at a table: checks them and drafts the resulting changes.

use bots::Level;
use games::savannah::{Move, Savannah};
use serde::Serialize;
use table::{Origin, Seat, Seats, Table};
use wire::{Contribution, Name, NewTable, NewTableError, RefusalReason, SeatPlan, TableCommand, TableId};

use super::event::{Chair, Event, Person};
use super::secret::StoredSecret;
use super::state::{LogEntry, TableState};
use crate::store::{Line, LineKind, TableStage};
use crate::{Identity, Limits};

/// The level of a bot that takes over from a person.
const SUBSTITUTE: Level = Level::Keen;

/// The longest turn that a clock may allow: one week.
const MAX_TURN_SECONDS: u32 = 7 * 24 * 60 * 60;

/// How many events a table may have besides its game. Otherwise somebody could fill the disk by
/// sitting down and standing up.
const MAX_NON_GAME_EVENTS: u64 = 1000;

/// The sender of a command.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) who: Identity,
    pub(crate) name: Name,
}

/// A change that is not stored yet: the new state and the lines that lead to it.
pub(crate) struct Draft {
    pub(crate) state: TableState,
    pub(crate) lines: Vec<Line>,
}

/// What a command leads to.
pub(crate) enum Decision {
    /// A change to be stored.
    Change(Box<Draft>),
    /// The sender agrees that a bot plays for this seat.
    Agree(Seat),
    /// A rematch is to be opened.
    Rematch,
}

impl Draft {
    pub(crate) fn new(state: &TableState) -> Draft {
        Draft { state: state.clone(), lines: Vec::new() }
    }

    /// Adds an event besides the game.
    pub(crate) fn event(&mut self, event: &Event) -> Result<(), RefusalReason> {
        self.state.apply(event).ok_or(RefusalReason::SeatTaken)?;
        self.lines.push(event_line(event)?);
        Ok(())
    }

    /// Changes the game and adds a line with the new entries of its record.
    fn change(
        &mut self,
        act: impl FnOnce(&mut Table<Savannah>) -> Result<(), table::Refusal>,
    ) -> Result<(), RefusalReason> {
        let Some(game) = &mut self.state.game else { return Err(RefusalReason::GameNotStarted) };
        let before = game.record().entries.len();
        act(game).map_err(RefusalReason::Rule)?;
        let (text, count) = (game.save_from(before), game.record().entries.len() - before);
        self.record(text, count);
        Ok(())
    }

    fn record(&mut self, text: String, entries: usize) {
        self.lines.push(Line { kind: LineKind::Record, text, command: None });
        self.state.add_record_line(entries);
    }

    /// Marks the draft as the result of this command.
    pub(crate) fn for_command(mut self, who: Identity, command: u64) -> Draft {
        if let Some(line) = self.lines.last_mut() {
            line.command = Some((who, command));
            self.state.remember_command(who, command);
        }
        self
    }
}

/// The line of an event. If it cannot be serialized, the change is refused.
fn event_line(event: &impl Serialize) -> Result<Line, RefusalReason> {
    match serde_json::to_string(event) {
        Ok(text) => Ok(Line { kind: LineKind::Event, text, command: None }),
        Err(error) => {
            tracing::error!(%error, "an event cannot be written");
            Err(RefusalReason::NotStored)
        }
    }
}

impl TableState {
    /// Checks a command and decides what it leads to. `late` are the seats that a bot may take
    /// over.
    pub(crate) fn decide(
        &self,
        caller: &Caller,
        version: u64,
        act: TableCommand,
        late: Seats,
    ) -> Result<Decision, RefusalReason> {
        let seat = self.seat_of(caller.who);
        let seated = seat.ok_or(RefusalReason::NotSeated);
        if !matches!(act, TableCommand::Play(_) | TableCommand::Resign | TableCommand::Reveal(_))
            && self.non_game_events() >= MAX_NON_GAME_EVENTS
        {
            return Err(RefusalReason::TooFast);
        }
        let mut draft = Draft::new(self);
        match act {
            TableCommand::Sit(seat) => {
                self.require_not_started()?;
                if self.seat_of(caller.who).is_some() {
                    return Err(RefusalReason::AlreadySeated);
                }
                if self.chairs.get(seat) != Some(&Chair::Nobody) {
                    return Err(RefusalReason::SeatTaken);
                }
                draft.event(&Event::Sat { seat, who: caller.who, name: caller.name.clone() })?;
            }
            TableCommand::Stand => {
                let seat = seated?;
                match self.stage() {
                    TableStage::Open if self.is_starting() => return Err(RefusalReason::GameStarting),
                    TableStage::Open => draft.event(&Event::Stood(seat))?,
                    _ if self.person(seat).is_some_and(|person| person.left) => {}
                    _ => draft.event(&Event::Left(seat))?,
                }
            }
            TableCommand::Fill { seat, level } => {
                self.require_not_started()?;
                seated?;
                match self.chairs.get(seat) {
                    Some(Chair::Nobody | Chair::Bot(_)) => {}
                    Some(Chair::Person(_)) if late.has(seat) => {}
                    Some(Chair::Person(_)) | None => return Err(RefusalReason::SeatTaken),
                }
                draft.event(&Event::Filled { seat, level })?;
            }
            TableCommand::Ready(commitment) => {
                self.require_not_started()?;
                let seat = seated?;
                // The commitment was made under another secret of the server, so its owner would
                // not reveal it.
                if version < self.secret_since {
                    return Err(RefusalReason::Stale);
                }
                if self.person(seat).is_some_and(|person| person.commitment != commitment) {
                    draft.event(&Event::Ready { seat, commitment })?;
                }
            }
            TableCommand::Reveal(contribution) => self.reveal(seated?, contribution, &mut draft)?,
            TableCommand::Play(mv) => {
                let seat = self.require_player(seat, version)?;
                draft.change(|game| game.play(seat, mv))?;
            }
            TableCommand::Resign => {
                let seat = self.require_player(seat, version)?;
                draft.change(|game| game.resign(seat))?;
            }
            TableCommand::Replace(seat) => {
                self.require_running()?;
                if seated? == seat || !late.has(seat) {
                    return Err(RefusalReason::NotAway);
                }
                return Ok(Decision::Agree(seat));
            }
            TableCommand::Back => {
                self.require_running()?;
                let seat = seated?;
                if self.person(seat).is_some_and(|person| person.bot.is_some() || person.left) {
                    draft.event(&Event::Back(seat))?;
                }
            }
            TableCommand::Rematch => {
                seated?;
                match (self.stage(), self.rematch) {
                    (TableStage::Over, None) => return Ok(Decision::Rematch),
                    (TableStage::Over, Some(_)) => {}
                    _ => return Err(RefusalReason::GameNotOver),
                }
            }
        }
        Ok(Decision::Change(Box::new(draft)))
    }

    fn reveal(&self, seat: Seat, contribution: Contribution, draft: &mut Draft) -> Result<(), RefusalReason> {
        match (self.is_starting(), self.person(seat)) {
            _ if self.game.is_some() => Err(RefusalReason::GameStarted),
            (true, Some(person)) if person.commitment != Some(contribution.commitment(self.id, seat)) => {
                Err(RefusalReason::CommitmentMismatch)
            }
            (true, Some(person)) if person.contribution.is_some() => Ok(()),
            (true, _) => draft.event(&Event::Revealed { seat, contribution }),
            (false, _) => Err(RefusalReason::NotEverybodyReady),
        }
    }

    /// Deals the cards; `None` before all contributions are revealed and after the deal. This is a
    /// step of its own, so that everybody gets all contributions first.
    pub(crate) fn draft_deal(&self) -> Option<Draft> {
        if !self.is_starting() {
            return None;
        }
        let proof = self.proof()?;
        // Every valid configuration can be dealt.
        let game = Table::<Savannah>::new(self.config, Origin::Fair(Box::new(proof))).ok()?;
        let mut draft = Draft::new(self);
        draft.record(game.save(), game.record().entries.len());
        draft.state.game = Some(game);
        Some(draft)
    }

    /// Frees the seats of those who have not revealed their contributions, and replaces the secret.
    pub(crate) fn draft_void(&self, secret: StoredSecret) -> Result<Draft, RefusalReason> {
        let mut draft = Draft::new(self);
        draft.event(&Event::Void { silent: self.unrevealed(), secret })?;
        Ok(draft)
    }

    /// Plays a bot's move.
    pub(crate) fn draft_bot_move(&self, seat: Seat, mv: Move) -> Result<Draft, RefusalReason> {
        let mut draft = Draft::new(self);
        draft.change(|game| game.play(seat, mv))?;
        Ok(draft)
    }

    /// Lets a bot take over from a person.
    pub(crate) fn draft_replacement(&self, seat: Seat) -> Result<Draft, RefusalReason> {
        let mut draft = Draft::new(self);
        draft.event(&Event::Away { seat, level: SUBSTITUTE })?;
        Ok(draft)
    }

    /// Links to the table of the rematch.
    pub(crate) fn draft_rematch(&self, table: TableId) -> Result<Draft, RefusalReason> {
        let mut draft = Draft::new(self);
        draft.event(&Event::Rematch(table))?;
        Ok(draft)
    }

    /// The first line of the rematch: the same players, and the next seat begins (V4). People who
    /// were replaced by a bot or left lose their seats. Nobody is ready yet, because that needs a
    /// new commitment.
    pub(crate) fn rematch_opening(&self) -> Result<Line, RefusalReason> {
        let first = self.game.as_ref().and_then(|game| game.game().public().first);
        let first = first.map(|seat| seat.next(self.config.seats()));
        let config = self.config.with_first(first).unwrap_or(self.config);
        let chairs = self.chairs.clone();
        let chairs = table::BySeat::new(chairs.seats(), |seat| match &chairs[seat] {
            Chair::Person(person) if person.bot.is_some() || person.left => Chair::Nobody,
            Chair::Person(person) => Chair::person(person.who, person.name.clone()),
            other => other.clone(),
        });
        event_line(&Event::Opened {
            config,
            public: self.public,
            clock: self.clock,
            chairs: Box::new(chairs),
        })
    }

    fn person(&self, seat: Seat) -> Option<&Person> {
        self.chairs.get(seat)?.as_person()
    }

    /// How many lines do not belong to the game's record.
    fn non_game_events(&self) -> u64 {
        self.version
            - self.log.iter().filter(|(_, moment)| matches!(moment, LogEntry::Entries(_))).count() as u64
    }

    fn require_not_started(&self) -> Result<(), RefusalReason> {
        match self.game {
            Some(_) => Err(RefusalReason::GameStarted),
            None if self.is_starting() => Err(RefusalReason::GameStarting),
            None => Ok(()),
        }
    }

    fn require_running(&self) -> Result<(), RefusalReason> {
        match self.stage() {
            TableStage::Open => Err(RefusalReason::GameNotStarted),
            TableStage::Running => Ok(()),
            TableStage::Over | TableStage::Damaged => Err(RefusalReason::GameOver),
        }
    }

    /// The seat of the sender, if they may play and the game has not changed since that version.
    fn require_player(&self, seat: Option<Seat>, version: u64) -> Result<Seat, RefusalReason> {
        let seat = seat.ok_or(RefusalReason::NotSeated)?;
        self.require_running()?;
        if version < self.game_version || version > self.version {
            return Err(RefusalReason::Stale);
        }
        match self.chairs[seat].bot() {
            None => Ok(seat),
            Some(_) => Err(RefusalReason::ReplacedByBot),
        }
    }
}

/// The first line of a new table, or why it cannot be opened.
pub(crate) fn opening_line(table: NewTable, caller: &Caller, limits: &Limits) -> Result<Line, RefusalReason> {
    let NewTable { config, seats, public, clock } = table;
    let refused = |error| Err(RefusalReason::InvalidTable(error));
    if seats.seats() != config.seats() {
        return refused(NewTableError::SeatCount);
    }
    if seats.iter().filter(|(_, plan)| **plan == SeatPlan::Me).count() > 1 {
        return refused(NewTableError::TwoSeats);
    }
    if seats.iter().all(|(_, plan)| matches!(plan, SeatPlan::Bot(_))) {
        return refused(NewTableError::NoPerson);
    }
    if clock.is_some_and(|seconds| !(limits.min_turn_seconds..=MAX_TURN_SECONDS).contains(&seconds)) {
        return refused(NewTableError::Clock { shortest: limits.min_turn_seconds });
    }
    let chairs = table::BySeat::new(seats.seats(), |seat| match seats[seat] {
        SeatPlan::Open => Chair::Nobody,
        SeatPlan::Me => Chair::person(caller.who, caller.name.clone()),
        SeatPlan::Bot(level) => Chair::Bot(level),
    });
    event_line(&Event::Opened { config, public, clock, chairs: Box::new(chairs) })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use wire::RefusalReason;

    use super::event_line;

    #[test]
    fn an_event_that_cannot_be_written_is_not_stored() {
        let broken = BTreeMap::from([((), ())]); // JSON has no keys of this type.
        assert!(event_line(&"an event").is_ok_and(|line| line.text == "\"an event\""));
        assert!(event_line(&broken).is_err_and(|why| why == RefusalReason::NotStored));
    }
}
