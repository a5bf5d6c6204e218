use anyhow::{Result, bail};
use client::online::{Connection, Gone, Visit, VisitInput, VisitOutput};
use client::shell::{ConfigOf, MoveOf, ViewOf};
use client::typed::{AutoMoves, TypedPlay};
use client::words::online::phrase as phrase_text;
use table::{Eye, Game as _, Seat, View as _};
use tokio::sync::mpsc::UnboundedReceiver;
use transport::{Driver, TransportError};
use wire::{MoveText, Occupant, Phrase, RefusalReason, Snapshot, TableCommand, ToServer};

use super::command::{HELP, OnlineCommand};
use super::record::RecordUse;
use crate::english::{printable, sentence};
use crate::play::screen::Console;

const SIGNED_OUT: &str = "this terminal was signed out on another device: start again as a new player";

/// A game at an online table: what is typed goes to the visit, and what it learns is printed.
pub(super) struct OnlineGame<'a, P: TypedPlay> {
    driver: Driver,
    screen: Console<'a>,
    /// The link to the table, once it is known.
    link: Option<String>,
    /// The seat that is wanted.
    seat: Option<Seat>,
    /// The seat that was tried automatically.
    tried: Option<Seat>,
    /// The table as it was printed last.
    shown: Option<Snapshot>,
    /// The view of the game that was printed last.
    view: Option<ViewOf<P>>,
    /// Which moves are made for the player.
    auto_moves: AutoMoves,
    /// Whether such moves may follow, because the player has just made a move.
    follows: bool,
    /// What to do with the record that was asked for.
    record_use: Option<RecordUse>,
    /// The state of the connection when it was last checked.
    connection: Connection,
    /// Whether an answer is expected that belongs to no command. Until it arrives, there is no prompt.
    expecting: bool,
    /// Whether the cursor is after a prompt.
    prompted: bool,
}

