//! Modules.

use objet_object::{Device, DeviceType};
use objet_object_derive::register_global;

use super::error::position;
use crate::error::{Error, ErrorKind, Result};
use crate::module::Module;
use crate::packed_func::PackedFunc;
use crate::registry::Registry;
use crate::time_evaluator::TimeEvaluator;

/// Writes a module to a file.
#[register_global("runtime.ModuleSaveToFile", crate = objet_runtime)]
pub(super) fn save_to_file(module: &Module, file_name: &str, #[default("")] format: &str) -> Result<()> {
    module.save_to_file(file_name, format)
}

/// The source text of a module.
#[register_global("runtime.ModuleGetSource", crate = objet_runtime)]
pub(super) fn get_source(module: &Module, #[default("")] format: &str) -> Result<String> {
    module.source(format)
}

/// The name of the kind of module.
#[register_global("runtime.ModuleGetTypeKey", crate = objet_runtime)]
pub(super) fn get_type_key(module: &Module) -> String {
    module.type_key().into()
}

/// How many modules a module imports.
#[register_global("runtime.ModuleImportsSize", crate = objet_runtime)]
pub(super) fn imports_size(module: &Module) -> i64 {
    module.imports().len() as i64
}

/// A module that a module imports.
#[register_global("runtime.ModuleGetImport", crate = objet_runtime)]
pub(super) fn get_import(module: &Module, index: i64) -> Result<Module> {
    let mut imports = module.imports();
    Ok(imports.swap_remove(position(index, imports.len(), "imported modules")?))
}

/// A function that measures how long a function of a module takes, or, without a module, a global one. What it returns are
/// the bytes of doubles. A function of the name `preproc`, if that is not empty, is called before each measurement.
#[register_global("runtime.RPCTimeEvaluator", crate = objet_runtime)]
#[expect(clippy::too_many_arguments, reason = "as many as front ends pass")]
pub(super) fn time_evaluator(
    module: Option<Module>,
    name: &str,
    device_type: i32,
    device_id: i32,
    number: u64,
    repeat: usize,
    min_repeat_ms: u32,
    #[default("")] preproc: &str,
) -> Result<PackedFunc> {
    let function = match module {
        Some(module) => module.expect_function(name)?,
        None => global(name)?,
    };
    let device = Device::new(DeviceType(device_type), device_id);
    let evaluator =
        TimeEvaluator::new(function, device).number(number).repeat(repeat).min_repeat_ms(min_repeat_ms);
    let evaluator = if preproc.is_empty() { evaluator } else { evaluator.before_repeat(global(preproc)?) };
    Ok(PackedFunc::from_fn(move |args, result| {
        *result = evaluator.run(args)?.to_bytes().into();
        Ok(())
    }))
}

fn global(name: &str) -> Result<PackedFunc> {
    let missing =
        || Error::new(ErrorKind::INTERNAL_ERROR, format!("Cannot find {name} in the global function"));
    Registry::get(name).cloned().ok_or_else(missing)
}
