//! The OpenCL devices of this process.

use crate::device::opencl::OpenclError;
use crate::device::opencl::opencl_driver::{DeviceId, Driver, Queue, text_of};
use crate::shared::Shared;

/// The devices of one platform, selected when the driver is loaded.
#[derive(Clone, Copy)]
pub(super) struct OpenCl {
    pub(super) driver: &'static Driver,
}

/// A device.
pub(super) struct ClDevice {
    pub(super) id: DeviceId,
    /// The default queue.
    pub(super) queue: Queue,
}

impl OpenCl {
    /// Returns the devices of this process. The first call loads the driver.
    pub(super) fn get() -> Result<Self, OpenclError> {
        static DRIVER: Shared<Result<Driver, OpenclError>> = Shared::new(Driver::open);
        let driver = Shared::get(&DRIVER).as_ref().map_err(Clone::clone)?;
        Ok(Self { driver })
    }

    /// Returns a device by its number.
    pub(super) fn device(self, device_id: i32) -> Result<ClDevice, OpenclError> {
        let devices = self.driver.devices();
        let device = usize::try_from(device_id).ok().and_then(|number| devices.get(number));
        let (id, queue) = *device.ok_or(OpenclError::NoDevice { device_id, count: devices.len() })?;
        Ok(ClDevice { id, queue })
    }

    /// Returns an attribute of a device as a string.
    pub(super) fn info_text(self, device: &ClDevice, what: u32) -> Result<String, OpenclError> {
        Ok(text_of(&self.driver.device_info(device.id, what)?))
    }

    /// Returns an attribute of a device as numbers of `N` bytes each.
    pub(super) fn info_numbers<const N: usize>(
        self,
        device: &ClDevice,
        what: u32,
    ) -> Result<Vec<u64>, OpenclError> {
        let bytes = self.driver.device_info(device.id, what)?;
        let widened = bytes.as_chunks::<N>().0.iter().map(|number| {
            let mut wide = [0; 8];
            wide[..N].copy_from_slice(number);
            u64::from_le_bytes(wide)
        });
        Ok(widened.collect())
    }
}
