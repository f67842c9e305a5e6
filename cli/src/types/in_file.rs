//! The types of the nodes in a file, with the fields of types that are not linked as the nodes have
//! them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use objet::graph::OpaqueView;
use objet::types::{self, TypeInfo};
use objet_view::{Content, Label, Number, Value, View, grouped};

use super::hierarchy;
use crate::output::{Output, printable};
use crate::style::{FAINT, HEADING, NAME, NUMBER, TYPE};

/// The types of the nodes in a file by type key.
pub(super) struct FileTypes<'a>(BTreeMap<&'a str, FileType>);

/// A type of nodes in a file.
pub(super) struct FileType {
    /// The type itself, or the nearest linked type above it if the type is unknown.
    nearest: TypeInfo,
    /// The number of nodes.
    nodes: usize,
    /// The nodes that are kept as in the file: all nodes of an unknown type, and those of a known
    /// type that it cannot hold.
    kept: Kept,
}

/// The fields of nodes that are kept as in the file.
#[derive(Default)]
struct Kept {
    nodes: usize,
    /// The fields, in the order of the nodes.
    fields: Vec<KeptField>,
    /// The positions of the fields by name.
    positions: HashMap<String, usize>,
}

struct KeptField {
    name: String,
    /// The number of nodes with the field.
    nodes: usize,
    /// The kinds of its values.
    kinds: BTreeSet<String>,
    /// The nodes whose kinds are in `kinds`. Many nodes may share a large container.
    seen: HashSet<Number>,
}

/// A type in the hierarchy of a file.
#[derive(Clone, Copy)]
enum Entry<'a> {
    /// A linked type: of a node, or above the type of a node.
    Linked(TypeInfo),
    /// An unknown type.
    Unknown(&'a str),
}

impl<'a> FileTypes<'a> {
    /// Reads the types of all nodes.
    pub(super) fn of(view: &'a View) -> Self {
        let mut types = BTreeMap::new();
        for (number, object) in view.numbers().filter_map(|number| Some((number, view.node(number)?))) {
            let key = view.type_key(number);
            let kept = OpaqueView::of(object).is_some();
            // The type of a kept node is the stand-in type of its parent.
            let above = object.type_info().parent().filter(|_| kept).unwrap_or(object.type_info());
            let found: &mut FileType = types.entry(key).or_insert_with(|| FileType {
                nearest: types::by_key(key).unwrap_or(above),
                nodes: 0,
                kept: Kept::default(),
            });
            found.nodes += 1;
            if kept {
                found.nearest = common(found.nearest, above).unwrap_or(found.nearest);
                found.kept.add(view, number);
            }
        }
        Self(types)
    }

    /// Returns the type with this key.
    pub(super) fn get(&self, key: &str) -> Option<&FileType> {
        self.0.get(key)
    }

    /// Returns the type keys.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.0.keys().copied()
    }

    /// Prints the types of the file below their parents, with the number of nodes of each type.
    pub(super) fn print(&self, out: &mut Output) {
        writeln!(out, "{HEADING}{:>10}  type{HEADING:#}", "nodes");
        let ancestors = |each: &FileType| std::iter::successors(Some(each.nearest), |info| info.parent());
        let linked: BTreeMap<_, _> =
            self.0.values().flat_map(ancestors).map(|info| (info.index(), info)).collect();
        let children = |parent: Option<Entry<'a>>| -> Vec<Entry<'a>> {
            let parent = match parent {
                Some(Entry::Unknown(_)) => return Vec::new(),
                Some(Entry::Linked(info)) => Some(info),
                None => None,
            };
            let linked = linked.values().filter(|info| info.parent() == parent).copied().map(Entry::Linked);
            let unknown = self
                .0
                .iter()
                .filter(|(key, each)| types::by_key(key).is_none() && Some(each.nearest) == parent);
            linked.chain(unknown.map(|(key, _)| Entry::Unknown(key))).collect()
        };
        hierarchy::draw(children, |entry, lines| {
            let (key, note) = match entry {
                Entry::Linked(info) => (info.key(), ""),
                Entry::Unknown(key) => (key, "  unknown"),
            };
            let nodes = self.get(key).map_or_else(|| "-".into(), |each| grouped(each.nodes));
            writeln!(
                out,
                "{NUMBER}{nodes:>10}{NUMBER:#}  {FAINT}{lines}{FAINT:#}{TYPE}{}{TYPE:#}{FAINT}{note}{FAINT:#}",
                printable(key),
            );
        });
    }
}

