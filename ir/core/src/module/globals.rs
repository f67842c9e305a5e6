//! Global functions for modules, called by front ends. They change shared modules in place.

use objet::function::{ErrorKind, RuntimeError};
use objet::prelude::*;

use super::{IRModule, ModuleError};
use crate::adt::{Constructor, TypeData};
use crate::expr::{BaseFunc, GlobalVar};
use crate::types::GlobalTypeVar;

/// Creates a module from functions and type definitions.
#[register_global("ir.IRModule")]
fn ir_module(
    funcs: Map<GlobalVar, BaseFunc>,
    types: Map<GlobalTypeVar, TypeData>,
) -> Result<IRModule, ModuleError> {
    IRModule::from_parts_unchecked(&funcs, &types)
}

/// Adds a type definition to the module.
#[register_global("ir.Module_AddDef")]
fn add_def(
    module: IRModule,
    var: GlobalTypeVar,
    definition: TypeData,
    update: bool,
) -> Result<(), ModuleError> {
    module.add_type_def_in_place(var, definition, update)
}

/// Takes over the functions and types of another module.
#[register_global("ir.Module_Update")]
fn update(module: IRModule, from: IRModule) -> Result<(), ModuleError> {
    module.update_in_place(&from)
}

/// Adds a function to the module, or replaces the function with the same name.
#[register_global("ir.Module_UpdateFunction")]
fn update_function(module: IRModule, var: GlobalVar, func: BaseFunc) -> Result<(), ModuleError> {
    module.add_in_place(var, func, true)
}

/// Returns the function that a global variable refers to.
#[register_global("ir.Module_Lookup")]
fn lookup(module: IRModule, var: GlobalVar) -> Result<BaseFunc, ModuleError> {
    module.lookup(&var)
}

/// Returns the function with the name.
#[register_global("ir.Module_Lookup_str")]
fn lookup_str(module: IRModule, name: &str) -> Result<BaseFunc, RuntimeError> {
    module.lookup_by_name(name).map_err(value_error)
}

/// Returns the global variable of the function with the name.
#[register_global("ir.Module_GetGlobalVar")]
fn get_global_var(module: IRModule, name: &str) -> Result<GlobalVar, RuntimeError> {
    module.get_global_var(name).map_err(value_error)
}

/// Returns the global variables of all functions.
#[register_global("ir.Module_GetGlobalVars")]
fn get_global_vars(module: IRModule) -> Array<GlobalVar> {
    module.get_global_vars().into()
}

/// Whether the module has a function with the name.
#[register_global("ir.Module_ContainGlobalVar")]
fn contain_global_var(module: IRModule, name: &str) -> bool {
    module.contains_global_var(name)
}

/// Returns the definition of the type that a global type variable refers to.
#[register_global("ir.Module_LookupDef")]
fn lookup_def(module: IRModule, var: GlobalTypeVar) -> Result<TypeData, ModuleError> {
    module.lookup_type_def(&var)
}

/// Returns the definition of the type with the name.
#[register_global("ir.Module_LookupDef_str")]
fn lookup_def_str(module: IRModule, name: &str) -> Result<TypeData, ModuleError> {
    module.lookup_type_def_by_name(name)
}

/// Returns the constructor with the tag.
#[register_global("ir.Module_LookupTag")]
fn lookup_tag(module: IRModule, tag: i32) -> Result<Constructor, ModuleError> {
    module.lookup_tag(tag)
}

/// Returns the global type variable of the type with the name.
#[register_global("ir.Module_GetGlobalTypeVar")]
fn get_global_type_var(module: IRModule, name: &str) -> Result<GlobalTypeVar, ModuleError> {
    module.get_global_type_var(name)
}

/// Returns the global type variables of all types.
#[register_global("ir.Module_GetGlobalTypeVars")]
fn get_global_type_vars(module: IRModule) -> Array<GlobalTypeVar> {
    module.get_global_type_vars().into()
}

/// Whether the module has a type with the name.
#[register_global("ir.Module_ContainGlobalTypeVar")]
fn contain_global_type_var(module: IRModule, name: &str) -> bool {
    module.contains_global_type_var(name)
}

/// Converts an error about a name to a `ValueError` of the front end.
fn value_error(error: ModuleError) -> RuntimeError {
    RuntimeError::with_source(ErrorKind::VALUE_ERROR, error)
}
