use anyhow::{Result, bail};
use bots::savannah::Level;
use cpu_time::ThreadTime;
use games::savannah::{Config, Move, Savannah};
use table::{Eye, Game, Seat};

use super::seating::Seating;
use crate::game;
use crate::savannah::wins::{self, MOST_ROUNDS, WHOLE};
use bots::random_stream;

/// What came of one deal that was played once in every rotation of the players: with the same cards and the same dice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Bout {
    /// What each player has won, in parts of a win.
    pub(super) points: Vec<u64>,
    /// How many games were shared, were ended by the last round, and were broken off.
    pub(super) shared: u64,
    pub(super) capped: u64,
    pub(super) unfinished: u64,
    /// The processor time of each turn in nanoseconds, by player.
    pub(super) turns: Vec<Vec<u64>>,
}

impl Bout {
    /// Plays the deal.
    pub(super) fn play(config: &Config, seating: &Seating, deal: u64) -> Result<Bout> {
        let players = seating.players();
        let mut bout = Bout {
            points: vec![0; players.len()],
            turns: vec![Vec::new(); players.len()],
            ..Bout::default()
        };
        for seats in seating.rotations() {
            let who = |seat: Seat| players.iter().position(|player| *player == seats[seat.number()]);
            let (game, turns) = play(config, &seats, deal)?;
            let outcome = game.outcome();
            // A game without an end is shared by all.
            let winners =
                outcome.map_or_else(|| Seat::all(config.seats()).collect(), |outcome| outcome.winners);
            for (seat, part) in Seat::all(config.seats()).zip(wins::parts(winners)) {
                bout.points[who(seat).unwrap_or(0)] += part;
            }
            bout.shared += u64::from(outcome.is_some() && winners.count() > 1);
            bout.capped += u64::from(wins::is_capped(game.public()));
            bout.unfinished += u64::from(outcome.is_none());
            for (seat, nanoseconds) in turns {
                bout.turns[who(seat).unwrap_or(0)].push(nanoseconds);
            }
        }
        Ok(bout)
    }

    /// What share of its games a player has won.
    pub(super) fn share(&self, player: usize) -> f64 {
        let all: u64 = self.points.iter().sum();
        self.points[player] as f64 / all.max(WHOLE) as f64
    }
}

/// A game, and the processor time of each turn.
fn play(config: &Config, seats: &[Level], deal: u64) -> Result<(Savannah, Vec<(Seat, u64)>)> {
    let mut minds: Vec<_> = Seat::all(config.seats())
        .zip(seats)
        .map(|(seat, level)| (level.player(), random_stream(deal, seat)))
        .collect();
    let mut turns = Vec::new();
    let mut spent = 0;
    let mut last = None;
    let choose = |game: &Savannah, seat: Seat| {
        if game.public().round > MOST_ROUNDS {
            return None;
        }
        let (player, thoughts) = minds.get_mut(seat.number())?;
        let view = game.view(Eye::Seat(seat));
        let start = ThreadTime::now();
        let mv = player.choose(&view, thoughts, &mut || false);
        spent += start.elapsed().as_nanos() as u64;
        last = Some((seat, mv));
        if let Some(Move::Discard(_) | Move::End) = mv {
            turns.push((seat, std::mem::take(&mut spent)));
        }
        mv
    };
    let game = game::run::<Savannah>(config, deal, choose, |_| {});
    // A turn that wins has no end.
    if let (Some((seat, _)), 1..) = (last, spent) {
        turns.push((seat, spent));
    }
    if let (Some((seat, mv)), None, ..=MOST_ROUNDS) = (last, game.outcome(), game.public().round) {
        let level = seats[seat.number()];
        let mv = mv.map_or_else(|| "no move".to_owned(), |mv| format!("{mv}, which is not legal"));
        bail!(
            "a fault of {level}: in deal v1:{deal} it chose {mv} as {seat} in round {}",
            game.public().round
        );
    }
    Ok((game, turns))
}
