use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use server::store::{Store, StoreAddress, StoreError};
use server::{Limits, ServerOptions, ServerReport, ServerState, Site};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use wire::BasePath;

use crate::Answer;
use crate::english;
use crate::play::home;
use crate::store;
use crate::units::{size, time};

/// Run a server for the browser app and online tables
///
/// Once the app has been opened, it also works without a network. Online tables are stored in the data
/// folder. A move is on the disk before it is confirmed, and games continue after a restart. Ctrl-C stops
/// the server.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom serve                          for this computer only
  cardroom serve --listen 0.0.0.0:8080    for the whole network

docs/operations.md explains how to run a public server behind a proxy with TLS.")]
pub(crate) struct ServeArgs {
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = LISTEN)]
    listen: String,
    /// Serve the browser app from this folder instead of the built-in one
    #[arg(long, value_name = "FOLDER")]
    web: Option<PathBuf>,
    /// Store tables in this folder; the default is your data folder
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Store tables here instead of in --data: sqlite:FOLDER or postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "STORE", conflicts_with = "data")]
    store: Option<String>,
    /// Accept connections from pages of this origin too, such as `https://cards.example`
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// Serve below this path, such as /cards/, which a proxy has to pass on
    #[arg(long, value_name = "PATH", default_value = "/")]
    base: BasePath,
    /// Browsers connect with TLS, through a proxy
    #[arg(long)]
    tls: bool,
    /// Trust what a proxy says about clients (X-Forwarded-For and -Proto)
    #[arg(long)]
    trust_proxy: bool,
    /// Trust what a proxy says about the host name (X-Forwarded-Host), if it does not pass on Host
    #[arg(long)]
    trust_forwarded_host: bool,
    /// After SIGTERM or Ctrl-C, /healthz says for this long that the server is about to stop
    #[arg(long, value_name = "TIME", default_value = "0s", value_parser = time)]
    drain: Duration,
    #[command(flatten)]
    nodes: NodeArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[cfg(feature = "suite")]
    #[command(flatten)]
    sabotage: SabotageArgs,
}

/// Where a server listens if nothing else is said.
pub(crate) const LISTEN: &str = "127.0.0.1:7878";

const WITHOUT_APP: &str = "warning: this program was built without the browser app: \
     run `cargo xtask web` before you build it, or name the app's folder with --web";

/// What breaks a server on purpose, for tests.
#[cfg(feature = "suite")]
#[derive(clap::Args)]
struct SabotageArgs {
    /// Append to PostgreSQL without comparing epochs, so that two owners of a table overwrite each other
    #[arg(long, hide = true)]
    without_fence: bool,
    /// Set the server's wall clock wrong by this many seconds
    #[arg(long, hide = true, default_value = "0", allow_hyphen_values = true)]
    clock_offset: i64,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Several servers on one PostgreSQL database")]
struct NodeArgs {
    /// Listen here for the other servers, apart from the address for players
    #[arg(long, value_name = "ADDRESS")]
    node_listen: Option<String>,
    /// Where the other servers reach this one; the default is the address of --node-listen
    #[arg(long, value_name = "HOST:PORT", requires = "node_listen")]
    node_address: Option<String>,
}

impl NodeArgs {
    /// The listener for other servers, and the address that is told to them.
    async fn bind(&self) -> Result<Option<(TcpListener, String)>> {
        let Some(asked) = &self.node_listen else { return Ok(None) };
        let listener = TcpListener::bind(asked).await.with_context(|| format!("cannot listen on {asked}"))?;
        let local = listener.local_addr()?;
        let address = match &self.node_address {
            Some(address) => address.clone(),
            None if local.ip().is_unspecified() => {
                bail!("other servers cannot connect to {local}: add --node-address HOST:PORT")
            }
            None => local.to_string(),
        };
        Ok(Some((listener, address)))
    }
}

#[derive(clap::Args)]
#[command(next_help_heading = "Limits")]
struct LimitArgs {
    /// Messages per second on one connection
    #[arg(long, value_name = "N", default_value = "20")]
    messages: u32,
    /// Messages and requests per second from one address
    #[arg(long, value_name = "N", default_value = "100")]
    requests: u32,
    /// Connections from one address
    #[arg(long, value_name = "N", default_value = "64")]
    sockets: u32,
    /// Connections in total; the limit of open files may allow fewer
    #[arg(long, value_name = "N", default_value = "10000")]
    connections: u32,
    /// New tables per hour from one address
    #[arg(long, value_name = "N", default_value = "60")]
    new_tables: u32,
    /// New tables per minute in total
    #[arg(long, value_name = "N", default_value = "120")]
    all_new_tables: u32,
    /// Unfinished tables opened by one person
    #[arg(long, value_name = "N", default_value = "20")]
    tables: u32,
    /// How long a table without a game is kept if nobody is there
    #[arg(long, value_name = "TIME", default_value = "24h", value_parser = time)]
    unstarted: Duration,
    /// Open no new tables once the store has this size, such as 10G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max_size: Option<usize>,
    /// How long a player may be away or not move before the others may let a bot play
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    patience: Duration,
    /// The minimum time for a bot's move, so that people can follow it
    #[arg(long, value_name = "TIME", default_value = "700ms", value_parser = time)]
    pace: Duration,
    /// How long the tables of a server that has crashed wait before another server takes over
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = lease)]
    lease: Duration,
}

