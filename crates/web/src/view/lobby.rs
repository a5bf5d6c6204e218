//! The lobby: the player's name, the list of open tables, and a table before its game.

use client::catalog;
use client::online::{Connection, Gone, Listing, LobbySeat, Name, PassNames, Phrase, Snapshot};
use client::shell::{Action, Button, ButtonStyle, Form, FormName, Level, SelectOption, Shareable};
use client::words::{home, label, online as texts};
use games::catalog::GameId;
use text::Text;

use super::{blocks, button, notice, spoken, titled, update_notice};
use crate::actions::copy_label;
use crate::app::App;
use crate::dom::{On, Tag, files, tag};
use crate::language::t;
use crate::online::{DeviceLink, DeviceLinkState, Lobby, table_link};

/// The whole page, while no game is shown.
pub(super) fn page(app: &App, lobby: &Lobby) -> Tag<Action> {
    let visit = &lobby.visit;
    let name = match visit.connection() {
        Connection::Nameless => "name",
        Connection::Gone(_) => "gone",
        Connection::Connecting => "connecting",
        Connection::Broken(_) => "broken",
        Connection::There if visit.at().is_none() => "lobby",
        Connection::There => "table",
    };
    let main = tag("main").class("sheets").key("sheets").attr("data-hall", name);
    let main = match (visit.connection(), visit.at(), visit.seen()) {
        (Connection::Nameless, ..) => main.put(name_form(lobby)),
        (Connection::Gone(why), ..) => main.put(gone(why, lobby)),
        (_, None, _) => main.put_all(open_forms(lobby)).put(tables(lobby)).put_all(previous_player(lobby)),
        (_, Some(_), Some(_)) => main.put(seats(lobby)).put(invitation(lobby)),
        (_, Some(_), None) => main.put(tag("p").class("motto").put(t(texts::CONNECTING))),
    };
    let mut all: Vec<Tag<Action>> = update_notice(app).into_iter().collect();
    all.extend(notices(lobby));
    tag("div")
        .class("page hall")
        .key("lobby")
        .put(titled(tag("header").class("top").key("top"), &texts::FRIENDS))
        .put(main)
        .put(super::notices(all))
        .put(spoken(&lobby.said))
}

/// Why the connection is closed for good.
fn gone(why: Gone, lobby: &Lobby) -> Tag<Action> {
    tag("section")
        .class("sheet")
        .key("gone")
        .attr("role", "alert")
        .attr("data-gone", "")
        .put(tag("p").put(t(texts::gone(why))))
        .put(tag("div").class("row").put_all(ways_out(why, lobby).iter().map(button)))
}

/// What the player can do then.
fn ways_out(why: Gone, lobby: &Lobby) -> Vec<Button> {
    let way = match why {
        Gone::NoServer => Button::new("alone", home::PLAY, Action::Go(String::new())),
        Gone::Outdated => Button::new("reload", texts::RELOAD, Action::Reload),
        Gone::SignedOut => Button::new("new-player", texts::NEW_PLAYER, Action::Reload),
        Gone::Missing | Gone::Damaged | Gone::Closed => {
            Button::new("lobby", texts::TO_LOBBY, Action::Go("online".to_owned()))
        }
    };
    let back = back_button(lobby).filter(|_| why == Gone::SignedOut);
    [way.main()].into_iter().chain(back).collect()
}

/// The button that continues as the player who this device was before.
fn back_button(lobby: &Lobby) -> Option<Button> {
    let text = texts::back_to(Text::name(lobby.previous.as_ref()?));
    Some(Button::new("back-to-player", text, Action::GoBackToPlayer))
}

/// Who the player of this device was before.
fn previous_player(lobby: &Lobby) -> Option<Tag<Action>> {
    let name = Text::name(lobby.previous.as_ref()?);
    let section = tag("section").class("sheet").key("previous").attr("data-previous", "");
    let row = tag("div").class("row").put_all(back_button(lobby).as_ref().map(button));
    Some(section.put(tag("p").put(t(texts::previous_player(name)))).put(row))
}

