//! Deep programs, on a thread with a small stack.

use objet_ir::expr::{Bool, PrimExpr};
use objet_ir::types::{PointerType, PrimType};
use objet_tir::expr::{Load, Var};
use objet_tir::function::PrimFunc;
use objet_tir::op;
use objet_tir::stmt::{
    Allocate, AttrStmt, Evaluate, For, ForKind, IfThenElse, LetStmt, SeqStmt, Stmt, Store,
};
use objet_tir::transform as pass;

use super::*;

const DEPTH: usize = 10_000;

fn on_small_stack(test: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 10);
        thread.spawn_scoped(scope, test).unwrap().join().unwrap();
    });
}

fn var(name: &str) -> Var {
    Var::new(name, DataType::int(32), None)
}

/// Returns a store in loops, branches and attributes, in which all loop variables are used.
fn deep(extent: i32) -> Stmt {
    let (pointer, n) = (Var::new("A", DataType::HANDLE, None), var("n"));
    let mut stmt: Stmt = Store::new(pointer, 1, n.clone(), Bool::from(true), None).unwrap().upcast();
    for depth in 0..DEPTH {
        let i = var("i");
        let condition = op::likely(op::less(&i, &n, None), None).unwrap();
        let inner = match depth % 3 {
            0 => IfThenElse::new(condition, stmt, None, None).unwrap().upcast(),
            1 => AttrStmt::new(None, "key", n.clone(), stmt, None).upcast(),
            _ => stmt,
        };
        let (min, extent) = (op::make_const(i.dtype, 0, None), op::make_const(i.dtype, extent, None));
        let (min, extent) = (min.unwrap(), extent.unwrap());
        stmt = For::new(i, min, extent, ForKind::Serial, inner, None, Map::new(), None).unwrap().upcast();
    }
    stmt
}

#[test]
fn deep_programs_pass() {
    on_small_stack(|| {
        let serial = deep(2);
        assert!(pass::remove_no_op(serial.clone()).unwrap().same_as(&serial));
        assert!(pass::rewrite_unsafe_select(serial.clone()).unwrap().same_as(&serial));
        assert!(pass::skip_assert(serial.clone()).unwrap().same_as(&serial));
        assert!(pass::inject_virtual_thread(serial.clone()).unwrap().same_as(&serial));
        assert!(pass::inject_double_buffer(serial.clone(), 1).unwrap().same_as(&serial));
        let config = pass::UnrollLoopConfigNode::default();
        assert!(pass::unroll_loop(serial.clone(), &config).unwrap().same_as(&serial));
        let config = pass::LoopPartitionConfigNode::default();
        assert!(!pass::loop_partition(serial.clone(), &config).unwrap().same_as(&serial));
        assert!(pass::hoist_if_then_else(serial.clone(), true).unwrap().same_as(&serial));
        let i = var("i");
        let vectors = For::new(i, 0, 4, ForKind::Vectorized, serial, None, Map::new(), None).unwrap();
        assert_eq!(pass::vectorize_loop(vectors.into()).unwrap().type_key(), "tir.For");
    });
}

#[test]
fn shared_statements_are_counted_each_time() {
    let i = var("i");
    let body = Evaluate::new(i.clone(), None);
    let unrolled = For::new(i, 0, 3, ForKind::Unrolled, body, None, Map::new(), None).unwrap();
    let twice = SeqStmt::new([unrolled.clone().upcast(), unrolled.upcast()], None);
    let result = pass::unroll_loop(twice.into(), &pass::UnrollLoopConfigNode::default()).unwrap();
    assert_eq!(objet::text::as_repr(Some(&result)).matches("\n").count(), 6);
}

#[test]
fn impossible_loops_are_errors() {
    let (i, n) = (var("i"), var("n"));
    let looped = |kind, extent: PrimExpr| -> Stmt {
        let body = Evaluate::new(i.clone(), None);
        For::new(i.clone(), 0, extent, kind, body, None, Map::new(), None).unwrap().upcast()
    };
    let config = pass::UnrollLoopConfigNode::default();
    let error = pass::unroll_loop(looped(ForKind::Unrolled, n.clone().upcast()), &config).unwrap_err();
    assert!(error.to_string().starts_with("Cannot unroll non-constant loop"), "{error}");
    let error = pass::unroll_loop(looped(ForKind::Unrolled, i32::MAX.into()), &config).unwrap_err();
    assert!(matches!(error, pass::UnrollError::TooLarge { .. }), "{error}");
    let error = pass::vectorize_loop(looped(ForKind::Vectorized, n.upcast())).unwrap_err();
    assert!(error.to_string().starts_with("Failed to vectorize loop with extent n"), "{error}");
    for extent in [0, 1, 70_000] {
        assert!(pass::vectorize_loop(looped(ForKind::Vectorized, extent.into())).is_err());
    }
}

/// Returns a pointer to `float32` numbers.
fn pointer(name: &str, scope: &str) -> Var {
    Var::typed(name, PointerType::new(PrimType::new(DataType::float(32)), scope), None).unwrap()
}

fn allocate(buffer: &Var, extent: impl Into<PrimExpr>, body: Stmt) -> Stmt {
    let dtype = DataType::float(32);
    let extents = [extent.into()];
    Allocate::new(buffer.clone(), dtype, extents, Bool::from(true), body, Map::new(), None).unwrap().upcast()
}

fn load(buffer: &Var) -> PrimExpr {
    Load::new(DataType::float(32), buffer.clone(), 0, Bool::from(true), None).unwrap().upcast()
}

