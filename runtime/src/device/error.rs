//! What can go wrong with devices.

use objet_object::{DataType, Device, DeviceType};

/// A device that cannot be used as asked, or a kind of device that cannot be registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// Nothing that is linked in knows the kind.
    #[error("Device API {name} is not enabled: {hint}")]
    NotEnabled {
        /// The kind.
        name: String,
        /// What would enable it.
        hint: &'static str,
    },
    /// The kind is there already.
    #[error("expected a type of device that has no API yet, found {device_type}, which has one")]
    Twice {
        /// The kind.
        device_type: DeviceType,
    },
    /// The number stands for no kind.
    #[error("expected a type of device from 1 to 31, found {}", device_type.0)]
    OutOfRange {
        /// The number.
        device_type: DeviceType,
    },
    /// The target has no clock: a module of WebAssembly gets none from its host.
    #[error("no clock: this program was built for wasm32-unknown-unknown, which cannot read the time")]
    NoClock,
    /// There is no device of that number.
    #[error("expected a device to measure on, found {device}, which is not there")]
    NoDevice {
        /// The device.
        device: Device,
    },
    /// There is not as much memory.
    #[error("expected {bytes} bytes of memory at a multiple of {alignment} on {device}, found not as many")]
    OutOfMemory {
        /// Where it should be.
        device: Device,
        /// How much.
        bytes: usize,
        /// Of what its address should be a multiple.
        alignment: usize,
    },
    /// Memory cannot be aligned so.
    #[error("expected a power of two as alignment, found {found}")]
    Alignment {
        /// The number.
        found: usize,
    },
    /// The device has no such memory.
    #[error("expected memory of scope \"global\" on {device}, found {scope:?}")]
    Scope {
        /// The device.
        device: Device,
        /// The scope asked for.
        scope: String,
    },
    /// Memory is not made for such elements.
    #[error(
        "expected elements of one lane or more, and of 8, 16, 32, 64 or 128 bits, or 1 or 4 of an integer, found {}x{} of {} bits",
        dtype.element(), dtype.lanes, dtype.bits
    )]
    ElementType {
        /// The type of the elements.
        dtype: DataType,
    },
    /// What is copied does not have the size of where it should go.
    #[error("expected as many bytes to copy as there are at their destination, {expected}, found {found}")]
    CopySize {
        /// How many bytes the destination has.
        expected: usize,
        /// How many there are to copy.
        found: usize,
    },
    /// Neither device knows the memory of the other.
    #[error(
        "expected devices of one type to copy between, or the host as one of them, found {from} and {to}"
    )]
    CopyBetween {
        /// Where the bytes are.
        from: Device,
        /// Where they should go.
        to: Device,
    },
    /// Memory is given back to a pool that it is not from.
    #[error("expected a workspace that this thread has of {device}, found address {address:#x}")]
    NoWorkspace {
        /// Whose pool it is.
        device: Device,
        /// The memory.
        address: usize,
    },
    /// The thread is ending, and its pools are gone.
    #[error("expected a thread that is not ending, for a workspace on {device}")]
    ThreadEnds {
        /// Whose pool was asked.
        device: Device,
    },
}
