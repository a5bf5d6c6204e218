//! A server for one test, and players who connect to it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use games::catalog::Visitor;
use games::events::Describe;
use games::savannah::{self, Config, Savannah};
use server::store::{MemoryStore, SqliteStore, Store};
use server::{Limits, ServerOptions, ServerState, Site};
use table::{BySeat, Eye, Game, Seat, View};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use transport::{Endpoint, Socket, TransportError};
use wire::{NewTable, Pledge, RefusalReason, SeatPlan, Snapshot, TableCommand, TableId, ToClient, ToServer};

/// The folder of a test.
pub(crate) fn folder_of(test: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables").join(test)
}

/// An empty folder for one test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = folder_of(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Limits that do not slow tests down.
pub(crate) fn limits() -> Limits {
    Limits {
        messages_per_second: 100_000,
        requests_per_second: 100_000,
        pass_changes_per_hour: 100_000,
        sockets_per_address: 10_000,
        new_tables_per_hour: 100_000,
        new_tables_per_minute: 100_000,
        min_bot_delay: Duration::ZERO,
        bad_message_delay: Duration::ZERO,
        sit_delay: Duration::ZERO,
        ..Limits::default()
    }
}

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
}

impl Server {
    pub(crate) async fn new(folder: &Path) -> Server {
        Server::with(folder, limits()).await
    }

    pub(crate) async fn with(folder: &Path, limits: Limits) -> Server {
        Server::on(Arc::new(SqliteStore::open(folder).await.unwrap()), limits).await
    }

    pub(crate) async fn on(store: Arc<dyn Store>, limits: Limits) -> Server {
        Server::start(store, ServerOptions { limits, ..ServerOptions::default() }, None).await
    }

    /// A server that others on the same store can reach.
    pub(crate) async fn node(store: &Arc<MemoryStore>, limits: Limits) -> (Server, Link) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let link = Link::new(listener.local_addr().unwrap()).await;
        let address = link.address.to_string();
        let options = ServerOptions { limits, address, ..ServerOptions::default() };
        let store = Arc::<MemoryStore>::clone(store);
        (Server::start(store, options, Some(listener)).await, link)
    }

    pub(crate) async fn start(
        store: Arc<dyn Store>,
        options: ServerOptions,
        nodes: Option<TcpListener>,
    ) -> Server {
        let state = ServerState::new(store, options).await.unwrap();
        if let Some(nodes) = nodes {
            tokio::spawn(server::serve_nodes(nodes, Arc::clone(&state)));
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(server::host(listener, state, Site::built_in(), async {
            let _ = stopped.await;
        }));
        Server { address, stop: Some(stop), served }
    }

    /// Shuts it down gracefully, as a service manager does.
    pub(crate) async fn stop(mut self) {
        self.ask_to_stop();
        self.stopped().await;
    }

    /// Asks it to shut down, and does not wait.
    pub(crate) fn ask_to_stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// Waits until it has shut down.
    pub(crate) async fn stopped(self) {
        self.served.await.unwrap().unwrap();
    }

    pub(crate) fn endpoint(&self) -> Endpoint {
        Endpoint::from_link(&format!("http://{}/", self.address)).unwrap()
    }

    pub(crate) async fn player(&self, name: &str) -> Player {
        Player::new(self, name).await
    }
}

/// The network between a node and the others.
pub(crate) struct Link {
    /// Where the others reach the node.
    pub(crate) address: SocketAddr,
    state: watch::Sender<LinkState>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LinkState {
    /// It works. The number counts how often it was cut.
    Up(u32),
    /// Nothing arrives, and nothing is closed.
    Frozen,
}

impl Link {
    async fn new(node: SocketAddr) -> Link {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = watch::Sender::new(LinkState::Up(0));
        let changes = state.subscribe();
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let mut changes = changes.clone();
                tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(node).await else { return };
                    let start = *changes.borrow();
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut near, &mut far), if start != LinkState::Frozen => {}
                        _ = changes.wait_for(|state| *state != start) => {}
                    }
                    let _ = changes.wait_for(|state| *state != LinkState::Frozen).await;
                });
            }
        });
        Link { address, state }
    }

    /// Breaks all connections. New ones are possible.
    pub(crate) fn cut(&self) {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        self.state.send_replace(LinkState::Up(NEXT.fetch_add(1, Ordering::Relaxed) as u32));
    }

    /// Nothing arrives until it is cut.
    pub(crate) fn freeze(&self) {
        self.state.send_replace(LinkState::Frozen);
    }
}

pub(crate) struct Player {
    pub(crate) cookie: String,
    pub(crate) socket: Socket,
    /// The contribution to reveal when everybody is ready.
    pub(crate) pledge: Option<Pledge>,
    /// The last snapshot.
    pub(crate) seen: Option<Snapshot>,
    /// All received frames.
    pub(crate) frames: Vec<String>,
}

