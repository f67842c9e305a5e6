//! The handles of a session.

use std::collections::HashMap;

use objet_object::{Device, NDArray, OpaqueHandle};
use objet_runtime::{Module, PackedFunc};

use super::ServeError;

/// Maximum number of handles of a session.
const MAX_HANDLES: usize = 1 << 20;

/// An object that a client refers to by a handle.
#[derive(Debug)]
pub(super) enum Entry {
    /// A function.
    Function(PackedFunc),
    /// A module.
    Module(Module),
    /// A tensor that a function returned.
    Array(NDArray),
    /// Memory that the client allocated.
    Memory(NDArray),
    /// A stream of a device.
    Stream(Device, OpaqueHandle),
    /// An opaque pointer that a function returned.
    Opaque(OpaqueHandle),
}

impl Entry {
    fn kind(&self) -> &'static str {
        match self {
            Self::Function(_) => "a function",
            Self::Module(_) => "a module",
            Self::Array(_) => "a tensor",
            Self::Memory(_) => "memory",
            Self::Stream(..) => "a stream",
            Self::Opaque(_) => "an opaque pointer",
        }
    }
}

/// A table of objects by handle. A handle is never an address, and the handle of a removed object
/// is never valid again.
#[derive(Debug, Default)]
pub(super) struct Handles {
    slots: Vec<Slot>,
    free: Vec<u32>,
    /// The handles of opaque pointers, of which each address has one.
    opaque: HashMap<OpaqueHandle, u64>,
    /// The size in bytes of the memory that the client may still allocate.
    left_bytes: u64,
}

#[derive(Debug)]
struct Slot {
    generation: u32,
    entry: Option<Entry>,
}

impl Handles {
    /// Creates a table whose memory has at most this size in bytes.
    pub(super) fn new(max_bytes: u64) -> Self {
        Self { left_bytes: max_bytes, ..Self::default() }
    }

    /// Checks that the client may allocate this many bytes.
    pub(super) fn reserve(&self, bytes: u64) -> Result<(), ServeError> {
        if bytes > self.left_bytes {
            return Err(ServeError::Memory { bytes, left: self.left_bytes });
        }
        Ok(())
    }

    /// Adds an object and returns its handle, which is not 0.
    pub(super) fn add(&mut self, entry: Entry) -> Result<u64, ServeError> {
        let index = match self.free.pop() {
            Some(index) => index,
            None if self.slots.len() >= MAX_HANDLES => {
                return Err(ServeError::TooManyHandles { limit: MAX_HANDLES });
            }
            None => {
                self.slots.push(Slot { generation: 1, entry: None });
                (self.slots.len() - 1) as u32
            }
        };
        if let Entry::Memory(memory) = &entry {
            self.left_bytes = self.left_bytes.saturating_sub(memory.byte_size() as u64);
        }
        let slot = &mut self.slots[index as usize];
        slot.entry = Some(entry);
        Ok(u64::from(slot.generation) << 32 | u64::from(index))
    }

    /// Returns the handle of an opaque pointer. Null has the handle 0.
    pub(super) fn opaque(&mut self, pointer: OpaqueHandle) -> Result<u64, ServeError> {
        if pointer == OpaqueHandle::NULL {
            return Ok(0);
        }
        if let Some(handle) = self.opaque.get(&pointer) {
            return Ok(*handle);
        }
        let handle = self.add(Entry::Opaque(pointer))?;
        self.opaque.insert(pointer, handle);
        Ok(handle)
    }

    fn slot(&mut self, handle: u64) -> Option<&mut Slot> {
        let slot = self.slots.get_mut(usize::try_from(handle & 0xffff_ffff).ok()?)?;
        (u64::from(slot.generation) == handle >> 32 && slot.entry.is_some()).then_some(slot)
    }

    /// Returns an object.
    pub(super) fn get(&mut self, handle: u64) -> Result<&mut Entry, ServeError> {
        let slot = self.slot(handle).and_then(|slot| slot.entry.as_mut());
        slot.ok_or(ServeError::UnknownHandle { handle })
    }

    /// Removes an object.
    pub(super) fn remove(&mut self, handle: u64) -> Result<Entry, ServeError> {
        let slot = self.slot(handle).ok_or(ServeError::UnknownHandle { handle })?;
        let entry = slot.entry.take().ok_or(ServeError::UnknownHandle { handle })?;
        // The highest bit stays clear, because front ends read handles as signed numbers. A slot
        // whose generations are used up is not used again.
        slot.generation += 1;
        if slot.generation < 1 << 31 {
            self.free.push(handle as u32);
        }
        if let Entry::Memory(memory) = &entry {
            self.left_bytes = self.left_bytes.saturating_add(memory.byte_size() as u64);
        }
        Ok(entry)
    }

    /// Returns a function.
    pub(super) fn function(&mut self, handle: u64) -> Result<PackedFunc, ServeError> {
        match self.get(handle)? {
            Entry::Function(function) => Ok(function.clone()),
            other => Err(wrong(handle, "a function", other)),
        }
    }

    /// Returns a module.
    pub(super) fn module(&mut self, handle: u64) -> Result<Module, ServeError> {
        match self.get(handle)? {
            Entry::Module(module) => Ok(module.clone()),
            other => Err(wrong(handle, "a module", other)),
        }
    }

    /// Returns a tensor: memory of the client, or the result of a function.
    pub(super) fn tensor(&mut self, handle: u64) -> Result<&mut NDArray, ServeError> {
        match self.get(handle)? {
            Entry::Array(tensor) | Entry::Memory(tensor) => Ok(tensor),
            other => Err(wrong(handle, "a tensor", other)),
        }
    }
}

/// Returns the error for a handle of the wrong kind.
pub(super) fn wrong(handle: u64, expected: &'static str, found: &Entry) -> ServeError {
    ServeError::HandleKind { handle, expected, found: found.kind() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        Entry::Opaque(OpaqueHandle::NULL)
    }

    #[test]
    fn a_freed_handle_is_never_valid_again() {
        let mut handles = Handles::default();
        let first = handles.add(entry()).unwrap();
        handles.remove(first).unwrap();
        let second = handles.add(entry()).unwrap();
        assert_ne!(first, second);
        assert!(matches!(handles.remove(first), Err(ServeError::UnknownHandle { .. })));
        assert!(handles.remove(second).is_ok());
    }

    #[test]
    fn handles_are_not_null_and_unknown_ones_are_errors() {
        let mut handles = Handles::default();
        assert_ne!(handles.add(entry()).unwrap(), 0);
        for handle in [0, 1, 1 << 32 | 1, u64::MAX] {
            assert!(handles.get(handle).is_err(), "{handle:#x}");
        }
    }

    #[test]
    fn a_handle_of_another_kind_is_an_error() {
        let mut handles = Handles::default();
        let handle = handles.add(entry()).unwrap();
        let error = handles.function(handle).unwrap_err().to_string();
        assert_eq!(error, format!("handle {handle:#x} is an opaque pointer, expected a function"));
    }
}
