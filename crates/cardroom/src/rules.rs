use std::io::Write;

use anyhow::{Context, Result};
use games::catalog::OFFERS;
use games::rulebook::{self, NumberedRule, Rulebook};
use serde_json::json;

use crate::choice::{names, offer_named};
use crate::help::with_names;
use crate::ink::Ink;
use crate::{Answer, markdown};

/// Read the rules of a game, or one rule by its number
#[derive(clap::Args)]
#[command(after_help = with_names("\
Examples:
  cardroom rules {party}
  cardroom rules {solo} K19
  cardroom rules {second} --json"))]
pub(crate) struct RulesArgs {
    #[arg(value_name = "GAME", help = names(&OFFERS))]
    game: String,
    /// The number of a rule, as a refused move names it
    #[arg(value_name = "NUMBER")]
    number: Option<String>,
    /// Print the result as JSON, with the text as Markdown
    #[arg(long)]
    json: bool,
    /// Write with letters only
    #[arg(long)]
    ascii: bool,
}

pub(crate) fn run(args: &RulesArgs, out: &mut dyn Write) -> Result<Answer> {
    let offer = offer_named(&args.game)?;
    let page = rulebook::page(offer.name).context("this game has no page in the rulebook")?;
    let (number, text) = match &args.number {
        Some(number) => {
            let number = number.to_uppercase();
            let text = rule(&page, &number)
                .with_context(|| format!("there is no rule {number}: rules are numbered like K19"))?;
            (Some(number), text)
        }
        None => (None, page),
    };
    if args.json {
        let result = json!({ "game": offer.name, "title": offer.title, "number": number, "text": text });
        writeln!(out, "{result}")?;
    } else {
        for line in markdown::render(&Ink::new(args.ascii).spelled(&text)) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(Answer::Yes)
}

/// A rule as Markdown, from its number. If it is not on this page, its reason is left out.
pub(crate) fn rule(page: &str, number: &str) -> Option<String> {
    let elsewhere = || Some(NumberedRule { reason: None, ..rulebook::ENGLISH.rule(number)? });
    Rulebook::new(page).rule(number).or_else(elsewhere).map(|rule| rule.to_string())
}
