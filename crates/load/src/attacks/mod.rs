//! What hostile clients do to a server, each from a few addresses, as often as they can.
//!
//! An attack is a function that goes on until its target's time is over. Refusals and closed connections are
//! what it hopes to overcome, so they are counted and not reported as errors.

mod half_finished;
mod messages;
mod requests;
mod tables;

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use transport::{Endpoint, Socket};
use wire::TableId;

/// Attack a running server
#[derive(clap::Args)]
pub(crate) struct AttackArgs {
    /// The address of the server, such as http://127.0.0.1:7878
    #[arg(long)]
    address: String,
    /// The addresses of this computer to attack from
    #[arg(long, value_delimiter = ',')]
    from: Vec<IpAddr>,
    /// For how long
    #[arg(long)]
    seconds: u64,
    /// Tables of others
    #[arg(long, value_delimiter = ',')]
    tables: Vec<TableId>,
    /// Only attacks that use up connections
    #[arg(long)]
    connections_only: bool,
}

type Running = Pin<Box<dyn Future<Output = ()> + Send>>;
/// The name of an attack, how often it runs at the same time from an address, and what it does.
type AttackRow = (&'static str, usize, fn(AttackTarget) -> Running);

/// All attacks.
const ATTACKS: [AttackRow; 24] = [
    ("half-finished heads", 2, |target| Box::pin(half_finished::heads(target))),
    ("heads byte by byte", 2, |target| Box::pin(half_finished::slow_heads(target))),
    ("half-finished bodies", 2, |target| Box::pin(half_finished::bodies(target))),
    ("half-finished upgrades", 2, |target| Box::pin(half_finished::upgrades(target))),
    ("idle connections", 2, |target| Box::pin(half_finished::idle(target))),
    ("files that are not read", 2, |target| Box::pin(half_finished::unread_files(target))),
    ("new connections", 2, |target| Box::pin(half_finished::churn(target))),
    ("QR codes with long hosts", 1, |target| Box::pin(requests::qr_codes(target))),
    ("guessed device links", 1, |target| Box::pin(requests::guessed_links(target))),
    ("device links", 1, |target| Box::pin(requests::device_links(target))),
    ("forged passes and foreign origins", 1, |target| Box::pin(requests::forged_passes(target))),
    ("files and pages", 1, |target| Box::pin(requests::files(target))),
    ("pings", 2, |target| Box::pin(messages::pings(target))),
    ("broken frames and messages", 2, |target| Box::pin(messages::broken(target))),
    ("tables that are not read", 2, |target| Box::pin(messages::unread_tables(target))),
    ("joins", 2, |target| Box::pin(messages::joins(target))),
    ("lists of tables", 1, |target| Box::pin(messages::lists(target))),
    ("refused commands", 2, |target| Box::pin(messages::refused_commands(target))),
    ("new tables", 1, |target| Box::pin(tables::create(target))),
    ("seats taken and left", 1, |target| Box::pin(tables::sit_and_stand(target))),
    ("phrases", 1, |target| Box::pin(tables::phrases(target))),
    ("undo and redo", 1, |target| Box::pin(tables::undo_and_redo(target))),
    ("long games", 1, |target| Box::pin(tables::long_game(target))),
    ("records", 1, |target| Box::pin(tables::records(target))),
];

/// Those that only use up connections.
const CONNECTION_ATTACKS: usize = 7;
/// Attacks of the same kind share an address. Otherwise those that use up the limits of an address would
/// protect the server from the others.
const KINDS: usize = 4;

/// The kind of an attack: connections, requests, messages, or what players can do.
fn kind(attack: usize) -> usize {
    match attack {
        ..CONNECTION_ATTACKS => 0,
        CONNECTION_ATTACKS..12 => 1,
        12..18 => 2,
        _ => 3,
    }
}

/// What is attacked, from where, and until when.
#[derive(Clone)]
pub(crate) struct AttackTarget {
    server: SocketAddr,
    from: IpAddr,
    endpoint: Endpoint,
    tables: Arc<[TableId]>,
    end: Instant,
    seed: u64,
    tries: Arc<Tries>,
}

/// How often something was tried.
#[derive(Default)]
struct Tries {
    accepted: AtomicU64,
    refused: AtomicU64,
}

pub(crate) async fn run(args: &AttackArgs) -> Result<()> {
    let endpoint = Endpoint::from_link(&args.address)?;
    let server = endpoint.host().parse().context("the server has no numeric address")?;
    let end = Instant::now() + Duration::from_secs(args.seconds);
    let attacks = if args.connections_only { &ATTACKS[..CONNECTION_ATTACKS] } else { &ATTACKS };
    let mut tries: BTreeMap<&str, Arc<Tries>> = BTreeMap::new();
    let mut running = Vec::new();
    let mut seed = 0;
    for (number, (name, count, attack)) in attacks.iter().enumerate() {
        let tries = tries.entry(name).or_default();
        let (first, step) = if args.connections_only { (0, 1) } else { (kind(number), KINDS) };
        let from = args.from.iter().skip(first).step_by(step);
        for from in from.flat_map(|from| std::iter::repeat_n(*from, *count)) {
            seed += 1;
            let target = AttackTarget {
                server,
                from,
                endpoint: endpoint.clone().from_local(from),
                tables: args.tables.clone().into(),
                end,
                seed,
                tries: Arc::clone(tries),
            };
            running.push(tokio::spawn(tokio::time::timeout_at(end.into(), attack(target))));
        }
    }
    for attack in running {
        // The time is over, which is how an attack ends.
        let _ = attack.await?;
    }
    for (name, tries) in tries {
        let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
        println!("  {name}: {} accepted, {} refused", count(&tries.accepted), count(&tries.refused));
    }
    Ok(())
}

impl AttackTarget {
    /// Notes how a try went. After a refusal, the attack pauses: it shares its cores with the server.
    async fn tried<T, E>(&self, result: Result<T, E>) -> Option<T> {
        match result {
            Ok(done) => {
                self.tries.accepted.fetch_add(1, Ordering::Relaxed);
                Some(done)
            }
            Err(_) => {
                self.tries.refused.fetch_add(1, Ordering::Relaxed);
                pause(50).await;
                None
            }
        }
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    /// A table of others.
    fn table(&self, number: usize) -> Option<TableId> {
        self.tables.get(number % self.tables.len().max(1)).copied()
    }

    /// A plain connection.
    async fn connect(&self) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(self.from, 0))?;
        socket.connect(self.server).await
    }

    /// Sends a request over a connection of its own. Returns the status.
    async fn request(&self, head: &str, body: &str) -> Result<u16> {
        let mut stream = self.connect().await?;
        let length = body.len();
        let text = format!("{head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
        stream.write_all(text.as_bytes()).await?;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await?;
        let status = std::str::from_utf8(&answer[9..])?.parse()?;
        Ok(status)
    }

    /// A WebSocket with a new pass.
    async fn socket(&self) -> Result<Socket> {
        let pass = self.endpoint.request_pass(&"Mallory".parse()?, None).await?;
        Ok(self.endpoint.connect(&pass).await?)
    }
}

async fn pause(milliseconds: u64) {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
}
