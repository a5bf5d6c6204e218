//! S12–S18: which cards fit, three aces, and the win.

use cards::Rank;
use games::savannah::fits;

use crate::scene::{A, B, Scene};

const SMALL: &str = "seats=2 reserve=5 discard=1 first=A";

/// A second implementation of the rules, written rule by rule.
fn allowed(card: u8, top: u8, sum: u8, ace_on_ace: bool) -> bool {
    let s12 = top != 13 && card == top + 1;
    let s13 = top == 13;
    let s14 = top == sum;
    let s15 = card == 1 && (top != 1 || ace_on_ace);
    s12 || s13 || s14 || s15
}

#[test]
fn s12_to_s16_hold_for_all_tops_cards_and_sums() {
    let mut judged = 0;
    for top in Rank::ALL {
        for card in Rank::ALL {
            for sum in 2..=12 {
                for ace_on_ace in [true, false] {
                    let expected = allowed(card.number(), top.number(), sum, ace_on_ace);
                    assert_eq!(fits(card, top, sum, ace_on_ace), expected, "{card} on {top} with {sum}");
                    judged += 1;
                }
            }
        }
    }
    assert_eq!(judged, 13 * 13 * 11 * 2);
}

#[test]
fn s12_to_s16_hold_at_the_table() {
    // Every card of the pack is the top of a foundation once, with each roll, and is tested
    // against the hand.
    for top in cards::PACK {
        let others = || cards::PACK.into_iter().filter(move |card| *card != top);
        let filler: Vec<_> = others().filter(|card| card.rank != Rank::Ace).take(2).collect();
        let rest: Vec<_> = others().filter(|card| !filler.contains(card)).collect();
        for (at, hand) in rest.chunks_exact(4).enumerate() {
            let stock: String = hand.iter().map(ToString::to_string).collect();
            let (first, second) = (at as u8 % 6 + 1, (at / 6 + usize::from(top.rank.number())) as u8 % 6 + 1);
            for aces in ["yes", "no"] {
                let config = format!("{SMALL} aces={aces}");
                let foundations = format!("{top}{}{}", filler[0], filler[1]);
                let mut play = Scene::new(&config).foundations(&foundations).stock(&stock).start();
                play.chance(&format!("roll {first}{second}"));
                for card in hand {
                    let expected =
                        allowed(card.rank.number(), top.rank.number(), first + second, aces == "yes");
                    assert_eq!(play.is_legal(&format!("{card}>1")), expected, "{card} on {top}");
                }
            }
        }
    }
}

#[test]
fn s12_the_next_higher_rank_of_any_suit() {
    let mut play = Scene::new(SMALL).foundations("9h 3c 5d").stock("Tc Th 7c Ks").start();
    play.chance("roll 11");
    assert!(play.is_legal("Tc>1") && play.is_legal("Th>1"));
    assert_eq!(
        play.refused("7c>1").to_string(),
        "the seven of clubs does not go on the nine of hearts: \
         only a ten or an ace goes on a nine, or any card if the dice sum to nine (S12)"
    );
    assert_eq!(play.rule("7c>3"), "S12");
    assert!(
        Scene::new(SMALL)
            .foundations("Qh 3c 5d")
            .stock("2s")
            .start()
            .chance("roll 11")
            .refused("2s>1")
            .text
            .to_string()
            .ends_with("only a king or an ace goes on a queen, or any card if the dice sum to twelve")
    );
}

#[test]
fn s13_any_card_goes_on_a_king() {
    for card in cards::PACK.into_iter().filter(|card| card.to_string() != "Kd") {
        let fill = if card.rank == Rank::Three { "5c6d" } else { "3c3d" };
        let mut play = Scene::new(SMALL).foundations(&format!("Kd{fill}")).stock(&card.to_string()).start();
        play.chance("roll 11").does(&format!("{card}>1"));
    }
}

