//! The tables of a graph.

use std::collections::HashMap;

use objet_object::{ArgValue, FieldKind, IsObjectRef, ObjectRef, TypeIndex};
use serde::ser::{Error, SerializeSeq, SerializeTuple};
use serde::{Serialize, Serializer};
use serde_bytes::ByteBuf;

use super::{Content, Text, Type, VERSION, Value};
use crate::content::Content as ObjectContent;
use crate::graph::error::GraphError;
use crate::graph::number::is_number;
use crate::graph::numbering::{NULL_TENSOR, Numbering, has_text_keys};
use crate::graph::opaque::{OpaqueValue, OpaqueView};
use crate::graph::plain::check_attrs;
use crate::graph::value_nodes::DATA;
use crate::memory::{Node, RecentTypes};

/// The tables of a graph.
pub(in crate::graph) struct Tables<'a> {
    numbering: Numbering<'a>,
    types: Vec<Type<'a>>,
    /// The number of each node's type.
    type_numbers: Vec<u32>,
}

impl<'a> Tables<'a> {
    /// Collects the types of a graph.
    ///
    /// # Errors
    /// If JSON cannot hold the value of a field with `serde`, or if a node has an ambiguous
    /// reference.
    pub(in crate::graph) fn of(numbering: Numbering<'a>) -> Result<Self, GraphError> {
        numbering.check_texts()?;
        let mut tables =
            Self { type_numbers: Vec::with_capacity(numbering.objects.len()), numbering, types: Vec::new() };
        let mut numbers = HashMap::<(&str, Vec<Text<'_>>), u32>::new();
        let versions = std::mem::take(&mut tables.numbering.versions);
        let version = |key: &str| match versions.binary_search_by_key(&key, |(key, _)| key) {
            Ok(position) => Text::from(versions[position].1.clone()),
            Err(_) => "".into(),
        };
        // The numbers of types whose nodes all have the same attributes.
        let mut known = HashMap::<TypeIndex, u32, foldhash::fast::RandomState>::default();
        let mut recent = RecentTypes::new();
        for object in &tables.numbering.objects {
            let content = ObjectContent::by_recent(object, &mut recent);
            let type_index = match content {
                ObjectContent::Node(node) if object.type_index() == node.layout().own_index => {
                    Some(object.type_index())
                }
                _ => None,
            };
            if let Some(number) = type_index.and_then(|type_index| known.get(&type_index)) {
                tables.type_numbers.push(*number);
                continue;
            }
            let (key, attrs): (&str, Vec<Text<'_>>) = match content {
                ObjectContent::Node(node) if node.reflection().bytes().is_none() => {
                    let names = node.layout().visited.iter().map(|field| field.name().into());
                    (object.type_key(), names.collect())
                }
                ObjectContent::Opaque(opaque) => {
                    check_attrs(opaque.node())?;
                    let names = opaque.names().map(Text::from);
                    (opaque.opaque_type_key(), names.collect())
                }
                ObjectContent::Tensor(_) => (object.type_key(), vec![DATA.into()]),
                _ => (object.type_key(), Vec::new()),
            };
            let next = tables.types.len() as u32;
            let number = *numbers.entry((key, attrs)).or_insert_with_key(|(key, attrs)| {
                tables.types.push(((*key).into(), version(key), attrs.clone()));
                next
            });
            tables.type_numbers.push(number);
            known.extend(type_index.map(|type_index| (type_index, number)));
        }
        Ok(tables)
    }

    fn tensor_number(&self, tensor: u32) -> u32 {
        if tensor == NULL_TENSOR {
            return 0;
        }
        self.numbering.objects.len() as u32 + 1 + tensor
    }
}

impl Serialize for Tables<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(4)?;
        tuple.serialize_element(&VERSION)?;
        tuple.serialize_element(&self.types)?;
        tuple.serialize_element(&Nodes(self))?;
        tuple.serialize_element(&u32::from(!self.numbering.objects.is_empty()))?;
        tuple.end()
    }
}

/// The nodes and the tensors.
struct Nodes<'a, 'b>(&'b Tables<'a>);

impl Serialize for Nodes<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tables = self.0;
        let numbering = &tables.numbering;
        let count = numbering.objects.len() + numbering.tensors.len();
        let mut nodes = serializer.serialize_seq(Some(count))?;
        // The numbers of the references of each object follow those of the object before.
        let mut children = &*numbering.children;
        let mut recent = RecentTypes::new();
        // Memory for the values of a node, used again for later nodes.
        let mut spare = Vec::new();
        for (object, of) in numbering.objects.iter().zip(&tables.type_numbers) {
            let content = ObjectContent::by_recent(object, &mut recent);
            let mut take = |count| {
                let (taken, rest) = children.split_at(count);
                children = rest;
                taken
            };
            let content = tables.content(object, content, &mut take, &mut spare);
            nodes.serialize_element(&(*of, &content))?;
            if let Content::Attrs(values) = content {
                spare = values;
                spare.clear();
            }
        }
        for tensor in &numbering.tensors {
            let mut bytes = Vec::new();
            tensor.save(&mut bytes).map_err(S::Error::custom)?;
            nodes.serialize_element(&(u32::MAX, Content::Tensor(ByteBuf::from(bytes))))?;
        }
        nodes.end()
    }
}

