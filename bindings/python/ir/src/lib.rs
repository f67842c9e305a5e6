//! The extension module of the Python package `objet`: the bindings, Relay and TIR.
//!
//! An extension module of another crate turns the feature `module` off, and initializes itself with
//! [`PART`]:
//!
//! ```ignore
//! #[pyo3::pymodule(gil_used = true)]
//! fn _native(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
//!     objet_python::init_with(module, objet_python_ir::PART)
//! }
//! ```

mod renderer;

use objet::ObjectRef;
use objet_ir::expr::IntImm;
use objet_python::Part;
use objet_relay as _;

/// The part of the Python package for Relay and TIR, `objet._ir`.
pub const PART: Part = Part { name: "ir", integer };

/// Returns the constant that `node._const` makes of a plain integer.
fn integer(number: i64) -> ObjectRef {
    match i32::try_from(number) {
        Ok(number) => IntImm::from(number).into(),
        Err(_) => IntImm::from(number).into(),
    }
}

/// The extension module of the package `objet`.
#[cfg(feature = "module")]
#[pyo3::pymodule(gil_used = true)]
fn _objet(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
    objet_python::init_with(module, PART)
}
