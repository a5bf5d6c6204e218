use cards::{Bag, Card, Source, shuffle};
use serde::Serialize;
use table::{BadChance, Ending, Eye, Game, Outcome, Refusal, Seat, Seats, SightOf, Turn};
use text::Text;

use super::{CARDS, Config, Deal, HAND, Hand, Move, Tabletop, View, pack, x};

/// A game of High card, with all hidden cards.
#[derive(Clone, PartialEq, Eq)]
pub struct TestGame {
    pub(super) public: Tabletop,
    hands: [Vec<Card>; 2],
    stock: Vec<Card>,
}

static_assertions::assert_not_impl_any!(TestGame: std::fmt::Debug, serde::Serialize);

impl Game for TestGame {
    const NAME: &'static str = "high-card";
    const RULES: u16 = 1;
    type Config = Config;
    type Move = Move;
    type Chance = Deal;
    type View = View;

    fn new(config: &Config) -> TestGame {
        let public =
            Tabletop { config: *config, dealt: false, laid: Vec::new(), turned: None, outcome: None };
        TestGame { public, hands: [Vec::new(), Vec::new()], stock: Vec::new() }
    }

    fn seats(&self) -> u8 {
        self.public.config.seats()
    }

    fn turn(&self) -> Turn {
        self.public.turn()
    }

    fn draw(&self, source: &mut dyn Source) -> Deal {
        let mut cards = [Card::new(cards::Rank::Ace, cards::Suit::Hearts); CARDS];
        cards.iter_mut().zip(pack()).for_each(|(place, card)| *place = card);
        shuffle(&mut cards, source);
        crate::Deal(Box::new(cards))
    }

    fn settle(&mut self, deal: Deal) -> Result<(), BadChance> {
        if self.public.dealt {
            return Err(BadChance::Dealt);
        }
        if let Some(missing) = pack().find(|card| !deal.0.contains(card)) {
            return Err(BadChance::Missing(missing));
        }
        self.give(deal.0.into_iter());
        self.public.dealt = true;
        Ok(())
    }

    fn sight(&self, seat: Seat) -> SightOf<'_, TestGame> {
        Hand { public: &self.public, seat, cards: self.hand(seat) }
    }

    fn play_unchecked(&mut self, seat: Seat, Move(card): Move) {
        if let Some(hand) = self.hands.get_mut(seat.number()) {
            hand.retain(|other| *other != card);
        }
        self.public.laid.push(card);
        if self.hands.iter().all(Vec::is_empty) {
            self.public.turned = self.stock.pop();
            self.public.outcome = Some(self.judge());
        }
    }

    fn undo_refusal(&self, _mv: Move, _after: &Self) -> Option<Refusal> {
        let is_last = self.hands.iter().map(Vec::len).sum::<usize>() == 1;
        (self.seats() > 1 || is_last)
            .then(|| Refusal::new(x(2), Text::of("a card was shown, and the move stands")))
    }

    fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        if self.public.outcome.is_some() {
            return Err(Refusal::new(x(3), Text::of("the game is over")));
        }
        let others: Seats = seat.others(self.seats()).into_iter().collect();
        self.public.outcome = Some(Outcome { winners: others, ending: Ending::Resigned(seat) });
        Ok(())
    }

    fn end_by_agreement(&mut self) -> Result<(), Refusal> {
        if self.public.outcome.is_some() {
            return Err(Refusal::new(x(3), Text::of("the game is over")));
        }
        if self.seats() < 3 {
            return Err(Refusal::new(x(3), Text::of("only three or more players can agree to end the game")));
        }
        self.public.outcome = Some(Outcome::by_agreement());
        Ok(())
    }

    fn view(&self, eye: Eye) -> View {
        let seat = self.seat_of(eye);
        let hand = seat.map_or_else(Vec::new, |seat| self.hand(seat).to_vec());
        View { public: self.public.clone(), seat, hand }
    }

    fn public_part(&self) -> impl Serialize {
        &self.public
    }

    fn own_part(&self, eye: Eye) -> impl Serialize {
        self.view(eye).hand
    }

    fn outcome(&self) -> Option<Outcome> {
        self.public.outcome
    }

    fn imagine(view: &View, source: &mut dyn Source) -> TestGame {
        let public = &view.public;
        let mut game = TestGame::new(&public.config);
        game.public = public.clone();
        if !public.dealt {
            return game;
        }
        let is_seen = |card: &Card| {
            public.laid.contains(card) || view.hand.contains(card) || public.turned == Some(*card)
        };
        let mut unseen: Vec<Card> = pack().filter(|card| !is_seen(card)).collect();
        shuffle(&mut unseen, source);
        for seat in Seat::all(public.config.seats()) {
            let hand = match view.seat == Some(seat) {
                true => view.hand.clone(),
                false => unseen.split_off(unseen.len().saturating_sub(public.in_hand(seat))),
            };
            game.hands[seat.number()] = hand;
        }
        game.stock = unseen;
        game
    }
}

