//! From a row of the catalogue to a session. This is the only place in the interface that knows all games.

use cards::DealId;
use games::catalog::{GameId, Offer};
use table::Table;
use text::Text;

use crate::klondike::KlondikePlay;
use crate::savannah::SavannahPlay;
use crate::shell::{Form, FormData, NewGame, Present, Screen, Session, summary};
#[cfg(feature = "test-game")]
use crate::test_game::TestGamePlay;
use crate::{Address, Settings};

/// Something that is done with any game of the interface.
pub(crate) trait PlayVisitor {
    /// What comes of it.
    type Output;
    /// Does it with this game.
    fn visit<P: Present>(self) -> Self::Output;
}

/// Does something with a game of the interface.
pub(crate) fn visit<V: PlayVisitor>(game: GameId, visitor: V) -> V::Output {
    match game {
        GameId::Klondike => visitor.visit::<KlondikePlay>(),
        GameId::Savannah => visitor.visit::<SavannahPlay>(),
        #[cfg(feature = "test-game")]
        GameId::TestGame => visitor.visit::<TestGamePlay>(),
    }
}

/// The first game of somebody who has none yet: with a deal if one is given.
#[must_use]
pub fn first_session(
    offer: &Offer,
    deal: Option<DealId>,
    settings: Settings,
    seed: u64,
) -> Option<Box<dyn Screen>> {
    struct First<'a>(&'a Offer, Option<DealId>, Settings, u64);
    impl PlayVisitor for First<'_> {
        type Output = Option<Box<dyn Screen>>;
        fn visit<P: Present>(self) -> Self::Output {
            let First(offer, deal, settings, seed) = self;
            let game = P::first_game(offer.config)?;
            let session = Session::<P>::new(NewGame { deal, ..game }, settings, seed).ok()?;
            Some(Box::new(session))
        }
    }
    visit(offer.game, First(offer, deal, settings, seed))
}

/// The lesson of a game.
#[must_use]
pub fn lesson(offer: &Offer, settings: Settings) -> Option<Box<dyn Screen>> {
    struct Teach<'a>(&'a Offer, Settings);
    impl PlayVisitor for Teach<'_> {
        type Output = Option<Box<dyn Screen>>;
        fn visit<P: Present>(self) -> Self::Output {
            let session = Session::<P>::lesson(P::lesson(self.0.config)?, self.1)?;
            Some(Box::new(session))
        }
    }
    visit(offer.game, Teach(offer, settings))
}

/// A saved game.
pub fn resume(offer: &Offer, text: &str, settings: Settings, seed: u64) -> Result<Box<dyn Screen>, Text> {
    struct Resume<'a>(&'a str, Settings, u64);
    impl PlayVisitor for Resume<'_> {
        type Output = Result<Box<dyn Screen>, Text>;
        fn visit<P: Present>(self) -> Self::Output {
            Ok(Box::new(Session::<P>::resume(self.0, self.1, self.2)?))
        }
    }
    visit(offer.game, Resume(text, settings, seed))
}

/// A saved game in a few words, if it can be resumed.
#[must_use]
pub fn saved_summary(offer: &Offer, text: &str) -> Option<Text> {
    struct Summary<'a>(&'a str);
    impl PlayVisitor for Summary<'_> {
        type Output = Option<Text>;
        fn visit<P: Present>(self) -> Option<Text> {
            summary::<P>(self.0)
        }
    }
    visit(offer.game, Summary(text))
}

/// The name of a game and a line about it, for the home page.
#[must_use]
pub fn about(offer: &Offer) -> (Text, Text) {
    struct About<'a>(&'a Offer);
    impl PlayVisitor for About<'_> {
        type Output = (Text, Text);
        fn visit<P: Present>(self) -> (Text, Text) {
            P::about(self.0.config)
        }
    }
    visit(offer.game, About(offer))
}

/// A game at a table on a server, with its row of the catalogue.
#[must_use]
pub fn remote(seen: &wire::Snapshot, settings: Settings) -> Option<(Offer, Box<dyn Screen>)> {
    struct Remote<'a>(&'a wire::Snapshot, Settings);
    impl PlayVisitor for Remote<'_> {
        type Output = Option<Box<dyn Screen>>;
        fn visit<P: Present>(self) -> Self::Output {
            let step = crate::online::step::<P>(self.0, false)?;
            Some(Box::new(Session::<P>::remote(step, self.1)))
        }
    }
    online().find_map(|offer| Some((offer, visit(offer.game, Remote(seen, settings))?)))
}

/// The games that are played at tables on a server.
fn online() -> impl Iterator<Item = Offer> {
    games::catalog::pages().filter(|offer| offer.online)
}

/// The form that opens a table on a server.
#[must_use]
pub fn new_table_form() -> Option<Form> {
    struct OpenForm;
    impl PlayVisitor for OpenForm {
        type Output = Option<Form>;
        fn visit<P: Present>(self) -> Option<Form> {
            P::new_table_form()
        }
    }
    online().find_map(|offer| visit(offer.game, OpenForm))
}

/// The table that the form describes.
pub fn new_table(form: &FormData) -> Result<Option<wire::NewTable>, Text> {
    struct Open<'a>(&'a FormData);
    impl PlayVisitor for Open<'_> {
        type Output = Result<Option<wire::NewTable>, Text>;
        fn visit<P: Present>(self) -> Self::Output {
            P::read_new_table(self.0)
        }
    }
    online().find_map(|offer| visit(offer.game, Open(form)).transpose()).transpose()
}

/// The game of an address, to be watched.
#[must_use]
pub fn replay(address: &Address, settings: Settings) -> Option<Box<dyn Screen>> {
    struct Watch<'a>(&'a str, Settings);
    impl PlayVisitor for Watch<'_> {
        type Output = Option<Box<dyn Screen>>;
        fn visit<P: Present>(self) -> Self::Output {
            let table = Table::<P::Game>::load(self.0).ok()?;
            let mut session = Session::<P>::replay(&table, self.1);
            P::watched(&mut session);
            Some(Box::new(session))
        }
    }
    match address {
        Address::Game { game, record } => visit(*game, Watch(record, settings)),
        Address::Deal { .. } => None,
    }
}

/// How the statistics write and name something that was played, if they can count it.
pub(crate) fn counted(kind: &str) -> Option<(String, Text)> {
    struct Counted<'a>(&'a str);
    impl PlayVisitor for Counted<'_> {
        type Output = Option<(String, Text)>;
        fn visit<P: Present>(self) -> Self::Output {
            P::read_kind(self.0)
        }
    }
    GameId::ALL.into_iter().find_map(|game| visit(game, Counted(kind)))
}
