//! Vectors of the values of an expression for all iterations of a loop.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImm, PrimExpr};
use objet_ir::functor::{NodeClass, downcast_known};
use objet_ir::op::Op;

use crate::arith::{Analyzer, all_operands, with_operands};
use crate::builtin;
use crate::expr::{
    And, Broadcast, BroadcastNode, Call, Cast, Div, EQ, FloorDiv, FloorMod, GE, GT, LE, LT, Let, Load, Max,
    Min, Mod, Mul, NE, Not, Or, Ramp, RampNode, Select, Shuffle, Var,
};
use crate::functor::Class;
use crate::op;

/// Replaces a scalar variable by a vector of its values.
pub(super) struct Vectorizing {
    /// The variable of the loop.
    pub(super) var: Var,
    /// The number of iterations.
    pub(super) lanes: i32,
    ramp: PrimExpr,
    /// The variables of lets, with their replacements.
    lets: HashMap<Var, Var>,
    /// The number of changes of the replacements.
    pub(super) changes: usize,
    analyzer: Analyzer,
}

enum Step {
    Enter(PrimExpr),
    /// Binds the variable of a let, whose value is the last result.
    Bind(Let),
    Leave(PrimExpr, Class, usize),
}

/// Returns a vector of `lanes` lanes from a scalar, or from a broadcast of a divisor of `lanes`.
pub(super) fn broadcast_to(expr: PrimExpr, lanes: u16) -> Result<PrimExpr, ConstructError> {
    if expr.dtype.lanes == lanes {
        return Ok(expr);
    }
    let value = match expr.as_node::<BroadcastNode>() {
        Some(broadcast) if i32::from(lanes) % broadcast.lanes == 0 => broadcast.value.clone(),
        _ => expr,
    };
    Ok(Broadcast::new(value, lanes.into(), None)?.upcast())
}

fn most_lanes<'a>(exprs: impl IntoIterator<Item = &'a PrimExpr>) -> u16 {
    exprs.into_iter().map(|expr| expr.dtype.lanes).max().unwrap_or(1)
}

impl Vectorizing {
    /// Creates the vectorization of a loop that starts at 0.
    pub(super) fn new(var: Var, lanes: i32) -> Result<Self, ConstructError> {
        let (zero, one) = (IntImm::new(var.dtype, 0, None)?, IntImm::new(var.dtype, 1, None)?);
        let ramp = Ramp::new(zero, one, lanes, None)?.upcast();
        Ok(Self { var, lanes, ramp, lets: HashMap::new(), changes: 0, analyzer: Analyzer::new() })
    }

    /// Binds a variable to a vector. Returns the variable of the vector.
    pub(super) fn bind(&mut self, var: &Var, value: &PrimExpr) -> Var {
        if let Some(known) = self.lets.get(var).filter(|known| known.dtype == value.dtype) {
            return known.clone();
        }
        self.changes += 1;
        let new = match var.dtype.lanes == value.dtype.lanes {
            true => var.clone(),
            false => Var::new(var.name_hint.clone(), value.dtype, None),
        };
        self.lets.insert(var.clone(), new.clone());
        new
    }

