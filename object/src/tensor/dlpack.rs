//! The structs of DLPack (<https://dmlc.github.io/dlpack/latest/c_api.html>), in two versions: the
//! unversioned structs of DLPack 0.5, which TVM 0.8 and code compiled by it use, and the structs of
//! DLPack 1.x. `DLDataType` and `DLDevice` are [`DataType`] and [`Device`](crate::Device).
//!
//! Invariants:
//! - The `manager_ctx` of an exported struct is the leaked box that contains the struct. The
//!   deleter frees the box.
//! - The deleter of an imported struct is called once, when no reference to its elements is left.

#![expect(unsafe_code, reason = "structs are raw pointers, and other libraries call the C functions")]

use std::ffi::c_void;
use std::mem::offset_of;
use std::ptr::{self, NonNull};

use crate::caught::caught;
use crate::tensor::data_type::DataType;
use crate::tensor::dl_tensor::{DLTensor, compact_strides, write_compact_strides};
use crate::tensor::error::NDArrayError;
use crate::tensor::ndarray::{Access, Keeper, NDArray};

/// An owned tensor with a deleter, of DLPack 0.5.
#[derive(Debug)]
#[repr(C)]
pub struct DLManagedTensor {
    /// The tensor.
    pub dl_tensor: DLTensor,
    /// Data of the producer for the deleter.
    pub manager_ctx: *mut c_void,
    /// Called once with this struct when it is no longer used. Null if the producer has nothing to
    /// free.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensor)>,
}

/// The DLPack version of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct DLPackVersion {
    /// The major version. It determines the memory layout.
    pub major: u32,
    /// The minor version. It determines the known flags, types and devices.
    pub minor: u32,
}

impl DLPackVersion {
    /// The version of exported tensors.
    pub const CURRENT: Self = Self { major: 1, minor: 1 };
}

/// An owned tensor with a deleter and a version, of DLPack 1.x.
#[derive(Debug)]
#[repr(C)]
pub struct DLManagedTensorVersioned {
    /// The version. If its major version is not 1, only the next two fields may be read.
    pub version: DLPackVersion,
    /// Data of the producer for the deleter.
    pub manager_ctx: *mut c_void,
    /// Called once with this struct when it is no longer used. Null if the producer has nothing to
    /// free.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>,
    /// The flags of the tensor, a bit set.
    pub flags: u64,
    /// The tensor.
    pub dl_tensor: DLTensor,
}

impl DLManagedTensorVersioned {
    /// The elements must not be written.
    pub const READ_ONLY: u64 = 1 << 0;
    /// The elements are a copy, made for the consumer of the struct.
    pub const IS_COPIED: u64 = 1 << 1;
    /// Elements of a fractional number of bytes are padded to whole bytes. Without the flag, they
    /// are packed.
    pub const SUBBYTE_PADDED: u64 = 1 << 2;
}

// The layouts of the C structs, for words of 32 and 64 bits.
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

/// The box behind an exported struct, which the deleter frees.
struct Exported<M> {
    managed: M,
    #[expect(dead_code, reason = "held to be dropped")]
    array: NDArray,
    /// The strides of a compact tensor of at most [`FEW`] dimensions.
    few_strides: [i64; FEW],
    strides: Vec<i64>,
}

/// Maximum number of dimensions whose strides need no allocation.
const FEW: usize = 4;

impl<M> Exported<M> {
    fn leak(array: NDArray, managed: M) -> NonNull<Self> {
        let (mut few_strides, mut strides) = ([0; FEW], Vec::new());
        match (array.strides(), array.shape()) {
            (Some(own), _) => strides = own.into(),
            (None, shape) if shape.len() <= FEW => {
                write_compact_strides(shape, &mut few_strides[..shape.len()])
            }
            (None, shape) => strides = compact_strides(shape),
        }
        NonNull::from(Box::leak(Box::new(Self { managed, array, few_strides, strides })))
    }

    fn strides(&mut self) -> *mut i64 {
        if self.strides.is_empty() { self.few_strides.as_mut_ptr() } else { self.strides.as_mut_ptr() }
    }

    /// # Safety
    /// `context` is a result of `leak`, and is not used again.
    unsafe fn free(context: *mut c_void) {
        let freed = caught(|| {
            // SAFETY: as the caller promised.
            drop(unsafe { Box::from_raw(context.cast::<Self>()) });
        });
        // No panic may reach C, not even from the drop of the panic's payload.
        if let Err(brought) = freed {
            std::mem::forget(caught(|| drop(brought)));
        }
    }
}

