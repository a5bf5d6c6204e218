use std::time::Duration;

use anyhow::Result;
use games::savannah::{Savannah, View};
use table::{Eye, Seat, View as _};
use tokio::sync::mpsc::UnboundedReceiver;
use transport::{Endpoint, Socket, TransportError};
use wire::{Act, News, Pledge, Seen, TableId, ToClient, ToServer, Who, Why};

use super::pass::Pass;
use super::proof::Want;
use super::random;
use super::wish::{WISHES, Wish};
use crate::english::sentence;
use crate::parlour::{Misread, Parlour};
use crate::play::screen::Screen;

/// How long it takes until the card room is called again.
const PAUSE: Duration = Duration::from_secs(1);

/// Somebody at a table online.
pub(super) struct Online<'a> {
    endpoint: Endpoint,
    pass: Pass,
    table: TableId,
    link: String,
    /// The seat that is wanted.
    seat: Option<Seat>,
    screen: Screen<'a>,
    seen: Option<Seen>,
    /// What was not answered yet. It is sent again when the connection has broken, with the same number: it happens once.
    pending: Option<(u64, u64, Act)>,
    /// Whether a seat was asked for by itself.
    sat: bool,
    /// What we add to the table's key, from *ready* until the cards are dealt.
    pledge: Option<Pledge>,
    /// What is to be done with the record that we have asked for.
    want: Option<Want>,
    /// Whether we have asked for another game: then we are ready for it.
    again: bool,
    /// Whether the cursor stands behind a prompt.
    prompted: bool,
}

/// Why talking has ended.
enum End {
    Quit,
    Broken,
}

