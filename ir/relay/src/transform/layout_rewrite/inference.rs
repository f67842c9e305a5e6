//! Calls of the functions that infer the layouts of operators.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::op::{Op, OpAttrMap};
use objet_ir::types::Type;
use objet_tir::data_layout::Layout;

use super::LayoutPassError;
use crate::op::infer_layout::InferCorrectLayoutOutput;

const ATTR: &str = "FInferCorrectLayout";

/// The functions of all operators.
pub(super) struct Inference(OpAttrMap<PackedFunc>);

/// The layouts of a call, all defined.
pub(super) struct Inferred {
    pub(super) inputs: Vec<Layout>,
    pub(super) outputs: Vec<Layout>,
    pub(super) attrs: Option<Attrs>,
}

impl Inference {
    pub(super) fn load() -> Self {
        Self(Op::get_attr_map(ATTR))
    }

    /// Returns whether the operator has a function that infers layouts.
    pub(super) fn covers(&self, op: &Op) -> bool {
        self.0.contains(op)
    }

    /// Returns the layouts of a call, or `None` if they cannot be inferred.
    pub(super) fn infer(
        &self,
        op: &Op,
        attrs: Option<&Attrs>,
        new: Option<Array<Option<Layout>>>,
        old: &Array<Option<Layout>>,
        types: &Array<Type>,
    ) -> Result<Option<Inferred>, LayoutPassError> {
        let Some(infer) = self.0.get(op)? else { return Ok(None) };
        let layouts: InferCorrectLayoutOutput = infer
            .call_as((attrs, new.as_ref(), old, types))
            .map_err(|source| LayoutPassError::Function { attr: ATTR, op: op.name.to_string(), source })?;
        let defined = |layouts: &Array<Option<Layout>>| layouts.iter().cloned().collect::<Option<Vec<_>>>();
        let layouts = defined(&layouts.input_layouts)
            .zip(defined(&layouts.output_layouts))
            .map(|(inputs, outputs)| Inferred { inputs, outputs, attrs: layouts.new_attrs.clone() });
        Ok(layouts)
    }
}
