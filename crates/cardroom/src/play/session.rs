use std::fs::OpenOptions;
use std::io::Write;
use std::time::Duration;

use anyhow::{Context, Result};
use cards::DealId;
use client::shell::{MoveOf, ViewOf};
use client::typed::{AutoMoves, EventFeed, Misread, TurnEvent, TypedPlay};
use games::catalog::Offer;
use games::rulebook;
use table::{Eye, Game, Origin, Refusal, Seat, Table, UndoError, View};

use super::command::{COMMANDS, LineCommand, WITH_BOTS};
use super::opponents::Opponents;
use super::save::Save;
use super::screen::Console;
use super::start::{has_begun, kept, random_deal, worth_keeping};
use crate::choice::deal_named;
use crate::english::{count, sentence};
use crate::heading::heading;
use crate::{ansi, markdown, rules};

/// How many lines of the log are shown: two rounds of the largest table.
const LOGGED: usize = 16;

/// A game that is being played.
pub(super) struct TerminalGame<'a, P: TypedPlay> {
    pub(super) setting: GameSetup,
    pub(super) table: Table<P::Game>,
    save: Save,
    pub(super) screen: Console<'a>,
    feed: EventFeed<P::Game>,
    /// What the last remarks were about.
    remarked: Option<ViewOf<P>>,
    /// What has happened since the last picture.
    pub(super) news: Vec<TurnEvent>,
    /// What else is said under the next picture.
    notes: Vec<String>,
    /// The last move that was refused, if nobody else has moved since.
    pub(super) refused: Option<Refusal>,
    /// Whether the player was told about `why`.
    knows_why: bool,
}

/// What is the same in every deal of the session.
pub(super) struct GameSetup {
    pub(super) offer: Offer,
    /// Where the player sits.
    pub(super) seat: Seat,
    pub(super) auto_moves: AutoMoves,
    pub(super) opponents: Opponents,
    /// How long each move of an opponent is shown.
    pub(super) pace: Duration,
    /// The command that resumes this game.
    pub(super) resume: String,
}

