//! The free variables and free type variables of local functions.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::walk::{WalkEvent, walk_where};
use objet_ir::expr::RelayExpr;
use objet_ir::types::{FuncTypeNode, Type, TypeVar, TypeVarNode};

use crate::analysis::bound_by;
use crate::expr::{CallNode, Function, FunctionNode, Id, Var};
use crate::functor::{parts, post_order};

/// The free variables of a function, in the order of their first occurrence.
#[derive(Default)]
pub(super) struct Free {
    pub(super) vars: Vec<Var>,
    pub(super) type_vars: Vec<TypeVar>,
}

/// The free variables of each function in an expression.
#[derive(Default)]
pub(super) struct FreeVariables {
    by_function: HashMap<RelayExpr, Free>,
    /// The types that have no type variables.
    closed: HashSet<Type>,
}

impl FreeVariables {
    /// Finds the free variables of each function in an expression, inner functions first.
    ///
    /// The variables of an inner function are found once, so nested functions take linear time.
    pub(super) fn in_body(body: &RelayExpr) -> Self {
        let mut this = Self::default();
        for expr in post_order(body) {
            if let Some(function) = expr.downcast_ref::<Function>() {
                let free = this.find(function);
                this.by_function.insert(expr, free);
            }
        }
        this
    }

    /// Returns the free variables of a function in the expression.
    pub(super) fn of(&self, function: &Function) -> &Free {
        static NONE: Free = Free { vars: Vec::new(), type_vars: Vec::new() };
        self.by_function.get(function.upcast_ref::<RelayExpr>()).unwrap_or(&NONE)
    }

    fn find(&mut self, function: &Function) -> Free {
        let mut found = Found::default();
        let mut parts = parts(function);
        while let Some(event) = parts.next() {
            let WalkEvent::Enter(object) = event else { continue };
            if !object.same_as(function)
                && let Some(inner) = object.downcast_ref::<RelayExpr>()
                && let Some(free) = self.by_function.get(inner)
            {
                free.vars.iter().for_each(|var| found.meet_var(var));
                free.type_vars.iter().for_each(|var| found.meet_type_var(var));
                parts.skip_subtree();
                continue;
            }
            found.bound.extend(bound_by(&object).iter().map(|var| var.vid.clone()));
            if let Some(function) = object.as_node::<FunctionNode>() {
                function.type_params.iter().for_each(|var| found.bind_type_var(var));
                self.find_in_type(function.ret_type.as_ref(), &mut found);
            } else if let Some(var) = object.downcast_ref::<Var>() {
                found.meet_var(var);
                self.find_in_type(var.type_annotation.as_ref(), &mut found);
            } else if let Some(call) = object.as_node::<CallNode>() {
                call.type_args.iter().for_each(|ty| self.find_in_type(ty.as_ref(), &mut found));
            }
        }
        found.free()
    }

    fn find_in_type(&mut self, ty: Option<&Type>, found: &mut Found) {
        let Some(ty) = ty.filter(|ty| !found.types.contains(*ty)) else { return };
        found.types.insert(ty.clone());
        let closed = &self.closed;
        let is_open =
            |object: &ObjectRef| !object.downcast_ref::<Type>().is_some_and(|ty| closed.contains(ty));
        if !is_open(ty.as_object_ref()) {
            return;
        }
        let mut has_vars = false;
        for event in walk_where(ty, is_open) {
            let WalkEvent::Enter(object) = event else { continue };
            if let Some(function) = object.as_node::<FuncTypeNode>() {
                function.type_params.iter().for_each(|var| found.bind_type_var(var));
            }
            if object.is_instance::<TypeVarNode>()
                && let Some(var) = object.downcast_ref::<TypeVar>()
            {
                has_vars = true;
                found.meet_type_var(var);
            }
        }
        if !has_vars {
            self.closed.insert(ty.clone());
        }
    }
}

/// The variables that occur in a function.
#[derive(Default)]
struct Found {
    vars: Vec<Var>,
    seen: HashSet<Id>,
    bound: HashSet<Id>,
    type_vars: Vec<TypeVar>,
    seen_types: HashSet<TypeVar>,
    bound_types: HashSet<TypeVar>,
    /// The types that were visited.
    types: HashSet<Type>,
}

impl Found {
    fn meet_var(&mut self, var: &Var) {
        if self.seen.insert(var.vid.clone()) {
            self.vars.push(var.clone());
        }
    }

    fn meet_type_var(&mut self, var: &TypeVar) {
        if self.seen_types.insert(var.clone()) {
            self.type_vars.push(var.clone());
        }
    }

    fn bind_type_var(&mut self, var: &TypeVar) {
        self.bound_types.insert(var.clone());
    }

    fn free(mut self) -> Free {
        self.vars.retain(|var| !self.bound.contains(&var.vid));
        self.type_vars.retain(|var| !self.bound_types.contains(var));
        Free { vars: self.vars, type_vars: self.type_vars }
    }
}
