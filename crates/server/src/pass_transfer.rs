//! Copies a pass to another device, with a code that its owner takes there.
//!
//! The store has the pass, encrypted with the code, under a hash of the code. So any node can redeem it, and
//! only once; and somebody who reads the store cannot use it.

use std::time::Duration;

use sha2::{Digest, Sha256};
use table::hex;

use crate::ServerState;
use crate::pass::Pass;
use crate::store::{NewTransfer, StoreError};

/// How long a transfer code is valid.
const LIFETIME: Duration = Duration::from_secs(600);
/// The maximum number of pending transfers.
const MAX_TRANSFERS: u32 = 10_000;
/// The maximum length of a code. Ours have 32 digits.
const MAX_CODE_BYTES: usize = 64;

/// Why a code cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum OfferError {
    /// There are too many.
    #[error("too many transfers are pending")]
    TooMany,
    /// The operating system has no random numbers.
    #[error("there are no random numbers")]
    NoRandomness,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ServerState {
    /// Makes the code that redeems a pass. It replaces the previous one of this person.
    pub(crate) async fn offer_pass(&self, pass: &Pass) -> Result<String, OfferError> {
        let mut bytes = [0; 16];
        self.environment.fill(&mut bytes).map_err(|_| OfferError::NoRandomness)?;
        let word = hex::encode(&bytes);
        let mut content = self.signer.sign(pass).into_bytes();
        self.signer.apply_cipher(&word, &mut content);
        let transfer =
            NewTransfer { code: hash(&word), person: pass.identity(), content, lifetime: LIFETIME };
        match self.store.offer_transfer(transfer, MAX_TRANSFERS).await? {
            true => Ok(word),
            false => Err(OfferError::TooMany),
        }
    }

    /// The pass that a code redeems, which stays valid.
    pub(crate) async fn offered_pass(&self, word: &str) -> Result<Option<Pass>, StoreError> {
        if word.len() > MAX_CODE_BYTES {
            return Ok(None);
        }
        let content = self.store.transfer(hash(word)).await?;
        Ok(content.and_then(|content| self.transferred_pass(word, content)))
    }

    /// Redeems a code. It cannot be used again.
    pub(crate) async fn redeem_pass(&self, word: &str) -> Result<Option<Pass>, StoreError> {
        if word.len() > MAX_CODE_BYTES {
            return Ok(None);
        }
        let content = self.store.take_transfer(hash(word)).await?;
        Ok(content.and_then(|content| self.transferred_pass(word, content)))
    }

    /// The pass in a transfer, unless its owner has signed out other devices since.
    fn transferred_pass(&self, word: &str, mut content: Vec<u8>) -> Option<Pass> {
        self.signer.apply_cipher(word, &mut content);
        let pass = self.signer.read(std::str::from_utf8(&content).ok()?, self.unix_time())?;
        (!self.sign_outs.is_signed_out(&pass)).then_some(pass)
    }
}

/// Codes are looked up by their hash, so the time of a lookup reveals nothing about other codes.
fn hash(word: &str) -> [u8; 32] {
    Sha256::digest(word.as_bytes()).into()
}
