use crate::{Entry, Game, Record};

impl<G: Game> Record<G> {
    /// The moves that led to where the game stands: without those that were taken back and not made again.
    #[must_use]
    pub fn line(&self) -> Vec<&Entry<G>> {
        let mut line = self.standing();
        line.retain(|entry| matches!(entry, Entry::Move { .. }));
        line
    }

    /// Everything that led to where the game stands: moves, what chance did, and a resignation.
    #[must_use]
    pub fn standing(&self) -> Vec<&Entry<G>> {
        let mut line: Vec<&Entry<G>> = Vec::new();
        let mut undone = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Chance(_) | Entry::Resign(_) => line.push(entry),
                Entry::Move { .. } => {
                    line.push(entry);
                    undone.clear();
                }
                Entry::Undo(_) => {
                    // A step is a move of the player and the automatic ones after it. What chance did is never taken
                    // back, so it is not among them.
                    let step =
                        line.iter().rposition(|entry| matches!(entry, Entry::Move { auto: false, .. }));
                    undone.push(line.split_off(step.unwrap_or(line.len())));
                }
                Entry::Redo(_) => line.extend(undone.pop().unwrap_or_default()),
            }
        }
        line
    }
}
