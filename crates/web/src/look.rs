//! Applies the settings to the look of the page.

use client::{AnimationSpeed, Settings, Theme};
use web_sys::MediaQueryList;

use crate::dom::{document, window};
use crate::language;

/// Applies the settings to the page: colours, sizes, language.
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
        ("calm", settings.motion == AnimationSpeed::Off),
    ] {
        let _ = root.class_list().toggle_with_force(class, on);
    }
}

/// The duration of an animation in milliseconds, from its usual duration and the settings. 0 if animations
/// are off.
pub(crate) fn travel(motion: AnimationSpeed, usual: f64) -> f64 {
    match motion {
        AnimationSpeed::Off => 0.0,
        _ if prefers_reduced_motion() => 0.0,
        AnimationSpeed::Quick => usual / 2.0,
        AnimationSpeed::System => usual,
    }
}

/// Whether the system prefers reduced motion.
fn prefers_reduced_motion() -> bool {
    thread_local! {
        // Cached, because creating the query for every move is expensive.
        static WISH: Option<MediaQueryList> =
            window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    }
    WISH.with(|wish| wish.as_ref().is_some_and(MediaQueryList::matches))
}
