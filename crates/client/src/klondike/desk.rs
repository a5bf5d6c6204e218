use cards::{Card, DealId};
use games::klondike::{Config, Klondike, Move, Place, View};
use table::{BadDeal, Entry, Origin, RecordError, Table};
use text::Text;

use super::counsel::Counsel;
use super::finish::Finish;
use super::{Input, Kept, Pick, Saved, Spot, cursor};
use crate::statistics::Tally;
use crate::{Clock, Course, Lesson, Link, Out, Said, Settings, Switch, Tone, ask, words};

/// A table of Klondike with somebody at it.
pub struct Desk {
    pub(super) link: Link<Klondike>,
    /// What the player sees now.
    pub(super) view: View,
    pub(super) settings: Settings,
    pub(super) pick: Option<Pick>,
    pub(super) cursor: Place,
    pub(super) said: Said,
    /// The moves of the last change, in their order.
    pub(super) step: Vec<Move>,
    /// Cards that the player has taken back from a foundation: they are not sent up again by themselves.
    pub(super) brought_back: Vec<Card>,
    pub(super) counsel: Counsel,
    /// The moves that win the deal, if it was chosen for that.
    pub(super) certificate: Option<Vec<Move>>,
    /// The game that was left last.
    pub(super) previous: Option<Kept>,
    pub(super) clock: Clock,
    pub(super) tally: Tally,
    pub(super) finish: Option<Finish>,
    /// The lesson that is given at this table. Nothing that happens in it is saved or counted.
    pub(super) lesson: Option<Lesson>,
    /// The options of a deal that is being looked for.
    pub(super) searching: Option<Config>,
    pub(super) seed: u64,
    /// Grows with every change of the table.
    pub(super) version: u32,
    /// Grows with every other game that comes to the table.
    pub(super) game: u32,
    pub(super) out: Vec<Out>,
}

impl Desk {
    /// A table with a new deal. The seed chooses the deals after it.
    pub fn new(config: Config, deal: DealId, settings: Settings, seed: u64) -> Result<Desk, BadDeal> {
        let mut desk = Desk::at(Table::new(config, deal)?, settings, seed);
        desk.prelude();
        desk.said.say(Tone::Done, words::dealt(config, desk.deal_name()));
        desk.save();
        desk.pump();
        Ok(desk)
    }

    /// A table at which a lesson is given. The lesson turns cards for the player, and moves none up by itself.
    pub fn lesson(course: Course, settings: Settings) -> Option<Desk> {
        let config = match course {
            Course::Klondike => Config::KLONDIKE,
            Course::OneCard => Config::ONE_CARD,
            Course::Savannah => return None,
        };
        let lesson = Lesson::new(course);
        let settings = Settings { turn_for_me: true, safe_moves: false, verdict: false, ..settings };
        let mut desk = Desk::at(Table::new(config, lesson.deal()?).ok()?, settings, 0);
        desk.lesson = Some(lesson);
        Some(desk)
    }

    /// A table with the game that was kept, where it was left.
    pub fn resume(text: &str, settings: Settings, seed: u64) -> Result<Desk, Text> {
        let saved: Saved = serde_json::from_str(text).map_err(|_| words::BROKEN_SAVE)?;
        let table = saved.game.table().map_err(|error: RecordError| words::broken_record(&error))?;
        let mut desk = Desk::at(table, settings, seed);
        desk.previous = saved.previous;
        let table = ask::beginning(desk.link.table());
        desk.counsel.begin(table.map(|table| Link::local(table).view()), saved.game.certificate.as_deref());
        (desk.certificate, desk.clock) = (saved.game.certificate, Clock::after(saved.game.spent));
        desk.tally = Tally::after(saved.game.id, saved.game.hints);
        desk.said.say(Tone::Note, words::RESUMED);
        desk.pump();
        Ok(desk)
    }

    pub(super) fn at(table: Table<Klondike>, settings: Settings, seed: u64) -> Desk {
        let link = Link::local(table);
        let mut counsel = Counsel::default();
        counsel.set_always(settings.verdict);
        Desk {
            view: link.view(),
            link,
            settings,
            pick: None,
            cursor: Place::Stock,
            said: Said::nothing(),
            step: Vec::new(),
            brought_back: Vec::new(),
            counsel,
            certificate: None,
            previous: None,
            clock: Clock::default(),
            tally: Tally::default(),
            finish: None,
            lesson: None,
            searching: None,
            seed,
            version: 0,
            game: 0,
            out: Vec::new(),
        }
    }

    /// Takes another table in the place of this one.
    pub(super) fn sit_down(&mut self, table: Table<Klondike>, spent: u64, certificate: Option<Vec<Move>>) {
        let start = ask::beginning(&table).map(|start| Link::local(start).view());
        self.stop_asking();
        self.link = Link::local(table);
        self.view = self.link.view();
        self.counsel.begin(start, certificate.as_deref());
        self.certificate = certificate;
        (self.pick, self.finish, self.searching) = (None, None, None);
        (self.cursor, self.clock, self.tally) = (Place::Stock, Clock::after(spent), Tally::default());
        self.step.clear();
        self.brought_back.clear();
        self.version += 1;
        self.game += 1;
    }

    /// What the player sees.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
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

    /// The moves of the last change, in their order: the player's own, then those that followed by themselves.
    #[must_use]
    pub fn step(&self) -> &[Move] {
        &self.step
    }