/// The page of a link from another device. It asks before it does anything.
pub(super) fn device_link(link: &DeviceLink) -> Tag<Action> {
    let sheet = tag("section").class("sheet").key("device-link");
    let status = |text: Text| tag("p").attr("role", "status").put(t(text));
    let sheet = match &link.state {
        DeviceLinkState::Loading => sheet.put(status(texts::CONNECTING)),
        DeviceLinkState::Used => {
            let lobby = Button::new("lobby", texts::TO_LOBBY, Action::Go("online".to_owned()));
            sheet.put(status(texts::DEVICE_USED)).put(tag("div").class("row").put(button(&lobby.main())))
        }
        DeviceLinkState::Question(names) => device_question(sheet, names),
    };
    tag("div")
        .class("page hall")
        .key("moving")
        .put(titled(tag("header").class("top").key("top"), &texts::FRIENDS))
        .put(tag("main").class("sheets").attr("data-moving", "").put(sheet))
}

fn device_question(sheet: Tag<Action>, names: &PassNames) -> Tag<Action> {
    let name = |name: &Option<Name>| name.as_ref().map(Text::name);
    let (current, offered) = (name(&names.current), name(&names.offered).unwrap_or(Text::EMPTY));
    let agree = Button::new("agree", texts::continue_as(offered.clone()), Action::AnswerDeviceLink(true));
    if names.same {
        let same = tag("p").attr("role", "status").put(t(texts::device_same(offered)));
        return sheet.put(same).put(tag("div").class("row").put(button(&agree.main())));
    }
    let stay = Button::new("stay", texts::stay(current.clone()), Action::AnswerDeviceLink(false));
    sheet
        .put(tag("h2").put(t(texts::device_question(current, offered))))
        .put(tag("p").put(t(texts::DEVICE_WARNING)))
        .put(tag("div").class("row").put(button(&stay.main())).put(button(&agree)))
}

fn name_form(lobby: &Lobby) -> Tag<Action> {
    let send = tag("button").class("main").attr("type", "submit").put(t(texts::NAMED));
    name_field(
        tag("form")
            .class("sheet")
            .key("name")
            .attr("data-form", "name")
            .on(On::Submit, Action::Submit(FormName::PlayerName)),
        lobby,
        "player",
    )
    .put(send)
}

/// The field for the player's name. `id` tells the fields of several forms apart.
fn name_field(form: Tag<Action>, lobby: &Lobby, id: &str) -> Tag<Action> {
    let help = format!("name-help-{id}");
    let field = tag("input")
        .attr("type", "text")
        .attr("name", "name")
        .flag("required", true)
        .attr("maxlength", "16")
        .attr("autocomplete", "nickname")
        .attr("aria-describedby", help.clone())
        .attr("value", lobby.visit.name().map(Name::to_string).unwrap_or_default());
    form.put(tag("label").class("field").put(tag("span").put(t(texts::YOUR_NAME))).put(field))
        .put(tag("p").class("dim").attr("id", help).put(t(texts::NAME_HELP)))
        .put(blocks::error(lobby.error.as_ref()))
}

/// The forms that open a table, one for each game.
fn open_forms(lobby: &Lobby) -> impl Iterator<Item = Tag<Action>> {
    catalog::new_table_forms().into_iter().map(|(game, form)| open_form(lobby, game, form))
}

fn open_form(lobby: &Lobby, game: GameId, form: Form) -> Tag<Action> {
    let (submit, text) = form.submit;
    let element = tag("form")
        .class("sheet")
        .key(format!("open-{}", game.name()))
        .attr("data-form", "open")
        .attr("data-game", game.name())
        .on(On::Submit, Action::Submit(form.name))
        .put(tag("h2").put(t(texts::open_table(game))))
        .put(tag("input").attr("type", "hidden").attr("name", "game").attr("value", game.name()));
    let more = form.more.map(|(title, fields)| {
        tag("details")
            .class("options")
            .put(tag("summary").put(t(title)))
            .put_all(fields.iter().flat_map(blocks::field))
    });
    name_field(element, lobby, game.name())
        .put_all(form.fields.iter().flat_map(blocks::field))
        .put(tag("button").class("main").attr("type", "submit").attr("data-do", submit).put(t(text)))
        .put_all(said(lobby))
        .put_all(more)
}

