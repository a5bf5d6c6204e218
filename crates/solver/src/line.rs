//! Turns the actions of a winning line into moves, and plays each of them by the rules.

use cards::Card;
use games::klondike::{Column, ColumnCards, Klondike, Move, View};
use table::{Game, Seat};

use crate::action::SolverAction;
use crate::bits::{self, Bit};

/// The moves that carry out the actions and win the game, or `None` if the rules refuse one. They end early,
/// before the game is won, once `is_enough` returns `true` for a position.
pub(crate) fn to_moves(
    game: &Klondike,
    actions: &[SolverAction],
    is_enough: &mut dyn FnMut(&View) -> bool,
) -> Option<Vec<Move>> {
    let mut player =
        LinePlayer { game: game.clone(), moves: Vec::new(), rest: actions, is_enough, has_enough: false };
    let played = player.play_all();
    (played.is_some() || player.has_enough).then_some(player.moves)
}

struct LinePlayer<'a> {
    game: Klondike,
    moves: Vec<Move>,
    /// The actions that are still to be carried out.
    rest: &'a [SolverAction],
    is_enough: &'a mut dyn FnMut(&View) -> bool,
    /// Whether `is_enough` was true, so that nothing more is played.
    has_enough: bool,
}

impl LinePlayer<'_> {
    fn play_all(&mut self) -> Option<()> {
        self.stop_if_enough()?;
        self.turn_up()?;
        while let Some((action, rest)) = self.rest.split_first() {
            self.rest = rest;
            if self.game.outcome().is_some() {
                break;
            }
            match *action {
                SolverAction::ToFoundation(bit) => self.play_to_foundation(bits::card(bit))?,
                SolverAction::StockToColumn(bit, onto) => {
                    self.draw_until(bits::card(bit))?;
                    let to = self.target(bits::card(bit), onto, None)?;
                    self.play(Move::WasteToColumn { to })?;
                }
                SolverAction::ColumnToColumn(bit, onto) => {
                    self.play_between_columns(bits::card(bit), onto)?;
                }
                SolverAction::FoundationToColumn(bit, onto) => {
                    let card = bits::card(bit);
                    let to = self.target(card, onto, None)?;
                    self.play(Move::FoundationToColumn { from: card.suit, to })?;
                }
            }
        }
        self.finish()
    }

    fn stop_if_enough(&mut self) -> Option<()> {
        self.has_enough = (self.is_enough)(self.game.sight(Seat::A));
        (!self.has_enough).then_some(())
    }

    fn view(&self) -> &View {
        self.game.sight(Seat::A)
    }

    /// Plays a move by the rules, and turns up the card that it uncovers.
    fn play(&mut self, mv: Move) -> Option<()> {
        self.play_one(mv)?;
        self.turn_up()
    }

    fn turn_up(&mut self) -> Option<()> {
        while let Some(mv) = self.view().turn_for_me() {
            self.play_one(mv)?;
        }
        Some(())
    }

    fn play_one(&mut self, mv: Move) -> Option<()> {
        self.game.play(Seat::A, mv).ok()?;
        self.moves.push(mv);
        self.stop_if_enough()
    }

    /// Draws until a card is on top of the waste. If a card on the way will go up later anyway and
    /// is safe to play, it goes up now: that saves drawing it again.
    fn draw_until(&mut self, card: Card) -> Option<()> {
        // Two passes reach every card that can be drawn.
        for _ in 0..60 {
            let mv = match self.view().waste.last() {
                Some(top) if *top == card => return Some(()),
                Some(top)
                    if self.fits_foundation(*top) && self.only_goes_up(bits::bit(*top)) && self.is_safe() =>
                {
                    Move::WasteToFoundation
                }
                _ if self.view().stock.is_empty() => Move::Redeal,
                _ => Move::Draw,
            };
            self.play(mv)?;
        }
        None
    }

    fn fits_foundation(&self, card: Card) -> bool {
        self.view().foundations[card.suit] + 1 == card.rank.number()
    }

    fn only_goes_up(&self, bit: Bit) -> bool {
        self.rest.contains(&SolverAction::ToFoundation(bit))
            && !self
                .rest
                .iter()
                .any(|action| matches!(action, SolverAction::StockToColumn(other, _) if *other == bit))
    }

    fn is_safe(&self) -> bool {
        self.view().safe_move() == Some(Move::WasteToFoundation)
    }

    fn play_to_foundation(&mut self, card: Card) -> Option<()> {
        if self.view().foundations[card.suit] >= card.rank.number() {
            return Some(());
        }
        let Some((from, at)) = self.find(card) else {
            self.draw_until(card)?;
            return self.play(Move::WasteToFoundation);
        };
        let on_it = self.pile(from).face_up.len() - at - 1;
        if on_it > 0 {
            // The run moves to the twin, which is free.
            let twin = Card::new(card.rank, card.suit.twin());
            let to = Column::all().find(|column| self.pile(*column).top() == Some(twin))?;
            self.play(Move::ColumnToColumn { from, to, count: on_it as u8 })?;
        }
        self.play(Move::ColumnToFoundation { from })
    }

    fn play_between_columns(&mut self, card: Card, onto: Option<Bit>) -> Option<()> {
        let (from, at) = self.find(card)?;
        let count = (self.pile(from).face_up.len() - at) as u8;
        let to = self.target(card, onto, Some(from))?;
        self.play(Move::ColumnToColumn { from, to, count })
    }

    /// The column of a face-up card, and its index among the face-up cards there.
    fn find(&self, card: Card) -> Option<(Column, usize)> {
        Column::all().find_map(|column| {
            self.pile(column).face_up.iter().position(|other| *other == card).map(|at| (column, at))
        })
    }

    fn pile(&self, column: Column) -> &ColumnCards {
        &self.view().columns[column]
    }

    /// The column for a card: the one with `onto` on top, or else any that fits.
    fn target(&self, card: Card, onto: Option<Bit>, from: Option<Column>) -> Option<Column> {
        Column::all().filter(|column| Some(*column) != from).find(|column| match onto {
            Some(bit) => self.pile(*column).top() == Some(bits::card(bit)),
            None => self.view().fits_column(card, self.pile(*column)),
        })
    }

    /// Plays the rest of a game that can be finished without choices: everything goes up, and the
    /// stock is drawn.
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
