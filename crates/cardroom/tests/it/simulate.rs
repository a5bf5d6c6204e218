//! Figures are the same with any number of threads.

use crate::program::Home;

fn figures(home: &Home, threads: &str) -> String {
    let args = ["simulate", "savannah", "--seats", "3", "--games", "300", "--json", "--threads", threads];
    let done = home.run(&args, "");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    // What comes after the figures is how long it took.
    done.out.split("\"first_deal\"").next().unwrap().to_owned()
}

#[test]
fn figures_do_not_depend_on_threads() {
    let home = Home::new("threads");
    let one = figures(&home, "1");
    assert!(one.starts_with("{\"config\":\"seats=3\",\"figures\":{\"ended_by_the_last_round\":{"), "{one}");
    for name in ["won_by_A", "won_by_C", "won_by_who_began", "turns_a_player", "plays_a_turn"] {
        assert!(one.contains(&format!("\"{name}\":")), "{name} in {one}");
    }
    assert!(one.contains("\"unfinished\":0,"), "{one}");
    assert_eq!(one, figures(&home, "4"));
}
