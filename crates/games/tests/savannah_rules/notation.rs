//! Notation survives a round trip, and no input makes a parser panic.

use cards::{ChanceKind, Key};
use games::savannah::{Chance, Config, Move, Savannah};
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
use table::{Game, Seat, Turn};

#[test]
fn every_move_round_trips_in_either_case_and_with_spaces() {
    for mv in Move::all(8) {
        let text = mv.to_string();
        assert_eq!(text.parse(), Ok(mv));
        assert_eq!(text.to_lowercase().parse(), Ok(mv));
        assert_eq!(text.to_uppercase().parse(), Ok(mv));
        assert_eq!(format!(" {} ", text.replace('>', " > ").replace('/', "/ ")).parse(), Ok(mv));
        assert_eq!(serde_json::from_str::<Move>(&serde_json::to_string(&mv).unwrap()).unwrap(), mv);
    }
    assert_eq!("10h>2".parse::<Move>(), "Th>2".parse());
    let mut all: Vec<String> = Move::all(8).iter().map(Move::to_string).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 52 * 3 + 2 * 3 + 8 * 3 + 52 + 1);
}

#[test]
fn other_text_is_not_a_move() {
    for text in
        ["", ">", "/", "/7", "//7c", "7c", "7c>", ">1", "DI>1", "DAB>1", "R1", "R>1>2", "Ä>1", "/Äh", "R>٣"]
    {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

fn config() -> impl Strategy<Value = Config> {
    (2_u8..=8, 5_u8..=20, 0_u8..=13, any::<bool>(), 0_u16..400, 0_u8..9).prop_filter_map(
        "a table that can be played",
        |(seats, reserve, discard, aces, rounds, first)| {
            let config = Config::new(seats).ok()?.with_piles(reserve, discard).ok()?.with_ace_on_ace(aces);
            config.with_rounds((rounds >= 20).then_some(rounds)).ok()?.with_first(Seat::new(first)).ok()
        },
    )
}

proptest! {
    #[test]
    fn options_round_trip(config in config()) {
        prop_assert_eq!(config.to_string().parse(), Ok(config));
    }

    #[test]
    fn outcomes_of_chance_round_trip(config in config(), number in any::<u64>()) {
        let mut game = Savannah::new(&config);
        let mut source = Key::from_number(number).stream(ChanceKind::Deal, 0);
        while let Turn::Chance(_) = game.turn() {
            let chance = game.draw(&mut source);
            prop_assert!(chance.to_string().parse::<Chance>().is_ok_and(|read| read == chance));
            prop_assert!(game.settle(chance).is_ok());
        }
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in "[ -~]{0,24}|.{0,12}|[/>RDA-Ha-h1-9TJQKcdhs-]{0,8}") {
        let _ = (text.parse::<Move>(), text.parse::<Chance>().is_ok(), text.parse::<Config>());
    }
}
