//! Functions of tir as programs in Python.

use objet::prelude::*;
use objet::{BoxError, Registry, load_json, post_order};
use objet_ir::tir::function::PrimFuncNode;

fn load(name: &str) -> ObjectRef {
    let path = format!("{}/../tests/graphs/{name}.json", env!("CARGO_MANIFEST_DIR"));
    load_json(&std::fs::read_to_string(path).unwrap()).unwrap()
}
#[test]
fn show() {
    for name in ["lowered_matmul", "primfunc_matmul", "script_matmul"] {
        let t: String = Registry::expect("script.AsTVMScript")
            .unwrap()
            .call((&load(name), "T", true))
            .unwrap()
            .get()
            .unwrap();
        println!("{t}=====");
    }
}
