use std::fmt;
use std::str::FromStr;

use crate::number::grouped;
use crate::survey::{DealRow, NumberedDeal, ParseRowError, parse_ms};

/// One game of a player: a line of the file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameRow {
    /// The deal.
    pub deal: NumberedDeal,
    /// How it ended.
    pub result: GameResult,
    /// How many moves were played.
    pub moves: u64,
    /// How many positions the player's solver searched.
    pub nodes: u64,
    /// The processor time in milliseconds.
    pub cpu_ms: f64,
}

/// How a player's game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// The player won.
    Won,
    /// The player did not win.
    Lost,
    /// The player did not win, and nobody could: the solver has proved it.
    Unwinnable,
}

impl GameResult {
    const ALL: [GameResult; 3] = [GameResult::Won, GameResult::Lost, GameResult::Unwinnable];

    const fn name(self) -> &'static str {
        match self {
            GameResult::Won => "won",
            GameResult::Lost => "lost",
            GameResult::Unwinnable => "unwinnable",
        }
    }
}

pub(crate) const PROGRESS: &str = "{wide_bar} {pos}/{len} games, {speed} a second, {eta} left\nwon: {msg}";

impl DealRow for GameRow {
    const HEADER: &'static str = "deal,result,moves,nodes,cpu_ms";
    const PROGRESS: &'static str = PROGRESS;

    fn deal(&self) -> NumberedDeal {
        self.deal
    }

    fn is_win(&self) -> Option<bool> {
        Some(self.result == GameResult::Won)
    }

    fn result(&self) -> String {
        let GameRow { result, moves, nodes, .. } = self;
        format!("{} after {moves} moves and {} positions", result.name(), grouped(*nodes))
    }
}

impl fmt::Display for GameRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameRow { deal, result, moves, nodes, cpu_ms } = self;
        write!(f, "{deal},{},{moves},{nodes},{cpu_ms:.3}", result.name())
    }
}

impl FromStr for GameRow {
    type Err = ParseRowError;

    fn from_str(line: &str) -> Result<GameRow, ParseRowError> {
        let fields: Vec<&str> = line.split(',').collect();
        let [deal, result, moves, nodes, cpu_ms] = fields[..] else { return Err(ParseRowError::Fields) };
        let result = GameResult::ALL.into_iter().find(|known| known.name() == result);
        Ok(GameRow {
            deal: deal.parse()?,
            result: result.ok_or(ParseRowError::Result)?,
            moves: moves.parse().map_err(|_| ParseRowError::Moves)?,
            nodes: nodes.parse().map_err(|_| ParseRowError::Nodes)?,
            cpu_ms: parse_ms(cpu_ms)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::GameRow;

    #[test]
    fn a_row_is_read_as_it_is_written() {
        for line in ["v1:1,won,120,4500,12.041", "solvitaire:22,lost,31,0,0.000", "v1:7,unwinnable,0,9,1.500"]
        {
            assert_eq!(line.parse::<GameRow>().unwrap().to_string(), line);
        }
        for line in [
            "",
            "v1:1,winnable,1,1,1",
            "v1:1,won,1,1",
            "v1:1,won,-1,1,1",
            "v1:1,won,1,x,1",
            "v1:1,won,1,1,NaN",
        ] {
            assert!(line.parse::<GameRow>().is_err(), "{line}");
        }
    }
}
