//! Calls whose arguments are packed once and used many times.
//!
//! Invariant: each value and code is packed from the tensor at the same position of `tensors`.

#![expect(unsafe_code, reason = "packed arguments point to tensors that are kept alive")]

use objet_object::{ArgValue, NDArray, TVMValue, TypeCode};

use crate::args::Args;
use crate::error::Result;
use crate::packed_func::PackedFunc;

/// A function and its tensors. A call packs and allocates nothing.
pub(crate) struct PreparedCall {
    function: PackedFunc,
    tensors: Vec<NDArray>,
    values: Vec<TVMValue>,
    codes: Vec<TypeCode>,
}

// SAFETY: the values only point to the tensors, which may be used on any thread.
unsafe impl Send for PreparedCall {}
// SAFETY: as above.
unsafe impl Sync for PreparedCall {}

impl PreparedCall {
    /// Creates a call of the function with these tensors.
    pub(crate) fn new(function: PackedFunc, tensors: Vec<NDArray>) -> Self {
        let (values, codes) = tensors.iter().map(|tensor| ArgValue::from(tensor).pack()).unzip();
        Self { function, tensors, values, codes }
    }

    /// Replaces the tensor at a position.
    pub(crate) fn set(&mut self, position: usize, tensor: NDArray) {
        (self.values[position], self.codes[position]) = ArgValue::from(&tensor).pack();
        self.tensors[position] = tensor;
    }

    /// Calls the function. The result is dropped.
    #[inline]
    pub(crate) fn call(&self) -> Result<()> {
        // SAFETY: the file's invariant; the tensors stay alive during the call.
        let args = unsafe { Args::from_raw(&self.values, &self.codes) };
        self.function.call(args).map(drop)
    }
}
