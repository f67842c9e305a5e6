//! Tensors, and DLPack's types that describe them.

mod custom_type;
pub(crate) mod data_type;
pub(crate) mod device;
pub(crate) mod dl_tensor;
mod dlpack;
pub(crate) mod error;
pub(crate) mod float16;
pub(crate) mod ndarray;
mod span;
mod tensor_bytes;

pub use custom_type::{CustomTypeError, CustomTypes};
pub use data_type::{DataType, DataTypeCode, ParseDataTypeError};
pub use device::{Device, DeviceType};
pub use dl_tensor::DLTensor;
pub use dlpack::{DLManagedTensor, DLManagedTensorVersioned, DLPackVersion};
pub use error::NDArrayError;
pub use float16::{bf16, f16, nearest_bf16, nearest_f16};
pub use ndarray::elements::Scalar;
pub use ndarray::{NDArray, NDArrayNode};
pub use span::Span;
pub use tensor_bytes::TensorBytesError;
