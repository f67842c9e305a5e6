//! Graphs as a self-contained HTML page.

use std::collections::HashMap;
use std::io::{self, Write};

use objet_object::progress::Steps;
use serde::Serialize;
use serde_json::Value as Json;

use crate::markup::escaped;
use crate::part::{Content, Label, Value, tensor_text};
use crate::view::View;

/// The page with the placeholders `{{title}}` and `{{data}}`. Its script documents the format of
/// the data.
const PAGE: &str = include_str!("html/page.html");

/// Writes a graph as one HTML page that needs no network. The page has a collapsible tree, a
/// search, and the users of each node. A graph whose root is null has a page that says so.
///
/// ```
/// use objet::prelude::*;
/// use objet_view::{View, write_html};
///
/// let root = ObjectRef::from(Array::from([objet::String::from("x")]));
/// let mut page = Vec::new();
/// write_html(&View::of(Some(&root))?, "a < b", &mut page)?;
/// let page = String::from_utf8(page)?;
/// assert!(page.contains("<title>a &lt; b</title>") && page.contains(r#"[1,"s","x"]"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of `out`.
pub fn write_html(view: &View, title: &str, out: &mut impl Write) -> io::Result<()> {
    let (head, tail) = PAGE.split_once("{{data}}").unwrap_or((PAGE, ""));
    out.write_all(head.replace("{{title}}", &escaped(title)).as_bytes())?;
    write_data(view, out)?;
    out.write_all(tail.as_bytes())
}

/// Writes the graph as JSON. Each type key and each field name is written once.
fn write_data(view: &View, out: &mut impl Write) -> io::Result<()> {
    let (mut types, mut names) = (Names::default(), Names::default());
    out.write_all(b"{\"nodes\":[null")?;
    let mut steps = Steps::new("write", Some(view.len()));
    for number in view.numbers() {
        steps.next();
        let content = view.content(number);
        let mut node = vec![Json::from(types.number(view.type_key(number))), form(&content).into()];
        if let Content::String(text) | Content::Bytes(text) = &content {
            node.push(text.as_str().into());
        }
        for part in content.parts() {
            match &part.label {
                Label::Field(name) => node.push(names.number(name).into()),
                Label::Key(key) => node.push(json(key)),
                Label::Index(_) => {}
            }
            node.push(json(&part.value));
        }
        out.write_all(b",\n")?;
        write_json(&node, out)?;
    }
    let tensors: Vec<_> = view.tensors().iter().map(tensor_text).collect();
    for (name, texts) in [("types", &types.texts), ("names", &names.texts), ("tensors", &tensors)] {
        write!(out, "{}\n\"{name}\":", if name == "types" { "]," } else { "," })?;
        write_json(texts, out)?;
    }
    out.write_all(b"}")
}

/// Returns the letter that tells the page the layout of a node's parts.
fn form(content: &Content) -> &'static str {
    match content {
        Content::Fields(_) => "f",
        Content::Map(_) => "m",
        Content::Array(_) => "a",
        Content::Adt(_) => "t",
        Content::String(_) => "s",
        Content::Bytes(_) => "b",
        Content::Unknown => "u",
    }
}

fn json(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Node(number) => (*number).into(),
        Value::Plain(text) => format!("={text}").into(),
        Value::Outside(key) => format!("=<{key}>").into(),
        Value::String(text) => format!("'{text}").into(),
        Value::Tensor(number) => format!("#{number}").into(),
        Value::Ambiguous { text, node: None, .. } => format!("={text}").into(),
        Value::Ambiguous { text, node: Some(node), is_tree_edge } => {
            vec![Json::from(text.as_str()), (*node).into(), (*is_tree_edge).into()].into()
        }
    }
}

/// Writes JSON inside a script element. `<` occurs in JSON only within strings, and is escaped so
/// that no string contains `</script>` or `<!--`.
fn write_json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    // Serializing strings and numbers cannot fail.
    let text = serde_json::to_string(value).unwrap_or_default();
    out.write_all(text.replace('<', "\\u003c").as_bytes())
}

/// A table that numbers names in the order of their first use.
#[derive(Default)]
struct Names {
    texts: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Names {
    /// Returns the number of a name, and adds the name if it is new.
    fn number(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.texts.len();
        self.texts.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }
}
