//! Damages the files of a SQLite store in many ways, and compares what is left with what clients were told.
//!
//! A server plays games and is stopped, played on and stopped again, and killed while people play. That gives
//! three states of its data folder. Each trial copies one of them, damages one file in one place, and opens
//! the copy. Allowed is: the store refuses to open, a table is reported as damaged, or everything is as it
//! was. If a table is missing or has fewer or other lines without such a report, the trial has failed.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use server::history::TableHistory;
use server::store::{SqliteStore, Store, StoreError, StoredTable};
use wire::TableId;

use crate::check::{check, merge};
use crate::faults::{Acknowledged, all, play_counted, reconnect_player};
use crate::player::RandomPlayer;
use crate::random::Random;
use crate::server_process::{Folder, ServerProcess};
use crate::tables::seat_tables;

/// Damage the files of the store, and check that no loss goes unnoticed
#[derive(clap::Args)]
pub(crate) struct CorruptionArgs {
    /// How many copies to damage
    #[arg(long, default_value = "10000")]
    trials: u64,
    /// How many tables are played
    #[arg(long, default_value = "12")]
    tables: usize,
    /// How many moves are made in each of the three parts
    #[arg(long, default_value = "600")]
    moves: usize,
    /// The seed of the random numbers
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Run only the trial with this number
    #[arg(long)]
    only: Option<u64>,
    /// Remove the file that says how far the store has got, to see that losses are found then
    #[arg(long, hide = true)]
    without_witness: bool,
}

/// Losses that were not reported, as opposed to any other failure.
#[derive(Debug)]
pub(crate) struct SilentLosses(Vec<String>);

impl std::error::Error for SilentLosses {}

impl fmt::Display for SilentLosses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} losses went unnoticed:", self.0.len())?;
        self.0.iter().take(20).try_for_each(|loss| write!(f, "\n  {loss}"))
    }
}

const DATABASE: &str = "cardroom.sqlite";
const LOG: &str = "cardroom.sqlite-wal";
const WITNESS: &str = "cardroom.confirmed";
const PAGE: usize = 4096;

/// A data folder at some moment, and what clients had been told then.
struct State {
    name: &'static str,
    files: BTreeMap<&'static str, Vec<u8>>,
    /// The files of an earlier state, for writes that never reach the disk.
    earlier: BTreeMap<&'static str, Vec<u8>>,
    tables: BTreeMap<TableId, StoredTable>,
    told: BTreeMap<TableId, TableHistory>,
}

/// How the trials ended.
#[derive(Default)]
struct Outcomes {
    intact: u64,
    refused: BTreeMap<String, u64>,
    reported: u64,
    losses: Vec<String>,
}

pub(crate) async fn run(program: &Path, args: &CorruptionArgs) -> Result<()> {
    let states = play(program, args).await?;
    for State { name, files, tables, .. } in &states {
        let sizes: Vec<String> =
            files.iter().map(|(name, bytes)| format!("{name} {} KB", bytes.len() >> 10)).collect();
        let lines: usize = tables.values().map(|table| table.lines.len()).sum();
        println!("{name}: {} tables with {lines} lines; {}", tables.len(), sizes.join(", "));
    }
    let folder = trial_folder()?;
    let mut outcomes = Outcomes::default();
    for trial in 0..args.trials {
        if args.only.is_none_or(|only| only == trial) {
            let mut random = Random::new(args.seed.wrapping_mul(1 << 32).wrapping_add(trial));
            let state = &states[random.below(states.len())];
            try_one(state, &folder.0, trial, &mut random, args.without_witness, &mut outcomes).await?;
        }
    }
    let Outcomes { intact, refused, reported, losses } = outcomes;
    println!(
        "{} damaged stores: {intact} are intact, {reported} report damaged tables, {} are not opened; {} lose something silently",
        args.trials,
        refused.values().sum::<u64>(),
        losses.len()
    );
    for (why, count) in refused {
        println!("  not opened {count} times: {why}");
    }
    if losses.is_empty() { Ok(()) } else { Err(SilentLosses(losses).into()) }
}

