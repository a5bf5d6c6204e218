//! The rule numbers that refusals and outcomes cite, and the limits that rules set.

use table::Rule;

/// The number of cards to which a hand is refilled (S1, S8).
pub const HAND: usize = 4;

/// The largest number of cards that may be played in one turn (V13).
pub const MAX_PLAYS_PER_TURN: u8 = 50;

pub(super) const ROLL: Rule = Rule::new('S', 1);
pub(super) const RESHUFFLE: Rule = Rule::new('S', 3);
pub(super) const PLAY: Rule = Rule::new('S', 4);
pub(super) const THEFT: Rule = Rule::new('S', 9);
pub(super) const ONE_THEFT: Rule = Rule::new('S', 10);
pub(super) const DISCARD: Rule = Rule::new('S', 11);
pub(super) const NEXT_RANK: Rule = Rule::new('S', 12);
pub(super) const ON_ACE: Rule = Rule::new('S', 16);
pub(super) const WIN: Rule = Rule::new('S', 18);
pub(super) const DEAL: Rule = Rule::new('V', 2);
pub(super) const ORDER: Rule = Rule::new('V', 4);
pub(super) const EMPTY_HAND: Rule = Rule::new('V', 6);
pub(super) const ACE_ON_ACE: Rule = Rule::new('V', 7);
pub(super) const FIFTY_PLAYS: Rule = Rule::new('V', 13);
pub(super) const LAST_ROUND: Rule = Rule::new('V', 14);
pub(super) const LEAVING: Rule = Rule::new('V', 16);
pub(super) const UNDO: Rule = Rule::new('V', 17);
pub(super) const AGREED_END: Rule = Rule::new('V', 18);

/// The largest round limit of a game on a server (V14).
pub const MAX_ROUNDS_ONLINE: u16 = 500;
