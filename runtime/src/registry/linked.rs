//! Functions that are registered at link time.

use objet_object::RetValue;
use objet_object::types::Declared;

use crate::globals;
use crate::packed_func::PackedFunc;
use crate::registry::RegistryError;
use crate::signature::SignatureError;

/// A function marked with `register_global`.
#[doc(hidden)]
pub struct LinkedFunction {
    pub name: &'static str,
    pub declared: Declared,
    pub doc: &'static str,
    pub params: &'static [LinkedParam],
    pub is_short: bool,
    /// Whether the function is an `unsafe fn`. Only the `unsafe` lookups find such a function.
    pub is_unsafe: bool,
    pub make: fn(&LinkedFunction) -> Result<PackedFunc, SignatureError>,
}

/// A parameter of a [`LinkedFunction`].
#[doc(hidden)]
pub struct LinkedParam {
    pub name: &'static str,
    pub doc: &'static str,
    pub default: Option<fn() -> RetValue>,
}

/// Implemented by `register_global` for a type with the function's name, so that the function can
/// be registered by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a function with a global name",
    note = "add `#[register_global(\"my_crate.add\")]` to `fn add`"
)]
pub trait GlobalFunction {
    /// The function and its global name.
    #[doc(hidden)]
    const LINKED: &'static LinkedFunction;
}

/// Registers functions by hand, for builds without the feature `inventory`. Functions that are
/// already registered are skipped. Returns a `Result` with the first error.
#[macro_export]
macro_rules! register_globals {
    ($($function:path),+ $(,)?) => {
        $crate::__runtime::register(&[$(<$function as $crate::GlobalFunction>::LINKED),+])
    };
}

/// The implementation of [`register_globals!`](crate::register_globals).
///
/// # Errors
/// The first function that cannot be registered. The other functions are registered nevertheless.
#[doc(hidden)]
pub fn register(functions: &[&'static LinkedFunction]) -> Result<(), RegistryError> {
    let names = super::names();
    let outcomes: Vec<_> = functions.iter().map(|function| names.link_one(function)).collect();
    outcomes.into_iter().collect()
}

/// An entry of the link-time collection.
#[cfg(feature = "inventory")]
#[doc(hidden)]
pub struct Collected(pub &'static LinkedFunction);

#[cfg(feature = "inventory")]
inventory::collect!(Collected);

/// Functions of this crate that are listed here, so that no linker removes them as unused.
const BUILT_IN: &[&LinkedFunction] = &[
    <crate::device::set_device as GlobalFunction>::LINKED,
    #[cfg(feature = "cuda")]
    <crate::device::cuda::load_cubin as GlobalFunction>::LINKED,
    #[cfg(feature = "cuda")]
    <crate::device::cuda::load_cuda as GlobalFunction>::LINKED,
    #[cfg(feature = "cuda")]
    <crate::device::cuda::load_ptx as GlobalFunction>::LINKED,
    #[cfg(feature = "graph-executor")]
    <crate::graph_executor::create_executor as GlobalFunction>::LINKED,
    #[cfg(feature = "graph-executor")]
    <crate::graph_executor::create_factory as GlobalFunction>::LINKED,
    #[cfg(feature = "graph-executor")]
    <crate::graph_executor::load_factory as GlobalFunction>::LINKED,
    #[cfg(feature = "graph-executor")]
    <crate::graph_executor::load_runtime_factory as GlobalFunction>::LINKED,
    <crate::module::load_from_file as GlobalFunction>::LINKED,
    <crate::module::load_metadata as GlobalFunction>::LINKED,
    <crate::module::load_so as GlobalFunction>::LINKED,
    <crate::module::pack_imports_to_c_global as GlobalFunction>::LINKED,
    <crate::module::runtime_enabled_global as GlobalFunction>::LINKED,
    <crate::module::system_lib_global as GlobalFunction>::LINKED,
    <crate::params::global::load_params as GlobalFunction>::LINKED,
    <crate::params::global::save_params as GlobalFunction>::LINKED,
    <crate::threading::config_threadpool_global as GlobalFunction>::LINKED,
    #[cfg(feature = "opencl")]
    <crate::device::opencl::load_cl as GlobalFunction>::LINKED,
    #[cfg(feature = "opencl")]
    <crate::device::opencl::load_clbin as GlobalFunction>::LINKED,
    #[cfg(feature = "opencl")]
    <crate::device::opencl::load_opencl as GlobalFunction>::LINKED,
    #[cfg(feature = "vm")]
    <crate::vm::global_count as GlobalFunction>::LINKED,
    #[cfg(feature = "vm")]
    <crate::vm::global_name as GlobalFunction>::LINKED,
    #[cfg(feature = "vm")]
    <crate::vm::load_binary as GlobalFunction>::LINKED,
    #[cfg(feature = "vm")]
    <crate::vm::load_executable as GlobalFunction>::LINKED,
    #[cfg(feature = "vm")]
    <crate::vm::load_file as GlobalFunction>::LINKED,
    #[cfg(feature = "vm")]
    <crate::vm::primitive_count as GlobalFunction>::LINKED,
    #[cfg(feature = "vm")]
    <crate::vm::primitive_name as GlobalFunction>::LINKED,
    #[cfg(feature = "vm")]
    <crate::vm::virtual_machine as GlobalFunction>::LINKED,
];

/// Returns the linked functions: those of this crate and those collected at link time.
pub(super) fn linked_in() -> Vec<&'static LinkedFunction> {
    #[cfg(feature = "inventory")]
    let collected = inventory::iter::<Collected>.into_iter().map(|Collected(function)| *function);
    #[cfg(not(feature = "inventory"))]
    let collected = [];
    BUILT_IN.iter().chain(globals::ALL).copied().chain(collected).collect()
}

/// Adds a function to the link-time collection.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "inventory")]
macro_rules! link_function {
    ($function:expr) => {
        $crate::__runtime::inventory::submit! { $crate::__runtime::Collected($function) }
    };
}

/// Does nothing: without link-time collection, functions are registered by hand.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "inventory"))]
macro_rules! link_function {
    ($function:expr) => {};
}
