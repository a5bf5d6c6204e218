//! Other deals.

use cards::{DealId, ParseDealError};
use games::klondike::{Config, Klondike, Move};
use table::{Origin, Table};
use text::{Separator, Text};

use super::Desk;
use super::counsel::Purpose;
use super::saved::Kept;
use crate::random::deal_number;
use crate::statistics::{End, Tally};
use crate::{Question, Tone, ask, words};

impl Desk {
    /// The deal that a player has typed: a name, a number alone, or 52 cards.
    pub fn read_deal(text: &str) -> Result<DealId, ParseDealError> {
        let text = text.trim();
        let name = if text.contains(':') {
            text.to_owned()
        } else if text.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("v1:{text}")
        } else {
            format!("cards:{}", text.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        name.parse()
    }

    /// Another deal: any, or the first that can be won where that is wished.
    pub(super) fn deal_anew(&mut self, config: Config, now: u64) {
        let number = deal_number(&mut self.seed);
        if self.settings.winnable_only(config) {
            self.searching = Some(config);
            self.said.say(Tone::Note, words::SEARCHING);
            self.stop_asking();
            self.ask(Purpose::Fresh, Question::WinnableDeal { config, from: number });
        } else {
            self.deal(config, DealId::V1(number).into(), None, now);
        }
    }

    /// What the search has found.
    pub(super) fn dealt_winnable(&mut self, found: Option<(u64, Vec<Move>)>, now: u64) {
        let Some(config) = self.searching.take() else { return };
        match found {
            Some((number, line)) => self.deal(config, DealId::V1(number).into(), Some(line), now),
            None => self.said.say(Tone::Note, words::NO_WINNABLE),
        }
    }

    pub(super) fn stop_search(&mut self) {
        if self.searching.take().is_some() {
            self.stop_asking();
            self.said.say(Tone::Note, words::SEARCH_STOPPED);
        }
    }

    /// Deals, and leaves the game that was played for later.
    pub(super) fn deal(&mut self, config: Config, origin: Origin, certificate: Option<Vec<Move>>, now: u64) {
        match Table::<Klondike>::new(config, origin) {
            Ok(table) => {
                let left = self.leave(now);
                self.sit_down(table, 0, certificate);
                self.prelude();
                let dealt = words::dealt(config, self.deal_name());
                match left {
                    true => self.said.say(Tone::Note, Text::row([dealt, words::KEPT], Separator::Semicolon)),
                    false => self.said.say(Tone::Done, dealt),
                }
                self.save();
                self.pump();
            }
            Err(error) => self.said.say(Tone::Note, Text::name(error)),
        }
    }

    /// The same cards again.
    pub(super) fn restart(&mut self, now: u64) {
        self.count_ended(End::Restarted, now);
        let origin = self.link.table().record().origin.clone();
        let again = match origin {
            // Of a table with a key only the record knows the cards.
            Origin::Secret(_) | Origin::Fair(_) | Origin::Hash(_) => ask::beginning(self.link.table()),
            Origin::Deal(_) => None,
        };
        let certificate = self.certificate.clone();
        match again {
            Some(table) => {
                self.leave(now);
                self.sit_down(table, 0, certificate);
                self.prelude();
                self.save();
            }
            None => self.deal(self.view.config, origin, certificate, now),
        }
        self.said.say(Tone::Note, words::RESTARTED);
    }

    /// Goes on with a game that came as text. One that cannot be changes nothing.
    pub fn import(&mut self, record: &str, now: u64) -> Result<(), Text> {
        let kept = Kept::import(record);
        let table = kept.table().map_err(|error| words::broken_record(&error))?;
        self.leave(now);
        self.sit_down(table, 0, None);
        self.said.say(Tone::Note, words::IMPORTED);
        self.save();
        self.pump();
        Ok(())
    }

    /// Changes places with the game that was left last.
    pub(super) fn previous(&mut self, now: u64) {
        let Some(kept) = self.previous.take() else { return self.said.say(Tone::Note, words::NO_PREVIOUS) };
        match kept.table() {
            Ok(table) => {
                self.leave(now);
                self.sit_down(table, kept.spent, kept.certificate);
                self.tally = Tally::after(kept.id, kept.hints);
                self.count(now);
                self.said.say(Tone::Note, words::RETURNED);
                self.save();
                self.pump();
            }
            Err(error) => self.said.say(Tone::Note, words::broken_record(&error)),
        }
    }

    /// Keeps the game that is left, if there is something in it to keep; tells whether there was.
    fn leave(&mut self, now: u64) -> bool {
        let begun = self.moves() > 0 && self.view.outcome.is_none();
        if begun {
            self.count_ended(End::Left, now);
            self.previous = Some(self.kept(now));
        }
        begun
    }
}
