//! Commands at a table: checks them and drafts the resulting changes.
//!
//! Deciding reads the state and changes nothing. A [`Draft`] holds the change and the line that stores it;
//! the task stores the line and only then makes the change, with [`TableState::commit`]. Everything was
//! checked before, and a task handles one message after the other, so the state is still the one that was
//! decided for and the commit cannot fail. If storing fails, the draft is dropped and the state is as it was.
//! Nothing is copied for this but the small state of the game itself: the cost of a command does not grow
//! with the length of the game.

use bots::{Bots, Level};
use serde::Serialize;
use table::{Origin, PreparedChange, Seat, Seats, Table};
use text::ErrorText;
use wire::{
    Contribution, MoveText, Name, NewTable, NewTableError, RefusalReason, SeatPlan, TableCommand, TableId,
};

use super::event::{Chair, Event};
use super::secret::StoredSecret;
use super::state::TableState;
use crate::store::{Line, LineKind, TableStage};
use crate::{Identity, Limits};

/// The longest turn that a clock may allow: one week.
const MAX_TURN_SECONDS: u32 = 7 * 24 * 60 * 60;

/// How many lines the record of a game may have before it can only be ended. Otherwise somebody could fill
/// the disk by drawing and undoing. Long games have a few thousand.
const MAX_RECORD_LINES: u64 = 20_000;

/// The sender of a command.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) who: Identity,
    pub(crate) name: Name,
    /// Stands for the sender's network address.
    pub(crate) address_tag: u64,
}

/// A change that is not stored yet, and the line that stores it.
pub(crate) struct Draft<G: Bots> {
    pub(crate) change: Change<G>,
    pub(crate) line: Line,
}

/// A change of a table.
pub(crate) enum Change<G: Bots> {
    /// An event besides the game.
    Event(Event),
    /// The cards are dealt.
    Deal(Box<Table<G>>),
    /// The game goes on.
    Game(Box<PreparedChange<G>>),
}

/// What a command leads to.
pub(crate) enum Decision<G: Bots> {
    /// Nothing: it is already so.
    Nothing,
    /// A change to be stored.
    Change(Draft<G>),
    /// The sender agrees that a bot plays for this seat.
    Agree(Seat),
    /// The player on this seat agrees to end the game.
    AgreeToEnd(Seat),
    /// A player does not agree to that.
    PlayOn,
    /// A rematch is to be opened.
    Rematch,
}

impl<G: Bots> Draft<G> {
    /// Marks the draft as the result of this command.
    pub(crate) fn for_command(mut self, who: Identity, command: u64) -> Draft<G> {
        self.line.command = Some((who, command));
        self
    }

    fn record(change: Change<G>, text: String) -> Draft<G> {
        Draft { change, line: Line { kind: LineKind::Record, text, command: None } }
    }
}

/// The line of an event. If it cannot be serialized, the change is refused.
fn event_line(event: &impl Serialize) -> Result<Line, RefusalReason> {
    match serde_json::to_string(event) {
        Ok(text) => Ok(Line { kind: LineKind::Event, text, command: None }),
        Err(error) => {
            tracing::error!(%error, "an event could not be written");
            Err(RefusalReason::NotStored)
        }
    }
}

