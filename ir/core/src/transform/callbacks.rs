//! Instruments that are functions of any language.

use objet::RetValue;
use objet::prelude::*;

use super::PassInfoNode;
use super::error::BoxError;
use super::instrument::Instrument;
use crate::module::IRModule;

/// A function that is given a module and what is known of a pass. What it gives is not looked at.
pub type BeforeOrAfter = TypedPackedFunc<fn(&'static IRModule, &'static PassInfoNode) -> RetValue>;

/// A function that says whether a pass is to run on a module.
pub type ShouldRun = TypedPackedFunc<fn(&'static IRModule, &'static PassInfoNode) -> bool>;

/// A function that is told that a context is entered or left. What it gives is not looked at.
pub type EnterOrExit = TypedPackedFunc<fn() -> RetValue>;

/// An instrument of functions, one for each of the things that are told. Those that are missing are not called.
#[derive(Clone, Default)]
pub struct InstrumentCallbacks {
    /// A context is entered.
    pub enter_pass_ctx: Option<EnterOrExit>,
    /// A context is left.
    pub exit_pass_ctx: Option<EnterOrExit>,
    /// Whether a pass is to run.
    pub should_run: Option<ShouldRun>,
    /// A pass is going to run.
    pub run_before_pass: Option<BeforeOrAfter>,
    /// A pass ran.
    pub run_after_pass: Option<BeforeOrAfter>,
}

fn told(
    function: Option<&BeforeOrAfter>,
    module: &IRModule,
    pass_info: &PassInfoNode,
) -> Result<(), BoxError> {
    function.map_or(Ok(()), |function| Ok(function.call(module, pass_info).map(drop)?))
}

fn told_of_context(function: Option<&EnterOrExit>) -> Result<(), BoxError> {
    function.map_or(Ok(()), |function| Ok(function.call().map(drop)?))
}

impl Instrument for InstrumentCallbacks {
    fn enter_pass_ctx(&self) -> Result<(), BoxError> {
        told_of_context(self.enter_pass_ctx.as_ref())
    }

    fn exit_pass_ctx(&self) -> Result<(), BoxError> {
        told_of_context(self.exit_pass_ctx.as_ref())
    }

    fn should_run(&self, module: &IRModule, pass_info: &PassInfoNode) -> Result<bool, BoxError> {
        self.should_run.as_ref().map_or(Ok(true), |function| Ok(function.call(module, pass_info)?))
    }

    fn run_before_pass(&self, module: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        told(self.run_before_pass.as_ref(), module, pass_info)
    }

    fn run_after_pass(&self, module: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        told(self.run_after_pass.as_ref(), module, pass_info)
    }
}
