//! Global functions for targets, called by front ends.

use objet::String;
use objet::function::{ArgValue, Args, ErrorKind, RetValue, RuntimeError};
use objet::prelude::*;

use super::{
    CompilationConfig, CompilationError, GenericFunc, GenericFuncError, SEScope, Target, TargetError,
    TargetKind, TargetTag,
};
use crate::error::ConstructError;
use crate::expr::Integer;
use crate::transform::PassContext;

/// Converts an error about a target to a `ValueError` of the front end.
fn value_error(error: TargetError) -> RuntimeError {
    RuntimeError::with_source(ErrorKind::VALUE_ERROR, error)
}

/// Creates a target from a string, a configuration or another target; or a target with a host from
/// two targets, of which the second one replaces a host of the first one.
#[register_global("target.Target")]
fn target(args: Args<'_>) -> Result<Target, RuntimeError> {
    match args.len() {
        1 => one_target(args.at(0)?),
        2 => match (args.get::<Target>(0), args.get(1)) {
            (Ok(target), Ok(host)) => Ok(target.with_host(host)),
            _ => {
                Err(RuntimeError::new(ErrorKind::VALUE_ERROR, format!("expected 2 targets, found {args:?}")))
            }
        },
        found => {
            let message = format!("expected 1 or 2 arguments (a target and its host), found {found}");
            Err(RuntimeError::new(ErrorKind::VALUE_ERROR, message))
        }
    }
}

fn one_target(value: ArgValue<'_>) -> Result<Target, RuntimeError> {
    if let Ok(text) = value.get::<&str>() {
        return Target::new(text).map_err(value_error);
    }
    let object = value.get::<ObjectRef>()?;
    match object.downcast_ref::<Map<String, ObjectRef>>() {
        Some(config) => Target::from_config(config.clone()).map_err(value_error),
        None => Ok(object.downcast::<Target>()?),
    }
}

/// Returns the target with `host`, which replaces any previous host.
#[register_global("target.WithHost")]
fn with_host(target: Target, host: Target) -> Target {
    target.with_host(host)
}

/// Makes the target the current target of this thread.
#[register_global("target.TargetEnterScope")]
fn enter_scope(target: Target) {
    target.enter_scope();
}

/// Leaves the target, which must be the one entered last on this thread.
#[register_global("target.TargetExitScope")]
fn exit_scope(target: Target) -> Result<(), TargetError> {
    target.exit_scope()
}

/// Returns the current target of this thread. Without a current target, returns null if
/// `allow_not_defined` is true, and fails otherwise.
#[register_global("target.TargetCurrent")]
fn current(allow_not_defined: bool) -> Result<Option<Target>, TargetError> {
    match Target::current() {
        None if !allow_not_defined => Err(TargetError::NoCurrent),
        current => Ok(current),
    }
}

/// Returns the configuration that creates the target.
#[register_global("target.TargetExport")]
fn export(target: Target) -> Map<String, ObjectRef> {
    target.export()
}

/// Adds a tag, and returns the target that the tag stands for.
#[register_global("target.TargetTagAddTag")]
fn add_tag(name: String, config: Map<String, ObjectRef>, replace: bool) -> Result<Target, RuntimeError> {
    TargetTag::add(name, config, replace).map_err(value_error)
}

/// Returns the targets of all tags, by tag name.
#[register_global("target.TargetTagListTags")]
fn list_tags() -> Result<Map<String, Target>, TargetError> {
    TargetTag::list_names().into_iter().map(|name| Ok((name.clone(), Target::new(&name)?))).collect()
}

/// Returns the names of all target kinds.
#[register_global("target.ListTargetKinds")]
fn list_kinds() -> Array<String> {
    TargetKind::all().map(|kind| kind.name.clone()).collect()
}

/// Returns the options of a kind: a map from option names to the type keys of their values.
#[register_global("target.ListTargetKindOptions")]
fn list_options(kind: TargetKind) -> Result<Map<String, String>, TargetError> {
    Ok(kind.options()?.map(|option| (option.name.into(), option.value_type.type_key().into())).collect())
}

/// Creates a generic function without a name and without implementations.
#[register_global("target.GenericFuncCreate")]
fn create_generic_func() -> GenericFunc {
    GenericFunc::new("")
}

/// Returns the process-wide generic function with the name.
#[register_global("target.GenericFuncGetGlobal")]
fn global_generic_func(name: &str) -> GenericFunc {
    GenericFunc::get(name)
}

/// Sets the default implementation of a generic function.
#[register_global("target.GenericFuncSetDefault")]
fn set_default(func: GenericFunc, implementation: PackedFunc, replace: bool) -> Result<(), GenericFuncError> {
    func.set_default(implementation, replace)
}

/// Sets the implementation of a generic function for targets that have one of the keys.
#[register_global("target.GenericFuncRegisterFunc")]
fn register_func(
    func: GenericFunc,
    implementation: PackedFunc,
    keys: Array<String>,
    replace: bool,
) -> Result<(), GenericFuncError> {
    func.register_func(keys.iter().map(String::as_str), implementation, replace)
}

/// Calls the implementation for the current target.
#[register_global("target.GenericFuncCallFunc")]
fn call_func(func: GenericFunc, args: Args<'_>) -> Result<RetValue, RuntimeError> {
    let implementation = func.dispatch::<PackedFunc>(Target::current().as_ref());
    implementation.map_err(|error| RuntimeError::with_source(ErrorKind::TVM_ERROR, error))?.call(args)
}

/// Creates a scope for a device and one of its memories.
#[register_global("target.SEScope_ForDeviceTargetAndMemoryScope")]
fn se_scope(device: Device, target: Option<Target>, memory_scope: String) -> Result<SEScope, ConstructError> {
    SEScope::on_device(device, target, memory_scope)
}

/// Creates the configuration for a compilation.
#[register_global("target.MakeCompilationConfig")]
fn compilation_config(
    context: PassContext,
    targets: Map<Integer, Target>,
    host: Option<Target>,
) -> Result<CompilationConfig, CompilationError> {
    CompilationConfig::new(&context, targets, host)
}
