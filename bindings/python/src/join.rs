//! Extension modules that share one process: whichever is imported first offers its state, and those that come later join it.
//!
//! Invariants:
//! - What `_process` of a first module has under the name that [`capsule_name`] gives is the state of its library, which stays for ever.
//! - Two libraries give that name alike only if they were built from the same sources of Objet, with the same versions of all that Objet depends on, by
//!   the same compiler with the same options: the build script hashes the sources and asks the compiler and Cargo, and the number of a type is made
//!   by the compiler from what Cargo tells it of a crate and of all that this depends on. Both have the system's allocator (see the crate's root).

#![expect(unsafe_code, reason = "the state of another library is adopted, and reaches this one by address")]

use std::any::TypeId;
use std::ffi::{CStr, CString};

use objet::process::{self, ProcessState};
use objet::{Reflection, Registry, TimeEvaluator, profiling};
use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyModule;

/// Where the first module is, as the Python part of the package sees it.
const FIRST: &str = "objet._objet";
/// Its attribute with the state.
const STATE: &str = "_process";

/// The crates that may be linked into several libraries: those whose sources the build script hashes.
const SHARED: &[&str] =
    &["objet", "objet_object", "objet_profiling", "objet_python", "objet_reflection", "objet_runtime"];

fn capsule_name() -> CString {
    let types = [
        TypeId::of::<ProcessState>(),
        TypeId::of::<Reflection>(),
        TypeId::of::<Registry>(),
        TypeId::of::<TimeEvaluator>(),
        TypeId::of::<profiling::Profiler>(),
    ];
    let name = format!("{}; {types:x?}", env!("OBJET_BUILT"));
    CString::new(name.replace('\0', "")).unwrap_or_default()
}

/// The module of the package that is there, if that is another one.
pub(crate) fn first<'py>(module: &Bound<'py, PyModule>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let all = module.py().import("sys")?.getattr("modules")?;
    let first = all.call_method1("get", (FIRST,))?;
    Ok((!first.is_none() && !first.is(module)).then_some(first))
}

/// Offers the state of this library to those that are loaded later.
pub(crate) fn offer(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let state = std::ptr::from_ref(process::current()).cast_mut().cast();
    // SAFETY: the state and the name stay for ever, and the thread is attached.
    let capsule = unsafe {
        let capsule = ffi::PyCapsule_New(state, capsule_name().into_raw(), None);
        Bound::from_owned_ptr_or_err(module.py(), capsule)?
    };
    module.add(STATE, capsule)
}

/// Makes the state of the first module that of this library, and has its types and functions there.
pub(crate) fn join(module: &Bound<'_, PyModule>, first: &Bound<'_, PyAny>) -> PyResult<()> {
    let refused = |why: String| {
        let name = module.name().map_or_else(|_| "this module".into(), |name| name.to_string());
        let known = first.getattr("__name__").map_or_else(|_| FIRST.into(), |name| name.to_string());
        PyImportError::new_err(format!("{name} cannot join {known}, which was imported first: {why}"))
    };
    let capsule = first.getattr(STATE).map_err(|_| refused("that shares nothing".into()))?;
    // SAFETY: the thread is attached.
    if unsafe { ffi::PyCapsule_CheckExact(capsule.as_ptr()) } == 0 {
        return Err(refused("that shares nothing".into()));
    }
    let expected = capsule_name();
    // SAFETY: it is a capsule, which has its name as long as it lives.
    let found = unsafe {
        let name = ffi::PyCapsule_GetName(capsule.as_ptr());
        if name.is_null() { c"" } else { CStr::from_ptr(name) }
    };
    if found != expected.as_c_str() {
        return Err(refused(format!(
            "they were not built from the same sources of Objet, with the same versions of all crates, by the same compiler with the same \
             options: {expected:?} and {found:?}"
        )));
    }
    // SAFETY: by the file's first invariant, what has this name is such a state; it is not null.
    let state: &'static ProcessState = unsafe {
        let state = ffi::PyCapsule_GetPointer(capsule.as_ptr(), expected.as_ptr());
        if state.is_null() {
            return Err(PyErr::fetch(module.py()));
        }
        &*state.cast()
    };
    if let Some(key) = process::linked_twice(state, SHARED) {
        return Err(refused(format!("both have the type {key}")));
    }
    // SAFETY: by the file's second invariant, the host was built alike; Python unloads no extension module. The threads of Python's wait for this
    // one, and if any other code of this library has used Objet already, it has a state. Nodes that both have are of crates that are alike.
    if !unsafe { process::adopt(state) } {
        return Err(refused("it has used Objet before".into()));
    }
    // With the first look at the names, those of this library are among them.
    Registry::find("");
    Ok(())
}
