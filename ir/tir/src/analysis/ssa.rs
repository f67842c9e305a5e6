//! The check that each variable is bound once.

use std::collections::{HashMap, HashSet};

use objet::String;
use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::expr::PrimExpr;

use crate::arith::deep_equal;
use crate::expr::{LetNode, Var};
use crate::function::{PrimFunc, PrimFuncNode};
use crate::functor::parts;
use crate::stmt::{AllocateNode, ForNode, LetStmtNode};

/// A variable that is bound more than once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("variable {var} is bound more than once")]
pub struct NotSSA {
    /// The name of the variable.
    pub var: String,
}

/// Returns whether no two parameters, lets, loops or allocations of a function bind the same
/// variable, except for lets in expressions that bind it to equal values.
#[register_global("tir.analysis.verify_ssa")]
fn is_ssa(func: PrimFunc) -> bool {
    verify_ssa(&func).is_ok()
}

/// Checks that no two parameters, lets, loops or allocations of a function or a statement bind the
/// same variable. Lets in expressions may bind it again, to an [equal](deep_equal) value.
///
/// # Errors
/// Returns the first variable that is bound again.
#[doc(alias = "VerifySSA")]
pub fn verify_ssa(root: &impl IsObjectRef) -> Result<(), NotSSA> {
    let mut bindings = Bindings::default();
    for event in parts(root) {
        let WalkEvent::Enter(object) = event else { continue };
        match_node!(match object {
            node @ LetNode => bindings.bind_in_expr(node)?,
            node @ LetStmtNode => bindings.bind(&node.var, node.value.clone())?,
            node @ ForNode => bindings.bind_itself(&node.loop_var)?,
            node @ AllocateNode => bindings.bind_itself(&node.buffer_var)?,
            node @ PrimFuncNode => node.params.iter().try_for_each(|param| bindings.bind_itself(param))?,
            _ => {}
        });
    }
    Ok(())
}

#[derive(Default)]
struct Bindings {
    /// The first value of each variable: the variable itself, unless a let binds it.
    values: HashMap<Var, PrimExpr>,
    /// The lets inside of values that are known to equal the first value of their variable.
    compared: HashSet<ObjectRef>,
}

impl Bindings {
    fn bind(&mut self, var: &Var, value: PrimExpr) -> Result<(), NotSSA> {
        match self.values.insert(var.clone(), value) {
            None => Ok(()),
            Some(_) => Err(NotSSA { var: var.name_hint.clone() }),
        }
    }

    fn bind_itself(&mut self, var: &Var) -> Result<(), NotSSA> {
        self.bind(var, var.clone().upcast())
    }

    fn bind_in_expr(&mut self, binding: &LetNode) -> Result<(), NotSSA> {
        let (var, value) = (&binding.var, &binding.value);
        let Some(first) = self.values.get(var) else {
            return self.bind(var, value.clone());
        };
        if self.compared.contains(value.as_object_ref()) {
            return Ok(());
        }
        if !deep_equal(first, value) {
            return Err(NotSSA { var: var.name_hint.clone() });
        }
        // Values of lets inside of the value are equal, too: a comparison of each of them would
        // take time in proportion to the depth of the lets.
        for event in parts(value) {
            let WalkEvent::Enter(part) = event else { continue };
            if let Some(inner) = part.as_node::<LetNode>() {
                self.compared.insert(inner.value.as_object_ref().clone());
            }
        }
        self.compared.insert(value.as_object_ref().clone());
        Ok(())
    }
}
