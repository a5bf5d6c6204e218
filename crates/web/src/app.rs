//! The page.

use leptos::prelude::*;

use crate::thinker::Thinker;
use crate::update::Update;

/// Puts the app on the page.
pub(crate) fn start() {
    leptos::mount::mount_to_body(App);
}

#[component]
fn App() -> impl IntoView {
    let update = Update::watch();
    let verdict = RwSignal::new(String::new());
    let thinker = std::rc::Rc::new(Thinker::new(move |reply| verdict.set(format!("{:?}", reply.answer))));
    let ask = move |_| {
        thinker.drop_questions();
        thinker.ask(&client::Ask {
            id: 1,
            question: client::Question::WinnableDeal { config: games::klondike::Config::ONE_CARD, from: 1 },
        });
    };
    view! {
        <h1>"Cardroom"</h1>
        <button on:click=ask>"Ask"</button>
        <p>{verdict}</p>
        <Show when=move || update.ready.get()>
            <p role="status">
                "A new version is ready. " <button on:click=move |_| update.take()>"Start it"</button>
            </p>
        </Show>
    }
}
