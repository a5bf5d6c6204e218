use bots::savannah::Level;
use games::savannah::{Config, Log as Notation, Move, Savannah, View};
use table::{Eye, Origin, RecordError, Seat, Table};
use text::Text;
use wire::Act;

use super::came::Came;
use super::counsel::{Hint, Purpose};
use super::link::Link;
use super::log::Log;
use super::turns::Wait;
use super::{Input, Kept, NewGame, Pick, Place, Player, Saved, cursor};
use crate::statistics::Tally;
use crate::{Address, Clock, Course, Lesson, Out, Said, Settings, Tone, words};

/// A table of Savannah with people and bots at it, and one screen.
pub struct Desk {
    pub(super) link: Link,
    pub(super) players: Vec<Player>,
    /// Whose hand is open at the screen, where several people share it.
    pub(super) shown: Option<Seat>,
    /// What the eye at the screen may know now.
    pub(super) view: View,
    pub(super) settings: Settings,
    pub(super) pick: Option<Pick>,
    /// Whether the next card of the hand that is pointed at is discarded.
    pub(super) discarding: bool,
    pub(super) doubt: Option<Doubt>,
    pub(super) cursor: Place,
    pub(super) said: Said,
    pub(super) log: Log,
    pub(super) hint: Option<Hint>,
    /// What was asked last and is not answered yet.
    pub(super) asked: Option<(u64, Purpose)>,
    pub(super) last_id: u64,
    /// What the bot whose turn it is has decided.
    pub(super) decided: Option<Move>,
    /// Until when what was done last can be looked at.
    pub(super) due: u64,
    /// Whether nobody wants to wait until it is a person's turn.
    pub(super) hurry: bool,
    /// Which cards have just come to where they lie, and from where.
    pub(super) came: Vec<Came>,
    /// It grows with every roll.
    pub(super) rolls: u32,
    /// The round in which the limit of rounds was told last.
    pub(super) limit_told: u32,
    pub(super) clock: Clock,
    pub(super) tally: Tally,
    /// The time when something was done last.
    pub(super) now: u64,
    /// The lesson that is given at this table. Nothing that happens in it is saved or counted.
    pub(super) lesson: Option<Lesson>,
    /// The game that was left last.
    pub(super) previous: Option<Kept>,
    pub(super) seed: u64,
    /// Grows with every change of the table.
    pub(super) version: u32,
    /// Grows with every other game that comes to the table.
    pub(super) game: u32,
    pub(super) out: Vec<Out>,
}

/// What is asked before something that cannot be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Doubt {
    /// The move makes another player win (V11).
    GivesWin(Move, Seat),
    /// The game is given up.
    Resign(Seat),
    /// A bot takes the seat (V16).
    Leave(Seat),
}

impl Desk {
    /// A table with a new game. The seed chooses the deals after it.
    pub fn new(game: NewGame, settings: Settings, seed: u64) -> Result<Desk, Text> {
        let NewGame { config, deal, players } = game.checked()?;
        let mut seed = seed;
        let deal = deal.unwrap_or_else(|| super::fresh::random_deal(&mut seed));
        let table = Table::new(config, deal).map_err(Text::name)?;
        let mut desk = Desk::at(table, players, settings, seed);
        desk.begin_told(0);
        Ok(desk)
    }

    /// A table for two at which a lesson is given; the other is a beginner.
    pub fn lesson(settings: Settings) -> Option<Desk> {
        let lesson = Lesson::new(Course::Savannah);
        let table = Table::new(Config::new(2).ok()?, lesson.deal()?).ok()?;
        let players = vec![Player::person(), Player::bot(Level::Beginner)];
        let mut desk = Desk::at(table, players, settings, 0);
        desk.begin_told(0);
        desk.lesson = Some(lesson);
        desk.out.clear();
        Some(desk)
    }

    /// A table with the game that was kept, where it was left.
    pub fn resume(text: &str, settings: Settings, seed: u64) -> Result<Desk, Text> {
        let saved: Saved = serde_json::from_str(text).map_err(|_| words::BROKEN_SAVE)?;
        let (table, players) =
            saved.game.table().map_err(|error: RecordError| words::broken_record(&error))?;
        let mut desk = Desk::at(table, players, settings, seed);
        (desk.clock, desk.tally) =
            (Clock::after(saved.game.spent), Tally::after(saved.game.id, saved.game.hints));
        desk.previous = saved.previous;
        desk.said.say(Tone::Note, words::RESUMED);
        Ok(desk)
    }

    fn at(table: Table<Savannah>, players: Vec<Player>, settings: Settings, seed: u64) -> Desk {
        let view = table.view(Eye::Spectator);
        let mut desk = Desk::with(Link::local(table), view, players, settings, seed);
        desk.look();
        desk
    }

