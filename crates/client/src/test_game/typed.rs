//! High card in the typed terminal: the least that a game has to provide.

use games::test_game::{Move, View};

use super::TestGamePlay;
use crate::typed::{GameOption, GlyphSet, StyledLine, TextBlock, TypedPlay};
use crate::words;

impl TypedPlay for TestGamePlay {
    const OPTIONS: &'static [GameOption] =
        &[GameOption { name: "seats", value: Some("N"), help: "The number of players, 1 or 2" }];
    const MOVES_HELP: &'static str = "  Kh     put the king of hearts on the table";

    fn status(view: &View) -> String {
        format!("{} on the table", words::cards(view.public.laid.len()))
    }

    fn picture(view: &View, glyphs: GlyphSet) -> Vec<StyledLine> {
        let public = &view.public;
        let stock = match public.turned {
            Some(card) => glyphs.card(card),
            None => glyphs.back(3),
        };
        let count = StyledLine::plain(public.in_stock().to_string());
        let table = public.laid.last().map(|card| glyphs.card(*card));
        let mut blocks = vec![
            TextBlock::card(glyphs, StyledLine::plain("stock"), Some(stock), count),
            TextBlock::card(glyphs, StyledLine::plain("table"), table, StyledLine::default()),
            TextBlock::gap(1),
        ];
        blocks.extend(view.hand.iter().map(|card| {
            TextBlock::card(glyphs, StyledLine::default(), Some(glyphs.card(*card)), StyledLine::default())
        }));
        TextBlock::beside(&blocks, 1).into_lines()
    }

    fn in_words(view: &View) -> Vec<String> {
        let names = |cards: &[cards::Card]| match cards {
            [] => "empty".to_owned(),
            cards => cards.iter().map(|card| card.name().to_string()).collect::<Vec<_>>().join(", "),
        };
        vec![
            format!("stock: {}", words::cards(view.public.in_stock())),
            format!("table: {}", names(&view.public.laid)),
            format!("your hand: {}", names(&view.hand)),
        ]
    }

    fn preview(_view: &View, Move(card): Move) -> String {
        format!("put the {} on the table", card.name())
    }
}
