use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use futures_util::{Sink, Stream};
use tokio::time::{Instant, Sleep};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::random::Random;
use super::recorder::Recording;
use super::world::World;

/// How many messages are on their way before the sender has to wait, as with the buffers of a system.
const CAPACITY: usize = 32;

/// One direction of a connection. Messages arrive in order, after random delays.
#[derive(Default)]
struct Pipe(Mutex<PipeState>);

#[derive(Default)]
struct PipeState {
    /// The messages on their way, with the times of their arrival.
    messages: VecDeque<(Instant, Message)>,
    /// Whether the sender has closed it: the receiver gets what is on its way, and then the end.
    closed: bool,
    /// Whether the connection was reset: both ends get an error, and what was on its way is lost.
    reset: bool,
    /// Whether nothing arrives for now, and nobody notices.
    stalled: bool,
    reader: Option<Waker>,
    writer: Option<Waker>,
}

impl Pipe {
    fn lock(&self) -> MutexGuard<'_, PipeState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut PipeState)) {
        let mut state = self.lock();
        change(&mut state);
        let wakers = [state.reader.take(), state.writer.take()];
        drop(state);
        wakers.into_iter().flatten().for_each(Waker::wake);
    }
}

/// A connection, to break it from outside.
#[derive(Clone)]
pub(super) struct Cable([Arc<Pipe>; 2]);

impl Cable {
    /// Breaks the connection. Both ends notice it, and messages on their way are lost.
    pub(super) fn reset(&self) {
        for pipe in &self.0 {
            pipe.change(|state| {
                state.reset = true;
                state.messages.clear();
            });
        }
    }

    /// Stops all messages on their way, or lets them continue.
    pub(super) fn set_stalled(&self, stalled: bool) {
        self.0.iter().for_each(|pipe| pipe.change(|state| state.stalled = stalled));
    }

    /// Whether one end was dropped, or the connection was reset.
    pub(super) fn is_broken(&self) -> bool {
        self.0.iter().any(|pipe| {
            let state = pipe.lock();
            state.reset || (state.closed && !state.stalled)
        })
    }
}

/// One end of a simulated connection.
pub(super) struct SimulatedSocket {
    world: Arc<World>,
    /// What the trace calls this end.
    name: String,
    incoming: Arc<Pipe>,
    outgoing: Arc<Pipe>,
    /// The longest delay of a message.
    max_delay: Duration,
    random: Random,
    sleep: Option<Pin<Box<Sleep>>>,
    recording: Option<Recording>,
}

/// Two ends of a connection, and the connection itself.
pub(super) fn connection(
    world: &Arc<World>,
    names: [String; 2],
    max_delay: Duration,
) -> (SimulatedSocket, SimulatedSocket, Cable) {
    let pipes = [Arc::new(Pipe::default()), Arc::new(Pipe::default())];
    let end = |name: String, incoming: usize| SimulatedSocket {
        world: Arc::clone(world),
        name,
        incoming: Arc::clone(&pipes[incoming]),
        outgoing: Arc::clone(&pipes[1 - incoming]),
        max_delay,
        random: world.random(),
        sleep: None,
        recording: None,
    };
    let [first, second] = names;
    (end(first, 0), end(second, 1), Cable(pipes))
}

impl SimulatedSocket {
    /// Records what this end sends and receives.
    pub(super) fn recorded(mut self, recording: Recording) -> SimulatedSocket {
        self.recording = Some(recording);
        self
    }

    fn broken() -> Error {
        Error::Io(io::Error::from(io::ErrorKind::ConnectionReset))
    }

    fn poll_message(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Message, Error>>> {
        loop {
            let mut state = self.incoming.lock();
            if state.reset {
                return Poll::Ready(Some(Err(SimulatedSocket::broken())));
            }
            state.reader = Some(cx.waker().clone());
            if state.stalled {
                return Poll::Pending;
            }
            let Some((arrival, _)) = state.messages.front() else {
                return if state.closed { Poll::Ready(None) } else { Poll::Pending };
            };
            let arrival = *arrival;
            if arrival <= Instant::now() {
                let message = state.messages.pop_front();
                let writer = state.writer.take();
                drop(state);
                writer.into_iter().for_each(Waker::wake);
                return Poll::Ready(message.map(|(_, message)| Ok(message)));
            }
            drop(state);
            let sleep = self.sleep.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(arrival)));
            if sleep.deadline() != arrival {
                sleep.as_mut().reset(arrival);
            }
            ready!(sleep.as_mut().poll(cx));
        }
    }
}

impl Stream for SimulatedSocket {
    type Item = Result<Message, Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let socket = self.get_mut();
        let message = ready!(socket.poll_message(cx));
        match &message {
            Some(Ok(message)) => socket.world.note(format_args!("{} < {message}", socket.name)),
            Some(Err(_)) | None => socket.world.note(format_args!("{} < end", socket.name)),
        }
        if let (Some(Ok(Message::Text(text))), Some(recording)) = (&message, &mut socket.recording) {
            socket.world.recorder().received(recording, text);
        }
        Poll::Ready(message)
    }
}

impl Sink<Message> for SimulatedSocket {
    type Error = Error;

    fn poll_ready(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        let mut state = self.outgoing.lock();
        if state.reset {
            return Poll::Ready(Err(SimulatedSocket::broken()));
        }
        if state.messages.len() < CAPACITY {
            return Poll::Ready(Ok(()));
        }
        state.writer = Some(cx.waker().clone());
        Poll::Pending
    }

    fn start_send(self: Pin<&mut Self>, message: Message) -> Result<(), Error> {
        let socket = self.get_mut();
        if let (Message::Text(text), Some(recording)) = (&message, &mut socket.recording) {
            socket.world.recorder().sent(recording, text);
        }
        let delay = socket.random.millis(0, socket.max_delay.as_millis() as u64);
        socket.outgoing.change(|state| {
            let arrival = Instant::now() + delay;
            let last = state.messages.back().map_or(arrival, |(last, _)| *last);
            if !state.reset {
                state.messages.push_back((arrival.max(last), message));
            }
        });
        Ok(())
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.outgoing.change(|state| state.closed = true);
        Poll::Ready(Ok(()))
    }
}

impl Drop for SimulatedSocket {
    fn drop(&mut self) {
        self.outgoing.change(|state| state.closed = true);
        // Nobody reads what is sent to this end any more.
        self.incoming.change(|state| {
            state.closed = true;
            state.messages.clear();
            state.reset |= !state.stalled;
        });
    }
}
