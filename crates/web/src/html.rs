//! Words as HTML. What a player typed is escaped; everything else is ours.

use std::borrow::Borrow;

use client::words::home;
use text::Text;
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};

use crate::language::t;

/// A text in which no sign is taken for a mark.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            letter => safe.push(letter),
        }
    }
    safe
}

/// A text in the language of the page.
pub(crate) fn say(text: impl Borrow<Text>) -> String {
    escape(&t(text))
}

/// A button that does something by its name.
pub(crate) fn button(class: &str, act: &str, words: Text) -> String {
    format!(r#"<button class="{class}" data-do="{act}">{}</button>"#, say(words))
}

/// What the thing does that was pressed.
pub(crate) fn act_of(event: &MouseEvent) -> String {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let button = target.and_then(|target| target.closest("[data-do]").ok()?);
    button.and_then(|button| button.get_attribute("data-do")).unwrap_or_default()
}

/// The way to all games, and the name of the page.
pub(crate) fn titled(title: Text) -> String {
    format!(
        r##"<a class="button quiet home-link" href="#" aria-label="{}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 11l8-7 8 7v9h-5v-6H9v6H4z"></path></svg></a><h1>{}</h1>"##,
        say(home::HOME),
        say(title)
    )
}

/// One of a few: its value, its words, and whether it is chosen.
pub(crate) type Choice = (String, Text, bool);

/// A choice.
pub(crate) fn select(name: &str, spoken: &str, choices: impl Iterator<Item = Choice>) -> String {
    let option = |(value, words, chosen): Choice| {
        format!("<option value=\"{value}\"{}>{}</option>", if chosen { " selected" } else { "" }, say(words))
    };
    let label = if spoken.is_empty() { String::new() } else { format!(" aria-label=\"{spoken}\"") };
    format!("<select name=\"{name}\"{label}>{}</select>", choices.map(option).collect::<String>())
}

/// A switch with its words.
pub(crate) fn switch(marks: &str, on: bool, name: Text, about: Text) -> String {
    let (checked, small) = (
        if on { " checked" } else { "" },
        if about.is_empty() { String::new() } else { format!("<small>{}</small>", say(about)) },
    );
    let name = say(name);
    format!(
        r#"<label class="switch"><input type="checkbox" role="switch" {marks}{checked}><span class="track" aria-hidden="true"></span><span class="words"><b>{name}</b>{small}</span></label>"#
    )
}

/// Paragraphs, list items and the like.
pub(crate) fn each(tag: &str, texts: impl IntoIterator<Item = Text>) -> String {
    texts.into_iter().map(|text| format!("<{tag}>{}</{tag}>", say(text))).collect()
}

#[cfg(test)]
mod tests {
    use text::Text;

    use super::{button, each, escape, say, select, switch, titled};

    #[test]
    fn what_was_typed_stays_text() {
        assert_eq!(escape(r#"<b onclick="x">&"#), "&lt;b onclick=&quot;x&quot;&gt;&amp;");
        assert_eq!(
            button("main", "go", Text::name("<")),
            r#"<button class="main" data-do="go">&lt;</button>"#
        );
        assert_eq!(each("li", ["a", "&"].map(Text::name)), "<li>a</li><li>&amp;</li>");
    }

    /// A name that would run a script, if a page took it for HTML.
    const HOSTILE: &str = r#"</b><script>"x"&'#"#;
    const HARMLESS: &str = "&lt;/b&gt;&lt;script&gt;&quot;x&quot;&amp;'#";

    #[test]
    fn every_way_to_show_a_text_escapes_it() {
        let name = || Text::name(HOSTILE);
        let shown = [
            escape(HOSTILE),
            say(name()),
            button("main", "go", name()),
            titled(name()),
            select("who", "", [("a".to_owned(), name(), true)].into_iter()),
            switch("", true, name(), Text::name("")),
            switch("", true, Text::name(""), name()),
            each("p", [name()]),
        ];
        for html in shown {
            assert!(html.contains(HARMLESS) && !html.contains("<script"), "{html}");
        }
    }

    #[test]
    fn no_sign_ends_a_text_or_an_attribute() {
        for sign in '\0'..'\u{3000}' {
            let safe = escape(&sign.to_string());
            assert!(!safe.contains(['<', '>', '"']), "{sign:?} is shown as {safe:?}");
            assert!(sign != '&' || safe == "&amp;");
        }
    }
}
