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

impl Kind {
    /// Checks the operands of an operator.
    fn check(self, check: Check, a: &PrimExpr, b: &PrimExpr) -> Result<(), ConstructError> {
        if self == Self::Logic {
            check.bool(("a", a))?;
            check.bool(("b", b))?;
        }
        check.same_dtype(("a", a.dtype), ("b", b.dtype))
    }

    /// Returns the type of the result, by the left operand.
    fn result(self, a: &PrimExpr) -> DataType {
        match self {
            Self::Arithmetic => a.dtype,
            Self::Comparison | Self::Logic => DataType::BOOL.with_lanes(a.dtype.lanes),
        }
    }
}

macro_rules! binary_operators {
    ($($doc:literal $key:literal $node:ident $kind:ident [$before:literal $between:literal];)*) => {
        $(
            #[doc = $doc]
            #[derive(Clone, Object, Reflect)]
            #[repr(C)]
            #[object(key = $key, is_final, new(dtype = Kind::$kind.result(&a), span: Option<Span>), validate)]
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

            /// The operands are of one data type, which the operator takes.
            impl Validate for $node {
                type Error = ConstructError;

                fn validate(&self) -> Result<(), ConstructError> {
                    Kind::$kind.check(Check(Self::TYPE_KEY), &self.a, &self.b)
                }
            }
        )*
    };
}

binary_operators! {
    "`a + b`" "tir.Add" AddNode Arithmetic ["(" " + "];
    "`a - b`" "tir.Sub" SubNode Arithmetic ["(" " - "];
    "`a * b`" "tir.Mul" MulNode Arithmetic ["(" "*"];
    "`a / b`, of integers rounded towards zero" "tir.Div" DivNode Arithmetic ["(" "/"];
    "What is left of `a` after [`Div`]: of the sign of `a`" "tir.Mod" ModNode Arithmetic ["(" " % "];
    "`a / b`, rounded down" "tir.FloorDiv" FloorDivNode Arithmetic ["floordiv(" ", "];
    "What is left of `a` after [`FloorDiv`]: of the sign of `b`" "tir.FloorMod" FloorModNode Arithmetic ["floormod(" ", "];
    "The lesser of two" "tir.Min" MinNode Arithmetic ["min(" ", "];
    "The greater of two" "tir.Max" MaxNode Arithmetic ["max(" ", "];
    "`a == b`" "tir.EQ" EQNode Comparison ["(" " == "];
    "`a != b`" "tir.NE" NENode Comparison ["(" " != "];
    "`a < b`" "tir.LT" LTNode Comparison ["(" " < "];
    "`a <= b`" "tir.LE" LENode Comparison ["(" " <= "];
    "`a > b`" "tir.GT" GTNode Comparison ["(" " > "];
    "`a >= b`" "tir.GE" GENode Comparison ["(" " >= "];
    "`a && b`" "tir.And" AndNode Logic ["(" " && "];
    "`a || b`" "tir.Or" OrNode Logic ["(" " || "];
}
