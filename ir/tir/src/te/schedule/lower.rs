//! Functions of schedules.

use objet::prelude::*;
use objet_ir::expr::{Bool, GlobalVar, PrimExpr};
use objet_ir::module::IRModule;
use objet_ir::transform::PassContext;
use objet_ir::types::{PointerType, PrimType};

use super::{Result, Schedule, ScheduleError};
use super::{infer_bound, schedule_ops, schedule_post_proc_to_prim_func, verify_compact_buffer};
use crate::buffer::{Buffer, BufferType, storage_type};
use crate::expr::{Var, VarNode};
use crate::function::PrimFunc;
use crate::te::Tensor;

/// The buffers of tensors, as front ends give them.
type Binds = Option<Map<Tensor, Buffer>>;

/// Returns the function that a schedule describes. The arguments are tensors, buffers and variables.
/// `binds` has the buffers of tensors; other tensors get buffers of their own.
///
/// The function still has virtual threads, unrolled loops and buffers of several axes.
///
/// # Errors
/// Returns the errors of [`Schedule::normalize`], [`infer_bound`], [`schedule_ops`] and
/// [`schedule_post_proc_to_prim_func`].
pub fn schedule_to_func(
    schedule: &Schedule,
    args: &[ObjectRef],
    binds: Map<Tensor, Buffer>,
) -> Result<PrimFunc> {
    schedule_to_func_with(schedule, args, binds, false)
}

/// Returns the module with the function that a schedule describes, as TVM's driver does before its
/// passes. The options `tir.noalias` and `tir.debug_keep_trivial_loop` of the current pass context
/// apply.
///
/// # Errors
/// Returns the errors of [`schedule_to_func`], or an error if an option is not a boolean.
#[doc(alias = "ScheduleToModule")]
pub fn schedule_to_module(
    schedule: &Schedule,
    args: &[ObjectRef],
    name: &str,
    binds: Map<Tensor, Buffer>,
) -> Result<IRModule> {
    let context = PassContext::current();
    let option = |name| -> Result<Option<bool>> {
        Ok(context.get_config::<Bool>(name)?.map(|value| value.value != 0))
    };
    let keeps_trivial = option("tir.debug_keep_trivial_loop")?.unwrap_or(false);
    let mut func = schedule_to_func_with(schedule, args, binds, keeps_trivial)?;
    let mut attrs = func.attrs.clone().unwrap_or_default().with("global_symbol", objet::String::from(name));
    if option("tir.noalias")?.unwrap_or(true) {
        attrs = attrs.with("tir.noalias", Bool::from(true));
    }
    *func.make_mut().attrs = Some(attrs);
    Ok(IRModule::from_parts([(GlobalVar::new(name), func)], [])?)
}

/// Returns the function that a schedule describes, like [`schedule_to_func`]. Loops with one
/// iteration stay loops if `keeps_trivial` is set.
fn schedule_to_func_with(
    schedule: &Schedule,
    args: &[ObjectRef],
    binds: Map<Tensor, Buffer>,
    keeps_trivial: bool,
) -> Result<PrimFunc> {
    let schedule = schedule.normalize()?;
    let stmt = schedule_ops(&schedule, &infer_bound(&schedule)?, keeps_trivial)?;
    let (buffers, args) = buffers_of(args, verify_compact_buffer(&stmt), binds)?;
    schedule_post_proc_to_prim_func(&args, stmt, &buffers)
}

/// Returns the buffers of all tensors, and the arguments with buffers in the place of tensors. A
/// buffer with an unknown extent may be broadcast, unless buffers must be compact.
///
/// # Errors
/// Returns an error if an argument is no tensor, buffer or variable.
#[doc(alias = "GetBinds")]
pub fn buffers_of(
    args: &[ObjectRef],
    is_compact: bool,
    mut binds: Map<Tensor, Buffer>,
) -> Result<(Map<Tensor, Buffer>, Vec<ObjectRef>)> {
    let mut buffers = Vec::new();
    for (index, arg) in args.iter().enumerate() {
        let Some(tensor) = arg.downcast_ref::<Tensor>() else {
            if !arg.is_instance::<VarNode>() && arg.downcast_ref::<Buffer>().is_none() {
                return Err(ScheduleError::Argument { index, found: arg.type_key() });
            }
            buffers.push(arg.clone());
            continue;
        };
        let known = binds.iter().find(|(known, _)| known.is_same_output(tensor));
        let buffer = match known {
            Some((_, buffer)) => buffer.clone(),
            None => {
                let is_known = |extent: &PrimExpr| !extent.is_instance::<VarNode>();
                let kind = match is_compact || tensor.shape.iter().all(is_known) {
                    true => BufferType::Default,
                    false => BufferType::AutoBroadcast,
                };
                let name = tensor.op.name.as_str();
                let data =
                    Var::typed(name, PointerType::new(PrimType::new(storage_type(tensor.dtype)), ""), None)?;
                let shape = tensor.shape.clone();
                let buffer = Buffer::new(data, tensor.dtype, shape, [], None, name, -1, 0, kind, None)?;
                binds.insert(tensor.clone(), buffer.clone());
                buffer
            }
        };
        buffers.push(buffer.upcast());
    }
    Ok((binds, buffers))
}

/// Returns the module with the function that a schedule describes.
#[register_global("driver.schedule_to_module", short)]
fn schedule_to_module_of(
    sch: Schedule,
    args: Array<ObjectRef>,
    name: &str,
    binds: Binds,
) -> Result<IRModule> {
    schedule_to_module(&sch, &args, name, binds.unwrap_or_default())
}

/// Returns the buffers of all tensors, and the arguments with buffers in the place of tensors.
#[register_global("driver.get_binds", short)]
fn get_binds(args: Array<ObjectRef>, compact: bool, binds: Binds) -> Result<Array<ObjectRef>> {
    let (binds, args) = buffers_of(&args, compact, binds.unwrap_or_default())?;
    Ok(Array::from([binds.upcast(), Array::from(args).upcast()]))
}
