//! Functions that get their names before anything runs.

use objet_object::RetValue;
use objet_object::types::Declared;

use crate::globals;
use crate::packed_func::PackedFunc;
use crate::registry::RegistryError;
use crate::signature::SignatureError;

/// A function that `register_global` marks.
#[doc(hidden)]
pub struct LinkedFunction {
    pub name: &'static str,
    pub declared: Declared,
    pub doc: &'static str,
    pub params: &'static [LinkedParam],
    pub is_short: bool,
    /// It trusts its arguments, so that only an `unsafe` look-up finds it.
    pub is_unsafe: bool,
    pub make: fn(&LinkedFunction) -> Result<PackedFunc, SignatureError>,
}

/// A parameter of such a function.
#[doc(hidden)]
pub struct LinkedParam {
    pub name: &'static str,
    pub doc: &'static str,
    pub default: Option<fn() -> RetValue>,
}

/// What `register_global` makes of the name of a function, so that it can be registered by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a function with a global name",
    note = "`#[register_global(\"my_crate.add\")]` on `fn add` gives it one"
)]
pub trait GlobalFunction {
    /// The function with its name.
    #[doc(hidden)]
    const LINKED: &'static LinkedFunction;
}

/// Registers functions by hand, for builds without the feature `inventory`. Those that are registered already stay
/// as they are. Gives a `Result` with the first one that was refused.
#[macro_export]
macro_rules! register_globals {
    ($($function:path),+ $(,)?) => {
        $crate::__runtime::register(&[$(<$function as $crate::GlobalFunction>::LINKED),+])
    };
}

/// What [`register_globals!`](crate::register_globals) calls.
///
/// # Errors
/// The first function that is refused. The others are registered all the same.
#[doc(hidden)]
pub fn register(functions: &[&'static LinkedFunction]) -> Result<(), RegistryError> {
    let names = super::names();
    let outcomes: Vec<_> = functions.iter().map(|function| names.link_one(function)).collect();
    outcomes.into_iter().collect()
}

/// Collects a function at link time.
#[cfg(feature = "inventory")]
#[doc(hidden)]
pub struct Collected(pub &'static LinkedFunction);

#[cfg(feature = "inventory")]
inventory::collect!(Collected);

/// The functions of this crate. They are named here, so that no linker takes them for unused.
const BUILT_IN: &[&LinkedFunction] = &[
    <crate::device::set_device as GlobalFunction>::LINKED,
    #[cfg(feature = "cuda")]
    <crate::device::cuda::load_cubin as GlobalFunction>::LINKED,
    #[cfg(feature = "cuda")]
    <crate::device::cuda::load_cuda as GlobalFunction>::LINKED,
    #[cfg(feature = "cuda")]
    <crate::device::cuda::load_ptx as GlobalFunction>::LINKED,
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
];

/// The functions that are there from the start: those of this crate, and what was collected at link time.
pub(super) fn linked_in() -> Vec<&'static LinkedFunction> {
    #[cfg(feature = "inventory")]
    let collected = inventory::iter::<Collected>.into_iter().map(|Collected(function)| *function);
    #[cfg(not(feature = "inventory"))]
    let collected = [];
    BUILT_IN.iter().chain(globals::ALL).copied().chain(collected).collect()
}

/// Has a function collected at link time.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "inventory")]
macro_rules! link_function {
    ($function:expr) => {
        $crate::__runtime::inventory::submit! { $crate::__runtime::Collected($function) }
    };
}

/// Without link-time collection, functions are registered by hand.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "inventory"))]
macro_rules! link_function {
    ($function:expr) => {};
}
