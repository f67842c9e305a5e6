//! Instruments made of callback functions of any language.

use objet::function::RetValue;
use objet::prelude::*;

use super::PassInfoNode;
use super::error::BoxError;
use super::instrument::Instrument;
use crate::module::IRModule;

/// A callback that receives the module and the description of a pass. Its result is ignored.
pub type BeforeOrAfter = TypedPackedFunc<fn(&'static IRModule, &'static PassInfoNode) -> RetValue>;

/// A callback that decides whether a pass runs on a module.
pub type ShouldRun = TypedPackedFunc<fn(&'static IRModule, &'static PassInfoNode) -> bool>;

/// A callback that runs when a context is entered or left. Its result is ignored.
pub type EnterOrExit = TypedPackedFunc<fn() -> RetValue>;

/// An instrument that consists of optional callbacks.
#[derive(Clone, Default)]
pub struct InstrumentCallbacks {
    /// Runs when a context is entered.
    pub enter_pass_ctx: Option<EnterOrExit>,
    /// Runs when a context is left.
    pub exit_pass_ctx: Option<EnterOrExit>,
    /// Decides whether a pass runs.
    pub should_run: Option<ShouldRun>,
    /// Runs before a pass.
    pub run_before_pass: Option<BeforeOrAfter>,
    /// Runs after a pass.
    pub run_after_pass: Option<BeforeOrAfter>,
}

fn call_pass_callback(
    function: Option<&BeforeOrAfter>,
    module: &IRModule,
    pass_info: &PassInfoNode,
) -> Result<(), BoxError> {
    function.map_or(Ok(()), |function| Ok(function.call(module, pass_info).map(drop)?))
}

fn call_context_callback(function: Option<&EnterOrExit>) -> Result<(), BoxError> {
    function.map_or(Ok(()), |function| Ok(function.call().map(drop)?))
}

impl Instrument for InstrumentCallbacks {
    fn enter_pass_ctx(&self) -> Result<(), BoxError> {
        call_context_callback(self.enter_pass_ctx.as_ref())
    }

    fn exit_pass_ctx(&self) -> Result<(), BoxError> {
        call_context_callback(self.exit_pass_ctx.as_ref())
    }

    fn should_run(&self, module: &IRModule, pass_info: &PassInfoNode) -> Result<bool, BoxError> {
        self.should_run.as_ref().map_or(Ok(true), |function| Ok(function.call(module, pass_info)?))
    }

    fn run_before_pass(&self, module: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        call_pass_callback(self.run_before_pass.as_ref(), module, pass_info)
    }

    fn run_after_pass(&self, module: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        call_pass_callback(self.run_after_pass.as_ref(), module, pass_info)
    }
}
