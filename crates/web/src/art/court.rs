//! The drawings of kings, queens and jacks.

use cards::{Card, Rank, Suit};

use super::path::placed;
use super::suit::outline;

const GOLD: &str = "#e2b13c";
const GOLD_DARK: &str = "#b98524";
const SKIN: &str = "#f4cfa8";
const SHADE: &str = "#e3b184";
const INK: &str = "#2a2226";
const LINEN: &str = "#fffaf0";

/// The portrait of a court card, as SVG.
pub(super) fn draw(card: Card) -> String {
    let hair = match card.suit {
        Suit::Clubs => "#5b3a24",
        Suit::Diamonds => "#c9912f",
        Suit::Hearts => "#93401f",
        Suit::Spades => "#2c2a33",
    };
    let figure = match card.rank {
        Rank::King => king(hair),
        Rank::Queen => queen(hair),
        _ => jack(hair),
    };
    // The portraits of two suits look to the left, those of the others to the right.
    let facing = match card.suit {
        Suit::Clubs | Suit::Hearts => "",
        Suit::Diamonds | Suit::Spades => r#" transform="translate(76 0) scale(-1 1)""#,
    };
    let emblem = placed(outline(card.suit), 31.4, 59.6, 0.55, false);
    format!(
        r##"<g class="pips"><g transform="translate(12 41)"><rect width="76" height="74" rx="7" fill="currentColor" opacity=".09"/><g{facing}>{figure}</g><rect x=".6" y=".6" width="74.800" height="72.800" rx="6.500" fill="none" stroke="currentColor" stroke-width="1.200" opacity=".55"/><circle cx="38" cy="66" r="8.500" fill="{LINEN}"/><path d="{emblem}" fill="currentColor"/></g></g>"##
    )
}

/// Circles of the same size as one path, because every element costs rendering time.
fn dots(r: f64, at: &[(f64, f64)]) -> String {
    at.iter()
        .map(|(x, y)| format!("M{} {y}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0-{} 0", x - r, 2.0 * r, 2.0 * r))
        .collect()
}

/// Eyes that look slightly to one side, brows and a nose.
fn features(y: f64) -> String {
    let brow = y - 4.6;
    let eyes = dots(1.5, &[(33.0, y), (42.0, y)]);
    format!(
        r##"<path d="{eyes}" fill="{INK}"/><path d="M30 {brow}q3-1.600 5.400 0M39.800 {brow}q3-1.600 5 0" fill="none" stroke="{INK}" stroke-width="1.200" stroke-linecap="round"/><path d="M37 {y}q-2.200 4.600-1.600 6.500 1 .8 2.400.2" fill="none" stroke="{SHADE}" stroke-width="1.400" stroke-linecap="round"/>"##
    )
}

fn king(hair: &str) -> String {
    let features = features(34.5);
    let ermine = dots(1.1, &[(20.0, 62.5), (27.0, 65.0), (49.0, 65.0), (56.0, 62.5)]);
    let gems = dots(2.3, &[(19.0, 7.5), (57.0, 7.5)]) + &dots(2.6, &[(38.0, 3.5)]);
    format!(
        r##"<path d="M5 74C6 60 18 52 38 52s32 8 33 22z" fill="currentColor"/><path d="M17 57c7 9 35 9 42 0l5 5c-10 11-42 11-52 0z" fill="{LINEN}"/><path d="{ermine}" fill="currentColor"/><path d="M23 27c-4 10-4 20 0 28h30c4-8 4-18 0-28z" fill="{hair}"/><path d="M26 26h24v14c0 9-6 14-12 14s-12-5-12-14z" fill="{SKIN}"/>{features}<path d="M25.500 36c1 7 5 6.500 12.500 5 7.500 1.500 11.500 2 12.500-5 2 12-2 25-12.500 25S23.500 48 25.500 36z" fill="{hair}"/><path d="M34 46.500q4 2.200 8 0" fill="none" stroke="{SKIN}" stroke-width="1.700" stroke-linecap="round"/><path d="M22 27L19 8l9 8 10-13 10 13 9-8-3 19z" fill="{GOLD}"/><path d="M22.300 29.500l-.6-5.500h32.600l-.6 5.500z" fill="{GOLD_DARK}"/><path d="{gems}M38 17.500l3 3.500-3 3.500-3-3.500z" fill="currentColor"/>"##
    )
}

