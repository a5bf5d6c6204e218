use std::collections::BTreeSet;
use std::future::pending;
use std::pin::Pin;
use std::time::Duration;

use client::online::{Visit, VisitInput, VisitOutput};
use tokio::time::Instant;

use crate::{Endpoint, Socket, TransportError};

/// Wake-up times are rounded up to this many milliseconds, so that a busy client has few of them.
const WAKE_GRAIN: u64 = 50;

/// A connection that is being opened.
pub type Connecting = Pin<Box<dyn Future<Output = Result<Socket, TransportError>> + Send>>;

/// Opens connections to a server: an [`Endpoint`], or whatever simulates one.
pub trait Connect {
    /// Opens a connection with a pass.
    fn connect(&self, pass: &str) -> Connecting;
}

impl Connect for Endpoint {
    fn connect(&self, pass: &str) -> Connecting {
        let (endpoint, pass) = (self.clone(), pass.to_owned());
        Box::pin(async move { endpoint.connect(&pass).await })
    }
}

/// Connects a [`Visit`] to a server: opens its connections, sends and receives its messages, and wakes it up.
pub struct Driver<E = Endpoint> {
    visit: Visit,
    endpoint: E,
    pass: String,
    link: Link,
    /// When the visit wants to be woken up, in milliseconds since `start`.
    wakes: BTreeSet<u64>,
    /// Output that the program has to handle.
    out: Vec<VisitOutput>,
    start: Instant,
}

enum Link {
    Closed,
    Connecting(Connecting),
    Open(Box<Socket>),
}

enum Event {
    Opened(Box<Socket>),
    Message(String),
    Failed(TransportError),
    WakeUp,
}

impl<E: Connect> Driver<E> {
    /// A visit to this server, with a pass from it.
    #[must_use]
    pub fn new(endpoint: E, pass: String, visit: Visit) -> Driver<E> {
        let (wakes, out, start) = (BTreeSet::new(), Vec::new(), Instant::now());
        let mut driver = Driver { visit, endpoint, pass, link: Link::Closed, wakes, out, start };
        driver.carry_out();
        driver
    }

    /// The visit, to look at.
    #[must_use]
    pub fn visit(&self) -> &Visit {
        &self.visit
    }

    /// The server.
    #[must_use]
    pub fn endpoint(&self) -> &E {
        &self.endpoint
    }

    /// Uses this address of the same server for new connections.
    pub fn set_endpoint(&mut self, endpoint: E) {
        self.endpoint = endpoint;
    }

    /// The connection, if there is one, to send or receive something without the visit.
    pub fn socket(&mut self) -> Option<&mut Socket> {
        match &mut self.link {
            Link::Open(socket) => Some(socket),
            Link::Closed | Link::Connecting(_) => None,
        }
    }

    /// Passes something to the visit. What follows from it is sent while [`next`](Driver::next) waits.
    pub fn handle(&mut self, input: VisitInput) {
        let now = self.now();
        self.visit.handle(input, now);
        self.carry_out();
    }

    /// Waits until something happens. Returns what is left for the program to do, if anything. This may be
    /// cancelled.
    ///
    /// An error says that a connection could not be opened or has broken. If this is called again, the visit
    /// opens another one after a pause. Once [`Visit::connection`] is
    /// [`Gone`](client::online::Connection::Gone), nothing happens any more.
    pub async fn next(&mut self) -> Result<Vec<VisitOutput>, TransportError> {
        if !self.out.is_empty() {
            return Ok(self.take_out());
        }
        let wake = self.wakes.first().map(|at| self.start + Duration::from_millis(*at));
        let wake_up = async {
            match wake {
                Some(at) => tokio::time::sleep_until(at).await,
                None => pending().await,
            }
        };
        // Read pending messages before the visit may consider the server silent.
        let event = tokio::select! {
            biased;
            event = self.link.event() => event,
            () = wake_up => Event::WakeUp,
        };
        match event {
            Event::Opened(socket) => {
                self.link = Link::Open(socket);
                self.handle(VisitInput::Opened);
            }
            Event::Message(text) => self.handle(VisitInput::Heard(text)),
            Event::Failed(error) => {
                self.link = Link::Closed;
                self.handle(VisitInput::Closed);
                return Err(error);
            }
            Event::WakeUp => {
                let now = self.now();
                self.wakes.retain(|at| *at > now);
                self.handle(VisitInput::Tick);
            }
        }
        Ok(self.take_out())
    }

    /// The pending output, without waiting.
    pub fn take_out(&mut self) -> Vec<VisitOutput> {
        std::mem::take(&mut self.out)
    }

    /// Sends pending messages and closes the connection.
    pub async fn close(self) {
        if let Link::Open(socket) = self.link {
            socket.close().await;
        }
    }

    fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    /// Performs the visit's network requests. The rest is output for the program.
    fn carry_out(&mut self) {
        for out in self.visit.take_out() {
            match out {
                VisitOutput::Connect(_) => {
                    self.link = Link::Connecting(Connect::connect(&self.endpoint, &self.pass));
                }
                VisitOutput::Disconnect => self.link = Link::Closed,
                VisitOutput::Send(text) => {
                    if let Link::Open(socket) = &mut self.link {
                        socket.queue(text);
                    }
                }
                VisitOutput::Wake(after) => {
                    let at = self.now() + u64::from(after);
                    self.wakes.insert(at.next_multiple_of(WAKE_GRAIN));
                }
                out => self.out.push(out),
            }
        }
    }
}

impl Link {
    async fn event(&mut self) -> Event {
        match self {
            Link::Closed => pending().await,
            Link::Connecting(socket) => match socket.await {
                Ok(socket) => Event::Opened(Box::new(socket)),
                Err(error) => Event::Failed(error),
            },
            Link::Open(socket) => match socket.receive_text().await {
                Ok(text) => Event::Message(text),
                Err(error) => Event::Failed(error),
            },
        }
    }
}
