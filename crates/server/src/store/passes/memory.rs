use std::collections::BTreeMap;

use tokio::time::Instant;

use super::{NewTransfer, PassStore, SignOut, SignOutCursor, SignOutPage, TransferCode};
use crate::Identity;
use crate::store::{MemoryStore, StoreError, StoreFuture};

/// Transfers and sign-outs in memory.
#[derive(Default)]
pub(in crate::store) struct StoredPasses {
    transfers: BTreeMap<Identity, (TransferCode, Vec<u8>, Instant)>,
    /// The generation of each person, and the number of the change.
    sign_outs: BTreeMap<Identity, (u64, i64)>,
    changes: i64,
}

impl StoredPasses {
    fn find(&self, code: TransferCode) -> Option<Identity> {
        let found = |(_, (other, _, end)): &(&Identity, &(TransferCode, Vec<u8>, Instant))| {
            *other == code && *end > Instant::now()
        };
        self.transfers.iter().find(found).map(|(person, _)| *person)
    }
}

impl MemoryStore {
    fn passes<T: Send>(&self, act: impl FnOnce(&mut StoredPasses) -> T) -> Result<T, StoreError> {
        self.with(|tables| Ok(act(&mut tables.passes)))
    }
}

impl PassStore for MemoryStore {
    fn offer_transfer(&self, transfer: NewTransfer, limit: u32) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            self.passes(|passes| {
                let NewTransfer { code, person, content, lifetime } = transfer;
                let now = Instant::now();
                passes.transfers.retain(|other, (_, _, end)| *other != person && *end > now);
                let fits = passes.transfers.len() < limit as usize;
                if fits {
                    passes.transfers.insert(person, (code, content, now + lifetime));
                }
                fits
            })
        })
    }

    fn cancel_transfer(&self, person: Identity) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.passes(|passes| drop(passes.transfers.remove(&person))) })
    }

    fn transfer(&self, code: TransferCode) -> StoreFuture<'_, Option<Vec<u8>>> {
        Box::pin(async move {
            self.passes(|passes| {
                let person = passes.find(code)?;
                passes.transfers.get(&person).map(|(_, content, _)| content.clone())
            })
        })
    }

    fn take_transfer(&self, code: TransferCode) -> StoreFuture<'_, Option<Vec<u8>>> {
        Box::pin(async move {
            self.passes(|passes| {
                let person = passes.find(code)?;
                passes.transfers.remove(&person).map(|(_, content, _)| content)
            })
        })
    }

    fn sign_out(&self, sign_out: SignOut, limit: u32) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            self.passes(|passes| {
                let SignOut { person, generation } = sign_out;
                let fits = match passes.sign_outs.get(&person) {
                    Some((known, _)) => *known < generation,
                    None => passes.sign_outs.len() < limit as usize,
                };
                if fits {
                    passes.changes += 1;
                    passes.sign_outs.insert(person, (generation, passes.changes));
                }
                fits
            })
        })
    }

    fn sign_outs(&self, since: Option<SignOutCursor>) -> StoreFuture<'_, SignOutPage> {
        Box::pin(async move {
            self.passes(|passes| {
                let since = since.map_or(0, |since| since.0);
                let newer = passes.sign_outs.iter().filter(|(_, (_, change))| *change > since);
                let sign_outs = newer
                    .map(|(person, (generation, _))| SignOut { person: *person, generation: *generation });
                SignOutPage { sign_outs: sign_outs.collect(), next: SignOutCursor(passes.changes) }
            })
        })
    }
}
