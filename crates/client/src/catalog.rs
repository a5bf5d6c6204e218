//! Creates sessions and typed games from rows of the catalogue. This is the only module of the interface that
//! knows all games.

use cards::DealId;
use games::catalog::{GameId, Offer};
use table::Table;
use text::Text;

use crate::klondike::KlondikePlay;
use crate::savannah::SavannahPlay;
use crate::shell::{Form, FormData, NewGame, Present, Screen, Session, summary};
#[cfg(feature = "test-game")]
use crate::test_game::TestGamePlay;
use crate::typed::TypedPlay;
use crate::{Address, Settings};

/// A generic operation on a game's `Play` type.
pub trait PlayVisitor {
    /// The result.
    type Output;
    /// Runs the operation with this game.
    fn visit<P: TypedPlay>(self) -> Self::Output;
}

/// Runs an operation with the `Play` type of a game.
pub fn visit<V: PlayVisitor>(game: GameId, visitor: V) -> V::Output {
    match game {
        GameId::Klondike => visitor.visit::<KlondikePlay>(),
        GameId::Savannah => visitor.visit::<SavannahPlay>(),
        #[cfg(feature = "test-game")]
        GameId::TestGame => visitor.visit::<TestGamePlay>(),
    }
}

/// A session with the first game of a new player, with the given deal if there is one.
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

/// A session with the lesson of a game.
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

/// A session that resumes a saved game.
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

/// A short description of a saved game, if it can be resumed.
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

/// The name of a game and a sentence about it, for the home page.
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

/// A session for a game on a server, with its row of the catalogue.
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
    let screen = visit(seen.game, Remote(seen, settings))?;
    let offer = games::catalog::first_offer(seen.game.name())?;
    let page = games::catalog::offer(screen.page()).unwrap_or(offer);
    Some((page, screen))
}

/// The games that can be played online, in the order in which they are offered.
fn online() -> impl Iterator<Item = GameId> {
    GameId::offered().filter(|game| game.is_online())
}

/// What is played with these options, in a few words.
#[must_use]
pub fn set_up(game: GameId, config: &str) -> Text {
    struct SetUp<'a>(&'a str);
    impl PlayVisitor for SetUp<'_> {
        type Output = Text;
        fn visit<P: Present>(self) -> Text {
            P::set_up(self.0)
        }
    }
    visit(game, SetUp(config))
}

/// The levels of a game's bots.
#[must_use]
pub fn levels(game: GameId) -> &'static [bots::Level] {
    bots::catalog::levels(game)
}

/// The forms that open a table on a server, each with the name and the title of its game.
#[must_use]
pub fn new_table_forms() -> Vec<(GameId, Form)> {
    struct OpenForm;
    impl PlayVisitor for OpenForm {
        type Output = Option<Form>;
        fn visit<P: Present>(self) -> Option<Form> {
            P::new_table_form()
        }
    }
    online().filter_map(|game| Some((game, visit(game, OpenForm)?))).collect()
}

/// The table that the form of a game describes. The field `game` has the name of the game.
pub fn new_table(form: &FormData) -> Result<Option<wire::NewTable>, Text> {
    struct Open<'a>(&'a FormData);
    impl PlayVisitor for Open<'_> {
        type Output = Result<Option<wire::NewTable>, Text>;
        fn visit<P: Present>(self) -> Self::Output {
            P::read_new_table(self.0)
        }
    }
    GameId::from_name(form.get("game")).map_or(Ok(None), |game| visit(game, Open(form)))
}

/// A replay of the game in an address.
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

/// The canonical key and the name under which the statistics count a kind of game; `None` if it is unknown.
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
