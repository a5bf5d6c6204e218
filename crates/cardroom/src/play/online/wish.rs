use bots::savannah::Level;
use table::Seat;
use wire::{Act, Phrase};

use super::proof::Want;

/// What a line means at a table online.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    /// Ready for the game.
    Ready,
    /// Something is done.
    Act(Act),
    /// Something is said.
    Say(Phrase),
    /// The moves.
    Moves,
    /// All piles in words.
    Look,
    /// What can be typed.
    Help,
    /// The record of the game is checked, or kept.
    Record(Want),
    /// The link for friends.
    Link,
    /// Enough.
    Quit,
    /// Anything else: a move.
    Move(String),
    /// It begins like something of the above, and goes on otherwise.
    Unclear(&'static str),
}

/// What can be typed beside moves, for the help.
pub(super) const WISHES: &str = "  ?          the moves you have           ready      begin, when all are
  l          look: every pile in words    sit B      take a seat
  link       the link for your friends    stand      give your seat up
  say well   say something                bot B keen let a bot play, before the game
  replace B  let a bot play for B         back       take your cards back from it
  resign     give up                      rematch    another game
  verify     check cards and dice         export F   write the record to a file, at the end
  h          this help                    q          quit; come back with the link";

impl Wish {
    pub(super) fn read(line: &str) -> Wish {
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let seat = |word: &str| word.parse::<Seat>().map_err(|_| "seats are A to H");
        let wish = match words[..] {
            ["?" | "moves"] => Ok(Wish::Moves),
            ["l" | "look"] => Ok(Wish::Look),
            ["h" | "help"] => Ok(Wish::Help),
            ["link"] => Ok(Wish::Link),
            ["verify"] => Ok(Wish::Record(Want::Verify)),
            ["export", _] => Ok(Wish::Record(Want::Export(line.split_whitespace().skip(1).collect()))),
            ["export"] => Err("where to? As in `export game.record`"),
            ["q" | "quit" | "exit"] => Ok(Wish::Quit),
            ["ready"] => Ok(Wish::Ready),
            ["wait"] => Ok(Wish::Act(Act::Ready(None))),
            ["stand"] => Ok(Wish::Act(Act::Stand)),
            ["back"] => Ok(Wish::Act(Act::Back)),
            ["resign"] => Ok(Wish::Act(Act::Resign)),
            ["rematch"] => Ok(Wish::Act(Act::Rematch)),
            ["sit", at] => seat(at).map(|seat| Wish::Act(Act::Sit(seat))),
            ["replace", at] => seat(at).map(|seat| Wish::Act(Act::Replace(seat))),
            ["bot", at, level] => bot(seat(at), level),
            ["say", word] => said(word),
            ["say"] => said(""),
            _ => Ok(Wish::Move(line.to_owned())),
        };
        wish.unwrap_or_else(Wish::Unclear)
    }
}

fn bot(seat: Result<Seat, &'static str>, level: &str) -> Result<Wish, &'static str> {
    let levels = "levels are beginner, casual, keen, strong and expert, or none";
    let level = match level {
        "none" => None,
        name => Some(name.parse::<Level>().map_err(|_| levels)?),
    };
    Ok(Wish::Act(Act::Fill { seat: seat?, level }))
}

fn said(word: &str) -> Result<Wish, &'static str> {
    let phrase = wire::read::<Phrase>(format!("\"{word}\"").as_bytes());
    let known = "you can say hello, luck, well, ouch, roll, sorry, moment, thanks, again and bye";
    phrase.map(Wish::Say).map_err(|_| known)
}

#[cfg(test)]
mod tests {
    use super::{Want, Wish};
    use bots::savannah::Level;
    use wire::{Act, Phrase};

    #[test]
    fn wishes_are_read_in_either_case() {
        let b = "B".parse().unwrap();
        assert_eq!(Wish::read(" Sit b "), Wish::Act(Act::Sit(b)));
        assert_eq!(Wish::read("bot B Keen"), Wish::Act(Act::Fill { seat: b, level: Some(Level::Keen) }));
        assert_eq!(Wish::read("bot b none"), Wish::Act(Act::Fill { seat: b, level: None }));
        assert_eq!(Wish::read("say well"), Wish::Say(Phrase::Well));
        assert_eq!(Wish::read("q"), Wish::Quit);
        assert_eq!(Wish::read("Export My.record"), Wish::Record(Want::Export("My.record".to_owned())));
        for line in ["sit Z", "say nonsense", "bot B max", "say"] {
            assert!(matches!(Wish::read(line), Wish::Unclear(_)), "{line}");
        }
    }

    #[test]
    fn no_wish_is_a_move() {
        for mv in games::savannah::Move::all(8) {
            let line = mv.to_string();
            assert_eq!(Wish::read(&line), Wish::Move(line.clone()));
        }
    }

    #[test]
    fn every_phrase_can_be_said() {
        for phrase in Phrase::ALL {
            let word = wire::write(&phrase).unwrap();
            assert_eq!(Wish::read(&format!("say {}", word.trim_matches('"'))), Wish::Say(phrase));
        }
    }
}
