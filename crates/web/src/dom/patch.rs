//! Updates the page to show another [`Tag`]. Changes only the nodes that differ, so that the others keep
//! focus, caret and scroll position.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement, Node};

use super::html::{Content, FieldState, Html, STATEFUL, Tag};

/// Updates an element from `old` to `new`.
pub(super) fn patch<A>(element: &Element, old: &Tag<A>, new: &Tag<A>) {
    for (name, value) in &new.attributes {
        if !old.attributes.iter().any(|known| known.0 == *name && known.1 == *value) {
            let _ = element.set_attribute(name, value);
        }
    }
    for (name, _) in &old.attributes {
        if !new.attributes.iter().any(|kept| kept.0 == *name) {
            let _ = element.remove_attribute(name);
        }
    }
    match (&old.content, &new.content) {
        (old, new) if old == new => {}
        (Content::Children(before), Content::Children(after)) => {
            if !patch_children(element, before, after) {
                rewrite(element, &new.content);
            }
        }
        _ => rewrite(element, &new.content),
    }
}

fn rewrite<A>(element: &Element, content: &Content<A>) {
    let mut html = String::new();
    content.write(&mut html);
    element.set_inner_html(&html);
}

/// Whether the node of `old` can be reused for `new`.
fn fits<A>(old: &Html<A>, new: &Html<A>) -> bool {
    match (old, new) {
        (Html::Text(_), Html::Text(_)) => true,
        (Html::Tag(old), Html::Tag(new)) => old.name == new.name && old.key == new.key,
        _ => false,
    }
}

fn reuse<A>(node: &Node, old: &Html<A>, new: &Html<A>) {
    match (old, new) {
        (Html::Tag(one), Html::Tag(two)) if one != two => patch(node.unchecked_ref(), one, two),
        (Html::Text(one), Html::Text(two)) if one != two => node.set_node_value(Some(two)),
        _ => {}
    }
}

/// Reuses matching children at the start and at the end in place. Between them, each new child reuses the
/// last free old node that matches, or creates a node; the remaining old nodes are removed. Returns false if
/// the page was changed by others, such as the browser's translation or an extension.
fn patch_children<A>(parent: &Element, old: &[Html<A>], new: &[Html<A>]) -> bool {
    if let ([Html::Text(_)], [Html::Text(text)]) = (old, new) {
        parent.set_text_content(Some(text));
        return true;
    }
    let list = parent.child_nodes();
    if list.length() as usize != old.len() {
        return false;
    }
    let nodes: Vec<Node> = (0..list.length()).filter_map(|at| list.get(at)).collect();

    let head = old.iter().zip(new).take_while(|(old, new)| fits(old, new)).count();
    let (old_rest, new_rest) = (&old[head..], &new[head..]);
    let tail =
        old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| fits(old, new)).count();
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    for at in 0..head {
        reuse(&nodes[at], &old[at], &new[at]);
    }
    for at in 0..tail {
        reuse(&nodes[old_end + at], &old[old_end + at], &new[new_end + at]);
    }

    let mut free: Vec<usize> = (head..old_end).collect();
    let mut take = |new: &Html<A>| {
        let at = free.iter().rposition(|old_at| fits(&old[*old_at], new))?;
        Some(free.remove(at))
    };
    let taken: Vec<Option<usize>> = new[head..new_end].iter().rev().map(&mut take).collect();
    for at in free {
        let _ = parent.remove_child(&nodes[at]);
    }
    let mut next = nodes.get(old_end).cloned();
    for (at, taken) in (head..new_end).rev().zip(taken) {
        let node = match taken {
            Some(old_at) => {
                reuse(&nodes[old_at], &old[old_at], &new[at]);
                Some(nodes[old_at].clone())
            }
            None => make(parent, &new[at]),
        };
        let Some(node) = node else { return false };
        if node.next_sibling() != next {
            let _ = parent.insert_before(&node, next.as_ref());
        }
        next = Some(node);
    }
    true
}

/// Creates a node. The browser parses it as a child of this parent.
fn make<A>(parent: &Element, new: &Html<A>) -> Option<Node> {
    let mut html = String::new();
    new.write(&mut html);
    parent.insert_adjacent_html("beforeend", &html).ok()?;
    parent.last_child()
}

/// Sets form fields to the state of the model. A field that already has it is not changed, in order to keep
/// the caret and the text that an input method is composing.
pub(super) fn restore_states<A>(page: &Element, shown: &Tag<A>) {
    let mut states = Vec::new();
    shown.states(&mut states);
    let Ok(fields) = page.query_selector_all(&format!("[{STATEFUL}]")) else { return };
    for (at, state) in (0..).zip(states) {
        let Some(field) = fields.get(at) else { return };
        match state {
            FieldState::Checked(on) => {
                if let Some(field) =
                    field.dyn_ref::<HtmlInputElement>().filter(|field| field.checked() != *on)
                {
                    field.set_checked(*on);
                }
            }
            FieldState::Value(text) => set_value(&field, text),
        }
    }
}

fn set_value(field: &Node, text: &str) {
    if let Some(field) = field.dyn_ref::<HtmlInputElement>() {
        if field.value() != text {
            field.set_value(text);
        }
    } else if let Some(field) = field.dyn_ref::<HtmlSelectElement>() {
        if field.value() != text {
            field.set_value(text);
        }
    } else if let Some(field) = field.dyn_ref::<HtmlTextAreaElement>()
        && field.value() != text
    {
        field.set_value(text);
    }
}
