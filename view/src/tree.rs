//! Graphs as a collapsible tree in HTML, which needs no script.

use std::io::{self, Write};

use crate::markup::{escaped, grouped, quoted, start};
use crate::part::{Content, Label, Part, Value, object_text, tensor_text};
use crate::view::{Number, View};

/// The number of characters of a string that are shown.
const TEXT: usize = 200;
/// Maximum length of an object that is written in one line, which must refer only to strings.
const LINE: usize = 100;
/// Maximum depth of the tree. Browsers do not support much deeper nesting of elements.
const DEPTH: usize = 100;
/// The number of objects that are expanded at first.
const OPEN: usize = 8;

/// Writes a graph as a tree of HTML `details` elements, which needs no script. An object with
/// several users has a number, and its parts are written only at its first occurrence.
///
/// ```
/// use objet::prelude::*;
/// use objet_view::{View, write_tree};
///
/// let leaf = Array::from([objet::String::from("<x>")]);
/// let root = ObjectRef::from(Array::from([leaf]));
/// let mut tree = Vec::new();
/// write_tree(&View::near(&root, 100), &mut tree)?;
/// assert!(String::from_utf8(tree)?.contains("<b>[0]</b> [\"&lt;x&gt;\"]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of `out`.
pub fn write_tree(view: &View, out: &mut impl Write) -> io::Result<()> {
    /// A step that remains. The stack holds the next step at its end.
    enum Step {
        Node(String, Number, usize),
        Line(String),
        Close,
    }
    let mut is_shown = vec![false; view.len()];
    let mut open = OPEN;
    let mut todo = Vec::new();
    match view.len() {
        1 => todo.push(Step::Line("null".into())),
        _ => todo.push(Step::Node(String::new(), 1, 0)),
    }
    while let Some(step) = todo.pop() {
        let (name, number, depth) = match step {
            Step::Node(name, number, depth) => (name, number, depth),
            Step::Line(line) => {
                writeln!(out, "<div style=\"margin-left:1.2em\">{line}</div>")?;
                continue;
            }
            Step::Close => {
                writeln!(out, "</details>")?;
                continue;
            }
        };
        let content = view.content(number);
        let key = escaped(view.type_key(number));
        let tag = match view.users(number) > 1 && !is_text(&content) {
            true => format!(" <i>%{number}</i>"),
            false => String::new(),
        };
        if let Some(line) = in_a_line(view, number, &content) {
            todo.push(Step::Line(name + &line + &tag));
            continue;
        }
        if std::mem::replace(&mut is_shown[number], true) || depth == DEPTH {
            todo.push(Step::Line(format!("{name}{key}{tag} …")));
            continue;
        }
        let state = if open > 0 { " open" } else { "" };
        open = open.saturating_sub(1);
        writeln!(out, "<details{state} style=\"margin-left:1.2em\"><summary>{name}{key}{tag}</summary>")?;
        todo.push(Step::Close);
        if content.left_out() > 0 {
            todo.push(Step::Line(format!("… {} more", grouped(content.left_out()))));
        }
        for part in content.parts().iter().rev() {
            let name = name_of(view, part);
            todo.push(match &part.value {
                Value::Node(number) => Step::Node(name, *number, depth + 1),
                value => Step::Line(name + &escaped(&value_text(view, value))),
            });
        }
    }
    Ok(())
}

fn is_text(content: &Content) -> bool {
    matches!(content, Content::String(_) | Content::Bytes(_))
}

/// Formats a node in one line, if the node refers only to strings and the line is short.
fn in_a_line(view: &View, number: Number, content: &Content) -> Option<String> {
    let key = view.type_key(number);
    let text = match content {
        Content::String(text) if key == "runtime.String" => quoted(text, TEXT),
        Content::String(text) => format!("{key}({})", quoted(text, TEXT)),
        Content::Bytes(bytes) => format!("{key}(b\"{}\")", start(bytes, TEXT)),
        Content::Unknown => object_text(view.node(number)?),
        _ if content.left_out() > 0
            || view.links(number).any(|link| !is_text(&view.content_up_to(link, 0))) =>
        {
            return None;
        }
        _ => {
            let parts = content.parts().iter().map(|part| {
                let value = value_text(view, &part.value);
                match &part.label {
                    Label::Field(name) => format!("{name}={value}"),
                    Label::Index(_) => value,
                    Label::Key(key) => format!("{}: {value}", value_text(view, key)),
                }
            });
            let (open, close) = match content {
                Content::Array(_) => ("[".into(), "]"),
                Content::Map(_) => ("{".into(), "}"),
                _ => (format!("{key}("), ")"),
            };
            format!("{open}{}{close}", parts.collect::<Vec<_>>().join(", "))
        }
    };
    let is_short = content.parts().is_empty() || text.chars().count() <= LINE;
    is_short.then(|| escaped(&text))
}

fn name_of(view: &View, part: &Part) -> String {
    let name = match &part.label {
        Label::Field(name) => name.clone(),
        Label::Index(index) => format!("[{index}]"),
        Label::Key(key) => format!("[{}]", value_text(view, key)),
    };
    format!("<b>{}</b> ", escaped(&name))
}

fn value_text(view: &View, value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Plain(text) => start(text, TEXT),
        Value::String(text) => quoted(text, TEXT),
        Value::Tensor(number) => start(&tensor_text(&view.tensors()[*number]), TEXT),
        Value::Outside(key) => format!("{key} …"),
        Value::Ambiguous { text, node: Some(number), .. } => format!("{} or %{number}", start(text, TEXT)),
        Value::Ambiguous { text, node: None, .. } => start(text, TEXT),
        Value::Node(number) => match view.content(*number) {
            Content::String(text) => quoted(&text, TEXT),
            Content::Bytes(bytes) => format!("b\"{}\"", start(&bytes, TEXT)),
            _ => format!("{} %{number}", view.type_key(*number)),
        },
    }
}
