//! The primary context of each device.

use std::marker::PhantomData;
use std::ops::Deref;

use objet_object::{Device, DeviceType};

use crate::device::cuda::CudaError;
use crate::device::cuda::code_form::Checked;
use crate::device::cuda::cuda_driver::{ContextHandle, Driver, Module};
use crate::device::cuda::per_device::PerDevice;

/// The primary context of a device.
pub(super) struct Context {
    driver: &'static Driver,
    /// The number of the device, from 0.
    pub(super) device_id: i32,
    pub(super) handle: ContextHandle,
}

/// The driver with a current context. Dropping the value restores the previous context of the
/// thread.
pub(super) struct Entered {
    driver: &'static Driver,
    /// Makes the type neither `Send` nor `Sync`, because the current context belongs to this
    /// thread.
    _here: PhantomData<*mut ()>,
}

impl Context {
    /// Returns the context of a device.
    pub(super) fn of(device_id: i32) -> Result<&'static Self, CudaError> {
        static CONTEXTS: PerDevice<Context> = PerDevice::new();
        CONTEXTS.get_or_make(device_id, |driver| {
            let handle = driver.retain_primary_context(driver.device_number(device_id)?)?;
            Ok(Self { driver, device_id, handle })
        })
    }

    pub(super) fn device(&self) -> Device {
        Device::new(DeviceType::CUDA, self.device_id)
    }

    /// Makes the context current in this thread until the result is dropped.
    pub(super) fn enter(&self) -> Result<Entered, CudaError> {
        self.driver.push_context(self.handle)?;
        Ok(Entered { driver: self.driver, _here: PhantomData })
    }

    /// Makes the context current in this thread permanently.
    pub(super) fn stay(&self) -> Result<(), CudaError> {
        self.driver.set_context(self.handle)
    }

    /// Loads code on the device.
    pub(super) fn load(&self, code: Checked<'_>) -> Result<Module, CudaError> {
        let _entered = self.enter()?;
        let failed = |(source, log)| CudaError::Load { device: self.device(), source: Box::new(source), log };
        self.driver.load_module(self.handle, code).map_err(failed)
    }
}

impl Deref for Entered {
    type Target = Driver;

    fn deref(&self) -> &Driver {
        self.driver
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        // Popping the context fails only if the driver is broken, and then the next call reports an
        // error.
        let _ = self.driver.pop_context();
    }
}