    /// A desk with nothing on it but a game.
    pub(super) fn with(link: Link, view: View, players: Vec<Player>, settings: Settings, seed: u64) -> Desk {
        let mut desk = Desk {
            link,
            players: Vec::new(),
            shown: None,
            view,
            settings,
            pick: None,
            discarding: false,
            doubt: None,
            cursor: Place::Stock,
            said: Said::nothing(),
            log: Log::default(),
            hint: None,
            asked: None,
            last_id: 0,
            decided: None,
            due: 0,
            hurry: false,
            came: Vec::new(),
            rolls: 0,
            limit_told: 0,
            clock: Clock::default(),
            tally: Tally::default(),
            now: 0,
            lesson: None,
            previous: None,
            seed,
            version: 0,
            game: 0,
            out: Vec::new(),
        };
        desk.seat(players);
        desk
    }

    /// These sit at the table from now on.
    pub(super) fn seat(&mut self, players: Vec<Player>) {
        self.said.names = players.iter().map(|player| player.name.clone()).collect();
        self.players = players;
    }

    /// A text with the names of those at the table.
    #[must_use]
    pub fn named(&self, text: &Text) -> Text {
        text.called(&self.said.names)
    }

    /// Takes another table in the place of this one.
    pub(super) fn sit_down(&mut self, table: Table<Savannah>, players: Vec<Player>) {
        self.stop_asking();
        self.link = Link::local(table);
        self.seat(players);
        (self.shown, self.pick, self.hint, self.doubt) = (None, None, None, None);
        (self.discarding, self.hurry, self.decided, self.limit_told) = (false, false, None, 0);
        (self.clock, self.tally) = (Clock::default(), Tally::default());
        self.came.clear();
        self.version += 1;
        self.game += 1;
        self.look();
    }

    /// Looks at the table anew: everything that the eye at the screen may know, and the story of the game for it.
    fn look(&mut self) {
        self.renew();
        self.cursor = cursor::home(self.near());
    }

    /// What the eye at the screen may know.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Who sits where, from seat A on.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The options of the table.
    #[must_use]
    pub fn config(&self) -> Config {
        self.view.public().config
    }

    /// It grows with every change of the table.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What is picked up.
    #[must_use]
    pub fn pick(&self) -> Option<Pick> {
        self.pick
    }

    /// Where the keyboard is.
    #[must_use]
    pub fn cursor(&self) -> Place {
        self.cursor
    }

    /// The last thing that was said.
    #[must_use]
    pub fn said(&self) -> &Said {
        &self.said
    }

