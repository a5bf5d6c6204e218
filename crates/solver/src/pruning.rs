//! The rules that prune the search, and why each of them is sound.
//!
//! A rule is sound if it changes the verdict of no position. Each rule has a switch in [`Pruning`].
//! The tests compare the search under each rule with a search without any rule, on tens of
//! thousands of small packs.
//!
//! # Terms
//!
//! - A heading marked *builds* is about the games in which whole runs of cards move, one marked
//!   *one card* about those in which cards move one at a time.
//! - A card *goes up* when it moves to its foundation. It *returns* when it moves from there back
//!   to a column, which is an option of the game.
//! - The *type* of a card is its rank and its colour. The two cards of a type are *twins*.
//! - The *parents* of a card are the two cards that it may lie on in a column: the next rank, the
//!   other colour. Its *children* are the two cards that may lie on it.
//! - A *slot* is a face-up card of a column with nothing on it.
//! - An *exposing* move uncovers a face-down card, which is then turned up.
//! - A stock card is *available* if it can be played at any time and taking it changes nothing for
//!   the other stock cards. Where one card is drawn at a time and the number of passes is
//!   unlimited, all stock cards are available. Otherwise the stock has to be *drawn in order*.
//!
//! # The swap argument
//!
//! Most of the rules rest on one argument. Take a winning line and a move in it that the next move
//! does not depend on. The two can be swapped, and the line still ends in the same position. So a
//! move that only prepares another one can be postponed until right before the move that needs it,
//! and the search can play both as one step. Each move needs at most one slot, so there are no
//! circular dependencies.
//!
//! # The rules
//!
//! ## Forgetting the arrangement (builds; not a switch)
//!
//! Where builds move, the search state does not say which card lies on which. If a run lies on a
//! card whose twin is a slot, the run can move over to the twin. So only the number of slots of
//! each type matters. That number follows from the foundations, the cards that still lie where they
//! were dealt, and the stock: every other face-up card lies on a card of its parents' type, except
//! a king, which starts a column.
//!
//! ## `safe_up`
//!
//! Where cards cannot return: if both children of a card are up, the card will never hold another
//! card again, so it may go up.
//!
//! In every game: suppose that both children could go up as soon as they are uncovered, and that
//! the same is true of the one card that a child might still hold. (A child has two children. One
//! of them is of the card's own suit and thus already up.) Then whatever a line would put on the
//! card can go to its foundation instead.
//!
//! The rule applies to stock cards only where they are available.
//!
//! ## `stock_chains` (available stock cards)
//!
//! A stock card enters a column only to provide a slot: for its own sake it can just as well stay
//! in the stock. By the swap argument it enters right before the move that needs the slot, and only
//! if there is no other slot of its type. It may need a slot itself, which another stock card can
//! provide. That makes a chain, with at most two cards to choose from at each rank.
//!
//! Three kinds of moves can end a chain: an exposing move; a column card that goes up after the run
//! on it has moved to its twin; and a card that returns.
//!
//! Where one card moves at a time, every move between columns can end a chain. There a chain is
//! considered even if another slot of the type is free, because a card that has another one on it
//! can no longer move away.
//!
//! ## `stock_runs` (available stock cards)
//!
//! When a stock card goes up, its only effect is that the next card of its suit can follow. So
//! stock cards go up right before the column card of the suit that needs them. The last stock cards
//! need not go up at all: see `open_is_won`.
//!
//! ## `emptying` (builds, cards cannot return)
//!
//! Only a king can use an empty column. By the swap argument the last card of a column moves away
//! right before the king comes, and not while another column is empty.
//!
//! Where cards can return, this is unsound; about one small pack in a million shows it. The last
//! card of a column may have to be parked on a card that has returned. That has to happen while the
//! other card can still return, before further cards of its suit bury it on its foundation, but the
//! king may come only later. Where one card moves at a time, the rule is unsound too, because the
//! card that waits may be covered in the meantime. The rule is off in both cases.
//!
//! ## `open_is_won` (available stock cards)
//!
//! If no card is face down, the lowest card that is not up is never covered: in a column only lower
//! cards can lie on it, and those are all up. So all cards can go up, one after the other.
//!
//! ## `relaxation`
//!
//! Take a game in which only one card moves at a time, or in which the stock is drawn in order.
//! Every line of it is also a line of the *relaxed* game in which builds move and all stock cards
//! are available. So a position that is lost in the relaxed game is lost in the real one.
//!
//! The relaxed game is searched at the root and after each exposing move; where the stock is drawn
//! in order, after every move. Its results are cached. Where cards can return, the state graph has
//! cycles. There only a complete search without a win proves positions lost.
//!
//! ## `drawn_prefix` (with `relaxation`, where the stock is drawn in order)
//!
//! This makes the relaxed game less relaxed: its first three stock cards have to be drawn in order,
//! and only the others are available. It is still a relaxation, for these reasons:
//!
//! - How far drawing has to go to reach a card depends only on the cards before it.
//! - The only other way for a card to come up is that the card right behind it is taken.
//! - So taking a card from behind the first three changes nothing for these, except that the last
//!   of them may come up.
//! - The last of them can always be drawn in the relaxed game anyway: the last card of any stock
//!   can, and there the first three are all that is drawn.
//!
//! Hence every line of the game is a line of the relaxed game, and the rules about available cards
//! hold for the stock cards behind the first three.
//!
//! The rule pays off because most of the deals that are lost only by drawing three are lost by the
//! first three cards: these come up in the reverse of their order.
//!
//! ## `return_chains` (builds)
//!
//! A card returns from its foundation for one of two reasons: to provide a slot, or to let the card
//! under it return. By the swap argument it returns right before the move that needs the slot, and
//! only if there is no other slot of its type. So it is one more way to provide a slot in a chain,
//! together with all cards of its suit that lie on it on the foundation.
//!
//! Making room for a card that goes up may return other cards of its suit. Then the card no longer
//! fits on its foundation, and that chain is dropped.
//!
//! ## `deadlocks`
//!
//! This uses a delete relaxation, in which nothing is ever used up: slots stay free, columns can
//! always be emptied, and every card that was ever seen may go up. More cards can be turned up and
//! drawn in it than in the game. So if some card cannot be reached even there, the position is
//! lost.
//!
//! The rule is applied before the search, and during it where builds move and at least the stock
//! cards behind the drawn prefix are available.
//!
//! ## `send_up` (builds, cards can return, with `return_chains`)
//!
//! A card that lies on another one can go up and return at once, because it leaves behind the slot
//! that it needs. So the positions before and after can reach each other, and the search needs only
//! one of them: the card goes up immediately, and returns in the chain that needs it. For the same
//! reason a drawn card that can go up need not be put on a column.
//!
//! ## `twins` (one card)
//!
//! If a top card lies on a card whose twin is a slot, it can move to the twin and right back: a
//! *twin move*. Positions that are connected by twin moves are equivalent. They share one key, and
//! the successors of one of them are the successors of all.
//!
//! After a twin move only two kinds of moves are new: those that move the card that has been
//! uncovered, and those that put something on that card or on the card that has moved. Every other
//! move was already possible before the twin move, which can then follow it.

