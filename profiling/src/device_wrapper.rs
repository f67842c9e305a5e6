//! Devices as objects.

use objet_object::{Device, Object, make_object};

/// A device as an object, so that containers can hold it.
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.profiling.DeviceWrapper", crate = objet_object)]
pub struct DeviceWrapperNode {
    base: Object,
    /// The device.
    pub device: Device,
}

impl DeviceWrapper {
    /// Wraps a device.
    pub fn new(device: Device) -> Self {
        make_object(DeviceWrapperNode { base: Object::new(), device }).into()
    }
}
