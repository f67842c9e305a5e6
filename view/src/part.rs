//! The parts of an object: fields, elements or entries, whose values are strings or node numbers.

use objet_object::{
    ArgValue, ArrayNode, FieldKind, IsObjectRef, NDArray, ObjectRef, RetValue, ShapeTupleNode, StringNode,
    ValueError,
};
use objet_reflection::Content::{Adt, Array, Map, Node, Opaque};
use objet_reflection::{
    Field, OpaqueValue, OpaqueView, ReflectError, get_attr, print, print_attr, repr_bytes,
};

use crate::view::{Number, Numbers, type_key};

/// The parts of an object.
pub enum Content {
    /// A string, or the name that represents an object instead of its parts. The text has no
    /// quotes.
    String(String),
    /// The bytes that represent an object instead of its parts and are not UTF-8, with escapes.
    Bytes(String),
    /// The elements of an array.
    Array(Parts),
    /// The entries of a map.
    Map(Parts),
    /// The fields of an `ADT`, which have no names.
    Adt(Parts),
    /// Fields with names.
    Fields(Parts),
    /// An object of which only the type is known.
    Unknown,
}

/// The fields, elements or entries of an object.
#[derive(Default)]
pub struct Parts {
    /// The first parts, up to the limit of the view.
    pub first: Vec<Part>,
    /// The number of further parts.
    pub left_out: usize,
}

/// A field, an element or an entry.
pub struct Part {
    /// The name, position or key of the part.
    pub label: Label,
    /// The value of the part.
    pub value: Value,
}

/// The name, position or key of a part.
pub enum Label {
    /// The name of a field.
    Field(String),
    /// The position of an element.
    Index(usize),
    /// The key of an entry.
    Key(Value),
}

/// The value of a part.
pub enum Value {
    /// A null reference.
    Null,
    /// A number, a boolean, a data type or a variant of an enum.
    Plain(String),
    /// A string, without quotes.
    String(String),
    /// A node of the view.
    Node(Number),
    /// An object outside the view, by its type key.
    Outside(String),
    /// A tensor, by its index in [`View::tensors`](crate::View::tensors).
    Tensor(usize),
    /// Either a number or a reference. The file that was loaded does not determine which.
    Ambiguous {
        /// The value as text.
        text: String,
        /// The node that the value refers to, if it is a reference.
        node: Option<Number>,
        /// Whether the node is reachable only through this part.
        is_tree_edge: bool,
    },
}

impl Parts {
    /// Takes the first `limit` of `count` parts.
    fn first(parts: impl Iterator<Item = Part>, count: usize, limit: usize) -> Self {
        Self { first: parts.take(limit).collect(), left_out: count.saturating_sub(limit) }
    }
}

impl Content {
    /// Reads at most `limit` parts of an object.
    pub(crate) fn of(object: &ObjectRef, numbers: &Numbers, limit: usize) -> Self {
        let content = objet_reflection::Content::of(object);
        // A node with both bytes and attributes is shown by its attributes.
        let has_attrs = matches!(content, Opaque(opaque) if opaque.attrs().len() > 0);
        if let Some(bytes) = repr_bytes(object).filter(|_| !has_attrs) {
            return match std::str::from_utf8(bytes) {
                Ok(text) => Self::String(text.into()),
                Err(_) => Self::Bytes(bytes.escape_ascii().to_string()),
            };
        }
        match content {
            Array(array) => Self::Array(elements(array.as_slice(), numbers, limit)),
            Map(map) => {
                let part = |(key, value): (&ObjectRef, Option<&ObjectRef>)| Part {
                    label: Label::Key(Value::of_key(key, numbers)),
                    value: Value::of(value, numbers),
                };
                Self::Map(Parts::first(map.iter().map(part), map.len(), limit))
            }
            Adt(adt) => Self::Adt(elements(adt.fields(), numbers, limit)),
            Opaque(opaque) => {
                let count = opaque.attrs().len() + usize::from(opaque.bytes().is_some());
                Self::Fields(Parts::first(opaque_parts(opaque, numbers), count, limit))
            }
            Node(node) => {
                let fields = node.reflection().fields();
                let parts = fields.iter().map(|field| Part {
                    label: Label::Field(field.name().into()),
                    value: Value::of_field(object, field, numbers),
                });
                Self::Fields(Parts::first(parts, fields.len(), limit))
            }
            _ => Self::Unknown,
        }
    }

    /// Returns the fields, elements or entries.
    pub fn parts(&self) -> &[Part] {
        self.all_parts().map_or(&[], |parts| &parts.first)
    }

    /// Returns the number of parts beyond the limit of the view.
    pub fn left_out(&self) -> usize {
        self.all_parts().map_or(0, |parts| parts.left_out)
    }

    fn all_parts(&self) -> Option<&Parts> {
        match self {
            Self::Array(parts) | Self::Map(parts) | Self::Adt(parts) | Self::Fields(parts) => Some(parts),
            Self::String(_) | Self::Bytes(_) | Self::Unknown => None,
        }
    }
}

impl Part {
    /// Returns the nodes that the key and the value lead to.
    pub fn nodes(&self) -> impl Iterator<Item = Number> {
        let key = match &self.label {
            Label::Key(key) => key.node(),
            Label::Field(_) | Label::Index(_) => None,
        };
        key.into_iter().chain(self.value.node())
    }
}

impl Value {
    /// Returns the node that the value leads to.
    pub fn node(&self) -> Option<Number> {
        match self {
            Self::Node(number) => Some(*number),
            Self::Ambiguous { node, is_tree_edge: true, .. } => *node,
            _ => None,
        }
    }

