//! The memory of a graph: tensors, and copies into them.
//!
//! Invariants:
//! - Only the `unsafe` functions of [`graph_executor`](super) create executors and factories. Their
//!   callers promise that no code holds a slice of a tensor while an executor writes to it.
//! - A `DLTensor` that is passed is valid.

#![expect(unsafe_code, reason = "writes to tensors that calls share, for callers that promise")]

use objet_object::{ArgValue, DLTensor, DataType, Device, NDArray, OpaqueHandle};

use crate::device::{Devices, NDArrayExt, Stream, copy_dl_tensor, copy_from_bytes};
use crate::error::Result;
use crate::graph_executor::GraphError;
use crate::graph_executor::graph::Graph;

/// A block of memory.
struct Block {
    storage: i64,
    bytes: usize,
    device_type: i64,
    /// The first entry in the block.
    entry: usize,
}

/// Allocates the tensors of all entries. Entries with the same storage number are views of one
/// block.
pub(super) fn allocate(graph: &Graph, devices: &[Device]) -> Result<Vec<NDArray>> {
    let mut order: Vec<i64> = (0..graph.storages.len() as i64).collect();
    order.sort_unstable_by_key(|entry| (graph.storages[*entry as usize], *entry));
    let mut blocks: Vec<Block> = Vec::new();
    for entry in order {
        let entry = entry as usize;
        let (storage, device_type) = (graph.storages[entry], graph.device_type(entry));
        let bytes = NDArray::byte_size_of(graph.shape(entry), graph.dtypes[entry])
            .map_err(|source| GraphError::error(format!("entry {entry}"), source.to_string()))?;
        match blocks.last_mut() {
            Some(block) if block.storage == storage => {
                if block.device_type != device_type {
                    let problem = "shares the memory of entry {}, which is on another device";
                    return Err(GraphError::at("entry", entry, problem, block.entry as i64));
                }
                block.bytes = block.bytes.max(bytes);
            }
            _ => blocks.push(Block { storage, bytes, device_type, entry }),
        }
    }
    let mut memory = Vec::with_capacity(blocks.len());
    for block in &blocks {
        let of_type = |device: &&Device| i64::from(device.device_type.0) == block.device_type;
        let device = *devices.iter().find(of_type).unwrap_or(&devices[0]);
        // Compiled code may read whole words.
        let bytes = i64::try_from(block.bytes).unwrap_or(i64::MAX).saturating_add(3) & !3;
        let allocated = NDArray::empty_aligned(&[bytes], DataType::uint(8), device, 1, None);
        memory.push(
            allocated
                .map_err(|source| GraphError::error(format!("entry {}", block.entry), source.to_string()))?,
        );
    }
    let mut entries = Vec::with_capacity(graph.storages.len());
    for (entry, storage) in graph.storages.iter().enumerate() {
        // Each storage number has its block.
        let block = blocks.partition_point(|block| block.storage < *storage);
        entries.push(memory[block].view(graph.shape(entry), graph.dtypes[entry])?);
    }
    Ok(entries)
}

/// Copies the elements of a tensor to another one with the same number of bytes.
pub(super) fn copy(from: ArgValue<'_>, to: ArgValue<'_>) -> Result<()> {
    let to = to.get::<&DLTensor>()?;
    // A host tensor with strides is made contiguous first. Devices that do not know each other copy
    // through the host.
    let through = match from {
        ArgValue::Object(_) => {
            let tensor: NDArray = from.get()?;
            let (from, to) = (tensor.device().device_type, to.device.device_type);
            if from.is_host() {
                tensor.compact()?
            } else if to.is_host() || from == to {
                tensor
            } else {
                tensor.to_host()?
            }
            .into()
        }
        _ => None,
    };
    let from = match &through {
        Some(tensor) => tensor.dl_tensor(),
        None => from.get()?,
    };
    // The same elements need no copy.
    if from.data == to.data && from.byte_offset == to.byte_offset && from.device == to.device {
        return Ok(());
    }
    // SAFETY: the file's invariants.
    unsafe { copy_dl_tensor(from, to, Stream::DEFAULT) }?;
    for Device { device_type, device_id } in [from.device, to.device] {
        // A copy without the host may not be complete yet.
        if !device_type.is_host() {
            Devices::api(device_type)?.synchronize_default(device_id)?;
        }
    }
    Ok(())
}

/// Copies a constant of the library to a tensor. The library returned its address for this tensor.
pub(super) fn copy_linked(constant: OpaqueHandle, to: &NDArray) -> Result<()> {
    // SAFETY: the callers who create an executor promise that the constant has the elements of the
    // tensor that it is looked up for, and nothing else refers to the new tensor.
    unsafe {
        let bytes = std::slice::from_raw_parts(constant.0.cast::<u8>(), to.byte_size());
        copy_from_bytes(to.dl_tensor(), bytes)
    }
}
