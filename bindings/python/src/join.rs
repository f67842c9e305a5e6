//! Extension modules that share a process: the first one offers its state, and later ones join it.

use objet::{Registry, process};
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::PyModule;

use crate::foreign;

/// The name of the first module, as the Python part of the package imports it.
const FIRST: &str = "objet._objet";
/// The attribute of the first module with its state.
const STATE: &str = "_process";

/// The crates that several libraries may link. The build script hashes their sources.
const SHARED: &[&str] = &[
    "objet",
    "objet_object",
    "objet_profiling",
    "objet_python",
    "objet_reflection",
    "objet_rpc",
    "objet_runtime",
];

/// Returns the first extension module of the package, if it is another module.
pub(crate) fn first<'py>(module: &Bound<'py, PyModule>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let all = module.py().import("sys")?.getattr("modules")?;
    let first = all.call_method1("get", (FIRST,))?;
    Ok((!first.is_none() && !first.is(module)).then_some(first))
}

/// Offers the state of this library to later extension modules.
pub(crate) fn offer(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add(STATE, foreign::state_capsule(module.py())?)
}

/// Adopts the state of the first module, and registers the types and functions of this module
/// there.
pub(crate) fn join(module: &Bound<'_, PyModule>, first: &Bound<'_, PyAny>) -> PyResult<()> {
    let import_error = |why: String| {
        let name = module.name().map_or_else(|_| "this module".into(), |name| name.to_string());
        let known = first.getattr("__name__").map_or_else(|_| FIRST.into(), |name| name.to_string());
        PyImportError::new_err(format!("{name} cannot join {known}, which was imported first: {why}"))
    };
    let nothing = || import_error("the first module offers no state to share".into());
    let capsule = first.getattr(STATE).map_err(|_| nothing())?.cast_into().map_err(|_| nothing())?;
    let state = foreign::state(&capsule)?.map_err(|name| {
        import_error(format!(
            "they were not built from the same sources of Objet, with the same versions of all crates, by the same compiler with the same \
             options: {name}"
        ))
    })?;
    if let Some(key) = process::linked_twice(state, SHARED) {
        return Err(import_error(format!("both modules link the type {key}")));
    }
    if !foreign::adopt(state) {
        return Err(import_error("code of the module used Objet before the import".into()));
    }
    // The first lookup registers the functions of this library.
    Registry::find("");
    Ok(())
}
