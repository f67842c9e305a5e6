//! Deep programs, on a thread with a small stack.

use objet_ir::expr::{Bool, PrimExpr};
use objet_tir::expr::Var;
use objet_tir::op;
use objet_tir::stmt::{AttrStmt, Evaluate, For, ForKind, IfThenElse, Stmt, Store};
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
    let twice = objet_tir::stmt::SeqStmt::new([unrolled.clone().upcast(), unrolled.upcast()], None);
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
