//! The check that the maps of a module agree.

use objet::String;
use objet::prelude::*;

use super::IRModuleNode;
use super::error::ModuleError;

/// Checks that each function and each type definition is known by the name of its variable, and
/// that each name is that of a function or type definition.
///
/// # Errors
/// If the maps contradict each other.
pub(super) fn check(module: &IRModuleNode) -> Result<(), ModuleError> {
    agree("functions", &module.functions.load(), &module.global_var_map.load(), |var| &var.name_hint)?;
    let (types, names) = (module.type_definitions.load(), module.global_type_var_map.load());
    agree("type_definitions", &types, &names, |var| &var.name_hint)
}

fn agree<K: IsObjectRef, V: IsObjectRef>(
    field: &'static str,
    entries: &Map<K, V>,
    names: &Map<String, K>,
    name_of: impl Fn(&K) -> &String,
) -> Result<(), ModuleError> {
    let contradiction = |name: &String| ModuleError::Contradiction { field, name: name.as_str().into() };
    for (var, _) in entries {
        let name = name_of(var);
        if !names.get(name.as_str()).is_some_and(|named| named.same_as(var)) {
            return Err(contradiction(name));
        }
    }
    match names.iter().find(|(_, var)| !entries.contains_key(*var)) {
        Some((name, _)) => Err(contradiction(name)),
        None => Ok(()),
    }
}