impl<G: Bots> TableState<G> {
    /// Checks a command and decides what it leads to. `late` are the seats that a bot may take
    /// over.
    pub(crate) fn decide(
        &self,
        caller: &Caller,
        version: u64,
        act: TableCommand,
        late: Seats,
    ) -> Result<Decision<G>, RefusalReason> {
        let seat = self.seat_of(caller.who);
        let seated = seat.ok_or(RefusalReason::NotSeated);
        self.check_length(act)?;
        if self.closed {
            return Err(RefusalReason::Closed);
        }
        let draft = match act {
            TableCommand::Sit(seat) => {
                self.require_not_started()?;
                if self.removed.contains(&caller.who) {
                    return Err(RefusalReason::Removed);
                }
                if self.seat_of(caller.who).is_some() {
                    return Err(RefusalReason::AlreadySeated);
                }
                if self.chairs.get(seat) != Some(&Chair::Nobody) {
                    return Err(RefusalReason::SeatTaken);
                }
                self.draft_event(Event::Sat { seat, who: caller.who, name: caller.name.clone() })?
            }
            TableCommand::Stand => {
                let seat = seated?;
                match self.stage() {
                    TableStage::Open if self.is_starting() => return Err(RefusalReason::GameStarting),
                    TableStage::Open => self.draft_event(Event::Stood(seat))?,
                    _ if self.person(seat).is_some_and(|person| person.left) => return Ok(Decision::Nothing),
                    _ => self.draft_event(Event::Left(seat))?,
                }
            }
            TableCommand::Fill { seat, level } => {
                self.require_not_started()?;
                seated?;
                require_level::<G>(level).map_err(|_| RefusalReason::NoSuchBot)?;
                match self.chairs.get(seat) {
                    Some(Chair::Nobody) if level.is_none() => return Ok(Decision::Nothing),
                    Some(Chair::Bot(now)) if Some(*now) == level => return Ok(Decision::Nothing),
                    Some(Chair::Nobody | Chair::Bot(_)) => {}
                    Some(Chair::Person(_)) if late.has(seat) => {}
                    Some(Chair::Person(_)) | None => return Err(RefusalReason::SeatTaken),
                }
                self.draft_event(Event::Filled { seat, level })?
            }
            TableCommand::Ready(commitment) => {
                self.require_not_started()?;
                let seat = seated?;
                // The commitment was made under another secret of the server, so its owner would
                // not reveal it.
                if version < self.secret_since {
                    return Err(RefusalReason::Stale);
                }
                if self.person(seat).is_none_or(|person| person.commitment == commitment) {
                    return Ok(Decision::Nothing);
                }
                self.draft_event(Event::Ready { seat, commitment })?
            }
            TableCommand::Reveal(contribution) => match self.reveal(seated?, contribution)? {
                Some(draft) => draft,
                None => return Ok(Decision::Nothing),
            },
            TableCommand::Play(mv) => self.draft_move(seat, version, mv, false)?,
            TableCommand::Auto(mv) => self.draft_move(seat, version, mv, true)?,
            TableCommand::Undo => {
                let (seat, game) = self.require_solo_player(seat, version)?;
                self.draft_game(game.prepare_undo(seat).map_err(RefusalReason::Undo)?)?
            }
            TableCommand::Redo => {
                let (seat, game) = self.require_solo_player(seat, version)?;
                self.draft_game(game.prepare_redo(seat).map_err(RefusalReason::Undo)?)?
            }
            TableCommand::Resign => {
                let (seat, game) = self.require_player(seat, version)?;
                self.draft_game(game.prepare_resignation(seat).map_err(RefusalReason::Rule)?)?
            }
            TableCommand::Replace(seat) => {
                self.require_running()?;
                if seated? == seat || !late.has(seat) {
                    return Err(RefusalReason::NotAway);
                }
                G::SUBSTITUTE.ok_or(RefusalReason::NoSuchBot)?;
                return Ok(Decision::Agree(seat));
            }
            TableCommand::End => {
                let (seat, game) = self.require_player(seat, self.version)?;
                game.prepare_end().map_err(RefusalReason::Rule)?;
                return Ok(Decision::AgreeToEnd(seat));
            }
            TableCommand::PlayOn => {
                self.require_player(seat, self.version)?;
                return Ok(Decision::PlayOn);
            }
            TableCommand::Remove(seat) => {
                self.require_host(caller)?;
                self.require_not_started()?;
                match self.person(seat) {
                    Some(person) if person.who != caller.who => self.draft_event(Event::Removed(seat))?,
                    Some(_) => self.draft_event(Event::Stood(seat))?,
                    None => return Ok(Decision::Nothing),
                }
            }
            TableCommand::Allow => {
                self.require_host(caller)?;
                self.require_not_started()?;
                if self.removed.is_empty() {
                    return Ok(Decision::Nothing);
                }
                self.draft_event(Event::Allowed)?
            }
            TableCommand::Close => {
                self.require_host(caller)?;
                self.require_not_started()?;
                self.draft_event(Event::Closed)?
            }
            TableCommand::Back => {
                self.require_running()?;
                let seat = seated?;
                if self.person(seat).is_none_or(|person| person.bot.is_none() && !person.left) {
                    return Ok(Decision::Nothing);
                }
                self.draft_event(Event::Back(seat))?
            }
            TableCommand::Rematch => {
                seated?;
                return match (self.stage(), self.rematch) {
                    (TableStage::Over, None) => Ok(Decision::Rematch),
                    (TableStage::Over, Some(_)) => Ok(Decision::Nothing),
                    _ => Err(RefusalReason::GameNotOver),
                };
            }
        };
        if let Change::Event(event) = &draft.change
            && let Some((who, what)) = self.limited(event, Some(caller.who))
        {
            self.budget.check(who, what)?;
        }
        Ok(Decision::Change(draft))
    }

