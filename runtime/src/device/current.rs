//! How compiled code says with which device it works.

use objet_object::DeviceType;

use crate::device::Devices;
use crate::error::Result;
use crate::register_global;

/// Makes a device the one with which this thread works, where its kind has such a notion. Compiled code calls this before it
/// calls kernels.
#[register_global("__tvm_set_device", crate = objet_runtime)]
pub(crate) fn set_device(device_type: i32, device_id: i32) -> Result<()> {
    Devices::api(DeviceType(device_type))?.set_device(device_id)
}
