//! Operators with two operands of one type.

use objet::ReprPrinter;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{PrimExpr, PrimExprNode};
use objet_ir::span::Span;

use crate::check::Check;

/// What an operator asks of its operands beyond that they are of one type, and what type its result is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Numbers; the result is of their type.
    Arithmetic,
    /// Anything; the result is a truth value, or as many as there are lanes.
    Comparison,
    /// Truth values; the result is one.
    Logic,
}

/// The type of the result.
fn result_type(
    node: &'static str,
    kind: Kind,
    a: &PrimExpr,
    b: &PrimExpr,
) -> Result<DataType, ConstructError> {
    let check = Check(node);
    if kind == Kind::Logic {
        check.bool(("a", a))?;
        check.bool(("b", b))?;
    }
    check.same_dtype(("a", a.dtype), ("b", b.dtype))?;
    Ok(match kind {
        Kind::Arithmetic => a.dtype,
        Kind::Comparison | Kind::Logic => DataType::BOOL.with_lanes(a.dtype.lanes),
    })
}

macro_rules! binary_operators {
    ($($doc:literal $key:literal $node:ident $wrapper:ident $kind:ident [$before:literal $between:literal];)*) => {
        $(
            #[doc = $doc]
            #[derive(Clone, Object, Reflect)]
            #[repr(C)]
            #[object(key = $key, is_final)]
            #[reflect(fields(dtype, a, b, span), repr = $node::show)]
            pub struct $node {
                base: PrimExprNode,
                /// The left operand.
                pub a: PrimExpr,
                /// The right operand.
                pub b: PrimExpr,
            }

            impl $node {
                fn show<'a>(&'a self, printer: &mut ReprPrinter<'a>) {
                    printer.text($before).object(&self.a).text($between).object(&self.b).text(")");
                }
            }

            impl $wrapper {
                #[doc = $doc]
                ///
                /// # Errors
                /// If the operands are not of one data type, or not of one that the operator takes.
                pub fn new(
                    a: impl Into<PrimExpr>,
                    b: impl Into<PrimExpr>,
                    span: Option<Span>,
                ) -> Result<Self, ConstructError> {
                    let (a, b) = (a.into(), b.into());
                    let dtype = result_type($node::TYPE_KEY, Kind::$kind, &a, &b)?;
                    Ok(make_object($node { base: PrimExprNode::new(dtype, span), a, b }).into())
                }
            }
        )*
    };
}

binary_operators! {
    "`a + b`" "tir.Add" AddNode Add Arithmetic ["(" " + "];
    "`a - b`" "tir.Sub" SubNode Sub Arithmetic ["(" " - "];
    "`a * b`" "tir.Mul" MulNode Mul Arithmetic ["(" "*"];
    "`a / b`, of integers rounded towards zero" "tir.Div" DivNode Div Arithmetic ["(" "/"];
    "What is left of `a` after [`Div`]: of the sign of `a`" "tir.Mod" ModNode Mod Arithmetic ["(" " % "];
    "`a / b`, rounded down" "tir.FloorDiv" FloorDivNode FloorDiv Arithmetic ["floordiv(" ", "];
    "What is left of `a` after [`FloorDiv`]: of the sign of `b`" "tir.FloorMod" FloorModNode FloorMod Arithmetic ["floormod(" ", "];
    "The lesser of two" "tir.Min" MinNode Min Arithmetic ["min(" ", "];
    "The greater of two" "tir.Max" MaxNode Max Arithmetic ["max(" ", "];
    "`a == b`" "tir.EQ" EQNode EQ Comparison ["(" " == "];
    "`a != b`" "tir.NE" NENode NE Comparison ["(" " != "];
    "`a < b`" "tir.LT" LTNode LT Comparison ["(" " < "];
    "`a <= b`" "tir.LE" LENode LE Comparison ["(" " <= "];
    "`a > b`" "tir.GT" GTNode GT Comparison ["(" " > "];
    "`a >= b`" "tir.GE" GENode GE Comparison ["(" " >= "];
    "`a && b`" "tir.And" AndNode And Logic ["(" " && "];
    "`a || b`" "tir.Or" OrNode Or Logic ["(" " || "];
}
