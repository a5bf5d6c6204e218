use client::words::savannah::RULES_CARD;
use leptos::prelude::*;

use crate::ui::panels::rules::prose;

/// The rules in a few sentences, then all of them with their numbers.
#[component]
pub(super) fn Rules() -> impl IntoView {
    let page = games::rulebook::page("savannah").unwrap_or_default();
    view! {
        <ul class="card-of-rules">{RULES_CARD.map(|text| view! { <li>{text}</li> }).collect_view()}</ul>
        {prose(&page)}
    }
}
