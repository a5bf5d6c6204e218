//! An online table in the plain terminal.

mod command;
mod game;
mod pass;
mod record;

use std::io::Write;

use anyhow::{Result, bail};
use client::catalog::{PlayVisitor, visit};
use client::shell::ConfigOf;
use client::typed::{AutoMoves, TypedPlay};
use games::catalog::{OFFERS, Offer};
use table::{BySeat, Game as _, Seat};
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
        bail!("only {} can be played online", choice::names(&online));
    }
    visit(args.choice.offer()?.game, Join(args, link, out))
}

struct Join<'a>(&'a PlayArgs, &'a str, &'a mut dyn Write);

impl PlayVisitor for Join<'_> {
    type Output = Result<()>;
    fn visit<P: TypedPlay>(self) -> Result<()> {
        join_game::<P>(self.0, self.1, self.2)
    }
}

fn join_game<P: TypedPlay>(args: &PlayArgs, link: &str, out: &mut dyn Write) -> Result<()> {
    let endpoint = Endpoint::from_link(link)?;
    if link.contains("#move/") {
        bail!("this link continues in a browser: to play here as yourself, use the link to the table");
    }
    let name = args.name.clone().or_else(|| std::env::var("USER").ok()).unwrap_or_else(|| "Guest".to_owned());
    let name: wire::Name = name.parse()?;
    let table = TableId::from_link(link).ok();
    let (seat, new_table) = match table {
        Some(_) => (asked_seat(args)?, None),
        None => (None, Some(new_table::<P>(args)?)),
    };
    let screen = Console::new(out, args.ascii, args.plain);
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let pass = pass::get(&endpoint, &name).await?;
        let visit = Visit::new(Some(name), table, None, getrandom::u64()?);
        let mut driver = Driver::new(endpoint, pass, visit);
        if let Some(table) = new_table {
            driver.handle(VisitInput::Open(Box::new(table)));
        }
        let auto_moves = AutoMoves { turn_cards: !args.by_hand, safe_cards: args.auto };
        OnlineGame::<P>::new(driver, seat, screen, auto_moves).play(lines()).await
    })
}

fn asked_seat(args: &PlayArgs) -> Result<Option<Seat>> {
    // A is the default, which stands for any seat online.
    let seat: Seat = args.seat.parse()?;
    Ok(Some(seat).filter(|seat| *seat != Seat::A))
}

/// A table with the options from the command line: bots where they are named, all other seats open.
fn new_table<P: TypedPlay>(args: &PlayArgs) -> Result<NewTable> {
    let levels = args.against.as_deref().map(choice::levels).transpose()?.unwrap_or_default();
    let config: ConfigOf<P> =
        if levels.is_empty() { args.choice.config()? } else { args.choice.config_for(levels.len() + 1)? };
    let you: Seat = args.seat.parse()?;
    let mut levels = levels.into_iter();
    let seats = BySeat::new(P::Game::new(&config).seats(), |seat| match seat {
        _ if seat == you => SeatPlan::Me,
        _ => levels.next().map_or(SeatPlan::Open, SeatPlan::Bot),
    });
    let (game, config) = (P::Game::NAME.to_owned(), config.to_string());
    Ok(NewTable { game, config, seats, public: false, clock: None })
}

/// The typed lines. Another thread reads them, because reading cannot be waited for together with a socket.
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
