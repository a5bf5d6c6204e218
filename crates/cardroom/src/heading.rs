use client::shell::ViewOf;
use client::typed::TypedPlay;
use table::Table;

/// What is above a table: which game is played, which deal, and how far the game is.
pub(crate) fn heading<P: TypedPlay>(table: &Table<P::Game>, view: &ViewOf<P>) -> Vec<String> {
    let record = table.record();
    let origin = record.origin.name();
    // A deal that names all its cards is too long for a heading.
    let origin = match origin.char_indices().nth(40) {
        Some(_) => format!("{}...", origin.chars().take(30).collect::<String>()),
        None => origin,
    };
    vec![P::title(&record.config), origin, P::status(view)]
}
