//! Boxes and arrows of a graph: the content of each node's box, and which nodes have a box.

use crate::markup::{grouped, quoted, start};
use crate::part::{Content, Label, Part, Value, object_text, tensor_text};
use crate::view::{Number, Selection, View};

/// The number of characters of a string that are shown.
const TEXT: usize = 40;
/// The number of characters that are kept of a string that is shown truncated.
pub(crate) const WHOLE: usize = 1000;
/// The number of elements or entries that a compact box shows.
const ELEMENTS: usize = 12;

/// The fill colors of boxes. All nodes of a type have the same color.
const FILLS: [&str; 8] =
    ["#e8f1fb", "#e9f7ec", "#fff4de", "#fdeaea", "#f1ebfa", "#e5f6f6", "#fbeaf3", "#f1f1ec"];

/// The boxes of a selection.
pub(crate) struct Boxes<'a> {
    pub(crate) view: &'a View,
    pub(crate) selection: &'a Selection,
    /// Whether boxes are kept small and few: a constant is written into the boxes of its users, and
    /// only the first elements of a container are shown.
    pub(crate) is_compact: bool,
}

/// The lines of a box, and the arrows that leave the box.
#[derive(Default)]
pub(crate) struct BoxContent {
    pub(crate) lines: Vec<Line>,
    pub(crate) arrows: Vec<Arrow>,
    /// The number of parts that are not shown.
    pub(crate) left_out: usize,
}

/// A line of a box.
pub(crate) struct Line {
    pub(crate) text: String,
    /// The line with more of the value, if `text` is truncated.
    pub(crate) whole: Option<String>,
}

/// An arrow to another box.
pub(crate) struct Arrow {
    pub(crate) target: Number,
    pub(crate) label: String,
    /// Whether the part is known to be a reference. A value from a file that does not determine its
    /// type may be a number instead.
    pub(crate) is_sure: bool,
}

impl Line {
    /// Creates the line of a part. A string value is quoted.
    fn new(name: &str, value: &str, is_text: bool) -> Self {
        let shown = |length| match is_text {
            true => quoted(value, length),
            false => start(value, length),
        };
        let line = |value: String| if name.is_empty() { value } else { format!("{name} = {value}") };
        let is_cut = value.char_indices().nth(TEXT).is_some();
        Self { text: line(shown(TEXT)), whole: is_cut.then(|| line(shown(WHOLE))) }
    }
}

impl BoxContent {
    fn plain(&mut self, name: &str, value: &str) {
        self.lines.push(Line::new(name, value, false));
    }

    fn text(&mut self, name: &str, value: &str) {
        self.lines.push(Line::new(name, value, true));
    }
}

