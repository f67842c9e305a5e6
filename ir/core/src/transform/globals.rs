//! Global functions for passes, pass contexts and instruments, called by front ends.

use objet::String;
use objet::function::{ErrorKind, RuntimeError};
use objet::prelude::*;

use super::{
    BeforeOrAfter, EnterOrExit, InstrumentCallbacks, ModulePass, Pass, PassContext, PassError, PassInfo,
    PassInstrument, PassTiming, Sequential, ShouldRun,
};
use crate::module::IRModule;

/// Creates the description of a pass. A null `required` means that the pass requires no others.
#[register_global("transform.PassInfo")]
fn pass_info(opt_level: i32, name: String, required: Option<Array<String>>) -> PassInfo {
    PassInfo::new(opt_level, name, required.unwrap_or_default().iter().map(String::as_str))
}

/// Returns the description of a pass.
#[register_global("transform.Info")]
fn info(pass: Pass) -> PassInfo {
    pass.pass_info.clone()
}

/// Creates a pass that transforms modules with `pass_func`.
#[register_global("transform.MakeModulePass")]
fn make_module_pass(
    pass_func: TypedPackedFunc<fn(IRModule, &'static PassContext) -> IRModule>,
    pass_info: PassInfo,
) -> ModulePass {
    ModulePass::new(pass_info, move |module, context| Ok(pass_func.call(module, context)?))
}

/// Creates a pass that runs other passes in order.
#[register_global("transform.Sequential")]
fn sequential(
    passes: Array<Pass>,
    opt_level: i32,
    name: String,
    required: Option<Array<String>>,
) -> Sequential {
    Sequential::of_info(passes, pass_info(opt_level, name, required))
}

/// Runs a pass on a module, in the current context of this thread.
#[register_global("transform.RunPass")]
fn run_pass(pass: Pass, module: IRModule) -> Result<IRModule, PassError> {
    pass.run(module)
}

/// Creates a pass context.
#[register_global("transform.PassContext")]
fn pass_context(
    opt_level: i32,
    required: Option<Array<String>>,
    disabled: Option<Array<String>>,
    instruments: Option<Array<PassInstrument>>,
    config: Option<Map<String, ObjectRef>>,
) -> Result<PassContext, RuntimeError> {
    let context = PassContext::new(opt_level)
        .with_required(required.unwrap_or_default().iter().map(String::as_str))
        .with_disabled(disabled.unwrap_or_default().iter().map(String::as_str))
        .with_instruments(instruments.unwrap_or_default());
    let mut config = config.unwrap_or_default().into_iter();
    let context = config.try_fold(context, |context, (option, value)| context.with_config(&option, value));
    context.map_err(|error| RuntimeError::with_source(ErrorKind::ATTRIBUTE_ERROR, error))
}

/// Makes the context the current context of this thread.
#[register_global("transform.EnterPassContext")]
fn enter_pass_context(context: PassContext) -> Result<(), PassError> {
    context.enter_scope()
}

/// Leaves the context. It is an error if another one was entered later on this thread.
#[register_global("transform.ExitPassContext")]
fn exit_pass_context(context: PassContext) -> Result<(), PassError> {
    context.exit_scope()
}

/// Returns the current context of this thread.
#[register_global("transform.GetCurrentPassContext")]
fn get_current_pass_context() -> PassContext {
    PassContext::current()
}

/// Replaces the instruments of the context.
#[register_global("transform.OverrideInstruments")]
fn override_instruments(
    context: PassContext,
    instruments: Option<Array<PassInstrument>>,
) -> Result<(), PassError> {
    context.override_instruments(instruments.unwrap_or_default())
}

/// Returns the registered options: a map from names to maps, whose entry `type` is the type key of
/// the values.
#[register_global("transform.ListConfigs")]
fn list_configs() -> Map<String, Map<String, String>> {
    let options = PassContext::list_configs();
    let about = |type_key: &'static str| Map::from([("type".into(), type_key.into())]);
    options.map(|option| (option.name().into(), about(option.type_key()))).collect()
}

/// Creates an instrument from optional callbacks.
#[register_global("instrument.PassInstrument")]
fn pass_instrument(
    name: String,
    enter_pass_ctx: Option<EnterOrExit>,
    exit_pass_ctx: Option<EnterOrExit>,
    should_run: Option<ShouldRun>,
    run_before_pass: Option<BeforeOrAfter>,
    run_after_pass: Option<BeforeOrAfter>,
) -> PassInstrument {
    let callbacks =
        InstrumentCallbacks { enter_pass_ctx, exit_pass_ctx, should_run, run_before_pass, run_after_pass };
    PassInstrument::new(name, callbacks)
}

/// Creates an instrument that measures the duration of passes, for
/// `instrument.RenderTimePassProfiles`.
#[register_global("instrument.MakePassTimingInstrument")]
fn make_pass_timing_instrument() -> PassInstrument {
    PassTiming::instrument_by_thread()
}

/// Formats the durations of the passes that ran on this thread with timing instruments.
#[register_global("instrument.RenderTimePassProfiles")]
fn render_time_pass_profiles() -> std::string::String {
    PassTiming::of_this_thread().render()
}
