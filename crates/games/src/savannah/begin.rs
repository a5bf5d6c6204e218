use arrayvec::ArrayVec;
use cards::Dice;
use table::Seat;

/// Decides who begins (V4): all roll, in order from A, and those who tie for the highest sum roll
/// again. `None` if the rolls run out. Calls `watch` with the sums of each round of rolls.
pub(super) fn who_begins(
    seats: u8,
    mut roll: impl FnMut() -> Option<Dice>,
    mut watch: impl FnMut(&[(Seat, u8)]),
) -> Option<Seat> {
    let mut rolling: ArrayVec<Seat, { Seat::COUNT }> = Seat::all(seats).collect();
    while rolling.len() > 1 {
        let mut sums: ArrayVec<(Seat, u8), { Seat::COUNT }> = ArrayVec::new();
        for seat in &rolling {
            sums.push((*seat, roll()?.sum()));
        }
        watch(&sums);
        let best = sums.iter().map(|(_, sum)| *sum).max();
        rolling = sums.iter().filter(|(_, sum)| Some(*sum) == best).map(|(seat, _)| *seat).collect();
    }
    rolling.first().copied()
}
