//! Devices.

use objet_object::{DeviceType, RetValue};
use objet_object_derive::register_global;

use crate::args::Args;
use crate::device::{DeviceAttribute, Devices};
use crate::error::Result;

/// The address that stands for the host as a kind of device. It is no object of C++.
#[register_global("device_api.cpu", crate = objet_runtime)]
pub(super) fn cpu_api(_: Args<'_>) -> Result<RetValue> {
    Ok(Devices::handle(DeviceType::CPU).into())
}

/// What is known of a device: its type, its number, and what is asked. That a kind of device is not there is no error where that is what is asked.
#[register_global("runtime.GetDeviceAttr", crate = objet_runtime)]
pub(super) fn get_device_attr(args: Args<'_>) -> Result<RetValue> {
    let (device_type, attribute) = (DeviceType(args.get(0)?), DeviceAttribute(args.get(2)?));
    match Devices::api(device_type) {
        Ok(api) => api.attribute(args.get(1)?, attribute),
        Err(_) if attribute == DeviceAttribute::EXIST => Ok(0.into()),
        Err(error) => Err(error.into()),
    }
}
