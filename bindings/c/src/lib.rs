//! The C ABI of TVM 0.8: the functions that its front ends and the code that it compiles are linked to.
//!
//! Each function is a call of one that the crates below have for it. What fails answers -1 and leaves a text for
//! [`TVMGetLastError`](functions::TVMGetLastError); no panic gets out. `docs/c-api.md` says who owns what, `include/objet.h` declares it
//! all, and `cargo xtask capi` makes the library under the names that front ends look for.

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
