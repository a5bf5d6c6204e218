use cards::DealId;

/// Deal numbers that chance chooses are below this, so that people can read them to each other.
const NUMBERS: u64 = 1_000_000_000;

/// The next random number (SplitMix64): it chooses deals and names games, and no cards are made of it.
pub(crate) fn random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The number of a random deal.
pub(crate) fn deal_number(seed: &mut u64) -> u64 {
    random(seed) % NUMBERS
}

/// A random deal.
pub(crate) fn random_deal(seed: &mut u64) -> DealId {
    DealId::V1(deal_number(seed))
}
