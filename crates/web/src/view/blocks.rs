//! The parts of panels and pages.

use client::shell::{
    Action, Block, Button, ChoiceOption, Field, Form, LogLine, Preset, SeatField, SelectOption, Shareable,
};
use client::words::{self, label};
use text::Text;

use super::{button, lobby, rules, statistics};
use crate::actions::copy_label;
use crate::dom::{On, Tag, app_address, files, tag};
use crate::language::t;
use crate::online::Lobby;
use crate::table::TablePage;

/// The body of a panel.
pub(super) fn body(table: &TablePage, lobby: Option<&Lobby>, blocks: &[Block]) -> Tag<Action> {
    let mut body = tag("div").class("body");
    for block in blocks {
        body = put(body, table, lobby, block);
    }
    body
}

fn put(body: Tag<Action>, table: &TablePage, lobby: Option<&Lobby>, block: &Block) -> Tag<Action> {
    match block {
        Block::Heading(text) => body.put(tag("h3").put(t(text))),
        Block::Paragraph(text) => body.put(tag("p").class("prose").put(t(text))),
        Block::Note(text) => body.put(tag("p").class("dim").put(t(text))),
        Block::Buttons(buttons) => body.put(tag("div").class("group").put_all(shown(buttons, table))),
        Block::Row(buttons) => body.put(tag("div").class("row").put_all(shown(buttons, table))),
        Block::Presets(presets) => {
            body.put(tag("div").class("group games").put_all(presets.iter().map(preset)))
        }
        Block::Switch(which, is_on) => {
            let (name, about) = words::switch(*which);
            let action = Action::Set(client::shell::Setting::Toggle(*which));
            let field = tag("input").attr("data-switch", format!("{which:?}")).checked(*is_on);
            body.put(switch(field.on(On::Change, action), &name, &about))
        }
        Block::Choice { name, title, options } => body.put(choice(name, title, options)),
        Block::Form(form) => body.put(self::form(form, table.error.as_ref())),
        Block::Pairs(class, pairs) => body.put(self::pairs(class, pairs)),
        Block::List(class, texts) => {
            body.put(tag("ul").class(*class).put_all(texts.iter().map(|text| tag("li").put(t(text)))))
        }
        Block::Steps(texts) => {
            body.put(tag("ol").class("line").put_all(texts.iter().map(|text| tag("li").put(t(text)))))
        }
        Block::Log(lines) => log(body, lines),
        Block::RecordText(title, text) => body.put(tag("h3").put(t(title))).put(
            tag("textarea")
                .class("record")
                .flag("readonly", true)
                .attr("rows", "6")
                .attr("aria-label", t(title))
                .attr("data-record", "")
                .value(text.clone()),
        ),
        Block::ImportField => import(body, table.error.as_ref()),
        Block::Rules(preset) => body.put(tag("div").class("prose").drawing(rules::html(preset, 3))),
        Block::Statistics => statistics::put(body, table),
        Block::Phrases => body.put(lobby::phrases()),
        Block::Invite => match lobby {
            Some(lobby) => lobby::invite(body, lobby, true),
            None => body,
        },
    }
}

/// The buttons whose actions this device supports. A button that has copied something says so.
fn shown(buttons: &[Button], table: &TablePage) -> Vec<Tag<Action>> {
    let can = |button: &&Button| !matches!(button.action, Action::Share(_)) || files::can_share();
    let said = |one: &Button| match one.action {
        Action::Copy(what) => {
            let label = copy_label(table.copied, one.name, one.label.clone());
            let copy = button(&Button { label, ..one.clone() });
            match table.screen.game_address().filter(|_| what == Shareable::GameLink) {
                Some(address) => copy.attr("data-link", format!("{}#{address}", app_address())),
                None => copy,
            }
        }
        Action::Open(panel) => button(one).attr("data-open", panel.name()),
        _ => button(one),
    };
    buttons.iter().filter(can).map(said).collect()
}

fn preset(preset: &Preset) -> Tag<Action> {
    let mut element = tag("button").attr("data-game", preset.id);
    if preset.current {
        element = element.attr("aria-current", "true");
    }
    element
        .on(On::Click, Action::StartPreset(preset.id))
        .put(tag("b").put(t(&preset.title)))
        .put(tag("small").put(t(&preset.about)))
}

/// A check box that looks like a switch.
pub(super) fn switch(field: Tag<Action>, name: &Text, about: &Text) -> Tag<Action> {
    let about = (!about.is_empty()).then(|| tag("small").put(t(about)));
    tag("label")
        .class("switch")
        .put(field.attr("type", "checkbox").attr("role", "switch"))
        .put(tag("span").class("track").attr("aria-hidden", "true"))
        .put(tag("span").class("words").put(tag("b").put(t(name))).put_all(about))
}

pub(super) fn choice(name: &'static str, title: &Text, options: &[ChoiceOption]) -> Tag<Action> {
    let option = |option: &ChoiceOption| {
        let field = tag("input")
            .attr("type", "radio")
            .attr("name", name)
            .attr("value", option.value.clone())
            .checked(option.chosen)
            .on(On::Change, option.action.clone());
        tag("label").key(option.value.clone()).put(field).put(tag("span").put(t(&option.label)))
    };
    tag("fieldset")
        .class(if options.len() > 5 { "one-of kinds" } else { "one-of" })
        .put(tag("legend").put(t(title)))
        .put_all(options.iter().map(option))
}

