use solver::Strength;

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LineCommand {
    /// Anything that is no other command: a move.
    Move(String),
    Moves,
    Help,
    Look,
    Log,
    /// About the last refusal or the last turn of an opponent, or of this one.
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
pub(super) const COMMANDS: &str = "  ?          the moves you have           u          take back
  h          this help                    y          make it again
  l          look: every pile in words    a          finish, when it is certain
  why        the rule that refused        n [DEAL]   a new deal
  rules K19  a rule, or all of them       restart    the same deal again
  export F   write the game to file F     resign     give up
  log        what happened last           q          quit; the game is saved
  hint       what you could play";

/// The commands of games with opponents.
pub(super) const WITH_OPPONENTS: &str = "  why, why B why an opponent did that";

/// The commands of games for one.
pub(super) const ALONE: &str = "  hint all   all moves that keep the win  hint line  a whole way to win";

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
