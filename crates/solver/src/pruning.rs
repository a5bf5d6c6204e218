//! The rules that cut the search down, and why each is sound.
//!
//! Words: a *type* is rank and colour; two cards of a type are twins. A *slot* is a face-up card of a column with nothing on it. An
//! *exposing* move turns up a face-down card. *At hand* means that one card is drawn at a time and the passes have no end, so that
//! every stock card can be played at any time, and taking one changes nothing for the others.
//!
//! Most of the rules are one argument, the swap: take a winning line and a move in it that the next move does not need. Then the two
//! can change places, and the line ends the same. So a move that only prepares something may wait until right before the move
//! that needs it, and a search may do both as one step. Each move needs at most one slot, so nothing waits in a circle.
//! The tests compare the search under each rule with a search without any, on tens of thousands of small packs.
//!
//! **The arrangement is forgotten** where builds move (it is not a switch: it is what [`crate::Position`] becomes). A run that lies on a
//! card can be passed on to the card's twin if that is a slot. So the number of slots of each type is all that matters, and it follows
//! from the foundations, the cards that still lie where they were dealt, and the stock: every other face-up card lies on one of the
//! type above it.
//!
//! **`safe_up`.** Without cards back: a card whose two possible passengers (the rank below, the other colour) are both up holds nothing any
//! more, so it may go up. In every game: if both passengers could go up as soon as they are uncovered, and so could the one card
//! that a passenger might hold, then whatever the line would lay on the card can go to its foundation instead. From the stock only where its cards
//! are at hand.
//!
//! **`chains`** (at hand). A stock card enters a column only to be a slot: for itself it is as well off in the stock. By the swap it enters right
//! before the move that needs the slot, and only if there is no other slot of its type. It may need a slot itself, which another stock card gives:
//! that is a chain, with at most two cards to choose from at each rank. The moves that end a chain are an exposing move, a column card
//! that goes up after its passengers have moved to its twin, and a card that comes back. Where one card moves at a time, every column move can end one, and
//! there is a choice even if another slot of the type is free: a card with another one on it cannot move away any more.
//!
//! **`stock_runs`** (at hand). A stock card that goes up only makes way for the next card of its suit. So stock cards go up right before the
//! column card of the suit that needs them. The last stock cards need not go up at all: see `open_is_won`.
//!
//! **`emptying`** (builds, no cards back). An empty column is of use to a king only. By the swap the last card of a column moves away right before the king
//! comes, and not while another column is empty. With cards back this is unsound, in one small pack of a million: a card may have to be parked on one that came
//! back, before that one is buried on its foundation, while the king comes. Where one card moves at a time it is too, since a card that waits may be
//! covered meanwhile. There the rule is off.
//!
//! **`open_is_won`** (at hand). With nothing face down, the lowest card that is not up is never covered: in a column only lower cards lie on it, and
//! these are up. So all cards go up, one after the other.
//!
//! **`judge`.** Every line of a game in which one card moves, or in which drawing has an order, is a line of the game in which builds move and the
//! stock is at hand. What is lost there is lost here. It is asked at the root and after each exposing move, where drawing has an order after every move, and remembers. With
//! cards back the graph has cycles, so that only a whole search without a win proves a position lost.
//!
//! **`front`** (with `judge`, where drawing has an order). The easier game then has an order too: the first three cards of the stock are drawn, and all
//! others are at hand. How far drawing has to go for a card depends on the cards before it alone; besides, a card comes up when the one right
//! behind it is taken. So taking a card from behind the first three changes nothing for these, except that the last of them may come up, and that one
//! can always be drawn in the easier game, as the last card of any stock can. Hence every line of the game is one of the easier game, and what
//! is said about cards at hand holds for those that are. Of the deals that are lost only because three are drawn, most are lost by the first three
//! cards, which come up in the reverse of their order.
//!
//! **`back_chains`** (builds). A card comes back from its foundation for one of two reasons: to be a slot, or to let the card under it come back. By the
//! swap it comes right before the move that needs the slot, and only if there is no other slot of its type; so it is one more way to make a
//! slot in a chain, together with all cards of its suit that lie on it on the foundation. What makes room for a card may
//! bring back others of its suit; such a way is dropped when the card's turn has passed.
//!
//! **`locks`**. In a dream in which slots are never used up, columns can always be emptied and all that was ever seen may go up, more can be turned up
//! and drawn than in the game. A position in which even the dream does not come by every card is lost. It is looked at before the search, and
//! at every position where builds move and the stock is at hand.
//!
//! **`send_up`** (builds, cards back, with `back_chains`). A card that lies on another one can go up and come right back, since it leaves the slot behind that it
//! needs. So the position before and the position after lead to each other, and one of them is enough: the card goes up at once, and comes back in the
//! chain that needs it. A card that is drawn and goes up need not be laid either.
//!
//! **`twins`** (one card). A top card that lies on a card whose twin is free can move over to the twin, and right back. Positions that lead to each other
//! by such passes are one: they are remembered as one, and what follows from one of them is what follows from any. After a pass only those
//! moves are new in which the card that was left moves, or something comes to lie on it or on the card that has moved; all others could be made before the
//! pass, and the pass after them.

