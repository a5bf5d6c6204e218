use anyhow::{Result, bail};
use client::online::{Connection, Gone, Visit, VisitInput, VisitOutput};
use client::words::online::phrase as phrase_text;
use games::savannah::{Savannah, View};
use table::{Eye, Seat, View as _};
use tokio::sync::mpsc::UnboundedReceiver;
use transport::{Driver, TransportError};
use wire::{Occupant, Phrase, RefusalReason, Snapshot, TableCommand, ToServer};

use super::command::{HELP, OnlineCommand};
use super::record::RecordUse;
use crate::english::sentence;
use crate::parlour::{Misread, Parlour};
use crate::play::screen::Console;

/// A game at a table online: what is typed goes to the visit, and what it learns is printed.
pub(super) struct OnlineGame<'a> {
    driver: Driver,
    screen: Console<'a>,
    /// The link to the table, once it is known.
    link: Option<String>,
    /// The seat that is wanted.
    seat: Option<Seat>,
    /// The seat that was asked for without being told to.
    tried: Option<Seat>,
    /// The table as it was printed last.
    shown: Option<Snapshot>,
    /// What to do with the record that was asked for.
    record_use: Option<RecordUse>,
    /// How the visit was connected when that was last looked at.
    connection: Connection,
    /// Whether an answer is about to come that belongs to no command: until then, there is no prompt.
    expecting: bool,
    /// Whether the cursor stands behind a prompt.
    prompted: bool,
}

impl<'a> OnlineGame<'a> {
    pub(super) fn new(driver: Driver, seat: Option<Seat>, screen: Console<'a>) -> OnlineGame<'a> {
        OnlineGame {
            driver,
            screen,
            link: None,
            seat,
            tried: None,
            shown: None,
            record_use: None,
            connection: Connection::Connecting,
            expecting: false,
            prompted: false,
        }
    }

    /// Plays until the player quits. A connection that breaks is made again.
    pub(super) async fn play(mut self, mut lines: UnboundedReceiver<String>) -> Result<()> {
        self.update_link()?;
        loop {
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

    fn view(&self) -> Option<&View> {
        self.visit().seen()?.view.as_ref()
    }

    /// A connection could not be made, or has broken. The first one has to succeed.
    fn lost(&mut self, error: TransportError) -> Result<()> {
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
            (Connection::There, Connection::Broken(_)) => self.say("the connection has broken: reconnecting"),
            (Connection::Connecting, Connection::Broken(_)) => bail!(TransportError::TimedOut),
            (_, Connection::Gone(Gone::Missing)) => bail!(RefusalReason::NoSuchTable),
            (_, Connection::Gone(Gone::Damaged)) => bail!(RefusalReason::Damaged),
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
        let which = if self.link.is_none() { "table" } else { "next game" };
        self.say(&format!("the {which} is at {link}"))?;
        self.link = Some(link);
        Ok(())
    }

    /// Prints what has changed at the table, which may be another one.
    fn update_table(&mut self) -> Result<()> {
        let Some(seen) = self.visit().seen().cloned() else { return Ok(()) };
        let before = self.shown.take().filter(|before| before.table == seen.table);
        seen.events.iter().try_for_each(|news| self.say(&news.text.to_string()))?;
        self.tell_people(before.as_ref(), &seen)?;
        match &seen.view {
            None => self.sit(&seen),
            Some(view) if before.as_ref().and_then(|before| before.view.as_ref()) != Some(view) => {
                self.show(view, before.is_none())?;
            }
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
                    Occupant::Nobody => format!("{seat} is free"),
                    Occupant::Person(name) => format!("{seat} is {name}{you}"),
                    Occupant::Bot(level) => format!("{seat} is a bot that plays as {level}"),
                    Occupant::Away(name, level) => format!("a bot plays as {level} for {name} ({seat})"),
                },
                (Occupant::Person(name), Some(then)) if then.ready != now.ready && seen.view.is_none() => {
                    format!("{name} is {}ready", if now.ready { "" } else { "not " })
                }
                (Occupant::Person(name), Some(then)) if then.present != now.present && you.is_empty() => {
                    format!("{name} {}", if now.present { "is here" } else { "has gone" })
                }
                (Occupant::Person(name), Some(then)) if now.late && !then.late => {
                    format!("{name} has been away for a while: `replace {seat}` lets a bot play")
                }
                _ => continue,
            };
            self.say(&told)?;
        }
        let waits = |seen: &Snapshot| seen.view.is_none() && matches!(seen.eye, Eye::Seat(_));
        if waits(seen) && !before.is_some_and(waits) {
            self.say("type `ready` when you are, or `help`")?;
        }
        Ok(())
    }

    fn show(&mut self, view: &View, whole: bool) -> Result<()> {
        let own = matches!(view.eye(), Eye::Seat(_)) && !view.legal().is_empty();
        let over = view.outcome().is_some();
        if own || over || whole {
            self.end_prompt()?;
            let title = [Savannah::title(&view.public().config), Savannah::status(view)];
            let plain = self.screen.plain;
            let table =
                if plain { Savannah::in_words(view) } else { Savannah::picture(view, self.screen.ink) };
            self.screen.show(&title, &table)?;
        }
        if let Some(end) = Savannah::tell_end(view, view.eye().seat()) {
            self.say(&end)?;
            self.say("`verify` checks the cards and dice, `rematch` plays another game, `q` quits")?;
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
        let turn = self.view().is_some_and(|view| !view.legal().is_empty());
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

    fn say(&mut self, text: &str) -> Result<()> {
        self.end_prompt()?;
        self.screen.say(text)
    }

    fn print(&mut self, lines: &[String]) -> Result<()> {
        self.end_prompt()?;
        self.screen.print(lines)
    }

    fn obey(&mut self, command: OnlineCommand) -> Result<()> {
        match command {
            OnlineCommand::Ready => self.ready()?,
            OnlineCommand::Act(act) => self.driver.handle(VisitInput::Do(act)),
            OnlineCommand::Say(phrase) => self.ask(VisitInput::Say(phrase)),
            OnlineCommand::Record(wanted) => {
                self.record_use = Some(wanted);
                self.ask(VisitInput::Record);
            }
            OnlineCommand::Moves => self.list_moves()?,
            OnlineCommand::Look => {
                let lines = self.view().map_or_else(Vec::new, Savannah::look);
                self.print(&lines)?;
            }
            OnlineCommand::Help => {
                let help = format!("Moves\n{}\nCommands\n{HELP}", Savannah::MOVES);
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
            return self.say("the game has not begun: type `ready`, or `help`");
        };
        let told = match Savannah::read(view, line) {
            Ok(mv) => match view.sight().map(|sight| table::Sight::refusal(&sight, mv)) {
                Some(None) => {
                    self.driver.handle(VisitInput::Do(TableCommand::Play(mv)));
                    return Ok(());
                }
                Some(Some(refusal)) => refusal.to_string(),
                None => RefusalReason::NotSeated.to_string(),
            },
            Err(Misread::Refused(refusal)) => refusal.to_string(),
            Err(Misread::Unclear(text)) => text,
        };
        self.say(&told)
    }

    fn list_moves(&mut self) -> Result<()> {
        let mut lines: Vec<String> = self.view().map_or_else(Vec::new, |view| {
            let line = |mv| format!("  {:<6} {}", format!("{mv}"), Savannah::describe(view, mv));
            view.legal().into_iter().map(line).collect()
        });
        if lines.is_empty() {
            lines.push(sentence("there is no move"));
        }
        self.print(&lines)
    }
}
