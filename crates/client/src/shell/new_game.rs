//! Starting, restarting, importing and leaving games.

use cards::DealId;
use table::{Entry, Game, Origin, Seat, Table, Turn};
use text::Text;

use super::{ConfigOf, MoveOf, Play, Player, SavedGame, Session, Tone};
use crate::statistics::End;
use crate::words;

/// A game to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame<C> {
    /// The options.
    pub config: C,
    /// The deal; a random one if there is none.
    pub deal: Option<DealId>,
    /// Who sits where, from seat A on.
    pub players: Vec<Player>,
}

impl<C> NewGame<C> {
    /// A game for one player.
    #[must_use]
    pub fn solo(config: C, deal: Option<DealId>) -> NewGame<C> {
        NewGame { config, deal, players: vec![Player::person()] }
    }

    /// The same game, if there is a player on each seat.
    pub(super) fn checked<G: Game<Config = C>>(self) -> Result<NewGame<C>, Text> {
        let seats = usize::from(G::new(&self.config).seats());
        if self.players.len() == seats { Ok(self) } else { Err(words::SEATS_MISSING) }
    }
}

impl<P: Play> Session<P> {
    /// The options of the game.
    #[must_use]
    pub fn config(&self) -> ConfigOf<P> {
        P::config(&self.view)
    }

    pub(super) fn begin(&mut self, game: NewGame<ConfigOf<P>>, now: u64) {
        let NewGame { config, deal, players } = match game.checked::<P::Game>() {
            Ok(game) => game,
            Err(error) => return self.said.say(Tone::Note, error),
        };
        let Some(deal) = deal.or_else(|| P::choose_deal(self, &config)) else { return };
        self.deal(config, deal.into(), players, None, now);
    }

    /// Starts another game with the same players.
    pub(super) fn again(&mut self, now: u64) {
        let config = P::next_config(&self.view);
        let players = self.players.clone();
        let Some(deal) = P::choose_deal(self, &config) else { return };
        self.deal(config, deal.into(), players, None, now);
    }

    /// Starts the same deal again.
    pub(super) fn restart(&mut self, now: u64) {
        let Some(table) = self.link.table() else { return };
        let (config, players, certificate) = (self.config(), self.players.clone(), P::certificate(self));
        let again = match table.record().origin.clone() {
            origin @ Origin::Deal(_) => Table::new(config, origin).ok(),
            // Only the record knows the cards of a table with a secret key.
            Origin::Secret(_) | Origin::Fair(_) | Origin::Hash(_) if P::DEALS_ONCE => beginning(table),
            Origin::Secret(_) | Origin::Fair(_) | Origin::Hash(_) => None,
        };
        let Some(again) = again else { return self.said.say(Tone::Note, words::NO_KEY) };
        self.count_ended(End::Restarted, now);
        self.leave(now);
        self.sit_down(again, players, certificate);
        self.start(now);
        // With other players, the announcement of who begins stays.
        match self.is_solo() {
            true => self.said.say(Tone::Note, words::RESTARTED),
            false => self.said.add(Tone::Note, words::RESTARTED),
        }
    }

    /// Deals a game, and keeps the previous one for later.
    pub(crate) fn deal(
        &mut self,
        config: ConfigOf<P>,
        origin: Origin,
        players: Vec<Player>,
        certificate: Option<Vec<MoveOf<P>>>,
        now: u64,
    ) {
        match Table::<P::Game>::new(config, origin) {
            Ok(table) => {
                let left = self.leave(now);
                self.sit_down(table, players, certificate);
                self.start(now);
                if left {
                    self.said.add(Tone::Note, words::KEPT);
                }
            }
            Err(error) => self.said.say(Tone::Note, error.text()),
        }
    }

    /// Completes a deal: plays the automatic moves, which cannot be undone, then announces and saves the
    /// game.
    pub(super) fn start(&mut self, now: u64) {
        while let Some(mv) = P::automatic_move(self) {
            self.play(Seat::A, mv, true);
        }
        P::announce_deal(self);
        self.rest(now);
        self.save();
        P::ask_next(self);
        self.proceed(now);
    }

    /// Resumes a game from a record. An invalid record changes nothing.
    pub fn import(&mut self, record: &str, now: u64) -> Result<(), Text> {
        let saved = SavedGame::imported(record, self.players.clone());
        let (mut table, players) = saved.table::<P>().map_err(|error| words::broken_record(&error))?;
        table.settle().map_err(|error| error.text())?;
        if matches!(table.turn(), Turn::Chance(_)) {
            return Err(words::NO_KEY);
        }
        self.leave(now);
        self.sit_down(table, players, None);
        self.said.say(Tone::Note, words::IMPORTED);
        self.save();
        P::ask_next(self);
        self.proceed(now);
        Ok(())
    }

    /// Swaps this game with the one that was left last.
    pub(super) fn return_to_previous(&mut self, now: u64) {
        let Some(saved) = self.previous.take() else {
            return self.said.say(Tone::Note, words::NO_PREVIOUS);
        };
        match saved.table::<P>() {
            Ok((table, players)) => {
                self.leave(now);
                self.sit_down(table, players, None);
                self.take_up(saved);
                self.count(now);
                self.said.say(Tone::Note, words::RETURNED);
                self.save();
                P::ask_next(self);
                self.proceed(now);
            }
            Err(error) => self.said.say(Tone::Note, words::broken_record(&error)),
        }
    }

    /// Keeps the current game for later, if a person has made a move and it is not over; returns whether it
    /// did.
    fn leave(&mut self, now: u64) -> bool {
        let begun = !self.is_over() && P::moves(self) > 0;
        self.count_ended(End::Left, now);
        if begun {
            self.previous = Some(self.saved_game(now));
        }
        begun
    }
}

/// The table as it was dealt.
pub(crate) fn beginning<G: Game>(table: &Table<G>) -> Option<Table<G>> {
    let record = table.record();
    let mut start = Table::open(record.config.clone(), record.origin.clone());
    for entry in record.entries.iter().take_while(|entry| matches!(entry, Entry::Chance(_))) {
        start.enter(entry.clone()).ok()?;
    }
    Some(start)
}
