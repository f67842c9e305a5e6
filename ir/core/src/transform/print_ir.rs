//! Instruments that print modules before or after passes.

use objet::print;

use super::PassInfoNode;
use super::error::BoxError;
use super::instrument::{Instrument, PassInstrument};
use crate::module::IRModule;

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

/// Creates an instrument that passes the text of the module before each pass to `sink`, for example
/// `|text| eprint!("{text}")`.
pub fn print_before_all(sink: impl Fn(&str) + Send + Sync + 'static) -> PassInstrument {
    PassInstrument::new("PrintBeforeAll", PrintIR { before: true, sink })
}

/// Creates an instrument that passes the text of the module after each pass to `sink`.
pub fn print_after_all(sink: impl Fn(&str) + Send + Sync + 'static) -> PassInstrument {
    PassInstrument::new("PrintAfterAll", PrintIR { before: false, sink })
}
