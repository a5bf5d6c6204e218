//! How the page looks, as the settings have it.

use client::{Motion, Settings, Theme};
use leptos::prelude::document;

use crate::language;
use crate::ui::js;

/// Makes the page look and speak as the settings say.
pub(crate) fn follow(settings: &Settings) {
    language::follow(settings.language);
    let Some(root) = document().document_element() else { return };
    let theme = match settings.theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    let _ = root.set_attribute("data-theme", theme);
    for (class, on) in [
        ("four", settings.four_colours),
        ("large", settings.large_print),
        ("mirrored", settings.left_handed),
        ("calm", settings.motion == Motion::Off),
    ] {
        let _ = root.class_list().toggle_with_force(class, on);
    }
}

/// How long a move takes on the screen, in milliseconds, if it takes so long when nothing is hurried: 0 where nothing moves.
pub(crate) fn pace(motion: Motion, usual: f64) -> f64 {
    match motion {
        Motion::Off => 0.0,
        _ if js::media("(prefers-reduced-motion: reduce)") => 0.0,
        Motion::Quick => usual / 2.0,
        Motion::System => usual,
    }
}
