//! The page around a table.

use client::shell::{Action, Bar, Button, Chip, Lesson, Overlay, OverlayKind, Panel, Screen, Tone, Wait};
use client::words::{self, label};
use text::Text;

use super::{blocks, button, icon, lobby, notice, notices, spoken, titled, update_notice};
use crate::app::App;
use crate::art;
use crate::dom::{On, Tag, tag};
use crate::language::{self, t};
use crate::online::Lobby;
use crate::table::{TabState, TablePage, celebration, now};

/// The whole page.
pub(super) fn page(app: &App, table: &TablePage, lobby: Option<&Lobby>) -> Tag<Action> {
    let bar = table.screen.bar();
    let shared = if table.screen.is_solo() { "" } else { " shared-page" };
    let remote = if lobby.is_some() { " remote" } else { "" };
    tag("div")
        .class(format!("page{shared}{remote}"))
        .key("table")
        .put(header(table, &bar))
        .put_all(table.screen.lesson().map(|lesson| teacher(table, lesson)))
        .put(surface(table, &bar))
        .put(message(table, lobby.is_some()))
        .put(notices(page_notices(app, table, lobby)))
        .put(
            tag("nav")
                .class("bottom")
                .key("bottom")
                .attr("aria-label", t(label::MORE))
                .put_all(bar.buttons.iter().map(button)),
        )
        .put(spoken(&table.screen.said().text))
        .put(tag("div").class("overlay").key("overlay").put_all(overlay(table, lobby)))
        .put_all(table.celebrates.then(flight))
        .put(dialog(table, lobby))
}

/// The bar at the top: the name of the game, details, and on wide screens the buttons.
pub(super) fn header(table: &TablePage, bar: &Bar) -> Tag<Action> {
    let mut header = titled(tag("header").class("top").key("top"), &bar.title);
    for (name, text) in &bar.details {
        let detail = tag("span").key(*name).put(t(text));
        header = header.put(match *name {
            "deal" => detail.class("dim wide").attr("data-deal-name", ""),
            "set-up" => detail.class("dim set-up").attr("data-set-up", ""),
            _ => detail.class("dim round").attr("data-round", ""),
        });
    }
    if bar.counts {
        let (spent, moves) = (table.screen.spent(now()) / 1000 * 1000, table.screen.moves());
        header = header.put(
            tag("span")
                .class("dim counts")
                .key("counts")
                .attr("data-moves", moves.to_string())
                .put(tag("span").class("wide").put(t(words::counts(spent, moves))))
                .put(tag("span").class("narrow").put(words::counts_short(spent, moves))),
        );
    }
    header = header.put(tag("span").class("room").key("room"));
    if table.remote {
        header = header.put(tag("span").class("dim clock").key("clock").attr("data-clock", "").foreign());
    }
    if !bar.status.is_empty() {
        header =
            header.put(tag("span").class("status").key("status").attr("data-status", "").put(t(&bar.status)));
    }
    header
        .put_all(bar.chip.as_ref().map(chip))
        .put(tag("span").class("buttons wide").key("buttons").put_all(bar.buttons.iter().map(button)))
}

