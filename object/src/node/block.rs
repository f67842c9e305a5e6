//! Blocks: allocations for several objects of one type.
//!
//! Invariants:
//! - A block begins with the number of its cells that are in use or not used yet. A cell consists
//!   of an object, whose counts state that it is in a block, and the address of the block.
//! - An object releases its cell once, and an [`ObjectBatch`] releases the cells that it has not
//!   used. The release of the last cell frees the block.

#![expect(unsafe_code, reason = "several objects are placed in one allocation")]

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::header::Object;
use crate::node::{IsObject, ObjectPtr};
use crate::types::node_type::Registered;

/// The maximum size of the cells of a block in bytes, unless one cell is larger.
const MAX_BYTES: usize = 4096;

/// The number of cells in the first block of a batch. Each further block has twice as many.
const FIRST_CELLS: usize = 4;

/// The start of a block.
struct Block {
    /// The number of cells that are in use or not used yet.
    cells: AtomicUsize,
    /// The layout of the whole block.
    layout: Layout,
}

/// Makes objects of one type in blocks of up to 4 KiB, so that many objects need few allocations.
///
/// A block is freed when its last object is freed. So use a batch for objects that are dropped
/// together: an object that outlives the others keeps a block.
///
/// ```
/// use objet_object::{BoxInt, BoxIntNode, ObjectBatch};
///
/// let mut batch = ObjectBatch::new();
/// let numbers: Vec<BoxInt> =
///     (0..1000).map(|value| batch.make(BoxIntNode::new(value)).into()).collect();
/// assert_eq!(numbers[7].value, 7);
/// ```
pub struct ObjectBatch<T: IsObject> {
    /// The block of the next object, if a cell is left.
    block: NonNull<Block>,
    /// The next cell, if one is left.
    next: NonNull<u8>,
    /// The number of cells that have not been used.
    left: usize,
    /// The number of cells in the next block.
    cells: usize,
    registered: Registered,
    _makes: PhantomData<T>,
}

impl<T: IsObject> ObjectBatch<T> {
    const CELL: Layout = cell(Layout::new::<T>()).0;
    const MAX_CELLS: usize = if Self::CELL.size() < MAX_BYTES { MAX_BYTES / Self::CELL.size() } else { 1 };

    /// Returns a batch without memory.
    ///
    /// # Panics
    /// If the type table rejects the declaration of `T`. See [`IsObject::type_index`].
    pub fn new() -> Self {
        Self {
            block: NonNull::dangling(),
            next: NonNull::dangling(),
            left: 0,
            cells: FIRST_CELLS.min(Self::MAX_CELLS),
            registered: T::node_type().expect_registered(),
            _makes: PhantomData,
        }
    }

    /// Moves a node to the heap and returns a pointer to the new object.
    #[inline]
    pub fn make(&mut self, node: T) -> ObjectPtr<T> {
        if self.left == 0 {
            self.add_block();
        }
        let Registered { index, range_index } = self.registered;
        let object = self.next.cast::<T>();
        // SAFETY: the cell at `next` is not used, and has room for a node and the address of the
        // block. A node begins with its header.
        unsafe {
            object.write(node);
            object.cast::<Object>().write(Object::unique_in_block(index, range_index));
            address_of_block(object.cast(), Layout::new::<T>()).write(self.block);
            self.next = self.next.byte_add(Self::CELL.size());
        }
        self.left -= 1;
        // `retain` recovers a pointer from the exposed address.
        object.expose_provenance();
        // SAFETY: the object has one strong count, which passes to the pointer.
        unsafe { ObjectPtr::from_raw(object) }
    }

    #[cold]
    #[inline(never)]
    fn add_block(&mut self) {
        let cells = Layout::from_size_align(Self::CELL.size() * self.cells, Self::CELL.align());
        let Ok((layout, first)) = cells.and_then(|cells| Layout::new::<Block>().extend(cells)) else {
            unreachable!("a block is one cell or small")
        };
        // SAFETY: a block is not empty.
        let Some(block) = NonNull::new(unsafe { alloc(layout) }) else { handle_alloc_error(layout) };
        self.block = block.cast();
        // SAFETY: the allocation begins with the start of a block, and has cells from `first` on.
        unsafe {
            self.block.write(Block { cells: AtomicUsize::new(self.cells), layout });
            self.next = block.byte_add(first);
        }
        self.left = self.cells;
        self.cells = (self.cells * 2).min(Self::MAX_CELLS);
    }
}

impl<T: IsObject> Default for ObjectBatch<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: IsObject> Drop for ObjectBatch<T> {
    fn drop(&mut self) {
        if self.left > 0 {
            // SAFETY: the unused cells belong to the batch, which does not use them again.
            unsafe { release_cells(self.block, self.left) };
        }
    }
}

/// Returns the layout of the cell of an object with this layout, and the offset of the address of
/// the block.
const fn cell(object: Layout) -> (Layout, usize) {
    match object.extend(Layout::new::<NonNull<Block>>()) {
        Ok((layout, offset)) => (layout.pad_to_align(), offset),
        Err(_) => unreachable!(),
    }
}

/// Returns the place of the address of the block, in the cell of an object with this layout.
///
/// # Safety
/// The object is in a cell.
unsafe fn address_of_block(object: NonNull<Object>, layout: Layout) -> NonNull<NonNull<Block>> {
    // SAFETY: the offset is within the cell.
    unsafe { object.byte_add(cell(layout).1) }.cast()
}

/// Releases the cell of an object with this layout.
///
/// # Safety
/// The counts of the object stated that it is in a block. Its content was dropped, and the memory
/// is not used again.
pub(crate) unsafe fn release(object: NonNull<Object>, layout: Layout) {
    // SAFETY: the object is in a cell of the block whose address it has, and gives the cell up.
    unsafe { release_cells(address_of_block(object, layout).read(), 1) };
}

/// Releases cells of a block, and frees the block if no other cells are left.
///
/// # Safety
/// The caller owns the cells, and does not use them again.
unsafe fn release_cells(block: NonNull<Block>, cells: usize) {
    // SAFETY: the caller's cells keep the block alive.
    let start = unsafe { block.as_ref() };
    let layout = start.layout;
    if start.cells.fetch_sub(cells, Ordering::Release) == cells {
        start.cells.load(Ordering::Acquire);
        // SAFETY: this released the last cells, so the block is not used any more.
        unsafe { dealloc(block.as_ptr().cast(), layout) };
    }
}
