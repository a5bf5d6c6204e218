use bots::klondike::KlondikeBot;
use games::klondike::{Config, Klondike, Move, View};
use table::{Game, Seat};

use super::{Figure, Tally};
use crate::play::play_game;

/// Counts of games of Klondike.
#[derive(Default)]
pub(super) struct Games {
    won: u64,
    stuck: u64,
    up: u64,
    moves: u64,
    passes: u64,
}

/// The player gives up after this many moves without progress. Draws do not count; starting another pass
/// through the stock does, and so does emptying a column for a king.
const MAX_IDLE_MOVES: u32 = 3;

/// Plays one game with the simple player, who gives up when there is no more progress.
pub(super) fn play(config: Config, deal: u64) -> Games {
    let (mut moves, mut idle, mut last, mut best) = (0, 0, None, 0);
    let game = play_game::<Klondike>(
        &config,
        deal,
        |game, seat| {
            let view = game.sight(seat);
            let now = progress(view);
            match last {
                _ if now > best => idle = 0,
                None | Some(Move::Draw) => {}
                Some(_) => idle += 1,
            }
            best = best.max(now);
            last = KlondikeBot::pick(view).filter(|_| idle < MAX_IDLE_MOVES);
            moves += u64::from(last.is_some());
            last
        },
        |_| {},
    );
    let view = game.sight(Seat::A);
    let won = game.outcome().is_some_and(|outcome| !outcome.winners.is_empty());
    Games {
        won: won.into(),
        stuck: u64::from(!won && (view.is_stuck() || game.outcome().is_some())),
        up: view.foundations.0.iter().copied().map(u64::from).sum(),
        moves,
        passes: view.pass.into(),
    }
}

/// Grows with every card that goes to a foundation, is turned face up or leaves stock and waste. No move of
/// the simple player reduces it.
fn progress(view: &View) -> usize {
    let up: usize = view.foundations.0.iter().copied().map(usize::from).sum();
    let down: usize = view.columns.0.iter().map(|pile| usize::from(pile.face_down)).sum();
    (up + 52).saturating_sub(down + view.stock.len() + view.waste.len())
}

impl Tally for Games {
    fn add(self, other: Games) -> Games {
        Games {
            won: self.won + other.won,
            stuck: self.stuck + other.stuck,
            up: self.up + other.up,
            moves: self.moves + other.moves,
            passes: self.passes + other.passes,
        }
    }

    fn figures(&self, games: u64) -> Vec<(String, Figure)> {
        let figures = [
            ("won", Figure::share(self.won as f64, games)),
            ("games won", Figure::Count(self.won)),
            ("stuck at the end", Figure::share(self.stuck as f64, games)),
            ("cards on the foundations", Figure::mean(self.up, games)),
            ("moves a game", Figure::mean(self.moves, games)),
            ("passes a game", Figure::mean(self.passes, games)),
        ];
        figures.into_iter().map(|(name, figure)| (name.to_owned(), figure)).collect()
    }
}
