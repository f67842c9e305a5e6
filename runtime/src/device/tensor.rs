//! Tensors in device memory.

use objet_object::{DataType, DataTypeCode, Device, NDArray, NDArrayError, Scalar};

use crate::device::memory::{allocate_tensor, copy_elements};
use crate::device::{DeviceError, Devices};
use crate::error::Result;

/// Methods for tensors on devices.
///
/// ```
/// use objet_object::{DataType, Device, DeviceType, NDArray};
/// use objet_runtime::NDArrayExt;
///
/// let device = Device::cpu(0);
/// let mut tensor = NDArray::empty(&[2, 2], DataType::float(32), device)?;
/// tensor.copy_from_slice(&[1.0_f32, 2.0, 3.0, 4.0])?;
/// let copy = tensor.copy_to(device)?;
/// assert_eq!(copy.to_host()?.to_vec::<f32>()?, [1.0, 2.0, 3.0, 4.0]);
///
/// let missing = NDArray::empty(&[2], DataType::BOOL, Device::new(DeviceType::VULKAN, 0));
/// assert!(missing.unwrap_err().message().starts_with("Device API vulkan is not enabled"));
/// # Ok::<(), objet_runtime::Error>(())
/// ```
pub trait NDArrayExt: Sized {
    /// Creates a tensor in device memory. On the host, the elements are zero; elsewhere, they are
    /// undefined. The data is aligned to 128 bytes, and is freed with the last reference, on any
    /// thread.
    ///
    /// # Errors
    /// If the device does not exist or has too little memory, or if a dimension is negative. If
    /// `dtype` is not supported: it needs at least one lane of 8, 16, 32, 64 or 128 bits, or of 1
    /// or 4 bits for integers.
    fn empty(shape: &[i64], dtype: DataType, device: Device) -> Result<Self> {
        Self::empty_aligned(shape, dtype, device, 1, None)
    }

    /// Like [`NDArrayExt::empty`], with data that is also aligned to `alignment`, in the given
    /// memory scope. Devices only have the scope `"global"`, which `None` stands for.
    ///
    /// # Errors
    /// As for [`NDArrayExt::empty`], and if `alignment` is not a power of two or the scope is not
    /// supported.
    fn empty_aligned(
        shape: &[i64],
        dtype: DataType,
        device: Device,
        alignment: usize,
        mem_scope: Option<&str>,
    ) -> Result<Self>;

    /// Creates a tensor in device memory from elements in row-major order.
    ///
    /// # Errors
    /// If the number of elements does not match the shape, or as for [`NDArrayExt::empty`].
    fn from_slice_on<T: Scalar>(shape: &[i64], elements: &[T], device: Device) -> Result<Self>;

    /// Copies the tensor to a device.
    ///
    /// # Errors
    /// If the device does not exist or has too little memory, if a tensor on a device is not
    /// contiguous, or if a device fails.
    fn copy_to(&self, device: Device) -> Result<Self>;

    /// Returns the tensor if it is in host memory, or else a copy in host memory.
    ///
    /// # Errors
    /// As for [`NDArrayExt::copy_to`].
    fn to_host(&self) -> Result<Self>;

    /// Copies the elements of another tensor with the same number of bytes into this one. Shapes,
    /// types and devices may differ.
    ///
    /// # Errors
    /// If the sizes differ, or if a device fails. If the reference to this tensor is not unique
    /// (see [`NDArray::is_writable`]). If this tensor is not contiguous, or if `from` is on a
    /// device and not contiguous.
    fn copy_from(&mut self, from: &NDArray) -> Result<()>;

    /// Copies elements into the tensor, in row-major order.
    ///
    /// # Errors
    /// If the type or number of the elements differs from the tensor's, or as for
    /// [`NDArrayExt::copy_from`].
    fn copy_from_slice<T: Scalar>(&mut self, elements: &[T]) -> Result<()>;
}

impl NDArrayExt for NDArray {
    fn empty_aligned(
        shape: &[i64],
        dtype: DataType,
        device: Device,
        alignment: usize,
        mem_scope: Option<&str>,
    ) -> Result<Self> {
        if !is_storable(dtype) {
            return Err(DeviceError::ElementType { dtype }.into());
        }
        if let Some(scope) = mem_scope.filter(|scope| *scope != "global") {
            return Err(DeviceError::Scope { device, scope: scope.into() }.into());
        }
        allocate(shape, dtype, device, alignment)
    }

    fn from_slice_on<T: Scalar>(shape: &[i64], elements: &[T], device: Device) -> Result<Self> {
        let on_host = Self::from_slice(shape, elements)?;
        if device == on_host.device() { Ok(on_host) } else { on_host.copy_to(device) }
    }

    fn copy_to(&self, device: Device) -> Result<Self> {
        let mut copy = allocate(self.shape(), self.dtype(), device, 1)?;
        copy.copy_from(self)?;
        Ok(copy)
    }

    fn to_host(&self) -> Result<Self> {
        if self.device().device_type.is_host() { Ok(self.clone()) } else { self.copy_to(Device::cpu(0)) }
    }

    fn copy_from(&mut self, from: &NDArray) -> Result<()> {
        let is_host = |tensor: &NDArray| tensor.device().device_type.is_host();
        if !self.is_writable() {
            return Err(NDArrayError::Shared.into());
        }
        let from = if is_host(from) { from.compact()? } else { from.clone() };
        let know_each_other =
            is_host(&from) || is_host(self) || from.device().device_type == self.device().device_type;
        let from = if know_each_other { from } else { from.to_host()? };
        copy_elements(&from, self)?;
        if !is_host(&from) && !is_host(self) {
            // A copy without the host may not be complete yet.
            for Device { device_type, device_id } in [from.device(), self.device()] {
                Devices::api(device_type)?.synchronize_default(device_id)?;
            }
        }
        Ok(())
    }

    fn copy_from_slice<T: Scalar>(&mut self, elements: &[T]) -> Result<()> {
        if self.dtype() != T::DTYPE {
            return Err(NDArrayError::ElementType { expected: T::DTYPE, found: self.dtype() }.into());
        }
        self.copy_from(&NDArray::from_slice(self.shape(), elements)?)
    }
}

/// Returns whether tensors may have this element type. The rule is TVM's.
fn is_storable(dtype: DataType) -> bool {
    let is_integer = matches!(dtype.code, DataTypeCode::INT | DataTypeCode::UINT);
    let is_whole = dtype.bits.is_power_of_two() && dtype.bits.is_multiple_of(8);
    dtype.lanes >= 1 && (is_whole || is_integer && matches!(dtype.bits, 1 | 4))
}

fn allocate(shape: &[i64], dtype: DataType, device: Device, alignment: usize) -> Result<NDArray> {
    if device == Device::cpu(0) {
        return Ok(NDArray::zeros_aligned(shape, dtype, alignment)?);
    }
    if !alignment.is_power_of_two() {
        return Err(DeviceError::Alignment { found: alignment }.into());
    }
    allocate_tensor(shape, dtype, device, alignment)
}
