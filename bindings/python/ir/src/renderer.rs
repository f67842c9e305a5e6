//! Diagnostics of programs, shown by Python.

use objet::function::RetValue;
use objet::prelude::*;
use objet_ir::diagnostic::{DiagnosticContext, DiagnosticRenderer};
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

/// Creates the renderer of the package. It calls `print`, so notebooks show the diagnostics.
#[register_global("diagnostics.OverrideRenderer")]
fn renderer() -> DiagnosticRenderer {
    DiagnosticRenderer::new(TypedPackedFunc::new(print))
}

fn print(context: DiagnosticContext) -> PyResult<RetValue> {
    Python::attach(|py| {
        let options = [("end", "")].into_py_dict(py)?;
        py.import("builtins")?.getattr("print")?.call((context.as_text(),), Some(&options))?;
        Ok(RetValue::Null)
    })
}
