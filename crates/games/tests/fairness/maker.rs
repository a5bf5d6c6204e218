//! Generates games as a server would have dealt them.

use cards::{ChanceKind, Key, Keystream, Source};
use games::klondike::{self, Klondike};
use games::savannah::{Config, Savannah};
use table::fair::{Contribution, Proof, Secret, Void};
use table::{BySeat, Eye, Origin, Seat, Table, TableId, Turn, View};

/// A random stream that is the same in every run.
pub(crate) fn random(number: u64) -> Keystream {
    Key::from_number(number).stream(ChanceKind::Begin, 1)
}

pub(crate) fn bytes<const N: usize>(source: &mut dyn Source) -> [u8; N] {
    std::array::from_fn(|_| source.below(256) as u8)
}

/// A finished game with 2 to 8 seats. Some games have other options, bots in some seats, or a
/// failed first attempt at making the key.
pub(crate) fn game(number: u64) -> Table<Savannah> {
    let mut source = random(number);
    let mut table = dealt(2 + (number % 7) as u8, &mut source);
    while let Turn::Seat(seat) = table.turn() {
        let legal = table.view(Eye::Seat(seat)).legal();
        table.play(seat, legal[source.below(legal.len() as u32) as usize]).unwrap();
        if table.record().config.seats() == 2 && source.below(400) == 0 {
            let _ = table.resign(seat.next(2));
        }
    }
    table
}

fn dealt(seats: u8, source: &mut dyn Source) -> Table<Savannah> {
    let config = Config::new(seats).unwrap().with_rounds(Some(20)).unwrap();
    let first =
        Seat::new(source.below(u32::from(seats) * 4) as u8).filter(|seat| seat.number() < usize::from(seats));
    let config = config.with_ace_on_ace(source.below(3) > 0).with_first(first).unwrap();
    let id = TableId::from_random(bytes(source));
    let (void, void_secrets) = match source.below(4) {
        0 => {
            let silent = Seat::new(source.below(seats.into()) as u8).unwrap().into();
            let secret = Secret::new(bytes(source));
            (vec![Void { commitment: secret.commitment(id, &config), silent }], vec![secret])
        }
        _ => (Vec::new(), Vec::new()),
    };
    // At least two persons, so that the forger can swap them.
    let contributions = BySeat::new(seats, |seat| {
        (seat.number() < 2 || source.below(3) > 0).then(|| Contribution::new(bytes(source)))
    });
    let proof = Proof::new(id, &config, Secret::new(bytes(source)), void, contributions);
    // Earlier versions did not disclose the secrets of failed attempts.
    let disclosed = void_secrets.into_iter().filter(|_| seats.is_multiple_of(2));
    let proof = proof.with_void_secrets(disclosed);
    Table::new(config, Origin::Fair(Box::new(proof))).unwrap()
}

/// A finished game of Klondike: with undo, redo and automatic moves, won or given up.
pub(crate) fn klondike(number: u64) -> Table<Klondike> {
    let mut source = random(!number);
    let (_, config) = klondike::Config::PRESETS[number as usize % klondike::Config::PRESETS.len()];
    let contributions = BySeat::new(1, |_| Some(Contribution::new(bytes(&mut source))));
    let (id, secret) = (TableId::from_random(bytes(&mut source)), Secret::new(bytes(&mut source)));
    let proof = Proof::new(id, &config, secret, Vec::new(), contributions);
    let mut table = Table::<Klondike>::new(config, Origin::Fair(Box::new(proof))).unwrap();
    for _ in 0..100 {
        let Turn::Seat(seat) = table.turn() else { break };
        match source.below(8) {
            0 => drop(table.undo(seat)),
            1 => drop(table.redo(seat)),
            other => {
                let legal = table.view(Eye::Seat(seat)).legal();
                let mv = legal[source.below(legal.len() as u32) as usize];
                if other == 2 { table.play_auto(seat, mv) } else { table.play(seat, mv) }.unwrap();
            }
        }
    }
    let _ = table.resign(Seat::A);
    table
}
