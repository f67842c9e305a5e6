//! Tensors as objects.
//!
//! Invariants:
//! - `tensor.shape` and `tensor.strides` point into `extents`, which never changes. Only
//!   [`NDArray::assemble`] makes the node, on the heap, where it stays.
//! - `owner` keeps the memory of all elements that shape and strides span. Elements in host memory
//!   are initialized, and any thread may read them. This holds as long as the node exists.
//! - Memory is written only through the unique reference to a tensor, as [`NDArray::is_writable`]
//!   determines, or by external code under the contract of the `unsafe` function that passed the
//!   memory to it. [`Access::ReadOnly`] memory is never written, and never passed to such code.
//! - The start of a [`HostMemory`] is an allocation of its layout with all bytes initialized, or
//!   dangling if the layout has no size.

#![expect(unsafe_code, reason = "elements are accessed through raw pointers")]

pub(super) mod elements;
mod make;
mod view;

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::fmt;
use std::marker::PhantomPinned;
use std::mem::offset_of;
use std::ptr::{NonNull, null_mut};
use std::slice;

use crate::header::Object;
use crate::node::ObjectPtr;
use crate::node::object_ptr::make_object;
use crate::tensor::data_type::DataType;
use crate::tensor::device::Device;
use crate::tensor::dl_tensor::{DLTensor, is_compact, product};
use crate::tensor::dlpack::{DLManagedTensor, DLManagedTensorVersioned, Imported};

/// The node of an [`NDArray`]. The `DLTensor` is directly behind the header, as front ends expect.
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.NDArray", type_index = 2, wrapper = NDArray, crate = crate)]
pub struct NDArrayNode {
    base: Object,
    tensor: DLTensor,
    extents: Extents,
    owner: Owner,
}

const _: () = assert!(offset_of!(NDArrayNode, tensor) == 16);

// SAFETY: the node owns the memory behind the raw pointers in `tensor`, and the invariants of this
// file order all writes to it.
unsafe impl Send for NDArrayNode {}
// SAFETY: as for `Send`.
unsafe impl Sync for NDArrayNode {}

/// The owner of the memory of the elements.
enum Owner {
    /// The node owns the memory.
    Host(#[expect(dead_code, reason = "held to be dropped")] HostMemory),
    /// The tensor that this tensor is a view of, which is not a view itself.
    Viewed(NDArray),
    /// Another owner.
    Keeper {
        #[expect(dead_code, reason = "held to be dropped")]
        keeper: Keeper,
        access: Access,
    },
}

/// An owner of memory that is not the node. The structs of DLPack need no allocation.
#[expect(dead_code, reason = "held to be dropped")]
pub(super) enum Keeper {
    Managed(Imported<DLManagedTensor>),
    Versioned(Imported<DLManagedTensorVersioned>),
    Any(Box<dyn Send + Sync>),
}

/// The code that may write to the memory of another owner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// No code may write.
    ReadOnly,
    /// Code outside of Rust, and other code that has the address, may write.
    Shared,
    /// The holder of the only reference to the node may write: no other code has the address.
    Sole,
}

/// Maximum number of extents that need no allocation.
const FEW: usize = 4;

/// The shape of a tensor, followed by the strides if there are any.
struct Extents {
    few: [i64; FEW],
    /// All extents, if there are more than [`FEW`].
    many: Box<[i64]>,
    /// A `DLTensor` points to the extents, so that a `&mut` to them is no claim to sole access.
    _pinned: PhantomPinned,
}

impl Extents {
    fn new(shape: &[i64], strides: &[i64]) -> Self {
        let (mut few, mut many) = ([0; FEW], Box::default());
        match few.get_mut(..shape.len() + strides.len()) {
            Some(few) => few.iter_mut().zip(shape.iter().chain(strides)).for_each(|(to, from)| *to = *from),
            None => many = [shape, strides].concat().into_boxed_slice(),
        }
        Self { few, many, _pinned: PhantomPinned }
    }
}

impl NDArray {
    /// Creates a tensor whose `DLTensor` points to its own shape and strides. There are as many
    /// strides as extents, or none.
    fn assemble(tensor: DLTensor, shape: &[i64], strides: &[i64], owner: Owner) -> Self {
        let extents = Extents::new(shape, strides);
        let node = make_object(NDArrayNode { base: Object::new(), tensor, extents, owner }).into_raw();
        // SAFETY: the object is new and not shared yet. The pointer passes on its strong count.
        unsafe {
            let extents = &raw mut (*node.as_ptr()).extents;
            let many = &mut (*extents).many;
            let start: *mut i64 =
                if many.is_empty() { (&raw mut (*extents).few).cast() } else { many.as_mut_ptr() };
            let tensor = &raw mut (*node.as_ptr()).tensor;
            (*tensor).shape = start;
            // The strides, if any, follow the shape.
            (*tensor).strides = if strides.is_empty() { null_mut() } else { start.add(shape.len()) };
            ObjectPtr::from_raw(node).into()
        }
    }
}

