//! The functions of this crate by the names that the front ends of TVM know: those over nodes of any type. The runtime registers
//! its own by itself.

mod error;
mod node;

use objet_runtime::{RegistryError, register_globals};

/// Registers the global functions of this crate, for builds without the feature `inventory`. Those that are registered already
/// stay as they are.
///
/// # Errors
/// If a name is that of another function.
///
/// ```
/// objet::register_front_end()?;
/// assert!(objet::Registry::get("node.AsRepr").is_some());
/// # Ok::<(), objet::RegistryError>(())
/// ```
pub fn register_front_end() -> Result<(), RegistryError> {
    objet_profiling::register_front_end()?;
    register_globals!(
        node::as_repr,
        node::get_attr,
        node::list_attr_names,
        node::load_json,
        node::make_node,
        node::save_json,
        node::structural_equal,
        node::structural_hash,
    )
}
