//! The sessions of this process, by index.

use std::sync::{Arc, Mutex, Once, PoisonError, Weak};

use objet_object::{Device, DeviceType};
use objet_runtime::Devices;

use super::RpcError;
use super::device::RemoteDevice;
use super::peer::Inner;

/// Maximum number of sessions at a time, as in TVM.
const MAX_SESSIONS: usize = 32;

/// The distance between the device types of two sessions.
const MASK: i32 = 128;

static TABLE: Mutex<[Weak<Inner>; MAX_SESSIONS]> = Mutex::new([const { Weak::new() }; MAX_SESSIONS]);

/// Gives the first free index to a new session.
///
/// # Errors
/// If no index is free.
pub(super) fn insert(make: impl FnOnce(usize) -> Arc<Inner>) -> Result<Arc<Inner>, RpcError> {
    static REGISTER: Once = Once::new();
    // Another copy of this crate may have registered its sessions. Then its devices are in use, and
    // those of this copy are reported as unknown.
    REGISTER.call_once(|| drop(Devices::register_remote(RemoteDevice::find)));
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    let free = table.iter().position(|session| session.strong_count() == 0);
    let index = free.ok_or(RpcError::TooManySessions { limit: MAX_SESSIONS })?;
    let session = make(index);
    table[index] = Arc::downgrade(&session);
    Ok(session)
}

/// Returns the session of a remote device.
///
/// # Errors
/// If the session has ended.
pub(super) fn of_device(device: Device) -> Result<Arc<Inner>, RpcError> {
    let index = device.device_type.rpc_session().and_then(|index| usize::try_from(index).ok());
    let table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    let session = index.and_then(|index| table.get(index)?.upgrade());
    session.ok_or(RpcError::Ended { device })
}

/// Returns the device type in this process of a device type of a session's server.
pub(super) fn masked(index: usize, device_type: DeviceType) -> DeviceType {
    DeviceType(device_type.0 + MASK * (index as i32 + 1))
}

/// Returns the server's device of a remote device.
pub(super) fn unmasked(device: Device) -> Device {
    Device::new(DeviceType(device.device_type.0 % MASK), device.device_id)
}
