//! What is stored about guests' passes: pending transfers to other devices, and who has signed out.
//!
//! Passes themselves are signed cookies that no store knows. Each person has at most one pending transfer and
//! one row that says which of their passes are no longer valid. The number of rows is limited, and those that
//! cannot matter any more make room for others.

mod memory;
mod postgres;
mod sqlite;
#[cfg(feature = "suite")]
pub(super) mod suite;

use std::time::Duration;

use super::StoreFuture;
use crate::Identity;

pub(super) use memory::StoredPasses;
pub(super) use sqlite::{PassWrite, execute};

/// The part of a store that is about guests' passes. All nodes see the same.
pub trait PassStore: Send + Sync {
    /// Stores a pending transfer in place of the person's previous one. `false` if `limit` transfers of other
    /// persons are pending.
    fn offer_transfer(&self, transfer: NewTransfer, limit: u32) -> StoreFuture<'_, bool>;

    /// Removes the pending transfer of a person.
    fn cancel_transfer(&self, person: Identity) -> StoreFuture<'_, ()>;

    /// The content of a pending transfer; `None` if there is none with this code.
    fn transfer(&self, code: TransferCode) -> StoreFuture<'_, Option<Vec<u8>>>;

    /// Removes a pending transfer and returns its content. Of several calls, only one gets it.
    fn take_transfer(&self, code: TransferCode) -> StoreFuture<'_, Option<Vec<u8>>>;

    /// Notes that all passes of a person with a smaller generation are invalid. `false` if that has been
    /// noted for this generation or a later one, or if `limit` other persons have rows.
    fn sign_out(&self, sign_out: SignOut, limit: u32) -> StoreFuture<'_, bool>;

    /// Everybody who has signed out, or those who did so since shortly before a previous call.
    fn sign_outs(&self, since: Option<SignOutCursor>) -> StoreFuture<'_, SignOutPage>;
}

/// The SHA-256 of the code of a transfer.
pub type TransferCode = [u8; 32];

/// A transfer to be stored.
#[derive(Clone, PartialEq, Eq)]
pub struct NewTransfer {
    /// The hash of its code.
    pub code: TransferCode,
    /// Whose pass it is.
    pub person: Identity,
    /// The pass, encrypted with the code.
    pub content: Vec<u8>,
    /// How long it can be redeemed, by the clock of the store.
    pub lifetime: Duration,
}

/// The smallest generation of a person's passes that is still valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignOut {
    /// The person.
    pub person: Identity,
    /// The generation.
    pub generation: u64,
}

/// A moment of the store, in its own unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignOutCursor(pub(super) i64);

/// An answer of [`PassStore::sign_outs`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignOutPage {
    /// Who has signed out.
    pub sign_outs: Vec<SignOut>,
    /// The moment from which to continue.
    pub next: SignOutCursor,
}

/// How long a sign-out is kept at least, even if there is no room for others. All passes with a date from
/// before it have expired by then.
pub(super) const KEEP_SIGN_OUT: Duration =
    Duration::from_secs(crate::pass::LIFETIME.as_secs() + 24 * 60 * 60);

/// Changes that were written shortly before a cursor are returned again, because a transaction may become
/// visible later than the time that it has noted.
const OVERLAP: Duration = Duration::from_secs(60);
