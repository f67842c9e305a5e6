//! Finds the variables and type variables in expressions.

use std::collections::HashSet;
use std::hash::Hash;

use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::adt::{Constructor, TypeDataNode};
use objet_ir::types::{FuncTypeNode, Type, TypeVar};

use crate::adt::PatternVarNode;
use crate::expr::{CallNode, Function, FunctionNode, Id, LetNode, Var};
use crate::functor::parts;

/// Returns all variables in an expression or a module, bound and free, in the order of their first
/// occurrence.
///
/// The variables that a function or a `let` binds come before those in its body. Variables with the
/// same `Id` are one variable.
pub fn all_vars(root: &impl IsObjectRef) -> Vec<Var> {
    Found::vars_in(root).all
}

/// Returns the variables that parameters, `let`s and patterns bind in an expression or a module.
pub fn bound_vars(root: &impl IsObjectRef) -> Vec<Var> {
    let mut found = Found::vars_in(root);
    found.all.retain(|var| found.bound.contains(&var.vid));
    found.all
}

/// Returns the free variables of an expression or a module: those that nothing in `root` binds.
///
/// ```
/// use objet_relay::analysis::{all_vars, bound_vars, free_vars};
/// use objet_relay::expr::{Function, Tuple, Var};
///
/// let (x, y) = (Var::new("x", None, None), Var::new("y", None, None));
/// let body = Tuple::new([y.clone().into(), x.clone().into()], None);
/// let function = Function::new([x.clone()], body, None, [], None, None);
/// assert_eq!(all_vars(&function), [x.clone(), y.clone()]);
/// assert_eq!(bound_vars(&function), [x]);
/// assert_eq!(free_vars(&function), [y]);
/// ```
pub fn free_vars(root: &impl IsObjectRef) -> Vec<Var> {
    let mut found = Found::vars_in(root);
    found.all.retain(|var| !found.bound.contains(&var.vid));
    found.all
}

/// Returns the variables that have several binders (parameters, `let`s or patterns) in an
/// expression or a module. The value of such a variable depends on where it is used.
pub(crate) fn bound_more_than_once(root: &impl IsObjectRef) -> HashSet<Id> {
    let (mut bound, mut again) = (HashSet::new(), HashSet::new());
    for event in parts(root) {
        let WalkEvent::Enter(object) = event else { continue };
        for var in bound_by(&object) {
            if !bound.insert(var.vid.clone()) {
                again.insert(var.vid.clone());
            }
        }
    }
    again
}

/// Returns the variables that a function, a `let` or a pattern binds directly.
pub(crate) fn bound_by(object: &ObjectRef) -> &[Var] {
    match_node!(match object {
        function @ FunctionNode => &function.params,
        node @ LetNode => std::slice::from_ref(&node.var),
        pattern @ PatternVarNode => std::slice::from_ref(&pattern.var),
        _ => &[],
    })
}

/// Returns all type variables in a type, or in the types that an expression or a module declares.
///
/// Bound and free type variables are listed in the order of their first occurrence. Inferred types
/// are ignored.
pub fn all_type_vars(root: &impl IsObjectRef) -> Vec<TypeVar> {
    Found::type_vars_in(root).all
}

/// Returns the type variables that functions, function types and type definitions bind in a type,
/// an expression or a module.
pub fn bound_type_vars(root: &impl IsObjectRef) -> Vec<TypeVar> {
    let mut found = Found::type_vars_in(root);
    found.all.retain(|var| found.bound.contains(var));
    found.all
}

/// Returns the free type variables of a type, or of the types that an expression or a module
/// declares.
pub fn free_type_vars(root: &impl IsObjectRef) -> Vec<TypeVar> {
    let mut found = Found::type_vars_in(root);
    found.all.retain(|var| !found.bound.contains(var));
    found.all
}

/// The variables that occur in a graph, and which of them are bound. Variables with equal `I` are
/// the same variable.
struct Found<V, I> {
    all: Vec<V>,
    seen: HashSet<I>,
    bound: HashSet<I>,
}

impl<V: Clone, I: Clone + Eq + Hash> Found<V, I> {
    fn new() -> Self {
        Self { all: Vec::new(), seen: HashSet::new(), bound: HashSet::new() }
    }

    fn meet(&mut self, var: &V, identity: &I) {
        if self.seen.insert(identity.clone()) {
            self.all.push(var.clone());
        }
    }
}

impl Found<Var, Id> {
    fn vars_in(root: &impl IsObjectRef) -> Self {
        let mut found = Self::new();
        for event in parts(root) {
            let WalkEvent::Enter(object) = event else { continue };
            if let Some(var) = object.downcast_ref::<Var>() {
                found.meet(var, &var.vid);
            }
            found.bound.extend(bound_by(&object).iter().map(|var| var.vid.clone()));
        }
        found
    }
}

impl Found<TypeVar, TypeVar> {
    fn type_vars_in(root: &impl IsObjectRef) -> Self {
        let mut found = Self::new();
        let mut types = Types { found: &mut found, visited: HashSet::new() };
        types.go_into(root.downcast_ref::<Type>());
        for event in parts(root) {
            let WalkEvent::Enter(object) = event else { continue };
            if let Some(function) = object.downcast_ref::<Function>() {
                types.bind(&function.type_params);
                types.go_into(function.ret_type.as_ref());
            } else if let Some(var) = object.downcast_ref::<Var>() {
                types.go_into(var.type_annotation.as_ref());
            } else if let Some(call) = object.as_node::<CallNode>() {
                call.type_args.iter().for_each(|ty| types.go_into(ty.as_ref()));
            } else if let Some(constructor) = object.downcast_ref::<Constructor>() {
                constructor.inputs.iter().for_each(|ty| types.go_into(Some(ty)));
            }
        }
        found
    }
}

/// Collects the type variables of types, visiting each type once.
struct Types<'f> {
    found: &'f mut Found<TypeVar, TypeVar>,
    visited: HashSet<Type>,
}

impl Types<'_> {
    fn go_into(&mut self, ty: Option<&Type>) {
        let Some(ty) = ty.filter(|ty| self.visited.insert((*ty).clone())) else { return };
        for object in objet::walk::pre_order(ty) {
            if let Some(var) = object.downcast_ref::<TypeVar>() {
                self.found.meet(var, var);
            }
            match_node!(match object {
                function @ FuncTypeNode => self.bind(&function.type_params),
                definition @ TypeDataNode => self.bind(&definition.type_vars),
                _ => {}
            });
        }
    }

    fn bind(&mut self, vars: &[TypeVar]) {
        for var in vars {
            self.found.meet(var, var);
            self.found.bound.insert(var.clone());
        }
    }
}
