//! Tensors on devices.

use objet_object::{DataType, DataTypeCode, Device, NDArray, NDArrayError, Scalar};

use crate::device::memory::{allocate_tensor, copy_elements};
use crate::device::{DeviceError, Devices};
use crate::error::Result;

/// What a tensor can do where there are devices.
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
    /// A tensor in memory of a device, with elements that mean nothing yet; on the host they are zero. They begin at a
    /// multiple of 128 bytes. The memory is freed with the last reference, on whatever thread.
    ///
    /// # Errors
    /// If there is no such device or not as much memory, if a dimension is negative, or if `dtype` is none that memory is
    /// made for: one lane or more, of 1, 4, 8, 16, 32, 64 or 128 bits, the first two of integers alone.
    fn empty(shape: &[i64], dtype: DataType, device: Device) -> Result<Self> {
        Self::empty_aligned(shape, dtype, device, 1, None)
    }

    /// The same at a multiple of `alignment` too, in the memory of that scope; which is `None` or `"global"`, since devices have
    /// no other.
    ///
    /// # Errors
    /// As [`NDArrayExt::empty`], and if `alignment` is no power of two, or if there is no such scope.
    fn empty_aligned(
        shape: &[i64],
        dtype: DataType,
        device: Device,
        alignment: usize,
        mem_scope: Option<&str>,
    ) -> Result<Self>;

    /// A tensor in memory of a device, with these elements in row-major order.
    ///
    /// # Errors
    /// If there are not as many as the shape says, or as [`NDArrayExt::empty`].
    fn from_slice_on<T: Scalar>(shape: &[i64], elements: &[T], device: Device) -> Result<Self>;

    /// A copy on that device.
    ///
    /// # Errors
    /// If there is no such device or not as much memory, if elements on a device do not lie one after the other, or if a device
    /// fails.
    fn copy_to(&self, device: Device) -> Result<Self>;

    /// The tensor, if it is in memory of the host; if not, a copy that is.
    ///
    /// # Errors
    /// As [`NDArrayExt::copy_to`].
    fn to_host(&self) -> Result<Self>;

    /// Copies the elements of another tensor of as many bytes into this one, whatever their shapes, types and devices.
    ///
    /// # Errors
    /// If the sizes differ, if others share this tensor (see [`NDArray::is_writable`]), if elements of this tensor, or of one on a
    /// device, do not lie one after the other, or if a device fails.
    fn copy_from(&mut self, from: &NDArray) -> Result<()>;

    /// Copies these elements into the tensor, in row-major order.
    ///
    /// # Errors
    /// If they are of another type, or not as many; or as [`NDArrayExt::copy_from`].
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
            // Where the host has no part in it, the copy may not be done yet.
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

/// Whether memory is made for such elements, which goes by TVM's rules.
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
