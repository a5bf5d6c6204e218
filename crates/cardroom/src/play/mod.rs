//! Playing in a plain terminal, line by line.

mod command;
mod company;
mod online;
mod opponents;
mod save;
mod screen;
mod session;
mod start;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use games::catalog::Offer;

use crate::Answer;
use crate::choice::GameChoice;
use crate::help::{opponents_heading, with_names};
use crate::parlour::{Parlour, ParlourVisitor, visit};
use crate::units::time;

pub(crate) use save::home;

/// Play a game by typed moves
///
/// Every move is saved at once. What is unfinished goes on where you left it, also after a crash.
#[derive(clap::Args)]
#[command(after_help = with_names("\
Examples:
  cardroom play {solo}
  cardroom play {variant} --deal v1:42
  cardroom play {party} --seats 4 --rounds 60
  cardroom play {party} --against expert,casual
  cardroom play {party} --join LINK       at a table online
  cardroom play {second} --plain           in words, for a screen reader

In the game, `help` lists what you can type. Saves are in your data folder; the
variable CARDROOM_HOME names another one. NO_COLOR is obeyed."))]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    choice: GameChoice,
    /// Play this deal, as in v1:42; without it, a random one
    #[arg(long, value_name = "DEAL")]
    deal: Option<String>,
    /// Start a new game; an unfinished one is kept under another name
    #[arg(long)]
    new: bool,
    /// Save here and not in the data folder
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Draw with letters only
    #[arg(long)]
    ascii: bool,
    /// All in words and no picture, for a screen reader
    #[arg(long)]
    plain: bool,
    /// Let cards go to the foundations by themselves when no column can need them
    #[arg(long, help_heading = "Helpers")]
    auto: bool,
    /// Turn face-down cards yourself (t3), where that is a move
    #[arg(long, help_heading = "Helpers")]
    by_hand: bool,
    /// Who plays against you: beginner, casual, keen, strong or expert for each, or one for all;
    /// without it, keen
    #[arg(long, value_name = "LEVELS", help_heading = opponents_heading())]
    against: Option<String>,
    /// How long you can read what an opponent did: 2s, 500ms, 0s; through a pipe, no time at all
    #[arg(long, value_name = "TIME", default_value = "900ms", value_parser = time, help_heading = opponents_heading())]
    pace: Duration,
    /// Where you sit, from A to H; opponents sit on the other seats
    #[arg(long, value_name = "SEAT", default_value = "A", help_heading = opponents_heading())]
    seat: String,
    /// Play at the table online that a link leads to; the link of a card room alone opens a table there
    #[arg(long, value_name = "LINK", help_heading = "Online")]
    join: Option<String>,
    /// What you are called there
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

impl ParlourVisitor for Start<'_> {
    type Output = Result<()>;
    fn visit<G: Parlour>(self) -> Result<()> {
        start::start::<G>(self.0, self.1, self.2)
    }
}