/// The list of open tables.
fn tables(lobby: &Lobby) -> Tag<Action> {
    let section = tag("section")
        .class("sheet")
        .key("tables")
        .attr("aria-labelledby", "tables")
        .put(tag("h2").attr("id", "tables").put(t(texts::TABLES)));
    match lobby.visit.tables() {
        None => section.put(tag("p").class("dim").put(t(texts::CONNECTING))),
        Some([]) => section.put(tag("p").class("dim").put(t(texts::NO_TABLES))),
        Some(tables) => section.put(tag("ul").class("listings").put_all(tables.iter().map(listing))),
    }
}

fn listing(listing: &Listing) -> Tag<Action> {
    let join = Button::new("join", texts::JOIN, Action::Join(listing.table));
    tag("li")
        .key(listing.table.to_string())
        .put(
            tag("span")
                .put(tag("b").put(t(texts::who_waits(listing))))
                .put(tag("small").put(t(texts::about_listing(listing)))),
        )
        .put(button(&join).attr("data-table", listing.table.to_string()))
}

/// A table before its game: who sits where, and who is ready.
fn seats(lobby: &Lobby) -> Tag<Action> {
    let visit = &lobby.visit;
    let section = tag("section")
        .class("sheet")
        .key("seats")
        .attr("aria-labelledby", "seats")
        .put(tag("h2").attr("id", "seats").put(t(texts::GATHER)));
    let Some(seen) = visit.seen() else { return section };
    let is_seated = visit.seat().is_some();
    let watching = (seen.watching > 0).then(|| tag("p").class("dim").put(t(texts::watching(seen.watching))));
    section
        .put(
            tag("div")
                .attr("aria-live", "polite")
                .put(tag("p").class("dim").put(t(texts::about(seen.game, &seen.config, seen.clock))))
                .put(
                    tag("ul")
                        .class("seats")
                        .put_all(visit.lobby_seats().iter().map(|one| chair(one, seen, is_seated))),
                )
                .put_all(watching),
        )
        .put_all(ready(lobby))
        .put_all(host_buttons(lobby, seen))
        .put_all(said(lobby))
}

/// What only the host can do.
fn host_buttons(lobby: &Lobby, seen: &Snapshot) -> Option<Tag<Action>> {
    if !seen.is_host {
        return None;
    }
    let row = tag("div").class("row").key("host");
    if lobby.asks_to_close {
        let close = Button::new("close-table", texts::CLOSE_TABLE, Action::CloseTable).main();
        let keep = Button::new("keep-table", texts::KEEP_TABLE, Action::AskToCloseTable(false));
        let question = tag("p").attr("role", "alert").put(t(texts::CLOSE_SURE));
        let section = tag("div").key("close-table").attr("data-question", "");
        return Some(section.put(question).put(row.put(button(&close)).put(button(&keep))));
    }
    let allow = Button::new("allow", texts::allow(seen.removed), Action::AllowRemoved);
    let close = Button::new("ask-to-close", texts::CLOSE_TABLE, Action::AskToCloseTable(true));
    Some(row.put_all((seen.removed > 0).then(|| button(&allow))).put(button(&close)))
}

fn chair(chair: &LobbySeat, seen: &Snapshot, is_seated: bool) -> Tag<Action> {
    let (seat, game) = (chair.seat, seen.game);
    let state = match (&chair.name, chair.bot) {
        (Some(_), _) if !chair.present => t(texts::IS_AWAY),
        (Some(_), _) if !chair.ready => t(texts::IS_NOT_READY),
        (None, None) => String::new(),
        _ => t(texts::IS_READY),
    };
    let name = match &chair.name {
        Some(name) if chair.own => t(texts::own(name.clone())),
        Some(name) => t(name),
        None => String::new(),
    };
    let mut who = tag("span").put(name);
    // Players may put bots on seats without a person.
    who = match chair.bot {
        bot if is_seated && !chair.own && (bot.is_some() || chair.free) => {
            let nobody = if chair.name.is_some() { texts::KEEP } else { texts::IS_FREE };
            let free = SelectOption { value: String::new(), label: nobody, chosen: bot.is_none() };
            let level = |level: &Level| SelectOption {
                value: level.to_string(),
                label: texts::bot(*level),
                chosen: bot == Some(*level),
            };
            let levels = catalog::levels(game).iter().map(level);
            let options: Vec<SelectOption> = [free].into_iter().chain(levels).collect();
            let chosen = bot.map(|level| level.to_string()).unwrap_or_default();
            let select = blocks::select(&format!("fill-{seat}"), &options)
                .attr("aria-label", t(texts::seat(seat)))
                .value(chosen)
                .on_value(On::Change, move |level| Some(Action::Fill(seat, level.to_owned())));
            who.put(select)
        }
        Some(level) => who.put(t(texts::bot(level))),
        None if chair.name.is_some() => who,
        None if is_seated => who.put(t(texts::IS_FREE)),
        None => {
            let sit = Button::new("sit", texts::SIT, Action::Sit(seat)).main();
            who.put(button(&sit).attr("data-seat", seat.to_string()))
        }
    };
    let remove = chair.name.as_ref().filter(|_| seen.is_host && !chair.own).map(|name| {
        let remove = Button::new("remove", texts::REMOVE, Action::Remove(seat));
        button(&remove.style(ButtonStyle::Quiet)).attr("aria-label", t(texts::remove(name.clone())))
    });
    tag("li")
        .key(seat.to_string())
        .attr("data-chair", seat.to_string())
        .flag("data-ready", chair.ready || chair.bot.is_some())
        .put(tag("b").attr("aria-hidden", "true").put(seat.to_string()))
        .put(who)
        .put(tag("small").put(state))
        .put_all(remove)
}

