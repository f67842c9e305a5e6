//! The unification of types for calls of one operator.

use std::sync::{Mutex, MutexGuard, PoisonError};

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::diagnostic::Diagnostic;
use objet_ir::expr::PrimExpr;
use objet_ir::module::IRModule;
use objet_ir::types::{
    IncompleteTypeNode, TensorTypeNode, TupleType, TupleTypeNode, Type, TypeMismatch, Unifier,
};
use objet_relay::op::relation::extent;
use objet_tir::expr::VarNode;

use super::types_as_text::global_type;

/// The types of incomplete types, as far as known.
#[derive(Default)]
pub(super) struct Solver(Mutex<Vec<(Type, Type)>>);

impl Solver {
    fn lock(&self) -> MutexGuard<'_, Vec<(Type, Type)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of incomplete types that are known.
    pub(super) fn known(&self) -> usize {
        self.lock().len()
    }
}

impl Unifier for Solver {
    fn unify(&self, ty: &Type, expected: &Type) -> Result<(), TypeMismatch> {
        let mut pairs = vec![(ty.clone(), expected.clone())];
        while let Some((ty, expected)) = pairs.pop() {
            let (ty, expected) = (self.resolve(&ty), self.resolve(&expected));
            if structural_equal(&ty, &expected) {
            } else if ty.is_instance::<IncompleteTypeNode>() {
                self.lock().push((ty, expected));
            } else if expected.is_instance::<IncompleteTypeNode>() {
                self.lock().push((expected, ty));
            } else if let (Some(lhs), Some(rhs)) =
                (ty.as_node::<TupleTypeNode>(), expected.as_node::<TupleTypeNode>())
                && lhs.fields.len() == rhs.fields.len()
            {
                pairs.extend(lhs.fields.iter().cloned().zip(rhs.fields.iter().cloned()));
            } else if let (Some(lhs), Some(rhs)) =
                (ty.as_node::<TensorTypeNode>(), expected.as_node::<TensorTypeNode>())
                && lhs.dtype == rhs.dtype
                && lhs.shape.len() == rhs.shape.len()
                && lhs.shape.iter().zip(&rhs.shape).all(|(lhs, rhs)| extents_agree(lhs, rhs))
            {
            } else {
                return Err(TypeMismatch::new(&ty, &expected));
            }
        }
        Ok(())
    }

    fn resolve(&self, ty: &Type) -> Type {
        if let Some(tuple) = ty.as_node::<TupleTypeNode>() {
            let fields: Array<Type> = tuple.fields.iter().map(|field| self.resolve(field)).collect();
            return if fields == tuple.fields { ty.clone() } else { TupleType::new(fields, None).upcast() };
        }
        let known =
            self.lock().iter().find(|(unknown, _)| unknown.same_as(ty)).map(|(_, known)| known.clone());
        known.map_or_else(|| ty.clone(), |known| self.resolve(&known))
    }

    fn module(&self) -> Option<IRModule> {
        let storage = global_type("Storage");
        let parts = IRModule::new();
        parts.global_type_var_map.store([("Storage".into(), storage)].into_iter().collect());
        Some(parts)
    }

    fn emit(&self, _diagnostic: Diagnostic) {}
}

/// Whether two extents may be equal: `Any` and variables may have all values.
fn extents_agree(lhs: &PrimExpr, rhs: &PrimExpr) -> bool {
    let open = |dim: &PrimExpr| extent::is_any(dim) || dim.is_instance::<VarNode>();
    open(lhs) || open(rhs) || extent::is_same(lhs, rhs)
}