    /// Where what is picked up can go.
    #[must_use]
    pub fn targets(&self) -> Vec<Spot> {
        self.pick.map_or_else(Vec::new, |pick| pick.targets(&self.view))
    }

    /// Whether there is a step to take back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.link.can_undo()
    }

    /// Whether there is a step to make again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.link.can_redo()
    }

    /// Whether a game was left that can be gone on with.
    #[must_use]
    pub fn has_previous(&self) -> bool {
        self.previous.is_some()
    }

    /// Whether all cards are on the foundations.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.view.outcome.is_some_and(|outcome| !outcome.winners.is_empty())
    }

    /// The lesson that is given here.
    #[must_use]
    pub fn given(&self) -> Option<Lesson> {
        self.lesson
    }

    /// Whether a deal that can be won is being looked for.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.searching.is_some()
    }

    /// Whether the deal was chosen because it can be won.
    #[must_use]
    pub fn is_certified(&self) -> bool {
        self.certificate.is_some()
    }

    /// How many moves the player has made, without those that followed by themselves.
    #[must_use]
    pub fn moves(&self) -> usize {
        let line = self.link.table().record().line();
        line.into_iter().filter(|entry| matches!(entry, Entry::Move { auto: false, .. })).count()
    }

    /// How many milliseconds were played.
    #[must_use]
    pub fn spent(&self, now: u64) -> u64 {
        self.clock.spent(now)
    }

    /// The name of the deal: `v1:42`.
    #[must_use]
    pub fn deal_name(&self) -> Text {
        match &self.link.table().record().origin {
            Origin::Deal(id) => Text::name(id),
            Origin::Secret(_) | Origin::Fair(_) | Origin::Hash(_) => words::SECRET_DEAL,
        }
    }

    /// The game as text: what can be exported, and imported anywhere.
    #[must_use]
    pub fn record(&self) -> String {
        self.link.record()
    }

    /// The table itself, with all that happened at it.
    #[must_use]
    pub fn table(&self) -> &Table<Klondike> {
        self.link.table()
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
        let beside = matches!(
            input,
            Input::Focus(_)
                | Input::Walk(_)
                | Input::Away
                | Input::Here
                | Input::Turn(_)
                | Input::Theme(_)
                | Input::Language(_)
                | Input::Motion(_)
        );
        if self.finish.is_some() && !beside {
            return self.finish_at_once(now);
        }
        if self.searching.is_some() && !beside {
            self.stop_search();
            if matches!(input, Input::Escape | Input::StopSearch) {
                return;
            }
        }
        if self.lesson.is_some_and(|lesson| !input.is_for(lesson)) {
            return self.said.say(Tone::Note, words::lesson::LATER);
        }
        let settings = self.settings;
        match input {
            Input::Tap(place) => self.tap(place, now),
            Input::DoubleTap(place) => self.double_tap(place, now),
            Input::Lift(place) => self.lift(place),
            Input::Drop(spot) => self.put_down(spot, now),
            Input::Focus(place) => self.cursor = cursor::clamp(&self.view, place),
            Input::Walk(direction) => {
                self.cursor = cursor::walk(&self.view, self.cursor, direction, self.settings.left_handed);
            }
            Input::Enter => self.tap(self.cursor, now),
            Input::Escape => {
                let hint = self.drop_hint();
                if self.pick.take().is_some() {
                    self.said.say(Tone::Done, words::PUT_BACK);
                } else if hint {
                    self.said.say(Tone::Done, words::HINT_GONE);
                }
            }
            Input::Column(column) => self.point_at_column(column, now),
            Input::Waste => self.tap(Place::Waste, now),
            Input::Foundation => self.send_up(now),
            Input::Draw => self.draw(now),
            Input::Undo => self.take_back(now),
            Input::Redo => self.make_again(now),
            Input::Hint => self.ask_hint(None),
            Input::HintAs(strength) => self.ask_hint(Some(strength)),
            Input::Verdict => self.ask_verdict(),
            Input::BackToWinnable => self.ask_back(now),
            Input::Finish => self.begin_finish(now),
            Input::New => self.deal_anew(self.view.config, now),
            Input::NewGame(config) => self.deal_anew(config, now),
            Input::Deal(config, deal) => self.deal(config, deal.into(), None, now),
            Input::Restart => self.restart(now),
            Input::StopSearch => {}
            Input::Previous => self.previous(now),
            Input::Turn(switch) => self.turn_switch(switch, now),
            Input::Theme(theme) => self.settings.theme = theme,
            Input::Language(language) => self.settings.language = language,
            Input::Motion(motion) => self.settings.motion = motion,
            Input::Away => {
                self.clock.stop(now);
                self.save();
            }
            Input::Here => {
                if self.moves() > 0 && self.view.outcome.is_none() {
                    self.clock.start(now);
                }
            }
        }
        if self.settings != settings && self.lesson.is_none() {
            self.out.push(Out::SaveSettings(self.settings.write()));
        }
    }

    fn turn_switch(&mut self, switch: Switch, now: u64) {
        self.settings.turn(switch);
        self.counsel.set_always(self.settings.verdict);
        if switch == Switch::TurnForMe && self.settings.turn_for_me && self.view.turn_for_me().is_some() {
            // What waits to be turned belongs to the last step.
            self.follow(Vec::new(), now);
        }
        self.pump();
    }
}
