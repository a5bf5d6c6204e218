//! What keys do.

use client::klondike::KlondikePlay;
use client::savannah::{Choice, SavannahPlay};
use client::shell::{Direction, Input, KeyBinding, Panel, Play, Press};
use client::test_game::TestGamePlay;
use client::{klondike, savannah};

fn press<P: Play>(key: &str, control: bool, shift: bool) -> Option<KeyBinding<P>> {
    Press { key, control, shift }.key()
}

#[test]
fn keys_of_all_games() {
    fn check<P: Play>() {
        let undo = Some(KeyBinding::<P>::Input(Input::Undo));
        let redo = Some(KeyBinding::<P>::Input(Input::Redo));
        for key in ["u", "z", "U"] {
            assert_eq!(press(key, false, false), undo);
        }
        assert_eq!(press("z", true, false), undo);
        assert_eq!(press("Z", true, true), redo);
        assert_eq!(press("y", true, false), redo);
        let up = KeyBinding::<P>::Input(Input::Walk(Direction::Up));
        assert_eq!(press("ArrowUp", false, false), Some(up));
        assert_eq!(press("?", false, true), Some(KeyBinding::<P>::Open(Panel::Help)));
        // Other keys are left to the browser.
        for key in ["8", "0", "Tab", "F5", "é", ""] {
            assert_eq!(press::<P>(key, false, false), None, "{key}");
        }
        assert_eq!(press::<P>("r", true, false), None);
        assert_eq!(press::<P>("n", true, false), None);
    }
    check::<KlondikePlay>();
    check::<SavannahPlay>();
    check::<TestGamePlay>();
}

#[test]
fn keys_of_klondike() {
    use klondike::Command;
    let press = |key| press::<KlondikePlay>(key, false, false);
    assert_eq!(press(" "), Some(KeyBinding::Input(Input::Game(Command::Draw))));
    assert!(matches!(press("7"), Some(KeyBinding::Input(Input::Game(Command::Column(_))))));
}

#[test]
fn keys_of_savannah() {
    use savannah::Command;
    let press = |key| press::<SavannahPlay>(key, false, false);
    let choose = |choice| Some(KeyBinding::Input(Input::Game(Command::Choose(choice))));
    assert_eq!(press("4"), choose(Choice::Hand(0)));
    assert_eq!(press("R"), choose(Choice::Reserve));
    assert!(matches!(press("3"), Some(KeyBinding::Input(Input::Game(Command::Foundation(_))))));
    assert_eq!(press("e"), Some(KeyBinding::Input(Input::Game(Command::EndTurn))));
}
