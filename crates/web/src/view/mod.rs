//! The views of the app: functions from the model to HTML.

mod blocks;
mod home;
mod lobby;
mod picture;
mod render;
mod replay;
mod rules;
mod statistics;
mod table;

use client::shell::{Action, Button, ButtonStyle};
use client::words::{self, label};
use text::Text;

use crate::app::{App, Page};
use crate::dom::{On, Tag, tag};
use crate::language::t;

/// The whole page.
pub(crate) fn page(app: &App) -> Tag<Action> {
    let body = tag("div").class("app");
    match &app.page {
        Page::Home => body.put(home::page(app)).put_all(update_notices(app)),
        Page::Rules(offer) => body.put(rules::page(offer)),
        Page::Table(table) if table.screen.replay_position().is_some() => body.put(replay::page(table)),
        Page::Table(table) => body.put(table::page(app, table, None)),
        Page::Online(lobby) => match lobby.table() {
            Some(table) => body.put(table::page(app, table, Some(lobby))),
            None => body.put(lobby::page(app, lobby)),
        },
        Page::Moving(link) => body.put(lobby::device_link(link)),
        Page::Error(error) => body.put(
            tag("main")
                .class("home")
                .key("error")
                .put(tag("p").class("motto").attr("role", "alert").attr("data-error", "").put(t(error)))
                .put(tag("p").put(tag("a").class("button main").attr("href", "#").put(t(words::home::HOME)))),
        ),
    }
}

/// A button.
fn button(button: &Button) -> Tag<Action> {
    let class = match button.style {
        ButtonStyle::Main => "main",
        ButtonStyle::Plain => "",
        ButtonStyle::Quiet => "quiet",
        ButtonStyle::Waiting => "waits",
    };
    let mut element = tag("button").key(button.name).class(class).attr("data-do", button.name);
    if button.disabled {
        element = element.attr("aria-disabled", "true");
    }
    if button.busy {
        element = element.attr("aria-busy", "true");
    }
    element.on(On::Click, button.action.clone()).put(t(&button.label))
}

/// A notice that does not concern the cards, with its buttons.
fn notice(name: &'static str, text: Text, buttons: &[Button]) -> Tag<Action> {
    tag("p")
        .class("notice")
        .key(name)
        .attr("role", "status")
        .attr("data-notice", name)
        .put(tag("span").put(t(text)))
        .put_all(buttons.iter().map(button))
}

fn notices(all: Vec<Tag<Action>>) -> Tag<Action> {
    tag("aside").class("notices").key("notices").attr("aria-label", t(label::NOTICES)).put_all(all)
}

fn update_notice(app: &App) -> Option<Tag<Action>> {
    app.update_ready.then(|| {
        let take = Button::new("update", label::UPDATE_DO, Action::Update).main();
        let later = Button::new("later", label::LATER, Action::UpdateLater);
        notice("update", label::UPDATE, &[take, later])
    })
}

fn update_notices(app: &App) -> Option<Tag<Action>> {
    update_notice(app).map(|notice| notices(vec![notice]))
}

/// The last message, for screen readers.
fn spoken(text: &Text) -> Tag<Action> {
    tag("p")
        .class("spoken")
        .key("spoken")
        .attr("role", "status")
        .attr("aria-live", "polite")
        .attr("data-said", "")
        .put(t(text))
}

/// The link to the home page and the title of the page.
fn titled(header: Tag<Action>, title: &Text) -> Tag<Action> {
    header
        .put(
            tag("a")
                .class("button quiet home-link")
                .key("home")
                .attr("href", "#")
                .attr("aria-label", t(words::home::HOME))
                .put(icon("M4 11l8-7 8 7v9h-5v-6H9v6H4z")),
        )
        .put(tag("h1").put(t(title)))
}

/// The icon of a button.
fn icon(path: &str) -> Tag<Action> {
    tag("svg")
        .attr("viewBox", "0 0 24 24")
        .attr("aria-hidden", "true")
        .drawing(format!(r#"<path d="{path}"></path>"#))
}
