//! How passes run.

use std::ops::Deref;

use objet::String;

use super::instrument::{caught, run_after};
use super::{Pass, PassContext, PassError, PassFunction, PassNode, SequentialNode, registry};
use crate::module::IRModule;

/// What is left to do, the next thing last. That passes may be nested takes no stack this way.
enum Step<'a> {
    /// Run a pass of a sequence, if the context enables it, after those that it requires.
    RunIfEnabled(Pass),
    /// Run the pass of that name.
    Require(String),
    /// The pass that was required last is done.
    Required,
    /// Run a pass.
    Run(Held<'a>),
    /// A pass ran: tell the instruments.
    Ran(Held<'a>),
}

/// A pass that runs: the one that was asked for, or one that is part of it or required.
enum Held<'a> {
    Root(&'a PassNode),
    Inner(Pass),
}

impl Deref for Held<'_> {
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
    /// The names of the passes that run because they are required, each on the way to the next.
    required: Vec<String>,
}

impl<'a> Run<'a> {
    fn step(&mut self, step: Step<'a>, module: IRModule) -> Result<IRModule, PassError> {
        match step {
            Step::RunIfEnabled(pass) => {
                if self.context.pass_enabled(&pass.pass_info) {
                    let required = pass.pass_info.required.clone();
                    self.steps.push(Step::Run(Held::Inner(pass)));
                    self.steps.extend(required.iter().rev().cloned().map(Step::Require));
                }
                Ok(module)
            }
            Step::Require(name) => {
                if self.required.contains(&name) {
                    let chain: Vec<&str> = self.required.iter().map(String::as_str).collect();
                    return Err(PassError::Cyclic { pass: name.to_string(), chain: chain.join(" -> ") });
                }
                let pass = registry::get(&name)?;
                self.required.push(name);
                self.steps.extend([Step::Required, Step::Run(Held::Inner(pass))]);
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
                let told = run_after(&self.context.current_instruments(), &module, &pass.pass_info);
                told.map(|()| module)
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
    caught(|| function(module, context)).map_err(|source| PassError::Failed { pass: name.into(), source })
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
        let mut run = Run { context, steps: vec![Step::Run(Held::Root(self))], required: Vec::new() };
        while let Some(step) = run.steps.pop() {
            module = run.step(step, module).inspect_err(|_| {
                for step in run.steps.iter().rev() {
                    if let Step::Ran(pass) = step {
                        let instruments = context.current_instruments();
                        instruments.iter().for_each(|told| told.failed(&pass.pass_info));
                    }
                }
            })?;
        }
        Ok(module)
    }
}

impl Pass {
    /// The pass that is registered under that name, or under that name after `transform.` or `relay._transform.`; or else the one that
    /// the global function of such a name makes.
    ///
    /// # Errors
    /// If none is, with the nearest name that there is; if two are, with both places; or if the function makes none.
    pub fn get(name: &str) -> Result<Self, PassError> {
        registry::get(name)
    }

    /// The names of all registered passes.
    pub fn list_names() -> impl Iterator<Item = &'static str> {
        registry::names()
    }
}
