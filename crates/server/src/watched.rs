use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// A value that tasks can wait for. It wakes them in the order in which they started to wait. Tokio's `watch`
/// wakes them in a random order, and then a simulation could not be repeated.
pub(crate) struct Watched<T> {
    value: Mutex<T>,
    changed: Notify,
}

impl<T: Copy> Watched<T> {
    pub(crate) fn new(value: T) -> Watched<T> {
        Watched { value: Mutex::new(value), changed: Notify::new() }
    }

    fn lock(&self) -> MutexGuard<'_, T> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self) -> T {
        *self.lock()
    }

    pub(crate) fn set(&self, value: T) {
        *self.lock() = value;
        self.changed.notify_waiters();
    }

    /// Waits until the value fulfills a condition.
    pub(crate) async fn wait_for(&self, condition: impl Fn(T) -> bool) {
        loop {
            let changed = self.changed.notified();
            // A change after this line is noticed, even before the first poll.
            if condition(self.get()) {
                return;
            }
            changed.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::sync::mpsc;

    use super::Watched;

    #[tokio::test]
    async fn tasks_wake_up_in_order() {
        let watched = Arc::new(Watched::new(0));
        let (sender, mut woken) = mpsc::unbounded_channel();
        for number in 0..20 {
            let (watched, sender) = (Arc::clone(&watched), sender.clone());
            tokio::spawn(async move {
                watched.wait_for(|value| value == 2).await;
                sender.send(number).unwrap();
            });
        }
        drop(sender);
        for value in [1, 2] {
            tokio::task::yield_now().await;
            assert!(woken.is_empty());
            watched.set(value);
        }
        let mut order = Vec::new();
        while let Some(number) = woken.recv().await {
            order.push(number);
        }
        assert_eq!(order, (0..20).collect::<Vec<_>>());
        watched.wait_for(|value| value == 2).await;
    }
}
