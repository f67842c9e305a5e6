//! The rewriting of functions.

use foldhash::HashMap;
use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::expr::RelayExpr;

use super::ManifestAllocError;
use super::allocation::Kernel;
use crate::adt::{Clause, Match, MatchNode};
use crate::expr::{
    Call, CallNode, ConstantNode, Function, FunctionNode, If, IfNode, Let, LetNode, RefCreate, RefCreateNode,
    RefRead, RefReadNode, RefWrite, RefWriteNode, Tuple, TupleGetItem, TupleGetItemNode, TupleNode,
};
use crate::functor::parts;
use crate::scope::is_primitive;
use crate::transform::let_list::LetList;
use crate::transform::plan_devices::annotations::on_device;
use crate::transform::plan_devices::capture::annotated_if_needed;
use crate::transform::plan_devices::scopes::Scopes;

type Result<T> = std::result::Result<T, ManifestAllocError>;

/// Returns a function with allocations.
pub(super) fn rewrite(root: &RelayExpr) -> Result<RelayExpr> {
    let (new, before) = Default::default();
    let mut rewriter = Rewriter { scopes: Scopes::of(root), new, before };
    let mut walk = parts(root);
    while let Some(event) = walk.next() {
        match event {
            WalkEvent::Enter(object) if object.as_node::<FunctionNode>().is_some_and(is_primitive) => {
                walk.skip_subtree();
            }
            WalkEvent::Enter(_) => {}
            WalkEvent::Leave(object) => {
                let Some(expr) = object.downcast_ref::<RelayExpr>() else { continue };
                let mut before = LetList::default();
                if let Some(new) = rewriter.rewrite(expr, &mut before)? {
                    rewriter.new.insert(expr.clone(), new);
                    if !before.is_empty() {
                        rewriter.before.insert(expr.clone(), Some(before));
                    }
                }
            }
        }
    }
    rewriter.closed(root)
}

/// The rewriting of a function, from the inside to the outside.
struct Rewriter {
    scopes: Scopes,
    /// The rewritten expressions, except those that stay.
    new: HashMap<RelayExpr, RelayExpr>,
    /// The bindings before rewritten expressions; `None` after their use.
    before: HashMap<RelayExpr, Option<LetList>>,
}

impl Rewriter {
    /// Returns a rewritten part, and adds the bindings before it.
    fn part(&mut self, expr: &RelayExpr, before: &mut LetList) -> Result<RelayExpr> {
        if let Some(own) = self.before.get_mut(expr) {
            before.append(own.take().ok_or(ManifestAllocError::Shared)?);
        }
        Ok(self.new.get(expr).unwrap_or(expr).clone())
    }

    fn parts(&mut self, exprs: &Array<RelayExpr>, before: &mut LetList) -> Result<Vec<RelayExpr>> {
        exprs.iter().map(|expr| self.part(expr, before)).collect()
    }

    /// Returns a rewritten part inside of its bindings.
    fn closed(&mut self, expr: &RelayExpr) -> Result<RelayExpr> {
        let mut before = LetList::default();
        let new = self.part(expr, &mut before)?;
        Ok(before.wrap(new))
    }

    fn rewrite(&mut self, expr: &RelayExpr, before: &mut LetList) -> Result<Option<RelayExpr>> {
        let span = || expr.span.clone();
        let new: RelayExpr = match_node!(match expr {
            call @ CallNode => return self.call(expr, call, before).map(Some),
            tuple @ TupleNode => {
                let mut fields = self.parts(&tuple.fields, before)?;
                for field in fields.iter_mut().filter(|field| field.is_instance::<ConstantNode>()) {
                    let device_type = self.scopes.at(expr).ok_or(ManifestAllocError::NoDevice)?;
                    *field = before.bind("const", annotated_if_needed(field.clone(), device_type)?);
                }
                Tuple::new(fields, span()).upcast()
            }
            item @ TupleGetItemNode => {
                TupleGetItem::new(self.part(&item.tuple_value, before)?, item.index, span()).upcast()
            }
            node @ LetNode => {
                let mut bindings = LetList::default();
                let value = self.part(&node.value, &mut bindings)?;
                let value = match self.scopes.of_part(&node.value, expr) {
                    Some(device_type) => annotated_if_needed(value, device_type)?,
                    None => value,
                };
                let body = self.closed(&node.body)?;
                bindings.wrap(Let::new(node.var.clone(), value, body, span()))
            }
            choice @ IfNode => {
                let cond = self.part(&choice.cond, before)?;
                let (yes, no) = (self.closed(&choice.true_branch)?, self.closed(&choice.false_branch)?);
                If::new(cond, yes, no, span()).upcast()
            }
            found @ MatchNode => {
                let data = self.part(&found.data, before)?;
                let clauses = found.clauses.iter();
                let clauses =
                    clauses.map(|clause| Ok(Clause::new(clause.lhs.clone(), self.closed(&clause.rhs)?)));
                let clauses: Vec<Clause> = clauses.collect::<Result<_>>()?;
                Match::new(data, clauses, found.complete, span()).upcast()
            }
            function @ FunctionNode if !is_primitive(function) => {
                let body = self.closed(&function.body)?;
                let (params, attrs) = (function.params.clone(), function.attrs.clone());
                let (ret_type, type_params) = (function.ret_type.clone(), function.type_params.clone());
                Function::new(params, body, ret_type, type_params, attrs, span()).upcast()
            }
            create @ RefCreateNode => RefCreate::new(self.part(&create.value, before)?, span()).upcast(),
            read @ RefReadNode => RefRead::new(self.part(&read.reference, before)?, span()).upcast(),
            write @ RefWriteNode => {
                let reference = self.part(&write.reference, before)?;
                RefWrite::new(reference, self.part(&write.value, before)?, span()).upcast()
            }
            _ => return Ok(None),
        });
        Ok(Some(new))
    }

    fn call(&mut self, expr: &RelayExpr, call: &CallNode, before: &mut LetList) -> Result<RelayExpr> {
        if let Some(annotation) = on_device(expr).filter(|found| found.is_fixed) {
            let body = self.part(annotation.body, before)?;
            return Ok(annotated_if_needed(body, annotation.device_type)?);
        }
        let args = self.parts(&call.args, before)?;
        let kernel = call.op.as_node::<FunctionNode>().filter(|function| is_primitive(function));
        let Some(function) = kernel else {
            let op = self.part(&call.op, before)?;
            let (attrs, types) = (call.attrs.clone(), call.type_args.clone());
            return Ok(Call::new(op, args, attrs, types, call.span.clone()).upcast());
        };
        let types = call.args.iter().map(|arg| arg.checked_type.clone());
        let devices = call.args.iter().map(|arg| self.scopes.of_part(arg, expr));
        let kernel = Kernel {
            expr: &call.op,
            function,
            args,
            types: types.collect(),
            devices: devices.collect(),
            result: call.checked_type.as_ref(),
            device_type: self.scopes.at(expr).ok_or(ManifestAllocError::NoDevice)?,
        };
        kernel.call(before)
    }
}
