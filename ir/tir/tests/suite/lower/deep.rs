//! Deep programs, on a thread with a small stack.

use objet::prelude::*;
use objet_ir::expr::{Bool, PrimExpr};
use objet_tir::buffer::Buffer;
use objet_tir::expr::{BufferLoad, Range, Var};
use objet_tir::op;
use objet_tir::stmt::{
    AttrStmt, BufferRealize, BufferStore, Evaluate, For, IfThenElse, LetStmt, SeqStmt, Stmt,
};
use objet_tir::transform;

use super::{Result, function, run};

const DEPTH: usize = if cfg!(debug_assertions) { 3_000 } else { 10_000 };
const FLOAT: DataType = DataType::float(32);

fn on_small_stack(test: impl FnOnce() -> Result + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 10);
        thread.spawn_scoped(scope, || test().unwrap()).unwrap().join().unwrap();
    });
}

/// Runs all passes on a body that accesses a buffer.
fn lower(buffer: &Buffer, body: Stmt) -> Result {
    let func = function(&[buffer], body);
    let func = run(&transform::inject_prefetch(), func)?;
    let func = run(&transform::texture_flatten(), func)?;
    let func = run(&transform::storage_flatten(64, true), func)?;
    let func = run(&transform::bf16_legalize(), func)?;
    let narrow = transform::narrow_data_type(32)?;
    let func = run(&narrow, func)?;
    let func = run(&transform::simplify(), func)?;
    run(&transform::instrument_bound_checkers(), func)?;
    Ok(())
}

fn nest(body: Stmt, wrap: impl Fn(Stmt, usize) -> Result<Stmt>) -> Result<Stmt> {
    (0..DEPTH).try_fold(body, wrap)
}

fn var(index: usize) -> Var {
    Var::new(format!("v{index}"), DataType::int(64), None)
}

#[test]
fn nested_statements() {
    on_small_stack(|| {
        let a = Buffer::decl([64.into()], FLOAT, "A", "", None)?;
        let n = Var::new("n", DataType::int(32), None);
        let store = || -> Result<Stmt> {
            let load = BufferLoad::new(a.clone(), [3.into()], None)?;
            Ok(BufferStore::new(a.clone(), (PrimExpr::from(load) + 1).expr()?, [2.into()], None)?.upcast())
        };
        lower(&a, nest(store()?, |body, index| Ok(For::serial(var(index), n.clone(), body)?.upcast()))?)?;
        lower(
            &a,
            nest(store()?, |body, index| {
                let condition = op::less(&n, index as i32, None)?;
                Ok(IfThenElse::new(condition, body, None, None)?.upcast())
            })?,
        )?;
        lower(
            &a,
            nest(store()?, |body, index| {
                let value = op::cast(DataType::int(64), &n + index as i32, None)?;
                Ok(LetStmt::new(var(index), value, body, None)?.upcast())
            })?,
        )?;
        lower(
            &a,
            nest(store()?, |body, _| Ok(AttrStmt::new(None, "pragma", n.clone(), body, None).upcast()))?,
        )?;
        lower(
            &a,
            nest(store()?, |body, _| {
                Ok(SeqStmt::new([Evaluate::new(n.clone(), None).upcast(), body], None).upcast())
            })?,
        )
    });
}

#[test]
fn nested_realizations() {
    on_small_stack(|| {
        let a = Buffer::decl([64.into()], FLOAT, "A", "", None)?;
        let store = BufferStore::new(a.clone(), 0.0_f32, [2.into()], None)?.upcast();
        let body = nest(store, |body, index| {
            let inner = Buffer::decl([8.into()], FLOAT, format!("b{index}"), "", None)?;
            let store = BufferStore::new(inner.clone(), 1.0_f32, [5.into()], None)?.upcast();
            let body = SeqStmt::new([store, body], None);
            let bounds = [Range::from_min_extent(4, 2)];
            Ok(BufferRealize::new(inner, bounds, Bool::from(true), body, None).upcast())
        })?;
        lower(&a, body)
    });
}

#[test]
fn nested_expressions() {
    on_small_stack(|| {
        let a = Buffer::decl([64.into()], DataType::bfloat16(), "A", "", None)?;
        let load = |index: PrimExpr| BufferLoad::new(a.clone(), [index], None);
        let mut sum: PrimExpr = load(0.into())?.upcast();
        for index in 0..DEPTH {
            let other = load((index as i32 % 64).into())?;
            sum = op::max(op::mul(sum, PrimExpr::from(other.clone()), None), other, None)?;
        }
        lower(&a, BufferStore::new(a.clone(), sum, [2.into()], None)?.upcast())
    });
}
