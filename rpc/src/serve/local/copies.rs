//! Copies to and from the tensors of a session.

use std::ops::Range;

use objet_object::{NDArray, OpaqueHandle};
use objet_runtime::{NDArrayExt, Result};

use super::Local;
use crate::serve::ServeError;
use crate::serve::SharedTensors;
use crate::serve::device_memory::{copy_among, copy_from_device, copy_to_device};
use crate::wire::{Code, Decoder, Encoder, RemoteTensor};

/// Bytes of a tensor.
#[derive(Debug)]
pub(crate) struct Copied {
    tensor: NDArray,
    start: usize,
    len: usize,
}

impl Copied {
    /// Returns the bytes.
    pub(crate) fn bytes(&self) -> Result<&[u8]> {
        Ok(&self.tensor.as_bytes()?[self.start..self.start + self.len])
    }

    /// Returns the start of the packet, up to the bytes.
    pub(crate) fn start(&self) -> Vec<u8> {
        Encoder::new(Code::COPY_ACK).finish_before(self.len)
    }
}

impl Local {
    /// Copies bytes to a tensor. `fill` stores the bytes.
    pub(crate) fn copy_to(
        &self,
        tensor: &RemoteTensor,
        bytes: u64,
        fill: impl FnOnce(&mut [u8]) -> Result<()>,
    ) -> Result<()> {
        self.busy("CopyToRemote");
        let mut handles = self.handles();
        let memory = handles.tensor(tensor.data)?;
        let range = range(memory, tensor, bytes)?;
        let is_refused = self.shared == SharedTensors::Refuse;
        if memory.device().device_type.is_host() && (is_refused || memory.is_writable()) {
            return fill(&mut memory.as_bytes_mut()?[range]);
        }
        let mut staged = vec![0; range.len()];
        fill(&mut staged)?;
        copy_to_device(memory, range.start, &staged)
    }

    /// Copies the elements of a tensor to another one.
    pub(super) fn copy_among(
        &self,
        from: &RemoteTensor,
        to: &RemoteTensor,
        stream: OpaqueHandle,
    ) -> Result<()> {
        let source = self.view(from)?;
        if to.device.device_type.is_host() {
            // The two may be the same memory.
            let bytes = source.to_host()?.as_bytes()?.to_vec();
            drop(source);
            return self.copy_to(to, bytes.len() as u64, |into| {
                into.copy_from_slice(&bytes);
                Ok(())
            });
        }
        copy_among(&source, &self.view(to)?, stream)
    }

    pub(super) fn copy_from(&self, mut decoder: Decoder<'_>) -> Result<Copied> {
        self.busy("CopyFromRemote");
        let tensor = decoder.tensor()?;
        let bytes = decoder.u64("the number of bytes")?;
        decoder.finish()?;
        let memory = self.handles().tensor(tensor.data)?.clone();
        let range = range(&memory, &tensor, bytes)?;
        let len = range.len();
        if memory.device().device_type.is_host() {
            return Ok(Copied { tensor: memory, start: range.start, len });
        }
        Ok(Copied { tensor: copy_from_device(&memory, range.start, len)?, start: 0, len })
    }
}

/// Returns the bytes of a tensor that a copy covers.
fn range(memory: &NDArray, tensor: &RemoteTensor, bytes: u64) -> Result<Range<usize>, ServeError> {
    if memory.device() != tensor.device {
        return Err(ServeError::WrongDevice { expected: memory.device(), found: tensor.device });
    }
    let size = memory.byte_size();
    let offset = tensor.byte_offset;
    let end = offset.checked_add(bytes).filter(|end| *end <= size as u64);
    let end = end.ok_or(ServeError::CopyRange { bytes, offset, size })?;
    Ok(offset as usize..end as usize)
}
