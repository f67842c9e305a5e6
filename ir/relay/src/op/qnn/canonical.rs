//! The canonical forms of operators on quantized tensors: calls of operators on plain integers.
//!
//! The attribute `FTVMQnnCanonicalize` of an operator is a function of the attributes of a call, of
//! its arguments, and of the types of its arguments and of its result. The function returns the
//! canonical form. The pass `Legalize` replaces the calls.
//!
//! The forms are those of TVM, so that programs are the same after the pass. Scales must be
//! constants where a form computes with them, and zero points may be variables, except in
//! `qnn.batch_matmul`.

mod arithmetic;
mod conv2d;
mod convert;
mod multiplication;
mod product;
mod requantize;

use objet::prelude::*;
use objet::tensor::NDArrayError;
use objet_ir::attrs;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{IntImmNode, PrimExpr, RelayExpr};
use objet_ir::op::{OpBuilder, OpError};
use objet_ir::types::{TensorTypeNode, Type};

pub(super) use self::arithmetic::{add, concatenate, mul, subtract};
pub(super) use self::conv2d::{conv2d, conv2d_transpose};
pub(super) use self::convert::{dequantize, quantize};
pub(crate) use self::multiplication::{Rounding, multiplied};
pub(super) use self::product::{batch_matmul, dense};
pub(super) use self::requantize::requantize;
use crate::expr::Constant;
use crate::op::relation::RelationError;
use crate::op::{cast, clip, subtract as subtracted};

