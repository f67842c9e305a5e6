//! Rust types that are elements of tensors.

#![expect(unsafe_code, reason = "the trait vouches for plain data")]

use crate::tensor::{DataType, bf16, f16};

/// A Rust type that lies in memory as the elements of a tensor do.
///
/// ```
/// use objet_object::{DataType, NDArray, bf16, f16};
///
/// let halves = NDArray::from_slice(&[2], &[f16::ONE, f16::from_f32(0.5)])?;
/// assert_eq!(halves.dtype(), DataType::float(16));
/// assert_eq!(halves.as_slice::<f16>()?[1].to_f32(), 0.5);
/// assert!(halves.as_slice::<bf16>().is_err());
/// # Ok::<(), objet_object::NDArrayError>(())
/// ```
///
/// # Safety
/// `Self` is `DTYPE.bytes()` bytes large, any of which may be read as plain data, and any bit pattern in them is a valid
/// `Self`.
pub unsafe trait Scalar: Copy + Send + Sync + 'static {
    /// The data type of such elements.
    const DTYPE: DataType;
}

macro_rules! scalars {
    ($($ty:ty => $dtype:expr),+ $(,)?) => {
        $(
            // SAFETY: a primitive number, or a transparent struct of a `u16`, with as many bits as the
            // data type has.
            unsafe impl Scalar for $ty {
                const DTYPE: DataType = $dtype;
            }
            const _: () = assert!(size_of::<$ty>() == <$ty as Scalar>::DTYPE.bytes());
        )+
    };
}

scalars! {
    i8 => DataType::int(8),
    i16 => DataType::int(16),
    i32 => DataType::int(32),
    i64 => DataType::int(64),
    u8 => DataType::uint(8),
    u16 => DataType::uint(16),
    u32 => DataType::uint(32),
    u64 => DataType::uint(64),
    f32 => DataType::float(32),
    f64 => DataType::float(64),
    f16 => DataType::float(16),
    bf16 => DataType::bfloat16(),
}
