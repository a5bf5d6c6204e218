use crate::{Entry, Game, Record};

impl<G: Game> Record<G> {
    /// The moves that led to the current position, without those that were undone and not redone.
    #[must_use]
    pub fn line(&self) -> Vec<&Entry<G>> {
        let mut line = self.standing();
        line.retain(|entry| matches!(entry, Entry::Move { .. }));
        line
    }

    /// All entries that led to the current position: moves, outcomes of chance, and how the game was
    /// ended.
    #[must_use]
    pub fn standing(&self) -> Vec<&Entry<G>> {
        let mut line: Vec<&Entry<G>> = Vec::new();
        let mut undone = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Chance(_) | Entry::Resign(_) | Entry::End => line.push(entry),
                Entry::Move { .. } => {
                    line.push(entry);
                    undone.clear();
                }
                Entry::Undo(_) => {
                    // A step is a player's move and the automatic moves after it. Chance is never
                    // undone, so no step contains it.
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
