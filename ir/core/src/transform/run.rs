//! Execution of passes.

use std::ops::Deref;

use objet::String;

use super::instrument::{catch_panic, run_after};
use super::{Pass, PassContext, PassError, PassFunction, PassNode, SequentialNode, pass_registry};
use crate::module::IRModule;

/// A remaining step of a run, kept on an explicit stack. Nested passes therefore do not use the
/// machine stack.
enum Step<'a> {
    /// Run a pass of a sequence if the context enables it, after its required passes.
    RunIfEnabled(Pass),
    /// Run the required pass with the name.
    Require(String),
    /// Mark the last required pass as finished.
    Required,
    /// Run a pass.
    Run(RunningPass<'a>),
    /// Notify the instruments that a pass ran.
    Ran(RunningPass<'a>),
}

/// A running pass: the root pass of the run, or a nested or required pass.
enum RunningPass<'a> {
    Root(&'a PassNode),
    Inner(Pass),
}

impl Deref for RunningPass<'_> {
    type Target = PassNode;

    fn deref(&self) -> &PassNode {
        match self {
            Self::Root(pass) => pass,
            Self::Inner(pass) => pass,
        }
    }
}

struct Run<'a> {
    context: &'a PassContext,
    steps: Vec<Step<'a>>,
    /// The names of the running required passes, each of which requires the next.
    required: Vec<String>,
}

impl<'a> Run<'a> {
    fn step(&mut self, step: Step<'a>, module: IRModule) -> Result<IRModule, PassError> {
        match step {
            Step::RunIfEnabled(pass) => {
                if self.context.pass_enabled(&pass.pass_info) {
                    let required = pass.pass_info.required.clone();
                    self.steps.push(Step::Run(RunningPass::Inner(pass)));
                    self.steps.extend(required.iter().rev().cloned().map(Step::Require));
                }
                Ok(module)
            }
            Step::Require(name) => {
                if self.required.contains(&name) {
                    let chain: Vec<&str> = self.required.iter().map(String::as_str).collect();
                    return Err(PassError::Cyclic { pass: name.to_string(), chain: chain.join(" -> ") });
                }
                let pass = pass_registry::get(&name)?;
                self.required.push(name);
                self.steps.extend([Step::Required, Step::Run(RunningPass::Inner(pass))]);
                Ok(module)
            }
            Step::Required => {
                self.required.pop();
                Ok(module)
            }
            Step::Run(pass) => {
                if !self.context.before_pass(&module, &pass.pass_info)? {
                    return Ok(module);
                }
                let inner = pass.as_node::<SequentialNode>().map(|sequential| sequential.passes.clone());
                let function = pass.function.clone();
                let name = pass.pass_info.name.clone();
                self.steps.push(Step::Ran(pass));
                match inner {
                    Some(passes) => {
                        self.steps.extend(passes.iter().rev().cloned().map(Step::RunIfEnabled));
                        Ok(module)
                    }
                    None => call(&function, &name, module, self.context),
                }
            }
            Step::Ran(pass) => {
                let notified = run_after(&self.context.current_instruments(), &module, &pass.pass_info);
                notified.map(|()| module)
            }
        }
    }
}

fn call(
    function: &PassFunction,
    name: &str,
    module: IRModule,
    context: &PassContext,
) -> Result<IRModule, PassError> {
    let function = function.0.as_ref().ok_or_else(|| PassError::NoFunction { pass: name.into() })?;
    catch_panic(|| function(module, context))
        .map_err(|source| PassError::Failed { pass: name.into(), source })
}

impl PassNode {
    /// Runs the pass on a module, in the current context of this thread. As in TVM, the context can
    /// only disable passes that are part of a [`Sequential`](super::Sequential).
    ///
    /// # Errors
    /// Fails if the pass, a nested pass, a required pass or an instrument fails or panics.
    pub fn run(&self, module: IRModule) -> Result<IRModule, PassError> {
        self.run_in(module, &PassContext::current())
    }

    /// Runs the pass on a module in `context`, which need not be the current context of this
    /// thread.
    ///
    /// # Errors
    /// Fails like [`run`](Self::run).
    pub fn run_in(&self, mut module: IRModule, context: &PassContext) -> Result<IRModule, PassError> {
        let mut run = Run { context, steps: vec![Step::Run(RunningPass::Root(self))], required: Vec::new() };
        while let Some(step) = run.steps.pop() {
            module = run.step(step, module).inspect_err(|_| {
                for step in run.steps.iter().rev() {
                    if let Step::Ran(pass) = step {
                        let instruments = context.current_instruments();
                        instruments.iter().for_each(|instrument| instrument.failed(&pass.pass_info));
                    }
                }
            })?;
        }
        Ok(module)
    }
}

impl Pass {
    /// Returns the pass that is registered under `name`, or under `name` with the prefix
    /// `transform.` or `relay._transform.`. If no pass is registered, the global function with the
    /// prefixed name creates the pass.
    ///
    /// # Errors
    /// Fails if no pass has the name, and suggests the most similar name. Also fails if two passes
    /// are registered under the name, or if the function does not create a pass.
    pub fn get(name: &str) -> Result<Self, PassError> {
        pass_registry::get(name)
    }

    /// Returns the names of all registered passes.
    pub fn list_names() -> impl Iterator<Item = &'static str> {
        pass_registry::names()
    }
}
