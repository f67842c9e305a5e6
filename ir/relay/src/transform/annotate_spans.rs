//! A pass that gives the expressions of a module spans in its text.

use objet::prelude::*;
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use crate::infer::infer_module;
use crate::text::{as_text, parse_module};

/// The name of the source text.
const SOURCE: &str = "GeneratedSource";

/// Creates a pass that prints a module and parses the text, so that the expressions have spans. The
/// new module has the text, and its types are inferred.
pub fn annotate_spans() -> ModulePass {
    ModulePass::new(PassInfo::new(0, "AnnotateSpans", []), |module, _| {
        let text = as_text(Some(module.upcast_ref()), true, None)?;
        Ok(infer_module(&parse_module(SOURCE, &text)?)?)
    })
}

/// Creates the pass of [`annotate_spans`].
#[register_global("relay._transform.AnnotateSpans")]
fn annotate_spans_pass() -> Pass {
    annotate_spans().into()
}

objet_ir::register_pass!("relay._transform.AnnotateSpans", annotate_spans_pass);
