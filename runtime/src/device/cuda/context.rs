//! The devices that the driver has, and the primary context of each.
//!
//! Invariant: a [`Context`] has the handle of a context that was retained and is never released, so that it may be used at any time.

#![expect(unsafe_code, reason = "contexts are known to the driver by handles")]

use std::ffi::c_int;
use std::marker::PhantomData;
use std::ops::Deref;

use objet_object::{Device, DeviceType};

use crate::device::cuda::CudaError;
use crate::device::cuda::driver::{DeviceNumber, Driver, Handle};
use crate::device::cuda::per_device::PerDevice;

/// The primary context of a device.
pub(super) struct Context {
    driver: &'static Driver,
    /// Which device, from 0.
    pub(super) device_id: i32,
    pub(super) handle: Handle,
}

/// The driver, with a context that is current in this thread until this is dropped.
pub(super) struct Entered {
    driver: &'static Driver,
    /// What is current is a matter of this thread alone.
    _here: PhantomData<*mut ()>,
}

/// How many devices there are.
pub(super) fn device_count(driver: &Driver) -> Result<usize, CudaError> {
    let mut count: c_int = 0;
    // SAFETY: there is a place for the answer.
    unsafe { driver.device_count(&mut count) }?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// The number by which the driver knows a device.
pub(super) fn device_number(driver: &Driver, device_id: i32) -> Result<DeviceNumber, CudaError> {
    let count = device_count(driver)?;
    if !usize::try_from(device_id).is_ok_and(|position| position < count) {
        return Err(CudaError::NoDevice { device_id, count });
    }
    let mut number = 0;
    // SAFETY: there is a place for the answer.
    unsafe { driver.device(&mut number, device_id) }?;
    Ok(number)
}

impl Context {
    /// The context of a device.
    pub(super) fn of(device_id: i32) -> Result<&'static Self, CudaError> {
        static CONTEXTS: PerDevice<Context> = PerDevice::new();
        CONTEXTS.get_or_make(device_id, |driver| {
            let number = device_number(driver, device_id)?;
            let mut handle = Handle::NULL;
            // SAFETY: there is a place for the answer, and the driver knows the device.
            unsafe { driver.retain_primary_context(&mut handle, number) }?;
            Ok(Self { driver, device_id, handle })
        })
    }

    pub(super) fn device(&self) -> Device {
        Device::new(DeviceType::CUDA, self.device_id)
    }

    /// Makes the context current in this thread for a while.
    pub(super) fn enter(&self) -> Result<Entered, CudaError> {
        // SAFETY: the file's invariant.
        unsafe { self.driver.push_context(self.handle) }?;
        Ok(Entered { driver: self.driver, _here: PhantomData })
    }

    /// Makes the context current in this thread from now on.
    pub(super) fn stay(&self) -> Result<(), CudaError> {
        // SAFETY: the file's invariant.
        unsafe { self.driver.set_context(self.handle) }
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
        let mut context = Handle::NULL;
        // SAFETY: there is a place for the answer. It is not looked whether this fails: what was pushed can be popped, unless the
        // driver is in ruins, and then the next call says so.
        let _ = unsafe { self.driver.pop_context(&mut context) };
    }
}
