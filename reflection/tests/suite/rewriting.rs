//! Tests of rewriting: only changed objects are rebuilt, unique objects are changed in place, and
//! errors leave no object incomplete.

mod in_place;
mod large;
mod mutators;
mod refused;
mod rules;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use objet::prelude::*;
use objet::walk::RewriteError;
use objet::{print, rewrite};

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "rewriting.Expr", child_slots = 8)]
struct ExprNode {
    base: Object,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "rewriting.Add")]
#[reflect(check = not_twice_the_same)]
struct AddNode {
    base: ExprNode,
    lhs: Expr,
    rhs: Expr,
    also: Option<ObjectRef>,
    #[reflect(skip)]
    alive: Option<Alive>,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "rewriting.Var")]
struct VarNode {
    base: ExprNode,
    name: String,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "rewriting.Call")]
struct CallNode {
    base: ExprNode,
    args: Array<Expr>,
}

fn not_twice_the_same(add: &AddNode) -> Result<(), &'static str> {
    let bad = [&add.lhs, &add.rhs]
        .iter()
        .any(|side| side.as_node::<VarNode>().is_some_and(|var| var.name == "bad"));
    if bad { Err("a bad variable") } else { Ok(()) }
}

/// Counts the instances that are alive.
struct Alive(Arc<AtomicUsize>);

impl Alive {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count.clone())
    }
}

impl Clone for Alive {
    fn clone(&self) -> Self {
        Self::new(&self.0)
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn expr() -> ExprNode {
    ExprNode { base: Object::new() }
}

fn var(name: &str) -> Expr {
    Var::from(make_object(VarNode { base: expr(), name: name.into() })).into()
}

fn add(lhs: Expr, rhs: Expr) -> Expr {
    Add::from(make_object(AddNode { base: expr(), lhs, rhs, also: None, alive: None })).into()
}

fn counted(lhs: Expr, rhs: Expr, count: &Arc<AtomicUsize>) -> Expr {
    let alive = Some(Alive::new(count));
    Add::from(make_object(AddNode { base: expr(), lhs, rhs, also: None, alive })).into()
}

fn sides(expr: &Expr) -> (&Expr, &Expr) {
    let add = expr.as_node::<AddNode>().unwrap();
    (&add.lhs, &add.rhs)
}

fn address(object: &impl IsObjectRef) -> usize {
    std::ptr::from_ref::<Object>(object.as_object_ref()).addr()
}

fn is_var(object: &ObjectRef, name: &str) -> bool {
    object.as_node::<VarNode>().is_some_and(|var| var.name == name)
}

fn text(root: &impl IsObjectRef) -> String {
    print(root).to_string().replace("rewriting.", "").replace(", also=null", "")
}

/// Replaces variables named `from`.
fn rename<R: IsObjectRef>(root: R, from: &str, to: &str) -> Result<R, RewriteError> {
    rewrite(root, |object| Ok(if is_var(&object, from) { var(to).into() } else { object }))
}

fn same(object: ObjectRef) -> Result<ObjectRef, RewriteError> {
    Ok(object)
}
