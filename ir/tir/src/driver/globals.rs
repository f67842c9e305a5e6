//! Global functions through which front ends lower programs.

use objet::prelude::*;
use objet_ir::module::IRModule;

use super::DriverError;
use crate::buffer::Buffer;
use crate::function::PrimFunc;
use crate::te::Tensor;
use crate::te::schedule::Schedule;

type FuncArgs = Option<Array<ObjectRef>>;
type Binds = Option<Map<Tensor, Buffer>>;

/// Lowers the function that a schedule describes.
#[register_global("driver.lower_schedule")]
fn lower_schedule(
    sch: Schedule,
    args: FuncArgs,
    name: &str,
    binds: Binds,
    simple_mode: bool,
) -> Result<IRModule, DriverError> {
    super::lower_schedule(&sch, &args.unwrap_or_default(), name, binds.unwrap_or_default(), simple_mode)
}

/// Lowers a function. The result is a module with the function.
#[register_global("driver.lower_primfunc")]
fn lower_primfunc(func: PrimFunc, name: &str, simple_mode: bool) -> Result<IRModule, DriverError> {
    super::lower_prim_func(func, name, simple_mode)
}

/// Lowers the functions of a module.
#[register_global("driver.lower_module")]
fn lower_module(r#mod: IRModule, simple_mode: bool) -> Result<IRModule, DriverError> {
    super::lower_module(r#mod, simple_mode)
}
