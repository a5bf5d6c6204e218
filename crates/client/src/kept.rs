//! What is said about a game that was kept, for whoever chooses what to go on with.

use games::klondike::Klondike;
use games::savannah::Savannah;
use table::{Origin, Table};
use text::Text;

use crate::{ask, klondike, savannah, words};

/// A game of Klondike, if it can be gone on with: "Klondike, deal v1:42, 17 moves".
#[must_use]
pub fn klondike(text: &str) -> Option<Text> {
    let saved: klondike::Saved = serde_json::from_str(text).ok()?;
    let table: Table<Klondike> = Table::load(&saved.game.record).ok()?;
    let moves = ask::moves(&table).len();
    let deal = match &table.record().origin {
        Origin::Deal(id) => words::deal_short(Text::name(id)),
        Origin::Secret(_) | Origin::Fair(_) | Origin::Hash(_) => words::SECRET_DEAL,
    };
    let goes_on = table.outcome().is_none() && moves > 0;
    goes_on.then(|| words::home::klondike(words::title(table.record().config), deal, moves))
}

/// A game of Savannah, if it can be gone on with: "4 players, round 7".
#[must_use]
pub fn savannah(text: &str) -> Option<Text> {
    let saved: savannah::Saved = serde_json::from_str(text).ok()?;
    let table: Table<Savannah> = Table::load(&saved.game.record).ok()?;
    let public = table.game().public();
    public.outcome.is_none().then(|| words::home::savannah(public.config.seats(), public.round))
}

#[cfg(test)]
mod tests {
    use cards::DealId;
    use games::savannah::Config;

    use crate::klondike::Input;
    use crate::savannah::NewGame;
    use crate::{Settings, klondike, savannah};

    #[test]
    fn a_game_that_has_begun_is_named() {
        let config = games::klondike::Config::KLONDIKE;
        let mut desk = klondike::Desk::new(config, DealId::V1(42), Settings::default(), 1).unwrap();
        assert_eq!(super::klondike(&desk.saved(0).unwrap()), None);
        desk.handle(Input::Draw, 0);
        let told = super::klondike(&desk.saved(0).unwrap());
        assert_eq!(told.unwrap(), "Klondike, deal v1:42, 1 move");

        let game = NewGame { deal: Some(DealId::V1(1)), ..NewGame::usual(Config::new(4).unwrap()) };
        let desk = savannah::Desk::new(game, Settings::default(), 1).unwrap();
        assert_eq!(super::savannah(&desk.saved().unwrap()).unwrap(), "4 players, round 1");
        assert_eq!((super::klondike("{}"), super::savannah("{}")), (None, None));
    }
}
