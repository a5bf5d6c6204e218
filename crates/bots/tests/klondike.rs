//! The players of Klondike: they know what a person knows, play legal moves, keep to their budget and can be
//! stopped.

#![allow(clippy::unwrap_used)]

use bots::klondike::{Evaluator, KlondikePlayer, PlayerBudget};
use bots::{Bot, Level, random_stream};
use cards::DealId;
use games::klondike::{Config, Klondike, Stock, View};
use rayon::prelude::*;
use table::{Game, Seat, Table, View as _};

/// A small budget with every part of the search switched on.
const HASTY: PlayerBudget = PlayerBudget {
    worlds: 6,
    nodes_per_world: 150,
    nodes: 4000,
    listed_positions: 4,
    nested_worlds: 2,
    nested_candidates: 2,
    unknown_value: 0.3,
};

/// The presets, and options that no preset has.
fn configs() -> Vec<Config> {
    let others = [
        "klondike passes=1",
        "klondike-1 passes=2",
        "klondike-3 passes=3",
        "klondike draw=2",
        "one-card draw=3 passes=2",
        "one-card back=yes",
    ];
    let others = others.map(|config| config.parse().unwrap());
    Config::PRESETS.into_iter().map(|(_, config)| config).chain(others).collect()
}

fn deal(config: Config, number: u64) -> Klondike {
    Table::<Klondike>::new(config, DealId::V1(number)).unwrap().game().clone()
}

/// Plays to the end, or to a few moves after the player gives up, and hands each view to `look` together with
/// the player. Returns whether the game was won.
fn play(
    config: Config,
    number: u64,
    budget: PlayerBudget,
    mut look: impl FnMut(&View, &KlondikePlayer),
) -> bool {
    let mut game = deal(config, number);
    let mut player = KlondikePlayer::new(budget);
    let mut random = random_stream(number, Seat::A);
    let mut after_giving_up = 0;
    for _ in 0..2000 {
        if game.outcome().is_some() || after_giving_up > 5 {
            break;
        }
        let view = game.sight(Seat::A).clone();
        let mv = player.choose(&view, &mut random, &mut || false).expect("it is the player's turn");
        look(&view, &player);
        game.play(Seat::A, mv).unwrap_or_else(|refusal| panic!("{config} v1:{number}: {mv}: {refusal:?}"));
        after_giving_up += u32::from(player.has_given_up());
    }
    game.outcome().is_some_and(|outcome| !outcome.winners.is_empty())
}

fn hidden(view: &View) -> usize {
    let columns: usize = view.columns.0.iter().map(|pile| usize::from(pile.face_down)).sum();
    columns + if let Stock::Unseen(count) = view.stock { usize::from(count) } else { 0 }
}

#[test]
fn games_of_all_options_are_played_by_the_rules_and_within_the_budget() {
    configs().into_par_iter().for_each(|config| {
        let mut decisions = 0;
        for number in 1..=12 {
            play(config, number, HASTY, |_, player| {
                let Some(evaluation) = player.last_evaluation() else { return };
                assert!(evaluation.nodes <= HASTY.nodes, "{config} v1:{number}: {}", evaluation.nodes);
                assert!(evaluation.worlds <= 4 * HASTY.worlds, "{config} v1:{number}");
                for candidate in &evaluation.candidates {
                    assert!(candidate.wins <= f64::from(candidate.worlds), "{config} v1:{number}");
                    assert!(candidate.worlds <= evaluation.worlds, "{config} v1:{number}");
                }
                decisions += 1;
            });
        }
        assert!(decisions > 20, "{config}: {decisions}");
    });
}

#[test]
fn any_budget_is_kept_and_gives_a_move() {
    let budgets = [1, 7, 100, 2000].map(|nodes| PlayerBudget { nodes, ..HASTY });
    for (budget, (_, config)) in
        budgets.into_iter().flat_map(|budget| Config::PRESETS.map(|preset| (budget, preset)))
    {
        for number in 1..=3 {
            play(config, number, budget, |_, player| {
                let nodes = player.last_evaluation().map_or(0, |evaluation| evaluation.nodes);
                assert!(nodes <= budget.nodes, "{config}: {nodes} of {}", budget.nodes);
            });
        }
    }
}

/// Two games that look the same, with other hidden cards: the same moves, as long as they look the same.
#[test]
fn hidden_cards_do_not_change_a_move() {
    configs().into_par_iter().for_each(|config| {
        for number in 1..=3 {
            let mut games = vec![deal(config, number)];
            let mut players = [KlondikePlayer::new(HASTY), KlondikePlayer::new(HASTY)];
            let mut random = [random_stream(7, Seat::A), random_stream(7, Seat::A)];
            let mut chance = random_stream(number + 1000, Seat::A);
            for _ in 0..150 {
                let game = games.remove(0);
                if game.outcome().is_some() || players[0].has_given_up() {
                    break;
                }
                let other = Klondike::imagine(game.sight(Seat::A), &mut chance);
                let [one, two] = [&game, &other].map(|game| game.sight(Seat::A).clone());
                let [first, second] = &mut players;
                let [random_1, random_2] = &mut random;
                let moves = [
                    first.choose(&one, random_1, &mut || false),
                    second.choose(&two, random_2, &mut || false),
                ];
                assert_eq!(moves[0], moves[1], "{config} v1:{number}");
                let mut next = game;
                next.play(Seat::A, moves[0].unwrap()).unwrap();
                games.push(next);
            }
        }
    });
}