impl FileType {
    /// Describes the nodes of the type.
    pub(super) fn describe(&self, key: &str, out: &mut Output) {
        let is_known = types::by_key(key).is_some();
        if !is_known {
            super::row(out, "type", format!("{TYPE}{}{TYPE:#}, unknown", printable(key)));
            let parents = std::iter::successors(Some(self.nearest), |parent| parent.parent());
            super::row(out, "parents", parents.map(TypeInfo::key).collect::<Vec<_>>().join(" < "));
        }
        super::row(out, "nodes", grouped(self.nodes));
        let Kept { nodes, fields, .. } = &self.kept;
        if *nodes == 0 {
            return;
        }
        if is_known {
            writeln!(out, "\n{} of the nodes are kept as in the file.", grouped(*nodes));
        }
        if fields.is_empty() {
            writeln!(out, "\nThe nodes have no fields.");
            return;
        }
        writeln!(out, "\n{HEADING}fields in the file{HEADING:#}");
        for field in fields {
            let kinds = field.kinds.iter().map(String::as_str).collect::<Vec<_>>().join(" | ");
            let note = match field.nodes {
                all if all == *nodes => String::new(),
                some => format!("  (in {} of {} nodes)", grouped(some), grouped(*nodes)),
            };
            let (name, kinds) = (printable(&field.name), printable(&kinds));
            writeln!(out, "  {NAME}{name}{NAME:#}: {TYPE}{kinds}{TYPE:#}{FAINT}{note}{FAINT:#}");
        }
    }
}

impl Kept {
    /// Adds the fields of a node.
    fn add(&mut self, view: &View, number: Number) {
        self.nodes += 1;
        for part in view.content(number).parts() {
            let Label::Field(name) = &part.label else { continue };
            let position = self.positions.get(name).copied().unwrap_or_else(|| {
                let position = self.fields.len();
                self.fields.push(KeptField {
                    name: name.clone(),
                    nodes: 0,
                    kinds: BTreeSet::new(),
                    seen: HashSet::new(),
                });
                self.positions.insert(name.clone(), position);
                position
            });
            let field = &mut self.fields[position];
            field.nodes += 1;
            field.add(view, &part.value);
        }
    }
}

impl KeptField {
    /// Adds the kind of a value. The kind of a container names the kinds of its elements.
    fn add(&mut self, view: &View, value: &Value) {
        let Some(number) = value.node() else {
            self.kinds.insert(kind(view, value));
            return;
        };
        if !self.seen.insert(number) {
            return;
        }
        let key = view.type_key(number);
        match view.content(number) {
            Content::Array(parts) | Content::Map(parts) if !parts.first.is_empty() => {
                let elements = parts.first.iter().map(|part| kind(view, &part.value));
                self.kinds.extend(elements.map(|element| format!("{key} of {element}")));
            }
            _ => drop(self.kinds.insert(key.into())),
        }
    }
}

/// Returns the type key of an object, or the JSON type of another value.
fn kind(view: &View, value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Plain(text) => plain_kind(text).into(),
        Value::String(_) => "string".into(),
        Value::Outside(key) => key.clone(),
        Value::Tensor(_) => "runtime.NDArray".into(),
        Value::Node(number) => view.type_key(*number).into(),
        Value::Ambiguous { node: Some(node), is_tree_edge: true, .. } => view.type_key(*node).into(),
        Value::Ambiguous { node: Some(node), .. } => format!("integer or {}", view.type_key(*node)),
        Value::Ambiguous { node: None, .. } => "integer".into(),
    }
}

/// Returns the JSON type of a value. In files of TVM 0.8, numbers are strings.
fn plain_kind(text: &str) -> &'static str {
    let is_number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    match text {
        "null" => "null",
        "true" | "false" => "boolean",
        _ if text.starts_with('[') => "list",
        _ if text.starts_with('{') => "object",
        _ if is_number && text.parse::<i128>().is_ok() => "integer",
        _ if is_number && text.parse::<f64>().is_ok() => "number",
        _ => "string",
    }
}

/// Returns the nearest type that both types are or derive from.
fn common(left: TypeInfo, right: TypeInfo) -> Option<TypeInfo> {
    let mut types = std::iter::successors(Some(left), |info| info.parent());
    types.find(|info| right.is_derived_from(*info))
}

#[cfg(test)]
mod tests {
    use super::plain_kind;

    #[test]
    fn values_have_the_kinds_of_json() {
        for (text, kind) in [
            ("-12", "integer"),
            ("1.5e3", "number"),
            ("inf", "string"),
            ("float32", "string"),
            ("true", "boolean"),
            ("null", "null"),
            ("[1, 2]", "list"),
        ] {
            assert_eq!(plain_kind(text), kind, "{text}");
        }
    }
}
