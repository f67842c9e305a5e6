//! Attributes of calls, functions and modules.

mod by_name;
mod into_attrs;
mod listing;

use objet::String;
use objet::prelude::*;
use objet::text::ReprPrinter;

pub use by_name::{AttrValue, make_attrs};
pub use into_attrs::IntoAttrs;
pub use objet_ir_derive::attrs_node;

/// The base of attributes nodes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Attrs")]
#[reflect(is_abstract)]
pub struct AttrsNode {
    base: Object,
}

/// Attributes as a dictionary from names to values.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "DictAttrs", is_final)]
#[reflect(repr = show_dict)]
pub struct DictAttrsNode {
    base: AttrsNode,
    /// The value of each attribute, by name.
    #[reflect(name = "__dict__")]
    pub dict: Map<String, Option<ObjectRef>>,
}

/// The description of an attribute, or of an argument of an operator.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "AttrFieldInfo", is_final, new)]
pub struct AttrFieldInfoNode {
    base: Object,
    /// The name of the attribute.
    pub name: String,
    /// The type of the attribute, in words.
    pub type_info: String,
    /// The meaning of the attribute.
    pub description: String,
}

impl AttrsNode {
    /// Creates the base part of an attributes node.
    pub fn new() -> Self {
        Self { base: Object::new() }
    }
}

impl Default for AttrsNode {
    fn default() -> Self {
        Self::new()
    }
}

impl DictAttrs {
    /// Creates a dictionary from pairs of a name and a value.
    ///
    /// ```
    /// use objet_ir::attrs::DictAttrs;
    ///
    /// let attrs = DictAttrs::new([("global_symbol", objet::String::from("main"))]);
    /// assert_eq!(attrs.get::<objet::String>("global_symbol"), Some("main".into()));
    /// ```
    pub fn new<K: Into<String>, V: Into<ObjectRef>>(attrs: impl IntoIterator<Item = (K, V)>) -> Self {
        let dict = attrs.into_iter().map(|(name, value)| (name.into(), Some(value.into()))).collect();
        make_object(DictAttrsNode { base: AttrsNode::new(), dict }).into()
    }

    /// Returns the attribute `name`, or `None` if it is absent or not a `T`.
    pub fn get<T: IsObjectRef>(&self, name: &str) -> Option<T> {
        self.dict.get(name)?.clone()?.downcast().ok()
    }

    /// Returns the attributes with `name` set to `value`.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<ObjectRef>) -> Self {
        self.make_mut().dict.insert(name.into(), Some(value.into()));
        self
    }

    /// Returns the attributes without `name`.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        if self.dict.contains_key(name) {
            self.make_mut().dict.remove(name);
        }
        self
    }
}

impl Default for DictAttrs {
    fn default() -> Self {
        Self::new::<String, ObjectRef>([])
    }
}

fn show_dict<'a>(attrs: &'a DictAttrsNode, printer: &mut ReprPrinter<'a>) {
    printer.object(&attrs.dict);
}

/// Returns the attributes as a map from names to values.
#[register_global("ir.DictAttrsGetDict")]
fn dict_attrs_get_dict(attrs: DictAttrs) -> Map<String, Option<ObjectRef>> {
    attrs.dict.clone()
}