/// The switches of the rules, so that tests can compare the search with and without each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pruning {
    /// A card goes up at once when no column can need it any more.
    pub safe_up: bool,
    /// A stock card enters a column only in a chain that ends in a move which needs it.
    pub chains: bool,
    /// Stock cards go up only in a run that ends in a column card.
    pub stock_runs: bool,
    /// A column is emptied only for a king that follows at once.
    pub emptying: bool,
    /// A position with nothing face down is won.
    pub open_is_won: bool,
    /// What is lost in an easier game is lost.
    pub judge: bool,
    /// In the easier game, the first cards of the stock are drawn in their order.
    pub front: bool,
    /// A card comes back from its foundation only in a chain.
    pub back_chains: bool,
    /// A position in which a card can never be turned up is lost.
    pub locks: bool,
    /// A card that could come right back goes up at once.
    pub send_up: bool,
    /// On which of two twins a top card lies does not matter while the other one is free.
    pub twins: bool,
}

/// One of the switches.
pub type Switch = fn(&mut Pruning) -> &mut bool;

impl Default for Pruning {
    fn default() -> Pruning {
        Pruning::ALL
    }
}

impl Pruning {
    /// The rules by name.
    pub const SWITCHES: [(&'static str, Switch); 11] = [
        ("safe_up", |pruning| &mut pruning.safe_up),
        ("chains", |pruning| &mut pruning.chains),
        ("stock_runs", |pruning| &mut pruning.stock_runs),
        ("emptying", |pruning| &mut pruning.emptying),
        ("open_is_won", |pruning| &mut pruning.open_is_won),
        ("judge", |pruning| &mut pruning.judge),
        ("front", |pruning| &mut pruning.front),
        ("back_chains", |pruning| &mut pruning.back_chains),
        ("locks", |pruning| &mut pruning.locks),
        ("send_up", |pruning| &mut pruning.send_up),
        ("twins", |pruning| &mut pruning.twins),
    ];

    /// All rules.
    pub const ALL: Pruning = Pruning {
        safe_up: true,
        chains: true,
        stock_runs: true,
        emptying: true,
        open_is_won: true,
        judge: true,
        front: true,
        back_chains: true,
        locks: true,
        send_up: true,
        twins: true,
    };

    /// None of them.
    pub const NONE: Pruning = Pruning {
        safe_up: false,
        chains: false,
        stock_runs: false,
        emptying: false,
        open_is_won: false,
        judge: false,
        front: false,
        back_chains: false,
        locks: false,
        send_up: false,
        twins: false,
    };
}
