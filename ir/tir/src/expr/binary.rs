//! Operators with two operands of one data type.

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::{PrimExpr, PrimExprNode};
use objet_ir::span::Span;

use crate::check::Check;

/// The operands that an operator accepts beyond equal data types, and the type of the result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Takes numbers, and the result has their data type.
    Arithmetic,
    /// Takes any values, and the result is a boolean for each lane.
    Comparison,
    /// Takes booleans, and the result is a boolean for each lane.
    Logic,
}

impl Kind {
    fn check(self, check: Check, a: &PrimExpr, b: &PrimExpr) -> Result<(), ConstructError> {
        if self == Self::Logic {
            check.bool(("a", a))?;
            check.bool(("b", b))?;
        }
        check.same_dtype(("a", a.dtype), ("b", b.dtype))
    }

    /// Returns the data type of the result.
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

            /// The operands have one data type that the operator accepts.
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
    "`a / b`, rounded towards zero for integers" "tir.Div" DivNode Arithmetic ["(" "/"];
    "The remainder of [`Div`], with the sign of `a`" "tir.Mod" ModNode Arithmetic ["(" " % "];
    "`a / b`, rounded down" "tir.FloorDiv" FloorDivNode Arithmetic ["floordiv(" ", "];
    "The remainder of [`FloorDiv`], with the sign of `b`" "tir.FloorMod" FloorModNode Arithmetic ["floormod(" ", "];
    "The minimum of `a` and `b`" "tir.Min" MinNode Arithmetic ["min(" ", "];
    "The maximum of `a` and `b`" "tir.Max" MaxNode Arithmetic ["max(" ", "];
    "`a == b`" "tir.EQ" EQNode Comparison ["(" " == "];
    "`a != b`" "tir.NE" NENode Comparison ["(" " != "];
    "`a < b`" "tir.LT" LTNode Comparison ["(" " < "];
    "`a <= b`" "tir.LE" LENode Comparison ["(" " <= "];
    "`a > b`" "tir.GT" GTNode Comparison ["(" " > "];
    "`a >= b`" "tir.GE" GENode Comparison ["(" " >= "];
    "`a && b`" "tir.And" AndNode Logic ["(" " && "];
    "`a || b`" "tir.Or" OrNode Logic ["(" " || "];
}
