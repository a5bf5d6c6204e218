use client::savannah::Desk;
use client::words;
use client::words::savannah::{label, round_heading};
use leptos::prelude::*;

use super::super::room::Room;

/// What has happened, the newest first, and why the others did what they did.
#[component]
pub(super) fn Log(room: Room) -> impl IntoView {
    let rounds = move || {
        let mut rounds: Vec<(u32, Vec<client::savannah::Line>)> = Vec::new();
        for line in room.desk.with(Desk::story).into_iter().rev() {
            match rounds.last_mut().filter(|(round, _)| *round == line.round) {
                Some((_, lines)) => lines.push(line),
                None => rounds.push((line.round, vec![line])),
            }
        }
        rounds
    };
    view! {
        {move || {
            rounds()
                .into_iter()
                .map(|(round, lines)| {
                    view! {
                        <h3>{round_heading(round)}</h3>
                        <ul class="log">{lines.into_iter().map(line).collect_view()}</ul>
                    }
                })
                .collect_view()
        }}
    }
}

fn line(line: client::savannah::Line) -> impl IntoView {
    view! {
        <li>
            {words::sentence(&line.told)}
            {line
                .why
                .map(|why| {
                    view! {
                        <details>
                            <summary>{label::WHY}</summary>
                            {words::sentence(&why)}
                        </details>
                    }
                })}
        </li>
    }
}