impl<'a> Online<'a> {
    pub(super) fn new(
        endpoint: Endpoint,
        pass: Pass,
        table: TableId,
        link: String,
        seat: Option<Seat>,
        screen: Screen<'a>,
    ) -> Online<'a> {
        Online {
            endpoint,
            pass,
            table,
            link,
            seat,
            screen,
            seen: None,
            pending: None,
            sat: false,
            pledge: None,
            want: None,
            again: false,
            prompted: false,
        }
    }

    /// Plays until the player has enough. A connection that breaks is made again.
    pub(super) async fn play(mut self, mut lines: UnboundedReceiver<String>) -> Result<()> {
        self.screen.say(&format!("the table is at {}", self.link))?;
        let mut first = true;
        loop {
            match self.endpoint.connect(self.pass.cookie()).await {
                Ok(mut call) => match self.talk(&mut call, &mut lines).await? {
                    End::Quit => {
                        call.close().await;
                        return Ok(());
                    }
                    End::Broken => self.screen.say("the connection has broken: reconnecting")?,
                },
                Err(error @ (TransportError::Refused(_) | TransportError::Unreadable)) => {
                    return Err(error.into());
                }
                Err(error) if first => return Err(error.into()),
                Err(_) => {}
            }
            first = false;
            self.screen.flush()?;
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn talk(&mut self, call: &mut Socket, lines: &mut UnboundedReceiver<String>) -> Result<End> {
        let since = self.seen.as_ref().map_or(0, |seen| seen.version);
        let mut said = call.send(&ToServer::Join { table: self.table, since }).await;
        if let Some((id, version, act)) = self.pending {
            said = said.and(call.send(&ToServer::Do { id, version, act }).await);
        }
        if said.is_err() {
            return Ok(End::Broken);
        }
        loop {
            self.screen.flush()?;
            let said = tokio::select! {
                heard = call.receive() => match heard {
                    Ok(message) => self.heard(message)?,
                    Err(TransportError::Unreadable) => return Err(TransportError::Unreadable.into()),
                    Err(_) => return Ok(End::Broken),
                },
                line = lines.recv() => match line {
                    Some(line) => {
                        self.screen.echo(&line)?;
                        self.prompted = false;
                        match Wish::read(&line) {
                            Wish::Quit => return Ok(End::Quit),
                            wish => self.wish(wish)?,
                        }
                    }
                    None => return Ok(End::Quit),
                },
            };
            if let Some(message) = said
                && call.send(&message).await.is_err()
            {
                return Ok(End::Broken);
            }
        }
    }

    /// Takes in what the card room says; what is said to it then.
    fn heard(&mut self, message: ToClient) -> Result<Option<ToServer>> {
        if std::mem::take(&mut self.prompted) {
            self.screen.print(&[String::new()])?;
        }
        match message {
            ToClient::Table(seen) => return self.look_at(*seen),
            ToClient::Done { id, .. } if self.is_pending(id) => {
                self.pending = None;
                self.prompt()?;
                return self.catch_up();
            }
            ToClient::Refused { id: Some(id), why, .. } if self.is_pending(id) => {
                let act = self.pending.take().map(|(_, _, act)| act);
                // A seat that was asked for by itself, and that somebody else has got.
                if !(matches!(act, Some(Act::Sit(_))) && why == Why::Taken) {
                    self.screen.say(&why.to_string())?;
                    self.prompt()?;
                }
            }
            ToClient::Refused { why: why @ (Why::Missing | Why::Damaged), .. } => anyhow::bail!("{why}"),
            ToClient::Refused { why, .. } => self.screen.say(&why.to_string())?,
            ToClient::Record(record) => {
                let told = self.want.take().map(|want| want.fulfil(&record, self.pledge.as_ref()));
                told.iter().flatten().try_for_each(|text| self.screen.say(text))?;
                self.prompt()?;
            }
            ToClient::Said { seat, phrase } => {
                let name = self.name(seat);
                self.screen.print(&[format!("{name}: {}", phrase.text())])?;
                self.prompt()?;
            }
            ToClient::Welcome { .. }
            | ToClient::Tables(_)
            | ToClient::Created { .. }
            | ToClient::Done { .. } => {}
        }
        Ok(None)
    }

    fn is_pending(&self, id: u64) -> bool {
        self.pending.is_some_and(|(pending, _, _)| pending == id)
    }

    /// The table has changed, or it is another one.
    fn look_at(&mut self, seen: Seen) -> Result<Option<ToServer>> {
        let before = self.seen.take().filter(|before| before.table == seen.table);
        if seen.table != self.table {
            self.table = seen.table;
            self.link = self.endpoint.link_to(seen.table);
            self.screen.say(&format!("the next game is at {}", self.link))?;
        }
        self.tell(&seen.news)?;
        self.tell_people(before.as_ref(), &seen)?;
        let (was, is) = (before.as_ref().and_then(|seen| seen.view.as_ref()), seen.view.as_ref());
        let wish = match is {
            None => self.before_game(&seen)?,
            Some(view) if was != is => {
                self.show(view, before.is_none())?;
                None
            }
            Some(_) => None,
        };
        self.seen = Some(seen);
        self.prompt()?;
        Ok(wish)
    }

    /// What is done before the game without being asked: taking a seat, and showing what was drawn when we said that we are ready.
    fn before_game(&mut self, seen: &Seen) -> Result<Option<ToServer>> {
        let Eye::Seat(seat) = seen.eye else { return Ok(self.sit(seen)) };
        if self.pending.is_some() {
            return Ok(None);
        }
        if let Some(act) = self.pledge.and_then(|pledge| pledge.reveal(seen)) {
            return Ok(Some(self.act_for(act, seen.version)));
        }
        // Whoever has forgotten what was drawn, by starting the program again, draws anew.
        let ready = seen.seats.get(seat).is_some_and(|sitting| sitting.ready);
        let forgotten = ready && self.pledge.is_none() && seen.fair.reveal.is_none();
        if forgotten || std::mem::take(&mut self.again) {
            return self.ready(seen);
        }
        Ok(None)
    }

    /// What could not be done while an answer was waited for.
    fn catch_up(&mut self) -> Result<Option<ToServer>> {
        match self.seen.take() {
            Some(seen) if seen.view.is_none() => {
                let wish = self.before_game(&seen)?;
                self.seen = Some(seen);
                Ok(wish)
            }
            seen => {
                self.seen = seen;
                Ok(None)
            }
        }
    }

    /// Draws what we add to the table's key, and says that we are ready.
    fn ready(&mut self, seen: &Seen) -> Result<Option<ToServer>> {
        let mut random = [0; 16];
        getrandom::fill(&mut random)?;
        self.pledge = Pledge::new(seen, random);
        Ok(match self.pledge {
            Some(pledge) => Some(self.act_for(pledge.ready(), seen.version)),
            None => {
                self.screen.say(&Why::Seatless.to_string())?;
                None
            }
        })
    }

    /// Takes a free seat before the game, once, without being asked.
    fn sit(&mut self, seen: &Seen) -> Option<ToServer> {
        if self.sat || self.pending.is_some() {
            return None;
        }
        let free = |seat: &Seat| seen.seats.get(*seat).is_some_and(|sitting| sitting.who == Who::Nobody);
        let seat = self.seat.filter(free).or_else(|| Seat::all(seen.seats.seats()).find(free))?;
        self.sat = true;
        Some(self.act_for(Act::Sit(seat), seen.version))
    }

    fn tell(&mut self, news: &[News]) -> Result<()> {
        news.iter().try_for_each(|news| self.screen.say(&news.told.to_string()))
    }

    /// Who has come, gone, sat down or is ready.
    fn tell_people(&mut self, before: Option<&Seen>, seen: &Seen) -> Result<()> {
        for (seat, now) in seen.seats.iter() {
            let then = before.and_then(|before| before.seats.get(seat));
            let you = if seen.eye == Eye::Seat(seat) { " (you)" } else { "" };
            let told = match (&now.who, then) {
                (who, then) if then.is_none_or(|then| then.who != *who) => match who {
                    Who::Nobody => format!("{seat} is free"),
                    Who::Person(name) => format!("{seat} is {name}{you}"),
                    Who::Bot(level) => format!("{seat} is a bot that plays as {level}"),
                    Who::Away(name, level) => format!("a bot plays as {level} for {name} ({seat})"),
                },
                (Who::Person(name), Some(then)) if then.ready != now.ready && seen.view.is_none() => {
                    format!("{name} is {}ready", if now.ready { "" } else { "not " })
                }
                (Who::Person(name), Some(then)) if then.present != now.present && you.is_empty() => {
                    format!("{name} {}", if now.present { "is here" } else { "has gone" })
                }
                (Who::Person(name), Some(then)) if now.late && !then.late => {
                    format!("{name} has been away for a while: `replace {seat}` lets a bot play")
                }
                _ => continue,
            };
            self.screen.say(&told)?;
        }
        let waits = |seen: &Seen| seen.view.is_none() && matches!(seen.eye, Eye::Seat(_));
        if waits(seen) && !before.is_some_and(waits) {
            self.screen.say("type `ready` when you are, or `help`")?;
        }
        Ok(())
    }

    fn show(&mut self, view: &View, whole: bool) -> Result<()> {
        let own = matches!(view.eye(), Eye::Seat(_)) && !view.legal().is_empty();
        let over = view.outcome().is_some();
        if own || over || whole {
            let title = [Savannah::title(&view.public().config), Savannah::status(view)];
            let plain = self.screen.plain;
            let table =
                if plain { Savannah::in_words(view) } else { Savannah::picture(view, self.screen.ink) };
            self.screen.show(&title, &table)?;
        }
        let you = view.eye().seat();
        if let Some(end) = Savannah::tell_end(view, you) {
            self.screen.say(&end)?;
            self.screen.say("`verify` checks the cards and dice, `rematch` plays another game, `q` quits")?;
        }
        Ok(())
    }

    fn prompt(&mut self) -> Result<()> {
        let turn = self
            .seen
            .as_ref()
            .and_then(|seen| seen.view.as_ref())
            .is_some_and(|view| !view.legal().is_empty());
        if turn && self.pending.is_none() {
            self.prompted = true;
            self.screen.prompt("> ")?;
        }
        Ok(())
    }

    fn name(&self, seat: Seat) -> String {
        let who = self.seen.as_ref().and_then(|seen| seen.seats.get(seat)).map(|sitting| &sitting.who);
        match who {
            Some(Who::Person(name) | Who::Away(name, _)) => format!("{name} ({seat})"),
            _ => seat.to_string(),
        }
    }

    fn wish(&mut self, wish: Wish) -> Result<Option<ToServer>> {
        let said = match wish {
            Wish::Ready => match self.seen.clone() {
                Some(seen) => self.ready(&seen)?,
                None => None,
            },
            Wish::Act(act) => {
                self.again = act == Act::Rematch;
                self.act(act)
            }
            Wish::Say(phrase) => Some(ToServer::Say(phrase)),
            Wish::Record(want) => {
                self.want = Some(want);
                Some(ToServer::Record)
            }
            Wish::Moves => return self.list_moves().map(|()| None),
            Wish::Look => return self.look().map(|()| None),
            Wish::Help => {
                let help = format!("Moves\n{}\nCommands\n{WISHES}", Savannah::MOVES);
                self.screen.print(&help.lines().map(str::to_owned).collect::<Vec<_>>())?;
                None
            }
            Wish::Link => {
                self.screen.print(std::slice::from_ref(&self.link))?;
                None
            }
            Wish::Unclear(text) => {
                self.screen.say(text)?;
                None
            }
            Wish::Move(line) => return self.make(&line),
            Wish::Quit => None,
        };
        if said.is_none() {
            self.prompt()?;
        }
        Ok(said)
    }

    fn act(&mut self, act: Act) -> Option<ToServer> {
        let version = self.seen.as_ref()?.version;
        Some(self.act_for(act, version))
    }

    fn act_for(&mut self, act: Act, version: u64) -> ToServer {
        let id = random();
        self.pending = Some((id, version, act));
        ToServer::Do { id, version, act }
    }

    fn view(&self) -> Option<&View> {
        self.seen.as_ref()?.view.as_ref()
    }

    /// The move that a line means, if the rules allow it: they are the same here and there.
    fn make(&mut self, line: &str) -> Result<Option<ToServer>> {
        let Some(view) = self.view() else {
            self.screen.say("the game has not begun: type `ready`, or `help`")?;
            return Ok(None);
        };
        let told = match Savannah::read(view, line) {
            Ok(mv) => match view.sight().map(|sight| table::Sight::refusal(&sight, mv)) {
                Some(None) => return Ok(self.act(Act::Play(mv))),
                Some(Some(refusal)) => refusal.to_string(),
                None => Why::Seatless.to_string(),
            },
            Err(Misread::Refused(refusal)) => refusal.to_string(),
            Err(Misread::Unclear(text)) => text,
        };
        self.screen.say(&told)?;
        self.prompt()?;
        Ok(None)
    }

    fn list_moves(&mut self) -> Result<()> {
        let lines: Vec<String> = self.view().map_or_else(Vec::new, |view| {
            let line = |mv| format!("  {:<6} {}", format!("{mv}"), Savannah::describe(view, mv));
            view.legal().into_iter().map(line).collect()
        });
        if lines.is_empty() {
            self.screen.print(&[sentence("there is no move")])?;
        }
        self.screen.print(&lines)?;
        self.prompt()
    }

    fn look(&mut self) -> Result<()> {
        let lines = self.view().map_or_else(Vec::new, Savannah::look);
        self.screen.print(&lines)?;
        self.prompt()
    }
}