unsafe extern "C" fn free(managed: *mut DLManagedTensor) {
    if !managed.is_null() {
        // SAFETY: the struct is a result of `into_dl_managed`, and this is called once.
        unsafe { Exported::<DLManagedTensor>::free((*managed).manager_ctx) };
    }
}

unsafe extern "C" fn free_versioned(managed: *mut DLManagedTensorVersioned) {
    if !managed.is_null() {
        // SAFETY: the struct is a result of `into_dl_managed_versioned`, and this is called once.
        unsafe { Exported::<DLManagedTensorVersioned>::free((*managed).manager_ctx) };
    }
}

impl NDArray {
    /// Exports the tensor as a DLPack 0.5 struct, without a copy. The struct owns this reference.
    /// Its consumer must call the deleter once; nothing else frees the struct.
    ///
    /// The consumer must not write to the elements while other code may read them, which the struct
    /// cannot express. Booleans have the data type `DataType::BOOL`, as in TVM 0.8.
    ///
    /// # Errors
    /// If the tensor is [read-only](crate::NDArrayNode::is_read_only), which the struct cannot
    /// express.
    pub fn into_dl_managed(self) -> Result<NonNull<DLManagedTensor>, NDArrayError> {
        if self.is_read_only() {
            return Err(NDArrayError::ReadOnly);
        }
        let managed = DLManagedTensor {
            dl_tensor: *self.dl_tensor(),
            manager_ctx: ptr::null_mut(),
            deleter: Some(free),
        };
        let exported = Exported::leak(self, managed).as_ptr();
        // SAFETY: the box was leaked just now, so `exported` is valid.
        unsafe {
            (*exported).managed.manager_ctx = exported.cast();
            Ok(NonNull::from(&mut (*exported).managed))
        }
    }

    /// Exports the tensor as a DLPack 1.x struct, without a copy. The struct is marked as read-only
    /// unless the tensor [is writable](NDArray::is_writable). Booleans have DLPack's own data type
    /// for them.
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
        let exported = Exported::leak(self, managed).as_ptr();
        // SAFETY: the box was leaked just now, so `exported` is valid.
        unsafe {
            // DLPack requires strides since version 1.2; older versions allow null.
            let strides: *mut i64 = (*exported).strides();
            (*exported).managed.dl_tensor = DLTensor { strides, ..(*exported).managed.dl_tensor };
            (*exported).managed.manager_ctx = exported.cast();
            NonNull::from(&mut (*exported).managed)
        }
    }
}

/// An imported struct, whose deleter is called on drop.
pub(super) struct Imported<M: Managed>(NonNull<M>);

/// A struct with a deleter.
pub(super) trait Managed {
    /// Calls the deleter.
    ///
    /// # Safety
    /// `this` is valid, and is not used again.
    unsafe fn give_back(this: NonNull<Self>);
}

impl Managed for DLManagedTensor {
    unsafe fn give_back(this: NonNull<Self>) {
        // SAFETY: the caller promises that the struct is valid.
        if let Some(deleter) = unsafe { this.as_ref() }.deleter {
            // SAFETY: DLPack requires exactly one such call.
            unsafe { deleter(this.as_ptr()) };
        }
    }
}

impl Managed for DLManagedTensorVersioned {
    unsafe fn give_back(this: NonNull<Self>) {
        // SAFETY: the caller promises that the struct is valid, and the offset of the field is the
        // same in all versions.
        if let Some(deleter) = unsafe { (&raw const (*this.as_ptr()).deleter).read() } {
            // SAFETY: DLPack requires exactly one such call.
            unsafe { deleter(this.as_ptr()) };
        }
    }
}

// SAFETY: the caller of the import function promised that any thread may call the deleter.
unsafe impl<M: Managed> Send for Imported<M> {}
// SAFETY: a shared reference gives no access to the struct.
unsafe impl<M: Managed> Sync for Imported<M> {}

impl<M: Managed> Drop for Imported<M> {
    fn drop(&mut self) {
        // SAFETY: the struct is valid until its deleter is called, which only happens here.
        unsafe { M::give_back(self.0) };
    }
}