impl Boxes<'_> {
    /// Whether a node is written into the boxes of its users instead of having its own box.
    ///
    /// Strings always are, and so are constants in compact boxes. An array or a map is if its only
    /// user is a node with fields.
    pub(crate) fn is_part_of_its_user(&self, number: Number, content: &Content) -> bool {
        match content {
            Content::String(_) | Content::Bytes(_) => true,
            Content::Array(_) | Content::Map(_) => self.is_used_once_by_fields(number),
            Content::Fields(_) => self.constant(number, content).is_some(),
            Content::Adt(_) | Content::Unknown => false,
        }
    }

    fn is_used_once_by_fields(&self, number: Number) -> bool {
        self.view.only_user(number).is_some_and(|user| {
            self.selection.contains(user) && matches!(self.view.content_up_to(user, 0), Content::Fields(_))
        })
    }

    /// Returns the value of a constant: a node whose only parts are a value and a data type. Only
    /// compact boxes treat constants specially.
    fn constant<'c>(&self, number: Number, content: &'c Content) -> Option<&'c str> {
        if !self.is_compact || self.view.links(number).len() > 0 {
            return None;
        }
        let mut constant = None;
        for part in content.parts() {
            match (&part.label, &part.value) {
                (_, Value::Null) => {}
                (Label::Field(name), Value::Plain(value)) if name == "value" => {
                    constant = Some(value.as_str())
                }
                (Label::Field(name), Value::Plain(_)) if name == "dtype" => {}
                _ => return None,
            }
        }
        constant
    }

    /// Returns the box of a node.
    pub(crate) fn of(&self, number: Number, content: &Content) -> BoxContent {
        let mut node_box = BoxContent::default();
        match content {
            Content::String(text) | Content::Bytes(text) => node_box.text("", text),
            Content::Unknown if self.is_compact => {
                if let Some(object) = self.view.node(number) {
                    node_box.plain("", &object_text(object));
                }
            }
            _ => self.parts("", content, &mut node_box),
        }
        node_box
    }

    fn parts(&self, field: &str, content: &Content, node_box: &mut BoxContent) {
        let is_field = matches!(content, Content::Fields(_));
        let limit = if self.is_compact && !is_field { ELEMENTS } else { usize::MAX };
        content.parts().iter().take(limit).for_each(|part| self.part(field, part, is_field, node_box));
        node_box.left_out += content.left_out() + content.parts().len().saturating_sub(limit);
    }

    /// Adds a part to a box: a field of a node, or an element or entry of a container. `field` is
    /// the name of the field that refers to the container.
    fn part(&self, field: &str, part: &Part, is_field: bool, node_box: &mut BoxContent) {
        let name = match &part.label {
            Label::Field(name) => name.clone(),
            Label::Index(index) => format!("{field}[{index}]"),
            Label::Key(key) => match self.text(key).filter(|_| self.is_compact && field == "__dict__") {
                // Objects of classes declared in a front end keep their fields by name in this map.
                Some(name) => name,
                None => format!("{field}[{}]", self.key(key, node_box)),
            },
        };
        let number = match &part.value {
            Value::Null => return,
            Value::Plain(text) => return node_box.plain(&name, text),
            Value::String(text) => return node_box.text(&name, text),
            Value::Tensor(number) => {
                return node_box.plain(&name, &tensor_text(&self.view.tensors()[*number]));
            }
            Value::Outside(_) if self.is_compact => return node_box.left_out += 1,
            Value::Outside(key) => return node_box.plain(&name, &format!("<{key}>")),
            Value::Ambiguous { text, is_tree_edge: false, .. }
            | Value::Ambiguous { text, node: None, .. } => {
                return node_box.plain(&name, text);
            }
            Value::Ambiguous { text, node: Some(number), .. } => {
                let text = format!("{name} = {} or %{number}", start(text, TEXT));
                node_box.lines.push(Line { text, whole: None });
                *number
            }
            Value::Node(number) => *number,
        };
        if !self.selection.contains(number) {
            return match self.is_compact {
                true => node_box.left_out += 1,
                false => node_box.plain(&name, &format!("%{number} …")),
            };
        }
        let is_sure = matches!(part.value, Value::Node(_));
        match self.view.content(number) {
            Content::String(text) | Content::Bytes(text) => node_box.text(&name, &text),
            content => match self.constant(number, &content) {
                Some(value) => node_box.plain(&name, value),
                None if is_field && self.is_part_of_its_user(number, &content) => match self.list(&content) {
                    Some(list) => node_box.plain(&name, &list),
                    None => self.parts(&name, &content, node_box),
                },
                None => node_box.arrows.push(Arrow { target: number, label: name, is_sure }),
            },
        }
    }

    /// Formats the elements of an array as one line of a compact box, if no element needs an arrow.
    fn list(&self, content: &Content) -> Option<String> {
        let Content::Array(parts) = content else { return None };
        if !self.is_compact || parts.first.is_empty() {
            return None;
        }
        let mut texts = Vec::new();
        for part in parts.first.iter().take(ELEMENTS) {
            texts.push(match &part.value {
                Value::Null => "null".into(),
                Value::Plain(text) => start(text, TEXT),
                Value::Node(number) => match self.view.content(*number) {
                    Content::String(text) => quoted(&text, TEXT),
                    content => self.constant(*number, &content)?.into(),
                },
                _ => return None,
            });
        }
        let more = parts.left_out + parts.first.len() - texts.len();
        if more > 0 {
            texts.push(format!("… {} more", grouped(more)));
        }
        Some(format!("[{}]", texts.join(", ")))
    }

    /// Returns the string of a key, if the key is a string.
    fn text(&self, key: &Value) -> Option<String> {
        match key {
            Value::String(text) => Some(text.clone()),
            Value::Node(number) => match self.view.content(*number) {
                Content::String(text) | Content::Bytes(text) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    /// Formats a key. A key that is a node also gets an arrow.
    fn key(&self, key: &Value, node_box: &mut BoxContent) -> String {
        if let Some(text) = self.text(key) {
            return quoted(&text, TEXT);
        }
        let Value::Node(number) = key else { return "?".into() };
        if let Some(value) = self.constant(*number, &self.view.content(*number)) {
            return value.into();
        }
        if self.selection.contains(*number) {
            node_box.arrows.push(Arrow { target: *number, label: "key".into(), is_sure: true });
        }
        format!("%{number}")
    }
}

/// Returns the fill color of a type.
pub(crate) fn fill(type_key: &str) -> &'static str {
    FILLS[type_key.bytes().fold(0_usize, |sum, byte| (sum * 31 + usize::from(byte)) % 997) % FILLS.len()]
}
