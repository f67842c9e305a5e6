//! The structs of DLPack (<https://dmlc.github.io/dlpack/latest/c_api.html>): those of 0.5, before it had versions, which
//! TVM 0.8 and everything compiled by it lays out in memory, and those of 1.x. `DLDataType` and `DLDevice` are [`DataType`] and
//! [`Device`](crate::Device).
//!
//! Invariants:
//! - `manager_ctx` of a struct that is given away is the leaked box in which it stands, which its
//!   deleter frees.
//! - The deleter of a struct that was received is called once, when nothing refers to its elements any
//!   more.

#![expect(unsafe_code, reason = "structs are known by address, and other libraries call C functions")]

use std::ffi::c_void;
use std::mem::offset_of;
use std::ptr::{self, NonNull};

use crate::caught::caught;
use crate::tensor::data_type::DataType;
use crate::tensor::dl_tensor::{DLTensor, compact_strides};
use crate::tensor::error::NDArrayError;
use crate::tensor::ndarray::NDArray;

/// A tensor that knows how it is given back.
#[derive(Debug)]
#[repr(C)]
pub struct DLManagedTensor {
    /// The tensor.
    pub dl_tensor: DLTensor,
    /// Whatever the producer needs to give it back.
    pub manager_ctx: *mut c_void,
    /// Called once with this struct when it is no longer used. Null if there is nothing to do.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensor)>,
}

/// The version of a struct of DLPack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct DLPackVersion {
    /// Another number stands for another layout.
    pub major: u32,
    /// Another number stands for other flags, types or devices.
    pub minor: u32,
}

impl DLPackVersion {
    /// The one that tensors are exported with.
    pub const CURRENT: Self = Self { major: 1, minor: 1 };
}

/// A tensor that knows how it is given back, and by which version of DLPack it goes.
#[derive(Debug)]
#[repr(C)]
pub struct DLManagedTensorVersioned {
    /// The version. If its major number is not 1, only the next two fields may be read.
    pub version: DLPackVersion,
    /// Whatever the producer needs to give it back.
    pub manager_ctx: *mut c_void,
    /// Called once with this struct when it is no longer used. Null if there is nothing to do.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>,
    /// What is to be known of the tensor, by bits.
    pub flags: u64,
    /// The tensor.
    pub dl_tensor: DLTensor,
}

impl DLManagedTensorVersioned {
    /// Nobody may write to the elements.
    pub const READ_ONLY: u64 = 1 << 0;
    /// The elements are a copy that was made for who gets the tensor.
    pub const IS_COPIED: u64 = 1 << 1;
    /// Elements that have no whole number of bytes are filled up to one. Otherwise, they lie packed.
    pub const SUBBYTE_PADDED: u64 = 1 << 2;
}

// The layouts of C, for words of 32 and of 64 bits.
const _: () = {
    const WORD: usize = size_of::<usize>();
    const LONG: usize = align_of::<u64>();
    const FLAGS: usize = (8 + 2 * WORD).next_multiple_of(LONG);
    assert!(size_of::<DLManagedTensor>() == size_of::<DLTensor>() + 2 * WORD);
    assert!(offset_of!(DLManagedTensor, manager_ctx) == size_of::<DLTensor>());
    assert!(offset_of!(DLManagedTensor, deleter) == size_of::<DLTensor>() + WORD);
    assert!(offset_of!(DLManagedTensorVersioned, manager_ctx) == 8);
    assert!(offset_of!(DLManagedTensorVersioned, deleter) == 8 + WORD);
    assert!(offset_of!(DLManagedTensorVersioned, flags) == FLAGS);
    assert!(offset_of!(DLManagedTensorVersioned, dl_tensor) == FLAGS + 8);
    assert!(size_of::<DLManagedTensorVersioned>() == FLAGS + 8 + size_of::<DLTensor>());
    assert!(WORD != 8 || size_of::<DLManagedTensorVersioned>() == 80);
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
            None => compact_strides(array.shape()),
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

/// A struct that some producer gave us, to be given back once.
struct Received<M: Managed>(NonNull<M>);

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
unsafe impl<M: Managed> Send for Received<M> {}
// SAFETY: nothing can be done with a shared one.
unsafe impl<M: Managed> Sync for Received<M> {}

impl<M: Managed> Drop for Received<M> {
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
        let given = Received(managed);
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
        let given = Received(managed);
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
