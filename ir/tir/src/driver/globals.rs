//! Global functions through which front ends lower programs.

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::module::IRModule;

use super::DriverError;
use crate::buffer::Buffer;
use crate::function::PrimFunc;
use crate::te::Tensor;
use crate::te::schedule::{Schedule, buffers_of};

type FuncArgs = Option<Array<ObjectRef>>;
type Binds = Option<Map<Tensor, Buffer>>;

/// Returns the buffers of all tensors, and the arguments with buffers in the place of tensors.
#[register_global("driver.get_binds")]
fn get_binds(args: FuncArgs, compact: bool, binds: Binds) -> Result<Array<ObjectRef>, BoxError> {
    let (binds, args) = buffers_of(&args.unwrap_or_default(), compact, binds.unwrap_or_default())?;
    Ok([binds.into_object_ref(), Array::<ObjectRef>::from(args).into_object_ref()].into())
}

/// Returns the module with the function that a schedule describes.
#[register_global("driver.schedule_to_module")]
fn schedule_to_module(
    sch: Schedule,
    args: FuncArgs,
    name: &str,
    binds: Binds,
) -> Result<IRModule, DriverError> {
    super::schedule_to_module(&sch, &args.unwrap_or_default(), name, binds.unwrap_or_default())
}

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
