//! The affine types of the expressions of a region.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::types::{AffineType, TensorAffineType, TupleAffineTypeNode};

/// The affine types of expressions.
#[derive(Default)]
pub(super) struct AffineTypes(Map<RelayExpr, AffineType>);

impl AffineTypes {
    pub(super) fn set(&mut self, expr: RelayExpr, ty: AffineType) {
        self.0.insert(expr, ty);
    }

    /// Returns the map that functions of front ends get.
    pub(super) fn as_map(&self) -> &Map<RelayExpr, AffineType> {
        &self.0
    }

    /// Returns the affine type of a tensor.
    pub(super) fn tensor(&self, expr: &RelayExpr) -> Option<TensorAffineType> {
        self.0.get(expr)?.downcast_ref().cloned()
    }

    /// Returns the affine types of the fields of a tuple.
    pub(super) fn fields(&self, tuple: &RelayExpr) -> Option<&Array<TensorAffineType>> {
        Some(&self.0.get(tuple)?.as_node::<TupleAffineTypeNode>()?.types)
    }

    /// Returns the affine type of a field of a tuple.
    pub(super) fn field(&self, tuple: &RelayExpr, index: i32) -> Option<TensorAffineType> {
        self.fields(tuple)?.get(usize::try_from(index).ok()?).cloned()
    }
}