pub(super) fn pairs(class: &'static str, pairs: &[(Text, Text)]) -> Tag<Action> {
    let pair = |(name, value): &(Text, Text)| [tag("dt").put(t(name)), tag("dd").put(t(value))];
    tag("dl").class(class).put_all(pairs.iter().flat_map(pair))
}

fn log(mut body: Tag<Action>, lines: &[LogLine]) -> Tag<Action> {
    for round in lines.chunk_by(|one, next| one.round == next.round) {
        let heading = round.first().map_or(0, |line| line.round);
        let line = |line: &LogLine| {
            let reason = line.reason.as_ref().map(|reason| {
                tag("details").put(tag("summary").put(t(label::WHY))).put(t(reason.clone().sentence()))
            });
            tag("li").put(t(line.text.clone().sentence())).put_all(reason)
        };
        body = body
            .put(tag("h3").put(t(words::round_heading(heading))))
            .put(tag("ul").class("log").put_all(round.iter().map(line)));
    }
    body
}

/// The error of an input.
pub(super) fn error(error: Option<&Text>) -> Tag<Action> {
    tag("p")
        .class("error")
        .attr("role", "alert")
        .attr("data-error", "")
        .put(error.map(|error| t(error.clone().sentence())).unwrap_or_default())
}

fn import(body: Tag<Action>, wrong: Option<&Text>) -> Tag<Action> {
    let read = Button::new("import", label::IMPORT_DO, Action::Import).main();
    let text = tag("textarea").attr("name", "import").attr("rows", "5").attr("spellcheck", "false");
    body.put(tag("label").class("field").put(tag("span").put(t(label::IMPORT_HELP))).put(text))
        .put(error(wrong))
        .put(tag("div").class("row").put(button(&read)).put(file_button(
            "file",
            label::OPEN_FILE,
            Shareable::Record,
        )))
}

/// A button that opens a file.
pub(super) fn file_button(name: &'static str, text: Text, what: Shareable) -> Tag<Action> {
    let field = tag("input")
        .attr("type", "file")
        .attr("name", name)
        .attr("accept", ".txt,text/plain")
        .on(On::Change, Action::ReadFile(what));
    tag("label").class("button").put(tag("span").put(t(text))).put(field)
}

/// A form.
pub(super) fn form(form: &Form, wrong: Option<&Text>) -> Tag<Action> {
    let (submit, text) = &form.submit;
    let send = tag("button").class("main").attr("type", "submit").attr("data-do", *submit).put(t(text));
    let more = form.more.as_ref().map(|(title, fields)| {
        tag("details")
            .class("options")
            .put(tag("summary").put(t(title)))
            .put_all(fields.iter().flat_map(field))
    });
    tag("form")
        .class("deal")
        .on(On::Submit, Action::Submit(form.name))
        .put_all(form.fields.iter().flat_map(field))
        .put(error(wrong))
        .put(send)
        .put_all(more)
}

/// A field of a form.
pub(super) fn field(field: &Field) -> Vec<Tag<Action>> {
    match field {
        Field::Line { name, label, help, value } => {
            let help_id = format!("{name}-help");
            let input = tag("input")
                .attr("type", "text")
                .attr("name", name.clone())
                .attr("autocomplete", "off")
                .attr("spellcheck", "false")
                .attr("aria-describedby", help_id.clone())
                .attr("value", value.clone());
            vec![
                tag("label").class("field").put(tag("span").put(t(label))).put(input),
                tag("p").class("dim").attr("id", help_id).put(t(help)),
            ]
        }
        Field::Select { name, label, options } => {
            let mut select = self::select(name, options);
            if name == "seats" {
                select = select.on(On::Change, Action::FieldChanged);
            }
            vec![tag("label").class("field row").put(tag("span").put(t(label))).put(select)]
        }
        Field::Check { name, label, about, on } => {
            vec![switch(tag("input").attr("name", name.clone()).flag("checked", *on), label, about)]
        }
        Field::Seats(seats) => vec![tag("ul").class("chairs").put_all(seats.iter().map(chair))],
    }
}

/// A choice from a list.
pub(super) fn select(name: &str, options: &[SelectOption]) -> Tag<Action> {
    let option = |option: &SelectOption| {
        tag("option")
            .attr("value", option.value.clone())
            .flag("selected", option.chosen)
            .put(t(&option.label))
    };
    tag("select").attr("name", name.to_owned()).put_all(options.iter().map(option))
}

fn chair(field: &SeatField) -> Tag<Action> {
    let seat = field.seat;
    let spoken = |what: Text| format!("{} {seat}: {}", t(label::SEAT), t(what));
    let mut chair = tag("li")
        .class("chair")
        .key(seat.to_string())
        .flag("hidden", !field.shown)
        .put(tag("b").attr("aria-hidden", "true").put(seat.to_string()));
    chair = match field.kinds.as_slice() {
        [] => chair.put(tag("span").put(t(&field.fixed))),
        kinds => chair.put(select(&format!("who-{seat}"), kinds).attr("aria-label", spoken(label::WHO))),
    };
    let name = field.name.as_ref().map(|name| {
        tag("input")
            .attr("type", "text")
            .attr("name", format!("name-{seat}"))
            .attr("aria-label", spoken(label::NAME))
            .attr("placeholder", t(label::NAME))
            .attr("maxlength", "16")
            .attr("autocomplete", "off")
            .attr("value", name.clone())
    });
    chair.put_all(name)
}