/// Which pruning rules are on. Tests compare the search with and without each of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pruning {
    /// A card goes up at once if no column can need it any more.
    pub safe_up: bool,
    /// A stock card enters a column only in a chain that ends with a move that needs it.
    pub stock_chains: bool,
    /// Stock cards go up only in a run that ends with a column card.
    pub stock_runs: bool,
    /// A column is emptied only for a king that moves there at once.
    pub emptying: bool,
    /// A position without face-down cards is won.
    pub open_is_won: bool,
    /// A position that is lost in a relaxed game is lost.
    pub relaxation: bool,
    /// In the relaxed game, the first stock cards have to be drawn in order.
    pub drawn_prefix: bool,
    /// A card returns from its foundation only in a chain.
    pub return_chains: bool,
    /// A position is lost if some card can never be turned up or drawn.
    pub deadlocks: bool,
    /// A card that could return at once goes up at once.
    pub send_up: bool,
    /// Positions that differ only in which of two twins a top card lies on are one, while the other
    /// twin is a slot.
    pub twins: bool,
}

/// Selects one rule's switch.
pub type PruningSwitch = fn(&mut Pruning) -> &mut bool;

impl Default for Pruning {
    fn default() -> Pruning {
        Pruning::ALL
    }
}

impl Pruning {
    /// All switches, with the names of their rules.
    pub const SWITCHES: [(&'static str, PruningSwitch); 11] = [
        ("safe_up", |pruning| &mut pruning.safe_up),
        ("stock_chains", |pruning| &mut pruning.stock_chains),
        ("stock_runs", |pruning| &mut pruning.stock_runs),
        ("emptying", |pruning| &mut pruning.emptying),
        ("open_is_won", |pruning| &mut pruning.open_is_won),
        ("relaxation", |pruning| &mut pruning.relaxation),
        ("drawn_prefix", |pruning| &mut pruning.drawn_prefix),
        ("return_chains", |pruning| &mut pruning.return_chains),
        ("deadlocks", |pruning| &mut pruning.deadlocks),
        ("send_up", |pruning| &mut pruning.send_up),
        ("twins", |pruning| &mut pruning.twins),
    ];

    /// All rules are on.
    pub const ALL: Pruning = Pruning {
        safe_up: true,
        stock_chains: true,
        stock_runs: true,
        emptying: true,
        open_is_won: true,
        relaxation: true,
        drawn_prefix: true,
        return_chains: true,
        deadlocks: true,
        send_up: true,
        twins: true,
    };

    /// All rules are off.
    pub const NONE: Pruning = Pruning {
        safe_up: false,
        stock_chains: false,
        stock_runs: false,
        emptying: false,
        open_is_won: false,
        relaxation: false,
        drawn_prefix: false,
        return_chains: false,
        deadlocks: false,
        send_up: false,
        twins: false,
    };
}
