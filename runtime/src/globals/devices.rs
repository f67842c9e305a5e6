//! Devices.

use objet_object::{DeviceType, RetValue};
use objet_object_derive::register_global;

use crate::device::{DeviceAttribute, Devices};
use crate::error::Result;

/// What is known of a device. That a kind of device is not there is no error where that is what is asked.
#[register_global("runtime.GetDeviceAttr", crate = objet_runtime)]
pub(super) fn get_device_attr(device_type: i32, device_id: i32, kind: i32) -> Result<RetValue> {
    let attribute = DeviceAttribute(kind);
    match Devices::api(DeviceType(device_type)) {
        Ok(api) => api.attribute(device_id, attribute),
        Err(_) if attribute == DeviceAttribute::EXIST => Ok(0.into()),
        Err(error) => Err(error.into()),
    }
}
