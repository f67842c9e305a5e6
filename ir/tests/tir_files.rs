//! Functions and expressions of tir that TVM wrote: they load into the nodes here and save back byte for byte.

use objet::prelude::*;
use objet::{load_json, post_order, save_json, structural_equal, structural_hash};
use objet_ir::expr::PrimExprNode;
use objet_ir::tir::expr::AnyNode;
use objet_ir::tir::function::PrimFuncNode;
use objet_ir::tir::stmt::{BlockNode, ForKind, ForNode};

fn text(name: &str) -> String {
    let path = format!("{}/../tests/graphs/{name}.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// Loads a file, all of whose types are known then, and saves it again.
fn round_trip(name: &str) -> ObjectRef {
    let text = text(name);
    let root: ObjectRef = load_json(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(save_json(&root).unwrap() == text, "{name} is saved differently");
    let again: ObjectRef = load_json(&text).unwrap();
    assert_eq!(structural_hash(&root), structural_hash(&again), "{name}");
    root
}

fn count<N: IsObject>(root: &ObjectRef) -> usize {
    post_order(root).filter(|object| object.is_instance::<N>()).count()
}

#[test]
fn loops_and_blocks() {
    for (name, loops, blocks) in
        [("lowered_matmul", 3, 0), ("primfunc_matmul", 3, 2), ("script_matmul", 3, 3)]
    {
        let root = round_trip(name);
        assert_eq!(count::<PrimFuncNode>(&root), 1, "{name}");
        assert_eq!((count::<ForNode>(&root), count::<BlockNode>(&root)), (loops, blocks), "{name}");
        assert!(structural_equal(&root, &load_json(&text(name)).unwrap()), "{name}");
    }
    let root = round_trip("lowered_matmul");
    let mut loops = post_order(&root).filter_map(|object| object.as_node::<ForNode>());
    assert!(loops.all(|node| node.kind == ForKind::Serial && node.thread_binding.is_none()));
}

#[test]
fn every_expression() {
    let root = round_trip("tir_exprs_zoo");
    assert!(count::<PrimExprNode>(&root) > 50);
}

#[test]
fn dimensions_of_any_length() {
    let root = round_trip("prelude.typed");
    assert!(count::<AnyNode>(&root) > 500);
}
