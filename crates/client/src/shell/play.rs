use std::fmt::Debug;

use cards::{DealId, ParseDealError};
use games::events::Describe;
use table::{Entry, Eye, Game, Refusal, Seat, Table};
use text::Text;

use super::log::sentences;
use super::{Direction, Input, KeyBinding, Named, Pick, Player, Point, Scene, Script, Session, Tone};
use crate::statistics::Kind;
use crate::{Answer, words};

/// The view of a game's player.
pub type ViewOf<P> = <<P as Play>::Game as Game>::View;
/// The options of a game.
pub type ConfigOf<P> = <<P as Play>::Game as Game>::Config;
/// The moves of a game.
pub type MoveOf<P> = <<P as Play>::Game as Game>::Move;

/// What a game provides to the shell. The implementing type is only a name for the game; what the shell has
/// to remember for it is [`Play::State`].
///
/// What has no default is what every game has to say about itself. The defaults suit a game without bots,
/// hints and commands of its own.
pub trait Play: Copy + Eq + Debug + 'static {
    /// The game.
    type Game: Describe;
    /// What can be pointed at. The default is where the cursor is before anything else is known.
    type Place: Named + Default;
    /// What cards can be dropped on: a whole pile.
    type Pile: Named + From<Self::Place>;
    /// Commands that only this game has.
    type Command: Copy + Eq + Debug;
    /// What a question to the solver or a bot is for.
    type Purpose: Copy + Eq + Debug;
    /// What the shell remembers for this game, beside what it remembers for all.
    type State: Default;

    /// Whether chance does nothing after the deal. Then a deal can be repeated without its key.
    const DEALS_ONCE: bool;
    /// How long a card is on its way on the screen, in milliseconds.
    const CARD_TRAVEL: f64 = 230.0;

    /// The seat whose turn it is, also while the dice are rolled for it.
    fn seat_to_move(view: &ViewOf<Self>) -> Seat;
    /// Whether the screen is handed to the next person here, where several people share it.
    fn is_handover(_game: &Self::Game) -> bool {
        true
    }
    /// Whether chance that is due after a move belongs to the move. Otherwise it has a moment of its own.
    fn settles_with_move(_game: &Self::Game) -> bool {
        true
    }
    /// The usual players of a table with this many seats.
    fn usual_players(seats: usize) -> Vec<Player> {
        vec![Player::person(); seats]
    }
    /// The players at a lesson's table.
    fn lesson_players(seats: usize) -> Vec<Player> {
        Self::usual_players(seats)
    }
    /// The options of the game.
    fn config(view: &ViewOf<Self>) -> ConfigOf<Self>;
    /// The options of the next game with the same players.
    fn next_config(view: &ViewOf<Self>) -> ConfigOf<Self> {
        Self::config(view)
    }
    /// Whether no turn is over yet.
    fn is_first_round(view: &ViewOf<Self>) -> bool;
    /// A game that is not over in a few words, if it is worth resuming.
    fn summary(table: &Table<Self::Game>) -> Option<Text> {
        let moves = table.record().line().len();
        (moves > 0).then(|| words::moves(moves))
    }
    /// The script of a lesson for one of the game's presets.
    fn lesson(_preset: &str) -> Option<&'static Script> {
        None
    }
    /// What the statistics count a game as.
    fn kind(_session: &Session<Self>) -> Kind {
        Kind::new(Self::Game::NAME)
    }
    /// How the statistics write and name what they count as this text, if that is of this game.
    fn read_kind(text: &str) -> Option<(String, Text)> {
        let offer = games::catalog::first_offer(Self::Game::NAME).filter(|offer| offer.name == text)?;
        Some((text.to_owned(), Text::name(offer.title)))
    }
    /// How many moves the player has made, as they are counted.
    fn moves(session: &Session<Self>) -> usize {
        let is_own = |entry: &&&Entry<Self::Game>| matches!(entry, Entry::Move { seat, auto: false, .. } if session.player(*seat).is_person());
        let own = |table: &Table<Self::Game>| table.record().line().iter().filter(is_own).count();
        session.table().map_or(0, own)
    }
    /// The deal of a new game, unless one has to be searched for first: then the game starts when it is
    /// found.
    fn choose_deal(session: &mut Session<Self>, _config: &ConfigOf<Self>) -> Option<DealId> {
        Some(crate::random::random_deal(&mut session.seed))
    }
    /// The deal that a player has typed.
    fn read_deal(text: &str) -> Result<Option<DealId>, Text> {
        let text = text.trim();
        let name = match text {
            "" => return Ok(None),
            _ if text.bytes().all(|byte| byte.is_ascii_digit()) => format!("v1:{text}"),
            _ => text.to_owned(),
        };
        name.parse().map(Some).map_err(|error: ParseDealError| error.text())
    }

    /// Where the cursor starts.
    fn home(_session: &Session<Self>) -> Self::Place {
        Self::Place::default()
    }
    /// The nearest place that exists.
    fn clamp(session: &Session<Self>, place: Self::Place) -> Self::Place;
    /// The next place in a direction, as it is seen on the screen.
    fn walk(session: &Session<Self>, direction: Direction) -> Self::Place;
    /// What a letter or digit does.
    fn key(_letter: char) -> Option<KeyBinding<Self>> {
        None
    }

    /// A move that a tap makes at once, without picking anything up.
    fn press(_session: &Session<Self>, _place: Self::Place) -> Option<MoveOf<Self>> {
        None
    }
    /// Whether the card there can be picked up.
    fn can_pick(session: &Session<Self>, place: Self::Place) -> bool;
    /// What is said of a place where nothing can be picked up: a rule's refusal, or a remark.
    fn refuse_pick(session: &Session<Self>, place: Self::Place) -> Result<Text, Refusal>;
    /// What picking up the card means to the player, and whether it has somewhere to go.
    fn describe_pick(session: &Session<Self>, pick: Pick<Self::Place>) -> (Text, bool);
    /// The move made by putting what is picked up on a pile; `None` if that puts it back.
    fn drop_move(
        session: &Session<Self>,
        pick: Pick<Self::Place>,
        to: Self::Pile,
    ) -> Option<Result<MoveOf<Self>, Refusal>>;
    /// Where what is picked up can go.
    fn targets(session: &Session<Self>, pick: Pick<Self::Place>) -> Vec<Self::Pile>;
    /// *Move it for me*: the best place for what is picked up. The error is what is said.
    fn best_move(session: &Session<Self>, pick: Pick<Self::Place>) -> Result<MoveOf<Self>, Option<Text>>;
    /// Whether a second tap on a picked card moves it, or only puts it back. A double tap is the same.
    fn second_tap_moves(_session: &Session<Self>, _place: Self::Place) -> bool {
        true
    }
    /// A move by a single tap, where the player has switched that on.
    fn one_tap_moves(_session: &Session<Self>, _place: Self::Place) -> bool {
        true
    }

    /// Whether a key that is held down repeats the command.
    fn repeats(_command: Self::Command) -> bool {
        false
    }
    /// Runs a command of the game.
    fn command(session: &mut Session<Self>, command: Self::Command, now: u64);
    /// Whether the command is allowed before the end of a lesson.
    fn is_allowed_in_lesson(_command: Self::Command) -> bool {
        true
    }
    /// Gives the game a chance to take an input for itself; returns whether it did.
    fn intercept(_session: &mut Session<Self>, _input: &Input<Self>, _now: u64) -> bool {
        false
    }

    /// A question before a move that cannot be taken back.
    fn question_before(_session: &Session<Self>, _mv: MoveOf<Self>) -> Option<Text> {
        None
    }
    /// A legal move is about to be made by the player.
    fn before_move(_session: &mut Session<Self>, _mv: MoveOf<Self>) {}
    /// A move was made at a local table.
    fn after_move(_session: &mut Session<Self>, _before: &ViewOf<Self>, _mv: MoveOf<Self>) {}
    /// The next move that is made for the player by itself.
    fn automatic_move(_session: &Session<Self>) -> Option<MoveOf<Self>> {
        None
    }
    /// Why another player may have made a move, as far as the viewer can tell.
    fn reason(_viewer: Eye, _before: &ViewOf<Self>, _mv: MoveOf<Self>) -> Option<Text> {
        None
    }
    /// Says what happened; `before` is the view before it.
    fn announce(session: &mut Session<Self>, _before: &ViewOf<Self>, events: Vec<Text>) {
        session.said.say(Tone::Done, sentences(events));
    }
    /// Says that a game was dealt.
    fn announce_deal(session: &mut Session<Self>) {
        let events = session.story().into_iter().map(|line| line.text).collect();
        session.said.say(Tone::Done, sentences(events));
        Self::note_deal(session);
    }
    /// Notes which cards came from where, for the next scene. A `Move` entry is the player's or another's.
    fn note_motion(_session: &mut Session<Self>, _before: &ViewOf<Self>, _entries: &[Entry<Self::Game>]) {}
    /// Notes that all cards were just dealt, for the next scene.
    fn note_deal(_session: &mut Session<Self>) {}
    /// Notes that a move was sent to the server, for the next scene.
    fn move_sent(_session: &mut Session<Self>, _mv: MoveOf<Self>) {}
    /// Notes that the server refused a move, for the next scene.
    fn move_returned(_session: &mut Session<Self>, _mv: MoveOf<Self>) {}
    /// The motion that was noted has been drawn.
    fn forget_motion(_session: &mut Session<Self>) {}
    /// The dice were rolled.
    fn after_chance(_session: &mut Session<Self>) {}
    /// What is said to the person who takes over the screen.
    fn describe_turn(_session: &Session<Self>) -> Text {
        Text::EMPTY
    }
    /// What is said after undo or redo, by the numbers of moves before and after it; otherwise the
    /// log's words are.
    fn describe_step(_before: usize, _after: usize) -> Option<Text> {
        None
    }
    /// The table has changed for good: nothing is picked up, hints are void.
    fn settled(_session: &mut Session<Self>, _now: u64) {}
    /// A game was put on the table. The certificate is a line that wins its deal, if one is known.
    fn seated(session: &mut Session<Self>, _certificate: Option<Vec<MoveOf<Self>>>) {
        session.state = Self::State::default();
    }
    /// A saved game was resumed.
    fn resumed(_session: &mut Session<Self>) {}
    /// A line that wins the deal, if one is known.
    fn certificate(_session: &Session<Self>) -> Option<Vec<MoveOf<Self>>> {
        None
    }
    /// A setting was changed.
    fn setting_changed(_session: &mut Session<Self>, _now: u64) {}
    /// Time has passed.
    fn tick(_session: &mut Session<Self>, _now: u64) {}

    /// Asks the bot on a seat for its move, if it was not asked yet.
    fn ask_bot(_session: &mut Session<Self>, _seat: Seat) {}
    /// Asks for a hint.
    fn ask_hint(session: &mut Session<Self>) {
        session.said.say(Tone::Note, words::NO_HINTS);
    }
    /// Hides the hint; returns whether there was one.
    fn drop_hint(_session: &mut Session<Self>) -> bool {
        false
    }
    /// Ends a mode in which taps mean something else, such as choosing a discard; returns whether there was
    /// one.
    fn end_mode(_session: &mut Session<Self>) -> bool {
        false
    }
    /// The moves that the hint shows.
    fn hinted_moves(_session: &Session<Self>) -> Vec<MoveOf<Self>> {
        Vec::new()
    }
    /// Asks the next question about the current position, if there is one.
    fn ask_next(_session: &mut Session<Self>) {}
    /// Takes an answer to the current question.
    fn answered(_session: &mut Session<Self>, _purpose: Self::Purpose, _answer: Answer, _now: u64) {}

    /// Where a move starts and ends, for arrows.
    fn ends(session: &Session<Self>, mv: MoveOf<Self>) -> Option<(Self::Place, Self::Place)>;
    /// The table as it is drawn on a surface of this size.
    fn scene(session: &Session<Self>, surface: Point) -> Scene;
}
