use cards::{Card, Dice, Rank};
use games::savannah::{Foundation, PlayerCards, Public, View, with_article};
use table::Seat;

use crate::savannah::words::takes;
use crate::typed::{CARD_INSIDE, GlyphSet, StyledLine, TextBlock, TextStyle, rank_text};

/// How many opponents sit side by side.
const IN_A_ROW: usize = 4;

/// The opponents above, what all share in the middle, the player's own piles and hand below.
pub(super) fn draw(view: &View, glyphs: GlyphSet) -> Vec<StyledLine> {
    let public = view.public();
    let own = view.eye().seat();
    let others: Vec<(Seat, &PlayerCards)> =
        public.players.iter().filter(|(seat, _)| Some(*seat) != own).collect();
    let mut lines = Vec::new();
    for row in others.chunks(IN_A_ROW) {
        let names: Vec<TextBlock> = row.iter().map(|(seat, player)| name(*seat, player)).collect();
        lines.extend(TextBlock::beside(&names, 3).into_lines());
        let piles = row.iter().map(|(seat, player)| {
            TextBlock::beside(&reserve_and_discard(glyphs, &format!("D{seat}"), player), 1)
        });
        lines.extend(TextBlock::beside(&piles.collect::<Vec<_>>(), 3).into_lines());
    }
    lines.push(StyledLine::default());
    lines.extend(middle(public, glyphs));
    if let (Some(seat), Some(hand)) = (own, view.hand()) {
        lines.push(StyledLine::default());
        lines.extend(below(glyphs, &public.players[seat], hand));
    }
    lines
}

fn name(seat: Seat, player: &PlayerCards) -> TextBlock {
    let hand = StyledLine::plain(format!("  {} in hand", player.hand.len()));
    let name: StyledLine =
        [StyledLine::styled(TextStyle::Strong, seat.to_string()), hand].into_iter().collect();
    TextBlock::text(vec![name.padded(15)])
}

fn reserve_and_discard(glyphs: GlyphSet, discard: &str, player: &PlayerCards) -> [TextBlock; 2] {
    let pile = |label: &str, top: Option<Card>, count: usize| {
        let count = if count == 0 { StyledLine::default() } else { StyledLine::plain(count.to_string()) };
        TextBlock::card(glyphs, StyledLine::plain(label), top.map(|card| glyphs.card(card)), count)
    };
    [
        pile("R", player.reserve.top, player.reserve.len()),
        pile(discard, player.discard.top(), player.discard.len()),
    ]
}

fn middle(public: &Public, glyphs: GlyphSet) -> Vec<StyledLine> {
    let stock = (public.stock > 0).then(|| glyphs.back(CARD_INSIDE));
    let count = StyledLine::plain(public.stock.to_string());
    let mut blocks =
        vec![TextBlock::card(glyphs, StyledLine::plain("stock"), stock, count), TextBlock::gap(1)];
    blocks.extend(Foundation::ALL.map(|foundation| {
        let top = public.top(foundation).map(|top| glyphs.card(top));
        TextBlock::card(glyphs, StyledLine::plain(foundation.to_string()), top, taken(public, foundation))
    }));
    if let Some(dice) = public.dice {
        blocks.push(TextBlock::gap(1));
        blocks.extend(dice.pips().map(|pips| {
            let row = StyledLine::plain(format!(" {pips} "));
            TextBlock::framed(glyphs, 3, StyledLine::default(), vec![row], StyledLine::default())
        }));
        blocks.push(TextBlock::text(opened(public, dice)));
    }
    TextBlock::beside(&blocks, 1).into_lines()
}

/// What goes on a foundation, for its lower edge.
fn taken(public: &Public, foundation: Foundation) -> StyledLine {
    let ranks = takes(public, foundation);
    if ranks.len() == Rank::ALL.len() {
        return StyledLine::styled(TextStyle::Strong, "any");
    }
    let names: Vec<String> = ranks.into_iter().rev().map(rank_text).collect();
    StyledLine::plain(names.join(" "))
}

/// What the dice make legal (S14, S9).
fn opened(public: &Public, dice: Dice) -> Vec<StyledLine> {
    let sum = dice.sum();
    let rank = Rank::from_number(sum).map(|rank| with_article(rank).to_string()).unwrap_or_default();
    let mut lines =
        vec![StyledLine::plain(format!(" sum {sum}:")), StyledLine::plain(format!(" any card on {rank}"))];
    if dice.is_double() {
        lines.push(match public.theft {
            false => StyledLine::plain(" doubles: use another discard"),
            true => StyledLine::styled(TextStyle::Faint, " doubles: used"),
        });
    }
    lines
}

fn below(glyphs: GlyphSet, player: &PlayerCards, hand: &[Card]) -> Vec<StyledLine> {
    let [reserve, discard] = reserve_and_discard(glyphs, "D", player);
    let mut blocks = vec![reserve, discard, TextBlock::gap(1)];
    blocks.extend(hand.iter().map(|card| {
        TextBlock::card(glyphs, StyledLine::default(), Some(glyphs.card(*card)), StyledLine::default())
    }));
    let labels = StyledLine::styled(TextStyle::Faint, "reserve discard   your hand");
    let mut lines = TextBlock::beside(&blocks, 1).into_lines();
    lines.extend(TextBlock::text(vec![labels]).into_lines());
    lines
}
