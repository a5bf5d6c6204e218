use rand_mt::Mt;

use crate::{Card, PACK, Rank, Source, Suit};

/// The deal of the research solver Solvitaire with a seed, in the order of
/// [`crate::DealId::Cards`].
///
/// The generator is `std::mt19937`. The pack starts sorted by rank (A…K), then by suit (C, H, S,
/// D). It is shuffled by Fisher–Yates from the back, with
/// `boost::random::uniform_int_distribution`. Cards are then taken from the back of the pack: first
/// 24 for the stock, of which the last one taken is drawn first; then row by row, each from column
/// 7 leftwards to the column with the number of the row.
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
    for (place, card) in destinations().zip(pack.into_iter().rev()) {
        dealt[place] = card;
    }
    dealt
}

/// The destination of each card, in the order in which the cards are taken from the pack.
fn destinations() -> impl Iterator<Item = usize> {
    let stock = (28..52).rev();
    // Column k (from 0) has k + 1 cards, so it starts at index k(k + 1)/2.
    let rows = (0..7).flat_map(|row| (row..7).rev().map(move |column| column * (column + 1) / 2 + row));
    stock.chain(rows)
}

/// The Mersenne Twister with Boost's bounded draw.
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
