use solver::Strength;

/// What a line means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Anything else: a move.
    Move(String),
    Moves,
    Help,
    Look,
    Log,
    /// Explains the last refusal, the last turn of any opponent, or that of this seat.
    Why(Option<String>),
    Hint(Strength),
    Rules(Option<String>),
    Undo,
    Redo,
    Finish,
    New(Option<String>),
    Restart,
    Resign,
    Export(String),
    Quit,
}

/// The commands, for the help.
pub(super) const COMMANDS: &str = "  ?          list your moves              u          undo
  h          this help                    y          redo
  l          describe all piles           a          finish automatically
  why        the rule behind a refusal    n [DEAL]   deal a new game
  rules K19  show a rule, or all rules    restart    deal the same cards again
  export F   write the game to file F     resign     resign the game
  log        show what happened           q          quit; the game is saved
  hint       suggest a move";

/// The commands of games with bots.
pub(super) const WITH_BOTS: &str = "  why, why B explain an opponent's last turn";

impl Command {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty());
        match (word.to_lowercase().as_str(), rest) {
            ("?" | "moves", None) => Command::Moves,
            ("h" | "help", None) => Command::Help,
            ("l" | "look", None) => Command::Look,
            ("log", None) => Command::Log,
            ("why", None) => Command::Why(None),
            ("why", Some(seat)) if seat.chars().count() == 1 => Command::Why(Some(seat)),
            ("hint", None) => Command::Hint(Strength::Nudge),
            ("hint", Some(rest)) if rest == "all" => Command::Hint(Strength::Safe),
            ("hint", Some(rest)) if rest == "line" => Command::Hint(Strength::Line),
            ("rules" | "rule", number) => Command::Rules(number),
            ("u" | "z" | "undo", None) => Command::Undo,
            ("y" | "redo", None) => Command::Redo,
            ("a" | "auto" | "finish", None) => Command::Finish,
            ("n" | "new", deal) => Command::New(deal),
            ("restart", None) => Command::Restart,
            ("resign", None) => Command::Resign,
            ("export", Some(file)) => Command::Export(file),
            ("q" | "quit" | "exit", None) => Command::Quit,
            _ => Command::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Command, Strength};

    #[test]
    fn commands_are_read_in_either_case() {
        assert_eq!(Command::read(" U \n"), Command::Undo);
        assert_eq!(Command::read("rules k19"), Command::Rules(Some("k19".to_owned())));
        assert_eq!(Command::read("n"), Command::New(None));
        assert_eq!(Command::read("Hint"), Command::Hint(Strength::Nudge));
        assert_eq!(Command::read("hint line"), Command::Hint(Strength::Line));
        assert_eq!(Command::read("export My game.txt"), Command::Export("My game.txt".to_owned()));
    }

    #[test]
    fn no_command_is_a_move() {
        use games::{klondike, savannah};
        let klondike = klondike::Move::all().into_iter().map(|mv| mv.to_string());
        let savannah = savannah::Move::all(8).into_iter().map(|mv| mv.to_string());
        for line in klondike.chain(savannah).chain(["", "w", "5", "R", "DB"].map(str::to_owned)) {
            assert_eq!(Command::read(&line), Command::Move(line));
        }
    }
}
