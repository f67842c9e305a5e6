//! The memory of a graph: tensors, and copies into them.
//!
//! Invariant: an executor writes to its tensors and to those of its callers as the functions of its
//! library do. The contract of [`Module::load_from_file`](crate::Module::load_from_file) applies: a
//! `DLTensor` that is passed is valid, and no other code holds a slice of the elements.

#![expect(unsafe_code, reason = "writes to tensors that calls share")]

use objet_object::{ArgValue, DLTensor, Device, NDArray, OpaqueHandle};

use crate::device::{Devices, NDArrayExt, Stream, copy_dl_tensor, copy_from_bytes};
use crate::error::Result;
use crate::graph_executor::GraphError;
use crate::graph_executor::graph::{Entry, Graph};

/// The tensors of a graph.
pub(super) struct Memory {
    /// The tensor of each entry: a view of a block of memory.
    pub(super) entries: Vec<NDArray>,
    /// The block of each entry.
    block_of: Vec<usize>,
    /// The entries of each block.
    sharing: Vec<Vec<usize>>,
}

impl Memory {
    /// Allocates the memory of all entries. Entries with the same storage number share a block.
    pub(super) fn allocate(graph: &Graph, devices: &[Device]) -> Result<Self> {
        let entries = &graph.entries;
        let mut numbers: Vec<i64> = entries.iter().map(|entry| entry.storage).collect();
        numbers.sort_unstable();
        numbers.dedup();
        // All numbers are in the list.
        let block_of = |entry: &Entry| numbers.binary_search(&entry.storage).unwrap_or_default();
        let block_of: Vec<usize> = entries.iter().map(block_of).collect();
        let mut sharing = vec![Vec::new(); numbers.len()];
        for (entry, block) in block_of.iter().enumerate() {
            sharing[*block].push(entry);
        }
        let mut views = vec![None; entries.len()];
        for sharing in &sharing {
            let first = sharing[0];
            let bytes = sharing.iter().map(|entry| entries[*entry].bytes).max().unwrap_or_default();
            if let Some(other) =
                sharing.iter().find(|entry| entries[**entry].device_type != entries[first].device_type)
            {
                let problem = format!("has the storage_id of entry {first}, but another device");
                return Err(GraphError::new(format!("entry {other}"), problem).into());
            }
            // Compiled code may read whole words.
            let bytes = bytes.checked_next_multiple_of(4).and_then(|bytes| i64::try_from(bytes).ok());
            let bytes =
                bytes.ok_or_else(|| GraphError::new(format!("entry {first}"), "the tensor is too large"))?;
            let device = device_of(&entries[first], devices);
            let block = NDArray::empty(&[bytes], objet_object::DataType::uint(8), device)?;
            for entry in sharing {
                let Entry { shape, dtype, .. } = &entries[*entry];
                views[*entry] = Some(block.view(shape, *dtype)?);
            }
        }
        Ok(Self { entries: views.into_iter().flatten().collect(), block_of, sharing })
    }

    /// Returns the entries that share their memory with this one, itself included.
    pub(super) fn sharing(&self, entry: usize) -> &[usize] {
        &self.sharing[self.block_of[entry]]
    }

    /// Replaces the tensors of a block of memory.
    pub(super) fn replace(&mut self, entry: usize, tensors: &[NDArray]) {
        for entry in &self.sharing[self.block_of[entry]] {
            self.entries[*entry] = tensors[*entry].clone();
        }
    }
}

/// Returns the device of an entry: the first one of its type, or the first one.
fn device_of(entry: &Entry, devices: &[Device]) -> Device {
    let of_type = |device: &&Device| entry.device_type.is_none_or(|found| found == device.device_type);
    *devices.iter().find(of_type).unwrap_or(&devices[0])
}

/// Copies the elements of a tensor to another one with the same number of bytes.
pub(super) fn copy(from: ArgValue<'_>, to: ArgValue<'_>) -> Result<()> {
    // A host tensor with strides is made contiguous first. Devices that do not know each other copy
    // through the host.
    let through_host = match (from.get::<NDArray>(), to.get::<&DLTensor>()?.device.device_type) {
        (Ok(tensor), to) => {
            let from = tensor.device().device_type;
            if from.is_host() && !tensor.is_contiguous() {
                Some(tensor.compact()?)
            } else if !from.is_host() && !to.is_host() && from != to {
                Some(tensor.to_host()?)
            } else {
                None
            }
        }
        _ => None,
    };
    let from = through_host.as_ref().map_or(from, ArgValue::from);
    let (from, to) = (from.get::<&DLTensor>()?, to.get::<&DLTensor>()?);
    let is_same = from.data == to.data && from.byte_offset == to.byte_offset && from.device == to.device;
    if is_same && !from.data.is_null() {
        return Ok(());
    }
    // SAFETY: the file's invariant.
    unsafe { copy_dl_tensor(from, to, Stream::DEFAULT) }?;
    if !from.device.device_type.is_host() && !to.device.device_type.is_host() {
        // A copy without the host may not be complete yet.
        for Device { device_type, device_id } in [from.device, to.device] {
            Devices::api(device_type)?.synchronize_default(device_id)?;
        }
    }
    Ok(())
}

/// Copies a constant of the library to a tensor. The library returned its address for this tensor.
pub(super) fn copy_linked(constant: OpaqueHandle, to: &NDArray) -> Result<()> {
    // SAFETY: by the file's invariant, the library is trusted, and the constant has the elements of
    // the tensor that it was looked up for.
    unsafe {
        let bytes = std::slice::from_raw_parts(constant.0.cast::<u8>(), to.byte_size());
        copy_from_bytes(to.dl_tensor(), bytes)
    }
}