impl NDArray {
    /// Imports a tensor from a DLPack 0.5 struct, without a copy. Calls the deleter when the last
    /// reference is dropped, or immediately if there is an error.
    ///
    /// # Errors
    /// If the shape, the data type or a pointer is invalid.
    ///
    /// # Safety
    /// `managed` is a valid `DLManagedTensor`, which the caller passes on. Until its deleter is
    /// called:
    /// - the elements are at the stated address, each in whole bytes;
    /// - no code writes to the elements while other code reads them;
    /// - any thread may read the elements and call the deleter.
    pub unsafe fn from_dl_managed(managed: NonNull<DLManagedTensor>) -> Result<Self, NDArrayError> {
        // From here on, the deleter is called in any case.
        let keeper = Keeper::Managed(Imported(managed));
        // SAFETY: as the caller promised.
        unsafe { Self::kept(&with_our_bool(managed.as_ref().dl_tensor), keeper, Access::Shared) }
    }

    /// Imports a read-only tensor from a DLPack 0.5 struct, for elements that the producer never
    /// changes, which the struct cannot express. Otherwise the same as
    /// [`NDArray::from_dl_managed`].
    ///
    /// # Errors
    /// As for [`NDArray::from_dl_managed`].
    ///
    /// # Safety
    /// As for [`NDArray::from_dl_managed`].
    pub unsafe fn from_read_only_dl_managed(managed: NonNull<DLManagedTensor>) -> Result<Self, NDArrayError> {
        // From here on, the deleter is called in any case.
        let keeper = Keeper::Managed(Imported(managed));
        // SAFETY: as the caller promised.
        unsafe { Self::kept(&with_our_bool(managed.as_ref().dl_tensor), keeper, Access::ReadOnly) }
    }

    /// Imports a tensor from a DLPack 1.x struct, without a copy. Calls the deleter when the last
    /// reference is dropped, or immediately if there is an error.
    ///
    /// If the flags state that the elements are a copy, and not read-only, the holder of the only
    /// reference may write to the tensor. If the flags state that the tensor is read-only, so does
    /// [`is_read_only`](crate::NDArrayNode::is_read_only).
    ///
    /// # Errors
    /// If the version is not 1.x, if elements of a fractional number of bytes are packed, and as
    /// for [`NDArray::from_dl_managed`].
    ///
    /// # Safety
    /// As for [`NDArray::from_dl_managed`], with these differences:
    /// - Elements of a fractional number of bytes are stored as the flags state.
    /// - If the major version is not 1, only version, context and deleter need to be valid.
    /// - If the flags state that the elements are a copy, no other code accesses the elements.
    pub unsafe fn from_dl_managed_versioned(
        managed: NonNull<DLManagedTensorVersioned>,
    ) -> Result<Self, NDArrayError> {
        // From here on, the deleter is called in any case.
        let imported = Imported(managed);
        // SAFETY: the version is valid in all versions of the struct.
        let version = unsafe { (&raw const (*managed.as_ptr()).version).read() };
        if version.major != 1 {
            return Err(NDArrayError::DLPackVersion { major: version.major, minor: version.minor });
        }
        // SAFETY: the major version is 1, so the struct has this layout.
        let DLManagedTensorVersioned { flags, dl_tensor, .. } = unsafe { managed.as_ref() };
        let dtype = dl_tensor.dtype;
        let is_packed = flags & DLManagedTensorVersioned::SUBBYTE_PADDED == 0;
        if is_packed && !(usize::from(dtype.bits) * usize::from(dtype.lanes)).is_multiple_of(8) {
            let found = format!("packed elements of type {dtype}");
            return Err(NDArrayError::BadTensor { expected: "elements of whole bytes", found });
        }
        let is = |flag: u64| flags & flag != 0;
        let access = if is(DLManagedTensorVersioned::READ_ONLY) {
            Access::ReadOnly
        } else if is(DLManagedTensorVersioned::IS_COPIED) {
            Access::Sole
        } else {
            Access::Shared
        };
        // SAFETY: as the caller promised. The flags state whether the elements are a copy, and
        // whether they may be written.
        unsafe { Self::kept(&with_our_bool(*dl_tensor), Keeper::Versioned(imported), access) }
    }
}

/// Returns the tensor with `DataType::BOOL` in place of DLPack's boolean type. Both types take a
/// byte.
fn with_our_bool(tensor: DLTensor) -> DLTensor {
    let dtype = if tensor.dtype == DataType::DLPACK_BOOL { DataType::BOOL } else { tensor.dtype };
    DLTensor { dtype, ..tensor }
}
