//! What has happened, in words, for every eye that is ever at the screen.

use bots::savannah::reason;
use games::events::{self, EventText};
use games::savannah::{Savannah, View};
use table::{Entry, Eye, Seat, Table};
use text::Text;
use wire::{News, What};

/// One thing that happened, as one pair of eyes saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// In which round.
    pub round: u32,
    /// Who did it; `None` for chance.
    pub seat: Option<Seat>,
    /// What happened, in a sentence without a full stop.
    pub told: Text,
    /// Why it was done, from what everybody saw; `None` for chance and for what the reader did.
    pub why: Option<Text>,
}

impl From<News> for Line {
    fn from(News { round, seat, what, told, why }: News) -> Line {
        let seat = seat.filter(|_| matches!(what, What::Move(_) | What::Resign));
        Line { round, seat, told, why }
    }
}

/// Everything that has happened.
#[derive(Default)]
pub(super) struct Log {
    lines: Vec<Vec<(Eye, Line)>>,
}

impl Log {
    /// The story of a table from its beginning.
    pub(super) fn of(table: &Table<Savannah>, eyes: &[Eye]) -> Log {
        let record = table.record();
        let mut past = Table::open(record.config, record.origin.clone());
        let mut log = Log::default();
        for entry in &record.entries {
            log.add(&mut past, entry, eyes);
        }
        log
    }

    /// What an entry did, which is then done at the table.
    pub(super) fn add(&mut self, past: &mut Table<Savannah>, entry: &Entry<Savannah>, eyes: &[Eye]) {
        let before: Vec<View> = eyes.iter().map(|eye| past.view(*eye)).collect();
        if past.enter(entry.clone()).is_err() {
            return;
        }
        let each =
            eyes.iter().zip(&before).map(|(eye, before)| (*eye, line(*eye, before, entry, &past.view(*eye))));
        self.lines.push(each.collect());
    }

    /// What an eye was told of a table that is not here.
    pub(super) fn hear(&mut self, eye: Eye, news: Vec<News>) {
        self.lines.extend(news.into_iter().map(|news| vec![(eye, Line::from(news))]));
    }

    pub(super) fn lines(&self) -> &[Vec<(Eye, Line)>] {
        &self.lines
    }

    /// What an eye was told from one line on, in sentences.
    pub(super) fn told(&self, first: usize, eye: Eye) -> Vec<Text> {
        self.for_eye(eye).skip(first).map(|line| line.told.clone().sentence()).collect()
    }

    /// All lines as an eye saw them.
    pub(super) fn for_eye(&self, eye: Eye) -> impl DoubleEndedIterator<Item = &Line> {
        self.lines
            .iter()
            .filter_map(move |line| line.iter().find(|(other, _)| *other == eye).map(|(_, line)| line))
    }
}

fn line(eye: Eye, before: &View, entry: &Entry<Savannah>, after: &View) -> Line {
    let EventText { round, seat, text: told } = events::describe(eye, before, entry, after, None);
    let why = match entry {
        Entry::Move { mv, .. } if seat != eye.seat() => Some(reason(before.public(), *mv, eye.seat())),
        _ => None,
    };
    Line { round, seat, told, why }
}
