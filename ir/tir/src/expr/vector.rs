//! Vectors of scalars and of elements of other vectors.

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::{PrimExpr, PrimExprNode};
use objet_ir::span::Span;

use crate::check::Check;

/// The vector `base, base + stride, base + 2 * stride, …`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Ramp", is_final)]
#[reflect(fields(dtype, base, stride, lanes, span), repr = show_ramp)]
pub struct RampNode {
    parent: PrimExprNode,
    /// The first element.
    pub base: PrimExpr,
    /// The difference between neighboring elements.
    pub stride: PrimExpr,
    /// The number of elements.
    pub lanes: i32,
}

/// A vector that repeats one value.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Broadcast", is_final)]
#[reflect(fields(dtype, value, lanes, span), repr = show_broadcast)]
pub struct BroadcastNode {
    base: PrimExprNode,
    /// The value.
    pub value: PrimExpr,
    /// The number of elements.
    pub lanes: i32,
}

/// A vector of elements of other vectors. The indices count through the elements of all vectors.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Shuffle", is_final)]
#[reflect(fields(dtype, vectors, indices, span), repr = show_shuffle)]
pub struct ShuffleNode {
    base: PrimExprNode,
    /// The source vectors.
    pub vectors: Array<PrimExpr>,
    /// The index of each element.
    pub indices: Array<PrimExpr>,
}

impl Ramp {
    /// Creates the vector of `lanes` numbers from `base` on, in steps of `stride`.
    ///
    /// # Errors
    /// Returns an error if `base` and `stride` are not scalars of one data type, or if `lanes` is
    /// less than 2 or more than 65535.
    pub fn new(
        base: impl Into<PrimExpr>,
        stride: impl Into<PrimExpr>,
        lanes: i32,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        let (base, stride) = (base.into(), stride.into());
        let check = Check(RampNode::TYPE_KEY);
        check.scalar(("base", &base))?;
        check.scalar(("stride", &stride))?;
        check.same_dtype(("base", base.dtype), ("stride", stride.dtype))?;
        let dtype = base.dtype.with_lanes(check.vector_lanes(lanes)?);
        Ok(make_object(RampNode { parent: PrimExprNode::new(dtype, span), base, stride, lanes }).into())
    }
}

impl Broadcast {
    /// Creates a vector that repeats `value` in each of `lanes` lanes.
    ///
    /// # Errors
    /// Returns an error if `value` is not a scalar, or if `lanes` is less than 2 or more than
    /// 65535.
    pub fn new(value: impl Into<PrimExpr>, lanes: i32, span: Option<Span>) -> Result<Self, ConstructError> {
        let value = value.into();
        let check = Check(BroadcastNode::TYPE_KEY);
        check.scalar(("value", &value))?;
        let dtype = value.dtype.with_lanes(check.vector_lanes(lanes)?);
        Ok(make_object(BroadcastNode { base: PrimExprNode::new(dtype, span), value, lanes }).into())
    }
}

impl Shuffle {
    /// Creates the vector of the elements of `vectors` at `indices`.
    ///
    /// # Errors
    /// Returns an error if there are no vectors, if there are no indices or more than 65535, or if
    /// the elements do not have one data type.
    pub fn new(
        vectors: impl Into<Array<PrimExpr>>,
        indices: impl Into<Array<PrimExpr>>,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        let (vectors, indices) = (vectors.into(), indices.into());
        let check = Check(ShuffleNode::TYPE_KEY);
        let Some(first) = vectors.first() else {
            return Err(check.operand_error("vectors", "a non-empty array", "an empty array"));
        };
        let element = first.dtype.element();
        for vector in &vectors {
            check.same_dtype(("vectors", element), ("vectors", vector.dtype.element()))?;
        }
        let lanes = match u16::try_from(indices.len()) {
            Ok(lanes) if lanes > 0 => lanes,
            _ => return Err(check.operand_error("indices", "1 to 65535 indices", indices.len().to_string())),
        };
        let base = PrimExprNode::new(element.with_lanes(lanes), span);
        Ok(make_object(ShuffleNode { base, vectors, indices }).into())
    }
}

fn show_ramp<'a>(ramp: &'a RampNode, printer: &mut ReprPrinter<'a>) {
    printer.text("ramp(").list([&ramp.base, &ramp.stride]).text(format!(", {})", ramp.lanes));
}

fn show_broadcast<'a>(broadcast: &'a BroadcastNode, printer: &mut ReprPrinter<'a>) {
    printer.text(format!("x{}(", broadcast.lanes)).object(&broadcast.value).text(")");
}

fn show_shuffle<'a>(shuffle: &'a ShuffleNode, printer: &mut ReprPrinter<'a>) {
    printer.text("shuffle(").list([&shuffle.vectors, &shuffle.indices]).text(")");
}