/// The player's buttons.
fn ready(lobby: &Lobby) -> Vec<Tag<Action>> {
    let lobby_seats = lobby.visit.lobby_seats();
    let note = |text: Text| tag("p").class("dim").put(t(text));
    let Some(own) = lobby_seats.iter().find(|chair| chair.own) else { return vec![note(texts::WATCH)] };
    let ready = match own.ready {
        true => Button::new("not-ready", texts::NOT_READY, Action::Ready(false)),
        false => Button::new("ready", texts::READY, Action::Ready(true)).main(),
    };
    let is_waiting =
        lobby_seats.iter().any(|chair| chair.name.is_none() && chair.bot.is_none()) || !own.ready;
    let stand = Button::new("stand", texts::STAND, Action::Stand);
    vec![
        tag("div").class("row").put(button(&ready)).put(button(&stand)),
        note(if is_waiting { texts::WAIT_SEATS } else { texts::WAIT_OTHERS }),
    ]
}

/// The last message.
fn said(lobby: &Lobby) -> Option<Tag<Action>> {
    let is_said = !lobby.said.is_empty();
    is_said.then(|| tag("p").class("heard").attr("aria-hidden", "true").put(t(&lobby.said)))
}

fn invitation(lobby: &Lobby) -> Tag<Action> {
    let section = tag("section")
        .class("sheet")
        .key("invite")
        .attr("aria-labelledby", "invite")
        .put(tag("h2").attr("id", "invite").put(t(texts::INVITE)));
    invite(section, lobby, false).put(tag("h3").put(t(texts::SAY))).put(phrases())
}

/// The link to the table, to be sent, copied or scanned, and the link for another device.
pub(super) fn invite(body: Tag<Action>, lobby: &Lobby, with_device: bool) -> Tag<Action> {
    let Some(table) = lobby.visit.at() else { return body };
    let copy = copy_label(lobby.copied, "copy-link", texts::COPY);
    let copy = Button::new("copy-link", copy, Action::Copy(Shareable::TableLink)).main();
    let share = Button::new("share", texts::SHARE, Action::Share(Shareable::TableLink));
    let field = tag("input")
        .attr("type", "text")
        .flag("readonly", true)
        .attr("data-link", "")
        .attr("aria-label", t(texts::LINK))
        .attr("value", table_link(table));
    let row = tag("div").class("row").put(button(&copy)).put_all(files::can_share().then(|| button(&share)));
    let code = tag("img")
        .class("qr")
        .attr("src", format!("./api/qr/{table}.svg"))
        .attr("width", "164")
        .attr("height", "164")
        .attr("alt", t(texts::QR));
    let body = body.put(tag("div").class("invite").put(tag("div").put(field).put(row)).put(code));
    if with_device { device(body, lobby) } else { body }
}