impl Player {
    pub(crate) async fn new(server: &Server, name: &str) -> Player {
        let cookie = server.endpoint().request_pass(&name.parse().unwrap(), None).await.unwrap();
        Player::back(server, cookie).await
    }

    /// Connects with an existing pass.
    pub(crate) async fn back(server: &Server, cookie: String) -> Player {
        let socket = server.endpoint().connect(&cookie).await.unwrap();
        let mut player = Player { cookie, socket, pledge: None, seen: None, frames: Vec::new() };
        assert!(matches!(player.hear().await, Ok(ToClient::Welcome { protocol: wire::PROTOCOL, .. })));
        player
    }

    pub(crate) async fn hear(&mut self) -> Result<ToClient, TransportError> {
        let heard = tokio::time::timeout(Duration::from_secs(20), self.socket.receive_text());
        let text = heard.await.expect("an answer")?;
        let message = wire::read(text.as_bytes()).expect("a message");
        self.frames.push(text);
        if let ToClient::Table(seen) = &message {
            self.seen = Some((**seen).clone());
            if let Some(act) = self.pledge.and_then(|pledge| pledge.reveal(seen)) {
                let (id, version) = (self.id(), seen.version);
                self.say(ToServer::Do { id, version, act }).await;
            }
        }
        Ok(message)
    }

    pub(crate) async fn say(&mut self, message: ToServer) {
        self.socket.send(&message).await.unwrap();
    }

    /// A unique command id.
    pub(crate) fn id(&self) -> u64 {
        static NEXT: AtomicU64 = AtomicU64::new(1_000_000);
        NEXT.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) async fn create(&mut self, table: NewTable) -> Result<TableId, RefusalReason> {
        self.create_as(self.id(), table).await
    }

    pub(crate) async fn create_as(&mut self, id: u64, table: NewTable) -> Result<TableId, RefusalReason> {
        self.say(ToServer::Create { id, table }).await;
        loop {
            match self.hear().await.unwrap() {
                ToClient::Created { id: of, table } if of == id => return Ok(table),
                ToClient::Refused { id: Some(of), why, .. } if of == id => return Err(why),
                _ => {}
            }
        }
    }

    pub(crate) async fn join(&mut self, table: TableId) -> Result<(), RefusalReason> {
        self.join_since(table, 0).await
    }

    pub(crate) async fn join_since(&mut self, table: TableId, since: u64) -> Result<(), RefusalReason> {
        self.say(ToServer::Join { table, since }).await;
        loop {
            match self.hear().await.unwrap() {
                ToClient::Table(seen) if seen.table == table => return Ok(()),
                ToClient::Refused { id: None, why, .. } => return Err(why),
                _ => {}
            }
        }
    }

    /// Sends a command and returns the version that it produced. Tries again if a bot was quicker.
    pub(crate) async fn act(&mut self, act: TableCommand) -> Result<u64, RefusalReason> {
        loop {
            let (id, version) = (self.id(), self.seen().version);
            let done = self.act_as(id, version, act).await;
            if done != Err(RefusalReason::Stale) {
                return done;
            }
        }
    }

    pub(crate) async fn act_as(
        &mut self,
        id: u64,
        version: u64,
        act: TableCommand,
    ) -> Result<u64, RefusalReason> {
        self.say(ToServer::Do { id, version, act }).await;
        loop {
            match self.hear().await.unwrap() {
                ToClient::Done { id: of, version } if of == id => return Ok(version),
                ToClient::Refused { id: Some(of), why, .. } if of == id => return Err(why),
                _ => {}
            }
        }
    }

    /// Says that the player is ready. The contribution is revealed when the server asks for it.
    pub(crate) async fn ready(&mut self) -> Result<u64, RefusalReason> {
        self.pledge = Pledge::new(self.seen(), self.random());
        let act = self.pledge.map_or(TableCommand::Ready(None), |pledge| pledge.ready());
        self.act(act).await
    }

    /// Unique bytes for a pledge.
    fn random(&self) -> [u8; 16] {
        let mut bytes = [7; 16];
        bytes[..8].copy_from_slice(&self.id().to_le_bytes());
        bytes
    }

    pub(crate) fn seen(&self) -> &Snapshot {
        self.seen.as_ref().expect("a table")
    }

    /// Receives messages until a snapshot meets the condition.
    pub(crate) async fn until(&mut self, looks: impl Fn(&Snapshot) -> bool) {
        while !self.seen.as_ref().is_some_and(&looks) {
            self.hear().await.unwrap();
        }
    }

    /// Joins the rematch as soon as there is one.
    pub(crate) async fn join_rematch(&mut self) {
        self.until(|seen| seen.rematch.is_some()).await;
        let next = self.seen().rematch.unwrap();
        self.join(next).await.unwrap();
    }

