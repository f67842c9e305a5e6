//! Objet in Python, by reflection: a class for each registered node type, a descriptor for each field, functions, tensors and graphs, on
//! the same objects as Rust's.
//!
//! The extension module is [`init`] under a name. A crate with nodes of its own leaves out the feature `module` and exports its own:
//!
//! ```ignore
//! #[pyo3::pymodule(gil_used = true)]
//! fn _native(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
//!     objet_python::init(module)
//! }
//! ```
//!
//! The Python part of the package, `objet`, works with whichever such module was imported first.

mod call;
mod callback;
mod classes;
mod construct;
mod containers;
mod device;
mod docs;
mod error;
mod functions;
mod graph;
mod instance;
mod lock;
mod signals;
mod tensor;
mod types;
mod value;

#[cfg(Py_GIL_DISABLED)]
compile_error!("objet-python relies on the interpreter's lock, and this build of Python is free-threaded");

#[cfg(feature = "ir")]
use objet_ir as _;
use pyo3::prelude::*;
use pyo3::types::PyModule;

/// Fills an extension module, and makes the classes of all types that are linked in.
///
/// # Errors
/// Those of Python.
pub fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    lock::init(py)?;
    signals::init();
    objet::register_front_end().map_err(|error| error::to_python(py, error.into()))?;
    classes::make_all(py)?;
    module.add("Object", classes::bound(py, classes::root()))?;
    module.add_class::<device::PyDevice>()?;
    macro_rules! add {
        ($($file:ident: $($name:ident),+;)+) => {
            $($(module.add_function(wrap_pyfunction!($file::$name, module)?)?;)+)+
        };
    }
    add! {
        containers: container_len, container_item, container_items, map_get, map_entries, shape_tuple, adt_tag;
        functions: function, find_function, expect_function, register_function, remove_function, function_names,
            function_about, module_function, time_function;
        graph: save_json, load_json, structural_equal, diff, structural_hash, as_line, as_lines, as_text, get_attr,
            attr_names, with_attr, deep_copy, post_order, references_of, rewritten;
        tensor: import, to_dlpack, tensor_from_bytes, tensor_empty, tensor_about, tensor_as, tensor_copy_to;
        types: all_classes, class_of_key, replace_class, register_type, fields, convert, same_as, live_objects;
    }
    Ok(())
}

/// The extension module of the package `objet`.
#[cfg(feature = "module")]
#[pymodule(gil_used = true)]
fn _objet(module: &Bound<'_, PyModule>) -> PyResult<()> {
    init(module)
}
