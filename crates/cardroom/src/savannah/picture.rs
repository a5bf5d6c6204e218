use cards::{Card, Dice, Rank};
use games::savannah::{Foundation, PlayerCards, Public, View, fits, with_article};
use table::Seat;

use crate::ink::{BOLD, DIM, Ink, Span, rank};
use crate::picture::{TextBlock, beside};

/// How many opponents sit side by side.
const IN_A_ROW: usize = 4;

/// The opponents above, what all share in the middle, the own piles and the hand below.
pub(super) fn draw(view: &View, ink: Ink) -> Vec<String> {
    let public = view.public();
    let own = view.eye().seat();
    let others: Vec<(Seat, &PlayerCards)> =
        public.players.iter().filter(|(seat, _)| Some(*seat) != own).collect();
    let mut lines = Vec::new();
    for row in others.chunks(IN_A_ROW) {
        let names: Vec<TextBlock> = row.iter().map(|(seat, player)| name(*seat, player)).collect();
        lines.extend(beside(&names, 3));
        let piles: Vec<TextBlock> =
            row.iter().map(|(seat, player)| piles(ink, &format!("D{seat}"), player)).collect();
        lines.extend(beside(&piles, 3));
    }
    lines.push(String::new());
    lines.extend(middle(public, ink));
    if let (Some(seat), Some(hand)) = (own, view.hand()) {
        lines.push(String::new());
        lines.extend(below(ink, &public.players[seat], hand));
    }
    lines
}

fn name(seat: Seat, player: &PlayerCards) -> TextBlock {
    let hand = Span::plain(&format!("  {} in hand", player.hand.len()));
    let name: Span = [Span::styled(BOLD, &seat.to_string()), hand].into_iter().collect();
    TextBlock::text(vec![name.padded(15)])
}

fn piles(ink: Ink, discard: &str, player: &PlayerCards) -> TextBlock {
    let [reserve, discard] = pair(ink, discard, player);
    TextBlock::joined(&[reserve, discard], 1)
}

fn pair(ink: Ink, discard: &str, player: &PlayerCards) -> [TextBlock; 2] {
    let pile = |label: &str, top: Option<Card>, count: usize| {
        let count = if count == 0 { Span::default() } else { Span::plain(&count.to_string()) };
        TextBlock::card(ink, Span::plain(label), top.map(|card| ink.card(card)), count)
    };
    [
        pile("R", player.reserve.top, player.reserve.len()),
        pile(discard, player.discard.top(), player.discard.len()),
    ]
}

fn middle(public: &Public, ink: Ink) -> Vec<String> {
    let stock = (public.stock > 0).then(|| ink.back(5));
    let count = Span::plain(&public.stock.to_string());
    let mut blocks = vec![TextBlock::card(ink, Span::plain("stock"), stock, count), TextBlock::gap(1)];
    blocks.extend(Foundation::ALL.map(|foundation| {
        let top = public.top(foundation);
        let takes = top.map_or_else(Span::default, |top| takes(public, top.rank));
        TextBlock::card(ink, Span::plain(&foundation.to_string()), top.map(|top| ink.card(top)), takes)
    }));
    if let Some(dice) = public.dice {
        blocks.push(TextBlock::gap(1));
        blocks.extend(dice.pips().map(|pips| {
            let row = Span::plain(&format!(" {pips} "));
            TextBlock::framed(ink, 3, Span::default(), vec![row], Span::default())
        }));
        blocks.push(TextBlock::text(opened(public, dice)));
    }
    beside(&blocks, 1)
}

/// What goes on a foundation, for its lower edge.
fn takes(public: &Public, top: Rank) -> Span {
    let aces = public.config.ace_on_ace();
    let taken: Vec<Rank> =
        Rank::ALL.into_iter().filter(|rank| fits(*rank, top, public.sum(), aces)).collect();
    if taken.len() == Rank::ALL.len() {
        return Span::styled(BOLD, "any");
    }
    let names: Vec<String> = taken.into_iter().rev().map(rank).collect();
    Span::plain(&names.join(" "))
}

/// What the dice make legal (S14, S9).
fn opened(public: &Public, dice: Dice) -> Vec<Span> {
    let sum = dice.sum();
    let rank = Rank::from_number(sum).map(with_article).unwrap_or_default();
    let mut lines = vec![Span::plain(&format!(" sum {sum}:")), Span::plain(&format!(" on {rank}, any card"))];
    if dice.is_double() {
        lines.push(match public.theft {
            false => Span::plain(" doubles: one other discard"),
            true => Span::styled(DIM, " doubles: used"),
        });
    }
    lines
}

fn below(ink: Ink, player: &PlayerCards, hand: &[Card]) -> Vec<String> {
    let [reserve, discard] = pair(ink, "D", player);
    let mut blocks = vec![reserve, discard, TextBlock::gap(1)];
    blocks.extend(
        hand.iter().map(|card| TextBlock::card(ink, Span::default(), Some(ink.card(*card)), Span::default())),
    );
    let mut lines = beside(&blocks, 1);
    lines.push(format!("  {}", Span::styled(DIM, "reserve discard   your hand").text));
    lines
}
