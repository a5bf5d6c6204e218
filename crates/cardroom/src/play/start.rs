use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use cards::DealId;
use client::shell::ConfigOf;
use client::typed::{AutoMoves, TypedPlay};
use games::catalog::Offer;
use table::{Entry, Game, Seat, Table, Turn};

use super::PlayArgs;
use super::opponents::Opponents;
use super::save::{self, Save};
use super::screen::Console;
use super::session::{GameSetup, TerminalGame};
use crate::choice::{deal_named, levels};
use crate::english::count;

/// Resumes the saved game or starts a new one, and plays it.
pub(super) fn start<P: TypedPlay>(args: &PlayArgs, offer: Offer, out: &mut dyn Write) -> Result<()> {
    let against = args.against.as_deref().map(levels).transpose()?;
    let seat: Seat = args.seat.parse()?;
    let config: ConfigOf<P> = match &against {
        Some(others) if P::HAS_BOTS => args.choice.config_for(others.len() + 1)?,
        _ => args.choice.config()?,
    };
    let deal = args.deal.as_deref().map(deal_named).transpose()?;
    // A deal that the game does not know is refused before any file changes.
    let new = Table::<P::Game>::new(config.clone(), deal.clone().unwrap_or_else(random_deal))?;
    let asked = Opponents::new(against.as_deref().unwrap_or_default(), new.game().seats(), seat)?;

    let save = Save::open(&path(args, offer, seat)?)?;
    let asks = (args.choice.has_options() || against.is_some()).then_some(&config);
    // The game to resume, or else what must not be lost of what is saved.
    let (old, keeps) = match save.read()? {
        None => (None, None),
        Some(text) if args.new || deal.is_some() => match Table::<P::Game>::load(&text) {
            Ok(old) => (None, worth_keeping(&old, seat)),
            Err(_) => (None, Some(KeptSave::Damaged)),
        },
        Some(text) => {
            let old = load::<P::Game>(&save, &text)?;
            let others = asks.is_some_and(|config| *config != old.record().config)
                || against.is_some() && saved_opponents(&save, &old, seat).is_none_or(|saved| saved != asked);
            let keeps = worth_keeping(&old, seat);
            if others || old.outcome().is_some() { (None, keeps) } else { (Some(old), None) }
        }
    };
    let mut notes = Vec::new();
    let mut opponents = asked;
    if let Some(old) = &old {
        notes
            .push(format!("resumed your game of {}; type `n` for a new one", P::title(&old.record().config)));
        opponents = match saved_opponents(&save, old, seat) {
            Some(saved) => saved,
            None => Opponents::new(&[], old.game().seats(), seat)?,
        };
    }
    if !opponents.is_empty() {
        notes.push(opponents.describe());
    }
    let table = old.unwrap_or(new);
    let seats = table.game().seats();
    if seats > 1 && !P::HAS_BOTS {
        bail!("{} has no bots, so you can only play it alone here", P::title(&config));
    }
    if seat.number() >= usize::from(seats) {
        bail!("there is no seat {seat}: the table has {}", count(seats.into(), "seat", "seats"));
    }
    if let Some(saved) = keeps {
        notes.push(kept(&save, saved)?);
    }
    let auto_moves = AutoMoves { turn_cards: !args.by_hand, safe_cards: args.auto };
    let screen = Console::new(out, args.ascii, args.plain);
    let pace = if screen.is_watched() { args.pace } else { Duration::ZERO };
    let setting = GameSetup { offer, seat, auto_moves, opponents, pace, resume: resume(args, offer, seat) };
    TerminalGame::<P>::new(setting, table, save, screen, notes)?.play()
}

/// The opponents of a saved game, if they are known.
fn saved_opponents<G: Game>(save: &Save, table: &Table<G>, you: Seat) -> Option<Opponents> {
    Opponents::read(&save.read_players()?, table.game().seats(), you)
}

/// A deal number that is short enough to tell a friend.
pub(super) fn random_deal() -> DealId {
    // Every hasher of the standard library starts with random keys of the system.
    DealId::V1(RandomState::new().build_hasher().finish() % 1_000_000_000)
}

/// What a save has that must not be lost when another game begins.
#[derive(Clone, Copy)]
pub(super) enum KeptSave {
    /// A game that can be resumed.
    Unfinished,
    /// Something that is not a valid record.
    Damaged,
}

/// A game is worth keeping if it is unfinished and the player has done something in it.
pub(super) fn worth_keeping<G: Game>(table: &Table<G>, seat: Seat) -> Option<KeptSave> {
    (table.outcome().is_none() && has_begun(table, seat)).then_some(KeptSave::Unfinished)
}

/// Whether the player has done anything.
pub(super) fn has_begun<G: Game>(table: &Table<G>, you: Seat) -> bool {
    table.record().entries.iter().any(|entry| match entry {
        Entry::Chance(_) | Entry::End => false,
        Entry::Move { seat, .. } | Entry::Undo(seat) | Entry::Redo(seat) | Entry::Resign(seat) => {
            *seat == you
        }
    })
}

/// Renames what is saved, and says so.
pub(super) fn kept(save: &Save, saved: KeptSave) -> Result<String> {
    let path = save.keep()?;
    let path = path.display();
    Ok(match saved {
        KeptSave::Unfinished => format!("your unfinished game was kept; resume it with --save {path}"),
        KeptSave::Damaged => format!("the damaged save was renamed to {path}"),
    })
}

fn load<G: Game>(save: &Save, text: &str) -> Result<Table<G>> {
    let path = save.path().display();
    let mut table = match Table::<G>::load(text) {
        Ok(table) => table,
        Err(error) => bail!(
            "the saved game {path} is damaged in {error}; it was not changed, and --new renames it and starts a new game"
        ),
    };
    table.settle()?;
    if let Turn::Chance(_) = table.turn() {
        bail!("the game in {path} cannot be resumed: the key of its dice is secret");
    }
    Ok(table)
}

/// The command that resumes this game.
fn resume(args: &PlayArgs, offer: Offer, seat: Seat) -> String {
    let mut words = format!("cardroom play {}", offer.name);
    if seat != Seat::A {
        words += &format!(" --seat {seat}");
    }
    if let Some(save) = &args.save {
        words += &format!(" --save {}", save.display());
    }
    words
}

/// The save file: one for each game and each seat that the player takes.
fn path(args: &PlayArgs, offer: Offer, seat: Seat) -> Result<PathBuf> {
    if let Some(path) = &args.save {
        return Ok(path.clone());
    }
    let name = match seat {
        Seat::A => format!("{}.record", offer.name),
        seat => format!("{}-{seat}.record", offer.name),
    };
    Ok(save::home()?.join(name))
}
