//! One relay, between a client's queue and an owner that does as it likes.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::DuplexStream;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role};
use wire::{CLOSE_RESTART, Phrase, TableId, ToServer};

use super::{DialFuture, HelloSupport, NodeSocket, Relay, RelayHello, UnsentCommands, read_hello};
use crate::environment::{Environment, SimulatedEnvironment};
use crate::send_queue::{MAX_QUEUED, Outgoing, SendQueueReader, send_queue};
use crate::store::MemoryStore;
use crate::table::Caller;
use crate::{Identity, ServerOptions, ServerState};

/// Each dial gets the next of these connections.
#[derive(Default)]
struct Network(Mutex<VecDeque<WebSocketStream<DuplexStream>>>);

impl SimulatedEnvironment for Network {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill(3);
    }

    fn spawn(&self, task: Pin<Box<dyn Future<Output = ()> + Send>>) {
        tokio::spawn(task);
    }

    fn dial(&self, _: &str) -> DialFuture {
        let socket = self.0.lock().unwrap().pop_front();
        Box::pin(async move {
            let socket = socket.ok_or(io::ErrorKind::ConnectionRefused)?;
            Ok(Box::new(socket) as Box<dyn NodeSocket>)
        })
    }
}

/// A running relay: the client's end, and the owner's, if it can be reached.
struct Running {
    commands: Sender<ToServer>,
    unsent: Receiver<UnsentCommands>,
    client: SendQueueReader,
    owner: Option<WebSocketStream<DuplexStream>>,
    start: Instant,
}

async fn relay(reachable: bool) -> Running {
    let network = Network::default();
    let (near, far) = tokio::io::duplex(64 * 1024);
    let mut owner = None;
    if reachable {
        let near = WebSocketStream::from_raw_socket(near, Role::Client, None).await;
        network.0.lock().unwrap().push_back(near);
        owner = Some(WebSocketStream::from_raw_socket(far, Role::Server, None).await);
    }
    let environment = Environment { simulated: Some(Arc::new(network)) };
    let options = ServerOptions { environment, ..ServerOptions::default() };
    let server = ServerState::new(Arc::new(MemoryStore::default()), options).await.unwrap();
    let caller = Caller {
        who: Identity::from_bytes(&[1; 16]).unwrap(),
        name: "Anna".parse().unwrap(),
        address_tag: 0,
    };
    let (queue, client) = send_queue();
    let (commands, receiver) = mpsc::channel(8);
    let (sender, unsent) = mpsc::channel(1);
    let relay = Relay {
        server,
        number: 7,
        hello: RelayHello::new(&caller, wire::PROTOCOL, TableId::from_random([1; TableId::LENGTH]), 5),
        owner: 9,
        address: "owner".to_owned(),
        queue,
        commands: receiver,
        unsent: sender,
    };
    tokio::spawn(relay.run());
    let start = Instant::now();
    if let Some(owner) = &mut owner {
        let hello = read_hello(owner).await.unwrap();
        assert!(
            hello.support(Default::default()) == HelloSupport::Full
                && hello.caller().who == caller.who
                && hello.since == 5
        );
    }
    Running { commands, unsent, client, owner, start }
}

#[tokio::test(start_paused = true)]
async fn close_codes_are_passed_on() {
    for code in [wire::CLOSE_POLICY, wire::CLOSE_OUTDATED, wire::CLOSE_INTERNAL_ERROR, CLOSE_RESTART] {
        let mut running = relay(true).await;
        let owner = running.owner.as_mut().unwrap();
        // What was sent before arrives before.
        owner.send(Message::Text("last".into())).await.unwrap();
        owner.close(Some(CloseFrame { code: code.into(), reason: "".into() })).await.unwrap();
        assert_eq!(running.client.recv().await, Some(Outgoing::Text("last".into())));
        assert_eq!(running.client.recv().await, Some(Outgoing::Close(code)));
    }
}

