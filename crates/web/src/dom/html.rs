//! HTML as a value: the elements of a page and their event handlers.
//!
//! A view is a function from a model to a [`Tag`]. It does not need a browser, so tests can run anywhere.

/// A node of a page.
pub(crate) enum Html<A> {
    /// Text, which is escaped.
    Text(String),
    /// An element.
    Tag(Tag<A>),
}

/// An element.
pub(crate) struct Tag<A> {
    pub(super) name: &'static str,
    /// Its identity among its siblings, if they are added, removed or moved.
    pub(super) key: Option<String>,
    pub(super) attributes: Vec<(&'static str, String)>,
    pub(super) state: Option<FieldState>,
    /// Its event handlers, until [`Tag::take_handlers`] removes them.
    handlers: Vec<(On, Handler<A>)>,
    pub(super) content: Content<A>,
}

/// The content of an element.
pub(crate) enum Content<A> {
    Children(Vec<Html<A>>),
    /// Raw HTML, for drawings.
    Drawing(String),
    /// Other code fills the element: its content is never patched.
    Foreign,
}

/// The state of a form field that the player can change but the model controls. An HTML attribute would set
/// only the initial state.
#[derive(Clone, PartialEq)]
pub(crate) enum FieldState {
    Checked(bool),
    Value(String),
}

/// The event that triggers a handler.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum On {
    Click,
    /// A click on the element itself, not on its descendants.
    ClickItself,
    Change,
    Input,
    Submit,
    Close,
}

impl On {
    pub(super) const ALL: [On; 6] =
        [On::Click, On::ClickItself, On::Change, On::Input, On::Submit, On::Close];

    /// The name of the event, and of the attribute with the number of its handler.
    pub(super) const fn names(self) -> (&'static str, &'static str) {
        match self {
            On::Click => ("click", "data-click"),
            On::ClickItself => ("click", "data-click-itself"),
            On::Change => ("change", "data-change"),
            On::Input => ("input", "data-input"),
            On::Submit => ("submit", "data-submit"),
            On::Close => ("close", "data-close"),
        }
    }
}

/// A handler that receives the value of its field.
type ByValue<A> = Box<dyn Fn(&str) -> Option<A>>;

/// An event handler.
pub(crate) enum Handler<A> {
    /// A fixed action.
    Fixed(A),
    /// An action that depends on the value of the field.
    ByValue(ByValue<A>),
}

/// The attribute of elements that have a [`FieldState`].
pub(super) const STATEFUL: &str = "data-state";

/// An empty element.
pub(crate) fn tag<A>(name: &'static str) -> Tag<A> {
    Tag {
        name,
        key: None,
        attributes: Vec::new(),
        state: None,
        handlers: Vec::new(),
        content: Content::Children(Vec::new()),
    }
}

impl<A> Tag<A> {
    /// Adds an attribute.
    pub(crate) fn attr(mut self, name: &'static str, value: impl Into<String>) -> Tag<A> {
        self.attributes.push((name, value.into()));
        self
    }

    /// Adds an attribute without a value, if `on` is true.
    pub(crate) fn flag(self, name: &'static str, on: bool) -> Tag<A> {
        if on { self.attr(name, "") } else { self }
    }

    /// Adds a class attribute, unless it is empty.
    pub(crate) fn class(self, class: impl Into<String>) -> Tag<A> {
        let class = class.into();
        if class.is_empty() { self } else { self.attr("class", class) }
    }

    /// Sets its identity among its siblings.
    pub(crate) fn key(mut self, key: impl Into<String>) -> Tag<A> {
        self.key = Some(key.into());
        self
    }

    /// Sets whether the field is checked.
    pub(crate) fn checked(self, checked: bool) -> Tag<A> {
        self.with_state(FieldState::Checked(checked))
    }

    /// Sets the value of the field.
    pub(crate) fn value(self, value: impl Into<String>) -> Tag<A> {
        self.with_state(FieldState::Value(value.into()))
    }

    fn with_state(mut self, state: FieldState) -> Tag<A> {
        self.state = Some(state);
        self.attr(STATEFUL, "")
    }

    /// Adds an event handler with a fixed action.
    pub(crate) fn on(mut self, on: On, action: A) -> Tag<A> {
        self.handlers.push((on, Handler::Fixed(action)));
        self
    }

    /// Adds an event handler whose action depends on the value of the field.
    pub(crate) fn on_value(mut self, on: On, action: impl Fn(&str) -> Option<A> + 'static) -> Tag<A> {
        self.handlers.push((on, Handler::ByValue(Box::new(action))));
        self
    }

    /// Appends a child.
    pub(crate) fn put(mut self, html: impl Into<Html<A>>) -> Tag<A> {
        if let Content::Children(children) = &mut self.content {
            match (html.into(), children.last_mut()) {
                // A browser creates no node for an empty text, and one node for adjacent texts.
                (Html::Text(text), _) if text.is_empty() => {}
                (Html::Text(text), Some(Html::Text(before))) => before.push_str(&text),
                (html, _) => children.push(html),
            }
        }
        self
    }

    /// Appends children.
    pub(crate) fn put_all<H: Into<Html<A>>>(self, all: impl IntoIterator<Item = H>) -> Tag<A> {
        all.into_iter().fold(self, Tag::put)
    }

    /// Sets the content to raw HTML, which is not escaped.
    pub(crate) fn drawing(mut self, drawing: impl Into<String>) -> Tag<A> {
        self.content = Content::Drawing(drawing.into());
        self
    }