/// The shortest lease. A shorter one would end while the database is only slow.
const MIN_LEASE: Duration = Duration::from_secs(1);

fn lease(text: &str) -> Result<Duration, String> {
    let fits = |lease: &Duration| (MIN_LEASE..=Duration::from_secs(3600)).contains(lease);
    Some(time(text)?).filter(fits).ok_or_else(|| "expected a time between 1s and 1h".to_owned())
}

impl LimitArgs {
    fn limits(&self) -> Limits {
        let LimitArgs {
            messages,
            requests,
            sockets,
            connections,
            new_tables,
            all_new_tables,
            tables,
            unstarted,
            max_size,
            patience,
            pace,
            lease,
        } = *self;
        Limits {
            messages_per_second: messages,
            requests_per_second: requests,
            sockets_per_address: sockets,
            max_connections: connections,
            new_tables_per_hour: new_tables,
            new_tables_per_minute: all_new_tables,
            open_tables_per_person: tables,
            unstarted_timeout: unstarted,
            max_store_bytes: max_size.map(|size| size as u64),
            away_timeout: patience,
            answer_timeout: patience.max(Limits::default().answer_timeout),
            min_bot_delay: pace,
            lease,
            ..Limits::default()
        }
    }
}

pub(crate) fn run(args: &ServeArgs, out: &mut dyn Write) -> Result<Answer> {
    let site = match &args.web {
        None => Site::built_in(),
        Some(folder) => {
            Site::from_folder(folder).with_context(|| format!("cannot serve {}", folder.display()))?
        }
    };
    // This is before the log begins: sqlx would log an unreadable line of .pgpass, with its password.
    let address = match &args.store {
        Some(text) => store::address(text)?,
        None => StoreAddress::Sqlite(data(args.data.as_ref())?),
    };
    if args.nodes.node_listen.is_some() && matches!(address, StoreAddress::Sqlite(_)) {
        bail!("--node-listen needs --store postgres://…: several servers cannot share SQLite");
    }
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    Runtime::new()?.block_on(async {
        let listener = TcpListener::bind(&args.listen)
            .await
            .with_context(|| format!("cannot listen on {}", args.listen))?;
        let (nodes, node_address) = args.nodes.bind().await?.unzip();
        let failed = || format!("cannot store tables in {address}");
        let store = open(args, &address).await.with_context(failed)?;
        let options = ServerOptions {
            limits: args.limits.limits(),
            origins: args.origin.clone(),
            base: args.base.clone(),
            secure: args.tls,
            trust_proxy: args.trust_proxy,
            trust_forwarded_host: args.trust_forwarded_host,
            address: node_address.unwrap_or_default(),
            drain_time: args.drain,
            #[cfg(feature = "suite")]
            clock_offset: args.sabotage.clock_offset,
            ..ServerOptions::default()
        };
        let state = ServerState::new(store, options).await.with_context(failed)?;
        if let Some(nodes) = nodes {
            tokio::spawn(server::serve_nodes(nodes, Arc::clone(&state)));
        }
        let stop = asked_to_stop();
        let address = listener.local_addr()?;
        writeln!(out, "Cardroom is running at http://{address}{} (press Ctrl-C to stop)", args.base)?;
        out.flush()?;
        if args.web.is_none() && !Site::is_built_in() {
            // Tables work without it.
            eprintln!("{WITHOUT_APP}");
        }
        server::host(listener, Arc::clone(&state), site, stop).await?;
        writeln!(out, "{}", stopped(state.report()))?;
        Ok(Answer::Yes)
    })
}

async fn open(args: &ServeArgs, address: &StoreAddress) -> Result<Arc<dyn Store>, StoreError> {
    #[cfg(feature = "suite")]
    if args.sabotage.without_fence
        && let StoreAddress::Postgres(options) = address
    {
        return Ok(Arc::new(server::store::PostgresStore::open_without_fence(options).await?));
    }
    let _ = args;
    Ok(address.open().await?)
}

/// What the server says at its end.
fn stopped(report: ServerReport) -> String {
    let ServerReport { tables, moves, failed, running } = report;
    let count = |number: u64, one, many| english::count(number as usize, one, many);
    let mut text = format!(
        "Stopped. Stored since the start: {} and {}.",
        count(tables, "new table", "new tables"),
        count(moves, "move", "moves")
    );
    if failed > 0 {
        let writes = count(
            failed,
            "write has failed, and was not confirmed",
            "writes have failed, and were not confirmed",
        );
        text.push_str(&format!(" {writes}."));
    }
    if running > 0 {
        let late = count(running, "table was still busy", "tables were still busy");
        text.push_str(&format!(" {late}: what was confirmed there is stored."));
    }
    text
}

/// The folder in which tables are stored.
pub(crate) fn data(asked: Option<&PathBuf>) -> Result<PathBuf> {
    asked.map_or_else(|| Ok(home()?.join("tables")), |folder| Ok(folder.clone()))
}

/// Waits for Ctrl-C, or for SIGTERM, which is noticed from this call on.
fn asked_to_stop() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let terminated = {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::terminate())
    };
    async {
        #[cfg(unix)]
        if let Ok(mut terminated) = terminated {
            tokio::select! {
                _ = terminated.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
        let _ = tokio::signal::ctrl_c().await;
    }
}