    /// What the best player would do, if that was asked.
    #[must_use]
    pub fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// Whether a hint is being thought about.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        matches!(self.asked, Some((_, Purpose::Hint)))
    }

    /// What has to be answered before anything else is done.
    #[must_use]
    pub fn question(&self) -> Option<Text> {
        self.doubt.map(|doubt| match doubt {
            Doubt::GivesWin(_, seat) => words::savannah::gives_win(seat, self.player(seat)),
            Doubt::Resign(_) => words::savannah::RESIGN_SURE,
            Doubt::Leave(_) if self.is_remote() => words::online::LEAVE_SURE,
            Doubt::Leave(_) => words::savannah::LEAVE_SURE,
        })
    }

    /// The lesson that is given here.
    #[must_use]
    pub fn given(&self) -> Option<Lesson> {
        self.lesson
    }

    /// Whether there is a step that the rules allow to take back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        matches!(self.wait(), Wait::Person(seat) if self.table().is_some_and(|table| table.undo_refusal(seat).is_none()))
    }

    /// Whether there is a step to make again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        matches!(self.wait(), Wait::Person(seat) if self.table().is_some_and(|table| table.can_redo(seat)))
    }

    /// Whether a game was left that can be gone on with.
    #[must_use]
    pub fn has_previous(&self) -> bool {
        self.previous.is_some()
    }

    /// Whether the next card of the hand that is pointed at ends the turn: it was asked for, or nothing else can be done.
    #[must_use]
    pub fn discards(&self) -> bool {
        let plays = || self.legal().iter().any(|mv| matches!(mv, Move::Play { .. }));
        matches!(self.wait(), Wait::Person(_)) && !self.hand().is_empty() && (self.discarding || !plays())
    }

    /// The name of the deal: `v1:42`.
    #[must_use]
    pub fn deal_name(&self) -> Text {
        match self.table().or(self.watched_table()).map(|table| &table.record().origin) {
            Some(Origin::Deal(id)) => Text::name(id),
            Some(Origin::Secret(_) | Origin::Fair(_) | Origin::Hash(_)) | None => words::SECRET_DEAL,
        }
    }

    /// Behind the `#` of an address at which others can watch the game, once it is over.
    #[must_use]
    pub fn address(&self) -> Option<String> {
        self.table().filter(|table| table.outcome().is_some()).and_then(Address::of_savannah)
    }

    /// The game as text, with every card in it: to be saved and gone on with, and not to be shown before the game is over.
    #[must_use]
    pub fn record(&self) -> String {
        self.table().map(Table::save).unwrap_or_default()
    }

    /// The game as text that may be shown: its record when it is over, and else the turns as the eye at the screen saw them.
    #[must_use]
    pub fn shown_record(&self) -> String {
        match self.table() {
            Some(table) if table.outcome().is_some() => table.save(),
            Some(table) => Notation::of(table, self.eye()).to_string(),
            None => String::new(),
        }
    }

    /// Says something that the desk cannot know of itself.
    pub fn note(&mut self, text: Text) {
        self.said.say(Tone::Note, text);
    }

    /// All that the desk wants from outside since the last time, in order.
    pub fn take_out(&mut self) -> Vec<Out> {
        std::mem::take(&mut self.out)
    }

    /// Does what a player does. The time is in milliseconds of any clock that does not jump.
    pub fn handle(&mut self, input: Input, now: u64) {
        if self.lesson.is_some_and(|lesson| !input.is_for(lesson)) {
            return self.said.say(Tone::Note, words::lesson::LATER);
        }
        let settings = self.settings;
        self.now = now;
        self.came.clear();
        match input {
            Input::Focus(place) => self.cursor = place,
            Input::Walk(direction) => self.walk(direction),
            Input::Turn(switch) => self.settings.turn(switch),
            Input::Theme(theme) => self.settings.theme = theme,
            Input::Language(language) => self.settings.language = language,
            Input::Motion(motion) => self.settings.motion = motion,
            Input::Pace(pace) => self.settings.pace = pace,
            Input::New(game) if !self.is_remote() => self.begin(*game, now),
            Input::New(_) | Input::Restart | Input::Previous if self.is_remote() => {}
            Input::Again if self.is_remote() => self.out.push(Out::Act(Act::Rematch)),
            Input::Again => self.again(now),
            Input::Restart => self.restart(now),
            Input::Previous => self.previous(now),
            Input::Resign => self.doubt_resignation(),
            Input::Why => self.tell_why(),
            Input::Away => {
                self.clock.stop(now);
                self.save();
            }
            Input::Here => {
                if self.moves() > 0 && self.view.public().outcome.is_none() {
                    self.clock.start(now);
                }
            }
            Input::Sure(sure) => self.answer_doubt(sure, now),
            // Nothing else is done before a question is answered.
            Input::Escape if self.doubt.is_some() => self.answer_doubt(false, now),
            _ if self.doubt.is_some() => {}
            input => match self.wait() {
                Wait::Person(seat) => self.at_turn(seat, input, now),
                Wait::Cover(seat) => {
                    if matches!(input, Input::Show | Input::Enter | Input::Skip) {
                        self.show(seat, now);
                    }
                }
                Wait::Roll | Wait::Bot(_) | Wait::Other(_) => self.while_others_play(&input, now),
                Wait::Over | Wait::Past | Wait::Stuck => {}
            },
        }
        if self.settings != settings && self.lesson.is_none() {
            self.out.push(Out::SaveSettings(self.settings.write()));
        }
        self.go_on(now);
    }

    /// What is done in a person's turn.
    fn at_turn(&mut self, seat: Seat, input: Input, now: u64) {
        match input {
            Input::Tap(place) => self.tap(place, now),
            Input::Lift(place) => self.lift(place),
            Input::Drop(spot) => self.put_down(spot, now),
            Input::Enter => self.tap(self.cursor, now),
            Input::Escape => self.put_back(),
            Input::Foundation(to) => self.tap(Place::Foundation(to), now),
            Input::Choose(choice) => self.choose(choice, now),
            Input::EndTurn => self.end_turn(now),
            Input::Undo => self.take_back(seat),
            Input::Redo => self.make_again(seat),
            Input::Hint => self.ask_hint(),
            _ => {}
        }
    }

    fn while_others_play(&mut self, input: &Input, now: u64) {
        if matches!(input, Input::Tap(_) | Input::Enter | Input::Skip) {
            self.hurry = true;
            self.due = now;
        } else if matches!(input, Input::EndTurn | Input::Undo | Input::Hint | Input::Choose(_)) {
            self.said.say(Tone::Note, words::savannah::NOT_YOUR_TURN);
        }
    }
}
