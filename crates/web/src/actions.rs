//! The actions of buttons, fields and forms.

use client::shell::{Action, FormName, Shareable};
use client::statistics::ParseBookError;
use client::words::{self, label};
use text::Text;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlDialogElement};

use crate::app::{self, Page, go, render_soon, with, with_lobby, with_lobby_value, with_table};
use crate::dom::{app_address, files, window};
use crate::language::t;
use crate::route::Route;
use crate::table::{TabState, TablePage};
use crate::{form, update};

/// A button was pressed, a field was changed, or a form was submitted.
pub(crate) fn act(action: Action, event: Option<&Event>) {
    if !act_beside_table(&action, event) {
        if is_of_table(&action) {
            with_table(|table| {
                if !matches!(action, Action::Set(_)) {
                    table.panel = None;
                }
                table.act(&action);
            });
        } else {
            with_lobby_value(|lobby| lobby.act(&action));
        }
    }
    render_soon();
}

/// Whether the session handles an action.
fn is_of_table(action: &Action) -> bool {
    matches!(
        action,
        Action::Undo
            | Action::Redo
            | Action::Hint
            | Action::Why
            | Action::Again
            | Action::StartPreset(_)
            | Action::Restart
            | Action::Previous
            | Action::Resign
            | Action::EndGame
            | Action::Answer(_)
            | Action::Skip
            | Action::ShowHand
            | Action::Set(_)
            | Action::Command(_)
    )
}

/// Runs an action of the page; returns false if it is not one.
fn act_beside_table(action: &Action, event: Option<&Event>) -> bool {
    match action {
        Action::Open(panel) => with_table(|table| {
            (table.panel, table.error, table.copied) = (Some(*panel), None, None);
            (table.asks_to_delete, table.statistics_news) = (false, None);
        }),
        Action::Close => close_panel(event),
        Action::LookAtTable => with_table(|table| table.looks_at_table = true),
        Action::FieldChanged => form::show_seats(event),
        Action::Submit(name) => submit(*name, event),
        Action::Go(hash) => {
            if window().location().hash().is_ok_and(|now| now.trim_start_matches('#') == hash) {
                go(Route::now());
            } else {
                // Changing the fragment of this page's address cannot fail.
                let _ = window().location().set_hash(hash);
            }
        }
        Action::Reload => reload(),
        Action::AnswerDeviceLink(agrees) => with(|app| {
            if let Page::Moving(link) = &app.page {
                link.answer(*agrees);
            }
        }),
        Action::Copy(what) => copy(*what, event),
        Action::Share(what) => {
            if let Some(text) = shareable(*what) {
                files::share(&t(words::CARDROOM), &text);
            }
        }
        Action::SaveFile(what) => {
            let name =
                if *what == Shareable::Statistics { "cardroom-statistics.txt" } else { "cardroom.txt" };
            if let Some(text) = file_of(*what) {
                let _ = files::save(name, &text);
            }
        }
        Action::ReadFile(what) => {
            let what = *what;
            if let Some(event) = event {
                files::chosen(event, move |text| read_file(what, &text));
            }
        }
        Action::Import => {
            let text = form::value("[name=import]");
            read_file(Shareable::Record, &form::pasted(&text));
        }
        Action::Watch => {
            let mut address = None;
            with_table(|table| address = table.screen.game_address());
            if let Some(address) = address {
                let _ = window().location().set_hash(&address);
            }
        }
        Action::PlayReplayedDeal => {
            let mut address = None;
            with_table(|table| address = table.screen.deal_address());
            if let Some(address) = address {
                let _ = window().location().set_hash(&address);
            }
        }
        Action::GoTo(at) => with_table(|table| {
            table.plays = false;
            table.go_to(*at);
        }),
        Action::PlayReplay => with_table(TablePage::play_replay),
        Action::ShowStatistics(kind) => with_table(|table| table.statistics_kind.clone_from(kind)),
        Action::AskToDeleteStatistics(asks) => with_table(|table| table.asks_to_delete = *asks),
        Action::DeleteStatistics => with_table(|table| {
            table.delete_statistics();
            (table.asks_to_delete, table.statistics_kind) = (false, None);
            table.statistics_news = Some(words::statistics::FORGOTTEN);
        }),
        Action::TakeOver => with_table(TablePage::take_over),
        Action::DismissOtherTab => with_table(|table| table.tab = TabState::Here),
        Action::DismissUnsaved => with_table(|table| table.unsaved = false),
        Action::Update => update::take(),
        Action::UpdateLater => with(|app| app.update_ready = false),
        _ => return false,
    }
    true
}

