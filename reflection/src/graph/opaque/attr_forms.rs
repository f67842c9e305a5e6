//! The check that an attribute of an unknown type is a reference in all nodes or in none.
//!
//! Files in the forms of TVM do not state which attributes are references. Their readers infer it
//! for all nodes of a type together. Plain JSON states it for each value, so graphs that were
//! loaded from it may have both. In TVM 0.8's form, an attribute that is a tensor must also be one
//! in all nodes, and cannot be null.

use std::collections::HashMap;

use objet_object::types;

use super::node::{OpaqueNode, OpaqueShape, OpaqueValue};
use super::view::OpaqueView;
use crate::field::Field;
use crate::graph::error::GraphError;
use crate::reflection::Reflection;

/// The forms of the attributes of the opaque nodes of a graph.
#[derive(Default)]
pub(in crate::graph) struct AttrForms<'a> {
    shapes: Vec<ShapeForms<'a>>,
    /// The positions in `shapes`, by the address of the shape.
    positions: HashMap<usize, u32, foldhash::fast::RandomState>,
    /// The addresses of recent shapes, and their positions.
    recent: [(usize, u32); RECENT],
}

/// The forms of the attributes of nodes of one shape.
struct ShapeForms<'a> {
    shape: &'a OpaqueShape,
    forms: Box<[Forms]>,
}

/// The forms of the values of an attribute.
#[derive(Clone, Copy, Default)]
struct Forms {
    has_value: bool,
    has_null: bool,
    /// The number of references to objects, and of those to tensors.
    references: usize,
    tensors: usize,
}

const RECENT: usize = 32;

/// Describes an attribute with both forms, for the error.
const VALUE_OR_REFERENCE: &str = "a value in one node, and a reference or null in another one; the format does not \
    state which: link in the type, or save as plain JSON";
const TENSOR_OR_OTHER: &str = "a tensor in one node, and null or another object in another one, or a null tensor; \
    the form of TVM 0.8 cannot hold this: save in another form";

impl Forms {
    fn add(&mut self, value: &OpaqueValue) {
        match value {
            OpaqueValue::Reference(Some(_)) => self.references += 1,
            OpaqueValue::Reference(None) => self.has_null = true,
            OpaqueValue::String(_) | OpaqueValue::Literal(_) => self.has_value = true,
            // The type is known, or the values of other nodes are ambiguous too.
            OpaqueValue::Text(_) | OpaqueValue::Json(_) | OpaqueValue::Ambiguous { .. } => {}
        }
    }

    fn join(&mut self, other: Self) {
        self.has_value |= other.has_value;
        self.has_null |= other.has_null;
        self.references += other.references;
        self.tensors += other.tensors;
    }
}

impl<'a> AttrForms<'a> {
    /// Adds the attributes of a node.
    pub(in crate::graph) fn add(&mut self, opaque: OpaqueView<'a>) {
        let node = opaque.node();
        let values = self.of(node).iter_mut().zip(&node.values);
        match node.fields() {
            [] => values.for_each(|(forms, value)| forms.add(value)),
            // A value that a field of the stand-in has is not used.
            fields => {
                let values = values.zip(fields).filter(|(_, field)| field.is_none());
                values.for_each(|((forms, value), _)| forms.add(value));
            }
        }
    }

    /// Notes that the `index`th reference of a node is written as the number of a tensor.
    pub(in crate::graph) fn add_tensor(&mut self, opaque: OpaqueView<'a>, index: usize) {
        let attr = opaque.node().leads.get(index).attr as usize;
        if opaque.field_position(attr).is_none()
            && let OpaqueValue::Reference(_) = opaque.node().values[attr]
        {
            self.of(opaque.node())[attr].tensors += 1;
        }
    }

    /// Returns the forms of the attributes of nodes with the shape of this node.
    fn of(&mut self, node: &'a OpaqueNode) -> &mut [Forms] {
        let address = std::ptr::from_ref(&*node.shape).addr();
        // Shapes are larger than 32 bytes.
        let recent = &mut self.recent[address / 32 % RECENT];
        if recent.0 != address {
            let position = *self.positions.entry(address).or_insert_with(|| {
                let forms = vec![Forms::default(); node.values.len()].into();
                self.shapes.push(ShapeForms { shape: &node.shape, forms });
                self.shapes.len() as u32 - 1
            });
            *recent = (address, position);
        }
        &mut self.shapes[recent.1 as usize].forms
    }

    /// Checks that each attribute is a reference in all nodes or in none.
    ///
    /// # Errors
    /// If an attribute is a reference in one node and a value in another node of the same type.
    pub(in crate::graph) fn check(&self) -> Result<(), GraphError> {
        let is_wrong =
            |_: &str, _: &str, forms: &Forms| forms.has_value && (forms.has_null || forms.references > 0);
        self.find(VALUE_OR_REFERENCE, &is_wrong)
    }

    /// Works like [`AttrForms::check`], for the form of TVM 0.8.
    ///
    /// # Errors
    /// As for [`AttrForms::check`], and if a tensor is null, or another object in another node of
    /// the same type.
    pub(in crate::graph) fn check_with_tensors(&self) -> Result<(), GraphError> {
        self.check()?;
        let is_tensor = |type_key: &str, attr: &str| {
            let reflection = types::by_key_or_alias(type_key).and_then(Reflection::of_type);
            reflection.and_then(|reflection| reflection.stored_field(attr)).is_some_and(Field::is_tensor)
        };
        let is_wrong = |type_key: &str, attr: &str, forms: &Forms| {
            let is_mixed = forms.tensors > 0 && (forms.has_null || forms.references > forms.tensors);
            is_mixed || forms.has_null && is_tensor(type_key, attr)
        };
        self.find(TENSOR_OR_OTHER, &is_wrong)
    }

    /// Finds an attribute whose forms in all nodes are wrong.
    ///
    /// # Errors
    /// If there is one. The error describes both forms by `description`.
    fn find(
        &self,
        description: &'static str,
        is_wrong: &dyn Fn(&str, &str, &Forms) -> bool,
    ) -> Result<(), GraphError> {
        let mut all = HashMap::<_, Forms, foldhash::fast::RandomState>::default();
        for ShapeForms { shape, forms } in &self.shapes {
            for (name, forms) in shape.names.iter().zip(forms) {
                let all = all.entry((&*shape.type_key, name.as_str())).or_default();
                all.join(*forms);
                if is_wrong(&shape.type_key, name, all) {
                    let (type_key, attr) = (shape.type_key.to_string(), name.to_string());
                    return Err(GraphError::MixedAttr { type_key, attr, forms: description });
                }
            }
        }
        Ok(())
    }
}