fn queen(hair: &str) -> String {
    let features = features(35.0);
    let cheeks = dots(2.2, &[(30.5, 41.0), (45.5, 41.0)]);
    let pearls = dots(2.2, &[(22.0, 11.0), (54.0, 11.0)])
        + &dots(1.5, &[(30.0, 16.5), (46.0, 16.5)])
        + &dots(2.5, &[(38.0, 6.0)]);
    format!(
        r##"<path d="M20 30C20 15 56 15 56 30c1 13 6 20 4 36H16c-2-16 3-23 4-36z" fill="{hair}"/><path d="M5 74c2-14 15-18 25-19l8 7 8-7c10 1 23 5 25 19z" fill="currentColor"/><path d="M33 46h10v9l-5 7-5-7z" fill="{SHADE}"/><path d="M27 28c0-6 22-6 22 0v10c0 8-5.500 13-11 13s-11-5-11-13z" fill="{SKIN}"/>{features}<path d="M35 45.200q3 2.400 6 0-3-1.600-6 0z" fill="#c43a4b"/><path d="{cheeks}" fill="#e58f86" opacity=".55"/><path d="M26 33c1-7 7-9 12-9s11 2 12 9c-3-4-6-5.500-12-5.500S29 29 26 33z" fill="{hair}"/><path d="M24 24l-2-12 8 6 8-11 8 11 8-6-2 12q-14-5-28 0z" fill="{GOLD}"/><path d="M24 24q14-5 28 0l-.5 3q-13.500-4.600-27 0z" fill="{GOLD_DARK}"/><path d="{pearls}" fill="{LINEN}"/><path d="M29 56q9 7 18 0" fill="none" stroke="{GOLD}" stroke-width="1.800" stroke-linecap="round"/>"##
    )
}

fn jack(hair: &str) -> String {
    let features = features(36.5);
    format!(
        r##"<path d="M5 74c1-13 14-19 33-19s32 6 33 19z" fill="currentColor"/><path d="M15 74c0-6 1-11 3-14.500M61 74c0-6-1-11-3-14.500M24 74l1-17M52 74l-1-17" stroke="{GOLD}" stroke-width="2" fill="none"/><path d="M24 54q2-4 5-2.500 2-3 4.500-1.500 2-2.500 4.500-1 2.500-1.500 4.500 1 2.500-1.500 4.500 1.500 3-1.500 5 2.500-3 6-14 6-14-6-14-6z" fill="{LINEN}" stroke="{SHADE}" stroke-width=".8"/><path d="M23 28c-2 8-2 16 1 21 4 .5 6-2 6-6h16c0 4 2 6.500 6 6 3-5 3-13 1-21z" fill="{hair}"/><path d="M27 28h22v11c0 8-5.500 12.500-11 12.500S27 47 27 39z" fill="{SKIN}"/>{features}<path d="M34.500 46q3.800 2.200 7 0" fill="none" stroke="#a8543f" stroke-width="1.500" stroke-linecap="round"/><path d="M26 34c1-6 6-6 12-6s11 0 12 6c-4-3-7-3-12-3s-8 0-12 3z" fill="{hair}"/><path d="M19 27c-4-12 10-19 22-17 11 1 18 8 16 17-12-4-26-4-38 0z" fill="currentColor"/><path d="M19 27c12-4 26-4 38 0l-.6 3.600c-12-3.600-25-3.600-36.800 0z" fill="{GOLD}"/><path d="M22 25C12 20 6 10 13 2c9 3 14 12 13 22z" fill="{LINEN}" stroke="{GOLD_DARK}" stroke-width="1"/><path d="M23.500 23C20 16 17 10 13.500 4.500" stroke="{GOLD_DARK}" stroke-width="1" fill="none"/>"##
    )
}
