//! Global functions for devices.

use objet_object::{DeviceType, RetValue};
use objet_object_derive::register_global;

use crate::args::Args;
use crate::device::{DeviceAttribute, Devices};
use crate::error::Result;

/// Returns the address that represents the CPU device API. The address is not a C++ object.
#[register_global("device_api.cpu", crate = objet_runtime)]
pub(super) fn cpu_api(_: Args<'_>) -> Result<RetValue> {
    Ok(Devices::handle(DeviceType::CPU).into())
}

/// Returns an attribute of a device. The arguments are the device type, the device id and the
/// attribute number. For the attribute `kExist`, an unknown device type yields 0 instead of an
/// error.
#[register_global("runtime.GetDeviceAttr", crate = objet_runtime)]
pub(super) fn get_device_attr(args: Args<'_>) -> Result<RetValue> {
    let (device_type, attribute) = (DeviceType(args.get(0)?), DeviceAttribute(args.get(2)?));
    match Devices::api(device_type) {
        Ok(api) => api.attribute(args.get(1)?, attribute),
        Err(_) if attribute == DeviceAttribute::EXIST => Ok(0.into()),
        Err(error) => Err(error.into()),
    }
}
