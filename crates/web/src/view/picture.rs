//! Pictures of the rulebook: rows of piles with a bar between them, and what they show in the last line.
//!
//! `#2 8d 7s | > | 9c` are two piles and an arrow. `#2` are two face-down cards, `--` is an empty place, nothing between two bars a gap, and
//! a die is a sign of its own.

use cards::Card;

use crate::art::{self, pips};

/// A picture as HTML.
pub(super) fn draw(text: &str) -> String {
    let (rows, caption) = text.rsplit_once('\n').unwrap_or(("", text));
    let rows: String = rows.lines().map(row).collect();
    format!(
        r#"<figure class="picture"><div class="felt" aria-hidden="true">{rows}</div><figcaption>{caption}</figcaption></figure>"#
    )
}

fn row(line: &str) -> String {
    let piles: String = line.split('|').map(|pile| pile_of(pile.trim())).collect();
    format!(r#"<div class="piles">{piles}</div>"#)
}

fn pile_of(pile: &str) -> String {
    let things: String = pile.split_whitespace().filter_map(thing).collect();
    format!("<div>{things}</div>")
}

/// What a sign stands for; `None` for one that stands for nothing.
fn thing(sign: &str) -> Option<String> {
    match sign {
        "--" => Some(r#"<i class="slot"></i>"#.to_owned()),
        ">" => Some(r#"<b class="arrow">→</b>"#.to_owned()),
        _ => backs(sign).or_else(|| die(sign)).or_else(|| card(sign)),
    }
}

fn backs(sign: &str) -> Option<String> {
    let number = sign.strip_prefix('#')?.parse().ok()?;
    Some(r#"<i class="card back"></i>"#.repeat(number))
}

fn card(sign: &str) -> Option<String> {
    let card: Card = sign.parse().ok()?;
    let face = art::face(card);
    Some(format!(r#"<i class="card face {}"><svg viewBox="0 0 100 140">{face}</svg></i>"#, card.suit))
}

fn die(sign: &str) -> Option<String> {
    let number = "⚀⚁⚂⚃⚄⚅".chars().position(|die| sign.starts_with(die))?;
    let pips = pips(number as u8 + 1);
    Some(format!(
        r#"<svg class="die" viewBox="0 0 60 60"><rect x="1" y="1" width="58" height="58" rx="12"/><g>{pips}</g></svg>"#
    ))
}

#[cfg(test)]
mod tests {
    use super::{draw, thing};

    #[test]
    fn every_sign_of_every_picture_is_drawn() {
        let german = include_str!("../../../client/languages/de.md");
        let english: String =
            ["klondike", "one-card", "savannah"].map(|game| games::rulebook::page(game).unwrap()).concat();
        for book in [german, &english] {
            let pictures: Vec<&str> =
                book.split("```cards\n").skip(1).filter_map(|text| text.split("\n```").next()).collect();
            assert_eq!(pictures.len(), 8);
            for picture in pictures {
                let (rows, caption) = picture.rsplit_once('\n').unwrap();
                let signs = rows.split([' ', '|', '\n']).filter(|sign| !sign.is_empty());
                signs.for_each(|sign| assert!(thing(sign).is_some(), "{sign}"));
                assert!(caption.ends_with('.') && draw(picture).contains(caption));
            }
        }
    }
}
