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

use objet::{DataType, ObjectBatch, ObjectPtr, ObjectRef, make_object};
use objet_ir::expr::{FloatImm, FloatImmNode, IntImm, IntImmNode};
use objet_python::{Part, PlainNumber};
use objet_relay as _;

/// The part of the Python package for Relay and TIR, `objet._ir`.
pub const PART: Part = Part { name: "ir", constant, constants };

/// Returns the constant that `node._const` makes of a plain number.
fn constant(number: PlainNumber) -> ObjectRef {
    constant_by(number, make_object, make_object)
}

/// Returns a function that works like [`constant`], for many numbers.
fn constants() -> Box<dyn FnMut(PlainNumber) -> ObjectRef> {
    let (mut ints, mut floats) = (ObjectBatch::new(), ObjectBatch::new());
    Box::new(move |number| constant_by(number, |node| ints.make(node), |node| floats.make(node)))
}

fn constant_by(
    number: PlainNumber,
    make_int: impl FnOnce(IntImmNode) -> ObjectPtr<IntImmNode>,
    make_float: impl FnOnce(FloatImmNode) -> ObjectPtr<FloatImmNode>,
) -> ObjectRef {
    let int = match number {
        PlainNumber::Float(value) => {
            let Ok(node) = FloatImmNode::new(DataType::float(32), value, None) else {
                unreachable!("float32 is a scalar")
            };
            return FloatImm::from(make_float(node)).into();
        }
        PlainNumber::Bool(value) => value.into(),
        PlainNumber::Int(value) => i32::try_from(value).map_or_else(|_| value.into(), IntImmNode::from),
    };
    IntImm::from(make_int(int)).into()
}

/// The extension module of the package `objet`.
#[cfg(feature = "module")]
#[pyo3::pymodule(gil_used = true)]
fn _objet(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
    objet_python::init_with(module, PART)
}
