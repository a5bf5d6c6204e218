use solver::Strength;

/// What a line means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LineCommand {
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

impl LineCommand {
    /// Reads a line.
    pub(super) fn read(line: &str) -> LineCommand {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty());
        match (word.to_lowercase().as_str(), rest) {
            ("?" | "moves", None) => LineCommand::Moves,
            ("h" | "help", None) => LineCommand::Help,
            ("l" | "look", None) => LineCommand::Look,
            ("log", None) => LineCommand::Log,
            ("why", None) => LineCommand::Why(None),
            ("why", Some(seat)) if seat.chars().count() == 1 => LineCommand::Why(Some(seat)),
            ("hint", None) => LineCommand::Hint(Strength::Nudge),
            ("hint", Some(rest)) if rest == "all" => LineCommand::Hint(Strength::Safe),
            ("hint", Some(rest)) if rest == "line" => LineCommand::Hint(Strength::Line),
            ("rules" | "rule", number) => LineCommand::Rules(number),
            ("u" | "z" | "undo", None) => LineCommand::Undo,
            ("y" | "redo", None) => LineCommand::Redo,
            ("a" | "auto" | "finish", None) => LineCommand::Finish,
            ("n" | "new", deal) => LineCommand::New(deal),
            ("restart", None) => LineCommand::Restart,
            ("resign", None) => LineCommand::Resign,
            ("export", Some(file)) => LineCommand::Export(file),
            ("q" | "quit" | "exit", None) => LineCommand::Quit,
            _ => LineCommand::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LineCommand, Strength};

    #[test]
    fn commands_are_read_in_either_case() {
        assert_eq!(LineCommand::read(" U \n"), LineCommand::Undo);
        assert_eq!(LineCommand::read("rules k19"), LineCommand::Rules(Some("k19".to_owned())));
        assert_eq!(LineCommand::read("n"), LineCommand::New(None));
        assert_eq!(LineCommand::read("Hint"), LineCommand::Hint(Strength::Nudge));
        assert_eq!(LineCommand::read("hint line"), LineCommand::Hint(Strength::Line));
        assert_eq!(LineCommand::read("export My game.txt"), LineCommand::Export("My game.txt".to_owned()));
    }

    #[test]
    fn no_command_is_a_move() {
        use games::{klondike, savannah};
        let klondike = klondike::Move::all().into_iter().map(|mv| mv.to_string());
        let savannah = savannah::Move::all(8).into_iter().map(|mv| mv.to_string());
        for line in klondike.chain(savannah).chain(["", "w", "5", "R", "DB"].map(str::to_owned)) {
            assert_eq!(LineCommand::read(&line), LineCommand::Move(line));
        }
    }
}
