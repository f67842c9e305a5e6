//! Passes that lower functions with blocks. The expected results are answers of TVM 0.8.

mod answers_of_tvm;
mod deep;

use objet::Registry;
use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::expr::GlobalVar;
use objet_ir::module::IRModule;
use objet_ir::transform::Pass;
use objet_tir::function::PrimFunc;

type Result<T = (), E = BoxError> = std::result::Result<T, E>;

/// Runs a pass on a function.
fn run(pass: &str, func: &PrimFunc) -> Result<PrimFunc> {
    let pass: Pass = Registry::expect(&format!("tir.transform.{pass}"))?.call(())?.get()?;
    let main = GlobalVar::new("main");
    let module = pass.run(IRModule::from_parts([(main.clone(), func.clone())], [])?)?;
    Ok(module.lookup(&main)?.downcast()?)
}
