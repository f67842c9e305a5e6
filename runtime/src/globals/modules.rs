//! Modules.

use objet_object::{Device, DeviceType, RetValue};
use objet_object_derive::register_global;

use super::error::position;
use crate::args::Args;
use crate::error::{Error, ErrorKind, Result};
use crate::module::Module;
use crate::packed_func::PackedFunc;
use crate::registry::Registry;
use crate::time_evaluator::TimeEvaluator;

/// Writes a module to a file of that name, in a format.
#[register_global("runtime.ModuleSaveToFile", crate = objet_runtime)]
pub(super) fn save_to_file(args: Args<'_>) -> Result<RetValue> {
    let module: Module = args.get(0)?;
    Ok(module.save_to_file(args.get::<&str>(1)?, text(args, 2)?)?.into())
}

/// The source text of a module, in a format.
#[register_global("runtime.ModuleGetSource", crate = objet_runtime)]
pub(super) fn get_source(args: Args<'_>) -> Result<RetValue> {
    let module: Module = args.get(0)?;
    Ok(module.source(text(args, 1)?)?.into())
}

/// The name of the kind of module.
#[register_global("runtime.ModuleGetTypeKey", crate = objet_runtime)]
pub(super) fn get_type_key(args: Args<'_>) -> Result<RetValue> {
    Ok(args.get::<Module>(0)?.type_key().into())
}

/// How many modules a module imports.
#[register_global("runtime.ModuleImportsSize", crate = objet_runtime)]
pub(super) fn imports_size(args: Args<'_>) -> Result<RetValue> {
    Ok(args.get::<Module>(0)?.imports().len().try_into()?)
}

/// A module that a module imports, which has that index.
#[register_global("runtime.ModuleGetImport", crate = objet_runtime)]
pub(super) fn get_import(args: Args<'_>) -> Result<RetValue> {
    let imports = args.get::<Module>(0)?.imports();
    Ok(imports[position(args.get(1)?, imports.len(), "imported modules")?].clone().into())
}

/// The text that a last argument says, such as a format; empty if it is not given.
fn text(args: Args<'_>, position: usize) -> Result<&str> {
    if position < args.len() { args.get(position) } else { Ok("") }
}

/// A function that measures how long a function of a module takes, or, without a module, a global one. What it returns are
/// the bytes of doubles. The arguments are the module, the name of the function, the type and the number of the device, the
/// number of runs, that of repeats, the least time in milliseconds, and the name of a function that is called before each
/// repeat, which may be empty.
#[register_global("runtime.RPCTimeEvaluator", crate = objet_runtime)]
pub(super) fn time_evaluator(args: Args<'_>) -> Result<RetValue> {
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
