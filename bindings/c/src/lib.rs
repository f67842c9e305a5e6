//! The C ABI of TVM 0.8: the functions that its front ends and its compiled code link to.
//!
//! - A function that fails returns -1 and sets the string of
//!   [`TVMGetLastError`](functions::TVMGetLastError). No panic leaves a function.
//! - Each function calls a function of the runtime crates.
//! - `docs/c-api.md` describes ownership, and `include/objet.h` declares all functions.
//! - `cargo xtask capi` builds the library under the names that front ends look for.

pub mod arrays;
pub mod codes;
pub mod compiled;
pub mod devices;
pub mod errors;
pub mod functions;
pub mod objects;
pub mod registry;
pub mod types;

#[cfg(feature = "full")]
use objet as _;
#[cfg(feature = "profiling")]
use objet_profiling as _;
#[cfg(feature = "full")]
use objet_relay as _;
#[cfg(feature = "rpc")]
use objet_rpc as _;
