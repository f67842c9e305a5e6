//! Tensors as objects.
//!
//! Invariants:
//! - `tensor.shape` and `tensor.strides` point into `extents`, which is made once and stays.
//! - The elements that shape and strides span lie in memory that `owner` keeps. Those in memory of the host are written and
//!   may be read by any thread. All of this stays as long as the node.
//! - The memory is written to only by who has the one reference to it, as [`NDArray::is_writable`] tells; or by code outside
//!   that who lent it the memory by an `unsafe` call answers for. Memory that is [`Access::ReadOnly`] is written to by nobody, and
//!   lent to no such code.
//! - The start of a [`HostMemory`] is an allocation of its layout whose bytes have all been written,
//!   or dangling if that has no size.

#![expect(unsafe_code, reason = "elements are reached by pointer")]

pub(super) mod elements;
mod make;
mod view;

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::fmt;
use std::mem::offset_of;
use std::ptr::NonNull;

use crate::header::Object;
use crate::node::object_ptr::make_object;
use crate::tensor::data_type::DataType;
use crate::tensor::device::Device;
use crate::tensor::dl_tensor::{DLTensor, is_compact, product};

/// The object behind [`NDArray`]. A `DLTensor` stands right behind the header, as front ends expect.
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.NDArray", type_index = 2, wrapper = NDArray, crate = crate)]
pub struct NDArrayNode {
    base: Object,
    tensor: DLTensor,
    /// The shape, and behind it the strides, if there are any.
    extents: Box<[i64]>,
    owner: Owner,
}

const _: () = assert!(offset_of!(NDArrayNode, tensor) == 16);

// SAFETY: what the raw pointers in `tensor` point to is owned by the node and only read; see the file's invariants.
unsafe impl Send for NDArrayNode {}
// SAFETY: as above.
unsafe impl Sync for NDArrayNode {}

/// Who keeps the elements.
enum Owner {
    /// The node alone.
    Host(#[expect(dead_code, reason = "held to be dropped")] HostMemory),
    /// The tensor of which this is a view. That one is no view itself.
    Viewed(NDArray),
    /// Whoever it may be.
    Keeper {
        #[expect(dead_code, reason = "held to be dropped")]
        keeper: Box<dyn Send + Sync>,
        access: Access,
    },
}

/// Who may write to elements that somebody else keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Nobody.
    ReadOnly,
    /// Code outside of Rust, and whoever else knows them.
    Shared,
    /// Who has the one reference to the node: nobody else knows them.
    Sole,
}

impl NDArray {
    /// A node whose tensor points to its own shape and strides.
    fn assemble(mut tensor: DLTensor, extents: Vec<i64>, owner: Owner) -> Self {
        let mut extents = extents.into_boxed_slice();
        let ndim = tensor.ndim as usize;
        let start = extents.as_mut_ptr();
        tensor.shape = start;
        // Where there are strides, they stand behind the shape.
        tensor.strides = if extents.len() > ndim { start.wrapping_add(ndim) } else { std::ptr::null_mut() };
        make_object(NDArrayNode { base: Object::new(), tensor, extents, owner }).into()
    }
}

impl NDArrayNode {
    /// The array that this tensor stands in, as front ends refer to arrays.
    ///
    /// # Safety
    /// `tensor` is the address that [`NDArrayNode::dl_tensor_at`] gave.
    pub(crate) unsafe fn of_dl_tensor(tensor: NonNull<DLTensor>) -> NonNull<Object> {
        // SAFETY: the tensor stands that far behind the start of its node.
        unsafe { tensor.byte_sub(offset_of!(Self, tensor)) }.cast()
    }

    /// Returns the address by which front ends refer to an array, if the object is one. It is made
    /// from the address of the object, and reaches all of that. The address of
    /// [`NDArrayNode::dl_tensor`] reaches the tensor alone.
    #[inline]
    pub(crate) fn dl_tensor_at(object: &Object) -> Option<*const DLTensor> {
        let tensor = || std::ptr::from_ref(object).wrapping_byte_add(offset_of!(Self, tensor)).cast();
        // Every table knows the node types of this crate from the start.
        object.as_linked_node::<Self>().map(|_| tensor())
    }

    /// The tensor, as C sees it. The pointers are valid as long as this node.
    pub fn dl_tensor(&self) -> &DLTensor {
        &self.tensor
    }

    /// The extents of the dimensions.
    pub fn shape(&self) -> &[i64] {
        &self.extents[..self.tensor.ndim as usize]
    }

    /// The steps from one element to the next in each dimension, counted in elements; `None` for compact row-major order.
    pub fn strides(&self) -> Option<&[i64]> {
        Some(&self.extents[self.tensor.ndim as usize..]).filter(|_| !self.tensor.strides.is_null())
    }

    /// The type of the elements.
    pub fn dtype(&self) -> DataType {
        self.tensor.dtype
    }

    /// Where the elements are.
    pub fn device(&self) -> Device {
        self.tensor.device
    }

    /// How many elements there are.
    pub fn element_count(&self) -> usize {
        // The sizes were checked when the tensor was made.
        product(self.shape())
    }

    /// How many bytes the elements take, without gaps.
    pub fn byte_size(&self) -> usize {
        self.element_count() * self.dtype().bytes()
    }

    /// Whether nobody may write to the elements: their memory was lent for reading alone, and writing to it may end the process.
    /// Neither compiled code nor code of C is called with such a tensor; a copy of it is like any other tensor.
    pub fn is_read_only(&self) -> bool {
        match &self.owner {
            Owner::Host(_) => false,
            Owner::Viewed(viewed) => viewed.is_read_only(),
            Owner::Keeper { access, .. } => *access == Access::ReadOnly,
        }
    }

    /// The tensor that this is a view of.
    pub fn viewed(&self) -> Option<&NDArray> {
        match &self.owner {
            Owner::Viewed(viewed) => Some(viewed),
            _ => None,
        }
    }

    /// Whether the elements lie one after the other in row-major order.
    pub fn is_contiguous(&self) -> bool {
        self.strides().is_none_or(|strides| is_compact(self.shape(), strides))
    }
}

impl fmt::Display for NDArrayNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NDArray({:?}, {}, {})", self.shape(), self.dtype(), self.device())
    }
}

/// Bytes of the host.
struct HostMemory {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the memory has one owner, like a `Box<[u8]>`.
unsafe impl Send for HostMemory {}
// SAFETY: as above; shared access only reads.
unsafe impl Sync for HostMemory {}

impl HostMemory {
    /// That many zeros, from a multiple of `alignment`, a power of two, on; or `None` if there are not as many.
    fn zeroed(bytes: usize, alignment: usize) -> Option<Self> {
        let layout = Layout::from_size_align(bytes, alignment).ok()?;
        let start = match bytes {
            0 => layout.dangling_ptr(),
            // SAFETY: the layout has a size.
            _ => NonNull::new(unsafe { alloc_zeroed(layout) })?,
        };
        Some(Self { start, layout })
    }

    /// A copy of these bytes, or `None` if there are not as many.
    fn copied(bytes: &[u8], alignment: usize) -> Option<Self> {
        if bytes.is_empty() {
            return Self::zeroed(0, alignment);
        }
        let layout = Layout::from_size_align(bytes.len(), alignment).ok()?;
        // SAFETY: the layout has a size.
        let start = NonNull::new(unsafe { alloc(layout) })?;
        // SAFETY: both are so large, and the allocation is new.
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
            // SAFETY: allocated with this layout, and owned.
            unsafe { dealloc(self.start.as_ptr(), self.layout) };
        }
    }
}