impl TestGame {
    /// All cards of the game, regardless of where they are.
    #[must_use]
    pub fn cards(&self) -> Bag {
        let hidden = self.hands.iter().flatten().chain(&self.stock);
        self.public.laid.iter().chain(&self.public.turned).chain(hidden).copied().collect()
    }

    /// The seat of a viewer. Whoever watches a game for one player sees what the player does.
    pub(super) fn seat_of(&self, eye: Eye) -> Option<Seat> {
        if self.seats() == 1 { Some(Seat::A) } else { eye.seat() }
    }

    fn hand(&self, seat: Seat) -> &[Card] {
        self.hands.get(seat.number()).map_or(&[], Vec::as_slice)
    }

    fn give(&mut self, mut cards: impl Iterator<Item = Card>) {
        for seat in Seat::all(self.seats()) {
            self.hands[seat.number()] = cards.by_ref().take(HAND).collect();
        }
        self.stock = cards.collect();
    }

    /// X3.
    fn judge(&self) -> Outcome {
        let last = self.public.laid.iter().rev().take(usize::from(self.seats()));
        let highest = last.max();
        let winner = highest.filter(|card| self.public.turned.is_none_or(|turned| turned < **card));
        let at = winner.and_then(|card| self.public.laid.iter().position(|laid| laid == card));
        let seat = at.and_then(|at| Seat::new((at % usize::from(self.seats())) as u8));
        Outcome::by_rule(seat.into_iter().collect(), x(3))
    }
}

#[cfg(test)]
mod tests {
    use cards::{ChanceKind, DealId, Key};
    use table::contract::{Terms, check};
    use table::{Eye, Game, Table, View as _};

    use super::super::{Config, Deal, Move};
    use super::TestGame;

    const DEAL: &str = "deal 2hAh3h4h5h6h7h8h9hThJhQhKh";

    #[test]
    fn the_contract_is_kept() {
        let terms = || Terms { universe: Move::all(), cards: TestGame::cards };
        let mut won = [0; 2];
        for deal in 0..200 {
            for (count, config) in won.iter_mut().zip([Config::ONE, Config::TWO]) {
                let mut source = Key::from_number(deal).stream(ChanceKind::Roll, u64::MAX);
                let table = check::<TestGame>(&config, deal, 10, &terms(), &mut source);
                let outcome = table.outcome().unwrap();
                *count += usize::from(!outcome.winners.is_empty());
            }
        }
        assert!(won.iter().all(|count| (50..150).contains(count)), "{won:?}");
    }

    #[test]
    fn the_highest_last_card_wins() {
        let mut game = TestGame::new(&Config::TWO);
        game.settle(DEAL.parse::<Deal>().unwrap()).unwrap();
        for card in ["2h", "4h", "3h", "6h", "Ah", "5h"] {
            let seat = game.public.seat_to_move();
            game.play(seat, card.parse().unwrap()).unwrap();
        }
        assert_eq!(game.outcome().unwrap().to_string(), "lost by X3");
        game.public.turned = Some("4h".parse().unwrap());
        assert_eq!(game.judge().to_string(), "won B by X3");
    }

    #[test]
    fn nobody_sees_the_hand_of_the_other() {
        let table = Table::<TestGame>::new(Config::TWO, DealId::V1(1)).unwrap();
        let views: Vec<_> = Eye::all(2).map(|eye| table.view(eye)).collect();
        assert!(views[0].hand.iter().all(|card| !views[1].hand.contains(card)));
        assert_eq!((views[2].hand.len(), views[2].legal().len(), views[1].legal().len()), (0, 0, 0));
        for view in &views {
            let text = serde_json::to_string(view).unwrap();
            assert_eq!(serde_json::from_str::<super::View>(&text).unwrap(), *view);
            let mut source = Key::from_number(3).stream(ChanceKind::Roll, 0);
            let imagined = TestGame::imagine(view, &mut source);
            assert!(imagined.cards() == table.game().cards());
            let eye = view.seat.map_or(Eye::Spectator, Eye::Seat);
            assert_eq!(imagined.view(eye), *view);
        }
    }

    #[test]
    fn texts_are_read_back() {
        for text in ["seats=1", "seats=2"] {
            assert_eq!(text.parse::<Config>().unwrap().to_string(), text);
        }
        assert!("seats=3".parse::<Config>().is_err());
        assert_eq!(DEAL.parse::<Deal>().unwrap().to_string(), DEAL);
        assert!("deal 2h".parse::<Deal>().is_err());
        for mv in Move::all() {
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
    }
}