impl<'a> Tables<'a> {
    /// Returns the content of an object. `take` returns the numbers of its next references, and
    /// `spare` is an empty vector.
    fn content(
        &self,
        object: &'a ObjectRef,
        content: ObjectContent<'a>,
        take: &mut dyn FnMut(usize) -> &'a [u32],
        spare: &mut Vec<Value<'a>>,
    ) -> Content<'a> {
        match content {
            ObjectContent::Node(node) => self.node(object, node, take, spare),
            ObjectContent::String(text) => Content::String(text.as_str().into()),
            ObjectContent::Array(array) => Content::Array(take(array.as_slice().len()).into()),
            ObjectContent::Map(map) if has_text_keys(map) => {
                let keys = map.iter().filter_map(|(key, _)| match ObjectContent::of(key) {
                    ObjectContent::String(text) => Some(text.as_str().into()),
                    _ => None,
                });
                Content::TextMap(keys.collect(), take(map.len()).into())
            }
            ObjectContent::Map(map) => Content::Map(take(2 * map.len()).into()),
            ObjectContent::Opaque(opaque) => self.opaque(opaque, take(opaque.reference_count())),
            ObjectContent::Shape(shape) => Content::Shape(shape.as_slice().into()),
            // The number of the tensor, which fields can share.
            ObjectContent::Tensor(_) => {
                let numbers = take(1).iter();
                Content::Attrs(numbers.map(|number| Value::Int((*number).into())).collect())
            }
            // The numbering has rejected these objects.
            ObjectContent::Adt(_) | ObjectContent::Unknown => Content::Attrs(Vec::new()),
        }
    }

    fn node(
        &self,
        object: &'a ObjectRef,
        node: Node<'a>,
        take: &mut dyn FnMut(usize) -> &'a [u32],
        spare: &mut Vec<Value<'a>>,
    ) -> Content<'a> {
        let layout = node.layout();
        if let Some(form) = layout.reflection.bytes() {
            return Content::Bytes(ByteBuf::from(form.of(object)), Vec::new());
        }
        let numbers = take(layout.references.len());
        let mut values = std::mem::take(spare);
        values.extend(layout.visited.iter().map(|_| Value::Null));
        for (position, number) in layout.references.iter().zip(numbers) {
            values[*position] = match layout.visited[*position].is_tensor() {
                true => Value::Node(self.tensor_number(*number)),
                false => Value::Node(*number),
            };
        }
        for (position, field) in layout.visited.iter().enumerate() {
            if !field.is_reference() {
                values[position] = self.field(node, position);
            }
        }
        Content::Attrs(values)
    }

    /// Returns the value of a field that is not a reference.
    fn field(&self, node: Node<'a>, position: usize) -> Value<'a> {
        let field = &node.layout().visited[position];
        if field.kind().holds_json() {
            let mut text = String::new();
            // The numbering has rejected values that JSON cannot hold.
            let _ = node.write_json(position, self.numbering.loaded, &mut text);
            return Value::String(text.into());
        }
        match (node.value(position, self.numbering.loaded), field.kind()) {
            (Err(number), _) => Value::Unsigned(number),
            (Ok(ArgValue::Int(number)), FieldKind::Bool) => Value::Bool(number != 0),
            (Ok(ArgValue::Int(number)), _) => Value::Int(number),
            (Ok(ArgValue::Float(number)), _) => Value::Float(number),
            (Ok(ArgValue::Str(text)), _) => Value::String(text.into()),
            (Ok(ArgValue::DataType(dtype)), _) => Value::String(dtype.to_string().into()),
            (Ok(_), _) => Value::Null,
        }
    }

    fn opaque(&self, opaque: OpaqueView<'a>, numbers: &[u32]) -> Content<'a> {
        let mut targets = vec![0; opaque.len()];
        for (index, (lead, number)) in opaque.node().leads.iter().zip(numbers).enumerate() {
            let object = opaque.reference(index, self.numbering.loaded);
            let is_tensor = opaque.is_tensor(index, object);
            targets[lead.attr as usize] = if is_tensor { self.tensor_number(*number) } else { *number };
        }
        let attrs = opaque.node().values.iter().zip(targets).enumerate();
        let values =
            attrs.map(|(index, (value, target))| match (opaque.fields(), opaque.field_position(index)) {
                (Some(node), Some(position)) if !node.layout().visited[position].is_reference() => {
                    self.field(node, position)
                }
                (Some(_), Some(_)) => Value::Node(target),
                _ => match value {
                    OpaqueValue::String(text) => Value::String(text.as_str().into()),
                    OpaqueValue::Text(text) | OpaqueValue::Json(text) => Value::String(text.as_str().into()),
                    OpaqueValue::Ambiguous { number, .. } => Value::String(number.to_string().into()),
                    OpaqueValue::Literal(literal) => literal_value(literal),
                    OpaqueValue::Reference(_) => Value::Node(target),
                },
            });
        let values = values.collect();
        match opaque.bytes() {
            Some(bytes) => Content::Bytes(ByteBuf::from(bytes), values),
            None => Content::Attrs(values),
        }
    }
}

/// Returns the value of a number, a truth value or null.
fn literal_value(literal: &str) -> Value<'_> {
    match literal {
        // An integer has no negative zero.
        "-0" => Value::Number(literal.into()),
        "null" => Value::Null,
        "true" | "false" => Value::Bool(literal == "true"),
        "NaN" => Value::Float(f64::NAN),
        "Infinity" => Value::Float(f64::INFINITY),
        "-Infinity" => Value::Float(f64::NEG_INFINITY),
        _ => {
            let int = literal.parse().map(Value::Int).ok();
            int.or_else(|| literal.parse().map(Value::Unsigned).ok()).unwrap_or_else(|| float_value(literal))
        }
    }
}

/// Returns the value of a number that is no integer of 64 bits.
fn float_value(literal: &str) -> Value<'_> {
    match literal.parse::<f64>() {
        Ok(float) if format!("{float:?}") == literal => Value::Float(float),
        _ if is_number(literal) => Value::Number(literal.into()),
        _ => Value::String(literal.into()),
    }
}
