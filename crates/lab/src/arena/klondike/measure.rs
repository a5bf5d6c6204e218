use std::path::Path;

use bots::klondike::{KlondikePlayer, PlayerBudget};
use bots::{Bot, random_stream};
use cards::DealId;
use cpu_time::ThreadTime;
use games::klondike::{Config, Klondike};
use solver::Verdict;
use table::{Game, Seat, Table};

use super::report::PlayerReport;
use super::row::{GameResult, GameRow};
use crate::survey::{DealRange, DealRun, DealRunResult, NumberedDeal, SurveyError};
use crate::{SolveLimits, StopFlag};

/// Which player to measure, and on which deals.
pub struct MeasureOptions<'a> {
    /// The options of the game.
    pub config: Config,
    /// What the player may spend on each decision.
    pub budget: PlayerBudget,
    /// The deals.
    pub deals: DealRange,
    /// What the solver may use to find out whether a lost game could have been won; `None` not to ask it.
    pub solve: Option<SolveLimits>,
    /// How many threads to use; 0 stands for one per processor.
    pub threads: usize,
    /// The file to write or resume.
    pub out: Option<&'a Path>,
}

/// Lets a player play the deals that are not in the file yet. After a stop request, the games that are over
/// are kept.
pub fn measure(options: &MeasureOptions<'_>, stop: &StopFlag) -> Result<PlayerReport, SurveyError> {
    let run = DealRun { deals: options.deals, threads: options.threads, out: options.out };
    let work = |deal| {
        let Some(mut row) = play(options.config, options.budget, deal, stop)? else { return Ok(None) };
        if let Some(limits) = options.solve.filter(|_| row.result == GameResult::Lost) {
            let table = Table::<Klondike>::new(options.config, DealId::from(deal))?;
            let solved = limits.solve(table.game(), stop);
            if stop.is_requested() {
                return Ok(None);
            }
            if solved.answer.verdict == Verdict::Lost {
                row.result = GameResult::Unwinnable;
            }
        }
        Ok(Some(row))
    };
    let DealRunResult { rows, done, is_complete, took } = run.run(work, stop)?;
    Ok(PlayerReport::new(&rows, done, is_complete, took))
}

/// No game of a player takes that many moves; a player that wastes moves has lost.
const MAX_MOVES: u64 = 3000;

/// Plays one game; `None` if it was stopped.
pub(super) fn play(
    config: Config,
    budget: PlayerBudget,
    deal: NumberedDeal,
    stop: &StopFlag,
) -> Result<Option<GameRow>, SurveyError> {
    let deal_id = DealId::from(deal);
    let number = match &deal_id {
        DealId::V1(number) => *number,
        DealId::Solvitaire(seed) => u64::from(*seed),
        DealId::Cards(_) => 0,
    };
    let mut game = Table::<Klondike>::new(config, deal_id)?.game().clone();
    let start = ThreadTime::now();
    let mut player = KlondikePlayer::new(budget);
    let mut random = random_stream(number, Seat::A);
    let mut moves = 0;
    while game.outcome().is_none() && moves < MAX_MOVES {
        let mv = player.choose(game.sight(Seat::A), &mut random, &mut || stop.is_requested());
        if stop.is_requested() {
            return Ok(None);
        }
        let Some(mv) = mv.filter(|_| !player.has_given_up()) else { break };
        if game.play(Seat::A, mv).is_err() {
            return Err(SurveyError::IllegalMove { deal, mv: mv.to_string() });
        }
        moves += 1;
    }
    let won = game.outcome().is_some_and(|outcome| !outcome.winners.is_empty());
    let result = if won { GameResult::Won } else { GameResult::Lost };
    let cpu_ms = 1e3 * start.elapsed().as_secs_f64();
    Ok(Some(GameRow { deal, result, moves, nodes: player.nodes(), cpu_ms }))
}