fn store(buffer: &Var, value: impl Into<PrimExpr>) -> Stmt {
    Store::new(buffer.clone(), value, 0, Bool::from(true), None).unwrap().upcast()
}

fn function(params: impl Into<Array<Var>>, body: Stmt) -> PrimFunc {
    PrimFunc::new(params, body, None, Map::new(), None, None)
}

/// Returns the number of allocations of a function.
fn allocations(func: &PrimFunc) -> usize {
    objet_tir::functor::post_order(&func.body)
        .filter(|part| part.downcast_ref::<Allocate>().is_some())
        .count()
}

#[test]
fn memory_of_deep_programs_is_planned() {
    on_small_stack(|| {
        // Each buffer is filled from the one outside of it. Those of one loop share memory.
        let buffers: Vec<Var> = (0..DEPTH).map(|_| pointer("B", "global")).collect();
        let mut body: Stmt = Evaluate::new(load(&buffers[DEPTH - 1]), None).upcast();
        for (index, buffer) in buffers.iter().enumerate().rev() {
            let value = if index == 0 { 1.0_f32.into() } else { load(&buffers[index - 1]) };
            let i = var("i");
            let inner = SeqStmt::new([store(buffer, value), body], None);
            body = allocate(buffer, 64, inner.upcast());
            if index % 2 == 0 {
                body = For::serial(i, 2, body).unwrap().upcast();
            }
        }
        let found = pass::storage_rewrite(function([], body)).unwrap();
        assert_eq!(allocations(&found), DEPTH / 2);
        let found = pass::pointer_value_type_rewrite(found.clone()).unwrap();
        assert_eq!(allocations(&found), DEPTH / 2);
        // One statement after the other, with the buffers allocated around all of them.
        let mut steps = vec![store(&buffers[0], 1.0_f32)];
        steps.extend(buffers.windows(2).map(|pair| store(&pair[1], load(&pair[0]))));
        let mut body: Stmt = SeqStmt::new(steps, None).upcast();
        for (index, buffer) in buffers.iter().enumerate() {
            body = allocate(buffer, 2 + index as i32, body);
        }
        let found = pass::storage_rewrite(function([], body)).unwrap();
        assert!(allocations(&found) < 10, "{} allocations", allocations(&found));
    });
}

#[test]
fn loops_of_deep_programs_write_in_place() {
    on_small_stack(|| {
        let mut body: Stmt = Evaluate::new(0, None).upcast();
        for _ in 0..DEPTH {
            let (read, written) = (pointer("P", "global"), pointer("Q", "global"));
            let inner = SeqStmt::new([store(&written, load(&read)), body], None);
            let inner = For::serial(var("i"), 2, inner).unwrap();
            let steps = SeqStmt::new([store(&read, 1.0_f32), inner.upcast()], None);
            body = allocate(&read, 64, allocate(&written, 64, steps.upcast()));
        }
        let found = pass::storage_rewrite(function([], body)).unwrap();
        assert_eq!(allocations(&found), DEPTH);
    });
}

#[test]
fn memory_that_cannot_be_planned_is_an_error() {
    let (p, q) = (pointer("p", "global"), pointer("q", "global"));
    let error = |body: Stmt| pass::storage_rewrite(function([], body)).unwrap_err().to_string();
    let x = Var::new("x", DataType::float(32), None);
    let read = LetStmt::new(x.clone(), load(&p), Evaluate::new(x, None), None).unwrap();
    let found = error(allocate(&p, 64, read.upcast()));
    assert!(found.starts_with("buffer p is used outside of a store, a call, a loop"), "{found}");
    let vectors: Stmt =
        For::new(var("i"), 0, 4, ForKind::Vectorized, store(&p, 1.0_f32), None, Map::new(), None)
            .unwrap()
            .upcast();
    let found = error(allocate(&p, 64, vectors));
    assert!(found.starts_with("the loop over i is to be vectorized"), "{found}");
    let twice = [allocate(&p, 64, store(&p, 1.0_f32)), allocate(&p, 65, store(&p, 1.0_f32))];
    let found = error(SeqStmt::new(twice, None).upcast());
    assert!(found.starts_with("buffer p has allocations of different sizes"), "{found}");
    let found = error(store(&q, 1.0_f32));
    assert!(found.starts_with("pointer q is accessed, but is neither a parameter"), "{found}");
    let unknown = pointer("p", "nowhere");
    let found = error(allocate(&unknown, 64, store(&unknown, 1.0_f32)));
    assert_eq!(found, "unknown storage scope \"nowhere\" of buffer p");
    let tagged = pointer("p", "local.tag");
    let found = error(allocate(&tagged, var("n"), store(&tagged, 1.0_f32)));
    assert!(found.starts_with("buffer p in \"local.tag\" does not have a constant size"), "{found}");
    let untyped = Var::new("h", DataType::HANDLE, None);
    let stored = function([untyped.clone()], store(&untyped, 1.0_f32));
    let found = pass::pointer_value_type_rewrite(stored).unwrap_err().to_string();
    assert!(found.starts_with("pointer h is accessed, but is neither a parameter"), "{found}");
}

#[test]
fn buffers_of_one_allocation_that_occurs_twice_keep_their_memory() {
    let p = pointer("p", "global");
    let part = allocate(&p, 64, store(&p, 1.0_f32));
    let found =
        pass::storage_rewrite(function([], SeqStmt::new([part.clone(), part], None).upcast())).unwrap();
    assert_eq!(allocations(&found), 1);
}
