//! The devices that the driver has, and the primary context of each.

use std::marker::PhantomData;
use std::ops::Deref;

use objet_object::{Device, DeviceType};

use crate::device::cuda::CudaError;
use crate::device::cuda::code_form::Checked;
use crate::device::cuda::driver::{ContextHandle, Driver, Module};
use crate::device::cuda::per_device::PerDevice;

/// The primary context of a device.
pub(super) struct Context {
    driver: &'static Driver,
    /// Which device, from 0.
    pub(super) device_id: i32,
    pub(super) handle: ContextHandle,
}

/// The driver, with a context that is current in this thread until this is dropped.
pub(super) struct Entered {
    driver: &'static Driver,
    /// What is current is a matter of this thread alone.
    _here: PhantomData<*mut ()>,
}

impl Context {
    /// The context of a device.
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

    /// Makes the context current in this thread for a while.
    pub(super) fn enter(&self) -> Result<Entered, CudaError> {
        self.driver.push_context(self.handle)?;
        Ok(Entered { driver: self.driver, _here: PhantomData })
    }

    /// Makes the context current in this thread from now on.
    pub(super) fn stay(&self) -> Result<(), CudaError> {
        self.driver.set_context(self.handle)
    }

    /// Has the device load code.
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
        // What was pushed can be popped, unless the driver is in ruins, and then the next call says so.
        let _ = self.driver.pop_context();
    }
}