    /// Returns the vector of an expression, or the expression if it is the same in all iterations.
    /// Returns `None` if the iterations must run one after the other.
    pub(super) fn expr(&mut self, root: &PrimExpr) -> Result<Option<PrimExpr>, ConstructError> {
        let mut steps = vec![Step::Enter(root.clone())];
        let mut results: Vec<PrimExpr> = Vec::new();
        let mut known: HashMap<PrimExpr, PrimExpr> = HashMap::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(expr) => {
                    if let Some(result) = known.get(&expr) {
                        results.push(result.clone());
                    } else if let Some(var) = expr.downcast_ref::<Var>() {
                        results.push(match self.lets.get(var) {
                            _ if *var == self.var => self.ramp.clone(),
                            Some(new) => new.clone().upcast(),
                            None => expr,
                        });
                    } else if let Some(binding) = expr.downcast_ref::<Let>() {
                        let (value, body) = (binding.value.clone(), binding.body.clone());
                        let binding = binding.clone();
                        steps.push(Step::Leave(expr, Class::Let, 2));
                        steps.push(Step::Enter(body));
                        steps.push(Step::Bind(binding));
                        steps.push(Step::Enter(value));
                    } else {
                        let Some(class) = Class::of(expr.as_object_ref()) else {
                            results.push(expr);
                            continue;
                        };
                        let operands = all_operands(class, &expr);
                        steps.push(Step::Leave(expr, class, operands.len()));
                        steps.extend(operands.into_iter().rev().map(Step::Enter));
                    }
                }
                Step::Bind(binding) => {
                    if let Some(value) = results.last() {
                        let value = value.clone();
                        self.bind(&binding.var, &value);
                    }
                }
                Step::Leave(expr, class, count) => {
                    let operands = results.split_off(results.len() - count);
                    let Some(result) = self.leave(&expr, class, operands)? else { return Ok(None) };
                    known.insert(expr, result.clone());
                    results.push(result);
                }
            }
        }
        Ok(results.pop())
    }

    fn leave(
        &mut self,
        expr: &PrimExpr,
        class: Class,
        operands: Vec<PrimExpr>,
    ) -> Result<Option<PrimExpr>, ConstructError> {
        let old = all_operands(class, expr);
        if old.iter().zip(&operands).all(|(old, new)| old.same_as(new)) {
            return Ok(Some(expr.clone()));
        }
        let object = expr.as_object_ref();
        let lanes = most_lanes(&operands);
        macro_rules! binary {
            ($($node:ident),*) => {
                match (class, &operands[..]) {
                    (Class::Add, [a, b]) => self.sum(a, b, lanes, op::add)?,
                    (Class::Sub, [a, b]) => self.sum(a, b, lanes, op::sub)?,
                    (Class::Mul, [a, b]) => self.product(a, b, lanes)?,
                    $((Class::$node, [a, b]) => {
                        let (a, b) = (broadcast_to(a.clone(), lanes)?, broadcast_to(b.clone(), lanes)?);
                        $node::new(a, b, None)?.upcast()
                    })*
                    (Class::Not, [a]) => Not::new(a.clone(), None)?.upcast(),
                    (Class::Ramp, [base, stride]) => {
                        self.ramp_of(downcast_known::<Ramp>(object), base, stride, lanes)?
                    }
                    (Class::Broadcast, [value]) => {
                        if !value.dtype.is_scalar() {
                            return Ok(None);
                        }
                        Broadcast::new(value.clone(), expr.dtype.lanes.into(), None)?.upcast()
                    }
                    (Class::Select, [condition, a, b]) => {
                        let (a, b) = (broadcast_to(a.clone(), lanes)?, broadcast_to(b.clone(), lanes)?);
                        Select::new(condition.clone(), a, b, None)?.upcast()
                    }
                    (Class::Cast, [value]) => Cast::new(expr.dtype.with_lanes(lanes), value.clone(), None)?.upcast(),
                    (Class::Load, [index, predicate]) => {
                        let load: &Load = downcast_known(object);
                        let (index, predicate) =
                            (broadcast_to(index.clone(), lanes)?, broadcast_to(predicate.clone(), lanes)?);
                        let dtype = expr.dtype.with_lanes(lanes);
                        Load::new(dtype, load.buffer_var.clone(), index, predicate, None)?.upcast()
                    }
                    (Class::Let, [value, body]) => {
                        let binding: &Let = downcast_known(object);
                        let var = self.lets.get(&binding.var).cloned().unwrap_or_else(|| binding.var.clone());
                        Let::new(var, value.clone(), body.clone(), None)?.upcast()
                    }
                    (Class::Call, _) => return self.call(downcast_known(object), operands, lanes),
                    _ if lanes > 1 => return Ok(None),
                    _ => with_operands(class, expr, operands),
                }
            };
        }
        Ok(Some(binary!(Div, Mod, FloorDiv, FloorMod, Min, Max, EQ, NE, LT, LE, GT, GE, And, Or)))
    }

    /// Returns a sum or a difference. That of a ramp and a scalar is a ramp.
    fn sum(
        &mut self,
        a: &PrimExpr,
        b: &PrimExpr,
        lanes: u16,
        apply: fn(PrimExpr, PrimExpr, Option<objet_ir::span::Span>) -> Result<PrimExpr, ConstructError>,
    ) -> Result<PrimExpr, ConstructError> {
        if lanes > 1 {
            if let (true, Some(ramp)) = (a.dtype.is_scalar(), b.as_node::<RampNode>()) {
                let zero = op::make_zero(ramp.stride.dtype, None)?;
                let base = apply(a.clone(), ramp.base.clone(), None)?;
                return Ok(
                    Ramp::new(base, apply(zero, ramp.stride.clone(), None)?, ramp.lanes, None)?.upcast()
                );
            }
            if let (Some(ramp), true) = (a.as_node::<RampNode>(), b.dtype.is_scalar()) {
                let base = apply(ramp.base.clone(), b.clone(), None)?;
                return Ok(Ramp::new(base, ramp.stride.clone(), ramp.lanes, None)?.upcast());
            }
        }
        apply(broadcast_to(a.clone(), lanes)?, broadcast_to(b.clone(), lanes)?, None)
    }

    /// Returns a product. That of a ramp and a positive scalar is a ramp.
    fn product(&mut self, a: &PrimExpr, b: &PrimExpr, lanes: u16) -> Result<PrimExpr, ConstructError> {
        let mut is_positive = |expr: &PrimExpr| {
            expr.dtype.is_scalar()
                && op::greater(expr, 0, None).is_ok_and(|holds| self.analyzer.can_prove(&holds))
        };
        if let Some(ramp) = b.as_node::<RampNode>()
            && is_positive(a)
        {
            let (base, stride) = (op::mul(a, &ramp.base, None)?, op::mul(a, &ramp.stride, None)?);
            return Ok(Ramp::new(base, stride, ramp.lanes, None)?.upcast());
        }
        if let Some(ramp) = a.as_node::<RampNode>()
            && is_positive(b)
        {
            let (base, stride) = (op::mul(&ramp.base, b, None)?, op::mul(&ramp.stride, b, None)?);
            return Ok(Ramp::new(base, stride, ramp.lanes, None)?.upcast());
        }
        Ok(Mul::new(broadcast_to(a.clone(), lanes)?, broadcast_to(b.clone(), lanes)?, None)?.upcast())
    }

    /// Returns the concatenation of the ramps of all lanes.
    fn ramp_of(
        &mut self,
        old: &RampNode,
        base: &PrimExpr,
        stride: &PrimExpr,
        lanes: u16,
    ) -> Result<PrimExpr, ConstructError> {
        if let (Some(outer), true) = (base.as_node::<RampNode>(), stride.dtype.is_scalar()) {
            let step = op::mul(stride, op::make_const(stride.dtype, old.lanes, None), None)?;
            if self.analyzer.can_prove_equal(&outer.stride, &step) {
                return Ok(Ramp::new(
                    outer.base.clone(),
                    stride.clone(),
                    old.lanes.saturating_mul(outer.lanes),
                    None,
                )?
                .upcast());
            }
        }
        let (base, stride) = (broadcast_to(base.clone(), lanes)?, broadcast_to(stride.clone(), lanes)?);
        let element =
            |vector: &PrimExpr, index: u16| Shuffle::new([vector.clone()], [i32::from(index).into()], None);
        let mut ramps: Vec<PrimExpr> = Vec::new();
        for index in 0..lanes {
            ramps
                .push(Ramp::new(element(&base, index)?, element(&stride, index)?, old.lanes, None)?.upcast());
        }
        let count = i32::from(lanes).saturating_mul(old.lanes);
        let indices: Array<PrimExpr> = (0..count).map(PrimExpr::from).collect();
        Ok(Shuffle::new(ramps, indices, None)?.upcast())
    }

    fn call(
        &mut self,
        call: &Call,
        args: Vec<PrimExpr>,
        lanes: u16,
    ) -> Result<Option<PrimExpr>, ConstructError> {
        let is_vector = |arg: &PrimExpr| !arg.dtype.is_scalar();
        if call.op.same_as(&builtin::if_then_else()) {
            let [condition, a, b] = &args[..] else { return Ok(None) };
            if is_vector(condition) {
                return Ok(None);
            }
            let values =
                [condition.clone(), broadcast_to(a.clone(), lanes)?, broadcast_to(b.clone(), lanes)?];
            return Ok(Some(
                Call::new(call.dtype.with_lanes(lanes), call.op.clone(), values, None)?.upcast(),
            ));
        }
        let op = call.op.downcast_ref::<Op>();
        let is_vectorizable = op
            .is_some_and(|op| Op::get_attr_map::<bool>("TVectorizable").get(op).ok().flatten() == Some(true));
        if !is_vectorizable {
            let is_uniform = !args.iter().any(is_vector);
            return Ok(if is_uniform {
                Some(Call::new(call.dtype, call.op.clone(), args, None)?.upcast())
            } else {
                None
            });
        }
        let args = args.into_iter().map(|arg| broadcast_to(arg, lanes)).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(Call::new(call.dtype.with_lanes(lanes), call.op.clone(), args, None)?.upcast()))
    }
}
