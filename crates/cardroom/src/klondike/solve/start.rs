use anyhow::{Result, bail};
use games::catalog::GameId;
use games::klondike::{Config, Klondike};
use table::{Entry, Table, Turn, game_name};

use crate::english::count;

/// The table of a record after that many moves, or at its end. Its own record has no undone moves. A game
/// that was resigned is as it was before.
pub(super) fn from_record(text: &str, asked: Option<Config>, at: Option<usize>) -> Result<Table<Klondike>> {
    let game = game_name(text)?;
    if GameId::from_name(game) != Some(GameId::Klondike) {
        bail!("it is a record of {game}, but only Klondike can be solved");
    }
    let old = Table::<Klondike>::load(text)?;
    let record = old.record();
    if let Some(config) = asked.filter(|config| *config != record.config) {
        bail!("it is a record of {}, not of {config}", record.config);
    }
    let line = record.line();
    let end = at.unwrap_or(line.len());
    if end > line.len() {
        bail!("it has only {}, so --at {end} is too high", count(line.len(), "move", "moves"));
    }
    let deal = record.entries.iter().filter(|entry| matches!(entry, Entry::Chance(_)));
    let mut table = Table::open(record.config, record.origin.clone());
    for entry in deal.chain(line.into_iter().take(end)) {
        table.enter(entry.clone())?;
    }
    table.settle()?;
    match table.turn() {
        Turn::Chance(_) => bail!("its cards have not been dealt"),
        Turn::Seat(_) | Turn::Over => Ok(table),
    }
}

#[cfg(test)]
mod tests {
    use cards::DealId;
    use games::klondike::{Config, Klondike};
    use table::{Seat, Table};

    use super::from_record;

    /// Moves, some of them undone and redone.
    fn table() -> Table<Klondike> {
        let mut table = Table::<Klondike>::new(Config::KLONDIKE, DealId::V1(42)).unwrap();
        let draw = "d".parse().unwrap();
        table.play(Seat::A, draw).unwrap();
        table.play(Seat::A, draw).unwrap();
        table.play_auto(Seat::A, draw).unwrap();
        table.undo(Seat::A).unwrap();
        table.undo(Seat::A).unwrap();
        table.redo(Seat::A).unwrap();
        table.redo(Seat::A).unwrap();
        table.play(Seat::A, draw).unwrap();
        table.undo(Seat::A).unwrap();
        table
    }

    #[test]
    fn undone_moves_are_left_out() {
        let mut table = table();
        assert_eq!(table.record().line().len(), 3);
        let start = from_record(&table.save(), None, None).unwrap();
        assert!(start.game() == table.game());
        assert_eq!(start.record().entries.len(), 4);
        table.undo(Seat::A).unwrap();
        assert!(from_record(&table.save(), None, None).unwrap().game() == table.game());
        assert!(from_record(&table.save(), None, Some(2)).is_err());
    }

    #[test]
    fn a_resigned_game_is_as_it_was_before() {
        let mut table = table();
        let before = table.clone();
        table.resign(Seat::A).unwrap();
        assert!(from_record(&table.save(), None, None).unwrap().game() == before.game());
    }
}