/// The panel was closed by its button, by the browser, or by a press outside of it.
fn close_panel(event: Option<&Event>) {
    let target = event.and_then(Event::target).and_then(|target| target.dyn_into::<Element>().ok());
    // The browser reports a closed dialog with a delay; another panel may be open by then.
    let is_open = target.as_ref().is_some_and(|target| {
        target.dyn_ref::<HtmlDialogElement>().is_some_and(HtmlDialogElement::open)
            && event.is_some_and(|event| event.type_() == "close")
    });
    if !is_open {
        with_table(|table| table.panel = None);
    }
}

fn submit(name: FormName, event: Option<&Event>) {
    let Some(data) = event.and_then(form::read) else { return };
    match name {
        FormName::NewGame => with_table(|table| match table.start_new_game(&data) {
            Ok(()) => (table.panel, table.error) = (None, None),
            Err(error) => table.error = Some(error),
        }),
        FormName::NewTable | FormName::PlayerName => with_lobby(|lobby| lobby.submit(name, &data)),
    }
}

fn reload() {
    if app::is_update_ready() {
        return update::take();
    }
    // Reloading the page cannot fail.
    let _ = window().location().reload();
}

fn copy(what: Shareable, event: Option<&Event>) {
    let Some(text) = shareable(what) else { return };
    files::copy(&text);
    form::select_for_copying();
    let name = event.and_then(form::button_name);
    let copied = match name.as_deref() {
        Some("link") => "link",
        Some("copy-game") => "copy-game",
        Some("copy-link") => "copy-link",
        Some("copy-device") => "copy-device",
        _ => "copy",
    };
    with_table(|table| table.copied = Some(copied));
    with_lobby(|lobby| lobby.copied = Some(copied));
}

/// The text that is copied or shared.
fn shareable(what: Shareable) -> Option<String> {
    let mut text = None;
    with_table(|table| {
        let link = |address: Option<String>| address.map(|address| format!("{}#{address}", app_address()));
        text = match what {
            Shareable::Record => Some(table.screen.record_text()),
            Shareable::DealLink => link(table.screen.deal_address()),
            Shareable::GameLink => link(table.screen.game_address()),
            Shareable::Statistics => Some(table.statistics().to_string()),
            Shareable::TableLink | Shareable::DeviceLink => None,
        };
    });
    text.or_else(|| with_lobby_value(|lobby| lobby.shareable(what)).flatten())
}

/// The content of the file that is saved.
fn file_of(what: Shareable) -> Option<String> {
    let mut text = None;
    with_table(|table| {
        text = match what {
            Shareable::Record if !table.remote => Some(table.screen.record()),
            Shareable::Statistics => Some(table.statistics().to_string()),
            _ => None,
        };
    });
    text.or_else(|| with_lobby_value(|lobby| lobby.shareable(what)).flatten())
}

fn read_file(what: Shareable, text: &str) {
    with_table(|table| match what {
        Shareable::Statistics => match text.parse() {
            Ok(more) => {
                let count = table.add_statistics(more);
                table.statistics_news = Some(words::statistics::added(count));
                table.error = None;
            }
            Err(error) => table.error = Some(statistics_error(&error)),
        },
        _ => match table.import(text) {
            Ok(()) => (table.panel, table.error) = (None, None),
            Err(error) => table.error = Some(error),
        },
    });
    render_soon();
}

fn statistics_error(error: &ParseBookError) -> Text {
    error.text()
}

/// The label of a copy button, which changes after the text was copied.
pub(crate) fn copy_label(copied: Option<&'static str>, name: &str, usual: Text) -> Text {
    if copied == Some(name) { label::COPIED } else { usual }
}
