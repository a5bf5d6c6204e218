use bots::Level;
use bots::random_stream;
use cpu_time::ThreadTime;
use games::savannah::{Config, Move, Savannah};
use table::{Eye, Game, Seat};

use super::seating::Seating;
use crate::play::play_game;
use crate::wins::{self, MAX_ROUNDS, PARTS_PER_WIN};

/// The results of one deal, played once for every rotation of the players with the same cards and dice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct DealResult {
    /// What each player has won, in parts of a win.
    pub(super) points: Vec<u64>,
    /// How many games have several winners.
    pub(super) shared: u64,
    /// How many games were ended by the last round (V14).
    pub(super) ended_by_last_round: u64,
    /// How many games were abandoned after [`MAX_ROUNDS`].
    pub(super) unfinished: u64,
    /// The processor time of each turn in nanoseconds, by player.
    pub(super) turns: Vec<Vec<u64>>,
}

/// A bug in a player: it chose no move, or one that the rules refuse.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{player} broke the rules: in deal v1:{deal} it chose {} as {seat} in round {round}", describe(.choice))]
pub struct BadMove {
    player: Level,
    deal: u64,
    choice: Option<Move>,
    seat: Seat,
    round: u32,
}

fn describe(choice: &Option<Move>) -> String {
    choice.map_or_else(|| "no move".to_owned(), |mv| format!("{mv}, which is not legal"))
}

impl DealResult {
    /// Plays the deal in all rotations.
    pub(super) fn play(config: &Config, seating: &Seating, deal: u64) -> Result<DealResult, BadMove> {
        let players = seating.players();
        let mut result = DealResult {
            points: vec![0; players.len()],
            turns: vec![Vec::new(); players.len()],
            ..DealResult::default()
        };
        for seats in seating.rotations() {
            let player_at = |seat: Seat| players.iter().position(|player| *player == seats[seat.number()]);
            let (game, turns) = play(config, &seats, deal)?;
            let outcome = game.outcome();
            // All players share the win of an unfinished game.
            let winners =
                outcome.map_or_else(|| Seat::all(config.seats()).collect(), |outcome| outcome.winners);
            for (seat, part) in Seat::all(config.seats()).zip(wins::parts(winners)) {
                result.points[player_at(seat).unwrap_or(0)] += part;
            }
            result.shared += u64::from(outcome.is_some() && winners.count() > 1);
            result.ended_by_last_round += u64::from(wins::ended_by_last_round(game.public()));
            result.unfinished += u64::from(outcome.is_none());
            for (seat, nanoseconds) in turns {
                result.turns[player_at(seat).unwrap_or(0)].push(nanoseconds);
            }
        }
        Ok(result)
    }

    /// The share of the deal's games that a player has won.
    pub(super) fn share(&self, player: usize) -> f64 {
        let all: u64 = self.points.iter().sum();
        self.points[player] as f64 / all.max(PARTS_PER_WIN) as f64
    }
}

/// Plays one game, and measures the processor time of each turn in nanoseconds.
fn play(config: &Config, seats: &[Level], deal: u64) -> Result<(Savannah, Vec<(Seat, u64)>), BadMove> {
    let mut minds: Vec<_> = Seat::all(config.seats())
        .zip(seats)
        .map(|(seat, level)| (bots::savannah::player(*level), random_stream(deal, seat)))
        .collect();
    let mut turns = Vec::new();
    let mut spent = 0;
    let mut last = None;
    let choose = |game: &Savannah, seat: Seat| {
        if game.public().round > MAX_ROUNDS {
            return None;
        }
        let (player, stream) = minds.get_mut(seat.number())?;
        let view = game.view(Eye::Seat(seat));
        let start = ThreadTime::now();
        let mv = player.choose(&view, stream, &mut || false);
        spent += start.elapsed().as_nanos() as u64;
        last = Some((seat, mv));
        if let Some(Move::Discard(_) | Move::End) = mv {
            turns.push((seat, std::mem::take(&mut spent)));
        }
        mv
    };
    let game = play_game::<Savannah>(config, deal, choose, |_| {});
    // A turn that wins the game has no closing move.
    if let (Some((seat, _)), 1..) = (last, spent) {
        turns.push((seat, spent));
    }
    let round = game.public().round;
    if let (Some((seat, choice)), None, ..=MAX_ROUNDS) = (last, game.outcome(), round) {
        return Err(BadMove { player: seats[seat.number()], deal, choice, seat, round });
    }
    Ok((game, turns))
}
