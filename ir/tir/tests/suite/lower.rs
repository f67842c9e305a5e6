//! Tests of the passes of the first half of `tvm.lower`, and of its driver.

mod deep;
mod driver;
mod errors;
mod steps_of_tvm;

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{Bool, GlobalVar};
use objet_ir::module::IRModule;
use objet_ir::transform::PassNode;
use objet_tir::buffer::Buffer;
use objet_tir::expr::Var;
use objet_tir::function::PrimFunc;
use objet_tir::stmt::Stmt;

type Result<T = ()> = std::result::Result<T, BoxError>;

/// Returns a function that a schedule made, with buffers as parameters.
fn function(buffers: &[&Buffer], body: impl Into<Stmt>) -> PrimFunc {
    let param = |buffer: &&Buffer| Var::new(buffer.name.as_str(), DataType::HANDLE, None);
    let params: Vec<Var> = buffers.iter().map(param).collect();
    let map: Map<Var, Buffer> =
        params.iter().cloned().zip(buffers.iter().map(|buffer| (*buffer).clone())).collect();
    let attrs = DictAttrs::new([("from_legacy_te_schedule", Bool::from(true))]);
    PrimFunc::new(params, body, None, map, Some(attrs), None)
}

/// Runs a pass on a function.
fn run(pass: &PassNode, func: PrimFunc) -> Result<PrimFunc> {
    let mut module = IRModule::new();
    module.add(GlobalVar::new("main"), func, false)?;
    Ok(pass.run(module)?.lookup_by_name("main")?.downcast()?)
}
