//! The random events of a packed game.

use super::Rng;

/// Supplies the random events of a packed game.
pub(super) trait Randomness {
    /// Two dice, each from 1 to 6.
    fn roll(&mut self) -> [u8; 2];

    /// Shuffles the new stock. Its last card is drawn first.
    fn shuffle(&mut self, cards: &mut [u8]);
}

/// The random events of a simulated game. Dice and cards have separate streams, so that two plans
/// in the same world get the same dice even if one of them needs a reshuffle earlier.
#[derive(Clone, Copy)]
pub(super) struct SimulatedRandomness {
    dice: Rng,
    cards: Rng,
}

impl SimulatedRandomness {
    pub(super) fn new(rng: &mut Rng) -> SimulatedRandomness {
        SimulatedRandomness { dice: Rng::new(rng.next()), cards: Rng::new(rng.next()) }
    }
}

impl Randomness for SimulatedRandomness {
    #[inline]
    fn roll(&mut self) -> [u8; 2] {
        let roll = self.dice.below(36) as u8;
        [roll / 6 + 1, roll % 6 + 1]
    }

    fn shuffle(&mut self, cards: &mut [u8]) {
        self.cards.shuffle(cards);
    }
}
