//! Finds expressions with side effects.

use std::collections::HashSet;

use objet::prelude::*;
use objet_ir::adt::ConstructorNode;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModuleNode;
use objet_ir::op::{Op, OpAttrMap, OpNode};

use crate::analysis::variables::bound_more_than_once;
use crate::expr::{CallNode, FunctionNode, Id, Let, RefCreateNode, RefReadNode, RefWriteNode, VarNode};
use crate::functor::post_order;
use crate::scope::operands;

/// The expressions of a graph that may have side effects.
///
/// An expression may have an effect if it makes, reads or writes a reference, or calls an operator
/// or a function with effects. An expression with an effectful operand has the effect too, except a
/// function, whose effects occur when it is called. For an effectful expression, the number and the
/// order of its evaluations matter.
pub(crate) struct Effects {
    effectful: HashSet<RelayExpr>,
}

impl Effects {
    pub(crate) fn in_graph(root: &impl IsObjectRef) -> Self {
        let effects = OpEffects::new();
        let effect = |expr: &RelayExpr| {
            match_node!(match expr {
                RefCreateNode | RefReadNode | RefWriteNode => true,
                call @ CallNode => call.op.downcast_ref::<Op>().is_some_and(|op| effects.has(op)),
                _ => false,
            })
        };
        // If no expression has an effect, no call has one either, unless its callee is unknown.
        let known = KnownFunctions::in_graph(root);
        let mut effectful = HashSet::new();
        if post_order(root).any(|expr| effect(&expr) || known.is_left_by(&expr)) {
            for expr in post_order(root) {
                let inside = || operands(&expr).any(|operand| effectful.contains(&*operand));
                let is_function = expr.is_instance::<FunctionNode>();
                if !is_function && (effect(&expr) || called_function(&expr).is_some() || inside()) {
                    effectful.insert(expr);
                }
            }
        }
        Self { effectful }
    }

    pub(crate) fn has(&self, expr: &RelayExpr) -> bool {
        self.effectful.contains(expr)
    }
}

/// Looks up whether an operator may have side effects.
///
/// Stateful operators have effects. Operators that write into their arguments, such as
/// `vm.invoke_tvm_op`, declare no effect, but all of them are marked as non-computational.
pub(crate) struct OpEffects {
    stateful: OpAttrMap<bool>,
    non_computational: OpAttrMap<bool>,
}

impl OpEffects {
    pub(crate) fn new() -> Self {
        let [stateful, non_computational] = ["TOpIsStateful", "TNonComputational"].map(Op::get_attr_map);
        Self { stateful, non_computational }
    }

    pub(crate) fn has(&self, op: &Op) -> bool {
        let may = |values: &OpAttrMap<bool>| !matches!(values.get(op), Ok(None | Some(false)));
        may(&self.stateful) || may(&self.non_computational)
    }
}

/// The functions that the calls in a graph may reach.
enum KnownFunctions {
    /// The graph is a module of relay functions, and every call stays in the module.
    Module,
    /// The graph is an expression, or a module that contains functions of other languages. These
    /// variables are bound only to functions in the graph.
    Local(HashSet<Id>),
}

impl KnownFunctions {
    fn in_graph(root: &impl IsObjectRef) -> Self {
        let all_of_relay = |module: &IRModuleNode| {
            module.functions.load().values().all(|function| function.is_instance::<FunctionNode>())
        };
        if root.as_node::<IRModuleNode>().is_some_and(all_of_relay) {
            return Self::Module;
        }
        let lets = post_order(root).filter_map(|expr| expr.downcast::<Let>().ok());
        let functions = lets.filter(|node| node.value.is_instance::<FunctionNode>());
        let mut functions: HashSet<_> = functions.map(|node| node.var.vid.clone()).collect();
        for var in bound_more_than_once(root) {
            functions.remove(&var);
        }
        Self::Local(functions)
    }

    /// Returns whether the expression calls a function that may be unknown.
    fn is_left_by(&self, expr: &RelayExpr) -> bool {
        match (self, called_function(expr)) {
            (Self::Local(functions), Some(called)) => match called.as_node::<VarNode>() {
                Some(var) => !functions.contains(&var.vid),
                None => !called.is_instance::<FunctionNode>(),
            },
            _ => false,
        }
    }
}

/// Returns the callee of a call that is neither an operator nor a constructor.
pub(crate) fn called_function(expr: &RelayExpr) -> Option<&RelayExpr> {
    let called = &expr.as_node::<CallNode>()?.op;
    let is_plain = called.is_instance::<OpNode>() || called.is_instance::<ConstructorNode>();
    (!is_plain).then_some(called)
}
