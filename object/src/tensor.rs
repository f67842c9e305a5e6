//! Tensors, and the types that describe them: DLPack's.

mod custom_type;
mod data_type;
mod device;
mod dlpack;
mod error;
mod extent;
mod float16;
mod ndarray;
mod tensor_bytes;

pub(crate) use custom_type::CustomTypeNames;
pub use custom_type::{CustomTypeError, CustomTypes};
pub use data_type::{DataType, DataTypeCode, ParseDataTypeError};
pub use device::{Device, DeviceType};
pub use dlpack::{DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor};
pub use error::NDArrayError;
pub use float16::{bf16, f16, nearest_bf16, nearest_f16};
pub use ndarray::{NDArray, NDArrayNode, Scalar, Span};
pub use tensor_bytes::TensorBytesError;
