use bots::savannah::Simple;
use cards::ChanceKind;
use games::savannah::{Config, Move, Savannah};
use table::{Ending, Game, Seat};

use super::{Figure, Tally};

/// What came of games of Savannah.
#[derive(Default)]
pub(super) struct Games {
    seats: u64,
    /// In parts of 840, which can be shared by any number of seats.
    wins: [u64; Seat::MOST],
    wins_of_first: u64,
    shared: u64,
    capped: u64,
    unfinished: u64,
    rounds: u64,
    longest: u64,
    turns: u64,
    plays: u64,
    reshuffles: u64,
}

const WHOLE: u64 = 840;

/// Without the limit of V14 a game may have no end.
const MOST_ROUNDS: u32 = 10_000;

/// One game with the simple player in every seat.
pub(super) fn play(config: Config, deal: u64) -> Games {
    let (mut turns, mut plays, mut reshuffles) = (0, 0, 0);
    let game = super::game::run::<Savannah>(
        &config,
        deal,
        |game, seat| {
            let mv = Simple::pick(game.sight(seat)).filter(|_| game.public().round <= MOST_ROUNDS);
            plays += u64::from(matches!(mv, Some(Move::Play { .. })));
            mv
        },
        |kind| {
            turns += u64::from(kind == ChanceKind::Roll);
            reshuffles += u64::from(kind == ChanceKind::Reshuffle);
        },
    );
    let public = game.public();
    let round = u64::from(public.round);
    let mut games = Games {
        seats: config.seats().into(),
        rounds: round,
        longest: round,
        turns,
        plays,
        reshuffles,
        ..Games::default()
    };
    let Some(outcome) = game.outcome() else {
        return Games { unfinished: 1, ..games };
    };
    let part = WHOLE / outcome.winners.count().max(1) as u64;
    for seat in outcome.winners.iter() {
        games.wins[seat.number()] = part;
        games.wins_of_first += if Some(seat) == public.first { part } else { 0 };
    }
    games.shared = u64::from(outcome.winners.count() > 1);
    // A win in the middle of a turn is S18; only the end of a turn can end the game otherwise.
    let won = public.players.iter().any(|(_, player)| player.left() == 0);
    games.capped = u64::from(matches!(outcome.ending, Ending::Rule(_)) && !won);
    games
}

impl Tally for Games {
    fn add(mut self, other: Games) -> Games {
        for (wins, more) in self.wins.iter_mut().zip(other.wins) {
            *wins += more;
        }
        Games {
            seats: self.seats.max(other.seats),
            wins: self.wins,
            wins_of_first: self.wins_of_first + other.wins_of_first,
            shared: self.shared + other.shared,
            capped: self.capped + other.capped,
            unfinished: self.unfinished + other.unfinished,
            rounds: self.rounds + other.rounds,
            longest: self.longest.max(other.longest),
            turns: self.turns + other.turns,
            plays: self.plays + other.plays,
            reshuffles: self.reshuffles + other.reshuffles,
        }
    }

    fn figures(&self, games: u64) -> Vec<(String, Figure)> {
        let share = |wins: u64| Figure::share(wins as f64 / WHOLE as f64, games);
        let mut figures: Vec<(String, Figure)> = Seat::all(self.seats as u8)
            .map(|seat| (format!("won by {seat}"), share(self.wins[seat.number()])))
            .collect();
        let more = [
            ("won by who began", share(self.wins_of_first)),
            ("shared wins", Figure::Count(self.shared)),
            ("ended by the last round", Figure::share(self.capped as f64, games)),
            ("unfinished", Figure::Count(self.unfinished)),
            ("turns a player", Figure::mean(self.turns, games * self.seats.max(1))),
            ("rounds a game", Figure::mean(self.rounds, games)),
            ("longest game in rounds", Figure::Count(self.longest)),
            ("plays a turn", Figure::mean(self.plays, self.turns)),
            ("reshuffles a game", Figure::mean(self.reshuffles, games)),
        ];
        figures.extend(more.into_iter().map(|(name, figure)| (name.to_owned(), figure)));
        figures
    }
}