#[test]
fn a_stopped_player_gives_a_legal_move_at_once() {
    let expert = |config| PlayerBudget::of(Level::Expert, config).unwrap();
    for (_, config) in Config::PRESETS {
        // After the free look at the stock there is something to think about.
        let mut game = deal(config, 3);
        for _ in 0..40 {
            let view = game.sight(Seat::A).clone();
            let mut player = KlondikePlayer::new(expert(config));
            let mut calls = 0;
            let mv = player.choose(&view, &mut random_stream(1, Seat::A), &mut || {
                calls += 1;
                calls > 1
            });
            assert!(view.legal().contains(&mv.unwrap()), "{config}");
            assert!(calls <= 2, "{config}: it was asked to stop {calls} times");
            assert!(
                !player.last_evaluation().is_some_and(|last| last.was_stopped && last.nodes > 4096),
                "{config}"
            );
            assert!(!player.has_given_up() || calls < 2, "{config}: who is stopped has not given up");
            let mut quick = KlondikePlayer::new(HASTY);
            game.play(Seat::A, quick.choose(&view, &mut random_stream(2, Seat::A), &mut || false).unwrap())
                .unwrap();
        }
    }
}

/// The lines of candidates are legal in every world, and only their last move reveals something.
#[test]
fn candidates_reveal_a_card_with_their_last_move() {
    let budget = PlayerBudget { nodes_per_world: 1000, nodes: 40_000, nested_worlds: 0, ..HASTY };
    for (_, config) in Config::PRESETS {
        let (mut lines, mut views) = (0, 0);
        for number in 1..=3 {
            play(config, number, budget, |view, _| {
                if matches!(view.stock, Stock::Unseen(_)) || hidden(view) < 2 {
                    return;
                }
                views += 1;
                if views % 10 != 1 {
                    return;
                }
                let mut evaluator = Evaluator::new(view, budget);
                let mut random = random_stream(5, Seat::A);
                while evaluator.refine(&mut random, &mut || false) {}
                for candidate in evaluator.evaluation().candidates {
                    lines += 1;
                    let mut game = Klondike::imagine(view, &mut random);
                    for (at, mv) in candidate.moves.iter().enumerate() {
                        assert_eq!(hidden(game.sight(Seat::A)), hidden(view), "{config}: move {at} of {mv}");
                        game.play(Seat::A, *mv).unwrap();
                    }
                    assert!(hidden(game.sight(Seat::A)) < hidden(view), "{config} v1:{number}");
                }
            });
        }
        assert!(lines > 0, "{config}");
    }
}

#[test]
fn an_evaluation_is_refined_step_by_step() {
    let budget = PlayerBudget { worlds: 200, nodes: 10_000_000, ..HASTY };
    let mut player = KlondikePlayer::new(HASTY);
    let mut game = deal(Config::KLONDIKE, 4);
    let mut random = random_stream(4, Seat::A);
    while player.last_evaluation().is_none() {
        let mv = player.choose(game.sight(Seat::A), &mut random, &mut || false).unwrap();
        if player.last_evaluation().is_none() {
            game.play(Seat::A, mv).unwrap();
        }
    }
    let mut evaluator = Evaluator::new(game.sight(Seat::A), budget);
    let mut seen = vec![0];
    while evaluator.refine(&mut random, &mut || false) {
        let evaluation = evaluator.evaluation();
        assert!(evaluation.worlds > *seen.last().unwrap());
        assert!(evaluation.winnable + evaluation.unknown <= evaluation.worlds);
        seen.push(evaluation.worlds);
    }
    assert!(seen.len() > 3, "{seen:?}");
    let best = evaluator.evaluation().best().cloned().unwrap();
    assert!(best.share() > 0.2 && best.share() <= 1.0, "{}", best.share());
}

/// When one card is left to see, its place is known, and the player wins what can be won.
#[test]
fn the_last_unseen_card_is_known() {
    let mut exact = 0;
    let budget = PlayerBudget { nodes: 20_000, nested_worlds: 0, ..HASTY };
    for number in 1..=30 {
        play(Config::KLONDIKE, number, budget, |view, player| {
            if hidden(view) == 1
                && let Some(evaluation) = player.last_evaluation()
                && evaluation.is_exact
            {
                exact += 1;
                let sure = evaluation.candidates.first().is_none_or(|best| best.share() >= 0.99);
                assert!(sure, "v1:{number}: {evaluation:?}");
            }
        });
    }
    assert!(exact > 0);
}

#[test]
fn each_level_wins_more_than_the_one_below() {
    let config = Config::KLONDIKE;
    let wins = |level| {
        let budget = PlayerBudget::of(level, config).unwrap();
        (1..=60_u64).into_par_iter().filter(|number| play(config, *number, budget, |_, _| {})).count()
    };
    let [casual, keen, strong] = [Level::Casual, Level::Keen, Level::Strong].map(wins);
    assert!(casual + 8 < keen && keen <= strong, "{casual}, {keen} and {strong} of 60");
    assert_eq!(PlayerBudget::LEVELS.map(|level| PlayerBudget::of(level, config).is_some()), [true; 4]);
    assert_eq!(PlayerBudget::of(Level::Beginner, config), None);
}
