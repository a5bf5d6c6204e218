use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::{Notify, mpsc};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use wire::{CLOSE_INTERNAL_ERROR, RefusalReason, ToClient, Unwritable};

/// How many messages may be queued for a client. A client that reads too slowly is disconnected; it
/// gets a snapshot when it reconnects.
pub(crate) const MAX_QUEUED: usize = 64;

/// An instruction to a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outgoing {
    /// Send this text.
    Text(Utf8Bytes),
    /// Close the connection with this code.
    Close(u16),
}

impl Outgoing {
    /// Serializes a message. If that fails, the connection is closed, so that the client
    /// reconnects.
    pub(crate) fn message(message: &impl Serialize) -> Outgoing {
        match wire::write(message) {
            Ok(text) => Outgoing::Text(text.into()),
            Err(error) => Outgoing::unwritable(&error),
        }
    }

    /// What is done instead of a message that cannot be serialized.
    pub(crate) fn unwritable(error: &Unwritable) -> Outgoing {
        tracing::error!(%error, "a message could not be written");
        Outgoing::Close(CLOSE_INTERNAL_ERROR)
    }
}

/// The sending end of a client's queue. Sending never blocks.
#[derive(Clone)]
pub(crate) struct SendQueue {
    queue: mpsc::Sender<Outgoing>,
    too_slow: Arc<Notify>,
}

/// The receiving end of the queue, read by the connection.
pub(crate) struct SendQueueReader {
    pub(crate) queue: mpsc::Receiver<Outgoing>,
    /// Notified when the client reads too slowly.
    pub(crate) too_slow: Arc<Notify>,
}

/// Creates a queue.
pub(crate) fn send_queue() -> (SendQueue, SendQueueReader) {
    let (sender, queue) = mpsc::channel(MAX_QUEUED);
    let too_slow = Arc::new(Notify::new());
    (SendQueue { queue: sender, too_slow: Arc::clone(&too_slow) }, SendQueueReader { queue, too_slow })
}

impl SendQueue {
    /// Queues an instruction. Returns `false` if the connection has ended, or ends now because the
    /// queue is full.
    pub(crate) fn try_send(&self, out: Outgoing) -> bool {
        match self.queue.try_send(out) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.too_slow.notify_one();
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }

    /// Queues an instruction, and waits until there is space for it. Returns `false` if the connection has
    /// ended, or ends now because there was no space for too long.
    pub(crate) async fn send_in_time(&self, out: Outgoing, limit: Duration) -> bool {
        match self.queue.send_timeout(out, limit).await {
            Ok(()) => true,
            Err(mpsc::error::SendTimeoutError::Timeout(_)) => {
                self.too_slow.notify_one();
                false
            }
            Err(mpsc::error::SendTimeoutError::Closed(_)) => false,
        }
    }

    /// Queues an instruction. If that fails, the task that serves the connection notices its end.
    pub(crate) fn push(&self, out: Outgoing) {
        let _ = self.try_send(out);
    }

    /// Queues a message.
    pub(crate) fn send(&self, message: &ToClient) {
        self.push(Outgoing::message(message));
    }

    /// Queues a refusal.
    pub(crate) fn refuse(&self, id: Option<u64>, version: u64, why: RefusalReason) {
        self.send(&ToClient::Refused { id, version, why });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use wire::{CLOSE_INTERNAL_ERROR, ToServer};

    use super::Outgoing;

    #[test]
    fn a_message_that_cannot_be_written_closes_the_connection() {
        let broken = BTreeMap::from([((), ())]); // JSON has no keys of this type.
        assert_eq!(Outgoing::message(&ToServer::List), Outgoing::Text("\"list\"".into()));
        assert_eq!(Outgoing::message(&broken), Outgoing::Close(CLOSE_INTERNAL_ERROR));
    }
}
