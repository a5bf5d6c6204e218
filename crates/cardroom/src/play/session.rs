use std::fs::OpenOptions;
use std::io::Write;
use std::time::Duration;

use anyhow::{Context, Result};
use cards::DealId;
use games::catalog::Offer;
use games::rulebook;
use table::{Eye, Origin, Refusal, Seat, Table, UndoError, View};

use super::command::{ALONE, COMMANDS, LineCommand, WITH_OPPONENTS};
use super::opponents::Opponents;
use super::save::Save;
use super::screen::Console;
use super::start::{has_begun, kept, random_deal, worth_keeping};
use crate::choice::deal_named;
use crate::english::count;
use crate::parlour::{Helpers, Misread, Parlour, title};
use crate::story::{Story, Told, paragraph};
use crate::{markdown, rules};

/// How many lines of the log are shown: two rounds of the largest table.
const LOGGED: usize = 16;

/// A game that is being played.
pub(super) struct TerminalGame<'a, G: Parlour> {
    pub(super) setting: GameSetup,
    pub(super) table: Table<G>,
    save: Save,
    pub(super) screen: Console<'a>,
    story: Story<G>,
    /// What the last remarks were about.
    remarked: Option<G::View>,
    /// What has happened since the last picture.
    pub(super) news: Vec<Told>,
    /// What else is said under the next picture.
    notes: Vec<String>,
    /// The last move that was refused, if nobody else has moved since.
    pub(super) refused: Option<Refusal>,
    /// Whether the player knows what `why` is for.
    knows_why: bool,
}

/// What stays the same from deal to deal.
pub(super) struct GameSetup {
    pub(super) offer: Offer,
    /// Where the player sits.
    pub(super) seat: Seat,
    pub(super) helpers: Helpers,
    pub(super) opponents: Opponents,
    /// How long what an opponent does can be read before it goes on.
    pub(super) pace: Duration,
    /// The words that go on with this game another time.
    pub(super) resume: String,
}

