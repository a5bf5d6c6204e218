use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use server::store::StoreAddress;
use server::{Limits, ServerOptions, ServerState, Site};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::Answer;
use crate::play::home;
use crate::store;
use crate::units::time;

/// Serve the card room to browsers, with tables where people meet
///
/// The app plays in the browser, also without a network once it has been opened. Tables online are kept
/// in the data folder: what is acknowledged is on the disk, and a restart goes on where it was. Ctrl-C
/// ends the server.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom serve                          for this machine
  cardroom serve --listen 0.0.0.0:8080    for the whole network

docs/operations.md tells how to run it for everybody, behind a proxy with TLS.")]
pub(crate) struct ServeArgs {
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
    listen: String,
    /// A folder with the browser app, in place of the one that is built in
    #[arg(long, value_name = "FOLDER")]
    web: Option<PathBuf>,
    /// Where tables are kept; without it, in your data folder
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Where tables are stored, in place of --data: sqlite:FOLDER or postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "STORE", conflicts_with = "data")]
    store: Option<String>,
    /// Pages of this origin may connect too, as in `https://cards.example`
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// Browsers come by TLS, through a proxy
    #[arg(long)]
    tls: bool,
    /// Believe what a proxy tells about clients (X-Forwarded-For, -Proto and -Host)
    #[arg(long)]
    trust_proxy: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Limits")]
struct LimitArgs {
    /// Messages a second on one connection
    #[arg(long, value_name = "N", default_value = "20")]
    messages: u32,
    /// Messages and requests a second from one address
    #[arg(long, value_name = "N", default_value = "100")]
    requests: u32,
    /// Connections from one address
    #[arg(long, value_name = "N", default_value = "64")]
    sockets: u32,
    /// Tables that are not over, opened by one person
    #[arg(long, value_name = "N", default_value = "20")]
    tables: u32,
    /// How long somebody may be away before the others may let a bot play
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    patience: Duration,
    /// How long a bot's move takes at least, so that it can be followed
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
        let kept = || format!("cannot keep tables in {address}");
        let store = address.open().await.with_context(kept)?;
        let options = ServerOptions {
            limits: args.limits.limits(),
            origins: args.origin.clone(),
            secure: args.tls,
            trust_proxy: args.trust_proxy,
            address: listener.local_addr()?.to_string(),
        };
        let state = ServerState::new(store, options).await.with_context(kept)?;
        writeln!(out, "Cardroom is at http://{}/ until Ctrl-C.", listener.local_addr()?)?;
        out.flush()?;
        server::host(listener, state, site, asked_to_stop()).await?;
        Ok(Answer::Yes)
    })
}

/// Where tables are kept.
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
