//! Tests of the analyses of functions. The expected results are answers of TVM 0.8.

mod access_region;
mod buffer_scopes;
mod gpu_code;
mod memory;
mod workspace;

use objet::Registry;
use objet::function::{ArgValue, BoxError, RetValue, RuntimeError};
use objet::prelude::*;
use objet_ir::expr::{Bool, FloatImm, PrimExpr};
use objet_ir::types::{PointerType, PrimType};
use objet_tir::expr::Var;
use objet_tir::function::PrimFunc;
use objet_tir::stmt::{Allocate, Evaluate, Stmt, Store};

type Result<T = (), E = BoxError> = std::result::Result<T, E>;

fn call(name: &str, args: &[ArgValue<'_>]) -> Result<RetValue, RuntimeError> {
    Registry::expect(name)?.call(args)
}

fn pointer(name: &str, dtype: DataType) -> Result<Var> {
    Ok(Var::typed(name, PointerType::new(PrimType::new(dtype), "global"), None)?)
}

fn function(params: &[Var], body: impl Into<Stmt>) -> PrimFunc {
    PrimFunc::new(params.to_vec(), body, None, Map::new(), None, None)
}

fn nothing() -> Stmt {
    Evaluate::new(0, None).upcast()
}

fn allocate(dtype: &str, extents: &[PrimExpr], body: impl Into<Stmt>) -> Result<Stmt> {
    let dtype: DataType = dtype.parse()?;
    let var = pointer("buffer", dtype)?;
    Ok(Allocate::new(var, dtype, extents.to_vec(), Bool::from(true), body, Map::new(), None)?.upcast())
}

fn store(var: &Var) -> Result<Stmt> {
    Ok(Store::new(var.clone(), FloatImm::from(1.0), 0, Bool::from(true), None)?.upcast())
}
