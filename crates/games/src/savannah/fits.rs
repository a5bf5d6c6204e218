use cards::Rank;

/// Whether a card may be played on a foundation. Only ranks matter, suits do not (S12–S16). `sum`
/// is the sum of the dice, or 0 before they are rolled.
#[inline]
#[must_use]
pub const fn fits(card: Rank, top: Rank, sum: u8, ace_on_ace: bool) -> bool {
    match top {
        // S13: any card may be played on a king.
        Rank::King => true,
        // S16: only a two or, under V7, another ace.
        Rank::Ace => matches!(card, Rank::Two) || ace_on_ace && matches!(card, Rank::Ace),
        // S15, S12, S14.
        _ => matches!(card, Rank::Ace) || card.number() == top.number() + 1 || top.number() == sum,
    }
}
