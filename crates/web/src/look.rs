//! How the page looks, as the settings have it.

use client::{Motion, Settings, Theme};
use web_sys::MediaQueryList;

use crate::dom::{document, window};
use crate::language;

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
pub(crate) fn travel(motion: Motion, usual: f64) -> f64 {
    match motion {
        Motion::Off => 0.0,
        _ if moves_little() => 0.0,
        Motion::Quick => usual / 2.0,
        Motion::System => usual,
    }
}

/// Whether the player has told the browser that little should move.
fn moves_little() -> bool {
    thread_local! {
        // Asked for anew with every move, it would cost more than the move.
        static WISH: Option<MediaQueryList> =
            window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    }
    WISH.with(|wish| wish.as_ref().is_some_and(MediaQueryList::matches))
}
