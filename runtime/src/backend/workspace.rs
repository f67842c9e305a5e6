//! Memory for as long as a compiled function runs.

#![expect(unsafe_code, reason = "memory is given back by address")]

use std::ffi::{c_int, c_void};
use std::ptr;

use objet_object::{Device, DeviceType};

use crate::backend::guarded;
use crate::device::Workspace;

/// So many bytes of a device, or more, for a while; null, and a last error, if there is not as much. They are from the pool of
/// this thread. The hints tell of what type the elements will be, and mean nothing here.
pub extern "C" fn backend_alloc_workspace(
    device_type: c_int,
    device_id: c_int,
    nbytes: u64,
    _dtype_code_hint: c_int,
    _dtype_bits_hint: c_int,
) -> *mut c_void {
    let mut memory = ptr::null_mut();
    guarded(|| {
        let device = Device { device_type: DeviceType(device_type), device_id };
        // What does not fit into memory at all is refused as what does not fit into it now.
        memory = Workspace::allocate(device, usize::try_from(nbytes).unwrap_or(usize::MAX))?.into_raw();
        Ok(())
    });
    memory
}

/// Gives memory back to the pool of this thread.
///
/// # Safety
/// What [`backend_alloc_workspace`] gave this thread at this address is not used after.
pub unsafe extern "C" fn backend_free_workspace(
    device_type: c_int,
    device_id: c_int,
    ptr: *mut c_void,
) -> c_int {
    guarded(|| {
        let device = Device { device_type: DeviceType(device_type), device_id };
        Workspace::give_back(device, ptr)
    })
}