    fn of(object: Option<&ObjectRef>, numbers: &Numbers) -> Self {
        let Some(object) = object else { return Self::Null };
        if let Some(number) = numbers.node(object) {
            return Self::Node(number);
        }
        match numbers.tensor(object) {
            Some(number) => Self::Tensor(number),
            None if object.is_instance::<ShapeTupleNode>() => Self::Plain(print(object).to_string()),
            None => Self::Outside(type_key(object).into()),
        }
    }

    /// If all keys of a map are strings, the keys have no numbers.
    fn of_key(key: &ObjectRef, numbers: &Numbers) -> Self {
        match (numbers.node(key), key.as_node::<StringNode>()) {
            (None, Some(text)) => Self::String(text.as_str().into()),
            _ => Self::of(Some(key), numbers),
        }
    }

    fn of_field(object: &ObjectRef, field: &Field, numbers: &Numbers) -> Self {
        if field.kind().holds_json() {
            return Self::Plain(
                print_attr(object, field.name()).unwrap_or_else(|error| format!("<{error}>")),
            );
        }
        match get_attr(object, field.name()) {
            Ok(RetValue::Object(object)) => Self::of(Some(&object), numbers),
            Ok(value) => plain_value(&value, field.kind()),
            // An integer outside of the range of `RetValue`.
            Err(ReflectError::Value { source: ValueError::Range { found, .. }, .. }) => Self::Plain(found),
            Err(error) => Self::Plain(format!("<{error}>")),
        }
    }
}

/// Converts the value of a field to a [`Value`] that is not a reference.
pub fn plain_value(value: &RetValue, kind: FieldKind) -> Value {
    if let RetValue::Object(object) = value {
        return Value::Plain(object_text(object));
    }
    let kind = if let (FieldKind::Optional(option), false) = (kind, matches!(value, RetValue::Null)) {
        option.element
    } else {
        kind
    };
    Value::Plain(match (value.as_arg(), kind) {
        (ArgValue::Null, FieldKind::Reference(_) | FieldKind::Optional(_)) => return Value::Null,
        (ArgValue::Str(text), _) => return Value::String(text.into()),
        (ArgValue::Int(number), FieldKind::Enum(declared)) => {
            declared.variant(number).map_or_else(|| number.to_string(), Into::into)
        }
        (ArgValue::Int(number), FieldKind::Bool) => (number != 0).to_string(),
        // Formatted as `f32`, so that no digits of the conversion to `f64` show.
        (ArgValue::Float(number), FieldKind::F32) => format!("{:?}", number as f32),
        (value, _) => format!("{value:?}"),
    })
}

fn elements(objects: &[Option<ObjectRef>], numbers: &Numbers, limit: usize) -> Parts {
    let part = |(index, object): (usize, &Option<ObjectRef>)| Part {
        label: Label::Index(index),
        value: Value::of(object.as_ref(), numbers),
    };
    Parts::first(objects.iter().enumerate().map(part), objects.len(), limit)
}

fn opaque_parts(opaque: OpaqueView<'_>, numbers: &Numbers) -> impl Iterator<Item = Part> {
    let bytes = opaque.bytes().map(|bytes| Part {
        label: Label::Field("(bytes)".into()),
        value: Value::String(String::from_utf8_lossy(bytes).into()),
    });
    let attrs = opaque.attrs().map(move |attr| Part {
        label: Label::Field(attr.name.into()),
        value: match &attr.value {
            OpaqueValue::String(text) => unknown_text(text),
            OpaqueValue::Literal(text) => Value::Plain((&**text).into()),
            OpaqueValue::Json(text) => Value::Plain(text.as_str().into()),
            OpaqueValue::Text(text) => Value::String(text.as_str().into()),
            OpaqueValue::Reference(object) => Value::of(object.as_ref(), numbers),
            OpaqueValue::Ambiguous { number, object, is_tree_edge, .. } => {
                let text = number.to_string();
                match object.as_ref().and_then(|object| numbers.node(object)) {
                    None => unknown_text(&text),
                    node => Value::Ambiguous { text, node, is_tree_edge: *is_tree_edge },
                }
            }
            // Other variants may be added.
            _ => Value::Plain("?".into()),
        },
    });
    bytes.into_iter().chain(attrs)
}

/// Guesses how to show a text of unknown type: without quotes if it could be a number or a data
/// type.
fn unknown_text(text: &str) -> Value {
    let simple = |byte: u8| byte.is_ascii_alphanumeric() || b"_.+-".contains(&byte);
    if !text.is_empty() && text.bytes().all(simple) {
        Value::Plain(text.into())
    } else {
        Value::String(text.into())
    }
}

/// Formats an object without its parts: by its plain field `value` if it has one, or by the start
/// of its printed form. An array is formatted as the list of its elements.
pub fn object_text(object: &ObjectRef) -> String {
    let short = |element: &ObjectRef| match get_attr(element, "value")
        .map(|value| plain_value(&value, FieldKind::String))
    {
        Ok(Value::Plain(number)) => number,
        _ => format!("{:.60}", print(element)),
    };
    match object.as_node::<ArrayNode>() {
        Some(array) => {
            let element = |element: &Option<ObjectRef>| element.as_ref().map_or("null".into(), short);
            format!("[{}]", array.as_slice().iter().map(element).collect::<Vec<_>>().join(", "))
        }
        None => short(object),
    }
}

/// Formats a tensor.
pub fn tensor_text(tensor: &NDArray) -> String {
    print(tensor).to_string()
}