/// A folder in memory, where there is one: nothing here depends on the disk.
fn trial_folder() -> Result<Folder> {
    let memory = Path::new("/dev/shm");
    if !memory.is_dir() {
        return Folder::new("corruption-trial");
    }
    let folder = memory.join(format!("cardroom-corruption-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    Ok(Folder(folder))
}

/// Plays in three parts, and keeps the state after each.
async fn play(path: &Path, args: &CorruptionArgs) -> Result<Vec<State>> {
    let folder = Folder::new("corruption")?;
    let mut program = ServerProcess::start(path, &folder.0)?;
    let mut players = all(seat_tables(&program.endpoint, args.tables, 2, args.seed).await?);
    let mut states: Vec<State> = Vec::new();
    for name in ["stopped", "stopped again", "killed"] {
        let acknowledged = Acknowledged::default();
        let playing: Vec<_> = players
            .into_iter()
            .map(|player| tokio::spawn(play_counted(player, acknowledged.clone())))
            .collect();
        acknowledged.more(args.moves).await?;
        if name == "killed" {
            program.kill()?;
        } else {
            program.stop()?;
        }
        players = Vec::new();
        for player in playing {
            players.push(player.await?);
        }
        let earlier = states.last().map_or_else(BTreeMap::new, |state| state.files.clone());
        states.push(keep(name, &folder.0, earlier, &players).await?);
        program = ServerProcess::start(path, &folder.0)?;
        for player in &mut players {
            reconnect_player(player, &program.endpoint).await?;
        }
    }
    program.stop()?;
    Ok(states)
}

/// Keeps the files, and checks that they have everything that clients were told.
async fn keep(
    name: &'static str,
    folder: &Path,
    earlier: BTreeMap<&'static str, Vec<u8>>,
    players: &[RandomPlayer],
) -> Result<State> {
    let mut files = BTreeMap::new();
    for name in [DATABASE, LOG, WITNESS] {
        match fs::read(folder.join(name)) {
            Ok(bytes) if !bytes.is_empty() => drop(files.insert(name, bytes)),
            _ => {}
        }
    }
    check(folder, players).await?;
    let told = merge(players);
    let store = SqliteStore::open_read_only(folder).await?;
    let mut tables = BTreeMap::new();
    for table in told.keys() {
        tables.insert(*table, store.load(*table).await?.context("a table is missing")?);
    }
    Ok(State { name, files, earlier, tables, told })
}

async fn try_one(
    state: &State,
    folder: &Path,
    trial: u64,
    random: &mut Random,
    without_witness: bool,
    outcomes: &mut Outcomes,
) -> Result<()> {
    let copy = folder.join(trial.to_string());
    fs::create_dir_all(&copy)?;
    let mut files = state.files.clone();
    let damage = damage(&mut files, &state.earlier, random);
    if without_witness {
        files.remove(WITNESS);
    }
    for (name, bytes) in &files {
        fs::write(copy.join(name), bytes)?;
    }
    let opened = match tokio::time::timeout(Duration::from_secs(60), SqliteStore::open(&copy)).await {
        Ok(opened) => opened,
        Err(_) => bail!("trial {trial}: opening takes too long after {damage}"),
    };
    match opened {
        Ok(store) => match compare(&store, state).await {
            Compared::Intact => outcomes.intact += 1,
            Compared::Reported => outcomes.reported += 1,
            Compared::Lost(loss) => {
                outcomes.losses.push(format!("trial {trial}, {}: {damage}: {loss}", state.name));
            }
        },
        Err(error) => {
            let why = match error {
                StoreError::Lost { .. } => "confirmed changes are missing".to_owned(),
                error => error.to_string(),
            };
            *outcomes.refused.entry(why).or_default() += 1;
        }
    }
    let _ = fs::remove_dir_all(&copy);
    Ok(())
}

enum Compared {
    Intact,
    /// Some tables are reported as damaged, and the others are intact.
    Reported,
    Lost(String),
}

/// Compares all tables with what clients were told.
async fn compare(store: &SqliteStore, state: &State) -> Compared {
    let mut is_reported = false;
    for (id, before) in &state.tables {
        let stored = match store.load(*id).await {
            Ok(Some(stored)) => stored,
            Ok(None) => return Compared::Lost(format!("table {} is missing", id.short())),
            Err(_) => {
                is_reported = true;
                continue;
            }
        };
        let is_same = stored.lines == before.lines
            && stored.secret == before.secret
            && stored.creator == before.creator;
        // What was not acknowledged may be missing.
        if !is_same
            && let Some(told) = state.told.get(id)
            && let Err(error) = server::history::check(&stored, told)
        {
            return Compared::Lost(format!("table {}: {error}", id.short()));
        }
    }
    if is_reported { Compared::Reported } else { Compared::Intact }
}

/// Damages one file in one place. Returns what was done.
fn damage(
    files: &mut BTreeMap<&'static str, Vec<u8>>,
    earlier: &BTreeMap<&'static str, Vec<u8>>,
    random: &mut Random,
) -> String {
    // Mostly the files that matter.
    let file = match random.below(20) {
        0 => WITNESS,
        1..9 if files.contains_key(LOG) => LOG,
        _ => DATABASE,
    };
    let Some(bytes) = files.get_mut(file) else { return "nothing".to_owned() };
    let old = earlier.get(file).map_or(&[][..], Vec::as_slice);
    // A frame of the log is a page with a header, after the header of the file.
    let (start, size) = if file == LOG { (32, PAGE + 24) } else { (0, PAGE) };
    let pages = bytes.len().saturating_sub(start).div_ceil(size);
    let range = |page: usize, length: usize| {
        let from = (start + page * size).min(length);
        from..(from + size).min(length)
    };
    let length = bytes.len();
    let page = random.below(pages);
    let place = range(page, length);
    let what = match random.below(11) {
        0 | 1 => {
            let count = 1 + random.below(8);
            for _ in 0..count {
                let at = place.start + random.below(place.len());
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            format!("{count} bits of page {page} flipped")
        }
        2 => {
            bytes[place].fill(0);
            format!("page {page} zeroed")
        }
        3 => {
            bytes[place].iter_mut().for_each(|byte| *byte = random.below(256) as u8);
            format!("page {page} overwritten with noise")
        }
        4 => {
            let other = range(random.below(pages), length);
            let (one, two) = (bytes[place.clone()].to_vec(), bytes[other.clone()].to_vec());
            let shorter = one.len().min(two.len());
            bytes[place.start..place.start + shorter].copy_from_slice(&two[..shorter]);
            bytes[other.start..other.start + shorter].copy_from_slice(&one[..shorter]);
            format!("page {page} swapped with the one at {}", other.start)
        }
        5 => {
            let other = range(random.below(pages), length);
            let copied = bytes[other.clone()].to_vec();
            let shorter = copied.len().min(place.len());
            bytes[place.start..place.start + shorter].copy_from_slice(&copied[..shorter]);
            format!("page {page} overwritten with the one at {}", other.start)
        }
        // A write that was lost: the page is as it was before.
        6 | 7 => {
            let before = old.get(range(page, old.len())).unwrap_or_default();
            let torn = random.below(2) == 0;
            let end =
                if torn { 512 * (1 + random.below(7)) } else { size }.min(before.len()).min(place.len());
            bytes[place.start..place.start + end].copy_from_slice(&before[..end]);
            format!("the first {end} bytes of page {page} are older")
        }
        8 => {
            bytes.truncate(random.below(length));
            format!("cut to {} of {length} bytes", bytes.len())
        }
        9 => {
            // The end of what was written last.
            let lost = 1 + random.below(3 * size);
            bytes.truncate(length.saturating_sub(lost));
            format!("the last {lost} bytes are missing")
        }
        _ => {
            files.remove(file);
            "removed".to_owned()
        }
    };
    format!("{file}: {what}")
}
