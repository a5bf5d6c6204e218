//! Other games.

use cards::DealId;
use games::savannah::{Config, Savannah};
use table::{Origin, Table, Turn};
use text::{Separator, Text};

use super::saved::{Kept, usual};
use super::{Desk, Player};
use crate::random::deal_number;
use crate::statistics::{End, Tally};
use crate::{Clock, Tone, words};

/// What a new game is to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// The options.
    pub config: Config,
    /// The deal; any if there is none.
    pub deal: Option<DealId>,
    /// Who sits where, from seat A on.
    pub players: Vec<Player>,
}

impl NewGame {
    /// The usual game: one person against that many keen bots.
    #[must_use]
    pub fn usual(config: Config) -> NewGame {
        NewGame { config, deal: None, players: usual(config.seats().into()) }
    }

    /// Text that a player typed as the number of a deal; none if it is empty.
    pub fn read_deal(text: &str) -> Result<Option<DealId>, Text> {
        let text = text.trim();
        let name = match text {
            "" => return Ok(None),
            _ if text.bytes().all(|byte| byte.is_ascii_digit()) => format!("v1:{text}"),
            _ => text.to_owned(),
        };
        name.parse().map(Some).map_err(|error: cards::ParseDealError| error.text())
    }

    /// The same game, if there is somebody on each seat.
    pub(super) fn checked(self) -> Result<NewGame, Text> {
        if self.players.len() == usize::from(self.config.seats()) {
            Ok(self)
        } else {
            Err(words::savannah::SEATS_MISSING)
        }
    }
}

pub(super) fn random_deal(seed: &mut u64) -> DealId {
    DealId::V1(deal_number(seed))
}

impl Desk {
    pub(super) fn begin(&mut self, game: NewGame, now: u64) {
        let NewGame { config, deal, players } = match game.checked() {
            Ok(game) => game,
            Err(error) => return self.said.say(Tone::Note, error),
        };
        let deal = deal.unwrap_or_else(|| random_deal(&mut self.seed));
        self.deal(config, deal.into(), players, now);
    }

    /// The same players again: the seat after the one that began begins (V4).
    pub(super) fn again(&mut self, now: u64) {
        let config = self.config();
        let first = self.view.public().first.map(|seat| seat.next(config.seats()));
        let config = config.with_first(first).unwrap_or(config);
        let (deal, players) = (random_deal(&mut self.seed), self.players.clone());
        self.deal(config, deal.into(), players, now);
    }

    pub(super) fn restart(&mut self, now: u64) {
        let origin = self.table().map(|table| table.record().origin.clone());
        let (config, players) = (self.config(), self.players.clone());
        match origin {
            Some(origin @ Origin::Deal(_)) => {
                self.count_ended(End::Restarted);
                self.deal(config, origin, players, now);
            }
            Some(Origin::Secret(_) | Origin::Fair(_) | Origin::Hash(_)) | None => {
                self.said.say(Tone::Note, words::savannah::NO_KEY);
            }
        }
    }

    fn deal(&mut self, config: Config, origin: Origin, players: Vec<Player>, now: u64) {
        match Table::<Savannah>::new(config, origin) {
            Ok(table) => {
                let left = self.leave();
                self.sit_down(table, players);
                self.begin_told(now);
                if left {
                    self.said.add(Tone::Note, words::KEPT);
                }
            }
            Err(error) => self.said.say(Tone::Note, Text::name(error)),
        }
    }

    /// A game has just been dealt: who begins is told.
    pub(super) fn begin_told(&mut self, now: u64) {
        let told = self.log.told(0, self.eye());
        self.said.say(Tone::Done, Text::row(told, Separator::Space));
        self.rolls += 1;
        self.came = super::came::dealt(self.game, &self.view);
        self.rest(now);
        self.save();
        self.go_on(now);
    }

    /// Goes on with a game that came as text. One that cannot be changes nothing.
    pub fn import(&mut self, record: &str, now: u64) -> Result<(), Text> {
        let players = self.players.clone();
        let kept = Kept { record: record.to_owned(), players, spent: 0, id: None, hints: 0 };
        let (mut table, players) = kept.table().map_err(|error| words::broken_record(&error))?;
        table.settle().map_err(Text::name)?;
        if matches!(table.turn(), Turn::Chance(_)) {
            return Err(words::savannah::NO_KEY);
        }
        self.leave();
        self.sit_down(table, players);
        self.said.say(Tone::Note, words::IMPORTED);
        self.save();
        self.go_on(now);
        Ok(())
    }

    /// Changes places with the game that was left last.
    pub(super) fn previous(&mut self, now: u64) {
        let Some(kept) = self.previous.take() else { return self.said.say(Tone::Note, words::NO_PREVIOUS) };
        match kept.table() {
            Ok((table, players)) => {
                self.leave();
                self.sit_down(table, players);
                (self.clock, self.tally) = (Clock::after(kept.spent), Tally::after(kept.id, kept.hints));
                self.said.say(Tone::Note, words::RETURNED);
                self.save();
                self.go_on(now);
            }
            Err(error) => self.said.say(Tone::Note, words::broken_record(&error)),
        }
    }

    /// Keeps the game that is left, if a person has done something in it and it is not over; tells whether there was one.
    fn leave(&mut self) -> bool {
        let begun = self.view.public().outcome.is_none() && self.moves() > 0;
        self.count_ended(End::Left);
        if begun {
            self.previous = Some(self.kept());
        }
        begun
    }
}
