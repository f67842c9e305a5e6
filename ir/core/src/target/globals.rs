//! Targets by the functions that front ends know.

use objet::prelude::*;
use objet::{ArgValue, Args, ErrorKind, RetValue, RuntimeError, String};

use super::{
    CompilationConfig, CompilationError, GenericFunc, GenericFuncError, SEScope, Target, TargetError,
    TargetKind, TargetTag,
};
use crate::error::ConstructError;
use crate::expr::Integer;
use crate::transform::PassContext;

/// To front ends, what makes no target is a value that is wrong.
fn value_error(error: TargetError) -> RuntimeError {
    RuntimeError::with_source(ErrorKind::VALUE_ERROR, error)
}

/// The target that a text or a configuration makes, or that it is already; or a target with a host.
#[register_global("target.Target")]
fn target(args: Args<'_>) -> Result<Target, RuntimeError> {
    match args.len() {
        1 => one_target(args.at(0)?),
        2 => match (args.get::<Target>(0), args.get(1)) {
            (Ok(target), Ok(host)) => target.with_same_host(host).map_err(value_error),
            _ => {
                Err(RuntimeError::new(ErrorKind::VALUE_ERROR, format!("expected 2 targets, found {args:?}")))
            }
        },
        found => {
            let message = format!("expected a target, and perhaps its host, found {found} arguments");
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

/// The same target with a host, in place of one that it has.
#[register_global("target.WithHost")]
fn with_host(target: Target, host: Target) -> Target {
    target.with_host(host)
}

/// Makes the target the current one of this thread.
#[register_global("target.TargetEnterScope")]
fn enter_scope(target: Target) {
    target.enter_scope();
}

/// Leaves the target, which was entered last.
#[register_global("target.TargetExitScope")]
fn exit_scope(target: Target) -> Result<(), TargetError> {
    target.exit_scope()
}

/// The current target of this thread. That there is none is an error, unless it is allowed.
#[register_global("target.TargetCurrent")]
fn current(allow_not_defined: bool) -> Result<Option<Target>, TargetError> {
    match Target::current() {
        None if !allow_not_defined => Err(TargetError::NoCurrent),
        current => Ok(current),
    }
}

/// The configuration that makes the target.
#[register_global("target.TargetExport")]
fn export(target: Target) -> Map<String, ObjectRef> {
    target.export()
}

/// Adds a tag, and gives the target that it stands for.
#[register_global("target.TargetTagAddTag")]
fn add_tag(name: String, config: Map<String, ObjectRef>, replace: bool) -> Result<Target, RuntimeError> {
    TargetTag::add(name, config, replace).map_err(value_error)
}

/// The targets that tags stand for, by tag.
#[register_global("target.TargetTagListTags")]
fn list_tags() -> Result<Map<String, Target>, TargetError> {
    TargetTag::list_names().into_iter().map(|name| Ok((name.clone(), Target::new(&name)?))).collect()
}

/// The names of all kinds of targets.
#[register_global("target.ListTargetKinds")]
fn list_kinds() -> Array<String> {
    TargetKind::all().map(|kind| kind.name.clone()).collect()
}

/// The options of a kind by name, each with the key of the type of its values.
#[register_global("target.ListTargetKindOptions")]
fn list_options(kind: TargetKind) -> Result<Map<String, String>, TargetError> {
    Ok(kind.options()?.map(|option| (option.name.into(), option.value_type.type_key().into())).collect())
}

/// A function without a name and without implementations.
#[register_global("target.GenericFuncCreate")]
fn create_generic_func() -> GenericFunc {
    GenericFunc::new("")
}

/// The function that all get who ask for this name.
#[register_global("target.GenericFuncGetGlobal")]
fn global_generic_func(name: &str) -> GenericFunc {
    GenericFunc::get(name)
}

/// Sets the implementation for targets of which no key has one.
#[register_global("target.GenericFuncSetDefault")]
fn set_default(func: GenericFunc, implementation: PackedFunc, replace: bool) -> Result<(), GenericFuncError> {
    func.set_default(implementation, replace)
}

/// Sets the implementation for targets that have one of these keys.
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

/// A place on a device.
#[register_global("target.SEScope_ForDeviceTargetAndMemoryScope")]
fn se_scope(device: Device, target: Option<Target>, memory_scope: String) -> Result<SEScope, ConstructError> {
    SEScope::on_device(device, target, memory_scope)
}

/// What a module is compiled for.
#[register_global("target.MakeCompilationConfig")]
fn compilation_config(
    context: PassContext,
    targets: Map<Integer, Target>,
    host: Option<Target>,
) -> Result<CompilationConfig, CompilationError> {
    CompilationConfig::new(&context, targets, host)
}
