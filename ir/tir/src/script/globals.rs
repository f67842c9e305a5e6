//! TVMScript by the function that front ends know.

use objet::String as Text;
use objet::prelude::*;

use super::{ScriptError, as_script, as_script_with_diagnostic};

/// A function or a module as a program in Python.
#[register_global("script.AsTVMScript")]
fn as_tvm_script(program: ObjectRef, tir_prefix: &str, show_meta: bool) -> Result<String, ScriptError> {
    as_script(&program, tir_prefix, show_meta)
}

/// The same, with what the function says of each statement.
#[register_global("script.AsTVMScriptWithDiagnostic")]
fn as_tvm_script_with_diagnostic(
    program: ObjectRef,
    tir_prefix: &str,
    show_meta: bool,
    annotate: Option<PackedFunc>,
) -> Result<String, ScriptError> {
    let Some(annotate) = annotate else { return as_script(&program, tir_prefix, show_meta) };
    as_script_with_diagnostic(&program, tir_prefix, show_meta, |stmt| {
        Ok(annotate.call((stmt,))?.get::<Text>()?.to_string())
    })
}
