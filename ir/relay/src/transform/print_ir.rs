//! A pass that shows modules as text.

use std::io::Write;

use objet::prelude::*;
use objet_ir::transform::{ModulePass, PassInfo};

use crate::text::as_text;

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

/// A pass that writes the text of the module to the standard error.
#[register_global("transform.PrintIR")]
fn print_ir_pass(header: &str, show_meta_data: bool) -> ModulePass {
    print_ir(header, show_meta_data, |text| {
        // Where there is nowhere to write to, the pass still runs.
        let _ = std::io::stderr().write_all(text.as_bytes());
    })
}
