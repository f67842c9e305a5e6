//! The compute functions of operators: each computes the output tensors of a call, as tensor
//! expressions, from its attributes, its input tensors and the type of its result.
//!
//! The functions are the attribute `FTVMCompute` of the operators. Front ends call the attribute
//! with the attributes, an array of tensors and the type, and take an array of tensors.

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{Integer, PrimExpr};
use objet_ir::op::OpBuilder;
use objet_ir::types::{TensorTypeNode, Type};
use objet_tir::te::Tensor;
use objet_tir::topi::ReduceAxes;

/// The call of an operator whose outputs are computed.
pub(crate) struct Computed {
    attrs: Option<Attrs>,
    /// The input tensors. The fields of tuples are separate inputs.
    pub(crate) inputs: Array<Tensor>,
    result: Option<Type>,
}

/// The output tensors.
pub(crate) type ComputeResult = Result<Vec<Tensor>, BoxError>;

impl Computed {
    /// Returns an input.
    pub(crate) fn input(&self, index: usize) -> Result<&Tensor, BoxError> {
        let found = self.inputs.len();
        self.inputs.get(index).ok_or_else(|| format!("expected input {index}, found {found} inputs").into())
    }

    /// Returns the attributes.
    pub(crate) fn attrs<A: IsObjectRef>(&self) -> Result<A, BoxError> {
        let attrs = self.attrs.as_ref().ok_or("expected attributes, found none")?;
        Ok(attrs.clone().downcast()?)
    }

    /// Returns the type of the result, which is a tensor.
    pub(crate) fn result(&self) -> Result<&TensorTypeNode, BoxError> {
        let result = self.result.as_ref().and_then(|result| result.as_node::<TensorTypeNode>());
        result.ok_or_else(|| "expected the type of a tensor as result type".into())
    }

    /// Returns the shape of the result.
    pub(crate) fn shape(&self) -> Result<Array<PrimExpr>, BoxError> {
        Ok(self.result()?.shape.clone())
    }
}

/// A method of operator builders.
pub(crate) trait Compute {
    /// Sets the compute function.
    #[must_use]
    fn compute(self, function: fn(&Computed) -> ComputeResult) -> Self;

    /// Sets a compute function from one tensor to one tensor.
    #[must_use]
    fn compute_each(self, function: fn(&Tensor) -> Result<Tensor, objet_ir::ConstructError>) -> Self;

    /// Sets the compute function that returns the inputs as they are.
    #[must_use]
    fn compute_identity(self) -> Self;
}

impl Compute for OpBuilder {
    fn compute(self, function: fn(&Computed) -> ComputeResult) -> Self {
        self.attr("FTVMCompute", packed(move |computed| function(&computed)))
    }

    fn compute_each(self, function: fn(&Tensor) -> Result<Tensor, objet_ir::ConstructError>) -> Self {
        self.attr("FTVMCompute", packed(move |computed| Ok(vec![function(computed.input(0)?)?])))
    }

    fn compute_identity(self) -> Self {
        self.compute_each(objet_tir::topi::identity)
    }
}

fn packed(function: impl Fn(Computed) -> ComputeResult + Send + Sync + 'static) -> PackedFunc {
    let compute = move |attrs: Option<Attrs>, inputs: Array<Tensor>, result: Option<Type>| {
        function(Computed { attrs, inputs, result }).map(Array::from)
    };
    TypedPackedFunc::new(compute).into()
}

/// Returns the values of integers.
pub(crate) fn values(integers: &Array<Integer>) -> Vec<i64> {
    integers.iter().map(|integer| integer.value).collect()
}

/// Returns the axes that a reduction of `ndim` axes reduces, or `None` if it reduces no axis.
pub(crate) fn reduce_axes(
    axes: Option<&Array<Integer>>,
    keepdims: bool,
    exclude: bool,
    ndim: usize,
) -> Option<ReduceAxes> {
    let mut axes = axes.map(values).unwrap_or_default();
    if exclude {
        let count = ndim as i64;
        let is_excluded =
            |axis: &i64| axes.iter().any(|own| own == axis || own.saturating_add(count) == *axis);
        axes = (0..count).filter(|axis| !is_excluded(axis)).collect();
        if axes.is_empty() {
            return None;
        }
    }
    Some(ReduceAxes { axes, keepdims, at_least_1d: false })
}
