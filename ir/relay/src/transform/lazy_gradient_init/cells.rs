//! Conversion between tensors and cells.

use objet::prelude::*;
use objet_ir::adt::Constructor;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::types::{GlobalTypeVar, TensorTypeNode, TupleTypeNode, Type};

use super::LetList;
use crate::expr::{Call, Tuple, TupleGetItem};

/// The definitions of the standard module of gradients.
pub(super) struct Cells {
    pub(super) ty: GlobalTypeVar,
    raw: Constructor,
    one: Constructor,
    zero: Constructor,
    from: GlobalVar,
    add: GlobalVar,
    multiply: GlobalVar,
}

impl Cells {
    pub(super) fn of(module: &IRModule) -> Result<Self, ModuleError> {
        let constructor = |name| module.get_constructor("GradCell", name);
        Ok(Self {
            ty: module.get_global_type_var("GradCell")?,
            raw: constructor("Raw")?,
            one: constructor("One")?,
            zero: constructor("Zero")?,
            from: module.get_global_var("FromGradCell")?,
            add: module.get_global_var("AddGradCell")?,
            multiply: module.get_global_var("MultiplyGradCell")?,
        })
    }

    /// Returns the constructor of a cell that computes the result of an operator late.
    pub(super) fn delayed(&self, op: &str) -> Option<&Constructor> {
        match op {
            "ones" | "ones_like" => Some(&self.one),
            "zeros" | "zeros_like" => Some(&self.zero),
            _ => None,
        }
    }

    /// Returns the function of two cells that an operator stands for.
    pub(super) fn function(&self, op: &str) -> Option<&GlobalVar> {
        match op {
            "add" => Some(&self.add),
            "multiply" => Some(&self.multiply),
            _ => None,
        }
    }

    /// Returns a value with cells in the place of tensors. Tuples are taken apart by bindings.
    pub(super) fn wrap(&self, value: RelayExpr, ty: &Type, bindings: &mut LetList) -> RelayExpr {
        convert(value, ty, bindings, |tensor, ty| {
            Call::new(self.raw.clone(), [tensor], None, [Some(ty.clone())], None).upcast()
        })
    }

    /// Returns a value with tensors in the place of cells. Tuples are taken apart by bindings.
    pub(super) fn unwrap(&self, value: RelayExpr, ty: &Type, bindings: &mut LetList) -> RelayExpr {
        convert(value, ty, bindings, |cell, ty| {
            Call::new(self.from.clone(), [cell], None, [Some(ty.clone())], None).upcast()
        })
    }
}

/// Returns whether a type is a tensor, or a tuple of such types.
pub(super) fn has_only_tensors(root: &Type) -> bool {
    let mut waiting = vec![root];
    while let Some(ty) = waiting.pop() {
        match ty.as_node::<TupleTypeNode>() {
            Some(tuple) => waiting.extend(&tuple.fields),
            None if ty.is_instance::<TensorTypeNode>() => {}
            None => return false,
        }
    }
    true
}

/// Converts each tensor in a value of type `root_type`. Other values stay.
fn convert(
    root: RelayExpr,
    root_type: &Type,
    bindings: &mut LetList,
    of_tensor: impl Fn(RelayExpr, &Type) -> RelayExpr,
) -> RelayExpr {
    enum Step {
        Value(RelayExpr, Type),
        Field(RelayExpr, usize, Type),
        Join(usize),
    }
    let mut steps = vec![Step::Value(root, root_type.clone())];
    let mut converted: Vec<RelayExpr> = Vec::new();
    while let Some(step) = steps.pop() {
        match step {
            Step::Field(tuple, index, ty) => {
                let field = bindings.push(TupleGetItem::new(tuple, index as i32, None), Some(&ty));
                steps.push(Step::Value(field.upcast(), ty));
            }
            Step::Value(value, ty) => match ty.as_node::<TupleTypeNode>() {
                Some(tuple) => {
                    steps.push(Step::Join(tuple.fields.len()));
                    let fields = tuple.fields.iter().enumerate().rev();
                    steps.extend(fields.map(|(index, ty)| Step::Field(value.clone(), index, ty.clone())));
                }
                None if ty.is_instance::<TensorTypeNode>() => converted.push(of_tensor(value, &ty)),
                None => converted.push(value),
            },
            Step::Join(count) => {
                let fields = converted.split_off(converted.len() - count);
                converted.push(Tuple::new(fields, None).upcast());
            }
        }
    }
    match converted.pop() {
        Some(converted) => converted,
        None => unreachable!("the root has a value"),
    }
}
