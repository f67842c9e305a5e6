//! Modules by the functions that front ends know, which change the very module.

use objet::prelude::*;
use objet::{BoxError, ErrorKind, RuntimeError};

use super::{IRModule, ModuleError};
use crate::adt::{Constructor, TypeData};
use crate::expr::{BaseFunc, GlobalVar};
use crate::types::GlobalTypeVar;

/// A module of these functions and definitions of types.
#[register_global("ir.IRModule")]
fn ir_module(
    funcs: Map<GlobalVar, BaseFunc>,
    types: Map<GlobalTypeVar, TypeData>,
) -> Result<IRModule, ModuleError> {
    IRModule::from_parts_unchecked(&funcs, &types)
}

/// Adds the definition of a type to the module.
#[register_global("ir.Module_AddDef")]
fn add_def(
    module: IRModule,
    var: GlobalTypeVar,
    definition: TypeData,
    update: bool,
) -> Result<(), ModuleError> {
    module.add_type_def_in_place(var, definition, update)
}

/// Takes the functions and types of another module over.
#[register_global("ir.Module_Update")]
fn update(module: IRModule, from: IRModule) -> Result<(), ModuleError> {
    module.update_in_place(&from)
}

/// Puts a function in the place of the one that the name has.
#[register_global("ir.Module_UpdateFunction")]
fn update_function(module: IRModule, var: GlobalVar, func: BaseFunc) -> Result<(), ModuleError> {
    module.add_in_place(var, func, true)
}

/// The function of that name.
#[register_global("ir.Module_Lookup")]
fn lookup(module: IRModule, var: GlobalVar) -> Result<BaseFunc, ModuleError> {
    module.lookup(&var)
}

/// The function whose name has that text.
#[register_global("ir.Module_Lookup_str")]
fn lookup_str(module: IRModule, name: &str) -> Result<BaseFunc, RuntimeError> {
    module.lookup_by_name(name).map_err(value_error)
}

/// The name of that text of a function.
#[register_global("ir.Module_GetGlobalVar")]
fn get_global_var(module: IRModule, name: &str) -> Result<GlobalVar, RuntimeError> {
    module.get_global_var(name).map_err(value_error)
}

/// The names of all functions.
#[register_global("ir.Module_GetGlobalVars")]
fn get_global_vars(module: IRModule) -> Array<GlobalVar> {
    module.get_global_vars().into()
}

/// Whether there is a function of that name.
#[register_global("ir.Module_ContainGlobalVar")]
fn contain_global_var(module: IRModule, name: &str) -> bool {
    module.contains_global_var(name)
}

/// The definition of the type of that name.
#[register_global("ir.Module_LookupDef")]
fn lookup_def(module: IRModule, var: GlobalTypeVar) -> Result<TypeData, ModuleError> {
    module.lookup_type_def(&var)
}

/// The definition of the type whose name has that text.
#[register_global("ir.Module_LookupDef_str")]
fn lookup_def_str(module: IRModule, name: &str) -> Result<TypeData, ModuleError> {
    module.lookup_type_def_by_name(name)
}

/// The constructor of that number.
#[register_global("ir.Module_LookupTag")]
fn lookup_tag(module: IRModule, tag: i32) -> Result<Constructor, ModuleError> {
    module.lookup_tag(tag)
}

/// The name of that text of a type.
#[register_global("ir.Module_GetGlobalTypeVar")]
fn get_global_type_var(module: IRModule, name: &str) -> Result<GlobalTypeVar, ModuleError> {
    module.get_global_type_var(name)
}

/// The names of all types.
#[register_global("ir.Module_GetGlobalTypeVars")]
fn get_global_type_vars(module: IRModule) -> Array<GlobalTypeVar> {
    module.get_global_type_vars().into()
}

/// Whether there is a type of that name.
#[register_global("ir.Module_ContainGlobalTypeVar")]
fn contain_global_type_var(module: IRModule, name: &str) -> bool {
    module.contains_global_type_var(name)
}

macro_rules! imports {
    ($($name:literal $function:ident;)*) => {
        $(
            /// Would read a module as text.
            #[register_global($name)]
            fn $function(_module: IRModule, path: &str) -> Result<(), BoxError> {
                Err(format!("{path:?} cannot be imported: modules are read from JSON, and there is no parser for text").into())
            }
        )*
    };
}

imports! {
    "ir.Module_Import" import;
    "ir.Module_ImportFromStd" import_from_std;
}

/// The error of a name that a front end takes for a wrong value.
fn value_error(error: ModuleError) -> RuntimeError {
    RuntimeError::with_source(ErrorKind::VALUE_ERROR, error)
}
