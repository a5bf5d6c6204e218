use cards::Rank;
use games::savannah::{ByFoundation, fits};

use super::Ranks;

/// Which ranks go on which in this turn (S12–S16): [`games::savannah::fits`], for whole sets at once.
#[derive(Clone, Copy)]
pub(super) struct Fit {
    /// What goes on each rank, from the ace on.
    on: &'static [Ranks; 13],
    /// What any card goes on: kings, and what the dice open.
    wild: Ranks,
    ace_on_ace: bool,
}

/// What goes on each rank, for each sum of the dice, without and with ace on ace.
static ON: [[[Ranks; 13]; 13]; 2] = [table(false), table(true)];

const fn table(ace_on_ace: bool) -> [[Ranks; 13]; 13] {
    let mut on = [[Ranks::NONE; 13]; 13];
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
        let opened = Rank::from_number(sum).map_or(Ranks::NONE, Ranks::of);
        Fit {
            on: &ON[usize::from(ace_on_ace)][usize::from(sum)],
            wild: Ranks::of(Rank::King) | opened,
            ace_on_ace,
        }
    }

    /// What goes on a top.
    #[inline]
    pub(super) fn on(self, top: Rank) -> Ranks {
        self.on[top as usize - 1]
    }

    /// What goes on one of three tops.
    #[inline]
    pub(super) fn on_any(self, tops: ByFoundation<Rank>) -> Ranks {
        let [first, second, third] = tops.0;
        self.on(first) | self.on(second) | self.on(third)
    }

    /// What one of these goes on.
    #[inline]
    pub(super) fn under(self, cards: Ranks) -> Ranks {
        let ace = match (cards.has(Rank::Ace), self.ace_on_ace) {
            (false, _) => Ranks::NONE,
            (true, true) => Ranks::ALL,
            (true, false) => Ranks::ALL.without(Rank::Ace),
        };
        if cards.is_empty() { Ranks::NONE } else { self.wild | cards.below() | ace }
    }
}

#[cfg(test)]
mod tests {
    use cards::Rank;
    use games::savannah::fits;

    use super::{Fit, Ranks};

    #[test]
    fn sets_of_ranks_fit_as_single_cards_do() {
        for sum in 2..=12 {
            for ace_on_ace in [true, false] {
                let fit = Fit::new(sum, ace_on_ace);
                for top in Rank::ALL {
                    for card in Rank::ALL {
                        let fits = fits(card, top, sum, ace_on_ace);
                        assert_eq!(fit.on(top).has(card), fits, "{card} on {top} with {sum}");
                        assert_eq!(fit.under(Ranks::of(card)).has(top), fits, "{card} on {top} with {sum}");
                    }
                }
            }
        }
    }
}
