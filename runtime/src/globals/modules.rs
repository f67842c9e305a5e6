//! Global functions for modules.

use objet_object::{Device, DeviceType, RetValue};
use objet_object_derive::register_global;

use super::error::position;
use crate::args::Args;
use crate::error::{Error, ErrorKind, Result};
use crate::module::{Module, RPC};
use crate::packed_func::PackedFunc;
use crate::registry::Registry;
use crate::time_evaluator::TimeEvaluator;

/// Writes a module to a file in a format.
#[register_global("runtime.ModuleSaveToFile", crate = objet_runtime)]
pub(super) fn save_to_file(args: Args<'_>) -> Result<RetValue> {
    let module: Module = args.get(0)?;
    Ok(module.save_to_file(args.get::<&str>(1)?, text(args, 2)?)?.into())
}

/// Returns the source text of a module in a format.
#[register_global("runtime.ModuleGetSource", crate = objet_runtime)]
pub(super) fn get_source(args: Args<'_>) -> Result<RetValue> {
    let module: Module = args.get(0)?;
    Ok(module.source(text(args, 1)?)?.into())
}

/// Returns the type key of a module.
#[register_global("runtime.ModuleGetTypeKey", crate = objet_runtime)]
pub(super) fn get_type_key(args: Args<'_>) -> Result<RetValue> {
    Ok(args.get::<Module>(0)?.type_key().into())
}

/// Returns the number of modules that a module imports.
#[register_global("runtime.ModuleImportsSize", crate = objet_runtime)]
pub(super) fn imports_size(args: Args<'_>) -> Result<RetValue> {
    Ok(args.get::<Module>(0)?.imports().len().try_into()?)
}

/// Returns the imported module at an index.
#[register_global("runtime.ModuleGetImport", crate = objet_runtime)]
pub(super) fn get_import(args: Args<'_>) -> Result<RetValue> {
    let imports = args.get::<Module>(0)?.imports();
    Ok(imports[position(args.get(1)?, imports.len(), "imported modules")?].clone().into())
}

/// Returns an optional string argument, or an empty string.
fn text(args: Args<'_>, position: usize) -> Result<&str> {
    if position < args.len() { args.get(position) } else { Ok("") }
}

/// Returns a function that measures the run time of a function of a module, or of a global function
/// if the module is null. The result of a measurement is a byte array of doubles.
///
/// The arguments are the module, the function name, the device type, the device id, the number of
/// runs, the number of repeats, the minimum time of a repeat in milliseconds, and the name of a
/// function that is called before each repeat. The last name may be empty.
#[register_global("runtime.RPCTimeEvaluator", crate = objet_runtime)]
pub(super) fn time_evaluator(args: Args<'_>) -> Result<RetValue> {
    if let Some(module) = args.get::<Option<Module>>(0)?
        && module.type_key() == RPC
    {
        // The server of the module measures.
        return Registry::expect("rpc.RemoteTimeEvaluator")?.call(args);
    }
    let name = args.get(1)?;
    let function = match args.get::<Option<Module>>(0)? {
        Some(module) => module.expect_function(name)?,
        None => global(name)?,
    };
    let device = Device::new(DeviceType(args.get(2)?), args.get(3)?);
    let evaluator = TimeEvaluator::new(function, device).number(args.get(4)?).repeat(args.get(5)?);
    let evaluator = evaluator.min_repeat_ms(args.get(6)?);
    let evaluator = match text(args, 7)? {
        "" => evaluator,
        name => evaluator.before_repeat(global(name)?),
    };
    let measure = move |args: Args<'_>, result: &mut RetValue| {
        *result = evaluator.run(args)?.to_bytes().into();
        Ok(())
    };
    Ok(PackedFunc::from_fn(measure).into())
}

fn global(name: &str) -> Result<PackedFunc> {
    let missing =
        || Error::new(ErrorKind::INTERNAL_ERROR, format!("Cannot find {name} in the global function"));
    Registry::find(name).ok_or_else(missing)
}
