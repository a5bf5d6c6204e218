//! Builds a position for a test by constructing a deal.

use cards::{Bag, Card, ChanceKind, Key, packs, parse_cards};
use games::savannah::{Chance, Config, Foundation, Move, Savannah, View};
use table::{BySeat, Eye, Game, Refusal, Seat, Turn, View as _};

pub(crate) const A: Seat = Seat::A;
pub(crate) const B: Seat = A.next(8);
pub(crate) const C: Seat = B.next(8);

/// Where the cards are. Places that the test does not specify get the remaining cards.
pub(crate) struct Scene {
    config: Config,
    reserves: BySeat<Vec<Card>>,
    discards: BySeat<Vec<Card>>,
    foundations: Vec<Card>,
    stock: Vec<Card>,
}

impl Scene {
    pub(crate) fn new(config: &str) -> Scene {
        let config: Config = config.parse().unwrap();
        let none = || BySeat::new(config.seats(), |_| Vec::new());
        Scene { config, reserves: none(), discards: none(), foundations: Vec::new(), stock: Vec::new() }
    }

    /// The upper cards of the reserve, the top card last.
    pub(crate) fn reserve(mut self, seat: Seat, cards: &str) -> Scene {
        self.reserves[seat] = parse_cards(cards).unwrap();
        self
    }

    /// The upper cards of the discard, the top card last.
    pub(crate) fn discard(mut self, seat: Seat, cards: &str) -> Scene {
        self.discards[seat] = parse_cards(cards).unwrap();
        self
    }

    /// The three foundations, from left to right.
    pub(crate) fn foundations(mut self, cards: &str) -> Scene {
        self.foundations = parse_cards(cards).unwrap();
        assert_eq!(self.foundations.len(), 3);
        self
    }

    /// The first cards of the stock in drawing order.
    pub(crate) fn stock(mut self, cards: &str) -> Scene {
        self.stock = parse_cards(cards).unwrap();
        self
    }

    pub(crate) fn deal(&self) -> Chance {
        let mut left: Bag = packs(self.config.packs().into()).into_iter().collect();
        let named = self.reserves.iter().chain(self.discards.iter()).flat_map(|(_, cards)| cards);
        for card in named.chain(&self.foundations).chain(&self.stock) {
            assert!(left.remove(*card), "{card} is there too often");
        }
        // High cards first, so that no unspecified place shows an ace by accident.
        let mut left: Vec<Card> = left.iter().collect();
        left.sort_by_key(|card| card.rank);
        let mut filled = |cards: &[Card], count: usize| {
            let mut pile: Vec<Card> = (cards.len()..count).filter_map(|_| left.pop()).collect();
            pile.extend(cards);
            pile
        };
        let mut deal = Vec::new();
        for seat in Seat::all(self.config.seats()) {
            deal.extend(filled(&self.reserves[seat], self.config.reserve().into()));
            deal.extend(filled(&self.discards[seat], self.config.discard().into()));
        }
        deal.extend(filled(&self.foundations, 3));
        deal.extend(&self.stock);
        left.reverse();
        deal.extend(left);
        Chance::Deal(deal)
    }

    /// The game after the deal.
    pub(crate) fn start(self) -> Play {
        let mut game = Savannah::new(&self.config);
        game.settle(self.deal()).unwrap();
        Play(game)
    }
}

/// A game that is controlled by text.
pub(crate) struct Play(pub(crate) Savannah);

impl Play {
    /// Applies an outcome of chance: `roll 43`.
    pub(crate) fn chance(&mut self, line: &str) -> &mut Play {
        let chance: Chance = line.parse().unwrap();
        if let Err(error) = self.0.settle(chance) {
            panic!("{line}: {error}");
        }
        self
    }

    /// If cards must be reshuffled, uses an arbitrary order.
    pub(crate) fn shuffle(&mut self) -> &mut Play {
        while self.next() == "reshuffle" {
            let mut source = Key::from_number(1).stream(ChanceKind::Reshuffle, 0);
            self.0.settle(self.0.draw(&mut source)).unwrap();
        }
        self
    }

    /// Plays moves of the player whose turn it is: `R>1`.
    pub(crate) fn does(&mut self, moves: &str) -> &mut Play {
        for mv in moves.split_whitespace() {
            let Turn::Seat(seat) = self.0.turn() else { panic!("{mv}: it is nobody's turn") };
            if let Err(refusal) = self.0.play(seat, mv.parse().unwrap()) {
                panic!("{mv}: {refusal}");
            }
        }
        self
    }

    /// A whole turn in which no card is played.
    pub(crate) fn passes(&mut self, roll: &str, discard: &str) -> &mut Play {
        self.chance(&format!("roll {roll}")).does(discard)
    }

    /// The refusal of this move for the player whose turn it is.
    pub(crate) fn refused(&self, mv: &str) -> Refusal {
        let Turn::Seat(seat) = self.0.turn() else { panic!("{mv}: it is nobody's turn") };
        self.refused_to(seat, mv)
    }

    /// The refusal of this move for a player. The game must not change.
    pub(crate) fn refused_to(&self, seat: Seat, mv: &str) -> Refusal {
        let mut game = self.0.clone();
        let refusal = game.play(seat, mv.parse().unwrap()).expect_err(mv);
        assert!(game == self.0, "a refused move changed the game");
        refusal
    }

    /// The number of the rule that forbids this move.
    pub(crate) fn rule(&self, mv: &str) -> String {
        self.refused(mv).rule.to_string()
    }

    pub(crate) fn view(&self, seat: Seat) -> View {
        self.0.view(Eye::Seat(seat))
    }

    /// The hand of a seat as text.
    pub(crate) fn hand(&self, seat: Seat) -> String {
        text(self.view(seat).hand().unwrap())
    }

    /// The top cards of the foundations as text.
    pub(crate) fn tops(&self) -> String {
        text(&Foundation::ALL.map(|foundation| self.0.public().top(foundation).unwrap()))
    }

    /// The cards of a foundation from bottom to top, as text.
    pub(crate) fn pile(&self, number: u8) -> String {
        text(&self.0.public().foundations[Foundation::from_number(number).unwrap()])
    }

    /// The legal moves of the player whose turn it is.
    pub(crate) fn legal(&self) -> Vec<String> {
        let Turn::Seat(seat) = self.0.turn() else { return Vec::new() };
        self.view(seat).legal().iter().map(Move::to_string).collect()
    }

    pub(crate) fn is_legal(&self, mv: &str) -> bool {
        self.legal().iter().any(|legal| legal == mv)
    }

    pub(crate) fn outcome(&self) -> Option<String> {
        self.0.outcome().map(|outcome| outcome.to_string())
    }

    /// What comes next: `roll`, `A`, `over`, …
    pub(crate) fn next(&self) -> String {
        match self.0.turn() {
            Turn::Chance(kind) => format!("{kind:?}").to_lowercase(),
            Turn::Seat(seat) => seat.to_string(),
            Turn::Over => "over".to_owned(),
        }
    }
}

pub(crate) fn text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}