    /// The view of a game of Savannah.
    pub(crate) fn view(&self) -> savannah::View {
        self.seen().view::<Savannah>().expect("a game")
    }

    pub(crate) fn is_over(&self) -> bool {
        self.seen.as_ref().is_some_and(is_over)
    }

    /// Plays whenever it is the player's turn, until the game is over or this many moves are made.
    pub(crate) async fn play(&mut self, moves: usize) -> usize {
        self.play_game::<Savannah>(moves).await
    }

    /// The same in any game.
    pub(crate) async fn play_game<G: Game>(&mut self, moves: usize) -> usize {
        let mut made = 0;
        while !self.is_over() && made < moves {
            let is_player = self.seen().eye != Eye::Spectator;
            let view = self.seen().view::<G>().filter(|_| is_player);
            let legal = view.map(|view| view.legal()).unwrap_or_default();
            if legal.is_empty() {
                self.hear().await.unwrap();
                continue;
            }
            let mv = legal[(self.seen().version as usize * 7 + 3) % legal.len()];
            self.act(play(mv)).await.unwrap();
            made += 1;
        }
        made
    }
}

/// Receives messages until the server closes the connection. Returns its code.
pub(crate) async fn closed(player: &mut Player) -> u16 {
    loop {
        match player.hear().await {
            Ok(_) => {}
            Err(TransportError::Closed(code)) => return code,
            Err(error) => panic!("{error}"),
        }
    }
}

pub(crate) fn seat(letter: char) -> Seat {
    Seat::from_letter(letter).unwrap()
}

/// A short game with this many open seats.
pub(crate) fn short(seats: u8) -> NewTable {
    let config: Config = format!("seats={seats} rounds=20").parse().unwrap();
    NewTable {
        game: Savannah::NAME.to_owned(),
        config: config.to_string(),
        seats: BySeat::new(seats, |_| SeatPlan::Open),
        public: false,
        clock: None,
    }
}

/// A table for one player.
pub(crate) fn solo<G: Game>(config: &str) -> NewTable {
    let (game, config) = (G::NAME.to_owned(), config.to_owned());
    NewTable { game, config, seats: BySeat::new(1, |_| SeatPlan::Me), public: false, clock: None }
}

/// The command that plays a move.
pub(crate) fn play(mv: impl ToString) -> TableCommand {
    TableCommand::Play(mv.to_string().parse().unwrap())
}

/// Whether the game of a snapshot is over, whatever game it is.
pub(crate) fn is_over(seen: &Snapshot) -> bool {
    struct IsOver<'a>(&'a Snapshot);
    impl Visitor for IsOver<'_> {
        type Output = bool;

        fn visit<G: Describe>(self) -> bool {
            self.0.view::<G>().is_some_and(|view| view.outcome().is_some())
        }
    }
    seen.game.visit(IsOver(seen))
}

/// A table with a person on every seat, whose game has started.
pub(crate) async fn seated(server: &Server, seats: u8) -> (TableId, Vec<Player>) {
    seated_at(&[server], seats).await
}

/// The same for people who are connected to different servers on one store. The first server owns the table.
pub(crate) async fn seated_at(servers: &[&Server], seats: u8) -> (TableId, Vec<Player>) {
    let mut host = servers[0].player("Player 0").await;
    let table = host.create(short(seats)).await.unwrap();
    let mut players = vec![host];
    for (number, server) in (1..seats).zip(servers.iter().cycle().skip(1)) {
        players.push(server.player(&format!("Player {number}")).await);
    }
    for (player, seat) in players.iter_mut().zip(Seat::all(seats)) {
        player.join(table).await.unwrap();
        player.act(TableCommand::Sit(seat)).await.unwrap();
    }
    for player in &mut players {
        player.ready().await.unwrap();
    }
    begun(&mut players).await;
    (table, players)
}

/// Waits until everybody sees the cards.
pub(crate) async fn begun(players: &mut [Player]) {
    let all = players.iter_mut().map(|player| player.until(Snapshot::has_game));
    futures_util::future::join_all(all).await;
}

/// Makes this many moves and waits until everybody has seen them.
pub(crate) async fn play_some(players: &mut [Player], moves: usize) {
    for _ in 0..moves {
        let turn = players[0].view().public().seat.number();
        players[turn].play(1).await;
        let version = players[turn].seen().version;
        for player in &mut *players {
            player.until(|seen| seen.version >= version).await;
        }
    }
}

/// Plays the game to its end and returns the number of moves.
pub(crate) async fn play_out(players: &mut [Player]) -> usize {
    let all = players.iter_mut().map(|player| player.play(usize::MAX));
    futures_util::future::join_all(all).await.iter().sum()
}
