//! Legality, computed from what the player sees.

use cards::{Card, Colour, Rank, Suit};
use table::{Refusal, Rule, Sight, Turn, View as _};
use text::Text;

use super::{Column, Move, Moves, Turning, View};

const fn k(number: u8) -> Rule {
    Rule::new('K', number)
}

const R4: Rule = Rule::new('R', 4);
const R7: Rule = Rule::new('R', 7);

impl Sight for &View {
    type Move = Move;

    fn legal_into(&self, moves: &mut Vec<Move>) {
        if !matches!(self.turn(), Turn::Seat(_)) {
            return;
        }
        if !self.stock.is_empty() {
            moves.push(Move::Draw);
        } else if !self.waste.is_empty() && self.has_pass_left() {
            moves.push(Move::Redeal);
        }
        if let Some(card) = self.waste.last() {
            if self.fits_foundation(*card) {
                moves.push(Move::WasteToFoundation);
            }
            moves.extend(self.columns_for(*card).map(|to| Move::WasteToColumn { to }));
        }
        for (column, pile) in self.columns.iter() {
            match pile.top() {
                Some(top) if self.fits_foundation(top) => {
                    moves.push(Move::ColumnToFoundation { from: column });
                }
                None if pile.face_down > 0 && self.config.turn() == Turning::ByHand => {
                    moves.push(Move::Turn { column });
                }
                _ => {}
            }
            self.builds_into(column, moves);
        }
        if self.config.back() {
            for card in Suit::ALL.into_iter().filter_map(|suit| self.foundation_top(suit)) {
                moves.extend(
                    self.columns_for(card).map(|to| Move::FoundationToColumn { from: card.suit, to }),
                );
            }
        }
    }

    fn refusal(&self, mv: Move) -> Option<Refusal> {
        match self.turn() {
            Turn::Seat(_) => {}
            Turn::Over => return Some(Refusal::new(k(18), Text::of("the game is over"))),
            Turn::Chance(_) => return Some(Refusal::new(k(3), Text::of("the cards have not been dealt"))),
        }
        match mv {
            Move::Draw => self.refuse_draw(),
            Move::Redeal => self.refuse_redeal(),
            Move::WasteToColumn { to } => match self.waste.last() {
                Some(card) => self.refuse_on_column(*card, 1, to),
                None => Some(self.refuse_empty_waste(10)),
            },
            Move::WasteToFoundation => match self.waste.last() {
                Some(card) => self.refuse_on_foundation(*card),
                None => Some(self.refuse_empty_waste(11)),
            },
            Move::ColumnToColumn { from, to, count } => self.refuse_build(from, to, count),
            Move::ColumnToFoundation { from } => match self.columns[from].top() {
                Some(card) => self.refuse_on_foundation(card),
                None => Some(self.refuse_from(from, 14)),
            },
            Move::Turn { column } => self.refuse_turn(column),
            Move::FoundationToColumn { from, to } => self.refuse_back(from, to),
        }
    }
}

impl View {
    /// The columns on which a card may be placed.
    pub(super) fn columns_for(&self, card: Card) -> impl Iterator<Item = Column> {
        self.columns.iter().filter(move |(_, pile)| self.fits_column(card, pile)).map(|(column, _)| column)
    }

    /// Appends the legal builds onto a column. A run contains each rank at most once, so each other
    /// column offers at most one build: the one whose bottom card has the wanted rank.
    fn builds_into(&self, to: Column, moves: &mut Vec<Move>) {
        let target = &self.columns[to];
        let wanted = match target.top() {
            Some(top) => top.rank.number() - 1,
            None if target.face_down == 0 => Rank::King.number(),
            None => return,
        };
        for (from, pile) in self.columns.iter() {
            let Some(highest) = pile.face_up.first() else { continue };
            // The index of the wanted rank in the run. A rank above the run wraps around to an
            // index far past its end.
            let at = usize::from(highest.rank.number().wrapping_sub(wanted));
            let Some(bottom) = pile.face_up.get(at) else { continue };
            let count = (pile.face_up.len() - at) as u8;
            let movable = count == 1 || self.config.moves() == Moves::Builds;
            if movable && from != to && self.fits_column(*bottom, target) {
                moves.push(Move::ColumnToColumn { from, to, count });
            }
        }
    }

    /// The rule to cite: a T rule where only single cards move, otherwise a K rule (R4).
    fn rule(&self, builds: u8, one: u8) -> Rule {
        match self.config.moves() {
            Moves::Builds => k(builds),
            Moves::One => Rule::new('T', one),
        }
    }

    fn refuse_draw(&self) -> Option<Refusal> {
        if !self.stock.is_empty() {
            return None;
        }
        let rule = self.rule(9, 10);
        Some(match (self.waste.is_empty(), self.has_pass_left()) {
            (true, _) => Refusal::new(rule, Text::of("the stock and the waste are empty")),
            (false, true) => {
                Refusal::new(rule, Text::of("the stock is empty: the waste can be turned over instead"))
            }
            (false, false) => self.refuse_pass(),
        })
    }

    fn refuse_redeal(&self) -> Option<Refusal> {
        let rule = self.rule(16, 13);
        if !self.stock.is_empty() {
            let text = Text::count(
                self.stock.len(),
                "the stock still has 1 card: turn over the waste once it is empty",
                "the stock still has {} cards: turn over the waste once it is empty",
            );
            return Some(Refusal::new(rule, text));
        }
        if self.waste.is_empty() {
            return Some(Refusal::new(rule, Text::of("the waste is empty: there is nothing to turn over")));
        }
        if !self.has_pass_left() {
            return Some(self.refuse_pass());
        }
        None
    }