#[test]
fn s14_any_card_goes_on_the_rank_of_the_sum() {
    for (roll, top) in [("11", "2c"), ("12", "3c"), ("34", "7c"), ("46", "Tc"), ("56", "Jc"), ("66", "Qc")] {
        let mut play = Scene::new(SMALL).foundations(&format!("{top}5d5h")).stock("8s4d9h6s").start();
        play.chance(&format!("roll {roll}"));
        assert!(["8s>1", "4d>1", "9h>1", "6s>1"].iter().all(|mv| play.is_legal(mv)), "{top} with {roll}");
        assert_eq!(play.rule("8s>2"), "S12", "the sum opens its own rank only");
    }
}

#[test]
fn s15_an_ace_goes_on_any_foundation() {
    for top in cards::PACK.into_iter().filter(|card| card.to_string() != "As") {
        let fill = if top.rank == Rank::Three { "5c6d" } else { "3c3d" };
        let mut play = Scene::new(SMALL).foundations(&format!("{top}{fill}")).stock("As").start();
        play.chance("roll 65").does("As>1");
    }
}

#[test]
fn s16_only_a_two_goes_on_an_ace() {
    for sum in ["11", "12", "66"] {
        let mut play = Scene::new(SMALL).foundations("Ah3c5d").stock("2s3d7cKs").start();
        play.chance(&format!("roll {sum}"));
        assert!(play.is_legal("2s>1"));
        for mv in ["3d>1", "7c>1", "Ks>1"] {
            assert_eq!(play.rule(mv), "S16", "{mv}");
        }
    }
    let mut play = Scene::new(SMALL).foundations("Ah3c5d").stock("7c").start();
    play.chance("roll 11");
    assert_eq!(
        play.refused("7c>1").to_string(),
        "the seven of clubs does not go on the ace of hearts: only a two or an ace goes on an ace (S16)"
    );
}

#[test]
fn s17_one_card_is_dealt_onto_each_of_three_aces() {
    let mut play = Scene::new(SMALL).foundations("Ah Ad 5d").stock("As 9c 9d 9h 4s 5s 6s 7s").start();
    play.chance("roll 11").does("As>3");
    assert_eq!(play.tops(), "4s 5s 6s");
    assert_eq!(play.pile(3), "5d As 6s");
    assert_eq!(play.hand(A), "9c 9d 9h", "those who play draw nothing for it");
    let mut play = Scene::new(SMALL).foundations("Ah Ad 5d").stock("As 9c 9d 9h").start();
    play.chance("roll 11").does("As>1");
    assert_eq!(play.tops(), "As Ad 5d", "two aces are not three");
}

#[test]
fn s18_a_player_with_empty_reserve_and_discard_wins() {
    let scene = || Scene::new("seats=2 reserve=5 discard=1 first=A").foundations("3c Td Jh");
    let mut play = scene().reserve(A, "8c 7c 6c 5c 4c").discard(A, "9h").start();
    play.chance("roll 11").does("R>1 R>1 R>1 R>1 R>1");
    assert_eq!(play.outcome(), None, "the discard is left");
    assert_eq!(play.refused("R>1").to_string(), "your reserve is empty (S4)");
    play.does("D>1");
    assert_eq!(play.outcome().as_deref(), Some("won A by S18"));
    assert_eq!(play.next(), "over");
    assert_eq!(play.legal(), Vec::<String>::new());
    for seat in [A, B] {
        assert_eq!(play.refused_to(seat, "/-").to_string(), "the game is over (S18)");
    }
    // Now the discard first and the reserve last.
    let mut play = scene().reserve(A, "9c 8c 7c 6c 5c").discard(A, "4h").start();
    play.chance("roll 11").does("D>1 R>1 R>1 R>1 R>1");
    assert_eq!(play.outcome(), None);
    play.does("R>1");
    assert_eq!(play.outcome().as_deref(), Some("won A by S18"));
}
