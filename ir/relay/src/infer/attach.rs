//! Copies a program with the inferred types.
//!
//! Each expression is copied at most once, operands first, so sharing survives. An expression that
//! has its type already, and whose operands stay the same, is not copied.

use foldhash::HashMap;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet::{String, rewrite};
use objet_ir::expr::{GlobalVar, GlobalVarNode, RelayExpr};
use objet_ir::functor::downcast_known_owned;
use objet_ir::types::{FuncTypeNode, Type};

use super::checker::{Checker, TypeArgs, Typed};
use super::error;
use super::relations::error_at;
use super::type_table::is_incomplete;
use crate::adt::{Clause, Match, MatchNode, Pattern};
use crate::expr::{
    Call, CallNode, Constant, ConstantNode, Function, FunctionNode, If, IfNode, Let, LetNode, RefCreate,
    RefCreateNode, RefRead, RefReadNode, RefWrite, RefWriteNode, Tuple, TupleGetItem, TupleGetItemNode,
    TupleNode, Var, VarNode,
};
use crate::scope::{is_foreign, operands, with_foreign_operands};

/// Returns `root` with the types that a checker found. Expressions without a type become errors of
/// the checker.
///
/// Global variables become those of the same name in `globals`.
pub(super) fn attach(
    checker: &Checker<'_>,
    root: &RelayExpr,
    globals: &HashMap<String, GlobalVar>,
) -> Result<RelayExpr, RewriteError> {
    let mut copies = Copies { checker, globals, new: Vec::with_capacity(checker.typed.len()) };
    let has_errors = checker.solver.has_errors();
    let mut is_unknown = vec![false; checker.typed.len()];
    for (position, typed) in checker.typed.iter().enumerate() {
        let ty = checker.solver.resolve(&typed.ty);
        if is_incomplete(&ty) {
            is_unknown[position] = true;
            // An unknown operand explains the unknown type of an expression.
            let known = || operands(&typed.expr).filter_map(|part| checker.position(&part));
            if !has_errors && !known().any(|operand| is_unknown[operand]) {
                let before = checker.solver.diagnostic_count();
                checker.solver.emit(error_at(typed.expr.span.as_ref(), error::not_inferred()));
                checker.solver.add_call(before, &typed.expr);
            }
        }
        let copy = copies.copy(typed, ty)?;
        copies.new.push(copy);
    }
    Ok(copies.of(root))
}

struct Copies<'c> {
    checker: &'c Checker<'c>,
    globals: &'c HashMap<String, GlobalVar>,
    /// The copies of the first expressions of the checker.
    new: Vec<RelayExpr>,
}

