//! What is known of a device, under TVM's numbers.

#![expect(unsafe_code, reason = "the driver puts its answers where it is told to")]

use std::ffi::{CStr, c_char, c_int};

use objet_object::RetValue;

use crate::device::DeviceAttribute;
use crate::device::cuda::CudaError;
use crate::device::cuda::context::device_number;
use crate::device::cuda::driver::{DeviceNumber, Driver};

/// The driver's numbers of attributes (`CUdevice_attribute`).
mod number {
    use std::ffi::c_int;

    pub(super) const MAX_THREADS_PER_BLOCK: c_int = 1;
    pub(super) const MAX_BLOCK_DIM_X: c_int = 2;
    pub(super) const MAX_BLOCK_DIM_Y: c_int = 3;
    pub(super) const MAX_BLOCK_DIM_Z: c_int = 4;
    pub(super) const MAX_SHARED_MEMORY_PER_BLOCK: c_int = 8;
    pub(super) const WARP_SIZE: c_int = 10;
    pub(super) const MAX_REGISTERS_PER_BLOCK: c_int = 12;
    pub(super) const CLOCK_RATE: c_int = 13;
    pub(super) const MULTIPROCESSOR_COUNT: c_int = 16;
    pub(super) const COMPUTE_CAPABILITY_MAJOR: c_int = 75;
    pub(super) const COMPUTE_CAPABILITY_MINOR: c_int = 76;
}

/// What is known of a device; null if that attribute means nothing to it.
pub(super) fn attribute(device_id: i32, attribute: DeviceAttribute) -> Result<RetValue, CudaError> {
    if attribute == DeviceAttribute::EXIST {
        let found = Driver::get().and_then(|driver| device_number(driver, device_id));
        return Ok(i64::from(found.is_ok()).into());
    }
    let driver = Driver::get()?;
    let device = device_number(driver, device_id)?;
    let get = |number| get(driver, device, number);
    Ok(match attribute {
        DeviceAttribute::MAX_THREADS_PER_BLOCK => get(number::MAX_THREADS_PER_BLOCK)?.into(),
        DeviceAttribute::WARP_SIZE => get(number::WARP_SIZE)?.into(),
        DeviceAttribute::MAX_SHARED_MEMORY_PER_BLOCK => get(number::MAX_SHARED_MEMORY_PER_BLOCK)?.into(),
        DeviceAttribute::COMPUTE_VERSION => {
            let (major, minor) =
                (get(number::COMPUTE_CAPABILITY_MAJOR)?, get(number::COMPUTE_CAPABILITY_MINOR)?);
            format!("{major}.{minor}").into()
        }
        DeviceAttribute::DEVICE_NAME => name(driver, device)?.into(),
        DeviceAttribute::MAX_CLOCK_RATE => get(number::CLOCK_RATE)?.into(),
        DeviceAttribute::MULTI_PROCESSOR_COUNT => get(number::MULTIPROCESSOR_COUNT)?.into(),
        DeviceAttribute::MAX_THREAD_DIMENSIONS => {
            let (x, y) = (get(number::MAX_BLOCK_DIM_X)?, get(number::MAX_BLOCK_DIM_Y)?);
            format!("[{x}, {y}, {}]", get(number::MAX_BLOCK_DIM_Z)?).into()
        }
        DeviceAttribute::MAX_REGISTERS_PER_BLOCK => get(number::MAX_REGISTERS_PER_BLOCK)?.into(),
        DeviceAttribute::API_VERSION => api_version(driver)?.into(),
        // The driver does not say its own version, but that of the interface; and no device of this kind is of GCN.
        _ => RetValue::Null,
    })
}

fn get(driver: &Driver, device: DeviceNumber, number: c_int) -> Result<i32, CudaError> {
    let mut value = 0;
    // SAFETY: there is a place for the answer, and the driver knows the device.
    unsafe { driver.device_attribute(&mut value, number, device) }?;
    Ok(value)
}

fn name(driver: &Driver, device: DeviceNumber) -> Result<String, CudaError> {
    let mut name: [c_char; 256] = [0; 256];
    // SAFETY: there is room for as many bytes as is said, less the last one, which stays a NUL whatever the driver does.
    unsafe { driver.device_name(name.as_mut_ptr(), name.len() as c_int - 1, device) }?;
    // SAFETY: the last byte is a NUL.
    Ok(unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned())
}

/// The newest version of CUDA that the driver knows, as 12040 for 12.4.
fn api_version(driver: &Driver) -> Result<i32, CudaError> {
    let mut version = 0;
    // SAFETY: there is a place for the answer.
    unsafe { driver.driver_version(&mut version) }?;
    Ok(version)
}
