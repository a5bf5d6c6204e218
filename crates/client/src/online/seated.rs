//! Converts a server's snapshot of a table into what the page shows: seats, players and events.

use bots::Level;
use cards::ChanceKind;
use table::{Eye, Seat};
use text::Text;
use wire::{Occupant, SeatInfo, Snapshot, TableEvent, TableEventKind};

use crate::shell::{LogLine, MoveOf, Player, PlayerKind, Presence, Present, RemoteEvent, RemoteStep, ViewOf};

/// A seat before the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LobbySeat {
    /// The seat.
    pub seat: Seat,
    /// The player's name; `None` for a bot or an empty seat.
    pub name: Option<Text>,
    /// The level of the bot, if a bot sits there.
    pub bot: Option<Level>,
    /// Whether it is the user's seat.
    pub own: bool,
    /// Whether the player is connected.
    pub present: bool,
    /// Whether the player is ready.
    pub ready: bool,
    /// Whether the seat can be taken or given to a bot, because it is empty or the player has been away for
    /// too long.
    pub free: bool,
}

pub(super) fn lobby_seats(seen: &Snapshot) -> Vec<LobbySeat> {
    let lobby_seat = |(seat, sitting): (Seat, &SeatInfo)| LobbySeat {
        seat,
        name: name(sitting),
        bot: match sitting.who {
            Occupant::Bot(level) => Some(level),
            _ => None,
        },
        own: seen.eye == Eye::Seat(seat),
        present: sitting.present,
        ready: sitting.ready,
        free: sitting.who == Occupant::Nobody || sitting.late,
    };
    seen.seats.iter().map(lobby_seat).collect()
}

/// The name of the player in a seat; `None` for a bot or an empty seat.
pub(super) fn name(sitting: &SeatInfo) -> Option<Text> {
    match &sitting.who {
        Occupant::Person(name) | Occupant::Away(name, _) => Some(Text::name(name)),
        Occupant::Bot(_) | Occupant::Nobody => None,
    }
}

fn player(own: bool, sitting: &SeatInfo) -> Player {
    let presence = match (&sitting.who, sitting.present) {
        (Occupant::Away(..), _) => Presence::Replaced,
        (_, true) => Presence::Here,
        (_, false) if sitting.late => Presence::Late,
        (_, false) => Presence::Away,
    };
    match &sitting.who {
        Occupant::Bot(level) => Player::bot(*level),
        Occupant::Nobody => Player { name: String::new(), kind: PlayerKind::Guest(Presence::Away) },
        Occupant::Person(name) | Occupant::Away(name, _) => {
            let kind = if own { PlayerKind::Person } else { PlayerKind::Guest(presence) };
            Player { name: name.to_string(), kind }
        }
    }
}

/// Converts a snapshot for a session; `None` before the game has begun, or if it is another game.
pub fn step<P: Present>(seen: &Snapshot, missed: bool) -> Option<RemoteStep<ViewOf<P>, MoveOf<P>>> {
    let own = |seat: Seat| seen.eye == Eye::Seat(seat);
    let replaced =
        seen.seats.iter().any(|(seat, sitting)| own(seat) && matches!(sitting.who, Occupant::Away(..)));
    Some(RemoteStep {
        view: seen.view::<P::Game>()?,
        players: seen.seats.iter().map(|(seat, sitting)| player(own(seat), sitting)).collect(),
        events: seen.events.iter().map(event::<P>).collect(),
        replaced,
        undo: seen.undo,
        redo: seen.redo,
        missed: missed && !seen.events.is_empty(),
    })
}

fn event<P: Present>(news: &TableEvent) -> RemoteEvent<MoveOf<P>> {
    let TableEvent { round, seat, kind, text, why } = news.clone();
    let is_seat_event = matches!(
        kind,
        TableEventKind::Away | TableEventKind::Back | TableEventKind::Silent | TableEventKind::Removed
    );
    let mv = match kind {
        TableEventKind::Move(mv) => seat.zip(mv.as_str().parse().ok()),
        _ => None,
    };
    RemoteEvent {
        mv,
        line: LogLine { round, seat: seat.filter(|_| !is_seat_event), text, reason: why },
        rolled: matches!(kind, TableEventKind::Chance(ChanceKind::Roll | ChanceKind::Begin)),
    }
}
