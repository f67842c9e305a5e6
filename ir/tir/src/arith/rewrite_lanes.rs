//! Quotients and remainders of ramps, whose elements are known by the residues of their bases.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::Analyzer;
use super::modular::gcd;
use super::term::Operator;
use crate::expr::{Broadcast, BroadcastNode, Ramp, RampNode};
use crate::integer::floor_quotient;
use crate::op;

impl Analyzer {
    /// Simplifies the quotient or remainder of a ramp by a broadcast constant.
    pub(super) fn lanes_by_residues(
        &mut self,
        operator: Operator,
        a: &PrimExpr,
        b: &PrimExpr,
    ) -> Option<PrimExpr> {
        use Operator::{Div, FloorDiv, FloorMod, Mod};
        if !matches!(operator, Div | Mod | FloorDiv | FloorMod) {
            return None;
        }
        let (ramp, divisor) = (a.as_node::<RampNode>()?, &b.as_node::<BroadcastNode>()?.value);
        let number = i128::from(op::as_const_int(divisor).filter(|divisor| *divisor > 0)?);
        let stride = i128::from(op::as_const_int(&ramp.stride)?);
        let is_truncated = matches!(operator, Div | Mod);
        if is_truncated && !self.is_at_least(&ramp.base, 0) {
            return None;
        }
        let residue = self.residue_of(&ramp.base);
        let (coeff, base) = (i128::from(residue.coeff), i128::from(residue.base));
        let last = base + i128::from(ramp.lanes - 1) * stride;
        let is_multiple = coeff % number == 0;
        let is_constant = floor_quotient(base, number) == floor_quotient(last, number) && last >= 0;
        // All elements lie in one segment of `coeff` integers, which does not cross a multiple of
        // the divisor.
        let is_inside = coeff != 0 && gcd(number, coeff) == coeff && (0..coeff).contains(&last);
        let element = ramp.base.dtype;
        let remainder = || op::make_const(element, residue.base.rem_euclid(number as i64), None);
        let lanes = ramp.lanes;
        match operator {
            Div | FloorDiv if is_constant && (is_multiple || is_inside && !is_truncated) => {
                let quotient = match operator {
                    Div => op::truncdiv(&ramp.base, divisor, None),
                    _ => op::floordiv(&ramp.base, divisor, None),
                };
                Some(Broadcast::new(quotient.ok()?, lanes, None).ok()?.upcast())
            }
            Mod | FloorMod if is_constant && is_multiple => {
                Some(Ramp::new(remainder().ok()?, ramp.stride.clone(), lanes, None).ok()?.upcast())
            }
            FloorMod if is_constant && is_inside => {
                let base = op::floormod(&ramp.base, divisor, None).ok()?;
                Some(Ramp::new(base, ramp.stride.clone(), lanes, None).ok()?.upcast())
            }
            Mod | FloorMod if is_multiple && (stride >= 0 || !is_truncated) => {
                let base = remainder().ok()?;
                if ramp.base.same_as(&base) || op::as_const_int(&ramp.base) == op::as_const_int(&base) {
                    return None;
                }
                let ramp = Ramp::new(base, ramp.stride.clone(), lanes, None).ok()?;
                match operator {
                    Mod => op::truncmod(ramp, b, None).ok(),
                    _ => op::floormod(ramp, b, None).ok(),
                }
            }
            _ => None,
        }
    }
}
