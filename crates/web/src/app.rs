//! The page.

use leptos::prelude::*;

use crate::ui::Page;
use crate::update::Update;

/// Puts the app on the page.
pub(crate) fn start() {
    leptos::mount::mount_to_body(|| view! { <Page update=Update::watch()/> });
}