/// The verdict: a word with a symbol.
fn chip(chip: &Chip) -> Tag<Action> {
    let path = match chip.name {
        "winnable" => "M7 12.500l3.300 3.300L17.500 8.500",
        "no-longer" | "lost" => "M16 8a5.500 5.500 0 1 1-7.800 0M8 4.500v4h4",
        "never" => "M7 12h10",
        "thinking" => "M7.500 12h.1M12 12h.1M16.500 12h.1",
        _ => "M9 9.500a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.600v.2",
    };
    let shape = tag("svg")
        .attr("viewBox", "0 0 24 24")
        .attr("aria-hidden", "true")
        .drawing(format!(r#"<circle cx="12" cy="12" r="10.500"></circle><path d="{path}"></path>"#));
    let call = (!chip.call.is_empty()).then(|| tag("span").class("go").put(t(&chip.call)));
    tag("button")
        .class(format!("chip {}", chip.name))
        .key("chip")
        .attr("data-verdict", chip.name)
        .attr("title", t(&chip.help))
        .on(On::Click, chip.action.clone())
        .put(shape)
        .put(tag("span").put(t(&chip.label)))
        .put_all(call)
}

/// The text of a lesson, and the buttons to end it.
fn teacher(table: &TablePage, lesson: Lesson) -> Tag<Action> {
    use client::words::lesson as texts;
    let is_over = lesson.is_over();
    let again = Button::new("again", texts::AGAIN, Action::Reload);
    tag("aside")
        .class("teacher")
        .key("teacher")
        .attr("aria-label", t(texts::TITLE))
        .attr("data-lesson", lesson.step().0.to_string())
        .put(
            tag("p")
                .class("lesson-text")
                .attr("role", "status")
                .put(tag("b").put(t(texts::step(lesson.step()))))
                .put(format!(" {}", t(lesson.text()))),
        )
        .put(
            tag("div").class("row").put_all(is_over.then(|| button(&again))).put(
                tag("a")
                    .class(if is_over { "button main" } else { "button" })
                    .attr("href", format!("#{}", table.offer.page))
                    .attr("data-do", "leave-lesson")
                    .put(t(if is_over { texts::PLAY } else { texts::SKIP })),
            ),
        )
}

/// The table. The renderer draws its content.
pub(super) fn surface(table: &TablePage, bar: &Bar) -> Tag<Action> {
    let screen = &table.screen;
    let shared = if screen.is_solo() { "" } else { " shared" };
    let latest = screen.latest().map(|line| t(line.text.sentence())).unwrap_or_default();
    let mut main = tag("main")
        .class(format!("table {}{shared}", table.offer.page))
        .key(format!("table-{}", table.serial))
        .attr("aria-label", t(label::TABLE))
        .put(tag("div").class("cards").key("cards").foreign());
    if table.ready {
        main = main
            .attr("data-version", screen.version().to_string())
            .attr("data-deal", screen.deal_name().to_string())
            .attr("data-wait", wait_name(screen.as_ref()))
            .flag("data-won", screen.is_won());
    }
    if !screen.is_solo() {
        main = main
            .put(tag("p").class("news").key("news").attr("aria-hidden", "true").put(latest))
            .put(tag("div").class("end").key("end").put_all(bar.table_buttons.iter().map(button)));
    }
    main
}

/// What the table waits for, as an identifier.
fn wait_name(screen: &dyn Screen) -> &'static str {
    match screen.wait() {
        Wait::Person(_) => "person",
        Wait::Handover(_) => "cover",
        Wait::Chance => "roll",
        Wait::Bot(_) => "bot",
        Wait::Other(_) if screen.has_sent() => "sent",
        Wait::Other(_) => "other",
        Wait::Over => "over",
        Wait::Replay => "past",
        Wait::Stuck => "stuck",
    }
}

/// The last message. What was done is visible on the table, so it is not repeated here.
fn message(table: &TablePage, is_remote: bool) -> Tag<Action> {
    let screen = &table.screen;
    let shared = if screen.is_solo() { "" } else { " shared-say" };
    let place = tag("aside")
        .class(format!("say-place{shared}"))
        .key("say-place")
        .attr("aria-label", t(label::MESSAGES));
    let say = |tone: &'static str, text: &Text| {
        tag("div")
            .class("say")
            .key("say")
            .attr("data-tone", tone)
            .put(tag("p").attr("aria-hidden", "true").put(t(text)))
    };
    if let Some(banner) = screen.banner() {
        let buttons = tag("div").class("row").put_all(banner.buttons.iter().map(button));
        return place.put(say(banner.name, &banner.text).put(buttons));
    }
    let said = screen.said();
    let tone = match said.tone {
        Tone::Done => return place,
        Tone::Refused => "refused",
        Tone::Hint => "hint",
        Tone::Note => "note",
    };
    let is_hidden = screen.is_over() && screen.overlay().is_some() && !is_remote;
    if said.text.is_empty() || table.message_has_faded() || is_hidden {
        return place;
    }
    let rule = said.rule.as_ref().map(|number| {
        let text = language::rules(|rules| rules.sentence(number).map(str::to_owned)).unwrap_or_default();
        tag("p").class("rule").put(tag("b").put(number.clone())).put(format!(" {text}"))
    });
    place.put(say(tone, &said.text).put_all(rule).put_all(screen.said_buttons().iter().map(button)))
}

