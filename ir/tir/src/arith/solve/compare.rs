//! Comparisons with zero.

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use crate::arith::Analyzer;
use crate::expr::{EQ, GE, GT, LE, LT, NE};
use crate::functor::StmtExprMutator;
use crate::op;

/// Replaces the comparisons in a condition by comparisons with zero, which are `<=` for
/// inequalities of integers.
pub(super) fn normalized(condition: &PrimExpr) -> Result<PrimExpr, RewriteError> {
    Comparisons(Analyzer::new()).mutate(condition.clone())
}

struct Comparisons(Analyzer);

impl Comparisons {
    /// Returns the simplified difference of two operands, and zero.
    fn difference(&mut self, a: &PrimExpr, b: &PrimExpr) -> Result<(PrimExpr, PrimExpr), ConstructError> {
        Ok((self.0.simplify(&op::sub(a, b, None)?, 2), op::make_zero(a.dtype, None)?))
    }

    fn less(&mut self, a: &PrimExpr, b: &PrimExpr) -> Result<PrimExpr, RewriteError> {
        if !a.dtype.is_int() && !a.dtype.is_uint() {
            let (difference, zero) = self.difference(a, b)?;
            return Ok(LT::new(difference, zero, None)?.upcast());
        }
        let difference = op::add(op::sub(a, b, None), 1, None)?;
        Ok(LE::new(self.0.simplify(&difference, 2), op::make_zero(a.dtype, None)?, None)?.upcast())
    }

    fn less_equal(&mut self, a: &PrimExpr, b: &PrimExpr) -> Result<PrimExpr, RewriteError> {
        let (difference, zero) = self.difference(a, b)?;
        Ok(LE::new(difference, zero, None)?.upcast())
    }
}

impl StmtExprMutator for Comparisons {
    type Error = RewriteError;

    fn visit_eq(&mut self, equation: EQ) -> Result<PrimExpr, RewriteError> {
        let (difference, zero) = self.difference(&equation.a, &equation.b)?;
        Ok(EQ::new(difference, zero, None)?.upcast())
    }

    fn visit_ne(&mut self, inequality: NE) -> Result<PrimExpr, RewriteError> {
        let (difference, zero) = self.difference(&inequality.a, &inequality.b)?;
        Ok(NE::new(difference, zero, None)?.upcast())
    }

    fn visit_lt(&mut self, inequality: LT) -> Result<PrimExpr, RewriteError> {
        self.less(&inequality.a, &inequality.b)
    }

    fn visit_gt(&mut self, inequality: GT) -> Result<PrimExpr, RewriteError> {
        self.less(&inequality.b, &inequality.a)
    }

    fn visit_le(&mut self, inequality: LE) -> Result<PrimExpr, RewriteError> {
        self.less_equal(&inequality.a, &inequality.b)
    }

    fn visit_ge(&mut self, inequality: GE) -> Result<PrimExpr, RewriteError> {
        self.less_equal(&inequality.b, &inequality.a)
    }
}
