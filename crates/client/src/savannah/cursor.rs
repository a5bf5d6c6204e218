//! The keyboard cursor. The other players' piles are one row, the middle is another, and the player's own
//! piles and hand are the third.

use games::savannah::Foundation;

use super::{Place, Session};
use crate::shell::Direction;

impl Session {
    fn rows(&self) -> [Vec<Place>; 3] {
        let near = self.near();
        let piles = |seat| [Place::Reserve(seat), Place::Discard(seat)];
        let far = near.others(self.config().seats()).into_iter().flat_map(piles).collect();
        let middle = [Place::Stock].into_iter().chain(Foundation::ALL.map(Place::Foundation)).collect();
        let hand = self.view.public().players.get(near).map_or(0, |player| player.hand.len());
        let own = piles(near).into_iter().chain((0..hand as u8).map(Place::Hand)).collect();
        [far, middle, own]
    }

    /// The next place in a direction.
    pub(super) fn walked(&self, direction: Direction) -> Place {
        let rows = self.rows();
        let find = |row: &Vec<Place>| row.iter().position(|place| *place == self.cursor);
        let (row, at) =
            rows.iter().enumerate().find_map(|(row, places)| Some((row, find(places)?))).unwrap_or((2, 0));
        let beside = |to: usize| {
            let (from, to) = (&rows[row], &rows[to]);
            // The place at the same relative position in its row.
            let step = (at * 2 + 1) * to.len() / (from.len().max(1) * 2);
            to.get(step.min(to.len().saturating_sub(1))).copied()
        };
        let next = match direction {
            Direction::Left => at.checked_sub(1).and_then(|at| rows[row].get(at)).copied(),
            Direction::Right => rows[row].get(at + 1).copied(),
            Direction::Up => row.checked_sub(1).and_then(beside),
            Direction::Down => (row < 2).then(|| beside(row + 1)).flatten(),
            Direction::First => rows[0].first().copied(),
            Direction::Last => rows[2].last().copied(),
        };
        next.unwrap_or(self.cursor)
    }

    /// The place itself, or the last card of the hand if it is gone.
    pub(super) fn clamped(&self, place: Place) -> Place {
        let rows = self.rows();
        let exists = rows.iter().flatten().any(|other| *other == place);
        if exists { place } else { rows[2].last().copied().unwrap_or(Place::Stock) }
    }
}
