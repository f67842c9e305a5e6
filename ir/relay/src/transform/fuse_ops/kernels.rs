//! Replacement of groups by calls of functions.

use foldhash::HashMap;
use objet::prelude::*;
use objet::progress::Steps;
use objet::walk::{Enter, RewriteError};
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::functor::downcast_known_owned;
use objet_ir::op::{Op, OpAttrMap, OpNode};
use objet_ir::types::Type;

use super::dataflow::{Dataflow, is_closed};
use super::groups::Groups;
use crate::expr::{
    Call, CallNode, Function, FunctionNode, Tuple, TupleGetItem, TupleGetItemNode, TupleNode, Var,
};
use crate::functor::ExprMutator;

/// The parameters of the function of a group.
#[derive(Default)]
struct Kernel {
    params: Vec<Var>,
    args: Vec<RelayExpr>,
    index: HashMap<RelayExpr, usize>,
    has_call: bool,
    computes: bool,
}

/// Rewrites a program with the groups of its expressions.
pub(super) struct Kernels<'d> {
    dataflow: &'d Dataflow,
    groups: Groups,
    kernels: HashMap<usize, Kernel>,
    /// The new expressions, by the position of the old ones.
    new: Vec<Option<RelayExpr>>,
    non_computational: OpAttrMap<bool>,
    reshapes: OpAttrMap<bool>,
}

impl<'d> Kernels<'d> {
    pub(super) fn new(dataflow: &'d Dataflow, groups: Groups) -> Self {
        Self {
            dataflow,
            groups,
            kernels: HashMap::default(),
            new: vec![None; dataflow.nodes.len()],
            non_computational: Op::get_attr_map("TNonComputational"),
            reshapes: Op::get_attr_map("TReshapeOp"),
        }
    }

    pub(super) fn rewrite(mut self, root: &RelayExpr) -> Result<RelayExpr, RewriteError> {
        let dataflow = self.dataflow;
        let mut steps = Steps::new("fuse", Some(dataflow.nodes.len()));
        for (position, node) in dataflow.nodes.iter().enumerate() {
            steps.next();
            let new = match_node!(match &node.expr {
                call @ CallNode if self.is_computed(call) => Some(self.call(position, call)),
                tuple @ TupleNode if self.groups.of(position) != position => {
                    let mut new = known::<Tuple>(&node.expr);
                    *new.make_mut().fields = self.arguments(position, &tuple.fields);
                    Some(new.upcast())
                }
                item @ TupleGetItemNode => self.item(position, item),
                _ => None,
            });
            let new = match new {
                Some(new) => new,
                None => Operands { kernels: &self, root: &node.expr }.mutate(node.expr.clone())?,
            };
            self.new[position] = Some(new);
        }
        Ok(self.of(root).unwrap_or_else(|| root.clone()))
    }

    fn is_computed(&self, call: &CallNode) -> bool {
        let Some(op) = call.op.downcast_ref::<Op>() else { return false };
        !self.non_computational.get(op).ok().flatten().unwrap_or(false)
    }

    /// Returns the new expression of an operand, which is rewritten already.
    fn of(&self, expr: &RelayExpr) -> Option<RelayExpr> {
        self.new[self.dataflow.position(expr)?].clone()
    }

    /// Returns the operands of an expression in a group. Operands of other groups are parameters.
    fn arguments(&mut self, position: usize, operands: &Array<RelayExpr>) -> Array<RelayExpr> {
        let group = self.groups.of(position);
        operands.iter().map(|operand| self.argument(group, operand)).collect()
    }

