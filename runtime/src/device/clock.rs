//! Measures the time at which a device has finished its work.

use std::time::Instant;

use objet_object::Device;

use crate::device::{DeviceApi, DeviceError, Devices};
use crate::error::Result;

/// A clock that returns the time at which a device has finished all work on its default stream. A
/// measurement is the difference of two such times.
///
/// ```
/// use objet_object::Device;
/// use objet_runtime::DeviceClock;
///
/// let clock = DeviceClock::new(Device::cpu(0))?;
/// let start = clock.now()?;
/// assert!(clock.now()? >= start);
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct DeviceClock {
    api: &'static dyn DeviceApi,
    device_id: i32,
}

impl DeviceClock {
    /// Creates the clock of a device.
    ///
    /// # Errors
    /// If the device does not exist, or if the target has no clock.
    pub fn new(device: Device) -> Result<Self> {
        if cfg!(all(target_family = "wasm", target_os = "unknown")) {
            return Err(DeviceError::NoClock.into());
        }
        let api = Devices::api(device.device_type)?;
        if !api.exists(device.device_id) {
            return Err(DeviceError::NoDevice { device }.into());
        }
        Ok(Self { api, device_id: device.device_id })
    }

    /// Waits until the device has finished its work, and returns the time.
    ///
    /// # Errors
    /// If the device fails.
    pub fn now(&self) -> Result<Instant> {
        self.api.synchronize_default(self.device_id)?;
        Ok(Instant::now())
    }
}
