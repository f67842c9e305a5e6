//! Vectors made of scalars and of other vectors.

use objet::ReprPrinter;
use objet::prelude::*;
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
    /// The first number.
    pub base: PrimExpr,
    /// What is added each time.
    pub stride: PrimExpr,
    /// How many numbers there are.
    pub lanes: i32,
}

/// A vector of one number several times.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Broadcast", is_final)]
#[reflect(fields(dtype, value, lanes, span), repr = show_broadcast)]
pub struct BroadcastNode {
    base: PrimExprNode,
    /// The number.
    pub value: PrimExpr,
    /// How many times.
    pub lanes: i32,
}

/// A vector of elements of others, which are counted through from the first element of the first vector.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Shuffle", is_final)]
#[reflect(fields(dtype, vectors, indices, span), repr = show_shuffle)]
pub struct ShuffleNode {
    base: PrimExprNode,
    /// The vectors.
    pub vectors: Array<PrimExpr>,
    /// The number of each element.
    pub indices: Array<PrimExpr>,
}

impl Ramp {
    /// The vector of `lanes` numbers from `base` on, in steps of `stride`.
    ///
    /// # Errors
    /// If base and stride are not scalars of one type, or if there are fewer than two lanes.
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
    /// The vector of `value`, `lanes` times.
    ///
    /// # Errors
    /// If the value is no scalar, or if there are fewer than two lanes.
    pub fn new(value: impl Into<PrimExpr>, lanes: i32, span: Option<Span>) -> Result<Self, ConstructError> {
        let value = value.into();
        let check = Check(BroadcastNode::TYPE_KEY);
        check.scalar(("value", &value))?;
        let dtype = value.dtype.with_lanes(check.vector_lanes(lanes)?);
        Ok(make_object(BroadcastNode { base: PrimExprNode::new(dtype, span), value, lanes }).into())
    }
}

impl Shuffle {
    /// The vector of the elements of `vectors` that have these numbers.
    ///
    /// # Errors
    /// If there are no vectors or no numbers, or too many numbers for a vector; if the elements are not of one type.
    pub fn new(
        vectors: impl Into<Array<PrimExpr>>,
        indices: impl Into<Array<PrimExpr>>,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        let (vectors, indices) = (vectors.into(), indices.into());
        let check = Check(ShuffleNode::TYPE_KEY);
        let Some(first) = vectors.first() else {
            return Err(check.refuse("vectors", "one vector or more", "none"));
        };
        let element = first.dtype.element();
        for vector in &vectors {
            check.same_dtype(("vectors", element), ("vectors", vector.dtype.element()))?;
        }
        let lanes = match u16::try_from(indices.len()) {
            Ok(lanes) if lanes > 0 => lanes,
            _ => return Err(check.refuse("indices", "1 to 65535 numbers", indices.len().to_string())),
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
