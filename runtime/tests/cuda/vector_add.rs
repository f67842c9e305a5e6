//! A kernel for any GPU and for the fake driver.
#![expect(unsafe_code, reason = "kernels are trusted")]

use objet_object::{DataType, Device, DeviceType, NDArray};
use objet_runtime::device::cuda::cuda_module;
use objet_runtime::kernel_module::FunctionInfo;
use objet_runtime::{Module, NDArrayExt, Result};

pub(crate) const PTX: &str = include_str!("vector_add.ptx");

pub(crate) fn cuda(device_id: i32) -> Device {
    Device::new(DeviceType::CUDA, device_id)
}

pub(crate) fn info() -> FunctionInfo {
    let handle = DataType::HANDLE;
    let args = [handle, handle, handle, DataType::int(32)];
    FunctionInfo::new("vector_add", args, &["blockIdx.x", "threadIdx.x"])
}

pub(crate) fn module() -> Module {
    // SAFETY: the kernel takes these arguments, and only accesses as many elements as the last
    // argument says.
    unsafe { cuda_module(PTX, [info()]) }
}

/// Adds vectors on a device. The block size does not divide their length.
pub(crate) fn adds(module: &Module, device_id: i32) -> Result<()> {
    let (count, block) = (1000_i32, 128);
    let numbers = |factor: f32| (0..count).map(|index| index as f32 * factor).collect::<Vec<_>>();
    let (x, y) = (numbers(1.0), numbers(0.5));
    let a = NDArray::from_slice_on(&[count.into()], &x, cuda(device_id))?;
    let b = NDArray::from_slice_on(&[count.into()], &y, cuda(device_id))?;
    let c = NDArray::from_slice_on(&[count.into()], &vec![-1.0_f32; count as usize], cuda(device_id))?;
    let vector_add = module.expect_function("vector_add")?;
    // The last element is not computed.
    vector_add.call((&a, &b, &c, count - 1, (count + block - 1) / block, block))?;
    let mut expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| x + y).collect();
    expected[count as usize - 1] = -1.0;
    assert_eq!(c.to_host()?.to_vec::<f32>()?, expected);
    Ok(())
}