    /// Leaves the content to other code.
    pub(crate) fn foreign(mut self) -> Tag<A> {
        self.content = Content::Foreign;
        self
    }

    /// Moves the handlers into a list, and adds their numbers as attributes.
    pub(super) fn take_handlers(&mut self, list: &mut Vec<Handler<A>>) {
        for (on, handler) in self.handlers.drain(..) {
            self.attributes.push((on.names().1, list.len().to_string()));
            list.push(handler);
        }
        if let Content::Children(children) = &mut self.content {
            for child in children {
                if let Html::Tag(tag) = child {
                    tag.take_handlers(list);
                }
            }
        }
    }

    /// Collects all states in document order.
    pub(super) fn states<'a>(&'a self, list: &mut Vec<&'a FieldState>) {
        list.extend(&self.state);
        if let Content::Children(children) = &self.content {
            for child in children {
                if let Html::Tag(tag) = child {
                    tag.states(list);
                }
            }
        }
    }

    fn write(&self, page: &mut String) {
        *page += "<";
        *page += self.name;
        for (name, value) in &self.attributes {
            *page += " ";
            *page += name;
            *page += "=\"";
            escape(value, page);
            *page += "\"";
        }
        *page += ">";
        if matches!(self.name, "input" | "br" | "hr" | "img") {
            return;
        }
        self.content.write(page);
        *page += "</";
        *page += self.name;
        *page += ">";
    }
}

impl<A> Content<A> {
    pub(super) fn write(&self, page: &mut String) {
        match self {
            Content::Children(children) => children.iter().for_each(|child| child.write(page)),
            Content::Drawing(drawing) => *page += drawing,
            Content::Foreign => {}
        }
    }
}

impl<A> Html<A> {
    /// Appends the node to a page as HTML text.
    pub(super) fn write(&self, page: &mut String) {
        match self {
            Html::Text(text) => escape(text, page),
            Html::Tag(tag) => tag.write(page),
        }
    }
}

/// Escapes a text for HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut page = String::with_capacity(text.len());
    escape(text, &mut page);
    page
}

/// Appends an escaped text.
fn escape(text: &str, page: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => *page += "&amp;",
            '<' => *page += "&lt;",
            '>' => *page += "&gt;",
            '"' => *page += "&quot;",
            letter => page.push(letter),
        }
    }
}

/// Compares names, attributes and content. Handlers are compared by their numbers in the attributes.
impl<A> PartialEq for Tag<A> {
    fn eq(&self, other: &Tag<A>) -> bool {
        self.name == other.name
            && self.key == other.key
            && self.attributes == other.attributes
            && self.content == other.content
    }
}

impl<A> PartialEq for Content<A> {
    fn eq(&self, other: &Content<A>) -> bool {
        match (self, other) {
            (Content::Children(one), Content::Children(two)) => one == two,
            (Content::Drawing(one), Content::Drawing(two)) => one == two,
            (Content::Foreign, Content::Foreign) => true,
            _ => false,
        }
    }
}

impl<A> PartialEq for Html<A> {
    fn eq(&self, other: &Html<A>) -> bool {
        match (self, other) {
            (Html::Text(one), Html::Text(two)) => one == two,
            (Html::Tag(one), Html::Tag(two)) => one == two,
            _ => false,
        }
    }
}

impl<A> From<Tag<A>> for Html<A> {
    fn from(tag: Tag<A>) -> Html<A> {
        Html::Tag(tag)
    }
}

impl<A> From<String> for Html<A> {
    fn from(text: String) -> Html<A> {
        Html::Text(text)
    }
}

impl<A> From<&str> for Html<A> {
    fn from(text: &str) -> Html<A> {
        Html::Text(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{Html, On, Tag, escaped, tag};

    fn written(tag: Tag<u8>) -> String {
        let mut page = String::new();
        Html::from(tag).write(&mut page);
        page
    }

    #[test]
    fn typed_text_never_becomes_markup() {
        let name = r#"<b onclick="x">&"#.to_owned();
        let field =
            tag("label").attr("title", name.clone()).put(name.clone()).put(tag("input").attr("value", name));
        assert_eq!(
            written(field),
            "<label title=\"&lt;b onclick=&quot;x&quot;&gt;&amp;\">&lt;b onclick=&quot;x&quot;&gt;&amp;\
             <input value=\"&lt;b onclick=&quot;x&quot;&gt;&amp;\"></label>"
        );
    }

    #[test]
    fn special_characters_are_escaped_in_texts_and_attributes() {
        for sign in '\0'..'\u{3000}' {
            let safe = escaped(&sign.to_string());
            assert!(!safe.contains(['<', '>', '"']), "{sign:?} is shown as {safe:?}");
            assert!(sign != '&' || safe == "&amp;");
        }
    }

    #[test]
    fn handlers_are_numbered_in_document_order() {
        let mut page =
            tag("p").put(tag("button").on(On::Click, 7)).put(tag("select").on_value(On::Change, |_| Some(8)));
        let mut handlers = Vec::new();
        page.take_handlers(&mut handlers);
        assert_eq!(handlers.len(), 2);
        assert_eq!(
            written(page),
            r#"<p><button data-click="0"></button><select data-change="1"></select></p>"#
        );
    }

    #[test]
    fn adjacent_texts_are_merged_and_empty_texts_are_dropped() {
        assert_eq!(written(tag("p").put("a").put("").put("b")), "<p>ab</p>");
        let Html::Tag(page) = Html::from(tag::<u8>("p").put("a").put("b")) else { panic!() };
        let super::Content::Children(children) = page.content else { panic!() };
        assert_eq!(children.len(), 1);
    }
}
