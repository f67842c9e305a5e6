//! Nodes of an older version that were upgraded, and have attributes without a field. They are kept
//! as nodes of the current version.

use objet_object::{IsObjectRef, NDArrayNode, ObjectRef, make_object};
use smol_str::SmolStr;

use super::known::typed;
use super::leads::Lead;
use super::node::{Opaque, OpaqueNode, OpaqueShape, OpaqueValue};
use super::view::file_text;
use crate::graph::document::Document;
use crate::graph::ffi;
use crate::graph::versions::text_of;
use crate::loaded::Loaded;
use crate::memory;

/// Converts a node that was upgraded to an opaque node of the current version that also has the
/// `surplus`: attributes without a field, each with its name and its position in the node of the
/// file. Returns `None` if files cannot hold a field.
pub(in crate::graph) fn keep_upgraded(
    document: &Document,
    upgraded: &ObjectRef,
    stored: &OpaqueNode,
    surplus: &[(SmolStr, usize)],
) -> Option<Opaque> {
    let node = memory::Node::of(upgraded)?;
    let loaded = Loaded::default();
    let (mut names, mut values, mut leads) = (Vec::new(), Vec::new(), Vec::new());
    let mut attr_of_field = vec![None; node.reflection().fields().len()];
    for (position, field) in node.reflection().fields().iter().enumerate() {
        let value = value_of(document, node, position, &loaded)?;
        // TVM 0.8 has no null tensors.
        if field.is_tensor() && matches!(value, OpaqueValue::Reference(None)) {
            if field.is_null_if_missing() {
                continue;
            }
            return None;
        }
        attr_of_field[position] = Some(values.len() as u32);
        names.push(field.name());
        values.push(value);
    }
    for position in node.reflection().references() {
        if let Some(attr) = attr_of_field[*position]
            && let OpaqueValue::Reference(Some(object)) = &values[attr as usize]
        {
            let is_tensor = node.reflection().fields()[*position].is_tensor();
            leads
                .push(Lead { is_node: !is_tensor && object.is_instance::<NDArrayNode>(), ..Lead::new(attr) });
        }
    }
    // For each attribute of the surplus, its position in the node of the file and its new one.
    let mut moved = Vec::with_capacity(surplus.len());
    for (name, attr) in surplus {
        moved.push((*attr as u32, values.len() as u32));
        names.push(name);
        values.push(stored.values.get(*attr)?.clone());
    }
    moved.sort_unstable();
    for lead in stored.leads.iter() {
        let first = moved.partition_point(|(attr, _)| *attr < lead.attr);
        let of_attr = moved[first..].iter().take_while(|(attr, _)| *attr == lead.attr);
        leads.extend(of_attr.map(|(_, attr)| Lead { attr: *attr, ..lead }));
    }
    let shape = OpaqueShape::new(upgraded.type_key(), names);
    let mut kept = OpaqueNode::new(shape, None, values.into(), leads.into_iter().collect());
    let version = text_of(upgraded.type_index(), node.reflection());
    kept.extra.get_or_insert_default().version = version.map(Into::into);
    Some(make_object(kept).into())
}

/// Returns the value of a field as an attribute of a file in the format of the document. Returns
/// `None` if files cannot hold the value.
fn value_of(
    document: &Document,
    node: memory::Node<'_>,
    position: usize,
    loaded: &Loaded,
) -> Option<OpaqueValue> {
    let field = &node.reflection().fields()[position];
    if field.is_reference() {
        return Some(OpaqueValue::Reference(node.reference(position, loaded).cloned()));
    }
    if field.kind().holds_json() {
        let mut text = String::new();
        node.write_json(position, loaded, &mut text).ok()?;
        return Some(OpaqueValue::Json(text.into()));
    }
    Some(match typed(field, &file_text(node, position, loaded)?) {
        OpaqueValue::Literal(_) if document.is_tvm_ffi() => {
            OpaqueValue::Literal(ffi::field_text(node, position, loaded).into())
        }
        value => value,
    })
}
