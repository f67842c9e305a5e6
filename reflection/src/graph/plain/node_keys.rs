//! The keys of the nodes of a type, which are the same for all nodes.

use std::borrow::Cow;

use super::{ESCAPE, is_escaped};
use crate::graph::special_bytes;
use crate::node_layout::NodeLayout;

/// The keys of the nodes of a type, computed once for each type.
pub(crate) struct NodeKeys {
    pub(super) type_key: &'static str,
    /// The comma and the entry of the type in compact JSON.
    pub(super) type_text: Box<str>,
    /// The keys of the visited fields.
    pub(super) fields: Box<[FieldKey]>,
    /// The positions of the references among these fields, or none if files store nodes as bytes.
    pub(super) references: Box<[usize]>,
}

/// The key of a field.
pub(super) struct FieldKey {
    pub(super) name: Cow<'static, str>,
    /// The comma, the key and the colon in compact JSON.
    pub(super) text: Box<str>,
    /// The index in [`NodeKeys::references`], if the field is one of them.
    pub(super) reference: Option<usize>,
    /// Whether the value is JSON of any form.
    pub(super) is_json: bool,
}

impl FieldKey {
    /// Returns the key under another name.
    pub(super) fn renamed(&self, name: &str) -> Self {
        let name = written_name(name).into_owned();
        let text = entry_text(&name);
        Self { name: name.into(), text, ..*self }
    }
}

impl NodeKeys {
    /// Returns the keys of the nodes with this layout.
    #[inline]
    pub(super) fn of(layout: &'static NodeLayout) -> &'static Self {
        layout.plain_keys.get_or_init(|| Self::new(layout))
    }

    fn new(layout: &NodeLayout) -> Self {
        let visited = layout.visited.iter().enumerate();
        let has_references = layout.reflection.bytes().is_none();
        let references = visited.clone().filter(|(_, field)| has_references && field.is_reference());
        let references: Box<[usize]> = references.map(|(position, _)| position).collect();
        let fields = visited.map(|(position, field)| {
            let name = written_name(field.name());
            let reference = references.binary_search(&position).ok();
            let text = entry_text(&name);
            FieldKey { name, text, reference, is_json: field.kind().holds_json() }
        });
        let type_key = layout.reflection.type_key();
        let type_text = format!(",\"type\":\"{}\"", escaped(type_key)).into();
        Self { type_key, type_text, fields: fields.collect(), references }
    }
}

/// Returns a name of the program as it is written.
pub(super) fn written_name(name: &str) -> Cow<'_, str> {
    if is_escaped(name) { format!("{ESCAPE}{name}").into() } else { name.into() }
}

/// Returns the start of an entry in compact JSON.
fn entry_text(name: &str) -> Box<str> {
    format!(",\"{}\":", escaped(name)).into()
}

fn escaped(text: &str) -> String {
    let mut content = String::new();
    special_bytes::escape(text, special_bytes::find, |part| content.push_str(part));
    content
}
