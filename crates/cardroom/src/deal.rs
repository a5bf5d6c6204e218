use std::io::Write;

use anyhow::Result;
use client::catalog::{PlayVisitor, visit};
use client::shell::ConfigOf;
use client::typed::TypedPlay;
use games::catalog::Offer;
use serde_json::{Value, json};
use table::{Entry, Eye, Table};

use crate::choice::{GameChoice, deal_named};
use crate::heading::heading;
use crate::help::with_names;
use crate::{Answer, ansi};

/// Show the cards of a deal
///
/// If the game has several players, hidden cards are shown only with --all.
#[derive(clap::Args)]
#[command(after_help = with_names("\
A deal is v1:NUMBER, solvitaire:NUMBER, or cards: followed by all 52 cards:
column 1 to column 7, each from its bottom card to its top card, then the stock
in the order in which it is drawn.

Examples:
  cardroom deal {solo} v1:42
  cardroom deal {party} v1:42 --seats 3 --all"))]
pub(crate) struct DealArgs {
    #[command(flatten)]
    choice: GameChoice,
    /// The deal, such as v1:42
    #[arg(value_name = "DEAL")]
    deal: String,
    /// Show hidden cards too
    #[arg(long)]
    all: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Use ASCII characters only
    #[arg(long)]
    ascii: bool,
}

pub(crate) fn run(args: &DealArgs, out: &mut dyn Write) -> Result<Answer> {
    let offer = args.choice.offer()?;
    visit(offer.game, Show(args, offer, out))
}

struct Show<'a>(&'a DealArgs, Offer, &'a mut dyn Write);

impl PlayVisitor for Show<'_> {
    type Output = Result<Answer>;
    fn visit<P: TypedPlay>(self) -> Result<Answer> {
        show::<P>(self.0, self.1, self.2)
    }
}

fn show<P: TypedPlay>(args: &DealArgs, offer: Offer, out: &mut dyn Write) -> Result<Answer> {
    let config: ConfigOf<P> = args.choice.config()?;
    let deal = deal_named(&args.deal)?;
    let table = Table::<P::Game>::new(config, deal.clone())?;
    let view = table.view(Eye::Spectator);
    let spelled = table.record().entries.iter().find_map(|entry| match entry {
        Entry::Chance(chance) => P::spell_deal(&table.record().config, chance, args.all),
        _ => None,
    });
    if args.json {
        let cards: Value =
            spelled.iter().flatten().map(|(name, cards)| (name.clone(), cards.clone())).collect();
        let result = json!({
            "game": offer.name, "config": table.record().config.to_string(), "deal": deal.to_string(),
            "spelled": cards, "view": view,
        });
        writeln!(out, "{result}")?;
        return Ok(Answer::Yes);
    }
    let glyphs = ansi::glyphs(args.ascii);
    writeln!(out, "{}", ansi::heading(&heading::<P>(&table, &view), glyphs))?;
    for line in P::picture(&view, glyphs) {
        writeln!(out, "{}", ansi::render(&line))?;
    }
    let spelled = spelled.unwrap_or_default();
    if !spelled.is_empty() {
        writeln!(out)?;
    }
    for (name, cards) in &spelled {
        writeln!(out, "{name:<11} {cards}")?;
    }
    Ok(Answer::Yes)
}
