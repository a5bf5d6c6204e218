//! A line of acts as moves of the game, each played by the rules.

use cards::Card;
use games::klondike::{Column, Klondike, Move, Pile, View};
use table::{Game, Seat};

use crate::act::Act;
use crate::bits::{self, Bit};

/// The moves that carry the acts out and end in a win; `None` if the rules refuse one.
pub(crate) fn line(game: &Klondike, acts: &[Act]) -> Option<Vec<Move>> {
    let mut player = Player { game: game.clone(), moves: Vec::new(), rest: acts };
    player.turn()?;
    while let Some((act, rest)) = player.rest.split_first() {
        player.rest = rest;
        if player.game.outcome().is_some() {
            break;
        }
        match *act {
            Act::Up(bit) => player.up(bits::card(bit))?,
            Act::Lay(bit, onto) => {
                player.fetch(bits::card(bit))?;
                let to = player.target(bits::card(bit), onto, None)?;
                player.play(Move::WasteToColumn { to })?;
            }
            Act::Shift(bit, onto) => player.shift(bits::card(bit), onto)?,
            Act::Back(bit, onto) => {
                let card = bits::card(bit);
                let to = player.target(card, onto, None)?;
                player.play(Move::FoundationToColumn { from: card.suit, to })?;
            }
        }
    }
    player.finish()?;
    Some(player.moves)
}

struct Player<'a> {
    game: Klondike,
    moves: Vec<Move>,
    /// What is still to be done.
    rest: &'a [Act],
}

impl Player<'_> {
    fn view(&self) -> &View {
        self.game.sight(Seat::A)
    }

    /// Plays a move by the rules, and turns what it uncovers.
    fn play(&mut self, mv: Move) -> Option<()> {
        self.game.play(Seat::A, mv).ok()?;
        self.moves.push(mv);
        self.turn()
    }

    fn turn(&mut self) -> Option<()> {
        while let Some(mv) = self.view().turn_for_me() {
            self.game.play(Seat::A, mv).ok()?;
            self.moves.push(mv);
        }
        Some(())
    }

    /// Draws until a card is on top of the waste. What comes by and will go up anyway goes up at once if that is safe: it saves
    /// coming back for it.
    fn fetch(&mut self, card: Card) -> Option<()> {
        // Two passes bring all that drawing can.
        for _ in 0..60 {
            let mv = match self.view().waste.last() {
                Some(top) if *top == card => return Some(()),
                Some(top) if self.is_next(*top) && self.only_goes_up(bits::bit(*top)) && self.is_safe() => {
                    Move::WasteToFoundation
                }
                _ if self.view().stock.is_empty() => Move::Redeal,
                _ => Move::Draw,
            };
            self.play(mv)?;
        }
        None
    }

    fn is_next(&self, card: Card) -> bool {
        self.view().foundations[card.suit] + 1 == card.rank.number()
    }

    fn only_goes_up(&self, bit: Bit) -> bool {
        self.rest.contains(&Act::Up(bit))
            && !self.rest.iter().any(|act| matches!(act, Act::Lay(other, _) if *other == bit))
    }

    fn is_safe(&self) -> bool {
        self.view().safe_move() == Some(Move::WasteToFoundation)
    }

    fn up(&mut self, card: Card) -> Option<()> {
        if self.view().foundations[card.suit] >= card.rank.number() {
            return Some(());
        }
        let Some((from, at)) = self.place(card) else {
            self.fetch(card)?;
            return self.play(Move::WasteToFoundation);
        };
        let on_it = self.pile(from).face_up.len() - at - 1;
        if on_it > 0 {
            // The free twin takes the run over.
            let twin = Card::new(card.rank, card.suit.twin());
            let to = Column::all().find(|column| self.pile(*column).top() == Some(twin))?;
            self.play(Move::ColumnToColumn { from, to, count: on_it as u8 })?;
        }
        self.play(Move::ColumnToFoundation { from })
    }

    fn shift(&mut self, card: Card, onto: Option<Bit>) -> Option<()> {
        let (from, at) = self.place(card)?;
        let count = (self.pile(from).face_up.len() - at) as u8;
        let to = self.target(card, onto, Some(from))?;
        self.play(Move::ColumnToColumn { from, to, count })
    }

    /// The column and the place in its run where a card lies.
    fn place(&self, card: Card) -> Option<(Column, usize)> {
        Column::all().find_map(|column| {
            self.pile(column).face_up.iter().position(|other| *other == card).map(|at| (column, at))
        })
    }

    fn pile(&self, column: Column) -> &Pile {
        &self.view().columns[column]
    }

    /// Where a card goes: onto that card, or wherever it fits.
    fn target(&self, card: Card, onto: Option<Bit>, from: Option<Column>) -> Option<Column> {
        Column::all().filter(|column| Some(*column) != from).find(|column| match onto {
            Some(bit) => self.pile(*column).top() == Some(bits::card(bit)),
            None => self.view().fits_column(card, self.pile(*column)),
        })
    }

    /// The rest, once nothing is in the way any more: up whatever goes up, and draw.
    fn finish(&mut self) -> Option<()> {
        for _ in 0..2000 {
            match self.game.outcome() {
                Some(outcome) => return (!outcome.winners.is_empty()).then_some(()),
                None => {
                    let mv = self.view().finish_move()?;
                    self.play(mv)?;
                }
            }
        }
        None
    }
}
