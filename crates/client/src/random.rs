use cards::DealId;

/// The upper bound of random deal numbers, so that players can tell them to each other.
const DEAL_NUMBER_BOUND: u64 = 1_000_000_000;

/// The next random number (SplitMix64). It chooses deal numbers and ids of games; it never shuffles cards.
pub(crate) fn random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A random deal number.
pub(crate) fn deal_number(seed: &mut u64) -> u64 {
    random(seed) % DEAL_NUMBER_BOUND
}

/// A random deal.
pub(crate) fn random_deal(seed: &mut u64) -> DealId {
    DealId::V1(deal_number(seed))
}