fn page_notices(app: &App, table: &TablePage, lobby: Option<&Lobby>) -> Vec<Tag<Action>> {
    let mut all: Vec<Tag<Action>> = update_notice(app).into_iter().collect();
    if let Some(lobby) = lobby {
        all.extend(lobby::notices(lobby));
        return all;
    }
    let take_over = |text| Button::new("take-over", text, Action::TakeOver).main();
    match table.tab {
        TabState::Here => {}
        TabState::Elsewhere => {
            let here = Button::new("here", label::DISMISS, Action::DismissOtherTab);
            all.push(notice("other-tab", label::OTHER_TAB, &[take_over(label::TAKE_OVER), here]));
        }
        TabState::TakenOver => {
            all.push(notice("taken-over", label::TAKEN_OVER, &[take_over(label::TAKE_BACK)]));
        }
    }
    if table.unsaved {
        let export = Button::new("record", words::panel(Panel::Record), Action::Open(Panel::Record)).main();
        let dismiss = Button::new("unsaved", label::DISMISS, Action::DismissUnsaved);
        all.push(notice("unsaved", label::NOT_SAVED, &[export, dismiss]));
    }
    all
}

/// The overlay that has to be answered.
fn overlay(table: &TablePage, lobby: Option<&Lobby>) -> Option<Tag<Action>> {
    if !table.ready {
        return None;
    }
    let Overlay { kind, title, text, pairs, buttons } =
        table.screen.overlay().filter(|overlay| !table.hides(overlay.kind))?;
    let section = tag("section").attr("aria-labelledby", "overlay-title");
    let mut section = match kind {
        OverlayKind::Question => {
            section.class("won").key("question").attr("role", "alertdialog").attr("data-question", "")
        }
        OverlayKind::Handover(seat) => section
            .class("won cover")
            .key("cover")
            .attr("role", "dialog")
            .attr("data-cover", seat.to_string()),
        OverlayKind::Result => section.class("won").key("result").attr("data-over", "").put(crown()),
        OverlayKind::Victory => section.class("won").key("victory").attr("data-won-panel", "").put(crown()),
    };
    section = section.put(tag("h2").attr("id", "overlay-title").put(t(title)));
    if !text.is_empty() {
        section = section.put(tag("p").put(t(text)));
    }
    if !pairs.is_empty() {
        let pair = |(name, value): &(Text, Text)| [tag("dt").put(t(name)), tag("dd").put(t(value))];
        section = section.put(tag("dl").class("left").put_all(pairs.iter().flat_map(pair)));
    }
    section = section.put(tag("div").class("row").put_all(buttons.iter().map(button)));
    if let (OverlayKind::Result, Some(lobby)) = (kind, lobby) {
        section = section.put_all(lobby::verification(lobby));
    }
    Some(section)
}

fn crown() -> Tag<Action> {
    icon("M4 18h16l2-11-5 4-5-8-5 8-5-4zM4 19.500h16V22H4z")
}

/// The cards of the winning animation.
fn flight() -> Tag<Action> {
    let card = |card: cards::Card| {
        tag("div")
            .class(format!("card face {}", card.suit))
            .attr("data-fly", card.to_string())
            .put(tag("svg").attr("viewBox", "0 0 100 140").drawing(art::face(card)))
    };
    tag("div")
        .class("flight")
        .key("flight")
        .attr("aria-hidden", "true")
        .put_all(celebration::flock().into_iter().map(card))
}

/// The open panel, in the page's only dialog.
fn dialog(table: &TablePage, lobby: Option<&Lobby>) -> Tag<Action> {
    let dialog = tag("dialog")
        .class("panel")
        .key("dialog")
        .attr("aria-labelledby", "panel-title")
        .on(On::Close, Action::Close)
        .on(On::ClickItself, Action::Close);
    let Some(panel) = table.panel else { return dialog };
    let back = Button::new("menu", label::MENU, Action::Open(Panel::Menu));
    let back = (panel != Panel::Menu).then(|| {
        tag("button")
            .class("quiet")
            .key("back")
            .attr("data-open", "menu")
            .on(On::Click, back.action)
            .put(format!("‹ {}", t(label::MENU)))
    });
    let close = Button::new("close", label::CLOSE, Action::Close).style(client::shell::ButtonStyle::Quiet);
    dialog.attr("data-panel", panel.name()).put(
        tag("div")
            .class("inside")
            .key(panel.name())
            .put(
                tag("div")
                    .class("head")
                    .put_all(back)
                    .put(tag("h2").attr("id", "panel-title").put(t(words::panel(panel))))
                    .put(button(&close)),
            )
            .put(blocks::body(table, lobby, &table.screen.panel(panel))),
    )
}
