//! Global functions over nodes of all types, under the names that the front ends of TVM use.
//!
//! The runtime registers its own global functions.

mod error;
#[cfg(feature = "json")]
mod graph;
mod node;

use objet_runtime::{RegistryError, register_globals};

/// Registers the global functions of this crate, for builds without the feature `inventory`. A
/// repeated call has no effect.
///
/// # Errors
/// If another function is registered under one of the names.
///
/// ```
/// objet::function::register_front_end()?;
/// assert!(objet::Registry::get("node.AsRepr").is_some());
/// # Ok::<(), objet::function::RegistryError>(())
/// ```
pub fn register_front_end() -> Result<(), RegistryError> {
    objet_profiling::register_front_end()?;
    #[cfg(feature = "json")]
    register_globals!(graph::load_json, graph::save_json)?;
    register_globals!(
        node::as_repr,
        node::get_attr,
        node::list_attr_names,
        node::make_node,
        node::structural_equal,
        node::structural_hash,
    )
}
