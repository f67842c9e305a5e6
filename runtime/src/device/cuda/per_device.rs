//! Values that are created once for each device, on first use.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::device::cuda::CudaError;
use crate::device::cuda::cuda_driver::Driver;

/// Values by device number.
pub(super) struct PerDevice<T> {
    slots: OnceLock<Box<[OnceLock<T>]>>,
    /// Locked while a value is created, so that no value is created twice.
    making: Mutex<()>,
}

impl<T> Default for PerDevice<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> PerDevice<T> {
    pub(super) const fn new() -> Self {
        Self { slots: OnceLock::new(), making: Mutex::new(()) }
    }

    /// Returns the value of a device, and creates it with `make` on first use. An existing value is
    /// returned without a lock. An error is not stored.
    pub(super) fn get_or_make<E: From<CudaError>>(
        &self,
        device_id: i32,
        make: impl FnOnce(&'static Driver) -> Result<T, E>,
    ) -> Result<&T, E> {
        if let Some(value) = self.slot(device_id).and_then(OnceLock::get) {
            return Ok(value);
        }
        let driver = Driver::get()?;
        let count = driver.device_count()?;
        self.slots.get_or_init(|| (0..count).map(|_| OnceLock::new()).collect());
        let _guard = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = self.slot(device_id).ok_or(CudaError::NoDevice { device_id, count })?;
        match slot.get() {
            Some(value) => Ok(value),
            None => {
                let value = make(driver)?;
                Ok(slot.get_or_init(|| value))
            }
        }
    }

    fn slot(&self, device_id: i32) -> Option<&OnceLock<T>> {
        self.slots.get()?.get(usize::try_from(device_id).ok()?)
    }
}
