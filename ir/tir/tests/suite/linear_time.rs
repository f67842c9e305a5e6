//! Passes, analyses and schedules take linear time in the size of a function.
//!
//! Each test runs a family of programs with `n` and `4 * n` parts. The time may grow by less than
//! [`measure::LIMIT`], which tells linear from quadratic time.

mod blocks;
mod buffers;
mod expressions;
mod measure;
mod programs;
mod schedules;
mod shared;
mod statements;

use std::cell::RefCell;
use std::collections::HashMap;

use objet::Registry;
use objet::function::{BoxError, RetValue};
use objet::prelude::*;
use objet_ir::expr::{GlobalVar, PrimExpr};
use objet_ir::module::IRModule;
use objet_ir::transform::{Pass, PassContext};
use objet_tir::function::PrimFunc;
use objet_tir::stmt::BlockRealizeNode;

type Result<T = (), E = BoxError> = std::result::Result<T, E>;

/// A family of programs: its name, and a function that creates the program with `n` parts.
type Family = (&'static str, fn(usize) -> Result<PrimFunc>);

/// Creates a pass. A few passes need arguments.
fn pass(name: &str) -> Result<RetValue> {
    let create = Registry::expect(name)?;
    Ok(match name {
        "tir.transform.NarrowDataType" => create.call((32,))?,
        "tir.transform.StorageFlatten" => create.call((64, true))?,
        "tir.transform.VectorizeLoop" => create.call((true,))?,
        "tir.transform.VerifyGPUCode" => create.call((&limits(),))?,
        _ => create.call(())?,
    })
}

fn limits() -> Map<objet::String, PrimExpr> {
    let names = ["max_local_memory_per_block", "max_shared_memory_per_block", "max_threads_per_block"];
    names.map(|name| (name.into(), 1024.into())).into()
}

/// Returns all registered passes, except for those that a front end writes. Passes with options
/// have further names.
fn passes() -> Result<Vec<(String, Pass, PassContext)>> {
    let mut passes = Vec::new();
    for name in Registry::names("tir.transform.") {
        if name == "tir.transform.CreatePrimFuncPass" {
            continue;
        }
        let pass = pass(name)?.get::<Pass>()?;
        passes.push((name.to_owned(), pass.clone(), PassContext::new(2)));
        let options: &[(&str, &[(&str, i32)])] = match name {
            "tir.transform.LoopPartition" => &[("tir.LoopPartition", &[("partition_const_loop", 1)])],
            "tir.transform.UnrollLoop" => {
                &[("tir.UnrollLoop", &[("auto_max_extent", 1), ("explicit_unroll", 1)])]
            }
            "tir.transform.InjectDoubleBuffer" => &[("tir.InjectDoubleBuffer", &[("split_loop", 2)])],
            "tir.transform.HoistIfThenElse" => {
                &[("tir.HoistIfThenElse", &[("support_block_scope_hosting", 1)])]
            }
            _ => &[],
        };
        for (option, values) in options {
            let values: Map<objet::String, PrimExpr> =
                values.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
            let context = PassContext::new(2).with_config(option, values.into_object_ref())?;
            passes.push((format!("{name} with options"), pass.clone(), context));
        }
    }
    Ok(passes)
}

/// Measures all passes and analyses of functions on a family of programs.
#[track_caller]
fn check(families: &[Family]) {
    let mut wrong = Vec::new();
    for (family, program) in families {
        // Creating a program takes longer than most passes.
        let programs = RefCell::new(HashMap::new());
        let program = |n| programs.borrow_mut().entry(n).or_insert_with(|| program(n).unwrap()).clone();
        let mut check = |name: &str, run: &dyn Fn(&PrimFunc)| {
            wrong.extend(measure::growth(&format!("{name} on {family}"), program, run));
        };
        for (name, pass, context) in passes().unwrap() {
            check(&name, &|func| {
                let main = GlobalVar::new("main");
                let module = IRModule::from_parts([(main, func.clone())], []).unwrap();
                // A pass may refuse a program, in linear time, too.
                let _ = pass.run_in(module, &context);
            });
        }
        check("calculate_workspace_bytes", &|func| {
            let _ = objet_tir::analysis::calculate_workspace_bytes(func, 16);
        });
        check("verify_memory", &|func| _ = objet_tir::analysis::verify_memory(func));
        check("detect_buffer_access_lca", &|func| _ = objet_tir::analysis::detect_buffer_access_lca(func));
        check("all_vars", &|func| _ = objet_tir::analysis::all_vars(&func.body));
        check("verify_ssa", &|func| _ = objet_tir::analysis::verify_ssa(func));
        check("block_access_region", &|func| {
            if let Some(realize) = func.body.as_node::<BlockRealizeNode>() {
                let buffers =
                    Map::from_iter(realize.block.alloc_buffers.iter().map(|b| (b.data.clone(), b.clone())));
                let _ = objet_tir::analysis::block_access_region(&realize.block, &buffers);
            }
        });
        check("domain_touched", &|func| {
            if let Some(buffer) = func.buffer_map.values().next() {
                let _ = objet_tir::arith::domain_touched(&func.body, buffer, true, true);
            }
        });
        check("verify_gpu_code", &|func| {
            let name = "tir.analysis.verify_gpu_code";
            let _ = Registry::expect(name).unwrap().call((func, &limits()));
        });
    }
    assert!(wrong.is_empty(), "{} cases are not linear:\n{}", wrong.len(), wrong.join("\n"));
}
