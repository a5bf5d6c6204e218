//! What can be done at a table, and what follows from it.

use bots::savannah::Level;
use games::savannah::{Move, Savannah};
use serde::Serialize;
use table::{Origin, Seat, Seats, Table};
use wire::{Contribution, Name, NewTable, NewTableError, RefusalReason, SeatPlan, TableCommand, TableId};

use super::event::{Chair, Event, Person};
use super::key::Kept;
use super::room::{Moment, Room};
use crate::store::{Kind, Line, Stage};
use crate::{Identity, Limits};

/// How well a bot plays that takes somebody's place.
const SUBSTITUTE: Level = Level::Keen;

/// A turn takes a week at most, where there is a clock.
const LONGEST: u32 = 7 * 24 * 60 * 60;

/// How many lines there may be around the game: whoever sits down and stands up without end is to fill no disk.
const MOST_FUSS: u64 = 1000;

/// Who does something.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) who: Identity,
    pub(crate) name: Name,
}

/// A table as it will be, once these lines are stored.
pub(crate) struct Draft {
    pub(crate) room: Room,
    pub(crate) lines: Vec<Line>,
}

/// What comes of something that is done.
pub(crate) enum Verdict {
    /// Lines are to be stored.
    Change(Box<Draft>),
    /// Somebody agrees that a bot plays for a seat: not all have yet.
    Agree(Seat),
    /// Another game is to be opened, and then a line stored that leads there.
    Rematch,
}

impl Draft {
    pub(crate) fn new(room: &Room) -> Draft {
        Draft { room: room.clone(), lines: Vec::new() }
    }

    /// Lets something happen around the game.
    pub(crate) fn event(&mut self, event: &Event) -> Result<(), RefusalReason> {
        self.room.take(event).ok_or(RefusalReason::SeatTaken)?;
        self.lines.push(room_line(event)?);
        Ok(())
    }

    /// Changes the game, and adds what has happened to its record.
    fn change(
        &mut self,
        act: impl FnOnce(&mut Table<Savannah>) -> Result<(), table::Refusal>,
    ) -> Result<(), RefusalReason> {
        let Some(game) = &mut self.room.game else { return Err(RefusalReason::GameNotStarted) };
        let before = game.record().entries.len();
        act(game).map_err(RefusalReason::Rule)?;
        let (text, count) = (game.save_from(before), game.record().entries.len() - before);
        self.record(text, count);
        Ok(())
    }

    fn record(&mut self, text: String, entries: usize) {
        self.lines.push(Line { kind: Kind::Record, text, command: None });
        self.room.recorded(entries);
    }

    /// All of it comes from this command.
    pub(crate) fn commanded(mut self, who: Identity, command: u64) -> Draft {
        if let Some(line) = self.lines.last_mut() {
            line.command = Some((who, command));
            self.room.remember(who, command);
        }
        self
    }
}

/// The line of an event. One that cannot be written cannot be stored, and so has not happened.
fn room_line(event: &impl Serialize) -> Result<Line, RefusalReason> {
    match serde_json::to_string(event) {
        Ok(text) => Ok(Line { kind: Kind::Room, text, command: None }),
        Err(error) => {
            tracing::error!(%error, "an event cannot be written");
            Err(RefusalReason::NotStored)
        }
    }
}

