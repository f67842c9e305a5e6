//! Passes that record their runs in the module, and instruments that record their events.

use std::sync::{Arc, Mutex};

use objet::prelude::*;
use objet_ir::module::IRModule;
use objet_ir::transform::{
    BoxError, Instrument, ModulePass, Pass, PassContext, PassInfo, PassInfoNode, PassInstrument, Sequential,
};

/// A list of entries that passes and instruments write.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub(crate) fn add(&self, text: impl Into<String>) {
        self.0.lock().unwrap().push(text.into());
    }

    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }

    pub(crate) fn instrument(&self, name: &str) -> PassInstrument {
        PassInstrument::new(name, Logging { name: name.into(), log: self.clone() })
    }
}

struct Logging {
    name: String,
    log: Log,
}

impl Instrument for Logging {
    fn enter_pass_ctx(&self) -> Result<(), BoxError> {
        self.log.add(format!("{} enters", self.name));
        Ok(())
    }

    fn exit_pass_ctx(&self) -> Result<(), BoxError> {
        self.log.add(format!("{} leaves", self.name));
        Ok(())
    }

    fn run_before_pass(&self, _: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        self.log.add(format!("{} before {}", self.name, pass_info.name));
        Ok(())
    }

    fn run_after_pass(&self, _: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        self.log.add(format!("{} after {}", self.name, pass_info.name));
        Ok(())
    }

    fn pass_failed(&self, pass_info: &PassInfoNode) {
        self.log.add(format!("{} failed {}", self.name, pass_info.name));
    }
}

/// Creates a pass that appends its name to the attribute `trace` of the module.
pub(crate) fn tracing(opt_level: i32, name: &'static str, required: &[&str]) -> Pass {
    let info = PassInfo::new(opt_level, name, required.iter().copied());
    ModulePass::new(info, move |module, _| {
        let trace = module.get_attr::<objet::String>("trace").unwrap_or_default();
        let trace = if trace.is_empty() { name.into() } else { format!("{trace} {name}") };
        Ok(module.with_attr("trace", objet::String::from(trace)))
    })
    .into()
}

pub(crate) fn trace(module: &IRModule) -> String {
    module.get_attr::<objet::String>("trace").unwrap_or_default().to_string()
}

pub(crate) fn run(passes: impl Into<Array<Pass>>, context: &PassContext) -> String {
    trace(&Sequential::new(passes, "sequential").run_in(IRModule::new(), context).unwrap())
}

pub(crate) fn failing(error: &'static str) -> Pass {
    ModulePass::new(PassInfo::new(0, "Fails", []), move |_, _| Err(error.into())).into()
}