impl<'a, P: TypedPlay> OnlineGame<'a, P> {
    pub(super) fn new(
        driver: Driver,
        seat: Option<Seat>,
        screen: Console<'a>,
        auto_moves: AutoMoves,
    ) -> OnlineGame<'a, P> {
        OnlineGame {
            driver,
            screen,
            link: None,
            seat,
            tried: None,
            shown: None,
            view: None,
            auto_moves,
            follows: false,
            record_use: None,
            connection: Connection::Connecting,
            expecting: false,
            prompted: false,
        }
    }

    /// Plays until the player quits. A lost connection is made again.
    pub(super) async fn play(mut self, mut lines: UnboundedReceiver<String>) -> Result<()> {
        self.update_link()?;
        loop {
            self.help();
            self.prompt()?;
            self.screen.flush()?;
            tokio::select! {
                out = self.driver.next() => match out {
                    Ok(out) => self.update(out)?,
                    Err(error) => self.lost(error)?,
                },
                line = lines.recv() => {
                    let Some(line) = line else { break };
                    self.screen.echo(&line)?;
                    self.prompted = false;
                    match OnlineCommand::read(&line) {
                        OnlineCommand::Quit => break,
                        command => self.obey(command)?,
                    }
                }
            }
        }
        self.driver.close().await;
        Ok(())
    }

    fn visit(&self) -> &Visit {
        self.driver.visit()
    }

    fn view(&self) -> Option<&ViewOf<P>> {
        self.view.as_ref()
    }

    /// A connection could not be made, or was lost. The first one has to succeed.
    fn lost(&mut self, error: TransportError) -> Result<()> {
        if matches!(error, TransportError::Refused(401)) {
            bail!(SIGNED_OUT);
        }
        let is_final = matches!(error, TransportError::Refused(_) | TransportError::Unreadable);
        if is_final || self.connection == Connection::Connecting {
            Err(error.into())
        } else {
            self.update_connection()
        }
    }

    fn update_connection(&mut self) -> Result<()> {
        self.expecting = false;
        let now = self.visit().connection();
        match (std::mem::replace(&mut self.connection, now), now) {
            (Connection::There, Connection::Broken(_)) => self.say("connection lost: reconnecting"),
            (Connection::Connecting, Connection::Broken(_)) => bail!(TransportError::TimedOut),
            (_, Connection::Gone(Gone::Missing)) => bail!(RefusalReason::NoSuchTable),
            (_, Connection::Gone(Gone::Damaged)) => bail!(RefusalReason::Damaged),
            (_, Connection::Gone(Gone::Closed)) => bail!(RefusalReason::Closed),
            (_, Connection::Gone(Gone::SignedOut)) => bail!(SIGNED_OUT),
            (_, Connection::Gone(Gone::Outdated | Gone::NoServer)) => bail!(TransportError::Unreadable),
            _ => Ok(()),
        }
    }

    /// Prints what has happened.
    fn update(&mut self, out: Vec<VisitOutput>) -> Result<()> {
        self.update_connection()?;
        self.update_link()?;
        if self.visit().seen() != self.shown.as_ref() {
            self.update_table()?;
        }
        for out in out {
            match out {
                VisitOutput::Draw => self.ready()?,
                VisitOutput::Said { seat, phrase, .. } => self.said(seat, phrase)?,
                VisitOutput::Answered { command, result: Err(why) } => {
                    self.refused(command.as_deref(), &why)?;
                }
                VisitOutput::Record(record, _) => {
                    let witness = self.visit().witness(&record);
                    let told = self.record_use.take().map(|wanted| wanted.run(&record, witness));
                    told.iter().flatten().try_for_each(|text| self.say(text))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Tells where the table is, whenever that is another one.
    fn update_link(&mut self) -> Result<()> {
        let Some(table) = self.visit().at() else { return Ok(()) };
        let link = self.driver.endpoint().link_to(table);
        if self.link.as_ref() == Some(&link) {
            return Ok(());
        }
        let which = if self.link.is_none() { "this table" } else { "the next game" };
        // No full stop, because it would be copied with the link.
        self.print(&[format!("The link to {which}: {link}")])?;
        self.link = Some(link);
        Ok(())
    }

    /// Prints what has changed at the table, which may be another one.
    fn update_table(&mut self) -> Result<()> {
        let Some(seen) = self.visit().seen().cloned() else { return Ok(()) };
        let before = self.shown.take().filter(|before| before.table == seen.table);
        seen.events.iter().try_for_each(|news| self.say(&news.text.to_string()))?;
        self.tell_people(before.as_ref(), &seen)?;
        if seen.game.name() != P::Game::NAME {
            bail!("this is a table of {}: play that to join it", seen.game.title());
        }
        let shown = self.view.take().filter(|_| before.is_some());
        self.view = seen.view::<P::Game>();
        match self.view.clone() {
            None => self.sit(&seen),
            Some(view) if shown.as_ref() != Some(&view) => self.show(&view, seen.eye, before.is_none())?,
            Some(_) => {}
        }
        self.shown = Some(seen);
        Ok(())
    }

    /// Takes a free seat before the game, once, without being told to.
    fn sit(&mut self, seen: &Snapshot) {
        if self.tried.is_some() || seen.eye != Eye::Spectator || self.visit().is_busy() {
            return;
        }
        let free = |seat: &Seat| seen.seats.get(*seat).is_some_and(|sitting| sitting.who == Occupant::Nobody);
        self.tried = self.seat.filter(free).or_else(|| Seat::all(seen.seats.seats()).find(free));
        if let Some(seat) = self.tried {
            self.driver.handle(VisitInput::Do(TableCommand::Sit(seat)));
        }
    }

    /// Who has come, gone, sat down or is ready.
    fn tell_people(&mut self, before: Option<&Snapshot>, seen: &Snapshot) -> Result<()> {
        for (seat, now) in seen.seats.iter() {
            let then = before.and_then(|before| before.seats.get(seat));
            let you = if seen.eye == Eye::Seat(seat) { " (you)" } else { "" };
            let told = match (&now.who, then) {
                (who, then) if then.is_none_or(|then| then.who != *who) => match who {
                    Occupant::Nobody => format!("seat {seat} is free"),
                    Occupant::Person(name) => format!("seat {seat} is {name}{you}"),
                    Occupant::Bot(level) => format!("seat {seat} is a bot ({level})"),
                    Occupant::Away(name, level) => {
                        format!("seat {seat} is a bot ({level}) that plays for {name}")
                    }
                },
                (Occupant::Person(name), Some(then)) if then.ready != now.ready && !seen.has_game() => {
                    format!("{name} is {}ready", if now.ready { "" } else { "not " })
                }
                (Occupant::Person(name), Some(then)) if then.present != now.present && you.is_empty() => {
                    format!("{name} {}", if now.present { "is back" } else { "is away" })
                }
                (Occupant::Person(_), Some(then)) if now.late && !then.late && !you.is_empty() => {
                    "it is your turn: if you don't move, the others may let a bot play for you".to_owned()
                }
                (Occupant::Person(name), Some(then)) if now.late && !then.late => {
                    let why = if now.present { "not moved" } else { "been away" };
                    format!("{name} has {why} for a while: type `replace {seat}` to let a bot play")
                }
                _ => continue,
            };
            self.say(&told)?;
        }
        self.tell_proposal(before, seen)?;
        let waits = |seen: &Snapshot| !seen.has_game() && matches!(seen.eye, Eye::Seat(_));
        if waits(seen) && !before.is_some_and(waits) {
            self.say("type `ready` when you are ready, or `help`")?;
        }
        Ok(())
    }

    /// Who wants to end the game.
    fn tell_proposal(&mut self, before: Option<&Snapshot>, seen: &Snapshot) -> Result<()> {
        let asked = before.and_then(|before| before.ending);
        let told = match (asked, seen.ending) {
            (None, Some(proposal)) if seen.eye.seat().is_some_and(|seat| proposal.missing.has(seat)) => {
                format!(
                    "{} wants to end the game, which would count for nobody: type `end` to agree, or `play on`",
                    proposal.agreed
                )
            }
            (None, Some(_)) => "waiting for the others to agree to end the game".to_owned(),
            (Some(_), None) if self.view().is_some_and(|view| view.outcome().is_none()) => {
                "the game goes on".to_owned()
            }
            _ => return Ok(()),
        };
        self.say(&told)
    }

    fn show(&mut self, view: &ViewOf<P>, eye: Eye, whole: bool) -> Result<()> {
        let own = matches!(eye, Eye::Seat(_)) && !view.legal().is_empty();
        let over = view.outcome().is_some();
        if own || over || whole {
            self.end_prompt()?;
            let config = self.visit().seen().and_then(|seen| seen.config.parse::<ConfigOf<P>>().ok());
            let heading = [config.as_ref().map(P::title).unwrap_or_default(), P::status(view)];
            self.screen.show::<P>(&heading, view)?;
        }
        if let Some(end) = P::describe_end(view, eye.seat()) {
            self.say(&end)?;
            self.say(
                "type `verify` to check the cards and dice, `rematch` for another game, or `q` to quit",
            )?;
        }
        Ok(())
    }

    fn said(&mut self, seat: Seat, phrase: Phrase) -> Result<()> {
        let who = self.visit().seen().and_then(|seen| seen.seats.get(seat)).map(|sitting| &sitting.who);
        let name = match who {
            Some(Occupant::Person(name) | Occupant::Away(name, _)) => format!("{name} ({seat})"),
            _ => seat.to_string(),
        };
        self.print(&[format!("{name}: {}", phrase_text(phrase))])
    }

    fn refused(&mut self, command: Option<&ToServer>, why: &RefusalReason) -> Result<()> {
        self.follows = false;
        match command {
            Some(ToServer::Create { .. }) => bail!("{why}"),
            // Somebody else has got the seat, which nobody here has named.
            Some(ToServer::Do { act: TableCommand::Sit(seat), .. })
                if *why == RefusalReason::SeatTaken && self.tried == Some(*seat) =>
            {
                Ok(())
            }
            _ => self.say(&why.to_string()),
        }
    }

    /// Shows that a line is waited for, when it is our turn.
    fn prompt(&mut self) -> Result<()> {
        let turn = self.visit().seat().is_some() && self.view().is_some_and(|view| !view.legal().is_empty());
        let waits = self.expecting || self.visit().is_busy() || !self.visit().is_current();
        if turn && !waits && !self.prompted {
            self.prompted = true;
            self.screen.prompt("> ")?;
        }
        Ok(())
    }

    /// What is printed next begins on a line of its own.
    fn end_prompt(&mut self) -> Result<()> {
        match std::mem::take(&mut self.prompted) {
            true => self.screen.print(&[String::new()]),
            false => Ok(()),
        }
    }

    /// Says something, which may come from the server.
    fn say(&mut self, text: &str) -> Result<()> {
        self.end_prompt()?;
        self.screen.say(&printable(text))
    }

    /// Prints lines, which may come from the server.
    fn print(&mut self, lines: &[String]) -> Result<()> {
        self.end_prompt()?;
        self.screen.print(&lines.iter().map(|line| printable(line)).collect::<Vec<_>>())
    }

    fn obey(&mut self, command: OnlineCommand) -> Result<()> {
        match command {
            OnlineCommand::Ready => self.ready()?,
            OnlineCommand::Act(act) => {
                self.follows = false;
                self.driver.handle(VisitInput::Do(act));
            }
            OnlineCommand::Say(phrase) => self.ask(VisitInput::Say(phrase)),
            OnlineCommand::Record(wanted) => {
                self.record_use = Some(wanted);
                self.ask(VisitInput::Record);
            }
            OnlineCommand::Moves => self.list_moves()?,
            OnlineCommand::Look => {
                let lines = self.view().map_or_else(Vec::new, P::look);
                self.print(&lines)?;
            }
            OnlineCommand::Help => {
                let help = format!("Moves\n{}\nCommands\n{HELP}", P::MOVES_HELP);
                self.print(&help.lines().map(str::to_owned).collect::<Vec<_>>())?;
            }
            OnlineCommand::Link => self.print(&self.link.iter().cloned().collect::<Vec<_>>())?,
            OnlineCommand::Unclear(text) => self.say(text)?,
            OnlineCommand::Move(line) => self.play_move(&line)?,
            OnlineCommand::Quit => {}
        }
        Ok(())
    }

    fn ask(&mut self, input: VisitInput) {
        self.expecting = self.visit().is_current();
        self.driver.handle(input);
    }

    /// Says that we are ready, with random bytes for the table's key.
    fn ready(&mut self) -> Result<()> {
        if self.visit().seen().is_some() && self.visit().seat().is_none() {
            return self.say(&RefusalReason::NotSeated.to_string());
        }
        let mut random = [0; 16];
        getrandom::fill(&mut random)?;
        self.driver.handle(VisitInput::Ready(random));
        Ok(())
    }

    /// Sends the move that a line means, if the rules allow it: they are the same here and on the server.
    fn play_move(&mut self, line: &str) -> Result<()> {
        let Some(view) = self.view() else {
            return self.say("the game has not started: type `ready`, or `help`");
        };
        let told = match P::read_move(view, line) {
            Ok(mv) => match view.sight().map(|sight| table::Sight::refusal(&sight, mv)) {
                Some(None) if self.visit().seat().is_some() => {
                    self.follows = true;
                    self.send(mv, TableCommand::Play);
                    return Ok(());
                }
                Some(None) => RefusalReason::NotSeated.to_string(),
                Some(Some(refusal)) => refusal.to_string(),
                None => RefusalReason::NotSeated.to_string(),
            },
            Err(misread) => misread.to_string(),
        };
        self.say(&told)
    }

    fn send(&mut self, mv: MoveOf<P>, command: fn(MoveText) -> TableCommand) {
        if let Ok(mv) = mv.to_string().parse() {
            self.driver.handle(VisitInput::Do(command(mv)));
        }
    }

    /// After a move of the player's, sends the next move that is made for the player.
    fn help(&mut self) {
        let is_free = self.follows && self.visit().is_current() && !self.visit().is_busy();
        let Some(view) = self.view().filter(|_| is_free) else { return };
        match P::auto_move(view, self.auto_moves).filter(|mv| view.legal().contains(mv)) {
            Some(mv) => self.send(mv, TableCommand::Auto),
            None => self.follows = false,
        }
    }

    fn list_moves(&mut self) -> Result<()> {
        let mut lines: Vec<String> = self.view().map_or_else(Vec::new, |view| {
            let line = |mv| format!("  {:<6} {}", format!("{mv}"), P::preview(view, mv));
            view.legal().into_iter().map(line).collect()
        });
        if lines.is_empty() {
            lines.push(sentence("you have no legal move"));
        }
        self.print(&lines)
    }
}