impl Copies<'_> {
    /// Returns the copy of an expression that was copied.
    fn of(&self, expr: &RelayExpr) -> RelayExpr {
        let position = self.checker.position(expr);
        position.and_then(|position| self.new.get(position)).unwrap_or(expr).clone()
    }

    fn var(&self, var: &Var) -> Var {
        self.of(var.upcast_ref()).downcast().unwrap_or_else(|_| var.clone())
    }

    /// Returns an array of copies: the same array if all elements stay the same.
    fn all(&self, exprs: &Array<RelayExpr>) -> Array<RelayExpr> {
        let new: Vec<RelayExpr> = exprs.iter().map(|expr| self.of(expr)).collect();
        let is_same = exprs.iter().zip(&new).all(|(old, new)| old.same_as(new));
        if is_same { exprs.clone() } else { new.into() }
    }

    /// Copies an expression whose operands are copied.
    fn copy(&self, typed: &Typed, ty: Type) -> Result<RelayExpr, RewriteError> {
        let (expr, solver) = (&typed.expr, &self.checker.solver);
        /// Copies a node with new fields, unless all of them are the same objects.
        macro_rules! with {
            ($node:ty, $($field:ident: $value:expr),*) => {{
                let mut node = downcast_known_owned::<$node>(expr.clone().upcast());
                $(let $field = $value;)*
                let is_typed = node.checked_type.as_ref().is_some_and(|old| old.same_as(&ty));
                if !(is_typed $(&& $field.same_as(&node.$field))*) {
                    let mut fields = node.make_mut();
                    $(*fields.$field = $field;)*
                    *fields.checked_type = Some(ty);
                }
                node.upcast()
            }};
        }
        Ok(match_node!(match expr {
            constant @ ConstantNode => with!(Constant, data: constant.data.clone()),
            tuple @ TupleNode => with!(Tuple, fields: self.all(&tuple.fields)),
            var @ VarNode => {
                let annotation = var.type_annotation.as_ref();
                let annotation = annotation.map_or_else(|| ty.clone(), |declared| solver.resolve(declared));
                let is_typed = is_same(var.checked_type.as_ref(), Some(&ty));
                if is_typed && is_same(var.type_annotation.as_ref(), Some(&annotation)) {
                    return Ok(expr.clone());
                }
                let mut var = downcast_known_owned::<Var>(expr.clone().upcast());
                let mut fields = var.make_mut();
                (*fields.type_annotation, *fields.checked_type) = (Some(annotation), Some(ty));
                var.upcast()
            }
            call @ CallNode => self.call(expr, call, typed, ty),
            node @ LetNode => with!(
                Let,
                var: self.var(&node.var),
                value: self.of(&node.value),
                body: self.of(&node.body)
            ),
            node @ IfNode => with!(
                If,
                cond: self.of(&node.cond),
                true_branch: self.of(&node.true_branch),
                false_branch: self.of(&node.false_branch)
            ),
            item @ TupleGetItemNode => with!(TupleGetItem, tuple_value: self.of(&item.tuple_value)),
            create @ RefCreateNode => with!(RefCreate, value: self.of(&create.value)),
            read @ RefReadNode => with!(RefRead, reference: self.of(&read.reference)),
            write @ RefWriteNode => with!(
                RefWrite,
                reference: self.of(&write.reference),
                value: self.of(&write.value)
            ),
            function @ FunctionNode => self.function(expr, function, ty),
            node @ MatchNode => {
                let clauses = node.clauses.iter().map(|clause| self.clause(clause));
                let clauses: Vec<Clause> = clauses.collect::<Result<_, _>>()?;
                let is_same = node.clauses.iter().zip(&clauses).all(|(old, new)| old.same_as(new));
                let clauses = if is_same { node.clauses.clone() } else { clauses.into() };
                with!(Match, data: self.of(&node.data), clauses: clauses)
            }
            GlobalVarNode { name_hint, .. } => match self.globals.get(name_hint) {
                Some(var) => var.clone().upcast(),
                None => expr.clone(),
            },
            // The types of operators, constructors and expressions of other crates do not change.
            _ if is_foreign(expr) => with_foreign_operands(expr, |operand| self.of(operand))?,
            _ => expr.clone(),
        }))
    }

    /// Copies a call with its type arguments.
    fn call(&self, expr: &RelayExpr, call: &CallNode, typed: &Typed, ty: Type) -> RelayExpr {
        let (op, args) = (self.of(&call.op), self.all(&call.args));
        let mut copy = downcast_known_owned::<Call>(expr.clone().upcast());
        let mut fields = copy.make_mut();
        (*fields.op, *fields.args, *fields.checked_type) = (op, args, Some(ty));
        let resolved = |ty: &Type| Some(self.checker.solver.resolve(ty));
        match &typed.type_args {
            TypeArgs::Kept => {}
            TypeArgs::Given(types) => *fields.type_args = types.iter().map(resolved).collect(),
            TypeArgs::OfArguments => {
                let types = call.args.iter().map(|arg| self.checker.ty(arg));
                *fields.type_args = types.map(|ty| resolved(&ty)).collect();
            }
        }
        copy.upcast()
    }

    /// Copies a function. A function without a declared result type gets the inferred one.
    fn function(&self, expr: &RelayExpr, function: &FunctionNode, ty: Type) -> RelayExpr {
        let params: Vec<Var> = function.params.iter().map(|param| self.var(param)).collect();
        let keeps_params = function.params.iter().zip(&params).all(|(old, new)| old.same_as(new));
        let body = self.of(&function.body);
        let declared = function.ret_type.as_ref().map(|ty| self.checker.solver.resolve(ty));
        let keeps_parts = keeps_params
            && body.same_as(&function.body)
            && is_same(declared.as_ref(), function.ret_type.as_ref());
        let inferred = || ty.as_node::<FuncTypeNode>().map(|ty| ty.ret_type.clone());
        let result = declared.or_else(inferred);
        let is_typed = function.checked_type.as_ref().is_some_and(|old| old.same_as(&ty));
        if is_typed && keeps_parts && is_same(result.as_ref(), function.ret_type.as_ref()) {
            return expr.clone();
        }
        let mut function = downcast_known_owned::<Function>(expr.clone().upcast());
        let mut fields = function.make_mut();
        if !keeps_params {
            *fields.params = params.into();
        }
        (*fields.body, *fields.ret_type, *fields.checked_type) = (body, result, Some(ty));
        if !keeps_parts {
            // As in TVM, the new function does not share the array with its type.
            *fields.type_params = fields.type_params.as_slice().into();
        }
        function.upcast()
    }

    fn clause(&self, clause: &Clause) -> Result<Clause, RewriteError> {
        let value = self.of(&clause.rhs);
        let pattern: Pattern =
            rewrite(clause.lhs.clone(), |object: ObjectRef| match object.downcast_ref::<Var>() {
                Some(var) => self.var(var).upcast(),
                None => object,
            })?;
        let is_same = value.same_as(&clause.rhs) && pattern.same_as(&clause.lhs);
        Ok(if is_same { clause.clone() } else { Clause::new(pattern, value) })
    }
}

/// Whether two references are the same, or both absent.
fn is_same<'a, R: IsObjectRef>(a: impl Into<Option<&'a R>>, b: impl Into<Option<&'a R>>) -> bool {
    match (a.into(), b.into()) {
        (Some(a), Some(b)) => a.same_as(b),
        (a, b) => a.is_none() && b.is_none(),
    }
}
