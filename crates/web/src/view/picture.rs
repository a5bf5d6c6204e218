//! Draws the pictures of the rulebook.
//!
//! A pile is a list of signs: `#2` are two face-down cards, `8d` is a card, `--` is an empty place, `>` is an
//! arrow and `⚃` is a die. An empty pile is a gap.

use cards::Card;

use crate::art::{self, pips};

/// A picture as HTML: rows of piles, and a caption that is already HTML.
pub(super) fn draw(rows: &[Vec<&str>], caption: &str) -> String {
    let rows: String = rows.iter().map(|piles| row(piles)).collect();
    format!(
        r#"<figure class="picture"><div class="felt" aria-hidden="true">{rows}</div><figcaption>{caption}</figcaption></figure>"#
    )
}

fn row(piles: &[&str]) -> String {
    let piles: String = piles.iter().map(|pile| pile_of(pile)).collect();
    format!(r#"<div class="piles">{piles}</div>"#)
}

fn pile_of(pile: &str) -> String {
    let things: String = pile.split_whitespace().filter_map(thing).collect();
    format!("<div>{things}</div>")
}

/// The drawing of a sign; `None` if the sign is unknown.
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
    use games::rulebook::{PageBlock, blocks};

    use super::{draw, thing};

    #[test]
    fn every_sign_of_every_picture_is_drawn() {
        let german = include_str!("../../../client/languages/de.md");
        let english: String =
            ["klondike", "one-card", "savannah"].map(|game| games::rulebook::page(game).unwrap()).concat();
        for book in [german, &english] {
            let mut pictures = 0;
            for block in blocks(book) {
                let PageBlock::Picture { rows, caption } = block else { continue };
                let signs = rows.iter().flatten().flat_map(|pile| pile.split_whitespace());
                signs.for_each(|sign| assert!(thing(sign).is_some(), "{sign}"));
                let caption = caption.markdown();
                assert!(caption.ends_with('.') && draw(&rows, caption).contains(caption));
                pictures += 1;
            }
            assert_eq!(pictures, 8);
        }
    }
}
