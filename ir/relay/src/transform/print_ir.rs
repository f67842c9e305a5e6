//! A pass that prints modules.

use std::io::Write;

use objet::prelude::*;
use objet_ir::transform::{ModulePass, PassInfo};

use crate::text::as_text;

/// Creates a pass that sends the text of the module, below `header`, to `sink`. The module is
/// unchanged. `show_meta_data` appends the metadata section.
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

/// Creates a pass that prints the module to standard error.
#[register_global("transform.PrintIR")]
fn print_ir_pass(header: &str, show_meta_data: bool) -> ModulePass {
    print_ir(header, show_meta_data, |text| {
        // The pass also succeeds if standard error is closed.
        let _ = std::io::stderr().write_all(text.as_bytes());
    })
}
