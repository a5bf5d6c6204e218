//! Which ranks can be played on which, for sets of ranks.

use cards::Rank;
use games::savannah::{ByFoundation, fits};

use super::RankSet;

/// Which ranks can be played on which in this turn (S12–S16). The same as
/// [`games::savannah::fits`], for sets of ranks.
#[derive(Clone, Copy)]
pub(super) struct Fit {
    /// The ranks that fit on each rank, from the ace on.
    on: &'static [RankSet; 13],
    /// The ranks that accept any card: kings, and the sum of the dice.
    wild: RankSet,
    ace_on_ace: bool,
}

/// The ranks that fit on each rank, for each sum of the dice, without and with ace on ace.
static ON: [[[RankSet; 13]; 13]; 2] = [table(false), table(true)];

const fn table(ace_on_ace: bool) -> [[RankSet; 13]; 13] {
    let mut on = [[RankSet::NONE; 13]; 13];
    let mut at = 0;
    while at < 13 * 13 * 13 {
        let (sum, top, card) = (at / 169, at / 13 % 13, at % 13);
        if fits(Rank::ALL[card], Rank::ALL[top], sum as u8, ace_on_ace) {
            on[sum][top] = on[sum][top].with(Rank::ALL[card]);
        }
        at += 1;
    }
    on
}

impl Fit {
    #[inline]
    pub(super) fn new(sum: u8, ace_on_ace: bool) -> Fit {
        debug_assert!(sum <= 12, "two dice");
        let sum = sum.min(12);
        let opened = Rank::from_number(sum).map_or(RankSet::NONE, RankSet::of);
        Fit {
            on: &ON[usize::from(ace_on_ace)][usize::from(sum)],
            wild: RankSet::of(Rank::King) | opened,
            ace_on_ace,
        }
    }

    /// The ranks that fit on a top.
    #[inline]
    pub(super) fn on(self, top: Rank) -> RankSet {
        self.on[top as usize - 1]
    }

    /// The ranks that fit on at least one of three tops.
    #[inline]
    pub(super) fn on_any(self, tops: ByFoundation<Rank>) -> RankSet {
        let [first, second, third] = tops.0;
        self.on(first) | self.on(second) | self.on(third)
    }

    /// The ranks that at least one of these cards fits on.
    #[inline]
    pub(super) fn under(self, cards: RankSet) -> RankSet {
        let ace = match (cards.contains(Rank::Ace), self.ace_on_ace) {
            (false, _) => RankSet::NONE,
            (true, true) => RankSet::ALL,
            (true, false) => RankSet::ALL.without(Rank::Ace),
        };
        if cards.is_empty() { RankSet::NONE } else { self.wild | cards.below() | ace }
    }
}

#[cfg(test)]
mod tests {
    use cards::Rank;
    use games::savannah::fits;

    use super::{Fit, RankSet};

    #[test]
    fn sets_agree_with_single_cards() {
        for sum in 2..=12 {
            for ace_on_ace in [true, false] {
                let fit = Fit::new(sum, ace_on_ace);
                for top in Rank::ALL {
                    for card in Rank::ALL {
                        let fits = fits(card, top, sum, ace_on_ace);
                        assert_eq!(fit.on(top).contains(card), fits, "{card} on {top} with {sum}");
                        assert_eq!(
                            fit.under(RankSet::of(card)).contains(top),
                            fits,
                            "{card} on {top} with {sum}"
                        );
                    }
                }
            }
        }
    }
}
