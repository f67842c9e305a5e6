//! The first step of the evaluation of each kind of expression.

use objet::prelude::*;
use objet_ir::adt::Constructor;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::op::Op;

use super::activations::ActivationId;
use super::evaluator::{Continuation, Evaluator, Result, Step};
use super::values::Known;
use crate::adt::Match;
use crate::expr::{
    Call, Constant, Function, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem, Var,
};
use crate::functor::ExprFunctor;

/// Evaluates an expression in an activation.
pub(super) struct Visit<'e, 'a> {
    pub(super) evaluator: &'e mut Evaluator<'a>,
    pub(super) activation: ActivationId,
}

impl Visit<'_, '_> {
    fn then(&mut self, continuation: Continuation, first: &RelayExpr) -> Result<Step> {
        self.evaluator.rest.push(continuation);
        Ok(Step::Evaluate(first.clone(), self.activation))
    }

    fn value(&mut self, known: Known, atom: &impl IsObjectRef) -> Result<Step> {
        match atom.as_object_ref().downcast_ref::<RelayExpr>() {
            Some(atom) => Ok(Step::Value(self.evaluator.values.push(known, atom.clone()))),
            None => unreachable!("names are expressions"),
        }
    }
}

impl ExprFunctor for Visit<'_, '_> {
    type Output = Result<Step>;

    fn visit_constant(&mut self, constant: &Constant) -> Result<Step> {
        Ok(self.evaluator.push(constant.clone(), Known::Tensor(constant.clone()), false))
    }

    fn visit_tuple(&mut self, tuple: &Tuple) -> Result<Step> {
        Ok(self.evaluator.tuple(tuple.clone(), self.activation, Vec::new()))
    }

    fn visit_var(&mut self, var: &Var) -> Result<Step> {
        match self.evaluator.activations.get(self.activation, &var.vid) {
            Some(value) => Ok(Step::Value(value)),
            None => self.value(Known::Nothing, var),
        }
    }

    fn visit_global_var(&mut self, var: &GlobalVar) -> Result<Step> {
        Ok(Step::Value(self.evaluator.global(var)))
    }

    fn visit_function(&mut self, function: &Function) -> Result<Step> {
        Ok(self.evaluator.function(function, self.activation, "f"))
    }

    fn visit_call(&mut self, call: &Call) -> Result<Step> {
        if call.as_op().is_some_and(|op| op.name == "annotation.with_funcid")
            && let [function] = &call.args[..]
        {
            return Ok(Step::Evaluate(function.clone(), self.activation));
        }
        self.evaluator.operands(call.clone(), self.activation, Vec::new())
    }

    fn visit_let(&mut self, node: &Let) -> Result<Step> {
        self.evaluator.rest.push(Continuation::Let(node.clone(), self.activation));
        match node.value.downcast_ref::<Function>() {
            Some(function) => Ok(self.evaluator.function(function, self.activation, node.var.name_hint())),
            None => Ok(Step::Evaluate(node.value.clone(), self.activation)),
        }
    }

    fn visit_if(&mut self, node: &If) -> Result<Step> {
        self.then(Continuation::If(node.clone(), self.activation), &node.cond)
    }

    fn visit_op(&mut self, op: &Op) -> Result<Step> {
        self.value(Known::Kernel(op.clone().upcast()), op)
    }

    fn visit_tuple_get_item(&mut self, item: &TupleGetItem) -> Result<Step> {
        self.then(Continuation::Project(item.index), &item.tuple_value)
    }

    fn visit_ref_create(&mut self, create: &RefCreate) -> Result<Step> {
        self.then(Continuation::RefCreate, &create.value)
    }

    fn visit_ref_read(&mut self, read: &RefRead) -> Result<Step> {
        self.then(Continuation::RefRead, &read.reference)
    }

    fn visit_ref_write(&mut self, write: &RefWrite) -> Result<Step> {
        self.then(Continuation::RefWrite(write.clone(), self.activation, None), &write.reference)
    }

    fn visit_constructor(&mut self, constructor: &Constructor) -> Result<Step> {
        self.value(Known::Constructor(constructor.clone()), constructor)
    }

    fn visit_match(&mut self, node: &Match) -> Result<Step> {
        self.then(Continuation::Match(node.clone(), self.activation), &node.data)
    }

    fn visit_expr_default(&mut self, expr: &RelayExpr) -> Result<Step> {
        self.evaluator.foreign(expr, self.activation)
    }
}
