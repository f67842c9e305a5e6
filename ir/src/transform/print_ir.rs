//! Modules as text, while passes run.

use objet::prelude::*;
use objet::print;

use super::error::BoxError;
use super::instrument::{Instrument, PassInstrument};
use super::{ModulePass, PassInfo, PassInfoNode};
use crate::module::IRModule;
use crate::text::as_text;

/// Prints the module before or after each pass.
struct PrintIR<S> {
    before: bool,
    sink: S,
}

impl<S: Fn(&str) + Send + Sync> Instrument for PrintIR<S> {
    fn run_before_pass(&self, module: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        if self.before {
            (self.sink)(&titled(&format!("before {}", pass_info.name), module));
        }
        Ok(())
    }

    fn run_after_pass(&self, module: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        if !self.before {
            (self.sink)(&titled(&format!("after {}", pass_info.name), module));
        }
        Ok(())
    }
}

fn titled(title: &str, module: &IRModule) -> String {
    format!("=== {title} ===\n{:#}\n", print(module))
}

/// An instrument that gives the text of the module before each pass to `sink`, as `|text| eprint!("{text}")` is one.
pub fn print_before_all(sink: impl Fn(&str) + Send + Sync + 'static) -> PassInstrument {
    PassInstrument::new("PrintBeforeAll", PrintIR { before: true, sink })
}

/// An instrument that gives the text of the module after each pass to `sink`.
pub fn print_after_all(sink: impl Fn(&str) + Send + Sync + 'static) -> PassInstrument {
    PassInstrument::new("PrintAfterAll", PrintIR { before: false, sink })
}

/// A pass that gives the text of the module under that header to `sink`, and leaves the module as it is. `show_meta_data` says
/// whether the text goes on with the objects that it refers to.
pub fn print_ir(
    header: impl Into<String>,
    show_meta_data: bool,
    sink: impl Fn(&str) + Send + Sync + 'static,
) -> ModulePass {
    let header = header.into();
    ModulePass::new(PassInfo::new(0, "PrintIR", []), move |module, _| {
        let text = as_text(Some(module.upcast_ref()), show_meta_data, None)?;
        sink(&format!("PrintIR({header}):\n{text}\n"));
        Ok(module)
    })
}
