//! Tensors of other libraries.
//!
//! Invariant: the deleter of a struct that was given to us is called once, when nothing refers to its elements any more.

#![expect(unsafe_code, reason = "producers of tensors speak C")]

use std::ptr::NonNull;

use crate::tensor::{DLManagedTensor, DLManagedTensorVersioned, DLTensor, DataType, NDArray, NDArrayError};

/// A struct that some producer gave us, to be given back once.
struct Given<M: Managed>(NonNull<M>);

/// A struct that knows how it is given back.
trait Managed {
    /// Gives the struct back.
    ///
    /// # Safety
    /// `this` is valid, and not used after.
    unsafe fn give_back(this: NonNull<Self>);
}

impl Managed for DLManagedTensor {
    unsafe fn give_back(this: NonNull<Self>) {
        // SAFETY: valid, says the caller.
        if let Some(deleter) = unsafe { this.as_ref() }.deleter {
            // SAFETY: DLPack asks for exactly this call, once.
            unsafe { deleter(this.as_ptr()) };
        }
    }
}

impl Managed for DLManagedTensorVersioned {
    unsafe fn give_back(this: NonNull<Self>) {
        // SAFETY: valid, says the caller; and the field stands where it is whatever the version.
        if let Some(deleter) = unsafe { (&raw const (*this.as_ptr()).deleter).read() } {
            // SAFETY: DLPack asks for exactly this call, once.
            unsafe { deleter(this.as_ptr()) };
        }
    }
}

// SAFETY: any thread may call the deleter, says who gave us the struct.
unsafe impl<M: Managed> Send for Given<M> {}
// SAFETY: nothing can be done with a shared one.
unsafe impl<M: Managed> Sync for Given<M> {}

impl<M: Managed> Drop for Given<M> {
    fn drop(&mut self) {
        // SAFETY: the struct is valid until it is given back, which only happens here.
        unsafe { M::give_back(self.0) };
    }
}

impl NDArray {
    /// Takes over a tensor that some producer made, without copying. Its deleter is called when the last reference is
    /// gone, or now in case of an error.
    ///
    /// # Errors
    /// If dimensions or pointers cannot be right.
    ///
    /// # Safety
    /// `managed` is a valid `DLManagedTensor` that the caller gives away. Until its deleter is called, the elements are
    /// where it says, each in whole bytes, nobody writes to them while others read, and any thread may read them and call the
    /// deleter.
    pub unsafe fn from_dl_managed(managed: NonNull<DLManagedTensor>) -> Result<Self, NDArrayError> {
        // From here on the deleter is called, come what may.
        let given = Given(managed);
        // SAFETY: valid, says the caller, who promised the rest too.
        unsafe { Self::from_owner(&with_our_bool(managed.as_ref().dl_tensor), given) }
    }

    /// The same for a struct with a version. A tensor that is a copy, and not for reading alone, may be written to by who has
    /// the only reference; one that is for reading alone [says so](crate::NDArrayNode::is_read_only).
    ///
    /// # Errors
    /// If the version is not 1.x, if elements without a whole number of bytes lie packed, or as
    /// [`NDArray::from_dl_managed`].
    ///
    /// # Safety
    /// That of [`NDArray::from_dl_managed`], except that elements which have no whole number of bytes lie as the flags say; of
    /// a struct of another version, only version, context and deleter need to be valid. If the flags say so, the elements are
    /// a copy that nobody else knows.
    pub unsafe fn from_dl_managed_versioned(
        managed: NonNull<DLManagedTensorVersioned>,
    ) -> Result<Self, NDArrayError> {
        // From here on the deleter is called, come what may.
        let given = Given(managed);
        // SAFETY: valid, whatever the version.
        let version = unsafe { (&raw const (*managed.as_ptr()).version).read() };
        if version.major != 1 {
            return Err(NDArrayError::DLPackVersion { major: version.major, minor: version.minor });
        }
        // SAFETY: the version is the one whose layout this is.
        let DLManagedTensorVersioned { flags, dl_tensor, .. } = unsafe { managed.as_ref() };
        let dtype = dl_tensor.dtype;
        let is_packed = flags & DLManagedTensorVersioned::SUBBYTE_PADDED == 0;
        if is_packed && !(usize::from(dtype.bits) * usize::from(dtype.lanes)).is_multiple_of(8) {
            let found = format!("packed elements of type {dtype}");
            return Err(NDArrayError::BadTensor { expected: "elements of whole bytes", found });
        }
        let is = |flag: u64| flags & flag != 0;
        let tensor = &with_our_bool(*dl_tensor);
        // SAFETY: as the caller promised, who says by the flags that nobody else knows a copy, and that memory may be written to.
        unsafe {
            if is(DLManagedTensorVersioned::READ_ONLY) {
                Self::from_read_only_owner(tensor, given)
            } else if is(DLManagedTensorVersioned::IS_COPIED) {
                Self::from_sole_owner(tensor, given)
            } else {
                Self::from_owner(tensor, given)
            }
        }
    }
}

/// The tensor with the type that truth values have here, where DLPack has one of its own for them. Both take a byte.
fn with_our_bool(tensor: DLTensor) -> DLTensor {
    let dtype = if tensor.dtype == DataType::DLPACK_BOOL { DataType::BOOL } else { tensor.dtype };
    DLTensor { dtype, ..tensor }
}