impl Room {
    /// What comes of something that somebody does. `late` are those for whom a bot may play.
    pub(crate) fn act(
        &self,
        caller: &Caller,
        version: u64,
        act: TableCommand,
        late: Seats,
    ) -> Result<Verdict, RefusalReason> {
        let seat = self.seat_of(caller.who);
        let seated = seat.ok_or(RefusalReason::NotSeated);
        if !matches!(act, TableCommand::Play(_) | TableCommand::Resign | TableCommand::Reveal(_))
            && self.fuss() >= MOST_FUSS
        {
            return Err(RefusalReason::TooFast);
        }
        let mut draft = Draft::new(self);
        match act {
            TableCommand::Sit(seat) => {
                self.before_game()?;
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
                    Stage::Open if self.beginning() => return Err(RefusalReason::GameStarting),
                    Stage::Open => draft.event(&Event::Stood(seat))?,
                    _ if self.person(seat).is_some_and(|person| person.left) => {}
                    _ => draft.event(&Event::Left(seat))?,
                }
            }
            TableCommand::Fill { seat, level } => {
                self.before_game()?;
                seated?;
                match self.chairs.get(seat) {
                    Some(Chair::Nobody | Chair::Bot(_)) => {}
                    Some(Chair::Person(_)) if late.has(seat) => {}
                    Some(Chair::Person(_)) | None => return Err(RefusalReason::SeatTaken),
                }
                draft.event(&Event::Filled { seat, level })?;
            }
            TableCommand::Ready(commitment) => {
                self.before_game()?;
                let seat = seated?;
                // It was made for another secret: whoever has made it would not go on with this one.
                if version < self.secret_since {
                    return Err(RefusalReason::Stale);
                }
                if self.person(seat).is_some_and(|person| person.commitment != commitment) {
                    draft.event(&Event::Ready { seat, commitment })?;
                }
            }
            TableCommand::Reveal(contribution) => self.reveal(seated?, contribution, &mut draft)?,
            TableCommand::Play(mv) => {
                let seat = self.player(seat, version)?;
                draft.change(|game| game.play(seat, mv))?;
            }
            TableCommand::Resign => {
                let seat = self.player(seat, version)?;
                draft.change(|game| game.resign(seat))?;
            }
            TableCommand::Replace(seat) => {
                self.in_game()?;
                if seated? == seat || !late.has(seat) {
                    return Err(RefusalReason::NotAway);
                }
                return Ok(Verdict::Agree(seat));
            }
            TableCommand::Back => {
                self.in_game()?;
                let seat = seated?;
                if self.person(seat).is_some_and(|person| person.bot.is_some() || person.left) {
                    draft.event(&Event::Back(seat))?;
                }
            }
            TableCommand::Rematch => {
                seated?;
                match (self.stage(), self.rematch) {
                    (Stage::Over, None) => return Ok(Verdict::Rematch),
                    (Stage::Over, Some(_)) => {}
                    _ => return Err(RefusalReason::GameNotOver),
                }
            }
        }
        Ok(Verdict::Change(Box::new(draft)))
    }

    fn reveal(&self, seat: Seat, contribution: Contribution, draft: &mut Draft) -> Result<(), RefusalReason> {
        match (self.beginning(), self.person(seat)) {
            _ if self.game.is_some() => Err(RefusalReason::GameStarted),
            (true, Some(person)) if person.commitment != Some(contribution.commitment(self.id, seat)) => {
                Err(RefusalReason::CommitmentMismatch)
            }
            (true, Some(person)) if person.contribution.is_some() => Ok(()),
            (true, _) => draft.event(&Event::Revealed { seat, contribution }),
            (false, _) => Err(RefusalReason::NotEverybodyReady),
        }
    }

    /// The cards are dealt; `None` while somebody is waited for, or when they have been. It is a step of its own, after everybody was told all
    /// contributions.
    pub(crate) fn dealt(&self) -> Option<Draft> {
        if !self.beginning() {
            return None;
        }
        let proof = self.proof()?;
        // Every set of options that there is can be dealt.
        let game = Table::<Savannah>::new(self.config, Origin::Fair(Box::new(proof))).ok()?;
        let mut draft = Draft::new(self);
        draft.record(game.save(), game.record().entries.len());
        draft.room.game = Some(game);
        Some(draft)
    }

    /// Whoever has not shown a contribution loses the seat, and there is another secret.
    pub(crate) fn voided(&self, secret: Kept) -> Result<Draft, RefusalReason> {
        let mut draft = Draft::new(self);
        draft.event(&Event::Void { silent: self.silent(), secret })?;
        Ok(draft)
    }

    /// A bot's move.
    pub(crate) fn bot_plays(&self, seat: Seat, mv: Move) -> Result<Draft, RefusalReason> {
        let mut draft = Draft::new(self);
        draft.change(|game| game.play(seat, mv))?;
        Ok(draft)
    }

    /// A bot plays for somebody from now on.
    pub(crate) fn replaced(&self, seat: Seat) -> Result<Draft, RefusalReason> {
        let mut draft = Draft::new(self);
        draft.event(&Event::Away { seat, level: SUBSTITUTE })?;
        Ok(draft)
    }

    /// The line that leads to the next game.
    pub(crate) fn leads_to(&self, table: TableId) -> Result<Draft, RefusalReason> {
        let mut draft = Draft::new(self);
        draft.event(&Event::Rematch(table))?;
        Ok(draft)
    }

    /// The first line of the next game: the same players, the seat after the one that began begins (V4). Whoever was replaced by a bot has
    /// given up the seat. Nobody is ready yet: that needs a new commitment.
    pub(crate) fn next_game(&self) -> Result<Line, RefusalReason> {
        let first = self.game.as_ref().and_then(|game| game.game().public().first);
        let first = first.map(|seat| seat.next(self.config.seats()));
        let config = self.config.with_first(first).unwrap_or(self.config);
        let chairs = self.chairs.clone();
        let chairs = table::BySeat::new(chairs.seats(), |seat| match &chairs[seat] {
            Chair::Person(person) if person.bot.is_some() || person.left => Chair::Nobody,
            Chair::Person(person) => Chair::person(person.who, person.name.clone()),
            other => other.clone(),
        });
        room_line(&Event::Opened { config, public: self.public, clock: self.clock, chairs: Box::new(chairs) })
    }

    fn person(&self, seat: Seat) -> Option<&Person> {
        self.chairs.get(seat)?.as_person()
    }

    /// How many lines are not of the game.
    fn fuss(&self) -> u64 {
        self.version
            - self.moments.iter().filter(|(_, moment)| matches!(moment, Moment::Entries(_))).count() as u64
    }

    fn before_game(&self) -> Result<(), RefusalReason> {
        match self.game {
            Some(_) => Err(RefusalReason::GameStarted),
            None if self.beginning() => Err(RefusalReason::GameStarting),
            None => Ok(()),
        }
    }

    fn in_game(&self) -> Result<(), RefusalReason> {
        match self.stage() {
            Stage::Open => Err(RefusalReason::GameNotStarted),
            Stage::Running => Ok(()),
            Stage::Over | Stage::Damaged => Err(RefusalReason::GameOver),
        }
    }

    /// The seat of somebody who may play, if nothing has happened in the game since that version.
    fn player(&self, seat: Option<Seat>, version: u64) -> Result<Seat, RefusalReason> {
        let seat = seat.ok_or(RefusalReason::NotSeated)?;
        self.in_game()?;
        if version < self.moved || version > self.version {
            return Err(RefusalReason::Stale);
        }
        match self.chairs[seat].bot() {
            None => Ok(seat),
            Some(_) => Err(RefusalReason::ReplacedByBot),
        }
    }
}

