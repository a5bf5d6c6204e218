use std::time::{SystemTime, UNIX_EPOCH};
use std::{fmt, io};
#[cfg(test)]
use std::{pin::Pin, sync::Arc};

#[cfg(test)]
use crate::node::DialFuture;
use crate::node::{self, NodeKey, NodeSocket};

/// Where a server gets its random bytes from, where its tasks run, and how it reaches other servers: the
/// operating system and tokio.
///
/// Everything that the server does by chance or at the same time as something else goes through this, and
/// every `select!` in the server is biased. So a simulation that replaces the environment, and pauses
/// tokio's clock, can repeat a run exactly.
#[derive(Clone, Default)]
pub struct Environment {
    #[cfg(test)]
    pub(crate) simulated: Option<Arc<dyn SimulatedEnvironment>>,
}

/// The environment of a simulated server.
#[cfg(test)]
pub(crate) trait SimulatedEnvironment: Send + Sync {
    /// Fills the bytes from a seed.
    fn fill(&self, bytes: &mut [u8]);

    /// Runs a task until the simulated server crashes.
    fn spawn(&self, task: Pin<Box<dyn Future<Output = ()> + Send>>);

    /// Connects to the server with this address. That server reads the first message with
    /// [`node::read_hello`] and then runs [`node::serve_relayed`].
    fn dial(&self, address: &str) -> DialFuture;
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment").finish_non_exhaustive()
    }
}

impl Environment {
    /// Fills the bytes with random ones.
    pub(crate) fn fill(&self, bytes: &mut [u8]) -> Result<(), getrandom::Error> {
        #[cfg(test)]
        if let Some(simulated) = &self.simulated {
            simulated.fill(bytes);
            return Ok(());
        }
        getrandom::fill(bytes)
    }

    /// The wall clock. Use [`ServerState::unix_time`](crate::ServerState), which tests can shift.
    pub(crate) fn seconds_since_1970(&self) -> u64 {
        #[cfg(test)]
        if self.simulated.is_some() {
            return 0;
        }
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
    }

    /// Starts a task of the server.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        #[cfg(test)]
        if let Some(simulated) = &self.simulated {
            return simulated.spawn(Box::pin(task));
        }
        tokio::spawn(task);
    }

    /// Connects to another server on the same store. The caller limits the time.
    pub(crate) async fn dial(&self, key: &NodeKey, address: &str) -> io::Result<Box<dyn NodeSocket>> {
        #[cfg(test)]
        if let Some(simulated) = &self.simulated {
            return simulated.dial(address).await;
        }
        node::dial(key, address).await
    }

    /// Computes something that takes long, on a thread of its own. `None` if it panics.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        compute: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        #[cfg(test)]
        if self.simulated.is_some() {
            return Some(compute());
        }
        tokio::task::spawn_blocking(compute).await.ok()
    }
}