    fn refuse_pass(&self) -> Refusal {
        Refusal::new(R4, Text::with("the stock is empty, and pass {} was the last one", [self.pass.into()]))
    }

    fn refuse_turn(&self, column: Column) -> Option<Refusal> {
        let pile = &self.columns[column];
        if pile.has_face_down_top() && self.config.turn() == Turning::ByHand {
            return None;
        }
        let text = match pile.top() {
            Some(card) => Text::with(
                "the top card of column {}, the {}, is face up already",
                [column.into(), card.name()],
            ),
            None => Text::with("column {} is empty", [column.into()]),
        };
        Some(Refusal::new(self.rule(15, 4), text))
    }

    fn refuse_build(&self, from: Column, to: Column, count: u8) -> Option<Refusal> {
        let pile = &self.columns[from];
        let Some(top) = pile.top() else { return Some(self.refuse_from(from, 12)) };
        if from == to {
            let text = Text::with(
                "the {} is already in column {}: choose another column",
                [top.name(), from.into()],
            );
            return Some(Refusal::new(self.rule(12, 1), text));
        }
        if count > 1 && self.config.moves() == Moves::One {
            let text =
                Text::with("only the top card of column {} can be moved, the {}", [from.into(), top.name()]);
            return Some(Refusal::new(Rule::new('T', 1), text));
        }
        match pile.build(count).filter(|_| count > 0) {
            Some(card) => self.refuse_on_column(card, count, to),
            None => {
                let text = match pile.face_up.len() {
                    _ if count == 0 => Text::of("you must move at least one card"),
                    1 => Text::with(
                        "only one card in column {} is face up, so you can't move {}",
                        [from.into(), count.into()],
                    ),
                    length => Text::with(
                        "only {} cards in column {} are face up, so you can't move {}",
                        [length.into(), from.into(), count.into()],
                    ),
                };
                Some(Refusal::new(self.rule(13, 3), text))
            }
        }
    }

    fn refuse_back(&self, from: Suit, to: Column) -> Option<Refusal> {
        if !self.config.back() {
            let rule = if self.config.moves() == Moves::One { R7 } else { R4 };
            let text = Text::of("in this game, cards can't be moved back from a foundation");
            return Some(Refusal::new(rule, text));
        }
        match self.foundation_top(from) {
            Some(card) => self.refuse_on_column(card, 1, to),
            None => Some(Refusal::new(R4, Text::with("the foundation of {} is empty", [from.name()]))),
        }
    }

    fn refuse_empty_waste(&self, rule: u8) -> Refusal {
        Refusal::new(self.rule(rule, 14), Text::of("the waste is empty"))
    }

    fn refuse_from(&self, from: Column, rule: u8) -> Refusal {
        match self.columns[from].face_down {
            0 => Refusal::new(self.rule(rule, 1), Text::with("column {} is empty", [from.into()])),
            _ => {
                let text = Text::with(
                    "the top card of column {} is face down: it must be turned first",
                    [from.into()],
                );
                Refusal::new(self.rule(15, 4), text)
            }
        }
    }

    /// Why a card, or a build of `count` cards with this card at its bottom, may not be
    /// placed on a column.
    fn refuse_on_column(&self, card: Card, count: u8, to: Column) -> Option<Refusal> {
        let pile = &self.columns[to];
        if self.fits_column(card, pile) {
            return None;
        }
        let what = match count {
            1 => Text::with("the {}", [card.name()]),
            _ => Text::with("the build from the {} down", [card.name()]),
        };
        let Some(top) = pile.top() else {
            return Some(match pile.face_down {
                0 => Refusal::new(
                    self.rule(21, 7),
                    Text::with("column {} is empty: only a king goes there, not {}", [to.into(), what]),
                ),
                _ => Refusal::new(
                    self.rule(19, 4),
                    Text::with("the top card of column {} is face down: nothing goes on it", [to.into()]),
                ),
            });
        };
        let wrong_colour = card.colour() == top.colour();
        let text = match top.rank.below() {
            None => Text::with("nothing goes on the {}: no rank is lower than an ace", [top.name()]),
            Some(rank) => Text::with(
                "only {} can go on the {}, not {}",
                [with_other_colour(top.colour(), rank), top.name(), what],
            ),
        };
        let one = if wrong_colour { 5 } else { 6 };
        Some(Refusal::new(self.rule(if count == 1 { 19 } else { 20 }, one), text))
    }

    fn refuse_on_foundation(&self, card: Card) -> Option<Refusal> {
        if self.fits_foundation(card) {
            return None;
        }
        let text = match Rank::from_number(self.foundations[card.suit] + 1) {
            Some(next) => {
                let gaps = [card.suit.name(), next.name(), card.name()];
                Text::with("the foundation of {} takes the {} next, not the {}", gaps)
            }
            None => Text::with("the foundation of {} is complete", [card.suit.name()]),
        };
        Some(Refusal::new(self.rule(22, 16), text))
    }
}

/// "a red ten": the card that fits, by colour and rank. Aces and jacks have patterns of their own,
/// because in other languages the adjective depends on the gender of the card.
fn with_other_colour(colour: Colour, rank: Rank) -> Text {
    match (colour, rank) {
        (Colour::Black, Rank::Ace) => Text::of("a red ace"),
        (Colour::Black, Rank::Jack) => Text::of("a red jack"),
        (Colour::Black, rank) => Text::with("a red {}", [rank.name()]),
        (Colour::Red, Rank::Ace) => Text::of("a black ace"),
        (Colour::Red, Rank::Jack) => Text::of("a black jack"),
        (Colour::Red, rank) => Text::with("a black {}", [rank.name()]),
    }
}
