//! Tensors for other libraries.
//!
//! Invariant: `manager_ctx` of a struct that is given away is the leaked box in which it stands, which its deleter frees.

#![expect(unsafe_code, reason = "consumers of tensors speak C")]

use std::ffi::c_void;
use std::ptr::{self, NonNull};

use crate::caught::caught;
use crate::tensor::{
    DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor, DataType, NDArray, NDArrayError,
    extent,
};

/// What a deleter frees.
struct Given<M> {
    managed: M,
    #[expect(dead_code, reason = "held to be dropped")]
    array: NDArray,
    strides: Vec<i64>,
}

impl<M> Given<M> {
    fn leak(array: NDArray, managed: M) -> NonNull<Self> {
        let strides = match array.strides() {
            None => extent::compact_strides(array.shape()),
            Some(strides) => strides.into(),
        };
        NonNull::from(Box::leak(Box::new(Self { managed, array, strides })))
    }

    /// # Safety
    /// `context` is what `leak` gave, and is not used after.
    unsafe fn free(context: *mut c_void) {
        let freed = caught(|| {
            // SAFETY: as the caller promised.
            drop(unsafe { Box::from_raw(context.cast::<Self>()) });
        });
        // A panic must not reach C, nor one that is brought by what it brought.
        if let Err(brought) = freed {
            std::mem::forget(caught(|| drop(brought)));
        }
    }
}

unsafe extern "C" fn free(managed: *mut DLManagedTensor) {
    if !managed.is_null() {
        // SAFETY: the struct is one that `into_dl_managed` gave, and this is called once.
        unsafe { Given::<DLManagedTensor>::free((*managed).manager_ctx) };
    }
}

unsafe extern "C" fn free_versioned(managed: *mut DLManagedTensorVersioned) {
    if !managed.is_null() {
        // SAFETY: the struct is one that `into_dl_managed_versioned` gave, and this is called once.
        unsafe { Given::<DLManagedTensorVersioned>::free((*managed).manager_ctx) };
    }
}

impl NDArray {
    /// Gives this reference to another library, which sees the elements where they are. It must call the deleter of the
    /// struct, once; nothing else frees it.
    ///
    /// The library must not write to the elements while others may read them, of which the struct says nothing. Truth values go by
    /// the type that they have here, as TVM 0.8 knows it.
    ///
    /// # Errors
    /// If the tensor is [read-only](crate::NDArrayNode::is_read_only), which the struct cannot say.
    pub fn into_dl_managed(self) -> Result<NonNull<DLManagedTensor>, NDArrayError> {
        if self.is_read_only() {
            return Err(NDArrayError::ReadOnly);
        }
        let managed = DLManagedTensor {
            dl_tensor: *self.dl_tensor(),
            manager_ctx: ptr::null_mut(),
            deleter: Some(free),
        };
        let given = Given::leak(self, managed).as_ptr();
        // SAFETY: the box was leaked just now.
        unsafe {
            (*given).managed.manager_ctx = given.cast();
            Ok(NonNull::from(&mut (*given).managed))
        }
    }

    /// The same as a struct with a version, whose flags forbid to write if there are other references to the elements. Truth values
    /// go by DLPack's own type for them.
    pub fn into_dl_managed_versioned(mut self) -> NonNull<DLManagedTensorVersioned> {
        let dtype = if self.dtype() == DataType::BOOL { DataType::DLPACK_BOOL } else { self.dtype() };
        let mut flags = 0;
        if !self.is_writable() {
            flags |= DLManagedTensorVersioned::READ_ONLY;
        }
        if !(usize::from(dtype.bits) * usize::from(dtype.lanes)).is_multiple_of(8) {
            flags |= DLManagedTensorVersioned::SUBBYTE_PADDED;
        }
        let managed = DLManagedTensorVersioned {
            version: DLPackVersion::CURRENT,
            manager_ctx: ptr::null_mut(),
            deleter: Some(free_versioned),
            flags,
            dl_tensor: DLTensor { dtype, ..*self.dl_tensor() },
        };
        let given = Given::leak(self, managed).as_ptr();
        // SAFETY: the box was leaked just now.
        unsafe {
            // Later versions of DLPack ask for strides, where earlier ones allow none.
            let strides: *mut i64 = (*given).strides.as_mut_ptr();
            (*given).managed.dl_tensor = DLTensor { strides, ..(*given).managed.dl_tensor };
            (*given).managed.manager_ctx = given.cast();
            NonNull::from(&mut (*given).managed)
        }
    }
}
