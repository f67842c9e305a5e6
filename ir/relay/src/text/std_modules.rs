//! The standard modules, which texts import by name.

use objet_ir::module::{IRModule, ModuleError};

use super::parse_module;

/// The names and texts of the standard modules.
pub(super) const STD_MODULES: &[(&str, &str)] = &[];

/// Returns the standard module with this name.
pub(super) fn std_module(name: &str) -> Option<IRModule> {
    let (name, text) = STD_MODULES.iter().find(|(own, _)| *own == name)?;
    let module = parse_module(name, text);
    Some(module.unwrap_or_else(|error| unreachable!("the standard module {name}: {error}")))
}

/// Adds the definitions of a standard module to another module.
pub(super) fn merge(module: &mut IRModule, imported: &IRModule) -> Result<(), ModuleError> {
    module.update(imported)
}
