use std::io::Write;

use anyhow::Result;
use games::catalog::Offer;
use serde_json::{Value, json};
use table::{Entry, Eye, Table};

use crate::Answer;
use crate::choice::{GameChoice, deal_named};
use crate::help::with_names;
use crate::ink::Ink;
use crate::parlour::{Parlour, ParlourVisitor, title, visit};

/// Show a deal: the table as it is dealt, and every card
///
/// Of Savannah only what everybody sees is shown, unless --all is given.
#[derive(clap::Args)]
#[command(after_help = with_names("\
Deals are named v1:NUMBER, solvitaire:NUMBER, or cards: and all 52 of them:
column 1 to column 7, each from its bottom card to its top card, then the stock
in the order in which it is drawn.

Examples:
  cardroom deal {solo} v1:42
  cardroom deal {party} v1:42 --seats 3 --all"))]
pub(crate) struct DealArgs {
    #[command(flatten)]
    choice: GameChoice,
    /// The deal, as in v1:42
    #[arg(value_name = "DEAL")]
    deal: String,
    /// Show hidden cards too, where the game has other players
    #[arg(long)]
    all: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Draw with letters only
    #[arg(long)]
    ascii: bool,
}

pub(crate) fn run(args: &DealArgs, out: &mut dyn Write) -> Result<Answer> {
    let offer = args.choice.offer()?;
    visit(offer.game, Show(args, offer, out))
}

struct Show<'a>(&'a DealArgs, Offer, &'a mut dyn Write);

impl ParlourVisitor for Show<'_> {
    type Output = Result<Answer>;
    fn visit<G: Parlour>(self) -> Result<Answer> {
        show::<G>(self.0, self.1, self.2)
    }
}

fn show<G: Parlour>(args: &DealArgs, offer: Offer, out: &mut dyn Write) -> Result<Answer> {
    let config: G::Config = args.choice.config()?;
    let deal = deal_named(&args.deal)?;
    let table = Table::<G>::new(config, deal.clone())?;
    let view = table.view(Eye::Spectator);
    let spelled = table.record().entries.iter().find_map(|entry| match entry {
        Entry::Chance(chance) => G::spell(&table.record().config, chance, args.all),
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
    let ink = Ink::new(args.ascii);
    writeln!(out, "{}", ink.title(&title(&table, &view)))?;
    for line in G::picture(&view, ink) {
        writeln!(out, "{line}")?;
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
