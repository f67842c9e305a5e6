//! Memory for as long as a compiled function runs.

#![expect(unsafe_code, reason = "memory is given back by address")]

use std::ffi::{c_int, c_void};
use std::ptr;

use objet_object::DeviceType;

use crate::backend::guarded;
use crate::device::Devices;
use crate::error::Result;

/// Vectors of compiled code ask for it.
const ALIGNMENT: usize = 128;

/// So many bytes of a device, for a while; null, and a last error, if there is not as much. The hints tell of what type the
/// elements will be, and mean nothing here.
pub extern "C" fn backend_alloc_workspace(
    device_type: c_int,
    device_id: c_int,
    nbytes: u64,
    _dtype_code_hint: c_int,
    _dtype_bits_hint: c_int,
) -> *mut c_void {
    let mut memory = ptr::null_mut();
    guarded(|| {
        memory = allocate(device_type, device_id, nbytes)?;
        Ok(())
    });
    memory
}

/// Gives memory back.
///
/// # Safety
/// `ptr` is what [`backend_alloc_workspace`] gave this thread for this device, and is not used after.
pub unsafe extern "C" fn backend_free_workspace(
    device_type: c_int,
    device_id: c_int,
    ptr: *mut c_void,
) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        unsafe { free(device_type, device_id, ptr) }
    })
}

fn allocate(device_type: c_int, device_id: c_int, nbytes: u64) -> Result<*mut c_void> {
    let bytes = usize::try_from(nbytes)
        .map_err(|_| format!("expected a size that fits into memory, found {nbytes} bytes"))?;
    Devices::api(DeviceType(device_type))?.allocate(device_id, bytes.max(1), ALIGNMENT)
}

/// # Safety
/// That of [`backend_free_workspace`].
unsafe fn free(device_type: c_int, device_id: c_int, data: *mut c_void) -> Result<()> {
    // SAFETY: as the caller promised.
    unsafe { Devices::api(DeviceType(device_type))?.free(device_id, data) }
}
