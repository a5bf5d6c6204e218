use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use transport::Endpoint;

use super::database::Database;
use super::proxy::{Proxy, Target};
use crate::server_process::{MAX_WAIT, ServerProcess};

/// What all nodes of a cluster have in common.
pub(crate) struct NodeSettings<'a> {
    pub(crate) program: &'a Path,
    pub(crate) folder: &'a Path,
    pub(crate) lease: Duration,
    pub(crate) without_fence: bool,
    /// Whether clients and other nodes connect through proxies.
    pub(crate) is_proxied: bool,
}

/// How the wall clocks of the nodes are wrong, in seconds: right, a day ahead, a month behind.
///
/// A node reads its wall clock for two things: when a table was opened, which is only shown, and the age of
/// passes. So this proves that a pass of any node is valid at all others, because clients change nodes all
/// the time and none may be refused; and that nothing else depends on these clocks. Leases, listings,
/// transfer codes and sign-outs follow the clock of the database, and turns and timeouts the monotonic one.
const CLOCK_OFFSETS: [i64; 3] = [0, 86_400, -2_592_000];

/// A server of the cluster. It connects to the database through a proxy. Clients and other nodes connect to
/// it through proxies, too.
pub(crate) struct Node {
    number: usize,
    program: PathBuf,
    arguments: Vec<String>,
    listen: SocketAddr,
    /// Where clients connect.
    pub(crate) endpoint: Endpoint,
    /// The address under which the node is registered in the store.
    pub(crate) address: String,
    log: PathBuf,
    process: Option<ServerProcess>,
    pub(crate) database: Proxy,
    pub(crate) clients: Proxy,
    pub(crate) relays: Proxy,
}

impl Node {
    pub(crate) async fn start(
        number: usize,
        settings: &NodeSettings<'_>,
        database: &Database,
    ) -> Result<Node> {
        // The ports stay the same when the node is started again.
        let (listen, node_listen) = (free_address()?, free_address()?);
        let database = Proxy::start(database.target()).await?;
        let clients = Proxy::start(Target::Tcp(listen)).await?;
        let relays = Proxy::start(Target::Tcp(node_listen)).await?;
        let lease = format!("{}ms", settings.lease.as_millis());
        let offset = CLOCK_OFFSETS[number % CLOCK_OFFSETS.len()].to_string();
        let (url, node_listen) = (Database::url(database.address), node_listen.to_string());
        let (node_address, client_address) = match settings.is_proxied {
            true => (relays.address.to_string(), clients.address),
            false => (node_listen.clone(), listen),
        };
        let endpoint = Endpoint::from_link(&format!("http://{client_address}/"))?;
        let options = [
            ("--store", &url),
            ("--node-listen", &node_listen),
            ("--node-address", &node_address),
            ("--lease", &lease),
            ("--clock-offset", &offset),
        ];
        let mut arguments: Vec<String> =
            options.into_iter().flat_map(|(name, value)| [name.to_owned(), value.clone()]).collect();
        if settings.without_fence {
            arguments.push("--without-fence".to_owned());
        }
        let mut node = Node {
            number,
            program: settings.program.to_owned(),
            arguments,
            listen,
            endpoint,
            address: node_address,
            log: settings.folder.join(format!("node-{number}.log")),
            process: None,
            database,
            clients,
            relays,
        };
        node.restart().await?;
        Ok(node)
    }

    /// Starts it, after it was killed or stopped. The database may be away at first.
    pub(crate) async fn restart(&mut self) -> Result<()> {
        let end = Instant::now() + MAX_WAIT;
        loop {
            let mut command = Command::new(&self.program);
            ServerProcess::add_arguments(&mut command, &self.listen.to_string());
            let log = File::options().create(true).append(true).open(&self.log)?;
            command.args(&self.arguments).stderr(log);
            let spawned = tokio::task::spawn_blocking(move || ServerProcess::spawn(command)).await?;
            match spawned {
                Ok(process) => {
                    self.process = Some(process);
                    return Ok(());
                }
                Err(error) if Instant::now() > end => {
                    return Err(error).with_context(|| format!("node {}", self.number));
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
            }
        }
    }

    /// Kills it, like `kill -9`.
    pub(crate) fn kill(&mut self) -> Result<()> {
        self.process.take().context("the node does not run")?.kill()
    }

    /// Shuts it down, as a service manager does, and waits until it has ended.
    pub(crate) async fn stop(&mut self) -> Result<()> {
        let process = self.process.take().context("the node does not run")?;
        tokio::task::spawn_blocking(move || process.stop()).await?
    }

    pub(crate) fn signal(&self, name: &str) -> Result<()> {
        self.process.as_ref().context("the node does not run")?.signal(name)
    }

    /// The memory of its process, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.process.as_ref().map_or(0, |process| process.usage().memory)
    }

    /// Fails if the node has panicked at any time.
    pub(crate) fn check_log(&self) -> Result<()> {
        let log = std::fs::read_to_string(&self.log)?;
        match log.lines().find(|line| line.contains("panicked at")) {
            Some(line) => bail!("node {} has panicked: {line}", self.number),
            None => Ok(()),
        }
    }
}

/// An address on which nobody listens.
fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}
