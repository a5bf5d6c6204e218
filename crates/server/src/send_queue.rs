use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use serde::Serialize;
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
pub(crate) struct SendQueue(Arc<Mutex<Queue>>);

/// The receiving end of the queue, read by the connection.
pub(crate) struct SendQueueReader(Arc<Mutex<Queue>>);

/// The instructions that were not carried out yet. A channel of the runtime would do, but it takes two
/// kilobytes, and most connections are idle most of the time.
#[derive(Default)]
struct Queue {
    waiting: VecDeque<Outgoing>,
    /// Wakes the connection.
    waker: Option<Waker>,
    /// Wakes whoever waits for space: only one sender does so, the relay of the connection.
    sender: Option<Waker>,
    /// Whether the client reads too slowly: the queue was full.
    is_too_slow: bool,
    /// Whether the connection has ended.
    is_closed: bool,
}

/// Creates a queue.
pub(crate) fn send_queue() -> (SendQueue, SendQueueReader) {
    let queue: Arc<Mutex<Queue>> = Arc::default();
    (SendQueue(Arc::clone(&queue)), SendQueueReader(queue))
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Queue {
    fn pop(&mut self) -> Option<Outgoing> {
        let out = self.waiting.pop_front();
        if self.waiting.is_empty() && self.waiting.capacity() > 8 {
            self.waiting = VecDeque::new();
        }
        if let Some(sender) = self.sender.take() {
            sender.wake();
        }
        out
    }

    /// Lets the connection be woken when something happens.
    fn wait<T>(&mut self, context: &Context<'_>) -> Poll<T> {
        if !self.waker.as_ref().is_some_and(|waker| waker.will_wake(context.waker())) {
            self.waker = Some(context.waker().clone());
        }
        Poll::Pending
    }
}

impl SendQueueReader {
    /// Waits for the next instruction; `None` if the client reads too slowly.
    pub(crate) async fn recv(&self) -> Option<Outgoing> {
        poll_fn(|context| {
            let mut queue = lock(&self.0);
            if queue.is_too_slow {
                return Poll::Ready(None);
            }
            match queue.pop() {
                Some(out) => Poll::Ready(Some(out)),
                None => queue.wait(context),
            }
        })
        .await
    }

    /// The next instruction, if there is one.
    pub(crate) fn try_recv(&self) -> Option<Outgoing> {
        lock(&self.0).pop()
    }

    /// Waits until the client reads too slowly.
    pub(crate) async fn wait_until_too_slow(&self) {
        poll_fn(|context| {
            let mut queue = lock(&self.0);
            if queue.is_too_slow { Poll::Ready(()) } else { queue.wait(context) }
        })
        .await;
    }
}

impl Drop for SendQueueReader {
    fn drop(&mut self) {
        let mut queue = lock(&self.0);
        queue.is_closed = true;
        queue.waiting = VecDeque::new();
        queue.waker = None;
        if let Some(sender) = queue.sender.take() {
            sender.wake();
        }
    }
}

impl SendQueue {
    /// Queues an instruction. Returns `false` if the connection has ended, or ends now because the
    /// queue is full.
    pub(crate) fn try_send(&self, out: Outgoing) -> bool {
        let mut queue = lock(&self.0);
        if queue.is_closed {
            return false;
        }
        let has_space = queue.waiting.len() < MAX_QUEUED;
        if has_space {
            queue.waiting.push_back(out);
        } else {
            queue.is_too_slow = true;
        }
        // If there was something before, the connection is awake.
        let waker = if !has_space || queue.waiting.len() == 1 { queue.waker.clone() } else { None };
        drop(queue);
        if let Some(waker) = waker {
            waker.wake();
        }
        has_space
    }

    /// Queues an instruction, and waits until there is space for it. Returns `false` if the connection has
    /// ended, or ends now because there was no space for too long.
    pub(crate) async fn send_in_time(&self, out: Outgoing, limit: Duration) -> bool {
        let has_space = poll_fn(|context| {
            let mut queue = lock(&self.0);
            if queue.is_closed || queue.waiting.len() < MAX_QUEUED {
                return Poll::Ready(());
            }
            queue.sender = Some(context.waker().clone());
            Poll::Pending
        });
        // If there is no space in time, the connection ends now.
        let _ = tokio::time::timeout(limit, has_space).await;
        self.try_send(out)
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
    use std::time::Duration;

    use wire::{CLOSE_INTERNAL_ERROR, ToServer};

    use super::{MAX_QUEUED, Outgoing, send_queue};

    #[tokio::test]
    async fn a_queue_is_bounded_and_wakes_its_reader() {
        let (queue, reader) = send_queue();
        let sender = queue.clone();
        let sending = tokio::spawn(async move {
            for code in 0..1000 {
                assert!(sender.send_in_time(Outgoing::Close(code), Duration::from_secs(10)).await);
            }
        });
        for code in 0..1000 {
            assert_eq!(reader.recv().await, Some(Outgoing::Close(code)));
        }
        sending.await.unwrap();
        assert_eq!(reader.try_recv(), None);
        assert_eq!((0..100).filter(|code| queue.try_send(Outgoing::Close(*code))).count(), MAX_QUEUED);
        reader.wait_until_too_slow().await;
        assert_eq!(reader.recv().await, None);
        drop(reader);
        assert!(!queue.try_send(Outgoing::Close(0)), "the connection has ended");
    }

    #[test]
    fn a_message_that_cannot_be_written_closes_the_connection() {
        let broken = BTreeMap::from([((), ())]); // JSON has no keys of this type.
        assert_eq!(Outgoing::message(&ToServer::List), Outgoing::Text("\"list\"".into()));
        assert_eq!(Outgoing::message(&broken), Outgoing::Close(CLOSE_INTERNAL_ERROR));
    }
}
