use rand_mt::Mt;

use crate::{Card, PACK, Rank, Source, Suit};

/// The deal that the research solver Solvitaire makes from a seed, in the order of [`crate::DealId::Cards`].
///
/// Recipe: `std::mt19937`; the pack by rank (A…K), within a rank C, H, S, D; Fisher–Yates from the back with
/// `boost::random::uniform_int_distribution`; then cards are taken from the back of the pack: 24 for the stock, of which
/// the last taken is drawn first, then row by row, each from column 7 leftwards to the column of the row's number.
#[must_use]
pub fn solvitaire(seed: u32) -> [Card; 52] {
    let mut pack: Vec<Card> = Rank::ALL
        .into_iter()
        .flat_map(|rank| {
            [Suit::Clubs, Suit::Hearts, Suit::Spades, Suit::Diamonds].map(|suit| Card::new(rank, suit))
        })
        .collect();
    let mut twister = Twister(Mt::new(seed));
    for last in (1..pack.len()).rev() {
        pack.swap(last, twister.below(last as u32 + 1) as usize);
    }

    let mut dealt = PACK;
    for (place, card) in taken_places().zip(pack.into_iter().rev()) {
        dealt[place] = card;
    }
    dealt
}

/// Where the cards go, in the order in which they are taken from the pack.
fn taken_places() -> impl Iterator<Item = usize> {
    let stock = (28..52).rev();
    // Column k (from 0) has k + 1 cards and starts after all those of the columns before it.
    let rows = (0..7).flat_map(|row| (row..7).rev().map(move |column| column * (column + 1) / 2 + row));
    stock.chain(rows)
}

/// The Mersenne twister with Boost's bounded draw.
struct Twister(Mt);

impl Source for Twister {
    fn next(&mut self) -> u32 {
        self.0.next_u32()
    }

    fn below(&mut self, bound: u32) -> u32 {
        let bucket = u32::MAX / bound + u32::from(u32::MAX % bound == bound - 1);
        loop {
            let number = self.next() / bucket;
            if number < bound {
                return number;
            }
        }
    }
}