impl<'a, G: Parlour> TerminalGame<'a, G> {
    pub(super) fn new(
        setting: GameSetup,
        table: Table<G>,
        save: Save,
        screen: Console<'a>,
        notes: Vec<String>,
    ) -> Result<TerminalGame<'a, G>> {
        write_new(&save, &setting, &table)?;
        let mut story = Story::new(&table, Eye::Seat(setting.seat));
        // Only of a new game the beginning is news.
        let mut news = story.go_on(&table);
        if has_begun(&table, setting.seat) {
            news.clear();
        }
        Ok(TerminalGame {
            setting,
            table,
            save,
            screen,
            story,
            remarked: None,
            news,
            notes,
            refused: None,
            knows_why: false,
        })
    }

    /// Plays until the player has enough.
    pub(super) fn play(mut self) -> Result<()> {
        self.notes.push("type a move, `?` for the moves that you have, or `help`".to_owned());
        self.go_on()?;
        loop {
            let Some(line) = self.screen.ask("> ")? else { break };
            match LineCommand::read(&line) {
                LineCommand::Quit => break,
                command => self.obey(command)?,
            }
        }
        if self.table.outcome().is_none() {
            self.screen.say(&format!("saved: `{}` goes on from here", self.setting.resume))?;
        }
        Ok(())
    }

    /// What happens before the player's first line, and the whole table.
    fn go_on(&mut self) -> Result<()> {
        let mut next = self.table.clone();
        if self.help(&mut next)? {
            self.accept(next)?;
        }
        self.let_opponents_play()?;
        self.show(true)
    }

    fn obey(&mut self, command: LineCommand) -> Result<()> {
        match command {
            LineCommand::Move(line) => self.make(&line),
            LineCommand::Moves => self.list_moves(),
            LineCommand::Help => {
                let more = if G::HAS_OPPONENTS { WITH_OPPONENTS } else { ALONE };
                let help = format!("Moves\n{}\nCommands\n{COMMANDS}\n{more}", G::MOVES);
                self.screen.print(&help.lines().map(str::to_owned).collect::<Vec<_>>())
            }
            LineCommand::Look => self.screen.print(&G::look(&self.view())),
            LineCommand::Log => {
                let log = G::log(&self.table, self.setting.seat);
                self.screen.print(&log[log.len().saturating_sub(LOGGED)..])
            }
            LineCommand::Why(seat) => self.explain(seat.as_deref()),
            LineCommand::Hint(strength) => self.hint(strength),
            LineCommand::Rules(number) => self.cite(number.as_deref()),
            LineCommand::Undo => self.take_back(Table::undo),
            LineCommand::Redo => self.take_back(Table::redo),
            LineCommand::Finish => self.finish(),
            LineCommand::New(deal) => self.deal_anew(deal.as_deref()),
            LineCommand::Restart => {
                let origin = self.table.record().origin.clone();
                self.begin(origin)
            }
            LineCommand::Resign => self.resign(),
            LineCommand::Export(file) => self.export(&file),
            LineCommand::Quit => Ok(()),
        }
    }

    pub(super) fn view(&self) -> G::View {
        self.table.view(Eye::Seat(self.setting.seat))
    }

    /// The move that a line means, if there is one, and what follows from it.
    fn make(&mut self, line: &str) -> Result<()> {
        let view = self.view();
        let mv = match G::read(&view, line) {
            Ok(mv) => mv,
            Err(Misread::Refused(refusal)) => return self.refuse(refusal),
            Err(Misread::Unclear(text)) => return self.screen.say(&text),
        };
        let mut next = self.table.clone();
        if let Err(refusal) = next.play(self.setting.seat, mv) {
            return self.refuse(refusal);
        }
        if let Some(question) = G::question(&view, mv)
            && !self.is_sure(&question)?
        {
            return self.screen.say("not played");
        }
        self.help(&mut next)?;
        self.settle(next)
    }

    /// Makes the moves that are made for the player; tells whether there were any.
    fn help(&self, table: &mut Table<G>) -> Result<bool> {
        let version = table.version();
        while let Some(mv) = G::helper(&table.view(Eye::Seat(self.setting.seat)), self.setting.helpers) {
            table.play_auto(self.setting.seat, mv)?;
        }
        Ok(table.version() > version)
    }

    fn refuse(&mut self, refusal: Refusal) -> Result<()> {
        self.screen.say(&refusal.to_string())?;
        if !self.knows_why {
            self.screen.say("`why` shows the rule")?;
            self.knows_why = true;
        }
        self.refused = Some(refusal);
        Ok(())
    }

    fn is_sure(&mut self, question: &str) -> Result<bool> {
        let answer = self.screen.ask(&format!("{question} (yes/no) "))?;
        Ok(answer.is_some_and(|answer| matches!(answer.to_lowercase().as_str(), "y" | "yes")))
    }

    /// Makes a changed table the table, lets the opponents move, and shows it all.
    fn settle(&mut self, next: Table<G>) -> Result<()> {
        self.accept(next)?;
        self.let_opponents_play()?;
        self.show(false)
    }

    /// Saves first: what is told has happened for good.
    pub(super) fn accept(&mut self, next: Table<G>) -> Result<()> {
        self.save.write(&next.save())?;
        self.table = next;
        self.news.extend(self.story.go_on(&self.table));
        Ok(())
    }

    /// The table. Above it stands what the opponents did, below it what the player did and should know.
    fn show(&mut self, whole: bool) -> Result<()> {
        let view = self.view();
        let news = std::mem::take(&mut self.news);
        let others =
            news.iter().rposition(|told| told.seat != Some(self.setting.seat)).map_or(0, |at| at + 1);
        let (above, below) = news.split_at(others);
        self.screen.begin()?;
        self.tell(above)?;
        if !self.screen.plain || whole {
            if !above.is_empty() {
                self.screen.print(&[String::new()])?;
            }
            let title = title(&self.table, &view);
            let table =
                if self.screen.plain { G::in_words(&view) } else { G::picture(&view, self.screen.ink) };
            self.screen.show(&title, &table)?;
        }
        self.tell(below)?;
        for text in std::mem::take(&mut self.notes) {
            self.screen.say(&text)?;
        }
        for text in G::remarks(self.remarked.as_ref(), &view) {
            self.screen.say(&text)?;
        }
        if let Some(end) = G::tell_end(&view, Some(self.setting.seat)) {
            self.screen.say(&end)?;
            let back = match self.table.undo_refusal(self.setting.seat) {
                None => "`u` takes back, ",
                Some(_) => "",
            };
            let rest = "`n` new deal, `restart` same cards, `export FILE` writes the record, `q` quits";
            self.screen.say(&format!("{back}{rest}"))?;
        }
        self.remarked = Some(view);
        Ok(())
    }

    pub(super) fn tell(&mut self, news: &[Told]) -> Result<()> {
        if self.screen.plain {
            return news.iter().try_for_each(|told| self.screen.say(&told.text));
        }
        let mut turns = news.chunk_by(|one, other| one.seat == other.seat).map(paragraph);
        turns.try_for_each(|text| self.screen.say(&text))
    }

    fn list_moves(&mut self) -> Result<()> {
        let view = self.view();
        let moves = view.legal();
        if moves.is_empty() {
            return self.screen.say("there is no move");
        }
        let line = |mv: &G::Move| format!("  {:<6} {}", mv.to_string(), G::describe(&view, *mv));
        self.screen.print(&moves.iter().map(line).collect::<Vec<_>>())
    }

    pub(super) fn cite(&mut self, number: Option<&str>) -> Result<()> {
        let page =
            rulebook::page(self.setting.offer.name).context("this game has no page in the rulebook")?;
        let text = match number {
            None => Some(page),
            Some(number) => rules::rule(&page, &number.to_uppercase()),
        };
        match text {
            Some(text) => self.screen.print(&markdown::render(&self.screen.ink.spelled(&text))),
            None => self.screen.say("there is no such rule: rules are numbered like K19"),
        }
    }

    fn take_back(&mut self, step: impl Fn(&mut Table<G>, Seat) -> Result<(), UndoError>) -> Result<()> {
        let mut next = self.table.clone();
        match step(&mut next, self.setting.seat) {
            Ok(()) => self.settle(next),
            Err(UndoError::Shown(refusal)) => self.refuse(refusal),
            Err(error) => self.screen.say(&error.to_string()),
        }
    }

    /// Plays what is left, as one step.
    fn finish(&mut self) -> Result<()> {
        let mut next = self.table.clone();
        let mut moves = 0;
        while let Some(mv) = G::finish(&next.view(Eye::Seat(self.setting.seat))) {
            if moves == 0 {
                next.play(self.setting.seat, mv)
            } else {
                next.play_auto(self.setting.seat, mv)
            }?;
            moves += 1;
        }
        if moves == 0 {
            return self.screen.say("a finish is not certain yet");
        }
        self.accept(next)?;
        self.news.clear();
        self.notes.push(format!("played what was left, {}", count(moves, "move")));
        self.show(false)
    }

    fn deal_anew(&mut self, deal: Option<&str>) -> Result<()> {
        let deal: Result<DealId> = deal.map_or_else(|| Ok(random_deal()), deal_named);
        match deal {
            Ok(deal) => self.begin(deal.into()),
            Err(error) => self.screen.say(&error.to_string()),
        }
    }

    fn begin(&mut self, origin: Origin) -> Result<()> {
        let table = match Table::new(self.table.record().config.clone(), origin) {
            Ok(table) => table,
            Err(error) => return self.screen.say(&error.to_string()),
        };
        if let Some(saved) = worth_keeping(&self.table, self.setting.seat) {
            self.notes.push(kept(&self.save, saved)?);
        }
        write_new(&self.save, &self.setting, &table)?;
        self.story = Story::new(&table, Eye::Seat(self.setting.seat));
        self.news = self.story.go_on(&table);
        self.table = table;
        self.remarked = None;
        self.go_on()
    }

    fn resign(&mut self) -> Result<()> {
        let mut next = self.table.clone();
        match next.resign(self.setting.seat) {
            Err(refusal) => self.refuse(refusal),
            Ok(()) if self.is_sure("This gives the game up: do it?")? => self.settle(next),
            Ok(()) => self.screen.say("played on"),
        }
    }

    /// Writes the game to a file that is not there yet.
    fn export(&mut self, file: &str) -> Result<()> {
        let (text, what) = G::export(&self.table, self.setting.seat);
        let opened = OpenOptions::new().write(true).create_new(true).open(file);
        match opened.and_then(|mut file| file.write_all(text.as_bytes())) {
            Ok(()) => self.screen.say(&format!("wrote {file}: {what}")),
            Err(error) => self.screen.say(&format!("cannot write {file}: {error}")),
        }
    }
}

/// Saves a game that begins or goes on. Who plays is written first: no record is ever beside the opponents
/// of another game.
fn write_new<G: Parlour>(save: &Save, setting: &GameSetup, table: &Table<G>) -> Result<()> {
    if setting.opponents.are_there() {
        save.write_players(&setting.opponents.to_string())?;
    }
    save.write(&table.save())
}
