//! Source locations in Python code, for messages about registrations.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use objet::types::Declared;
use pyo3::prelude::*;

/// Returns a source location. The file name is leaked once and shared.
fn source_location(file: String, line: u32) -> Declared {
    static FILES: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let files = files.get_or_insert_default();
    let file = files.get(file.as_str()).copied().unwrap_or_else(|| {
        let file = file.leak();
        files.insert(file);
        file
    });
    Declared { file, line, column: 1 }
}

/// Returns the source location of the innermost Python code outside of this package.
pub(crate) fn of_caller(py: Python<'_>) -> PyResult<Declared> {
    let mut frame = py.import("sys")?.call_method0("_getframe")?;
    loop {
        let module = frame.getattr("f_globals")?.call_method1("get", ("__name__", ""))?;
        let outer = frame.getattr("f_back")?;
        if outer.is_none() || module.str()?.to_string_lossy().split('.').next() != Some("objet") {
            break;
        }
        frame = outer;
    }
    let file = frame.getattr("f_code")?.getattr("co_filename")?.str()?.to_string_lossy().into_owned();
    Ok(source_location(file, frame.getattr("f_lineno")?.extract()?))
}
