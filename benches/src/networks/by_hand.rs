//! Hand-written code for these networks, without visitors and mutators: recursive functions that
//! handle only the node types of the networks.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::{BaseFunc, RelayExpr};
use objet_ir::op::Op;
use objet_relay::expr::{
    Call, CallNode, Function, FunctionNode, Tuple, TupleGetItem, TupleGetItemNode, TupleNode,
};

pub(super) const NAME: &str = "by hand";

/// Counts the calls of an operator.
pub(super) fn count_calls<'a>(functions: impl Iterator<Item = &'a BaseFunc>, op: &Op) -> u64 {
    let mut visited = HashSet::new();
    functions.map(|function| count(function.upcast_ref(), op, &mut visited)).sum()
}

fn count(expr: &RelayExpr, op: &Op, visited: &mut HashSet<*const Object>) -> u64 {
    if !visited.insert(&raw const **expr.as_object_ref()) {
        return 0;
    }
    let mut all = |exprs: &[RelayExpr]| exprs.iter().map(|expr| count(expr, op, visited)).sum::<u64>();
    match_node!(match expr {
        call @ CallNode => {
            let args = all(&call.args);
            args + u64::from(call.calls(op)) + all(std::slice::from_ref(&call.op))
        }
        function @ FunctionNode => all(std::slice::from_ref(&function.body)),
        tuple @ TupleNode => all(&tuple.fields),
        item @ TupleGetItemNode => all(std::slice::from_ref(&item.tuple_value)),
        _ => 0,
    })
}

/// Returns the function with one operator replaced by another.
pub(super) fn replace(function: &BaseFunc, from: &Op, to: &Op) -> RelayExpr {
    replaced(function.upcast_ref(), from, to, &mut HashMap::new())
}

fn replaced(
    expr: &RelayExpr,
    from: &Op,
    to: &Op,
    visited: &mut HashMap<*const Object, RelayExpr>,
) -> RelayExpr {
    let key = &raw const **expr.as_object_ref();
    if let Some(known) = visited.get(&key) {
        return known.clone();
    }
    let mut all = |exprs: &Array<RelayExpr>| -> Option<Array<RelayExpr>> {
        let new: Vec<_> = exprs.iter().map(|expr| replaced(expr, from, to, visited)).collect();
        new.iter().zip(exprs.iter()).any(|(new, old)| !new.same_as(old)).then(|| new.into())
    };
    let new = match_node!(match expr {
        call @ CallNode => {
            let args = all(&call.args);
            if args.is_none() && !call.calls(from) {
                expr.clone()
            } else {
                let op = if call.calls(from) { to.clone().upcast() } else { call.op.clone() };
                let args = args.unwrap_or_else(|| call.args.clone());
                let new = Call::new(op, args, call.attrs.clone(), call.type_args.clone(), call.span.clone());
                typed_as(new, call.checked_type.clone()).upcast()
            }
        }
        function @ FunctionNode => {
            let body = replaced(&function.body, from, to, visited);
            let (params, ret_type) = (function.params.clone(), function.ret_type.clone());
            let (type_params, attrs) = (function.type_params.clone(), function.attrs.clone());
            Function::new(params, body, ret_type, type_params, attrs, function.span.clone()).upcast()
        }
        tuple @ TupleNode => match all(&tuple.fields) {
            Some(fields) => Tuple::new(fields, tuple.span.clone()).upcast(),
            None => expr.clone(),
        },
        item @ TupleGetItemNode => {
            let tuple = replaced(&item.tuple_value, from, to, visited);
            if tuple.same_as(&item.tuple_value) {
                expr.clone()
            } else {
                TupleGetItem::new(tuple, item.index, item.span.clone()).upcast()
            }
        }
        _ => expr.clone(),
    });
    visited.insert(key, new.clone());
    new
}

fn typed_as(mut call: Call, checked_type: Option<objet_ir::types::Type>) -> Call {
    *call.make_mut().checked_type = checked_type;
    call
}
