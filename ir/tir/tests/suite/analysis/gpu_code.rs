//! Limits of GPUs.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use objet::load_json;
use objet_ir::expr::{GlobalVar, IntImm};
use objet_ir::module::IRModule;
use objet_ir::transform::Pass;
use objet_tir::analysis::{GpuLimits, GpuViolation, verify_gpu_code};
use objet_tir::expr::{IterVar, IterVarType};
use objet_tir::stmt::{AttrStmt, For, SeqStmt};

use super::*;

#[test]
fn limits_equal_those_of_tvm() -> Result {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/gpu_code/answers.json.gz");
    let mut json = String::new();
    GzDecoder::new(File::open(path)?).read_to_string(&mut json)?;
    let root: Array<ObjectRef> = load_json(&json)?.downcast::<ObjectRef>()?.downcast()?;
    let limits: Array<Map<objet::String, PrimExpr>> = root[0].clone().downcast()?;
    let cases: Map<objet::String, Array<ObjectRef>> = root[1].clone().downcast()?;
    assert_eq!((limits.len(), cases.len()), (20, 23));
    let mut differences = Vec::new();
    for (name, case) in &cases {
        let func: PrimFunc = case[0].clone().downcast()?;
        let expected: Array<IntImm> = case[1].clone().downcast()?;
        for (limits, expected) in limits.iter().zip(&expected) {
            let args = [(&func).into(), limits.into()];
            let found = call("tir.analysis.verify_gpu_code", &args)?.get::<bool>()?;
            if found != (expected.value != 0) {
                differences.push(format!("{name}: {}: {found}", objet::text::as_repr(Some(limits))));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    Ok(())
}

fn thread(name: &str, extent: impl Into<PrimExpr>, body: Stmt) -> Result<Stmt> {
    let var = Var::new(name, DataType::int(32), None);
    let axis = IterVar::new(None, var, IterVarType::ThreadIndex, name, None)?;
    Ok(AttrStmt::new(Some(axis.upcast()), "thread_extent", extent, body, None).upcast())
}

#[test]
fn passes_name_the_function_and_the_problem() -> Result {
    let module = |body: Stmt| -> Result<IRModule> {
        Ok(IRModule::from_parts([(GlobalVar::new("main"), function(&[], body))], [])?)
    };
    let limit = |name: &str| -> Map<objet::String, PrimExpr> { [(name.into(), 64.into())].into() };
    let known = limit("max_thread_x");
    let pass: Pass = call("tir.transform.VerifyGPUCode", &[(&known).into()])?.get()?;
    let valid = module(thread("threadIdx.x", 64, nothing())?)?;
    assert!(pass.run(valid.clone())?.same_as(&valid));
    let error = pass.run(module(thread("threadIdx.x", 65, nothing())?)?).expect_err("65 threads").to_string();
    assert!(error.contains("main: extent of threadIdx.x (65) exceeds the allowed maximum (64)"), "{error}");
    let unknown = limit("max_warp");
    assert!(call("tir.transform.VerifyGPUCode", &[(&unknown).into()]).is_err());

    let n = Var::new("n", DataType::int(32), None);
    let symbolic = function(&[], thread("threadIdx.x", n.clone(), nothing())?);
    let expected = [GpuViolation::Symbolic { axis: "threadIdx.x".into() }];
    assert_eq!(verify_gpu_code(&symbolic, &GpuLimits::default()), expected);

    let pass: Pass = call("tir.transform.VerifySSA", &[])?.get()?;
    let once = || Ok::<Stmt, BoxError>(For::serial(n.clone(), 4, nothing())?.upcast());
    let valid = module(once()?)?;
    assert!(pass.run(valid.clone())?.same_as(&valid));
    let twice = module(SeqStmt::new([once()?, once()?], None).upcast())?;
    let error = pass.run(twice).expect_err("n is bound twice").to_string();
    assert!(error.contains("function main") && error.contains("variable n"), "{error}");
    Ok(())
}

#[test]
fn a_very_deep_kernel_is_verified() -> Result {
    let mut body = nothing();
    for depth in 0..1_000_000 {
        body = match depth % 2 {
            0 => AttrStmt::new(None, "note", 1, body, None).upcast(),
            _ => allocate("int8", &[1.into()], body)?,
        };
    }
    let func = function(&[], thread("threadIdx.x", 2, body)?);
    assert_eq!(verify_gpu_code(&func, &GpuLimits::default()), []);
    Ok(())
}
