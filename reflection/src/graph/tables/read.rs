//! Reading of tables into a [`Document`].

use std::fmt;

use objet_object::NDArray;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};

use super::{Content, Type, VERSION, Value};
use crate::error::cut;
use crate::graph::document::{Document, NodeText, Tag, TaggedValue};
use crate::graph::number::is_number;
use crate::graph::value_nodes::{DATA, shape_text};
use crate::graph::versions::attr_name;

/// Reads a document.
pub(in crate::graph) fn document<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Document, D::Error> {
    deserializer.deserialize_tuple(4, Tables)
}

struct Tables;

impl<'de> Visitor<'de> for Tables {
    type Value = Document;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a graph: its version, types, nodes and root")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Document, A::Error> {
        let missing = |part| move || A::Error::invalid_length(part, &"a graph of 4 parts");
        let version: u32 = parts.next_element()?.ok_or_else(missing(0))?;
        if version != VERSION {
            return Err(A::Error::custom(format_args!(
                "expected version {VERSION} of the format, found {version}: update the reader"
            )));
        }
        let types: Vec<Type<'de>> = parts.next_element()?.ok_or_else(missing(1))?;
        let mut reader = Reader::new(&types).map_err(A::Error::custom)?;
        parts.next_element_seed(Nodes(&mut reader))?.ok_or_else(missing(2))?;
        let root: u32 = parts.next_element()?.ok_or_else(missing(3))?;
        let mut document = reader.document;
        document.root = root as usize;
        document.finish().map_err(|error| A::Error::custom(String::from(error)))?;
        Ok(document)
    }
}

/// Adds nodes to a document.
struct Reader {
    document: Document,
    /// The numbers of the type key and the shape of each type.
    types: Vec<(u32, u32)>,
    /// The numbers of the type keys that the content of a node implies.
    string: u32,
    array: u32,
    map: u32,
    shape: u32,
    /// The numbers of the type key and the attribute name of tensors.
    tensor: (u32, u32),
}

/// Why a node is invalid.
type Problem = String;

impl Reader {
    fn new(types: &[Type<'_>]) -> Result<Self, Problem> {
        let mut document = Document { is_tagged: true, ..Document::default() };
        document.intern_type_key("")?;
        document.shapes.intern(&[]);
        document.nodes.push(NodeText::default());
        let (data, _) = document.intern_names([DATA])?;
        let mut numbers = Vec::with_capacity(types.len());
        for (type_key, version, attrs) in types {
            let number = document.intern_type_key(type_key)?;
            let (shape, is_new) = document.intern_names(attrs.iter().map(|attr| &**attr))?;
            if is_new && let Some(name) = document.repeated_name(shape) {
                return Err(format!("type {type_key}: duplicate attribute `{name}`", type_key = &**type_key));
            }
            numbers.push((number, shape));
            if !version.is_empty() {
                document.attrs.push((attr_name(type_key), version.to_string()));
            }
        }
        Ok(Self {
            string: document.intern_type_key("runtime.String")?,
            array: document.intern_type_key("Array")?,
            map: document.intern_type_key("Map")?,
            shape: document.intern_type_key("runtime.ShapeTuple")?,
            tensor: (document.intern_type_key("runtime.NDArray")?, data),
            types: numbers,
            document,
        })
    }

    fn add(&mut self, of: u32, content: Content<'_>) -> Result<(), Problem> {
        let number = self.document.nodes.len();
        self.add_node(of, content).map_err(|problem| format!("node {number}: {problem}"))
    }

    fn add_node(&mut self, of: u32, content: Content<'_>) -> Result<(), Problem> {
        let declared = self.types.get(of as usize).copied();
        let (type_key, shape) = match &content {
            Content::String(_) => (self.string, 0),
            Content::Array(_) => (self.array, 0),
            Content::Map(_) | Content::TextMap(..) => (self.map, 0),
            Content::Shape(_) => (self.shape, 0),
            Content::Tensor(_) => self.tensor,
            Content::Attrs(_) | Content::Bytes(..) => declared.ok_or_else(|| {
                format!("type number {of} is out of range: type count is {}", self.types.len())
            })?,
        };
        let document = &mut self.document;
        let index = document.begin_node(0)?;
        let node = &mut document.nodes[index];
        (node.type_key, node.shape) = (type_key, shape);
        match content {
            Content::Attrs(values) => self.values(shape, values)?,
            Content::Bytes(bytes, values) => {
                self.repr(&bytes)?;
                self.values(shape, values)?;
            }
            Content::String(text) => self.repr(text.as_bytes())?,
            Content::Array(data) | Content::Map(data) => document.data.extend_from_slice(&data),
            Content::TextMap(keys, data) => {
                for key in keys {
                    document.keys.text.push_str(&key);
                    document.keys.end()?;
                }
                document.data.extend_from_slice(&data);
            }
            Content::Shape(extents) => self.repr(shape_text(&extents).as_bytes())?,
            Content::Tensor(bytes) => {
                let tensor = NDArray::load(&bytes).map_err(|error| error.to_string())?;
                let number = document.tensors.len() as i64;
                document.tensors.push(tensor);
                self.values(shape, vec![Value::Int(number)])?;
            }
        }
        Ok(())
    }

    fn repr(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        self.document.reprs.extend_from_slice(bytes);
        Ok(self.document.end_repr()?)
    }

    fn values(&mut self, shape: u32, values: Vec<Value<'_>>) -> Result<(), Problem> {
        let expected = self.document.shape(shape).len();
        if values.len() != expected {
            return Err(format!(
                "expected {expected} values, one for each attribute, found {}",
                values.len()
            ));
        }
        for value in values {
            let mut digits = itoa::Buffer::new();
            let literal = match value {
                Value::Node(index) => {
                    let Ok(value) = TaggedValue::node(index) else {
                        return Err(format!("the index {index} of a node is out of range"));
                    };
                    self.document.tagged.push(value);
                    continue;
                }
                Value::String(string) => {
                    self.document.push_tagged(Tag::String, &string)?;
                    continue;
                }
                Value::Number(number) => {
                    if !is_number(&number) {
                        return Err(format!("expected the text of a number, found {:?}", cut(&number)));
                    }
                    self.document.push_tagged(Tag::Literal, &number)?;
                    continue;
                }
                Value::Null => "null",
                Value::Bool(true) => "true",
                Value::Bool(false) => "false",
                Value::Int(number) => digits.format(number),
                Value::Unsigned(number) => digits.format(number),
                Value::Float(number) if number.is_nan() => "NaN",
                Value::Float(f64::INFINITY) => "Infinity",
                Value::Float(f64::NEG_INFINITY) => "-Infinity",
                Value::Float(number) => &format!("{number:?}"),
            };
            self.document.push_tagged(Tag::Literal, literal)?;
        }
        Ok(())
    }
}

/// Reads the nodes.
struct Nodes<'b>(&'b mut Reader);

impl<'de> DeserializeSeed<'de> for Nodes<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Nodes<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of nodes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<(), A::Error> {
        while let Some((of, content)) = nodes.next_element::<(u32, Content<'de>)>()? {
            self.0.add(of, content).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}
