//! What happened at a table elsewhere, told in words that can be said in any language. What comes from there is a sentence in English, for those who have no
//! views before and after it.

use bots::savannah::reason;
use cards::Text;
use games::savannah::{Move, View, tell_end_of_turn, tell_move, tell_roll};
use table::{Eye, Seat};
use wire::{News, What};

use super::Line;
use crate::words::{online, savannah};

/// All that happened between two views, the oldest first.
pub(super) fn lines(before: Option<&View>, news: &[News], after: &View) -> Vec<Line> {
    let moves = news.iter().filter(|news| matches!(news.what, What::Move(_))).count();
    let between = Between { before: before.filter(|_| moves <= 1), after, moves, alone: news.len() == 1 };
    news.iter().map(|news| between.line(news)).collect()
}

struct Between<'a> {
    /// The view before all of it, where at most one move was made since.
    before: Option<&'a View>,
    after: &'a View,
    moves: usize,
    /// Whether it is one thing.
    alone: bool,
}

impl Between<'_> {
    fn line(&self, news: &News) -> Line {
        let told = news.seat.and_then(|seat| self.told(seat, news.what)).or_else(|| self.chance(news));
        Line {
            round: news.round,
            seat: news.seat.filter(|_| matches!(news.what, What::Move(_) | What::Resign)),
            told: told.unwrap_or_else(|| Text::name(&news.told)),
            why: news.why.as_ref().map(|why| self.why(news, why)),
        }
    }

    fn you(&self) -> Option<Seat> {
        match self.after.eye() {
            Eye::Seat(seat) => Some(seat),
            Eye::Spectator => None,
        }
    }

    fn told(&self, seat: Seat, what: What) -> Option<Text> {
        match what {
            What::Move(mv @ (Move::Discard(_) | Move::End)) => Some(tell_end_of_turn(self.after, seat, mv)),
            What::Move(mv) => {
                let before = self.before.filter(|_| self.alone)?;
                Some(tell_move(before, seat, mv, self.after))
            }
            // Who has rolled has drawn, and nothing more: it is the last thing that happened.
            What::Roll(dice) if self.moves <= 1 && self.after.public().seat == seat => {
                Some(tell_roll(self.before, seat, dice, self.after))
            }
            What::Roll(_) => None,
            What::Begin => Some(online::begins(seat, self.you())),
            What::Resign => Some(savannah::resigned(seat, self.you())),
            What::Away => Some(online::replaced(seat, self.you())),
            What::Back => Some(online::back(seat, self.you())),
            What::Silent => Some(online::silent(seat, self.you())),
            What::Deal | What::Reshuffle => None,
        }
    }

    fn chance(&self, news: &News) -> Option<Text> {
        match news.what {
            What::Deal => Some(online::DEALT),
            What::Reshuffle => Some(online::SHUFFLED),
            _ => None,
        }
    }

    fn why(&self, news: &News, why: &str) -> Text {
        match (news.what, self.before) {
            (What::Move(mv), Some(before)) if self.moves == 1 => reason(before.public(), mv, self.you()),
            _ => Text::name(why),
        }
    }
}
