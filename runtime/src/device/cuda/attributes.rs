//! Attributes of CUDA devices, by TVM's numbers.

use objet_object::RetValue;

use crate::device::DeviceAttribute;
use crate::device::cuda::CudaError;
use crate::device::cuda::cuda_driver::Driver;

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

/// Returns an attribute of a device, or null if the attribute does not apply.
pub(super) fn attribute(device_id: i32, attribute: DeviceAttribute) -> Result<RetValue, CudaError> {
    if attribute == DeviceAttribute::EXIST {
        let found = Driver::get().and_then(|driver| driver.device_number(device_id));
        return Ok(i64::from(found.is_ok()).into());
    }
    let driver = Driver::get()?;
    let device = driver.device_number(device_id)?;
    let get = |number| driver.attribute(device, number);
    Ok(match attribute {
        DeviceAttribute::MAX_THREADS_PER_BLOCK => get(number::MAX_THREADS_PER_BLOCK)?.into(),
        DeviceAttribute::WARP_SIZE => get(number::WARP_SIZE)?.into(),
        DeviceAttribute::MAX_SHARED_MEMORY_PER_BLOCK => get(number::MAX_SHARED_MEMORY_PER_BLOCK)?.into(),
        DeviceAttribute::COMPUTE_VERSION => {
            let (major, minor) =
                (get(number::COMPUTE_CAPABILITY_MAJOR)?, get(number::COMPUTE_CAPABILITY_MINOR)?);
            format!("{major}.{minor}").into()
        }
        DeviceAttribute::DEVICE_NAME => driver.device_name(device)?.into(),
        DeviceAttribute::MAX_CLOCK_RATE => get(number::CLOCK_RATE)?.into(),
        DeviceAttribute::MULTI_PROCESSOR_COUNT => get(number::MULTIPROCESSOR_COUNT)?.into(),
        DeviceAttribute::MAX_THREAD_DIMENSIONS => {
            let (x, y) = (get(number::MAX_BLOCK_DIM_X)?, get(number::MAX_BLOCK_DIM_Y)?);
            format!("[{x}, {y}, {}]", get(number::MAX_BLOCK_DIM_Z)?).into()
        }
        DeviceAttribute::MAX_REGISTERS_PER_BLOCK => get(number::MAX_REGISTERS_PER_BLOCK)?.into(),
        DeviceAttribute::API_VERSION => driver.version()?.into(),
        // The driver reports the version of its API, not its own version. GCN is an AMD
        // architecture.
        _ => RetValue::Null,
    })
}
