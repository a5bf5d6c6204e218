use super::Rng;

/// What chance does in a packed game.
pub(super) trait Luck {
    /// Two dice, each from 1 to 6.
    fn roll(&mut self) -> [u8; 2];

    /// Puts the new stock in order; its last card is drawn first.
    fn shuffle(&mut self, cards: &mut [u8]);
}

/// Chance of an imagined game. Dice and cards have streams of their own, so that two ways to play the same world meet the
/// same dice even if one of them needs an earlier reshuffle.
#[derive(Clone, Copy)]
pub(super) struct Fate {
    dice: Rng,
    cards: Rng,
}

impl Fate {
    pub(super) fn new(rng: &mut Rng) -> Fate {
        Fate { dice: Rng::new(rng.next()), cards: Rng::new(rng.next()) }
    }
}

impl Luck for Fate {
    #[inline]
    fn roll(&mut self) -> [u8; 2] {
        let roll = self.dice.below(36) as u8;
        [roll / 6 + 1, roll % 6 + 1]
    }

    fn shuffle(&mut self, cards: &mut [u8]) {
        self.cards.shuffle(cards);
    }
}
