//! Computation of tensors element by element.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use crate::check::Check;
use crate::expr::{IterVar, IterVarType, ProducerLoad, Range, Var};
use crate::op::{add, floordiv, floormod, mul};
use crate::te::{ComputeOp, Tensor, TensorOperation};

/// A tensor, or the error of its computation.
pub(super) type Result<T = Tensor> = std::result::Result<T, ConstructError>;

/// The name that operations have unless their function has a name of its own.
pub(super) const UNNAMED: &str = "tensor";

/// The tags of operations.
pub(super) mod tag {
    pub(in super::super) const BROADCAST: &str = "broadcast";
    pub(in super::super) const COMM_REDUCE: &str = "comm_reduce";
    pub(in super::super) const COMM_REDUCE_IDX: &str = "comm_reduce_idx";
    pub(in super::super) const ELEMWISE: &str = "elemwise";
    pub(in super::super) const INJECTIVE: &str = "injective";
}

/// Returns the operation with an element for each index. `element` computes the values of one
/// element for the outputs.
pub(super) fn compute_op(
    shape: &Array<PrimExpr>,
    name: &str,
    tag: &str,
    attrs: Map<objet::String, Option<ObjectRef>>,
    elements: impl FnOnce(&[PrimExpr]) -> Result<Vec<PrimExpr>>,
) -> Result<ComputeOp> {
    let (axes, indices) = axes_of(shape)?;
    ComputeOp::with_attrs(name, tag, attrs, axes, elements(&indices)?)
}

/// Returns the tensor with an element for each index.
pub(super) fn compute(
    shape: &Array<PrimExpr>,
    name: &str,
    tag: &str,
    element: impl Fn(&[PrimExpr]) -> Result<PrimExpr>,
) -> Result {
    computed(shape, name, tag, &element)
}

fn computed(
    shape: &Array<PrimExpr>,
    name: &str,
    tag: &str,
    element: &dyn Fn(&[PrimExpr]) -> Result<PrimExpr>,
) -> Result {
    let (axes, indices) = axes_of(shape)?;
    ComputeOp::with_attrs(name, tag, Map::new(), axes, vec![element(&indices)?])?.output(0)
}

/// Returns the axes of a shape, and their variables.
fn axes_of(shape: &[PrimExpr]) -> Result<(Vec<IterVar>, Vec<PrimExpr>)> {
    let mut axes = Vec::new();
    for (index, extent) in shape.iter().enumerate() {
        let var = Var::new(format!("ax{index}"), extent.dtype, None);
        let dom = Range::from_min_extent(0, extent.clone());
        axes.push(IterVar::new(Some(dom), var, IterVarType::DataPar, "", None)?);
    }
    let indices = axes.iter().map(|axis| axis.var.clone().upcast()).collect();
    Ok((axes, indices))
}

/// Returns an element of a tensor. A tensor without axes ignores the number of indices, as in TVM.
pub(super) fn load(tensor: &Tensor, indices: impl Into<Array<PrimExpr>>) -> Result<PrimExpr> {
    match tensor.shape.is_empty() {
        true => Ok(ProducerLoad::of_tensor(tensor.clone(), indices, None)?.upcast()),
        false => tensor.at(indices),
    }
}

/// Returns the position of an element in the row-major order of a tensor of a shape.
pub(super) fn flat_index(indices: &[PrimExpr], shape: &[PrimExpr]) -> Result<PrimExpr> {
    Check("topi").count("indices", shape.len(), indices.len())?;
    let mut pairs = indices.iter().zip(shape);
    let Some((first, _)) = pairs.next() else { return Ok(0.into()) };
    pairs.try_fold(first.clone(), |flat, (index, extent)| add(mul(flat, extent, None)?, index, None))
}

/// Returns the indices of the element at a position in the row-major order.
pub(super) fn indices_of(mut flat: PrimExpr, shape: &[PrimExpr]) -> Result<Vec<PrimExpr>> {
    let mut indices = Vec::new();
    for extent in shape.iter().rev() {
        indices.push(floormod(&flat, extent, None)?);
        flat = floordiv(flat, extent, None)?;
    }
    indices.reverse();
    Ok(indices)
}

/// Returns the axis at a position, which is counted from the end if it is negative.
pub(super) fn axis_at(function: &'static str, position: i64, ndim: usize) -> Result<usize> {
    let count = i64::try_from(ndim).unwrap_or(i64::MAX);
    let axis = if position < 0 { position.saturating_add(count) } else { position };
    Check(function).number("axis", position, (0..count).contains(&axis), "an axis of the tensor")?;
    Ok(usize::try_from(axis).unwrap_or_default())
}
