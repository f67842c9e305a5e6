//! Lowering of schedules and functions to loops over memory.
//!
//! [`lower_passes`] has the passes in order. [`lower_schedule`], [`lower_prim_func`] and
//! [`lower_module`] run them.

mod error;
mod globals;

use objet::function::ArgValue;
use objet::prelude::*;
use objet::{Registry, String};
use objet_ir::expr::{Bool, GlobalVar, IntImm};
use objet_ir::module::IRModule;
use objet_ir::transform::{Pass, PassContext, Sequential};

use crate::buffer::Buffer;
use crate::function::PrimFunc;
use crate::te::Tensor;
use crate::te::schedule::{Schedule, schedule_to_module};

pub use error::DriverError;

/// An argument of the function that creates a pass.
#[derive(Clone, Copy)]
enum Setting {
    Number(i64),
    Flag(bool),
}

/// The passes of a part of lowering: the names of the functions that create them without the prefix
/// `tir.transform.`, with their arguments.
type Phase = Vec<(&'static str, Vec<Setting>)>;

/// The options of a pass context that change the passes of lowering.
struct Options {
    vectorizes: bool,
    rewrites_storage: bool,
    checks_bounds: bool,
    partitions_loops: bool,
}

/// Returns the phases of lowering. Passes of the option `tir.add_lower_pass` run before the first
/// phase and after each phase.
fn phases(options: &Options) -> [Phase; 3] {
    let pass = |name| (name, Vec::new());
    let mut optional = Vec::new();
    if options.partitions_loops {
        optional.push(pass("LoopPartition"));
    }
    optional.push(("VectorizeLoop", vec![Setting::Flag(options.vectorizes)]));
    optional.extend(["InjectVirtualThread", "InjectDoubleBuffer"].map(pass));
    if options.rewrites_storage {
        optional.push(pass("StorageRewrite"));
    }
    optional.push(pass("UnrollLoop"));
    [
        vec![
            pass("InjectPrefetch"),
            pass("TextureFlatten"),
            ("StorageFlatten", vec![Setting::Number(64), Setting::Flag(options.checks_bounds)]),
            pass("LowerInitBlock"),
            pass("PlanAndUpdateBufferAllocationLocation"),
            pass("ConvertBlocksToOpaque"),
            pass("UnifyThreadBinding"),
            pass("CompactBufferAllocation"),
            pass("LowerMatchBuffer"),
            pass("FlattenBuffer"),
            pass("BF16Legalize"),
            ("NarrowDataType", vec![Setting::Number(32)]),
            pass("Simplify"),
        ],
        optional,
        ["Simplify", "RemoveNoOp", "RewriteUnsafeSelect", "HoistIfThenElse"].map(pass).into(),
    ]
}

/// Returns the passes that lower functions, in order. `simple_mode` leaves out the partition of
/// loops.
///
/// The options of the context change the passes:
///
/// - `tir.disable_vectorize` makes vectorized loops serial.
/// - `tir.disable_storage_rewrite` leaves out the pass that shares memory.
/// - `tir.instrument_bound_checkers` adds checks of indices.
/// - `tir.add_lower_pass` has pairs of a phase and a pass. Passes of phase 0 run first. The others
///   run after the phase, and those of a phase above 3 after the last one.
///
/// # Errors
/// Returns an error if an entry of `tir.add_lower_pass` is no such pair, or if the function that
/// creates a pass is not registered.
#[doc(alias = "CreatePassList")]
pub fn lower_passes(context: &PassContext, simple_mode: bool) -> Result<Vec<Pass>, DriverError> {
    let is_set = |option: &str| -> Result<bool, DriverError> {
        Ok(context.get_config::<IntImm>(option)?.is_some_and(|value| value.value != 0))
    };
    let options = Options {
        vectorizes: !is_set("tir.disable_vectorize")?,
        rewrites_storage: !is_set("tir.disable_storage_rewrite")?,
        checks_bounds: is_set("tir.instrument_bound_checkers")?,
        partitions_loops: !simple_mode,
    };
    let mut added = added_passes(context)?.into_iter();
    let mut passes = added.next().unwrap_or_default();
    for (phase, added) in phases(&options).into_iter().zip(added) {
        for (name, settings) in phase {
            passes.push(created(name, &settings)?);
        }
        passes.extend(added);
    }
    if options.checks_bounds {
        passes.push(crate::transform::instrument_bound_checkers().upcast());
    }
    Ok(passes)
}

/// Returns the passes of the option `tir.add_lower_pass` by phase.
fn added_passes(context: &PassContext) -> Result<[Vec<Pass>; 4], DriverError> {
    let mut added = <[Vec<Pass>; 4]>::default();
    let entries = context.get_config::<Array<Array<ObjectRef>>>("tir.add_lower_pass")?;
    for (index, entry) in entries.unwrap_or_default().iter().enumerate() {
        let phase = entry.first().and_then(|phase| phase.downcast_ref::<IntImm>());
        let phase = phase.and_then(|phase| usize::try_from(phase.value).ok());
        let pass = entry.get(1).and_then(|pass| pass.downcast_ref::<Pass>());
        let (Some(phase), Some(pass)) = (phase, pass) else { return Err(DriverError::AddedPass { index }) };
        added[phase.min(3)].push(pass.clone());
    }
    Ok(added)
}

/// Creates a pass by its global function.
fn created(name: &'static str, settings: &[Setting]) -> Result<Pass, DriverError> {
    let args: Vec<ArgValue<'_>> = settings
        .iter()
        .map(|setting| match *setting {
            Setting::Number(number) => number.into(),
            Setting::Flag(flag) => flag.into(),
        })
        .collect();
    let error = |source: Box<dyn std::error::Error + Send + Sync>| DriverError::Pass { name, source };
    let function =
        Registry::expect(&format!("tir.transform.{name}")).map_err(|source| error(source.into()))?;
    let pass = function.call(&args[..]).map_err(|source| error(source.into()))?;
    pass.get::<Pass>().map_err(|source| error(source.into()))
}

fn with_attr(mut func: PrimFunc, name: &str, value: impl Into<ObjectRef>) -> PrimFunc {
    let attrs = func.attrs.clone().unwrap_or_default().with(name, value);
    *func.make_mut().attrs = Some(attrs);
    func
}

/// Returns the module with a function of a name.
fn module_of(func: PrimFunc, name: &str, context: &PassContext) -> Result<IRModule, DriverError> {
    let mut func = with_attr(func, "global_symbol", String::from(name));
    let may_alias = context.get_config::<IntImm>("tir.noalias")?.is_some_and(|noalias| noalias.value == 0);
    if !may_alias {
        func = with_attr(func, "tir.noalias", Bool::from(true));
    }
    let mut module = IRModule::new();
    module.add(GlobalVar::new(name), func, false)?;
    Ok(module)
}

/// Lowers the function that a schedule describes, in the current pass context.
///
/// # Errors
/// Returns the errors of [`schedule_to_module`] and [`lower_module`].
#[doc(alias = "LowerSchedule")]
pub fn lower_schedule(
    schedule: &Schedule,
    args: &[ObjectRef],
    name: &str,
    binds: Map<Tensor, Buffer>,
    simple_mode: bool,
) -> Result<IRModule, DriverError> {
    lower_module(schedule_to_module(schedule, args, name, binds)?, simple_mode)
}

/// Lowers a function in the current pass context. The result is a module with the function.
///
/// # Errors
/// Returns the errors of [`lower_module`].
#[doc(alias = "LowerPrimFunc")]
pub fn lower_prim_func(func: PrimFunc, name: &str, simple_mode: bool) -> Result<IRModule, DriverError> {
    lower_module(module_of(func, name, &PassContext::current())?, simple_mode)
}

/// Lowers the functions of a module in the current pass context.
///
/// # Errors
/// Returns the errors of [`lower_passes`] and of the passes.
#[doc(alias = "LowerModule")]
pub fn lower_module(module: IRModule, simple_mode: bool) -> Result<IRModule, DriverError> {
    let context = PassContext::current();
    let passes = lower_passes(&context, simple_mode)?;
    Ok(Sequential::new(passes, "sequential").run_in(module, &context)?)
}
