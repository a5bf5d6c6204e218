use bots::Level;
use table::Seat;
use wire::{Phrase, TableCommand};

use super::record::RecordUse;

/// What a line means at an online table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OnlineCommand {
    /// Be ready for the game.
    Ready,
    /// Do something at the table.
    Act(TableCommand),
    /// Say something.
    Say(Phrase),
    /// List the moves.
    Moves,
    /// Show all piles in words.
    Look,
    /// List what can be typed.
    Help,
    /// Check or export the record.
    Record(RecordUse),
    /// Show the link for friends.
    Link,
    /// End the program.
    Quit,
    /// Anything else: a move.
    Move(String),
    /// A command with something wrong after it. The text says what is expected.
    Unclear(&'static str),
}

/// The commands, for the help.
pub(super) const HELP: &str =
    "  ?          list your moves              ready      start when everybody is ready
  l          describe all piles           sit B      take seat B
  link       show the link for friends    stand      leave your seat
  say well   say something                bot B keen put a keen bot on seat B
  replace B  let a bot play for B         back       take over from the bot
  u          undo, if you play alone      y          redo
  resign     resign the game              rematch    play another game
  end        ask to end a shared game     play on    don't end it
  remove B   take seat B from a guest     allow      let removed guests sit again
  close      close a table you opened
  verify     check the cards and dice     export F   write the record to file F
  h          this help                    q          quit; return with the link";

impl OnlineCommand {
    pub(super) fn read(line: &str) -> OnlineCommand {
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let seat = |word: &str| word.parse::<Seat>().map_err(|_| "seats are A to H");
        let command = match words[..] {
            ["?" | "moves"] => Ok(OnlineCommand::Moves),
            ["l" | "look"] => Ok(OnlineCommand::Look),
            ["h" | "help"] => Ok(OnlineCommand::Help),
            ["link"] => Ok(OnlineCommand::Link),
            ["verify"] => Ok(OnlineCommand::Record(RecordUse::Verify)),
            ["export", _] => {
                Ok(OnlineCommand::Record(RecordUse::Export(line.split_whitespace().skip(1).collect())))
            }
            ["export"] => Err("name a file, as in `export game.record`"),
            ["q" | "quit" | "exit"] => Ok(OnlineCommand::Quit),
            ["ready"] => Ok(OnlineCommand::Ready),
            ["wait"] => Ok(OnlineCommand::Act(TableCommand::Ready(None))),
            ["stand"] => Ok(OnlineCommand::Act(TableCommand::Stand)),
            ["back"] => Ok(OnlineCommand::Act(TableCommand::Back)),
            ["u" | "z" | "undo"] => Ok(OnlineCommand::Act(TableCommand::Undo)),
            ["y" | "redo"] => Ok(OnlineCommand::Act(TableCommand::Redo)),
            ["resign"] => Ok(OnlineCommand::Act(TableCommand::Resign)),
            ["end"] => Ok(OnlineCommand::Act(TableCommand::End)),
            ["play", "on"] => Ok(OnlineCommand::Act(TableCommand::PlayOn)),
            ["allow"] => Ok(OnlineCommand::Act(TableCommand::Allow)),
            ["close"] => Ok(OnlineCommand::Act(TableCommand::Close)),
            ["remove", at] => seat(at).map(|seat| OnlineCommand::Act(TableCommand::Remove(seat))),
            ["rematch"] => Ok(OnlineCommand::Act(TableCommand::Rematch)),
            ["sit", at] => seat(at).map(|seat| OnlineCommand::Act(TableCommand::Sit(seat))),
            ["replace", at] => seat(at).map(|seat| OnlineCommand::Act(TableCommand::Replace(seat))),
            ["bot", at, level] => bot(seat(at), level),
            ["say", word] => said(word),
            ["say"] => said(""),
            _ => Ok(OnlineCommand::Move(line.to_owned())),
        };
        command.unwrap_or_else(OnlineCommand::Unclear)
    }
}

fn bot(seat: Result<Seat, &'static str>, level: &str) -> Result<OnlineCommand, &'static str> {
    let levels = "levels are beginner, casual, keen, strong and expert, or none";
    let level = match level {
        "none" => None,
        name => Some(name.parse::<Level>().map_err(|_| levels)?),
    };
    Ok(OnlineCommand::Act(TableCommand::Fill { seat: seat?, level }))
}

fn said(word: &str) -> Result<OnlineCommand, &'static str> {
    let phrase = wire::read::<Phrase>(format!("\"{word}\"").as_bytes());
    let known = "you can say hello, luck, well, ouch, roll, sorry, moment, thanks, again and bye";
    phrase.map(OnlineCommand::Say).map_err(|_| known)
}

#[cfg(test)]
mod tests {
    use super::{OnlineCommand, RecordUse};
    use bots::Level;
    use wire::{Phrase, TableCommand};

    #[test]
    fn commands_are_read_in_either_case() {
        let b = "B".parse().unwrap();
        assert_eq!(OnlineCommand::read(" Sit b "), OnlineCommand::Act(TableCommand::Sit(b)));
        assert_eq!(
            OnlineCommand::read("bot B Keen"),
            OnlineCommand::Act(TableCommand::Fill { seat: b, level: Some(Level::Keen) })
        );
        assert_eq!(
            OnlineCommand::read("bot b none"),
            OnlineCommand::Act(TableCommand::Fill { seat: b, level: None })
        );
        assert_eq!(OnlineCommand::read("say well"), OnlineCommand::Say(Phrase::Well));
        assert_eq!(OnlineCommand::read("q"), OnlineCommand::Quit);
        assert_eq!(
            OnlineCommand::read("Export My.record"),
            OnlineCommand::Record(RecordUse::Export("My.record".to_owned()))
        );
        for line in ["sit Z", "say nonsense", "bot B max", "say"] {
            assert!(matches!(OnlineCommand::read(line), OnlineCommand::Unclear(_)), "{line}");
        }
    }

    #[test]
    fn no_command_is_a_move() {
        let savannah = games::savannah::Move::all(8).into_iter().map(|mv| mv.to_string());
        let klondike = games::klondike::Move::all().into_iter().map(|mv| mv.to_string());
        for line in savannah.chain(klondike) {
            assert_eq!(OnlineCommand::read(&line), OnlineCommand::Move(line.clone()));
        }
    }

    #[test]
    fn every_phrase_can_be_said() {
        for phrase in Phrase::ALL {
            let word = wire::write(&phrase).unwrap();
            assert_eq!(
                OnlineCommand::read(&format!("say {}", word.trim_matches('"'))),
                OnlineCommand::Say(phrase)
            );
        }
    }
}