impl NDArrayNode {
    /// Returns the object that contains this `DLTensor`. Front ends refer to arrays by the address
    /// of the `DLTensor`.
    ///
    /// # Safety
    /// `tensor` is an address that [`NDArrayNode::dl_tensor_at`] returned.
    pub(crate) unsafe fn of_dl_tensor(tensor: NonNull<DLTensor>) -> NonNull<Object> {
        // SAFETY: the tensor is at this offset in its node.
        unsafe { tensor.byte_sub(offset_of!(Self, tensor)) }.cast()
    }

    /// Returns the address by which front ends refer to an array, or `None` if the object is not an
    /// array. The address has the provenance of `object`, so it gives access to the whole object.
    /// The address of [`NDArrayNode::dl_tensor`] gives access to the `DLTensor` only.
    #[inline]
    pub(crate) fn dl_tensor_at(object: &Object) -> Option<*const DLTensor> {
        let tensor = || std::ptr::from_ref(object).wrapping_byte_add(offset_of!(Self, tensor)).cast();
        // The node types of this crate are registered at setup.
        object.as_linked_node::<Self>().map(|_| tensor())
    }

    /// Returns the tensor as a C struct. Its pointers are valid as long as this node.
    pub fn dl_tensor(&self) -> &DLTensor {
        &self.tensor
    }

    /// Returns the extents of the dimensions.
    pub fn shape(&self) -> &[i64] {
        // SAFETY: the file's first invariant.
        unsafe { slice::from_raw_parts(self.tensor.shape, self.tensor.ndim as usize) }
    }

    /// Returns the strides, counted in elements, or `None` for compact row-major order.
    pub fn strides(&self) -> Option<&[i64]> {
        let DLTensor { strides, ndim, .. } = self.tensor;
        // SAFETY: the file's first invariant.
        (!strides.is_null()).then(|| unsafe { slice::from_raw_parts(strides, ndim as usize) })
    }

    /// Returns the data type of the elements.
    pub fn dtype(&self) -> DataType {
        self.tensor.dtype
    }

    /// Returns the device of the elements.
    pub fn device(&self) -> Device {
        self.tensor.device
    }

    /// Returns the number of elements.
    pub fn element_count(&self) -> usize {
        // The constructors check that the product does not overflow.
        product(self.shape())
    }

    /// Returns the size of the elements in bytes, without gaps.
    pub fn byte_size(&self) -> usize {
        self.element_count() * self.dtype().bytes()
    }

    /// Returns whether the memory of the elements is read-only. A write to such memory can
    /// terminate the process, so read-only tensors are not passed to compiled code or C functions.
    /// A copy of the tensor is writable.
    pub fn is_read_only(&self) -> bool {
        match &self.owner {
            Owner::Host(_) => false,
            Owner::Viewed(viewed) => viewed.is_read_only(),
            Owner::Keeper { access, .. } => *access == Access::ReadOnly,
        }
    }

    /// Returns the tensor that this tensor is a view of.
    pub fn viewed(&self) -> Option<&NDArray> {
        match &self.owner {
            Owner::Viewed(viewed) => Some(viewed),
            _ => None,
        }
    }

    /// Returns whether the elements are contiguous in row-major order.
    pub fn is_contiguous(&self) -> bool {
        self.strides().is_none_or(|strides| is_compact(self.shape(), strides))
    }
}

impl fmt::Display for NDArrayNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NDArray({:?}, {}, {})", self.shape(), self.dtype(), self.device())
    }
}

/// An allocation of host memory.
struct HostMemory {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the memory has one owner, like a `Box<[u8]>`.
unsafe impl Send for HostMemory {}
// SAFETY: the memory has one owner, and shared access only reads.
unsafe impl Sync for HostMemory {}

impl HostMemory {
    /// Allocates zeroed bytes with this alignment, a power of two. Returns `None` if there is not
    /// enough memory.
    fn zeroed(bytes: usize, alignment: usize) -> Option<Self> {
        let layout = Layout::from_size_align(bytes, alignment).ok()?;
        let start = match bytes {
            0 => layout.dangling_ptr(),
            // SAFETY: the layout has a nonzero size.
            _ => NonNull::new(unsafe { alloc_zeroed(layout) })?,
        };
        Some(Self { start, layout })
    }

    /// Allocates a copy of these bytes. Returns `None` if there is not enough memory.
    fn copied(bytes: &[u8], alignment: usize) -> Option<Self> {
        if bytes.is_empty() {
            return Self::zeroed(0, alignment);
        }
        let layout = Layout::from_size_align(bytes.len(), alignment).ok()?;
        // SAFETY: the layout has a nonzero size.
        let start = NonNull::new(unsafe { alloc(layout) })?;
        // SAFETY: both are `bytes.len()` bytes long, and the allocation is new.
        unsafe { start.copy_from_nonoverlapping(NonNull::from(bytes).cast(), bytes.len()) };
        Some(Self { start, layout })
    }

    fn start(&self) -> NonNull<u8> {
        self.start
    }
}

impl Drop for HostMemory {
    fn drop(&mut self) {
        if self.layout.size() > 0 {
            // SAFETY: `self` owns the memory, which was allocated with this layout.
            unsafe { dealloc(self.start.as_ptr(), self.layout) };
        }
    }
}
