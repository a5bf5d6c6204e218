use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use server::store::StoreAddress;
use server::{Limits, ServerOptions, ServerReport, ServerState, Site};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::Answer;
use crate::english;
use crate::play::home;
use crate::store;
use crate::units::time;

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
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
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
    /// Browsers connect with TLS, through a proxy
    #[arg(long)]
    tls: bool,
    /// Trust what a proxy says about clients (X-Forwarded-For and -Proto)
    #[arg(long)]
    trust_proxy: bool,
    /// Trust what a proxy says about the host name (X-Forwarded-Host), if it does not pass on Host
    #[arg(long)]
    trust_forwarded_host: bool,
    #[command(flatten)]
    limits: LimitArgs,
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
    /// Unfinished tables opened by one person
    #[arg(long, value_name = "N", default_value = "20")]
    tables: u32,
    /// How long a player may be away before the others may let a bot play
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    patience: Duration,
    /// The minimum time for a bot's move, so that people can follow it
    #[arg(long, value_name = "TIME", default_value = "700ms", value_parser = time)]
    pace: Duration,
}

impl LimitArgs {
    fn limits(&self) -> Limits {
        let LimitArgs { messages, requests, sockets, tables, patience, pace } = *self;
        Limits {
            messages_per_second: messages,
            requests_per_second: requests,
            sockets_per_address: sockets,
            open_tables_per_person: tables,
            away_timeout: patience,
            min_bot_delay: pace,
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
    let address = match &args.store {
        Some(text) => store::address(text)?,
        None => StoreAddress::Sqlite(data(args.data.as_ref())?),
    };
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    Runtime::new()?.block_on(async {
        let listener = TcpListener::bind(&args.listen)
            .await
            .with_context(|| format!("cannot listen on {}", args.listen))?;
        let failed = || format!("cannot store tables in {address}");
        let store = address.open().await.with_context(failed)?;
        let options = ServerOptions {
            limits: args.limits.limits(),
            origins: args.origin.clone(),
            secure: args.tls,
            trust_proxy: args.trust_proxy,
            trust_forwarded_host: args.trust_forwarded_host,
            address: listener.local_addr()?.to_string(),
            ..ServerOptions::default()
        };
        let state = ServerState::new(store, options).await.with_context(failed)?;
        writeln!(out, "Cardroom is running at http://{}/ (press Ctrl-C to stop)", listener.local_addr()?)?;
        out.flush()?;
        server::host(listener, Arc::clone(&state), site, asked_to_stop()).await?;
        writeln!(out, "{}", stopped(state.report()))?;
        Ok(Answer::Yes)
    })
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

/// Ctrl-C, or what a service manager sends.
async fn asked_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminated.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
