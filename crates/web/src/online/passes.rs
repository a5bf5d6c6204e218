//! The passes of this device: links from and to other devices, and signing out.

use client::online::{
    GuestName, Name, PASS_BACK_PATH, PASS_NAMES_PATH, PASS_PATH, PassNames, PassQuery, PassTransfer,
    SIGN_OUT_PATH, TableId, VisitInput, read, write,
};
use client::words::online as texts;
use wasm_bindgen_futures::spawn_local;

use super::socket::ask;
use super::{save_name, table_address};
use crate::app::{self, Page};
use crate::dom::{app_address, hash, window};

/// A link from another device that was opened here. It does nothing before the player has agreed.
pub(crate) struct DeviceLink {
    /// The one-time code.
    word: String,
    /// The table of the player who made it, as text.
    table: String,
    /// What the player is asked.
    pub(crate) state: DeviceLinkState,
}

/// What is known about such a link.
pub(crate) enum DeviceLinkState {
    /// Nothing yet.
    Loading,
    /// The player has to answer.
    Question(PassNames),
    /// It was used or revoked, or is too old.
    Used,
}

impl DeviceLink {
    /// The link in the address of the page.
    pub(crate) fn here() -> DeviceLink {
        let hash = hash();
        let mut parts = hash.trim_start_matches("#move/").splitn(2, '/').map(str::to_owned);
        let (word, table) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        DeviceLink { word, table, state: DeviceLinkState::Loading }
    }

    fn transfer(&self) -> PassTransfer {
        PassTransfer { word: self.word.clone() }
    }

    /// Asks the server whose link it is.
    pub(crate) fn look_up(&self) {
        let word = self.word.clone();
        spawn_local(async move {
            let names = names(Some(word.clone())).await.filter(|names| names.offered.is_some());
            with_link(&word, |link| {
                link.state = names.map_or(DeviceLinkState::Used, DeviceLinkState::Question);
            });
        });
    }

    /// The player has answered. The code is removed from the history.
    pub(crate) fn answer(&self, agrees: bool) {
        let is_same = matches!(&self.state, DeviceLinkState::Question(names) if names.same);
        let (table, transfer) = (self.table.clone(), self.transfer());
        if !agrees || is_same {
            return leave(&table);
        }
        spawn_local(async move {
            let answer = match write(&transfer) {
                Ok(body) => ask("PUT", PASS_PATH, &body).await.ok(),
                Err(_) => None,
            };
            match answer.and_then(|text| read::<GuestName>(text.as_bytes()).ok()) {
                Some(GuestName { name }) => {
                    save_name(&name);
                    leave(&table);
                }
                None => with_link(&transfer.word, |link| link.state = DeviceLinkState::Used),
            }
        });
    }
}

/// Changes the link that is shown, if it is still this one.
fn with_link(word: &str, change: impl FnOnce(&mut DeviceLink)) {
    app::with(|app| match &mut app.page {
        Page::Moving(link) if link.word == word => change(link),
        _ => {}
    });
}

/// Replaces the link by the address of the table.
fn leave(table: &str) {
    let address = table.parse().map_or_else(|_| "#online".to_owned(), table_address);
    let _ = window().location().replace(&address);
}

/// The names on the passes of this device, and of a code.
async fn names(word: Option<String>) -> Option<PassNames> {
    let body = write(&PassQuery { word }).ok()?;
    let answer = ask("POST", PASS_NAMES_PATH, &body).await.ok()?;
    read(answer.as_bytes()).ok()
}

/// Asks the server who the player of this device was before.
pub(super) fn ask_for_previous() {
    spawn_local(async {
        let previous = names(None).await.and_then(|names| names.previous);
        app::with_lobby(|lobby| lobby.previous = previous);
    });
}

/// Requests a link that signs the player in on another device.
pub(super) fn ask_for_device_link(table: Option<TableId>) {
    spawn_local(async move {
        let answer = ask("POST", PASS_PATH, "").await.ok();
        let pass = answer.and_then(|text| read::<PassTransfer>(text.as_bytes()).ok());
        let link = pass
            .zip(table)
            .map(|(PassTransfer { word }, table)| format!("{}#move/{word}/{table}", app_address()));
        app::with_lobby(|lobby| lobby.device = Some(link.ok_or(texts::DEVICE_NONE)));
    });
}

/// Revokes the link.
pub(super) fn cancel_device_link() {
    spawn_local(async {
        if ask("DELETE", PASS_PATH, "").await.is_ok() {
            app::with_lobby(|lobby| lobby.device = None);
        }
    });
}

/// Signs the player out on all other devices. This one gets a new pass, and connects with it.
pub(super) fn sign_out_others() {
    spawn_local(async {
        let name = ask("POST", SIGN_OUT_PATH, "").await.ok().and_then(|text| name_in(&text));
        app::with_lobby(|lobby| {
            lobby.signed_out =
                Some(if name.is_some() { texts::OTHERS_SIGNED_OUT } else { texts::NOT_SIGNED_OUT });
            if let Some(name) = name {
                lobby.device = None;
                lobby.hear(VisitInput::Name(name));
            }
        });
    });
}

/// Continues as the player who this device was before.
pub(super) fn go_back() {
    spawn_local(async {
        if let Some(name) = ask("POST", PASS_BACK_PATH, "").await.ok().and_then(|text| name_in(&text)) {
            save_name(&name);
            let _ = window().location().reload();
        }
    });
}

fn name_in(text: &str) -> Option<Name> {
    read::<GuestName>(text.as_bytes()).ok().map(|guest| guest.name)
}
