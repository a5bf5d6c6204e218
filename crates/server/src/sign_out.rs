//! Signs people out on their other devices.
//!
//! A pass has a generation. Whoever signs out other devices gets a pass of the next generation, and the
//! store notes that only it and later ones are valid. Each node knows all of these notes, so checking a
//! pass needs no query, and asks the store for new ones every two seconds. It then also closes the
//! connections whose passes have become invalid.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use wire::CLOSE_SIGNED_OUT;

use crate::Identity;
use crate::pass::Pass;
use crate::send_queue::{Outgoing, SendQueue};
use crate::server_state::{ServerState, wait_for_stop};
use crate::store::{SignOut, SignOutCursor, Store, StoreError};

/// The maximum number of persons whose sign-outs are stored.
const MAX_SIGN_OUTS: u32 = 100_000;
/// How often the store is asked for new ones.
const INTERVAL: Duration = Duration::from_secs(2);

/// What this node knows about people who have signed out other devices, and its connections.
pub(crate) struct SignOuts(Mutex<Known>);

struct Known {
    /// The smallest valid generation of each person.
    generations: HashMap<Identity, u64>,
    /// Where to continue in the store.
    next: SignOutCursor,
    /// The open connections, by their numbers.
    connections: HashMap<u64, OpenConnection>,
}

struct OpenConnection {
    who: Identity,
    generation: u64,
    queue: SendQueue,
}

impl SignOuts {
    /// Reads all notes of a store.
    pub(crate) async fn load(store: &dyn Store) -> Result<SignOuts, StoreError> {
        let page = store.sign_outs(None).await?;
        let generations = page.sign_outs.iter().map(|note| (note.person, note.generation)).collect();
        Ok(SignOuts(Mutex::new(Known { generations, next: page.next, connections: HashMap::new() })))
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a pass is invalid, because its owner has signed out other devices.
    pub(crate) fn is_signed_out(&self, pass: &Pass) -> bool {
        self.known().is_invalid(pass.identity(), pass.generation)
    }

    /// Adds a connection, until the result is dropped.
    pub(crate) fn connect(
        &self,
        number: u64,
        who: Identity,
        generation: u64,
        queue: SendQueue,
    ) -> ConnectionEntry<'_> {
        self.known().connections.insert(number, OpenConnection { who, generation, queue });
        ConnectionEntry { sign_outs: self, number }
    }

    /// Asks the store for new notes, and closes the connections that have become invalid.
    async fn update(&self, store: &dyn Store) -> Result<(), StoreError> {
        let since = {
            let known = self.known();
            // Old notes are removed from the store: forget them, too.
            let is_bounded = known.generations.len() <= MAX_SIGN_OUTS as usize;
            is_bounded.then_some(known.next)
        };
        let page = store.sign_outs(since).await?;
        let mut known = self.known();
        if since.is_none() {
            known.generations.clear();
        }
        for note in &page.sign_outs {
            known.note(*note);
        }
        known.next = page.next;
        if !page.sign_outs.is_empty() {
            let is_invalid = |open: &&OpenConnection| known.is_invalid(open.who, open.generation);
            known
                .connections
                .values()
                .filter(is_invalid)
                .for_each(|open| open.queue.push(Outgoing::Close(CLOSE_SIGNED_OUT)));
        }
        Ok(())
    }
}

impl Known {
    fn is_invalid(&self, who: Identity, generation: u64) -> bool {
        self.generations.get(&who).is_some_and(|valid| generation < *valid)
    }

    fn note(&mut self, SignOut { person, generation }: SignOut) {
        let valid = self.generations.entry(person).or_default();
        *valid = generation.max(*valid);
    }
}

/// A connection in [`SignOuts`].
pub(crate) struct ConnectionEntry<'a> {
    sign_outs: &'a SignOuts,
    number: u64,
}

impl Drop for ConnectionEntry<'_> {
    fn drop(&mut self) {
        self.sign_outs.known().connections.remove(&self.number);
    }
}

impl ServerState {
    /// Makes all passes of a person invalid, and returns a new one; `None` if somebody else has done so at
    /// the same moment, or if too many people have.
    ///
    /// Connections are closed a moment later, so that the person's own device has got the new pass by then.
    pub(crate) async fn sign_out_others(&self, pass: Pass) -> Result<Option<Pass>, StoreError> {
        let pass = pass.next_generation();
        let note = SignOut { person: pass.identity(), generation: pass.generation };
        if !self.store.sign_out(note, MAX_SIGN_OUTS).await? {
            return Ok(None);
        }
        self.sign_outs.known().note(note);
        // A pending transfer is of the old generation.
        self.store.cancel_transfer(note.person).await?;
        Ok(Some(pass))
    }
}

/// Keeps the notes of a server up to date until it shuts down or is dropped.
pub(crate) async fn keep(server: Weak<ServerState>) {
    let Some(stop) = server.upgrade().map(|server| Arc::clone(&server.stop)) else { return };
    loop {
        tokio::select! {
            biased;
            () = wait_for_stop(&stop) => return,
            () = tokio::time::sleep(INTERVAL) => {}
        }
        let Some(server) = server.upgrade() else { return };
        if let Err(error) = server.sign_outs.update(&*server.store).await {
            tracing::warn!(%error, "it could not be read who has signed out");
        }
    }
}
