//! Passes over loops. The expected results are those of TVM 0.8.
//!
//! `tests/data/transform/loops/README.md` describes the files.

mod deep;

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use objet::function::ArgValue;
use objet::prelude::*;
use objet::{Registry, load_json, structural_equal};
use objet_ir::expr::IntImmNode;
use objet_ir::module::IRModule;
use objet_ir::transform::{Pass, PassContext};
use objet_tir::expr::Var;
use objet_tir::stmt::{Evaluate, For, SeqStmt, Stmt};
use objet_tir::transform::{UnrollLoopConfigNode, unroll_loop};

/// The cases with other results than TVM's, by pass: `tvm-differences.md` explains them.
const DIFFERENT: [(&str, &str); 7] = [
    // The bounds of loops have simpler forms.
    ("LoopPartition", "add_symbolic {\"tir.LoopPartition\""),
    ("LoopPartition", "add_symbolic_size {\"tir.LoopPartition\""),
    // A condition on a quotient splits the loop.
    ("LoopPartition", "divided "),
    // A condition that reads memory stays in the loop, and so does one that uses a let of the loop.
    ("HoistIfThenElse", "load in condition "),
    ("HoistIfThenElse", "let between "),
    ("HoistIfThenElseBasic", "load in condition "),
    ("HoistIfThenElseBasic", "let between "),
];

/// Returns the cases of a file.
fn cases(pass: &str) -> Vec<Array<ObjectRef>> {
    let path = format!("{}/tests/data/transform/loops/{pass}.json.gz", env!("CARGO_MANIFEST_DIR"));
    let mut json = String::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut json).unwrap();
    let cases: ObjectRef = load_json(&json).unwrap().downcast().unwrap();
    let cases: Array<ObjectRef> = cases.downcast().unwrap();
    cases.iter().map(|case| case.clone().downcast().unwrap()).collect()
}

/// Runs a pass on the modules of its file. Returns the number of cases.
fn check(pass: &str) -> usize {
    let mut wrong = Vec::new();
    let cases = cases(pass);
    for case in &cases {
        let name: objet::String = case[0].clone().downcast().unwrap();
        let before: IRModule = case[1].clone().downcast().unwrap();
        let expected: Option<IRModule> = case[2].clone().downcast().ok();
        let args: Array<ObjectRef> = case[3].clone().downcast().unwrap();
        let config: Map<objet::String, ObjectRef> = case[4].clone().downcast().unwrap();
        let mut context = PassContext::new(2);
        for (option, value) in &config {
            context = context.with_config(option, value.clone()).unwrap();
        }
        let number = |arg: &ObjectRef| arg.as_node::<IntImmNode>().map(|number| ArgValue::Int(number.value));
        let args: Vec<ArgValue<'_>> =
            args.iter().map(|arg| number(arg).unwrap_or_else(|| arg.into())).collect();
        let created = Registry::expect(&format!("tir.transform.{pass}")).unwrap().call(&args[..]).unwrap();
        let found = created.get::<Pass>().unwrap().run_in(before.clone(), &context);
        let title = format!("{name} {config:?}");
        match (&found, &expected) {
            (Ok(found), Some(expected)) if structural_equal(found, expected) => {}
            (Err(_), None) => {}
            _ if DIFFERENT.iter().any(|(of, case)| *of == pass && title.starts_with(case)) => {}
            (found, expected) => {
                let text = |module: &IRModule| objet::text::as_repr(Some(module));
                let found = found.as_ref().map_or_else(|error| error.to_string(), text);
                let expected = expected.as_ref().map_or_else(|| "an error".into(), text);
                let before = text(&before);
                wrong.push(format!("{title}\n{before}\n-- found:\n{found}\n-- expected:\n{expected}"));
            }
        }
    }
    let first = wrong.iter().take(2).cloned().collect::<Vec<_>>().join("\n\n");
    let names: Vec<_> = wrong.iter().filter_map(|wrong| wrong.lines().next()).collect();
    assert!(wrong.is_empty(), "{pass}: {} of {} cases differ: {names:#?}\n{first}", wrong.len(), cases.len());
    cases.len()
}

macro_rules! passes {
    ($($test:ident: $pass:literal, $count:literal;)*) => {
        $(
            #[test]
            fn $test() {
                assert_eq!(check($pass), $count);
            }
        )*
    };
}

passes! {
    no_ops_are_removed: "RemoveNoOp", 46;
    unsafe_selections_are_replaced: "RewriteUnsafeSelect", 17;
    assertions_are_skipped: "SkipAssert", 4;
    loops_are_unrolled: "UnrollLoop", 192;
    loops_are_vectorized: "VectorizeLoop", 168;
    double_buffers_are_injected: "InjectDoubleBuffer", 36;
    virtual_threads_are_injected: "InjectVirtualThread", 33;
    conditions_are_hoisted: "HoistIfThenElse", 57;
    conditions_are_hoisted_out_of_loops: "HoistIfThenElseBasic", 28;
    loops_are_partitioned: "LoopPartition", 140;
    buffers_share_memory: "StorageRewrite", 72;
    pointers_get_vector_types: "PointerValueTypeRewrite", 17;
}

/// A statement in two loops counts in each.
#[test]
fn loops_over_a_shared_statement_are_not_unrolled() {
    let var = |name: &str| Var::new(name, DataType::int(32), None);
    let step: Stmt = Evaluate::new(var("x"), None).upcast();
    let loops = ["i", "j"].map(|name| For::serial(var(name), 4, step.clone()).unwrap().upcast::<Stmt>());
    let stmt: Stmt = SeqStmt::new(loops, None).upcast();
    let unrolled = unroll_loop(stmt.clone(), &UnrollLoopConfigNode::default()).unwrap();
    assert!(unrolled.same_as(&stmt), "{}", objet::text::as_repr(Some(&unrolled)));
}
