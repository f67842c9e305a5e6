//! What an object consists of: fields, elements, entries, with their values as text or as numbers of nodes.

use objet_object::{
    ArgValue, ArrayNode, FieldKind, IsObjectRef, NDArray, ObjectRef, RetValue, ShapeTupleNode, StringNode,
    ValueError,
};
use objet_reflection::Content::{Adt, Array, Map, Node, Opaque};
use objet_reflection::{Field, OpaqueNode, OpaqueValue, ReflectError, get_attr, print, repr_bytes};

use crate::view::{Number, Numbers};

/// What an object is made of.
pub enum Content {
    /// A text, or a name in the place of parts; without quotes.
    Text(String),
    /// Bytes in the place of parts that are no text; escaped.
    Bytes(String),
    /// The elements of an array.
    Array(Parts),
    /// The entries of a map.
    Map(Parts),
    /// The fields of an `ADT`, which have no names.
    Adt(Parts),
    /// Fields with names.
    Fields(Parts),
    /// Nothing is known of it but its type.
    Unknown,
}

/// Fields, elements or entries.
#[derive(Default)]
pub struct Parts {
    /// The first of them, up to the limit of the view.
    pub first: Vec<Part>,
    /// How many more there are.
    pub left_out: usize,
}

/// A field, an element or an entry.
pub struct Part {
    /// What it is called.
    pub label: Label,
    /// What stands in it.
    pub value: Value,
}

/// What a part is called.
pub enum Label {
    /// The name of a field.
    Field(String),
    /// The position of an element.
    Index(usize),
    /// The key of an entry.
    Key(Value),
}

/// What stands in a part.
pub enum Value {
    /// No object.
    Null,
    /// A number, a truth value, a data type, a variant.
    Plain(String),
    /// A text, without quotes.
    Text(String),
    /// A node of the view.
    Node(Number),
    /// An object that is not in the view: the key of its type.
    Beyond(String),
    /// A tensor, by its number among the tensors.
    Tensor(usize),
    /// Either what it says, or a reference; nothing tells which.
    Unclear {
        /// What it says.
        text: String,
        /// The node that it may refer to.
        node: Option<Number>,
        /// Whether this part alone leads to the node.
        leads: bool,
    },
}

impl Parts {
    /// The first ones, at most `limit`, of so many.
    fn first(parts: impl Iterator<Item = Part>, count: usize, limit: usize) -> Self {
        Self { first: parts.take(limit).collect(), left_out: count.saturating_sub(limit) }
    }
}

impl Content {
    /// The content of an object of a graph, with at most `limit` parts.
    pub(crate) fn of(object: &ObjectRef, numbers: &Numbers, limit: usize) -> Self {
        let content = objet_reflection::Content::of(object);
        // A node with bytes and attributes is seen by its attributes.
        let has_attrs = matches!(content, Opaque(opaque) if !opaque.attrs().is_empty());
        if let Some(bytes) = repr_bytes(object).filter(|_| !has_attrs) {
            return match std::str::from_utf8(bytes) {
                Ok(text) => Self::Text(text.into()),
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

    /// The fields, elements or entries.
    pub fn parts(&self) -> &[Part] {
        self.all_parts().map_or(&[], |parts| &parts.first)
    }

    /// How many parts the view leaves out.
    pub fn left_out(&self) -> usize {
        self.all_parts().map_or(0, |parts| parts.left_out)
    }

    fn all_parts(&self) -> Option<&Parts> {
        match self {
            Self::Array(parts) | Self::Map(parts) | Self::Adt(parts) | Self::Fields(parts) => Some(parts),
            Self::Text(_) | Self::Bytes(_) | Self::Unknown => None,
        }
    }
}

impl Part {
    /// The nodes that it leads to: its key's, its value's.
    pub fn nodes(&self) -> impl Iterator<Item = Number> {
        let key = match &self.label {
            Label::Key(key) => key.node(),
            Label::Field(_) | Label::Index(_) => None,
        };
        key.into_iter().chain(self.value.node())
    }
}

impl Value {
    /// The node that it leads to.
    pub fn node(&self) -> Option<Number> {
        match self {
            Self::Node(number) => Some(*number),
            Self::Unclear { node, leads: true, .. } => *node,
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
            None => Self::Beyond(object.type_key().into()),
        }
    }

    /// Keys that are all texts have no numbers.
    fn of_key(key: &ObjectRef, numbers: &Numbers) -> Self {
        match (numbers.node(key), key.as_node::<StringNode>()) {
            (None, Some(text)) => Self::Text(text.as_str().into()),
            _ => Self::of(Some(key), numbers),
        }
    }

    fn of_field(object: &ObjectRef, field: &Field, numbers: &Numbers) -> Self {
        match get_attr(object, field.name()) {
            Ok(RetValue::Object(object)) => Self::of(Some(&object), numbers),
            Ok(value) => plain_value(&value, field.kind()),
            // An integer that no `RetValue` holds.
            Err(ReflectError::Value { source: ValueError::Range { found, .. }, .. }) => Self::Plain(found),
            Err(error) => Self::Plain(format!("<{error}>")),
        }
    }
}

/// The value of a field that is no reference.
pub fn plain_value(value: &RetValue, kind: FieldKind) -> Value {
    if let RetValue::Object(object) = value {
        return Value::Plain(object_text(object));
    }
    Value::Plain(match (value.as_arg(), kind) {
        (ArgValue::Null, FieldKind::Reference(_)) => return Value::Null,
        (ArgValue::Str(text), _) => return Value::Text(text.into()),
        (ArgValue::Int(number), FieldKind::Enum(declared)) => {
            declared.variant(number).map_or_else(|| number.to_string(), Into::into)
        }
        (ArgValue::Int(number), FieldKind::Bool) => (number != 0).to_string(),
        // With as many digits as a number of this size takes.
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

fn opaque_parts(opaque: &OpaqueNode, numbers: &Numbers) -> impl Iterator<Item = Part> {
    let bytes = opaque.bytes().map(|bytes| Part {
        label: Label::Field("(bytes)".into()),
        value: Value::Text(String::from_utf8_lossy(bytes).into()),
    });
    let attrs = opaque.attrs().iter().map(move |attr| Part {
        label: Label::Field(attr.name.as_str().into()),
        value: match &attr.value {
            OpaqueValue::Text(text) => unknown_text(text),
            OpaqueValue::Reference(object) => Value::of(object.as_ref(), numbers),
            OpaqueValue::Unclear { text, object, leads, .. } => {
                match object.as_ref().and_then(|object| numbers.node(object)) {
                    None => unknown_text(text),
                    node => Value::Unclear { text: (&**text).into(), node, leads: *leads },
                }
            }
            // More may become known of what files say.
            _ => Value::Plain("?".into()),
        },
    });
    bytes.into_iter().chain(attrs)
}

/// A text of which it is not known what it means: what could be a number or a data type is shown as such.
fn unknown_text(text: &str) -> Value {
    let simple = |byte: u8| byte.is_ascii_alphanumeric() || b"_.+-".contains(&byte);
    if !text.is_empty() && text.bytes().all(simple) {
        Value::Plain(text.into())
    } else {
        Value::Text(text.into())
    }
}

/// What is shown of an object that is no part of the graph: the start of how it prints. Numbers and texts in a list stand for
/// themselves.
pub fn object_text(object: &ObjectRef) -> String {
    let short = |element: &ObjectRef| match get_attr(element, "value")
        .map(|value| plain_value(&value, FieldKind::Text))
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

/// What is shown of a tensor.
pub fn tensor_text(tensor: &NDArray) -> String {
    print(tensor).to_string()
}
