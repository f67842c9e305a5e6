//! The Python bindings of Objet, driven by reflection.
//!
//! Each registered node type has a Python class, and each field has a descriptor. Python and Rust
//! share the objects, functions, tensors and graphs.
//!
//! The extension module of a crate with nodes calls [`init`]:
//!
//! ```ignore
//! #[pyo3::pymodule(gil_used = true)]
//! fn _native(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
//!     objet_python::init(module)
//! }
//! ```
//!
//! The Python package `objet` uses the extension module that was imported first. Later extension
//! modules join it: see [`init`].

mod address_table;
mod boxed;
mod call;
mod callback;
mod classes;
mod construct;
mod containers;
mod conversion_error;
mod copies;
mod descriptors;
mod device;
mod diff;
mod docs;
mod elements;
mod entry_keys;
mod error;
mod evolution;
mod exchange;
mod foreign;
mod functions;
mod graph;
mod instance;
mod iteration;
mod join;
mod last_tuple;
mod lists;
mod lock;
mod nested;
mod number;
mod number_keys;
mod opaque;
mod progress;
#[cfg(feature = "rpc")]
mod rpc;
mod selection;
mod short_line;
mod signals;
mod simple_items;
mod slot;
mod source_location;
mod streams;
mod tensor;
mod types;
mod value;
mod view;
mod walk;

#[cfg(Py_GIL_DISABLED)]
compile_error!("objet-python needs the global interpreter lock, but this build of Python is free-threaded");

use objet::ObjectRef;
use pyo3::prelude::*;
use pyo3::types::PyModule;

/// The system allocator. Libraries that have joined may free each other's memory, so every
/// extension module must use the same allocator. A second `#[global_allocator]` in an extension
/// module is a compile error.
#[global_allocator]
static ALLOCATOR: std::alloc::System = std::alloc::System;

/// A part of the Python package, for nodes that are linked in.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The name of the part: `ir` is the subpackage `objet._ir`.
    pub name: &'static str,
    /// Returns the constant that the part's function `node._const` makes of a plain number.
    pub constant: fn(PlainNumber) -> ObjectRef,
    /// Returns a function that makes the same constants, for many numbers.
    pub constants: fn() -> Box<dyn FnMut(PlainNumber) -> ObjectRef>,
}

/// A number of one of Python's own types, such as `int`, but not of a class that derives from it.
#[derive(Clone, Copy, Debug)]
pub enum PlainNumber {
    /// An `int` of 64 bits.
    Int(i64),
    /// A `float`.
    Float(f64),
    /// A `bool`.
    Bool(bool),
}

/// Initializes an extension module with all node types and functions that are linked in.
///
/// The first extension module of a process is filled, and the package `objet` uses it. A later one
/// registers its types and functions with the first one and stays empty. Joining has these
/// requirements:
///
/// - Both modules were built from the same sources of Objet, with the same versions of its
///   dependencies, by the same compiler with the same options.
/// - Apart from Objet's core, no crate with nodes is linked into both modules. This includes Relay
///   and TIR.
///
/// # Errors
/// `ImportError` if the module cannot join the first one, or if this is not the main interpreter of
/// the process. Exceptions raised by Python.
pub fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
    init_all(module, None)
}

/// Works like [`init`], with a part of the Python package.
///
/// # Errors
/// As for [`init`].
pub fn init_with(module: &Bound<'_, PyModule>, part: Part) -> PyResult<()> {
    init_all(module, Some(part))
}

fn init_all(module: &Bound<'_, PyModule>, part: Option<Part>) -> PyResult<()> {
    let py = module.py();
    module.add("PARTS", part.iter().map(|part| part.name).collect::<Vec<_>>())?;
    lock::init(py)?;
    if let Some(first) = join::first(module)? {
        join::join(module, &first)?;
        return py.import("objet.classes")?.call_method1("publish", (module.name()?,)).map(drop);
    }
    signals::init();
    progress::init();
    functions::forget_replaced();
    number::init(part);
    objet::function::register_front_end().map_err(|error| error::to_python(py, error.into()))?;
    classes::make_all(py)?;
    exchange::equip(&types::class_of_key(py, "runtime.NDArray")?)?;
    module.add("Object", types::class_of_key(py, "runtime.Object")?)?;
    module.add_class::<device::PyDevice>()?;
    module.add_class::<copies::Copies>()?;
    module.add_class::<evolution::PyStoredValue>()?;
    macro_rules! add {
        ($($file:ident: $($name:ident),+;)+) => {
            $($(module.add_function(wrap_pyfunction!($file::$name, module)?)?;)+)+
        };
    }
    add! {
        containers: container_item, container_slice, containers_joined, new_container, plain,
            container_plain, container_objects, boxed_number, maps_joined, map_of_parts, map_entry, map_get, adt_tag;
        iteration: container_iterator;
        functions: function, callable_of, find_function, expect_function, register_function, remove_function, function_names,
            function_info, module_function, time_function;
        diff: differences;
        graph: save_json, load_json, load_json_as, structural_equal, structural_hash, has_unknown, type_keys, as_line, as_text, get_attr,
            attr_names, is_unknown, unknown_attr, opaque_bytes, opaque_object, with_attrs;
        tensor: import;
        elements: data_type_name, tensor_from_bytes, tensor_empty, tensor_info, tensor_is_read_only,
            tensor_copy_to, tensor_address, tensor_address_for_writing, tensor_reshape, tensor_part, tensor_saved, tensor_loaded, tensor_as_bytes, tensor_in_bytes,
            tensor_copy_from;
        device: device_of;
        types: all_classes, class_of_key, is_known_key, is_class_of_type, register_class, fields, convert, same_as, live_objects;
        progress: set_report;
        view: html, dot, svg, tree;
        walk: walk_of, references_of, rewritten;
    }
    #[cfg(feature = "rpc")]
    rpc::init(module)?;
    join::offer(module)
}
