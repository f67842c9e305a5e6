//! Substitution of variables with constant folding.

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::PrimExpr;

use super::{
    add, div, equal, floordiv, floormod, greater, greater_equal, less, less_equal, logical_and, logical_not,
    logical_or, max, min, mul, not_equal, sub, truncmod,
};
use crate::expr::{
    Add, And, Div, EQ, FloorDiv, FloorMod, GE, GT, LE, LT, Max, Min, Mod, Mul, NE, Not, Or, Sub, Var,
};
use crate::functor::StmtExprMutator;

/// Replaces variables by expressions, as [`substitute`](crate::functor::substitute) does, and
/// applies the functions of this module to the operators that use them. A replacement may have
/// another data type, if the operator accepts it.
pub(crate) struct Folding<F>(pub(crate) F);

macro_rules! binary {
    ($($visit:ident $node:ident $function:ident;)*) => {
        impl<F> StmtExprMutator for Folding<F>
        where
            F: FnMut(&Var) -> Result<Option<PrimExpr>, RewriteError>,
        {
            type Error = RewriteError;

            fn visit_var(&mut self, var: Var) -> Result<PrimExpr, RewriteError> {
                Ok((self.0)(&var)?.unwrap_or_else(|| var.upcast()))
            }

            fn visit_not(&mut self, not: Not) -> Result<PrimExpr, RewriteError> {
                let folded = logical_not(&not.a, not.span.clone())?;
                Ok(if folded.is_instance::<<Not as IsObjectRef>::Node>() { not.upcast() } else { folded })
            }

            $(
                fn $visit(&mut self, operator: $node) -> Result<PrimExpr, RewriteError> {
                    let folded = $function(&operator.a, &operator.b, operator.span.clone())?;
                    let is_same = folded
                        .downcast_ref::<$node>()
                        .is_some_and(|new| new.a.same_as(&operator.a) && new.b.same_as(&operator.b));
                    Ok(if is_same { operator.upcast() } else { folded })
                }
            )*
        }
    };
}

binary! {
    visit_add Add add;
    visit_sub Sub sub;
    visit_mul Mul mul;
    visit_div Div div;
    visit_mod Mod truncmod;
    visit_floor_div FloorDiv floordiv;
    visit_floor_mod FloorMod floormod;
    visit_min Min min;
    visit_max Max max;
    visit_eq EQ equal;
    visit_ne NE not_equal;
    visit_lt LT less;
    visit_le LE less_equal;
    visit_gt GT greater;
    visit_ge GE greater_equal;
    visit_and And logical_and;
    visit_or Or logical_or;
}
