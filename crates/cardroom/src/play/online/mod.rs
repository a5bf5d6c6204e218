//! A table online, in the plain terminal.

mod command;
mod game;
mod pass;
mod record;

use std::io::Write;

use anyhow::{Result, bail};
use games::catalog::{OFFERS, Offer};
use games::savannah::Config;
use table::{BySeat, Seat};
use tokio::sync::mpsc;
use transport::{Driver, Endpoint, Visit, VisitInput};
use wire::{NewTable, SeatPlan, TableId};

use self::game::OnlineGame;
use super::PlayArgs;
use super::screen::Console;
use crate::choice;

/// Plays at the table of a link. A link without a table opens one.
pub(super) fn join(args: &PlayArgs, link: &str, out: &mut dyn Write) -> Result<()> {
    if !args.choice.offer()?.online {
        let online: Vec<Offer> = OFFERS.into_iter().filter(|offer| offer.online).collect();
        bail!("only {} is played online", choice::names(&online));
    }
    let endpoint = Endpoint::from_link(link)?;
    let name = args.name.clone().or_else(|| std::env::var("USER").ok()).unwrap_or_else(|| "Guest".to_owned());
    let name: wire::Name = name.parse()?;
    let table = TableId::from_link(link).ok();
    let (seat, new_table) = match table {
        Some(_) => (asked_seat(args)?, None),
        None => (None, Some(new_table(args)?)),
    };
    let screen = Console::new(out, args.ascii, args.plain);
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let pass = pass::get(&endpoint, &name).await?;
        let visit = Visit::new(Some(name), table, None, getrandom::u64()?);
        let mut driver = Driver::new(endpoint, pass, visit);
        if let Some(table) = new_table {
            driver.handle(VisitInput::Open(Box::new(table)));
        }
        OnlineGame::new(driver, seat, screen).play(lines()).await
    })
}

fn asked_seat(args: &PlayArgs) -> Result<Option<Seat>> {
    // The seat that nobody has asked for is the first one: online it is any.
    let seat: Seat = args.seat.parse()?;
    Ok(Some(seat).filter(|seat| *seat != Seat::A))
}

/// A table with the options from the command line: bots where they are named, all other seats open.
fn new_table(args: &PlayArgs) -> Result<NewTable> {
    let levels = args.against.as_deref().map(choice::levels).transpose()?.unwrap_or_default();
    let config: Config =
        if levels.is_empty() { args.choice.config()? } else { args.choice.config_for(levels.len() + 1)? };
    let you: Seat = args.seat.parse()?;
    let mut levels = levels.into_iter();
    let seats = BySeat::new(config.seats(), |seat| match seat {
        _ if seat == you => SeatPlan::Me,
        _ => levels.next().map_or(SeatPlan::Open, SeatPlan::Bot),
    });
    Ok(NewTable { config, seats, public: false, clock: None })
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
