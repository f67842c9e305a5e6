//! Tensors: data types, devices as data, DLPack, and files of parameters.
//!
//! [`NDArray`](crate::NDArray) and [`DataType`](crate::DataType) are at the root of the crate.

pub use objet_object::{
    CustomTypeError, CustomTypes, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor,
    DataTypeCode, Device, DeviceType, NDArrayError, NDArrayNode, ParseDataTypeError, Scalar, Span,
    TensorBytesError, bf16, f16, nearest_bf16, nearest_f16,
};
#[cfg(feature = "runtime")]
pub use objet_runtime::{NDArrayExt, ParamsError, load_params, save_params};