fn device(body: Tag<Action>, lobby: &Lobby) -> Tag<Action> {
    let body = body.put(tag("h3").put(t(texts::DEVICE)));
    let body = match &lobby.device {
        None => body.put(button(&Button::new("device", texts::DEVICE, Action::MoveToDevice))),
        Some(Ok(link)) => {
            let copy = copy_label(lobby.copied, "copy-device", label::COPY);
            let copy = Button::new("copy-device", copy, Action::Copy(Shareable::DeviceLink));
            let field = tag("input")
                .attr("type", "text")
                .flag("readonly", true)
                .attr("data-device", "")
                .attr("value", link.clone());
            let cancel = Button::new("cancel-device", texts::DEVICE_CANCEL, Action::CancelDeviceLink);
            body.put(tag("label").class("field").put(tag("span").put(t(texts::DEVICE_HELP))).put(field))
                .put(tag("div").class("row").put(button(&copy)).put(button(&cancel)))
        }
        Some(Err(error)) => body.put(tag("p").class("error").attr("role", "alert").put(t(error))),
    };
    let sign_out = Button::new("sign-out-others", texts::SIGN_OUT, Action::SignOutOthers);
    let result = lobby.signed_out.as_ref().map(|text| tag("p").attr("role", "status").put(t(text)));
    body.put(tag("div").class("row").put(button(&sign_out)).put_all(back_button(lobby).as_ref().map(button)))
        .put_all(result)
}

/// The phrases.
pub(super) fn phrases() -> Tag<Action> {
    let phrase = |(at, phrase): (usize, &Phrase)| {
        tag("button")
            .key(at.to_string())
            .attr("data-do", "say")
            .attr("data-phrase", at.to_string())
            .on(On::Click, Action::Say(*phrase))
            .put(t(texts::phrase(*phrase)))
    };
    tag("div").class("group phrases").put_all(Phrase::ALL.iter().enumerate().map(phrase))
}

/// Notices about the connection and the other players.
pub(super) fn notices(lobby: &Lobby) -> Vec<Tag<Action>> {
    let visit = &lobby.visit;
    let mut all = Vec::new();
    let has_game = visit.seen().is_some_and(Snapshot::has_game);
    match visit.connection() {
        Connection::Broken(_) => all.push(notice("broken", texts::RECONNECTING, &[])),
        Connection::Gone(why) if has_game => {
            let ways = match why {
                Gone::SignedOut => ways_out(why, lobby),
                _ => vec![Button::new("reload", texts::RELOAD, Action::Reload).main()],
            };
            all.push(notice("gone", texts::gone(why), &ways));
        }
        _ => {}
    }
    if lobby.table().is_none_or(|table| table.screen.is_over()) {
        return all;
    }
    if visit.is_replaced() {
        let back = Button::new("take-back", texts::BACK, Action::TakeBackSeat).main();
        all.push(notice("replaced", texts::REPLACED, &[back]));
    }
    if visit.is_idle() && !visit.is_replaced() {
        all.push(notice("idle", texts::IDLE, &[]));
    }
    if let Some((names, has_agreed)) = visit.end_proposal() {
        let end = Button::new("agree-to-end", texts::END_GAME, Action::AnswerEnd(true)).main();
        let play_on = Button::new("play-on", texts::PLAY_ON, Action::AnswerEnd(false));
        let text = if has_agreed { texts::END_AGREED } else { texts::end_asked(names) };
        let buttons: Vec<Button> = (!has_agreed).then_some(end).into_iter().chain([play_on]).collect();
        all.push(notice("end-game", text, &buttons));
    }
    for (seat, why, has_agreed) in visit.late() {
        let replace = Button::new("replace", texts::REPLACE, Action::Replace(seat)).main();
        let buttons = if has_agreed { Vec::new() } else { vec![replace] };
        let text = if has_agreed { Text::row([why, texts::AGREED], text::Separator::Space) } else { why };
        all.push(notice("late", text, &buttons).key(format!("late-{seat}")));
    }
    all
}

/// After a game: the button that checks its cards and dice, or the result.
pub(super) fn verification(lobby: &Lobby) -> Vec<Tag<Action>> {
    let quiet = client::shell::ButtonStyle::Quiet;
    match &lobby.verdict {
        None => {
            let verify = Button::new("verify", texts::VERIFY, Action::Verify).style(quiet);
            vec![tag("p").put(button(&verify))]
        }
        Some(verdict) => {
            let save = Button::new("save-record", texts::SAVE, Action::SaveFile(Shareable::Record));
            vec![
                tag("p").attr("role", "status").attr("data-checked", "").put(t(verdict)),
                tag("p").put(button(&save.style(quiet))),
            ]
        }
    }
}