/// The first line of a new table, if it can be one.
pub(crate) fn opened(table: NewTable, caller: &Caller, limits: &Limits) -> Result<Line, RefusalReason> {
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
    if clock.is_some_and(|seconds| !(limits.shortest..=LONGEST).contains(&seconds)) {
        return refused(NewTableError::Clock { shortest: limits.shortest });
    }
    let chairs = table::BySeat::new(seats.seats(), |seat| match seats[seat] {
        SeatPlan::Open => Chair::Nobody,
        SeatPlan::Me => Chair::person(caller.who, caller.name.clone()),
        SeatPlan::Bot(level) => Chair::Bot(level),
    });
    room_line(&Event::Opened { config, public, clock, chairs: Box::new(chairs) })
}

#[cfg(test)]
mod tests {
    use serde::ser::Error as _;
    use serde::{Serialize, Serializer};
    use wire::RefusalReason;

    use super::room_line;

    struct Broken;

    impl Serialize for Broken {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(S::Error::custom("broken"))
        }
    }

    #[test]
    fn an_event_that_cannot_be_written_is_not_stored() {
        assert!(room_line(&"an event").is_ok_and(|line| line.text == "\"an event\""));
        assert!(room_line(&Broken).is_err_and(|why| why == RefusalReason::NotStored));
    }
}