#[tokio::test(start_paused = true)]
async fn a_broken_relay_closes_the_connection() {
    let restart = CloseFrame { code: CLOSE_RESTART.into(), reason: "".into() };
    for message in [
        None,
        Some(Message::Binary(vec![1].into())),
        Some(Message::Close(None)),
        Some(Message::Close(Some(restart))),
    ] {
        let mut running = relay(true).await;
        let mut owner = running.owner.take().unwrap();
        // Once the client was served, its commands may be lost, and it has to send them again.
        owner.send(Message::Text("first".into())).await.unwrap();
        assert_eq!(running.client.recv().await, Some(Outgoing::Text("first".into())));
        if let Some(message) = message {
            owner.send(message).await.unwrap();
        }
        drop(owner);
        assert_eq!(running.client.recv().await, Some(Outgoing::Close(CLOSE_RESTART)));
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_owner_is_given_up() {
    let mut running = relay(true).await;
    running.owner.as_mut().unwrap().send(Message::Text("first".into())).await.unwrap();
    assert_eq!(running.client.recv().await, Some(Outgoing::Text("first".into())));
    assert_eq!(running.client.recv().await, Some(Outgoing::Close(CLOSE_RESTART)));
    let took = running.start.elapsed();
    assert!((Duration::from_secs(6)..Duration::from_secs(7)).contains(&took), "{took:?}");
}

/// A server that was stopped has not heard the owner, but the owner was not silent.
#[tokio::test(start_paused = true)]
async fn a_pause_of_the_server_does_not_break_a_relay() {
    let mut running = relay(true).await;
    let mut owner = running.owner.take().unwrap();
    tokio::time::advance(Duration::from_secs(8)).await;
    let answers = async { while let Some(Ok(_)) = owner.next().await {} };
    tokio::select! {
        biased;
        closed = running.client.recv() => panic!("{closed:?}"),
        () = answers => panic!("the relay has ended"),
        () = tokio::time::sleep(Duration::from_secs(10)) => {}
    }
}

#[tokio::test(start_paused = true)]
async fn an_idle_relay_lives_as_long_as_the_owner_answers_pings() {
    let mut running = relay(true).await;
    let mut owner = running.owner.take().unwrap();
    owner.send(Message::Text("first".into())).await.unwrap();
    assert_eq!(running.client.recv().await, Some(Outgoing::Text("first".into())));
    let mut pings = 0;
    let answers = async {
        while let Some(Ok(message)) = owner.next().await {
            pings += u32::from(message.is_ping());
        }
    };
    let minute = Duration::from_secs(60);
    tokio::select! {
        biased;
        closed = running.client.recv() => panic!("{closed:?}"),
        () = answers => panic!("the relay has ended"),
        () = tokio::time::sleep(minute) => {}
    }
    assert!((25..=30).contains(&pings), "{pings}");
    // When the client leaves, so does the relay.
    drop(running.commands);
    while let Some(Ok(_)) = owner.next().await {}
    assert!(running.start.elapsed() < minute + Duration::from_secs(2));
}

/// The client's queue never overflows because of a burst, but a client that reads nothing is cut off.
#[tokio::test(start_paused = true)]
async fn a_burst_waits_for_the_client_but_not_for_ever() {
    let mut running = relay(true).await;
    let mut owner = running.owner.take().unwrap();
    let burst = 3 * MAX_QUEUED;
    for number in 0..burst {
        owner.send(Message::Text(number.to_string().into())).await.unwrap();
    }
    for number in 0..burst - MAX_QUEUED - 1 {
        tokio::time::sleep(Duration::from_millis(10)).await;
        assert_eq!(running.client.recv().await, Some(Outgoing::Text(number.to_string().into())));
    }
    let start = Instant::now();
    owner.send(Message::Text("one more".into())).await.unwrap();
    running.client.wait_until_too_slow().await;
    let took = start.elapsed();
    assert!((5..8).contains(&took.as_secs()), "{took:?}");
}

/// The other node cannot be reached, breaks the connection at once, shuts down, does not own the table, or is
/// silent. The client waits, and nothing of it is lost.
#[tokio::test(start_paused = true)]
async fn commands_survive_an_owner_that_does_not_serve_the_table() {
    let restart = CloseFrame { code: CLOSE_RESTART.into(), reason: "".into() };
    for answer in
        [None, Some(None), Some(Some(Message::Close(Some(restart)))), Some(Some(Message::Ping("".into())))]
    {
        let mut running = relay(answer.is_some()).await;
        running.commands.send(ToServer::Say(Phrase::Hello)).await.unwrap();
        let mut owner = running.owner.take();
        match (&mut owner, answer) {
            (Some(owner), Some(Some(message))) => owner.send(message).await.unwrap(),
            _ => owner = None,
        }
        let UnsentCommands { relay, mut commands } = running.unsent.recv().await.unwrap();
        assert_eq!(relay, 7);
        assert_eq!(commands.recv().await, Some(ToServer::Say(Phrase::Hello)));
        assert!(running.client.try_recv().is_none(), "nothing is said to the client");
    }
}
