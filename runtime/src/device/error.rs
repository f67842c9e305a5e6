//! Errors of devices.

use objet_object::{DataType, Device, DeviceType};

/// A device cannot be used as requested, or a device kind cannot be registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// The device kind is not registered.
    #[error("Device API {name} is not enabled: {hint}")]
    NotEnabled {
        /// The name of the kind.
        name: String,
        /// How to enable the kind.
        hint: &'static str,
    },
    /// The device kind is already registered.
    #[error("device type {device_type} already has an API")]
    DuplicateApi {
        /// The kind.
        device_type: DeviceType,
    },
    /// The number of a device kind is out of range.
    #[error("expected a device type from 1 to 31, found {}", device_type.0)]
    OutOfRange {
        /// The number.
        device_type: DeviceType,
    },
    /// The target has no clock.
    #[error("no clock: wasm32-unknown-unknown has no way to read the time")]
    NoClock,
    /// The device does not exist.
    #[error("device {device} does not exist")]
    NoDevice {
        /// The device.
        device: Device,
    },
    /// The device has too little memory.
    #[error("out of memory on {device}: {bytes} bytes, alignment {alignment}")]
    OutOfMemory {
        /// The device.
        device: Device,
        /// The requested size in bytes.
        bytes: usize,
        /// The requested alignment in bytes.
        alignment: usize,
    },
    /// An alignment is not a power of two.
    #[error("expected a power of two as alignment, found {found}")]
    Alignment {
        /// The alignment.
        found: usize,
    },
    /// The device does not have the requested memory scope.
    #[error("expected memory scope \"global\" on {device}, found {scope:?}")]
    Scope {
        /// The device.
        device: Device,
        /// The requested scope.
        scope: String,
    },
    /// A tensor cannot have the requested element type.
    #[error(
        "unsupported element type {dtype:?}: expected at least 1 lane of 8, 16, 32, 64 or 128 bits, or of 1 or 4 bits \
         for integers"
    )]
    ElementType {
        /// The element type.
        dtype: DataType,
    },
    /// The source and destination of a copy have different sizes.
    #[error("cannot copy {found} bytes to a destination of {expected} bytes")]
    CopySize {
        /// The size of the destination in bytes.
        expected: usize,
        /// The size of the source in bytes.
        found: usize,
    },
    /// Two devices cannot copy to each other.
    #[error("cannot copy from {from} to {to}: the device types differ, and neither is the host")]
    CopyBetween {
        /// The source device.
        from: Device,
        /// The destination device.
        to: Device,
    },
    /// Memory is returned to a pool that it does not belong to.
    #[error("address {address:#x} is not a workspace of this thread on {device}")]
    NoWorkspace {
        /// The device of the pool.
        device: Device,
        /// The address of the memory.
        address: usize,
    },
    /// The thread is shutting down, and its pools are gone.
    #[error("called from a thread that is shutting down: no workspace on {device}")]
    ThreadShutdown {
        /// The device of the pool.
        device: Device,
    },
}
