//! Objet's own format: plain JSON for people and for other tools.
//!
//! A document is `{"objet": 1, "root": value, "nodes": [value, …]}`. If types have versions,
//! `"versions": {key: version, …}` precedes the root. Values are:
//!
//! | JSON | meaning |
//! |---|---|
//! | `{"type": key, field: value, …}` | a node; null references are omitted if the loaded field is null then |
//! | a list | an array; for fields that are lists, their elements |
//! | an object without `type` | a map whose keys are strings |
//! | a string, a number, a truth value, `null` | a field, or an object with this value |
//! | `{"$ref": id}` | the object with this `$id` |
//!
//! An object with several references has an `$id`. It is written where a depth-first walk in the
//! order of the text reaches it. So it is written where it first occurs if no object is nested too
//! deeply. An object that would be nested deeper than [`MAX_NESTING`] levels is replaced by a
//! reference and moved to `nodes`, so that parsers which recurse can read the document. Data stays
//! where it is: numbers, texts, lists and maps of data without an `$id`, and nodes that refer to
//! nothing else.
//!
//! Objects whose value has no form of its own in JSON are nodes too:
//!
//! - `{"type": "Array", "data": […]}`: an array with an `$id`
//! - `{"type": "Map", "keys": […], "values": […]}`: a map with other keys than strings
//! - `{"type": "runtime.String", "value": …}`: a string with an `$id`
//! - `{"type": "runtime.NDArray", "dtype": …, "shape": […], "data": base64}`: a tensor
//! - `{"type": "runtime.ShapeTuple", "data": […]}`: a shape
//! - `{"type": key, "$repr": …}`: a node that is saved as bytes; `$repr_b64` if they are no UTF-8
//!
//! Names of fields and keys of maps that are `type`, or begin with `$`, are written with `$.` in
//! front of them, also in fields with `serde`. So the form does not depend on known types.

mod builder;
mod compact;
mod error;
mod fields;
mod ids;
mod json_field;
mod json_target;
mod likely_keys;
mod node_keys;
mod open;
mod open_node;
mod outline;
mod pending;
mod save;
mod scan;
mod target;
mod values;
mod visitor;

pub use error::PlainError;
pub(crate) use node_keys::NodeKeys;
pub(super) use open_node::large_integer;
pub(super) use outline::check_attrs;
pub(super) use save::{save, text};
pub(super) use scan::{is_plain, scan};
pub(super) use values::Document;
pub(super) use visitor::document;

/// The version of the format, which the key `objet` states.
pub(super) const VERSION: u32 = 1;

/// The largest number of nodes and lists inside each other in a document that is written.
pub(super) const MAX_NESTING: usize = 32;

/// The front of names that would otherwise have a meaning of their own.
const ESCAPE: &str = "$.";

/// Whether a name is written with [`ESCAPE`] in front of it.
fn is_escaped(name: &str) -> bool {
    name == "type" || name.starts_with('$')
}
