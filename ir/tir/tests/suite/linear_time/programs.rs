//! Parts of programs.

use objet_ir::expr::Bool;
use objet_ir::types::{PointerType, PrimType};
use objet_tir::builtin;
use objet_tir::expr::{Call, IterVar, IterVarType, Load, Var};
use objet_tir::op::{self, Checked};
use objet_tir::stmt::{Allocate, AttrStmt, For, ForKind, IfThenElse, SeqStmt, Stmt, Store};

use super::*;

pub(super) const FLOAT: DataType = DataType::float(32);

pub(super) fn int(name: &str) -> Var {
    Var::new(name, DataType::int(32), None)
}

pub(super) fn expr(value: impl Into<Checked>) -> PrimExpr {
    value.into().expr().unwrap()
}

/// Returns a call of `tvm_tuple`.
pub(super) fn tuple(args: impl Into<Array<PrimExpr>>) -> PrimExpr {
    Call::new(DataType::int(32), builtin::tvm_tuple(), args, None).unwrap().upcast()
}

pub(super) fn pointer(name: &str) -> Var {
    Var::typed(name, PointerType::new(PrimType::new(FLOAT), "global"), None).unwrap()
}

pub(super) fn store(pointer: &Var, value: impl Into<Checked>, index: impl Into<Checked>) -> Stmt {
    Store::new(pointer.clone(), expr(value), expr(index), Bool::from(true), None).unwrap().upcast()
}

pub(super) fn load(pointer: &Var, index: impl Into<Checked>) -> PrimExpr {
    Load::new(FLOAT, pointer.clone(), expr(index), Bool::from(true), None).unwrap().upcast()
}

pub(super) fn function(params: &[&Var], body: Stmt) -> PrimFunc {
    let params: Vec<Var> = params.iter().map(|param| (*param).clone()).collect();
    PrimFunc::new(params, body, None, Map::new(), None, None)
}

pub(super) fn seq(stmts: impl IntoIterator<Item = Stmt>) -> Stmt {
    SeqStmt::new(stmts.into_iter().collect::<Array<_>>(), None).upcast()
}

pub(super) fn times(var: &Var, extent: impl Into<Checked>, body: Stmt) -> Result<Stmt> {
    kind_of_loop(var, extent, ForKind::Serial, body)
}

pub(super) fn kind_of_loop(var: &Var, extent: impl Into<Checked>, kind: ForKind, body: Stmt) -> Result<Stmt> {
    Ok(For::new(var.clone(), 0, expr(extent), kind, body, None, Map::new(), None)?.upcast())
}

pub(super) fn when(condition: PrimExpr, body: Stmt) -> Result<Stmt> {
    Ok(IfThenElse::new(condition, body, None, None)?.upcast())
}

pub(super) fn likely(condition: PrimExpr) -> Result<PrimExpr> {
    Ok(op::likely(condition, None)?)
}

pub(super) fn allocate(pointer: &Var, extent: impl Into<Checked>, body: Stmt) -> Result<Stmt> {
    let extents = [expr(extent)];
    Ok(Allocate::new(pointer.clone(), FLOAT, extents, Bool::from(true), body, Map::new(), None)?.upcast())
}

pub(super) fn attr(node: impl IsObjectRef, key: &str, value: impl Into<Checked>, body: Stmt) -> Stmt {
    AttrStmt::new(Some(node.into_object_ref()), key, expr(value), body, None).upcast()
}

pub(super) fn thread(tag: &str, extent: impl Into<Checked>, key: &str, body: Stmt) -> Result<Stmt> {
    let axis = IterVar::new(None, int("t"), IterVarType::ThreadIndex, tag, None)?;
    Ok(attr(axis, key, extent, body))
}

/// Wraps a statement `n` times.
pub(super) fn nest(n: usize, body: Stmt, wrap: impl Fn(Stmt, i32) -> Result<Stmt>) -> Result<Stmt> {
    (0..n as i32).try_fold(body, wrap)
}