    /// Refuses moves that would make the record longer than that of a real game ever is. It can still be
    /// ended. Events besides the game are limited by [`EventBudget`](super::event_budget::EventBudget).
    fn check_length(&self, act: TableCommand) -> Result<(), RefusalReason> {
        match act {
            TableCommand::Play(_) | TableCommand::Auto(_) | TableCommand::Undo | TableCommand::Redo => {
                if self.record_lines >= MAX_RECORD_LINES { Err(RefusalReason::TooLong) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    fn draft_event(&self, event: Event) -> Result<Draft<G>, RefusalReason> {
        if !self.allows(&event) {
            return Err(RefusalReason::SeatTaken);
        }
        Ok(Draft { line: event_line(&event)?, change: Change::Event(event) })
    }

    fn draft_game(&self, change: PreparedChange<G>) -> Result<Draft<G>, RefusalReason> {
        let game = self.game.as_ref().ok_or(RefusalReason::GameNotStarted)?;
        let text = game.save_change(&change);
        Ok(Draft::record(Change::Game(Box::new(change)), text))
    }

    fn draft_move(
        &self,
        seat: Option<Seat>,
        version: u64,
        mv: MoveText,
        auto: bool,
    ) -> Result<Draft<G>, RefusalReason> {
        let (seat, game) = self.require_player(seat, version)?;
        let mv: G::Move = mv.as_str().parse().map_err(|error| RefusalReason::NotAMove(reason(&error)))?;
        self.draft_game(game.prepare_move(seat, mv, auto).map_err(RefusalReason::Rule)?)
    }

    fn reveal(&self, seat: Seat, contribution: Contribution) -> Result<Option<Draft<G>>, RefusalReason> {
        match (self.is_starting(), self.person(seat)) {
            _ if self.game.is_some() => Err(RefusalReason::GameStarted),
            (true, Some(person)) if person.commitment != Some(contribution.commitment(self.id, seat)) => {
                Err(RefusalReason::CommitmentMismatch)
            }
            (true, Some(person)) if person.contribution.is_some() => Ok(None),
            (true, _) => self.draft_event(Event::Revealed { seat, contribution }).map(Some),
            (false, _) => Err(RefusalReason::NotEverybodyReady),
        }
    }

    /// Deals the cards; `None` before all contributions are revealed and after the deal. This is a
    /// step of its own, so that everybody gets all contributions first.
    pub(crate) fn draft_deal(&self) -> Option<Draft<G>> {
        if !self.is_starting() {
            return None;
        }
        let proof = self.proof()?;
        // Every valid configuration can be dealt.
        let game = Table::<G>::new(self.config.clone(), Origin::Fair(Box::new(proof))).ok()?;
        let text = game.save();
        Some(Draft::record(Change::Deal(Box::new(game)), text))
    }

    /// Frees the seats of those who have not revealed their contributions, and replaces the secret.
    pub(crate) fn draft_void(&self, secret: StoredSecret) -> Result<Draft<G>, RefusalReason> {
        self.draft_event(Event::Void { silent: self.unrevealed(), secret })
    }

    /// Plays a bot's move.
    pub(crate) fn draft_bot_move(&self, seat: Seat, mv: G::Move) -> Result<Draft<G>, RefusalReason> {
        let game = self.game.as_ref().ok_or(RefusalReason::GameNotStarted)?;
        self.draft_game(game.prepare_move(seat, mv, false).map_err(RefusalReason::Rule)?)
    }

    /// Lets a bot take over from a person.
    pub(crate) fn draft_replacement(&self, seat: Seat) -> Result<Draft<G>, RefusalReason> {
        let level = G::SUBSTITUTE.ok_or(RefusalReason::NoSuchBot)?;
        self.draft_event(Event::Away { seat, level })
    }

    /// Ends the game by agreement.
    pub(crate) fn draft_end(&self) -> Result<Draft<G>, RefusalReason> {
        let game = self.require_running()?;
        self.draft_game(game.prepare_end().map_err(RefusalReason::Rule)?)
    }

    /// Links to the table of the rematch.
    pub(crate) fn draft_rematch(&self, table: TableId) -> Result<Draft<G>, RefusalReason> {
        self.draft_event(Event::Rematch(table))
    }

    /// The first line of the rematch: the same players. People who were replaced by a bot or left
    /// lose their seats. Nobody is ready yet, because that needs a new commitment.
    pub(crate) fn rematch_opening(&self) -> Result<Line, RefusalReason> {
        let game = self.game.as_ref().ok_or(RefusalReason::GameNotStarted)?;
        let chairs = table::BySeat::new(self.chairs.seats(), |seat| match &self.chairs[seat] {
            Chair::Person(person) if person.bot.is_some() || person.left => Chair::Nobody,
            Chair::Person(person) => Chair::person(person.who, person.name.clone()),
            other => other.clone(),
        });
        let config = game.game().rematch_config(&self.config);
        // Earlier versions allowed games that could go on for ever.
        if let Some(why) = G::online_refusal(&config) {
            return Err(RefusalReason::InvalidTable(NewTableError::Options(why)));
        }
        event_line(&Event::Opened {
            game: G::NAME.to_owned(),
            config: config.to_string(),
            public: self.public,
            clock: self.clock,
            chairs: Box::new(chairs),
        })
    }

    fn require_host(&self, caller: &Caller) -> Result<(), RefusalReason> {
        if caller.who == self.host { Ok(()) } else { Err(RefusalReason::NotHost) }
    }

    fn require_not_started(&self) -> Result<(), RefusalReason> {
        match self.game {
            Some(_) => Err(RefusalReason::GameStarted),
            None if self.is_starting() => Err(RefusalReason::GameStarting),
            None => Ok(()),
        }
    }

    fn require_running(&self) -> Result<&Table<G>, RefusalReason> {
        let game = self.game.as_ref().ok_or(RefusalReason::GameNotStarted)?;
        if game.outcome().is_some() { Err(RefusalReason::GameOver) } else { Ok(game) }
    }

    /// The seat of the sender and the game, if they may play and the game has not changed since that
    /// version.
    fn require_player(&self, seat: Option<Seat>, version: u64) -> Result<(Seat, &Table<G>), RefusalReason> {
        let seat = seat.ok_or(RefusalReason::NotSeated)?;
        let game = self.require_running()?;
        if version < self.game_version || version > self.version {
            return Err(RefusalReason::Stale);
        }
        match self.chairs[seat].bot() {
            None => Ok((seat, game)),
            Some(_) => Err(RefusalReason::ReplacedByBot),
        }
    }

    /// The same in a game for one player, which is the only one in which steps are undone. The end of a game
    /// is final even there, because the server's secret is published then.
    fn require_solo_player(
        &self,
        seat: Option<Seat>,
        version: u64,
    ) -> Result<(Seat, &Table<G>), RefusalReason> {
        if self.is_solo() { self.require_player(seat, version) } else { Err(RefusalReason::NoUndo) }
    }

    /// Whether this is a game for one player.
    pub(super) fn is_solo(&self) -> bool {
        self.chairs.seats() == 1
    }
}

fn reason(error: &impl ErrorText) -> text::Text {
    error.text()
}

/// A level that the game does not have.
struct UnknownLevel;

fn require_level<G: Bots>(level: Option<Level>) -> Result<(), UnknownLevel> {
    if level.is_none_or(|level| G::LEVELS.contains(&level)) { Ok(()) } else { Err(UnknownLevel) }
}

/// The first line of a new table, or why it cannot be opened.
pub(crate) fn opening_line<G: Bots>(
    table: NewTable,
    caller: &Caller,
    limits: &Limits,
) -> Result<Line, RefusalReason> {
    event_line(&opening::<G>(table, caller, limits).map_err(RefusalReason::InvalidTable)?)
}

fn opening<G: Bots>(table: NewTable, caller: &Caller, limits: &Limits) -> Result<Event, NewTableError> {
    let NewTable { game: _, config, seats, public, clock } = table;
    let config: G::Config = config.parse().map_err(|error| NewTableError::Options(reason(&error)))?;
    if let Some(why) = G::online_refusal(&config) {
        return Err(NewTableError::Options(why));
    }
    if seats.seats() != G::new(&config).seats() {
        return Err(NewTableError::SeatCount);
    }
    if seats.iter().filter(|(_, plan)| **plan == SeatPlan::Me).count() > 1 {
        return Err(NewTableError::TwoSeats);
    }
    if seats.iter().all(|(_, plan)| matches!(plan, SeatPlan::Bot(_))) {
        return Err(NewTableError::NoPerson);
    }
    if clock.is_some() && G::SUBSTITUTE.is_none() {
        return Err(NewTableError::NoClock);
    }
    if clock.is_some_and(|seconds| !(limits.min_turn_seconds..=MAX_TURN_SECONDS).contains(&seconds)) {
        return Err(NewTableError::Clock { shortest: limits.min_turn_seconds });
    }
    for (_, plan) in seats.iter() {
        if let SeatPlan::Bot(level) = plan {
            require_level::<G>(Some(*level)).map_err(|_| NewTableError::NoSuchBot)?;
        }
    }
    let chairs = table::BySeat::new(seats.seats(), |seat| match seats[seat] {
        SeatPlan::Open => Chair::Nobody,
        SeatPlan::Me => Chair::person(caller.who, caller.name.clone()),
        SeatPlan::Bot(level) => Chair::Bot(level),
    });
    let (game, config, chairs) = (G::NAME.to_owned(), config.to_string(), Box::new(chairs));
    Ok(Event::Opened { game, config, public, clock, chairs })
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