    fn argument(&mut self, group: usize, operand: &RelayExpr) -> RelayExpr {
        let new = self.of(operand).unwrap_or_else(|| operand.clone());
        let position = self.dataflow.position(operand).filter(|position| self.dataflow.is_value(*position));
        if position.is_some_and(|position| self.groups.of(position) == group) {
            return new;
        }
        let kernel = self.kernels.entry(group).or_default();
        let number = kernel.params.len();
        let index = *kernel.index.entry(new.clone()).or_insert(number);
        if index == number {
            let ty = operand.checked_type.clone();
            let mut param = Var::new(format!("p{number}"), ty.clone(), None);
            *param.make_mut().checked_type = ty;
            kernel.params.push(param);
            kernel.args.push(new);
        }
        kernel.params[index].clone().upcast()
    }

    fn call(&mut self, position: usize, call: &CallNode) -> RelayExpr {
        let expr = &self.dataflow.nodes[position].expr;
        if call.as_op().is_some_and(|op| op.name == "annotation.stop_fusion")
            && let Some(arg) = call.args.first()
        {
            return self.of(arg).unwrap_or_else(|| arg.clone());
        }
        let mut new = known::<Call>(expr);
        *new.make_mut().args = self.arguments(position, &call.args);
        let group = self.groups.of(position);
        let reshapes = |op: &Op| self.reshapes.get(op).ok().flatten().unwrap_or(false);
        let reshapes = call.op.downcast_ref::<Op>().is_some_and(reshapes);
        let kernel = self.kernels.entry(group).or_default();
        kernel.has_call = true;
        kernel.computes |= !reshapes;
        if group == position {
            self.close(group, new.upcast(), expr.checked_type.as_ref())
        } else {
            new.upcast()
        }
    }

    /// Returns the projection in a kernel, or `None` for one outside of kernels.
    fn item(&mut self, position: usize, item: &TupleGetItemNode) -> Option<RelayExpr> {
        let group = self.groups.of(position);
        let of_tuple = self.dataflow.position(&item.tuple_value).map(|tuple| self.groups.of(tuple));
        if group == position && of_tuple != Some(group) {
            return None;
        }
        let expr = &self.dataflow.nodes[position].expr;
        let mut new = known::<TupleGetItem>(expr);
        *new.make_mut().tuple_value = self.argument(group, &item.tuple_value);
        Some(if group == position {
            self.close(group, new.upcast(), expr.checked_type.as_ref())
        } else {
            new.upcast()
        })
    }

    /// Returns the call of the function of a group.
    fn close(&mut self, group: usize, body: RelayExpr, ty: Option<&Type>) -> RelayExpr {
        let kernel = self.kernels.remove(&group).unwrap_or_default();
        let primitive: ObjectRef = Integer::from(i32::from(kernel.has_call)).upcast();
        let mut attrs = DictAttrs::new([("Primitive", primitive)]);
        if kernel.has_call && !kernel.computes {
            let reshapes: ObjectRef = Integer::from(1).upcast();
            attrs.make_mut().dict.insert("relay.reshape_only".into(), Some(reshapes));
        }
        let function = Function::new(kernel.params, body, ty.cloned(), [], Some(attrs), None);
        let mut call = Call::new(function, kernel.args, None, [], None);
        *call.make_mut().checked_type = ty.cloned();
        call.upcast()
    }
}

fn known<R: IsObjectRef>(expr: &RelayExpr) -> R {
    downcast_known_owned(expr.clone().upcast())
}

/// Replaces the operands of one expression by the new ones.
struct Operands<'k, 'd> {
    kernels: &'k Kernels<'d>,
    root: &'k RelayExpr,
}

impl ExprMutator for Operands<'_, '_> {
    type Error = RewriteError;

    fn enter_expr(&mut self, expr: &RelayExpr) -> Result<Enter, RewriteError> {
        if expr.same_as(self.root) {
            let is_kept =
                expr.is_instance::<OpNode>() || expr.as_node::<FunctionNode>().is_some_and(is_closed);
            return Ok(if is_kept { Enter::Keep } else { Enter::Inside });
        }
        Ok(self.kernels.of(expr).map_or(Enter::Keep, |new| Enter::Replace(new.upcast())))
    }
}
