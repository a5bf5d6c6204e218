//! A table online, in the plain terminal.

mod guest;
mod pass;
mod proof;
mod wish;

use std::io::Write;

use anyhow::{Context, Result, bail};
use games::catalog::GameId;
use games::savannah::Config;
use table::{BySeat, Seat};
use tokio::sync::mpsc;
use transport::{Endpoint, Socket};
use wire::{NewTable, Plan, TableId, ToClient, ToServer};

use self::guest::Online;
use super::Args;
use super::screen::Screen;
use crate::choice;

/// Plays at the table that a link leads to. A link that names none opens one.
pub(super) fn join(args: &Args, link: &str, out: &mut dyn Write) -> Result<()> {
    if args.choice.offer()?.game != GameId::Savannah {
        bail!("only savannah is played online");
    }
    let endpoint = Endpoint::from_link(link)?;
    let name = args.name.clone().or_else(|| std::env::var("USER").ok()).unwrap_or_else(|| "Guest".to_owned());
    let name: wire::Name = name.parse()?;
    let screen = Screen::new(out, args.ascii, args.plain);
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let pass = pass::Pass::get(&endpoint, &name).await?;
        let (table, seat) = match TableId::from_link(link) {
            Ok(table) => (table, asked_seat(args)?),
            Err(_) => (open(args, &endpoint, pass.cookie()).await?, None),
        };
        let link = endpoint.link_to(table);
        Online::new(endpoint, pass, table, link, seat, screen).play(lines()).await
    })
}

fn asked_seat(args: &Args) -> Result<Option<Seat>> {
    // The seat that nobody has asked for is the first one: online it is any.
    let seat: Seat = args.seat.parse()?;
    Ok(Some(seat).filter(|seat| *seat != Seat::A))
}

/// Opens a table with the options that were asked for: bots where they are named, all other seats for whoever comes.
async fn open(args: &Args, endpoint: &Endpoint, cookie: &str) -> Result<TableId> {
    let levels = args.against.as_deref().map(choice::levels).transpose()?.unwrap_or_default();
    let config: Config =
        if levels.is_empty() { args.choice.config()? } else { args.choice.config_for(levels.len() + 1)? };
    let you: Seat = args.seat.parse()?;
    let mut levels = levels.into_iter();
    let seats = BySeat::new(config.seats(), |seat| match seat {
        _ if seat == you => Plan::Me,
        _ => levels.next().map_or(Plan::Open, Plan::Bot),
    });
    let mut call = endpoint.connect(cookie).await?;
    let id = random();
    call.send(&ToServer::Create { id, table: NewTable { config, seats, public: false, clock: None } })
        .await?;
    let table = loop {
        match call.receive().await? {
            ToClient::Created { table, .. } => break table,
            ToClient::Refused { why, .. } => bail!("{why}"),
            _ => {}
        }
    };
    Socket::close(call).await;
    Ok(table)
}

/// A number that no other command has.
fn random() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    // Every hasher of the standard library starts with random keys of the system.
    RandomState::new().build_hasher().finish()
}

/// What is typed, line by line, from another thread: reading cannot be waited for together with a socket.
fn lines() -> mpsc::UnboundedReceiver<String> {
    let (sender, lines) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lines() {
            let line = line.map(|line| line.trim().to_owned()).unwrap_or_default();
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

/// The folder for what is kept of card rooms.
fn folder() -> Result<std::path::PathBuf> {
    Ok(super::home().context("where are your saves?")?.join("online"))
}
