//! Writes planned devices into a function.

use foldhash::HashMap;
use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::adt::ConstructorNode;
use objet_ir::attrs;
use objet_ir::expr::{GlobalVarNode, Integer, RelayExpr};
use objet_ir::op::{OpError, OpNode};

use super::annotations::{annotated, device_copy, on_device};
use super::constraints::Planner;
use crate::adt::{Clause, Match, MatchNode};
use crate::expr::{
    Call, CallNode, Function, FunctionNode, If, IfNode, Let, LetNode, RefCreate, RefCreateNode, RefRead,
    RefReadNode, RefWrite, RefWriteNode, Tuple, TupleGetItem, TupleGetItemNode, TupleNode, VarNode,
};
use crate::functor::parts;
use crate::op::annotation;
use crate::scope::is_primitive;

/// Returns the function with attributes for devices, annotations and copies.
pub(super) fn capture(planner: &mut Planner, root: &RelayExpr, default: i32) -> Result<RelayExpr, OpError> {
    let mut capture = Capture { planner, default, new: HashMap::default() };
    let mut walk = parts(root);
    while let Some(event) = walk.next() {
        match event {
            WalkEvent::Enter(object) if object.as_node::<FunctionNode>().is_some_and(is_primitive) => {
                walk.skip_subtree();
            }
            WalkEvent::Enter(_) => {}
            WalkEvent::Leave(object) => {
                if let Some(expr) = object.downcast_ref::<RelayExpr>()
                    && let Some(new) = capture.rewrite(expr)?
                {
                    capture.new.insert(expr.clone(), new);
                }
            }
        }
    }
    Ok(capture.rewritten(root))
}

/// The rewriting of a function, from the inside to the outside.
struct Capture<'a> {
    planner: &'a mut Planner,
    default: i32,
    /// The rewritten expressions, except those that stay.
    new: HashMap<RelayExpr, RelayExpr>,
}

impl Capture<'_> {
    fn rewritten(&self, expr: &RelayExpr) -> RelayExpr {
        self.new.get(expr).unwrap_or(expr).clone()
    }

    fn device_type(&mut self, expr: &RelayExpr) -> i32 {
        self.planner.device_type(expr).unwrap_or(self.default)
    }

    /// Returns the type of the device on which the user of an expression expects it.
    fn expected(&mut self, expr: &RelayExpr) -> i32 {
        let domain = self.planner.domain(expr);
        self.planner.domains.device_type(domain).unwrap_or(self.default)
    }

    /// Returns a part of an expression on the device `lexical`. The part is needed on the device
    /// `expected`.
    fn part(&mut self, lexical: i32, expected: i32, part: &RelayExpr) -> Result<RelayExpr, OpError> {
        let mut new = self.rewritten(part);
        let own = self.device_type(part);
        if own != expected {
            let attrs = attrs! { src_dev_type: own, dst_dev_type: expected };
            new = annotation::device_copy(annotated_if_needed(new, own)?, attrs)?.upcast();
        }
        if expected != lexical { annotated_if_needed(new, expected) } else { Ok(new) }
    }

    /// Returns a part of an expression that is needed on the device of the expression.
    fn here(&mut self, expr: &RelayExpr, part: &RelayExpr) -> Result<RelayExpr, OpError> {
        let device_type = self.expected(expr);
        self.part(device_type, device_type, part)
    }

    fn rewrite(&mut self, expr: &RelayExpr) -> Result<Option<RelayExpr>, OpError> {
        let span = || expr.span.clone();
        let new: RelayExpr = match_node!(match expr {
            call @ CallNode => return self.call(expr, call).map(Some),
            function @ FunctionNode => self.function(expr, function)?,
            tuple @ TupleNode => {
                let fields = tuple.fields.iter().map(|field| self.here(expr, field));
                Tuple::new(fields.collect::<Result<Array<_>, _>>()?, span()).upcast()
            }
            item @ TupleGetItemNode => {
                TupleGetItem::new(self.here(expr, &item.tuple_value)?, item.index, span()).upcast()
            }
            node @ LetNode => {
                let (own, expected) = (self.expected(expr), self.expected(node.var.upcast_ref()));
                let value = self.part(own, expected, &node.value)?;
                Let::new(node.var.clone(), value, self.part(own, own, &node.body)?, span()).upcast()
            }
            choice @ IfNode => {
                let parts = [&choice.cond, &choice.true_branch, &choice.false_branch];
                let [cond, yes, no] = parts.map(|part| self.here(expr, part));
                If::new(cond?, yes?, no?, span()).upcast()
            }
            found @ MatchNode => {
                let clauses = found.clauses.iter();
                let clauses =
                    clauses.map(|clause| Ok(Clause::new(clause.lhs.clone(), self.here(expr, &clause.rhs)?)));
                let clauses: Vec<Clause> = clauses.collect::<Result<_, OpError>>()?;
                Match::new(self.here(expr, &found.data)?, clauses, found.complete, span()).upcast()
            }
            create @ RefCreateNode => RefCreate::new(self.here(expr, &create.value)?, span()).upcast(),
            read @ RefReadNode => RefRead::new(self.here(expr, &read.reference)?, span()).upcast(),
            write @ RefWriteNode => {
                let reference = self.here(expr, &write.reference)?;
                RefWrite::new(reference, self.here(expr, &write.value)?, span()).upcast()
            }
            _ => return Ok(None),
        });
        Ok(Some(new))
    }

    fn call(&mut self, expr: &RelayExpr, call: &CallNode) -> Result<RelayExpr, OpError> {
        if let Some(annotation) = on_device(expr) {
            return Ok(self.rewritten(annotation.body));
        }
        if let Some(copy) = device_copy(expr).filter(|copy| copy.source == copy.target) {
            return Ok(self.rewritten(copy.body));
        }
        let own = self.expected(expr);
        let op = self.rewritten(&call.op);
        let args = call.args.iter().map(|arg| {
            let expected = self.expected(arg);
            self.part(own, expected, arg)
        });
        let args: Array<RelayExpr> = args.collect::<Result<_, _>>()?;
        let (attrs, type_args) = (call.attrs.clone(), call.type_args.clone());
        Ok(Call::new(op, args, attrs, type_args, call.span.clone()).upcast())
    }

    fn function(&mut self, expr: &RelayExpr, function: &FunctionNode) -> Result<RelayExpr, OpError> {
        if is_primitive(function) {
            return Ok(expr.clone());
        }
        let result = self.expected(&function.body);
        let body = self.part(result, result, &function.body)?;
        let params = function.params.iter();
        let params: Array<Integer> =
            params.map(|param| Integer::from(self.expected(param.upcast_ref()))).collect();
        let attrs = function.attrs.clone().unwrap_or_default();
        let attrs =
            attrs.with("param_device_types", params).with("result_device_type", Integer::from(result));
        let (params, span) = (function.params.clone(), function.span.clone());
        let (ret_type, type_params) = (function.ret_type.clone(), function.type_params.clone());
        Ok(Function::new(params, body, ret_type, type_params, Some(attrs), span).upcast())
    }
}

/// Returns an expression with a fixed annotation, unless it needs none: functions, and names of
/// values, of functions, of operators and of constructors.
pub(in crate::transform) fn annotated_if_needed(
    expr: RelayExpr,
    device_type: i32,
) -> Result<RelayExpr, OpError> {
    let needs_none = match_node!(match &expr {
        VarNode | GlobalVarNode | FunctionNode | OpNode | ConstructorNode => true,
        _ => on_device(&expr).is_some(),
    });
    if needs_none { Ok(expr) } else { annotated(expr, device_type, true) }
}
