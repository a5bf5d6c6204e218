use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, FocusOptions, HtmlElement, HtmlInputElement, HtmlSelectElement};

use super::html::{Handler, On, Tag};
use super::patch::{patch, restore_states};
use super::{document, js};

/// An element of the page and the view that it shows.
pub(crate) struct Mount<A> {
    element: Element,
    shown: Tag<A>,
    handlers: Vec<Handler<A>>,
}

impl<A: Clone + 'static> Mount<A> {
    /// Uses an existing empty element; `empty` describes it.
    pub(crate) fn new(element: Element, empty: Tag<A>) -> Mount<A> {
        Mount { element, shown: empty, handlers: Vec::new() }
    }

    /// Shows a new view.
    pub(crate) fn show(&mut self, mut view: Tag<A>) {
        self.handlers.clear();
        view.take_handlers(&mut self.handlers);
        let focus = document().active_element().filter(|focus| self.element.contains(Some(focus)));
        patch(&self.element, &self.shown, &view);
        restore_states(&self.element, &view);
        self.shown = view;
        // An element loses the focus when it is moved among its siblings.
        if let Some(focus) =
            focus.filter(|focus| focus.is_connected() && document().active_element().as_ref() != Some(focus))
            && let Some(focus) = focus.dyn_ref::<HtmlElement>()
        {
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            let _ = focus.focus_with_options(&options);
        }
    }

    /// The action of the handler for an event.
    fn action(&self, on: On, event: &Event) -> Option<A> {
        let attribute = on.names().1;
        let target = event.target()?.dyn_into::<Element>().ok()?;
        let holder = match on {
            On::ClickItself => target.clone(),
            _ => target.closest(&format!("[{attribute}]")).ok()??,
        };
        match self.handlers.get(holder.get_attribute(attribute)?.parse::<usize>().ok()?)? {
            Handler::Fixed(action) => Some(action.clone()),
            Handler::ByValue(action) => action(&value(&target)),
        }
    }
}

fn value(field: &Element) -> String {
    if let Some(field) = field.dyn_ref::<HtmlInputElement>() {
        return field.value();
    }
    field
        .dyn_ref::<HtmlSelectElement>()
        .map_or_else(|| js::get(field, "value").as_string().unwrap_or_default(), HtmlSelectElement::value)
}

/// Calls a function with a mount.
type Lend<A> = fn(&mut dyn FnMut(&Mount<A>));

/// Calls `act` with the actions of the player. `mount` does not call its function while the mount is being
/// patched, because the events that a patch causes are not actions of the player: for example, a field loses
/// the focus when it is removed.
pub(crate) fn listen<A: Clone + 'static>(element: &Element, mount: Lend<A>, act: fn(A, Event)) {
    for on in On::ALL {
        let heard = Closure::<dyn Fn(Event)>::new(move |event: Event| {
            let mut action = None;
            mount(&mut |mount| action = mount.action(on, &event));
            if let Some(action) = action {
                if on == On::Submit {
                    event.prevent_default();
                }
                act(action, event);
            }
        });
        // In the capture phase, because the `close` event of a dialog does not bubble.
        let _ = element.add_event_listener_with_callback_and_bool(
            on.names().0,
            heard.as_ref().unchecked_ref(),
            true,
        );
        heard.forget();
    }
}
