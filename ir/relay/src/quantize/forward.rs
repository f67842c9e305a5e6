//! Rewriting from the operands to the results, with temporary expressions in between.
//!
//! An attribute of an operator is a function of a call, of its rewritten arguments and of null. The
//! function returns the new call, a [temporary expression](crate::expr::TempExpr) that carries what
//! the functions of its users need to know, or null. Temporary expressions are realized in the
//! arguments of calls without a function, and in the result.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpAttrMap};

use super::QuantizeError;
use crate::dataflow_pattern::replace::{Replaced, operands};
use crate::expr::TempExpr;
use crate::expr::{Call, Tuple};
use crate::functor::post_order;

/// A function that changes the value of an expression for each of its several uses.
type MultiRef<'a> = &'a dyn Fn(RelayExpr) -> Result<RelayExpr, QuantizeError>;

/// Rewrites an expression by an attribute of operators.
pub(super) fn forward_rewrite<R: IsObjectRef>(
    root: &R,
    attr: &'static str,
    multi_ref: Option<MultiRef<'_>>,
) -> Result<RelayExpr, QuantizeError> {
    let order: Vec<RelayExpr> = post_order(root).collect();
    let mut uses = HashMap::<RelayExpr, usize>::new();
    for operand in order.iter().flat_map(operands).filter(|_| multi_ref.is_some()) {
        *uses.entry(operand.clone()).or_default() += 1;
    }
    let functions = Op::get_attr_map(attr);
    let (replaced, realizer) = (Replaced::default(), Realizer::default());
    let mut rewrite = Rewrite { attr, functions, multi_ref, uses, replaced, realizer };
    for expr in &order {
        let new = rewrite.expr(expr)?;
        rewrite.replaced.insert(expr, new);
    }
    let last = order.last().ok_or(QuantizeError::Expr)?;
    rewrite.realizer.realize(&rewrite.replaced.of(last))
}

struct Rewrite<'a> {
    attr: &'static str,
    functions: OpAttrMap<PackedFunc>,
    multi_ref: Option<MultiRef<'a>>,
    uses: HashMap<RelayExpr, usize>,
    replaced: Replaced,
    realizer: Realizer,
}

impl Rewrite<'_> {
    fn expr(&mut self, expr: &RelayExpr) -> Result<RelayExpr, QuantizeError> {
        if let Some(call) = expr.downcast_ref::<Call>() {
            return self.call(call);
        }
        match expr.downcast_ref::<Tuple>() {
            Some(tuple) => {
                let fields = self.rewritten(&tuple.fields)?;
                Ok(match same(&fields, &tuple.fields) {
                    true => expr.clone(),
                    false => Tuple::new(fields, None).upcast(),
                })
            }
            None => Ok(self.replaced.rebuild(expr)?),
        }
    }

    fn call(&mut self, call: &Call) -> Result<RelayExpr, QuantizeError> {
        let callee = self.replaced.of(&call.op);
        let mut args = self.rewritten(&call.args)?;
        let function = match call.op.downcast_ref::<Op>() {
            Some(op) => self.functions.get(op)?,
            None => None,
        };
        if let Some(function) = function {
            let list = Array::from(args.as_slice());
            let new: Option<RelayExpr> = function
                .call_as((call, &list, &None::<ObjectRef>))
                .map_err(|source| self.failed(call, source))?;
            if let Some(new) = new {
                return Ok(new);
            }
        }
        for arg in &mut args {
            *arg = self.realizer.realize(arg)?;
        }
        if callee.same_as(&call.op) && same(&args, &call.args) {
            return Ok(call.clone().upcast());
        }
        Ok(Call::new(callee, args, call.attrs.clone(), call.type_args.clone(), call.span.clone()).upcast())
    }

    fn failed(&self, call: &Call, source: objet::function::RuntimeError) -> QuantizeError {
        let op = call.as_op().map(|op| op.name.to_string()).unwrap_or_default();
        QuantizeError::Function { attr: self.attr, op, source }
    }

    /// Returns the new operands.
    fn rewritten(&self, old: &Array<RelayExpr>) -> Result<Vec<RelayExpr>, QuantizeError> {
        let of = |expr: &RelayExpr| {
            let new = self.replaced.of(expr);
            match (self.multi_ref, self.uses.get(expr)) {
                (Some(multi_ref), Some(2..)) => multi_ref(new),
                _ => Ok(new),
            }
        };
        old.iter().map(of).collect()
    }
}

fn same(new: &[RelayExpr], old: &[RelayExpr]) -> bool {
    new.iter().zip(old).all(|(new, old)| new.same_as(old))
}

/// Replaces temporary expressions by those that they stand for. Each expression is visited once.
#[derive(Default)]
struct Realizer {
    realized: Replaced,
    seen: HashSet<RelayExpr>,
}

impl Realizer {
    fn realize(&mut self, root: &RelayExpr) -> Result<RelayExpr, QuantizeError> {
        let mut waiting = vec![(root.clone(), false)];
        while let Some((expr, is_left)) = waiting.pop() {
            if is_left {
                let new = match expr.downcast_ref::<TempExpr>() {
                    Some(temporary) => temporary.realize().map_err(QuantizeError::Realize)?,
                    None => self.realized.rebuild(&expr)?,
                };
                self.realized.insert(&expr, new);
            } else if self.seen.insert(expr.clone()) {
                waiting.push((expr.clone(), true));
                let mut inside: Vec<_> = operands(&expr).map(|operand| (operand.clone(), false)).collect();
                inside.reverse();
                waiting.append(&mut inside);
            }
        }
        Ok(self.realized.of(root))
    }
}