impl<'a, P: TypedPlay> TerminalGame<'a, P> {
    pub(super) fn new(
        setting: GameSetup,
        table: Table<P::Game>,
        save: Save,
        screen: Console<'a>,
        notes: Vec<String>,
    ) -> Result<TerminalGame<'a, P>> {
        write_new(&save, &setting, &table)?;
        let mut feed = EventFeed::new(&table, Eye::Seat(setting.seat));
        // The beginning of a resumed game is not news.
        let mut news = feed.update(&table);
        if has_begun(&table, setting.seat) {
            news.clear();
        }
        Ok(TerminalGame {
            setting,
            table,
            save,
            screen,
            feed,
            remarked: None,
            news,
            notes,
            refused: None,
            knows_why: false,
        })
    }

    /// Plays until the player quits.
    pub(super) fn play(mut self) -> Result<()> {
        self.notes.push("type a move, `?` to list your moves, or `help`".to_owned());
        self.open()?;
        loop {
            let Some(line) = self.screen.ask("> ")? else { break };
            match LineCommand::read(&line) {
                LineCommand::Quit => break,
                command => self.obey(command)?,
            }
        }
        if self.table.outcome().is_none() {
            self.screen.say(&format!("saved; resume with `{}`", self.setting.resume))?;
        }
        Ok(())
    }

    /// Plays what comes before the player's first line, and shows the whole table.
    fn open(&mut self) -> Result<()> {
        let mut next = self.table.clone();
        if self.play_auto_moves(&mut next)? {
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
                let bots = if P::HAS_BOTS { WITH_BOTS } else { "" };
                let parts = ["Moves", P::MOVES_HELP, "Commands", COMMANDS, bots, P::HINTS_HELP];
                let lines = parts.into_iter().flat_map(str::lines).map(str::to_owned);
                self.screen.print(&lines.collect::<Vec<_>>())
            }
            LineCommand::Look => self.screen.print(&P::look(&self.view())),
            LineCommand::Log => {
                let log = P::log(&self.table, self.setting.seat);
                self.screen.print(&log[log.len().saturating_sub(LOGGED)..])
            }
            LineCommand::Why(seat) => self.explain(seat.as_deref()),
            LineCommand::Hint(strength) => self.hint(strength),
            LineCommand::Rules(number) => self.cite(number.as_deref()),
            LineCommand::Undo => self.undo_or_redo(Table::undo),
            LineCommand::Redo => self.undo_or_redo(Table::redo),
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

    pub(super) fn view(&self) -> ViewOf<P> {
        self.table.view(Eye::Seat(self.setting.seat))
    }

    /// Makes the move that a line means, with the automatic moves after it.
    fn make(&mut self, line: &str) -> Result<()> {
        let view = self.view();
        let mv = match P::read_move(&view, line) {
            Ok(mv) => mv,
            Err(Misread::Refused(refusal)) => return self.refuse(refusal),
            Err(misread) => return self.screen.say(&misread.to_string()),
        };
        let mut next = self.table.clone();
        if let Err(refusal) = next.play(self.setting.seat, mv) {
            return self.refuse(refusal);
        }
        if let Some(question) = P::confirmation(&view, mv)
            && !self.is_sure(&question)?
        {
            return self.screen.say("move cancelled");
        }
        self.play_auto_moves(&mut next)?;
        self.settle(next)
    }

    /// Makes the automatic moves; returns whether there were any.
    fn play_auto_moves(&self, table: &mut Table<P::Game>) -> Result<bool> {
        let version = table.version();
        while let Some(mv) = P::auto_move(&table.view(Eye::Seat(self.setting.seat)), self.setting.auto_moves)
        {
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

    /// Accepts a changed table, lets the opponents move, and shows the result.
    fn settle(&mut self, next: Table<P::Game>) -> Result<()> {
        self.accept(next)?;
        self.let_opponents_play()?;
        self.show(false)
    }

    /// Makes a changed table the table. It is saved before anything is shown.
    pub(super) fn accept(&mut self, next: Table<P::Game>) -> Result<()> {
        self.save.write(&next.save())?;
        self.table = next;
        self.news.extend(self.feed.update(&self.table));
        Ok(())
    }

    /// Shows the table. Above it is what the opponents did, below it what the player did and should know.
    fn show(&mut self, whole: bool) -> Result<()> {
        let view = self.view();
        let news = std::mem::take(&mut self.news);
        let others =
            news.iter().rposition(|event| event.turn != Some(self.setting.seat)).map_or(0, |at| at + 1);
        let (above, below) = news.split_at(others);
        self.screen.begin()?;
        self.tell(above)?;
        if !self.screen.plain || whole {
            if !above.is_empty() {
                self.screen.print(&[String::new()])?;
            }
            self.screen.show::<P>(&heading::<P>(&self.table, &view), &view)?;
        }
        self.tell(below)?;
        for text in std::mem::take(&mut self.notes) {
            self.screen.say(&text)?;
        }
        for text in P::remarks(self.remarked.as_ref(), &view) {
            self.screen.say(&text)?;
        }
        if let Some(end) = P::describe_end(&view, Some(self.setting.seat)) {
            self.screen.say(&end)?;
            let undo = match self.table.undo_refusal(self.setting.seat) {
                None => "`u` to undo, ",
                Some(_) => "",
            };
            let rest = "`n` for a new deal, `restart` for the same deal, `export FILE` to write the record, \
                        or `q` to quit";
            self.screen.say(&format!("type {undo}{rest}"))?;
        }
        self.remarked = Some(view);
        Ok(())
    }

    pub(super) fn tell(&mut self, news: &[TurnEvent]) -> Result<()> {
        if self.screen.plain {
            return news.iter().try_for_each(|event| self.screen.say(&event.text.to_string()));
        }
        let mut turns = news.chunk_by(|one, other| one.turn == other.turn).map(in_one_sentence);
        turns.try_for_each(|text| self.screen.say(&text))
    }

    fn list_moves(&mut self) -> Result<()> {
        let view = self.view();
        let moves = view.legal();
        if moves.is_empty() {
            return self.screen.say("you have no legal move");
        }
        let line = |mv: &MoveOf<P>| format!("  {:<6} {}", mv.to_string(), P::preview(&view, *mv));
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
            Some(text) => {
                self.screen.print(&ansi::render_all(&markdown::render(&self.screen.glyphs.spell(&text))))
            }
            None => self.screen.say("there is no such rule; a rule has a number such as K19"),
        }
    }

    fn undo_or_redo(
        &mut self,
        step: impl Fn(&mut Table<P::Game>, Seat) -> Result<(), UndoError>,
    ) -> Result<()> {
        let mut next = self.table.clone();
        match step(&mut next, self.setting.seat) {
            Ok(()) => self.settle(next),
            Err(UndoError::Shown(refusal)) => self.refuse(refusal),
            Err(error) => self.screen.say(&error.to_string()),
        }
    }

    /// Finishes the game automatically, as one step.
    fn finish(&mut self) -> Result<()> {
        let mut next = self.table.clone();
        let mut moves = 0;
        while let Some(mv) = P::finishing_move(&next.view(Eye::Seat(self.setting.seat))) {
            if moves == 0 {
                next.play(self.setting.seat, mv)
            } else {
                next.play_auto(self.setting.seat, mv)
            }?;
            moves += 1;
        }
        if moves == 0 {
            let why = P::why_no_finish(&self.view());
            return self.screen.say(&why);
        }
        self.accept(next)?;
        self.news.clear();
        self.notes.push(format!("finished automatically in {}", count(moves, "move", "moves")));
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
        self.feed = EventFeed::new(&table, Eye::Seat(self.setting.seat));
        self.news = self.feed.update(&table);
        self.table = table;
        self.remarked = None;
        self.open()
    }

    fn resign(&mut self) -> Result<()> {
        let mut next = self.table.clone();
        match next.resign(self.setting.seat) {
            Err(refusal) => self.refuse(refusal),
            Ok(()) if self.is_sure("Resign?")? => self.settle(next),
            Ok(()) => self.screen.say("game continues"),
        }
    }

    /// Writes the game to a new file.
    fn export(&mut self, file: &str) -> Result<()> {
        // The record of a game with several players holds hidden cards until it is over.
        let is_open = self.table.game().seats() == 1 || self.table.outcome().is_some();
        let (text, done): (String, String) = match is_open {
            true => (self.table.save(), format!("wrote the record to {file}")),
            false => (
                P::log(&self.table, self.setting.seat).iter().map(|line| format!("{line}\n")).collect(),
                format!("wrote your log to {file}; you can export the record when the game is over"),
            ),
        };
        let opened = OpenOptions::new().write(true).create_new(true).open(file);
        match opened.and_then(|mut file| file.write_all(text.as_bytes())) {
            Ok(()) => self.screen.say(&done),
            Err(error) => self.screen.say(&format!("cannot write {file}: {error}")),
        }
    }
}

/// Saves a new or resumed game. The opponents are written first, so that a record is never stored next to
/// the opponents of another game.
fn write_new<G: Game>(save: &Save, setting: &GameSetup, table: &Table<G>) -> Result<()> {
    if !setting.opponents.is_empty() {
        save.write_players(&setting.opponents.to_string())?;
    }
    save.write(&table.save())
}

/// The events of one turn in one sentence. The player is named only once.
fn in_one_sentence(turn: &[TurnEvent]) -> String {
    let texts: Vec<String> = turn.iter().map(|event| event.text.to_string()).collect();
    let Some((first, rest)) = texts.split_first() else { return String::new() };
    let who = first.split(' ').next().unwrap_or_default();
    let mut text = first.clone();
    for event in rest {
        text += "; ";
        text += event.strip_prefix(who).and_then(|event| event.strip_prefix(' ')).unwrap_or(event);
    }
    sentence(&text)
}
