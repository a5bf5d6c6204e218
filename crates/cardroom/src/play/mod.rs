//! `cardroom play`: a game in a plain terminal, line by line.

mod command;
mod explain;
mod online;
mod opponent_turns;
mod opponents;
mod save;
mod screen;
mod session;
mod start;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use client::catalog::{PlayVisitor, visit};
use client::typed::TypedPlay;
use games::catalog::Offer;

use crate::Answer;
use crate::choice::GameChoice;
use crate::help::{opponents_heading, with_names};
use crate::units::time;

pub(crate) use save::home;

/// Play a game by typing moves
///
/// Every move is saved at once, and an unfinished game is resumed, even after a crash.
#[derive(clap::Args)]
#[command(after_help = with_names("\
Examples:
  cardroom play {solo}
  cardroom play {variant} --deal v1:42
  cardroom play {party} --seats 4 --rounds 60
  cardroom play {party} --against expert,casual
  cardroom play {party} --join LINK       join an online table
  cardroom play {second} --plain           for a screen reader

In the game, type `help` for a list of commands. Games are saved in your data
folder, or in the folder that the variable CARDROOM_HOME names. If the variable
NO_COLOR is set, there are no colours."))]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    choice: GameChoice,
    /// The deal, such as v1:42; the default is a random deal
    #[arg(long, value_name = "DEAL")]
    deal: Option<String>,
    /// Start a new game; an unfinished one is kept under another name
    #[arg(long)]
    new: bool,
    /// Save the game in this file instead of the data folder
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Use ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Describe the table in words, for a screen reader
    #[arg(long)]
    plain: bool,
    /// Move cards to the foundations automatically when no column can need them
    #[arg(long, help_heading = "Automatic moves")]
    auto: bool,
    /// Turn face-down cards yourself (t3), in games where that is a move
    #[arg(long, help_heading = "Automatic moves")]
    by_hand: bool,
    /// The level of each opponent, or one level for all: beginner, casual, keen, strong or expert; the
    /// default is keen
    #[arg(long, value_name = "LEVELS", help_heading = opponents_heading())]
    against: Option<String>,
    /// How long each move of an opponent is shown: 2s, 500ms, 0s; through a pipe there is no pause
    #[arg(long, value_name = "TIME", default_value = "900ms", value_parser = time, help_heading = opponents_heading())]
    pace: Duration,
    /// Your seat, from A to H; opponents take the other seats
    #[arg(long, value_name = "SEAT", default_value = "A", help_heading = opponents_heading())]
    seat: String,
    /// Join the online table with this link; the link of a server opens a new table there
    #[arg(long, value_name = "LINK", help_heading = "Online")]
    join: Option<String>,
    /// Your name at the online table
    #[arg(long, value_name = "NAME", requires = "join", help_heading = "Online")]
    name: Option<String>,
}

pub(crate) fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<Answer> {
    if let Some(link) = &args.join {
        online::join(args, link, out)?;
        return Ok(Answer::Yes);
    }
    let offer = args.choice.offer()?;
    visit(offer.game, Start(args, offer, out))?;
    Ok(Answer::Yes)
}

struct Start<'a>(&'a PlayArgs, Offer, &'a mut dyn Write);

impl PlayVisitor for Start<'_> {
    type Output = Result<()>;
    fn visit<P: TypedPlay>(self) -> Result<()> {
        start::start::<P>(self.0, self.1, self.2)
    }
}
