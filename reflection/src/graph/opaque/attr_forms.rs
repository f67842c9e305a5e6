//! The check that an attribute of an unknown type is a reference in all nodes or in none.
//!
//! Files in the forms of TVM do not state which attributes are references. Their readers infer it
//! for all nodes of a type together. Plain JSON states it for each value, so graphs that were
//! loaded from it may have both.

use std::collections::HashMap;

use super::node::{OpaqueShape, OpaqueValue};
use super::view::OpaqueView;
use crate::graph::error::GraphError;

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
    /// For each attribute, [`REFERENCE`] and [`VALUE`], as far as they occur.
    forms: Box<[u8]>,
}

const REFERENCE: u8 = 1;
const VALUE: u8 = 2;

const RECENT: usize = 32;

fn form_of(value: &OpaqueValue) -> u8 {
    match value {
        OpaqueValue::Reference(_) => REFERENCE,
        OpaqueValue::String(_) | OpaqueValue::Literal(_) => VALUE,
        // The type is known, or the values of other nodes are ambiguous too.
        OpaqueValue::Text(_) | OpaqueValue::Json(_) | OpaqueValue::Ambiguous { .. } => 0,
    }
}

impl<'a> AttrForms<'a> {
    /// Adds the attributes of a node.
    pub(in crate::graph) fn add(&mut self, opaque: OpaqueView<'a>) {
        let node = opaque.node();
        let address = std::ptr::from_ref(&*node.shape).addr();
        // Shapes are larger than 32 bytes.
        let recent = &mut self.recent[address / 32 % RECENT];
        if recent.0 != address {
            let position = *self.positions.entry(address).or_insert_with(|| {
                let forms = vec![0; node.values.len()].into();
                self.shapes.push(ShapeForms { shape: &node.shape, forms });
                self.shapes.len() as u32 - 1
            });
            *recent = (address, position);
        }
        let forms = &mut self.shapes[recent.1 as usize].forms;
        let values = forms.iter_mut().zip(&node.values);
        match node.fields() {
            [] => values.for_each(|(form, value)| *form |= form_of(value)),
            // A value that a field of the stand-in has is not used.
            fields => {
                let values = values.zip(fields).filter(|(_, field)| field.is_none());
                values.for_each(|((form, value), _)| *form |= form_of(value));
            }
        }
    }

    /// # Errors
    /// If an attribute is a reference in one node and a value in another node of the same type.
    pub(in crate::graph) fn check(&self) -> Result<(), GraphError> {
        let mut all = HashMap::<_, u8, foldhash::fast::RandomState>::default();
        for ShapeForms { shape, forms } in &self.shapes {
            for (name, form) in shape.names.iter().zip(forms) {
                let all = all.entry((&*shape.type_key, name.as_str())).or_default();
                *all |= form;
                if *all == REFERENCE | VALUE {
                    let (type_key, attr) = (shape.type_key.to_string(), name.to_string());
                    return Err(GraphError::MixedAttr { type_key, attr });
                }
            }
        }
        Ok(())
    }
}