/// The reason why a call has no canonical form.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CanonicalError {
    /// The form computes with an operand that is not constant.
    #[error("{operand} must be {expected}, found {found}")]
    Operand { operand: &'static str, expected: &'static str, found: String },
    /// The ratio of two scales is not a number that integers can multiply by.
    #[error("the ratio of the scales must be finite and at least 2^-31, found {ratio}")]
    Ratio { ratio: f64 },
    /// An extent is not constant.
    #[error("{operand} must have constant extents")]
    Extent { operand: &'static str },
    /// An attribute has a value without a form.
    #[error("the attribute {name} must be {expected}, found {found}")]
    Attribute { name: &'static str, expected: &'static str, found: String },
    /// The call does not fit its operator.
    #[error("the call has other arguments, types or attributes than its operator")]
    Call,
    #[error(transparent)]
    Relation(#[from] RelationError),
    #[error(transparent)]
    Op(#[from] OpError),
    #[error(transparent)]
    Tensor(#[from] NDArrayError),
}

pub(crate) type Result<T = RelayExpr, E = CanonicalError> = std::result::Result<T, E>;

/// A call of an operator on quantized tensors.
pub(super) struct QuantizedCall {
    attrs: Option<Attrs>,
    args: Array<RelayExpr>,
    types: Array<Type>,
}

impl QuantizedCall {
    fn args<const N: usize>(&self) -> Result<&[RelayExpr; N]> {
        self.args.as_slice().try_into().map_err(|_| CanonicalError::Call)
    }

    fn attrs<A: IsObjectRef>(&self) -> Result<&A> {
        self.attrs.as_ref().and_then(|attrs| attrs.downcast_ref()).ok_or(CanonicalError::Call)
    }

    /// Returns the type of an argument, which is a tensor.
    fn tensor(&self, index: usize) -> Result<&TensorTypeNode> {
        self.types.get(index).and_then(|ty| ty.as_node()).ok_or(CanonicalError::Call)
    }
}

/// A method of operator builders.
pub(super) trait Canonical {
    /// Sets the canonical form of calls.
    #[must_use]
    fn canonical(self, form: fn(&QuantizedCall) -> Result) -> Self;
}

impl Canonical for OpBuilder {
    fn canonical(self, form: fn(&QuantizedCall) -> Result) -> Self {
        self.attr("FTVMQnnCanonicalize", function(form))
    }
}

/// Returns a form as the value of an attribute that `Legalize` reads.
pub(super) fn function(form: fn(&QuantizedCall) -> Result) -> PackedFunc {
    let function = move |attrs: Option<Attrs>, args: Array<RelayExpr>, types: Array<Type>| {
        form(&QuantizedCall { attrs, args, types })
    };
    TypedPackedFunc::new(function).into()
}

/// The parameters of a quantized tensor.
#[derive(Clone, Copy)]
struct Parameters<'a> {
    scale: &'a RelayExpr,
    zero_point: &'a RelayExpr,
}

impl Parameters<'_> {
    /// Returns whether both parameters are known to be equal.
    fn same_as(self, other: Self) -> bool {
        equal_scalars(self.scale, other.scale) && equal_scalars(self.zero_point, other.zero_point)
    }
}

/// Returns the constant scalar that an expression is.
fn scalar(expr: &RelayExpr) -> Option<&Constant> {
    expr.downcast_ref::<Constant>().filter(|constant| constant.data.shape().is_empty())
}

/// Returns whether both expressions are equal constant scalars.
fn equal_scalars(a: &RelayExpr, b: &RelayExpr) -> bool {
    match (scalar(a), scalar(b)) {
        (Some(a), Some(b)) => objet::structural_equal(a, b),
        _ => false,
    }
}

/// Returns the value of a constant zero point.
fn point(expr: &RelayExpr) -> Option<i32> {
    scalar(expr)?.data.as_slice::<i32>().ok()?.first().copied()
}

/// Returns the floats of a constant tensor of scales.
fn floats<'a>(operand: &'static str, expr: &'a RelayExpr) -> Result<&'a [f32]> {
    let constant = expr.downcast_ref::<Constant>();
    constant.and_then(|constant| constant.data.as_slice().ok()).ok_or_else(|| CanonicalError::Operand {
        operand,
        expected: "a constant of float32",
        found: expr.type_key().into(),
    })
}

/// Returns the float of a constant scale.
fn float(operand: &'static str, expr: &RelayExpr) -> Result<f32> {
    match floats(operand, expr)? {
        [float] => Ok(*float),
        all => Err(CanonicalError::Operand {
            operand,
            expected: "one number",
            found: format!("{} numbers", all.len()),
        }),
    }
}

fn int32(value: i32) -> Result<Constant> {
    Ok(Constant::new(NDArray::from_slice(&[], &[value])?, None))
}

/// Returns an extent that must be constant.
fn extent(operand: &'static str, extent: &PrimExpr) -> Result<i32> {
    let value = extent.as_node::<IntImmNode>().and_then(|extent| i32::try_from(extent.value).ok());
    value.ok_or(CanonicalError::Extent { operand })
}

fn as_type(data: &RelayExpr, dtype: DataType) -> Result {
    Ok(cast(data.clone(), attrs! { dtype: dtype })?.upcast())
}

/// Returns the integers minus a zero point, unless the zero point is a constant zero.
fn shifted(data: RelayExpr, zero_point: &RelayExpr) -> Result {
    match point(zero_point) {
        Some(0) => Ok(data),
        _ => Ok(subtracted(data, zero_point.clone())?.upcast()),
    }
}

/// Limits integers to the range of a data type, and converts them.
fn saturated(data: RelayExpr, dtype: DataType) -> Result {
    let (least, most) = match dtype.bits {
        bits @ 1..=32 if dtype.is_int() => (-(1_i64 << (bits - 1)), (1_i64 << (bits - 1)) - 1),
        bits @ 1..=32 if dtype.is_uint() => (0, (1_i64 << bits) - 1),
        _ => {
            return Err(CanonicalError::Attribute {
                name: "out_dtype",
                expected: "an integer of 32 bits at most",
                found: dtype.to_string(),
            });
        }
    };
    as_type(&clip(data, attrs! { a_min: least as f64, a_max: most as f64 })?.upcast(), dtype)
}
