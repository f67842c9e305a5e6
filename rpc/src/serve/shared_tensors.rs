//! The tensors that a session shares with other code of its process.
//!
//! Invariant: those who choose [`SharedTensors::Write`] answer for all code of the process, as for
//! code that a library brings: no slice of a tensor is held while a client works with the tensor.

#![expect(unsafe_code, reason = "finds the functions that create graph executors")]

use objet_runtime::{PackedFunc, Registry};

/// The rule for writes of a client to tensors in host memory that the process refers to elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SharedTensors {
    /// They are errors: other code of the process may read the elements now.
    Refuse,
    /// They are allowed, as in TVM. This is for processes in which the client runs any code of its
    /// own, and for callers that are not safe Rust.
    Write,
}

/// The functions that create graph executors, which write to tensors that they share.
const EXECUTORS: [&str; 3] =
    ["tvm.graph_executor.create", "tvm.graph_executor_debug.create", "tvm.graph_executor_factory.create"];

impl SharedTensors {
    /// Returns the global function of that name for a client. The functions that create graph
    /// executors are found if tensors may be written.
    pub(super) fn find(self, name: &str) -> Option<PackedFunc> {
        if self == Self::Write && EXECUTORS.contains(&name) {
            // SAFETY: by the file's invariant, no slice is held while an executor writes. The
            // library of a client is trusted, like all code that the client loads.
            return unsafe { Registry::find_unchecked(name) };
        }
        Registry::find(name)
    }
}
