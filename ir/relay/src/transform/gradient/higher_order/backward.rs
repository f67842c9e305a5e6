//! The normal form of the functions that go back.

use foldhash::HashMap;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::functor::downcast_known_owned;

use super::is_atom;
use crate::expr::{Call, Let, RefRead, RefWrite, Tuple, TupleGetItem, Var};
use crate::transform::let_list::LetList;

/// Returns the bindings around `last`, with a binding for each operand of their values.
///
/// As in TVM, each binding and the rest of the bindings are the value of a new variable.
pub(super) fn normal_form(list: LetList, last: RelayExpr) -> RelayExpr {
    let mut atoms = HashMap::default();
    let mut blocks: Vec<Vec<(Var, RelayExpr)>> = Vec::new();
    for (var, value) in list.into_bindings() {
        let mut block = Vec::new();
        bind(value, Some(var), &mut atoms, &mut block);
        blocks.push(block);
    }
    let mut block = blocks.pop().unwrap_or_default();
    let mut atom = bind(last, None, &mut atoms, &mut block);
    loop {
        let around = |body, (var, value)| Let::new(var, value, body, None).upcast();
        let value: RelayExpr = block.into_iter().rev().fold(atom, around);
        let var = fresh();
        atom = var.clone().upcast();
        let Some(outer) = blocks.pop() else { return Let::new(var, value, atom, None).upcast() };
        block = outer;
        block.push((var, value));
    }
}

fn fresh() -> Var {
    Var::new("x", None, None)
}

/// Binds a value and its operands, and returns the variable of the value.
fn bind(
    root: RelayExpr,
    root_var: Option<Var>,
    atoms: &mut HashMap<RelayExpr, RelayExpr>,
    block: &mut Vec<(Var, RelayExpr)>,
) -> RelayExpr {
    // An expression is visited twice: the second time, its operands are bound.
    let mut waiting = vec![(root.clone(), false)];
    while let Some((expr, has_operands)) = waiting.pop() {
        if is_atom(&expr) || atoms.contains_key(&expr) {
            continue;
        }
        if !has_operands {
            let operands = operands(&expr);
            waiting.push((expr, true));
            waiting.extend(operands.into_iter().rev().map(|operand| (operand, false)));
            continue;
        }
        let var = root_var.clone().filter(|_| expr.same_as(&root)).unwrap_or_else(fresh);
        block.push((var.clone(), rebuilt(&expr, atoms)));
        atoms.insert(expr, var.upcast());
    }
    let atom = atoms.get(&root).unwrap_or(&root).clone();
    match root_var {
        // The value of the binding is an atom already.
        Some(var) if !atom.same_as(&var) => {
            block.push((var.clone(), atom));
            var.upcast()
        }
        _ => atom,
    }
}

/// Returns the operands of an expression in the order in which TVM binds them.
fn operands(expr: &RelayExpr) -> Vec<RelayExpr> {
    if let Some(write) = expr.downcast_ref::<RefWrite>() {
        return vec![write.value.clone(), write.reference.clone()];
    }
    let is_known = expr.is_instance::<crate::expr::CallNode>()
        || expr.is_instance::<crate::expr::TupleNode>()
        || expr.is_instance::<crate::expr::TupleGetItemNode>()
        || expr.is_instance::<crate::expr::RefReadNode>();
    if !is_known {
        return Vec::new();
    }
    crate::scope::known_operands(expr).cloned().collect()
}

/// Returns an expression with atoms as operands.
fn rebuilt(expr: &RelayExpr, atoms: &HashMap<RelayExpr, RelayExpr>) -> RelayExpr {
    let atom = |operand: &RelayExpr| atoms.get(operand).unwrap_or(operand).clone();
    let all = |operands: &Array<RelayExpr>| operands.iter().map(atom).collect::<Array<RelayExpr>>();
    macro_rules! with {
        ($node:ty, $($field:ident: $value:expr),+) => {
            if expr.is_instance::<<$node as IsObjectRef>::Node>() {
                let old: $node = downcast_known_owned(expr.clone().upcast());
                let mut new = old.clone();
                let make = |old: &$node| ($($value(&old.$field)),+,);
                let ($($field),+,) = make(&old);
                let fields = new.make_mut();
                $(*fields.$field = $field;)+
                return new.upcast();
            }
        };
    }
    with!(Call, op: atom, args: all);
    with!(Tuple, fields: all);
    with!(TupleGetItem, tuple_value: atom);
    with!(RefRead, reference: atom);
    with!(RefWrite, reference: atom, value: atom);
    expr.clone()
}
