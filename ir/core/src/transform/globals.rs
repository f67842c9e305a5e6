//! Passes, their contexts and instruments by the functions that front ends know.

use objet::prelude::*;
use objet::{ErrorKind, RuntimeError, String};

use super::{
    BeforeOrAfter, EnterOrExit, InstrumentCallbacks, ModulePass, Pass, PassContext, PassError, PassInfo,
    PassInstrument, PassTiming, Sequential, ShouldRun,
};
use crate::module::IRModule;

/// What is known of a pass. No names of required passes are none.
#[register_global("transform.PassInfo")]
fn pass_info(opt_level: i32, name: String, required: Option<Array<String>>) -> PassInfo {
    PassInfo::new(opt_level, name, required.unwrap_or_default().iter().map(String::as_str))
}

/// What is known of that pass.
#[register_global("transform.Info")]
fn info(pass: Pass) -> PassInfo {
    pass.pass_info.clone()
}

/// The pass that does with a module what the function does.
#[register_global("transform.MakeModulePass")]
fn make_module_pass(
    pass_func: TypedPackedFunc<fn(IRModule, &'static PassContext) -> IRModule>,
    pass_info: PassInfo,
) -> ModulePass {
    ModulePass::new(pass_info, move |module, context| Ok(pass_func.call(module, context)?))
}

/// These passes in this order, as one.
#[register_global("transform.Sequential")]
fn sequential(
    passes: Array<Pass>,
    opt_level: i32,
    name: String,
    required: Option<Array<String>>,
) -> Sequential {
    Sequential::of_info(passes, pass_info(opt_level, name, required))
}

/// Runs the pass on a module, in the context of this thread.
#[register_global("transform.RunPass")]
fn run_pass(pass: Pass, module: IRModule) -> Result<IRModule, PassError> {
    pass.run(module)
}

/// A context of these.
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

/// Makes the context that of this thread.
#[register_global("transform.EnterPassContext")]
fn enter_pass_context(context: PassContext) -> Result<(), PassError> {
    context.enter_scope()
}

/// Leaves the context, which was entered last.
#[register_global("transform.ExitPassContext")]
fn exit_pass_context(context: PassContext) -> Result<(), PassError> {
    context.exit_scope()
}

/// The context of this thread.
#[register_global("transform.GetCurrentPassContext")]
fn get_current_pass_context() -> PassContext {
    PassContext::current()
}

/// Puts other instruments in the place of those of the context.
#[register_global("transform.OverrideInstruments")]
fn override_instruments(
    context: PassContext,
    instruments: Option<Array<PassInstrument>>,
) -> Result<(), PassError> {
    context.override_instruments(instruments.unwrap_or_default())
}

/// The options of contexts by name, each with the key of the type of its values as `type`.
#[register_global("transform.ListConfigs")]
fn list_configs() -> Map<String, Map<String, String>> {
    let options = PassContext::list_configs();
    let about = |type_key: &'static str| Map::from([("type".into(), type_key.into())]);
    options.map(|option| (option.name().into(), about(option.type_key()))).collect()
}

/// An instrument of functions, of which any may be missing.
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

/// An instrument that takes the time of passes, for `instrument.RenderTimePassProfiles`.
#[register_global("instrument.MakePassTimingInstrument")]
fn make_pass_timing_instrument() -> PassInstrument {
    PassTiming::instrument_by_thread()
}

/// How long the passes took that ran on this thread with such instruments.
#[register_global("instrument.RenderTimePassProfiles")]
fn render_time_pass_profiles() -> std::string::String {
    PassTiming::of_this_thread().render()
}
