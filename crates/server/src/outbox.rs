use std::sync::Arc;

use serde::Serialize;
use tokio::sync::{Notify, mpsc};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use wire::{CLOSE_INTERNAL_ERROR, RefusalReason, TableId, ToClient};

/// How many messages may wait for a client: one that reads more slowly is cut off, and gets all of the table when it comes back.
pub(crate) const WAITING: usize = 64;

/// What is told to a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Out {
    /// Send this.
    Text(Utf8Bytes),
    /// All go to another table.
    Carry(TableId),
    /// Say goodbye, with this close code.
    Close(u16),
}

impl Out {
    /// A message. One that cannot be written closes the connection, so that the client comes back and asks
    /// again.
    pub(crate) fn message(message: &impl Serialize) -> Out {
        match wire::write(message) {
            Ok(text) => Out::Text(text.into()),
            Err(error) => {
                tracing::error!(%error, "not sent");
                Out::Close(CLOSE_INTERNAL_ERROR)
            }
        }
    }
}

/// Where messages for one client are put. Nobody ever waits for a client here.
#[derive(Clone)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Out>,
    cut: Arc<Notify>,
}

/// Where they are taken out.
pub(crate) struct Inbox {
    pub(crate) queue: mpsc::Receiver<Out>,
    /// The client reads too slowly.
    pub(crate) cut: Arc<Notify>,
}

/// Both ends.
pub(crate) fn outbox() -> (Outbox, Inbox) {
    let (sender, queue) = mpsc::channel(WAITING);
    let cut = Arc::new(Notify::new());
    (Outbox { queue: sender, cut: Arc::clone(&cut) }, Inbox { queue, cut })
}

impl Outbox {
    /// Tells something; `false` if the connection has ended, or is cut off now.
    pub(crate) fn tell(&self, out: Out) -> bool {
        match self.queue.try_send(out) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.cut.notify_one();
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }

    /// Tells something. If that cannot be done, the end of the connection will be noticed where it is served.
    pub(crate) fn put(&self, out: Out) {
        let _ = self.tell(out);
    }

    /// Sends a message.
    pub(crate) fn send(&self, message: &ToClient) {
        self.put(Out::message(message));
    }

    /// Refuses something.
    pub(crate) fn refuse(&self, id: Option<u64>, version: u64, why: RefusalReason) {
        self.send(&ToClient::Refused { id, version, why });
    }
}

#[cfg(test)]
mod tests {
    use serde::ser::Error as _;
    use serde::{Serialize, Serializer};
    use wire::{CLOSE_INTERNAL_ERROR, ToServer};

    use super::Out;

    struct Broken;

    impl Serialize for Broken {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(S::Error::custom("broken"))
        }
    }

    #[test]
    fn a_message_that_cannot_be_written_closes_the_connection() {
        assert_eq!(Out::message(&ToServer::List), Out::Text("\"list\"".into()));
        assert_eq!(Out::message(&Broken), Out::Close(CLOSE_INTERNAL_ERROR));
    }
}
