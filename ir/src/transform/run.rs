//! How passes run.

use super::instrument::{caught, run_after};
use super::registry;
use super::{Pass, PassContext, PassError, PassNode, SequentialNode};
use crate::module::IRModule;

/// What is left to do, the next thing last. That passes may be nested takes no stack this way.
enum Step<'a> {
    /// Run a pass of a sequence, if the context enables it, after those that it requires.
    RunIfEnabled(&'a PassNode),
    /// Run the pass of that name.
    Require(&'a str),
    /// The pass that was required last is done.
    Required,
    /// Run a pass.
    Run(&'a PassNode),
    /// A pass ran: tell the instruments.
    Ran(&'a PassNode),
}

struct Run<'a> {
    context: &'a PassContext,
    steps: Vec<Step<'a>>,
    /// The names of the passes that run because they are required, each on the way to the next.
    required: Vec<&'a str>,
}

impl<'a> Run<'a> {
    fn step(&mut self, step: Step<'a>, module: IRModule) -> Result<IRModule, PassError> {
        match step {
            Step::RunIfEnabled(pass) => {
                if self.context.pass_enabled(&pass.pass_info) {
                    self.steps.push(Step::Run(pass));
                    let required = pass.pass_info.required.iter().rev();
                    self.steps.extend(required.map(|name| Step::Require(name)));
                }
                Ok(module)
            }
            Step::Require(name) => {
                if self.required.contains(&name) {
                    return Err(PassError::Cyclic { pass: name.into(), chain: self.required.join(" -> ") });
                }
                self.required.push(name);
                self.steps.extend([Step::Required, Step::Run(registry::get(name)?)]);
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
                self.steps.push(Step::Ran(pass));
                match pass.as_node::<SequentialNode>() {
                    Some(sequential) => {
                        let passes = sequential.passes.iter().rev();
                        self.steps.extend(passes.map(|pass| Step::RunIfEnabled(pass)));
                        Ok(module)
                    }
                    None => call(pass, module, self.context),
                }
            }
            Step::Ran(pass) => {
                let told = run_after(&self.context.instruments, &module, &pass.pass_info);
                told.map(|()| module)
            }
        }
    }
}

fn call(pass: &PassNode, module: IRModule, context: &PassContext) -> Result<IRModule, PassError> {
    let name = || pass.pass_info.name.to_string();
    let function = pass.function.0.as_ref().ok_or_else(|| PassError::NoFunction { pass: name() })?;
    caught(|| function(module, context)).map_err(|source| PassError::Failed { pass: name(), source })
}

impl PassNode {
    /// Runs the pass on a module, in the context of this thread. Whether the context enables it is asked only of passes that are
    /// part of a [`Sequential`](super::Sequential), as in TVM.
    ///
    /// # Errors
    /// If it fails or panics, if one that it consists of or requires does, or if an instrument does.
    pub fn run(&self, module: IRModule) -> Result<IRModule, PassError> {
        self.run_in(module, &PassContext::current())
    }

    /// Runs the pass on a module, in that context, which need not be the one of this thread.
    ///
    /// # Errors
    /// As those of [`run`](Self::run).
    pub fn run_in(&self, mut module: IRModule, context: &PassContext) -> Result<IRModule, PassError> {
        let mut run = Run { context, steps: vec![Step::Run(self)], required: Vec::new() };
        while let Some(step) = run.steps.pop() {
            module = run.step(step, module).inspect_err(|_| {
                for step in run.steps.iter().rev() {
                    if let Step::Ran(pass) = step {
                        context.instruments.iter().for_each(|told| told.failed(&pass.pass_info));
                    }
                }
            })?;
        }
        Ok(module)
    }
}

impl Pass {
    /// The pass that is registered under that name, or under that name after `transform.` or `relay._transform.`.
    ///
    /// # Errors
    /// If none is, with the nearest name that there is; or if two are, with both places.
    pub fn get(name: &str) -> Result<Self, PassError> {
        registry::get(name).cloned()
    }

    /// The names of all registered passes.
    pub fn list_names() -> impl Iterator<Item = &'static str> {
        registry::names()
    }
}
