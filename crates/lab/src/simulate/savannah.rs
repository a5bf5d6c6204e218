use bots::savannah::Simple;
use cards::ChanceKind;
use games::savannah::{Config, Move, Savannah};
use table::{Game, Seat};

use super::{Figure, Tally};
use crate::play::play_game;
use crate::wins::{self, MAX_ROUNDS, PARTS_PER_WIN};

/// Counts of games of Savannah.
#[derive(Default)]
pub(super) struct Games {
    seats: u64,
    /// By seat, in parts of a win.
    wins: [u64; Seat::COUNT],
    wins_of_starter: u64,
    shared: u64,
    ended_by_last_round: u64,
    unfinished: u64,
    rounds: u64,
    longest: u64,
    turns: u64,
    plays: u64,
    reshuffles: u64,
}

/// Plays one game with the simple player in every seat.
pub(super) fn play(config: Config, deal: u64) -> Games {
    let (mut turns, mut plays, mut reshuffles) = (0, 0, 0);
    let game = play_game::<Savannah>(
        &config,
        deal,
        |game, seat| {
            let mv = Simple::pick(game.sight(seat)).filter(|_| game.public().round <= MAX_ROUNDS);
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
    games.wins = wins::parts(outcome.winners);
    games.wins_of_starter = public.first.map_or(0, |seat| games.wins[seat.number()]);
    games.shared = u64::from(outcome.winners.count() > 1);
    games.ended_by_last_round = u64::from(wins::ended_by_last_round(public));
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
            wins_of_starter: self.wins_of_starter + other.wins_of_starter,
            shared: self.shared + other.shared,
            ended_by_last_round: self.ended_by_last_round + other.ended_by_last_round,
            unfinished: self.unfinished + other.unfinished,
            rounds: self.rounds + other.rounds,
            longest: self.longest.max(other.longest),
            turns: self.turns + other.turns,
            plays: self.plays + other.plays,
            reshuffles: self.reshuffles + other.reshuffles,
        }
    }

    fn figures(&self, games: u64) -> Vec<(String, Figure)> {
        let share = |wins: u64| Figure::share(wins as f64 / PARTS_PER_WIN as f64, games);
        let mut figures: Vec<(String, Figure)> = Seat::all(self.seats as u8)
            .map(|seat| (format!("won by {seat}"), share(self.wins[seat.number()])))
            .collect();
        let more = [
            ("won by who began", share(self.wins_of_starter)),
            ("shared wins", Figure::Count(self.shared)),
            ("ended by the last round", Figure::share(self.ended_by_last_round as f64, games)),
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
