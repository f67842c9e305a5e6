//! The numeric codes of the C API.

#![expect(non_camel_case_types, reason = "the names are TVM's and DLPack's")]

use objet_object::{DataTypeCode, DeviceType, TypeCode};

/// The type code of an argument or a result.
#[repr(C)]
pub enum TVMArgTypeCode {
    /// A signed 64-bit integer or a boolean.
    kTVMArgInt = 0,
    /// A double.
    kTVMArgFloat = 2,
    /// A pointer that the runtime passes on and does not interpret.
    kTVMOpaqueHandle = 3,
    /// Null.
    kTVMNullptr = 4,
    /// A data type.
    kTVMDataType = 5,
    /// A device.
    kDLDevice = 6,
    /// A borrowed tensor.
    kTVMDLTensorHandle = 7,
    /// An object.
    kTVMObjectHandle = 8,
    /// A module.
    kTVMModuleHandle = 9,
    /// A function.
    kTVMPackedFuncHandle = 10,
    /// A NUL-terminated string.
    kTVMStr = 11,
    /// A `TVMByteArray`.
    kTVMBytes = 12,
    /// A tensor object.
    kTVMNDArrayHandle = 13,
    /// The address of an object handle. The callee may move the object out of it.
    kTVMObjectRValueRefArg = 14,
    /// The first extension code.
    kTVMExtBegin = 15,
    /// The first code reserved for NNVM.
    kTVMNNVMFirst = 16,
    /// The last code reserved for NNVM.
    kTVMNNVMLast = 20,
    /// The end of the reserved extension codes.
    kTVMExtReserveEnd = 64,
    /// The end of all codes.
    kTVMExtEnd = 128,
}

/// The kind of number of a tensor element.
#[repr(C)]
pub enum DLDataTypeCode {
    /// Signed integers.
    kDLInt = 0,
    /// Unsigned integers.
    kDLUInt = 1,
    /// IEEE 754 floating-point numbers.
    kDLFloat = 2,
    /// Pointers.
    kDLOpaqueHandle = 3,
    /// bfloat16.
    kDLBfloat = 4,
    /// Complex numbers.
    kDLComplex = 5,
}

/// A kind of device.
#[repr(C)]
pub enum DLDeviceType {
    /// The host.
    kDLCPU = 1,
    /// An NVIDIA GPU.
    kDLCUDA = 2,
    /// Host memory pinned for CUDA.
    kDLCUDAHost = 3,
    /// OpenCL.
    kDLOpenCL = 4,
    /// Vulkan.
    kDLVulkan = 7,
    /// Apple Metal.
    kDLMetal = 8,
    /// Verilog simulator.
    kDLVPI = 9,
    /// An AMD GPU.
    kDLROCM = 10,
    /// A device of an extension.
    kDLExtDev = 12,
}

/// Device kinds that have no number in DLPack.
#[repr(C)]
pub enum TVMDeviceExtType {
    /// Intel FPGA SDK for OpenCL.
    kDLAOCL = 5,
    /// Xilinx SDAccel.
    kDLSDAccel = 6,
    /// OpenGL.
    kOpenGL = 11,
    /// A microcontroller.
    kDLMicroDev = 13,
    /// Qualcomm Hexagon.
    kDLHexagon = 14,
    /// WebGPU.
    kDLWebGPU = 15,
}

/// The numbers equal those of the Rust types.
const _: () = {
    use {DLDataTypeCode as D, DLDeviceType as V, TVMArgTypeCode as A, TVMDeviceExtType as E};
    assert!(A::kTVMArgInt as i32 == TypeCode::INT.0 && A::kTVMArgFloat as i32 == TypeCode::FLOAT.0);
    assert!(A::kTVMOpaqueHandle as i32 == TypeCode::OPAQUE_HANDLE.0);
    assert!(A::kTVMNullptr as i32 == TypeCode::NULLPTR.0 && A::kTVMDataType as i32 == TypeCode::DATA_TYPE.0);
    assert!(A::kDLDevice as i32 == TypeCode::DEVICE.0);
    assert!(A::kTVMDLTensorHandle as i32 == TypeCode::DL_TENSOR_HANDLE.0);
    assert!(A::kTVMObjectHandle as i32 == TypeCode::OBJECT_HANDLE.0);
    assert!(A::kTVMModuleHandle as i32 == TypeCode::MODULE_HANDLE.0);
    assert!(A::kTVMPackedFuncHandle as i32 == TypeCode::PACKED_FUNC_HANDLE.0);
    assert!(A::kTVMStr as i32 == TypeCode::STR.0 && A::kTVMBytes as i32 == TypeCode::BYTES.0);
    assert!(A::kTVMNDArrayHandle as i32 == TypeCode::NDARRAY_HANDLE.0);
    assert!(A::kTVMObjectRValueRefArg as i32 == TypeCode::OBJECT_RVALUE_REF_ARG.0);
    assert!(A::kTVMExtBegin as i32 == TypeCode::EXT_BEGIN.0 && A::kTVMExtEnd as i32 == TypeCode::EXT_END.0);
    assert!(D::kDLInt as u8 == DataTypeCode::INT.0 && D::kDLUInt as u8 == DataTypeCode::UINT.0);
    assert!(D::kDLFloat as u8 == DataTypeCode::FLOAT.0 && D::kDLBfloat as u8 == DataTypeCode::BFLOAT.0);
    assert!(D::kDLOpaqueHandle as u8 == DataTypeCode::HANDLE.0);
    assert!(V::kDLCPU as i32 == DeviceType::CPU.0 && V::kDLCUDA as i32 == DeviceType::CUDA.0);
    assert!(V::kDLCUDAHost as i32 == DeviceType::CUDA_HOST.0 && V::kDLOpenCL as i32 == DeviceType::OPENCL.0);
    assert!(V::kDLVulkan as i32 == DeviceType::VULKAN.0 && V::kDLMetal as i32 == DeviceType::METAL.0);
    assert!(V::kDLVPI as i32 == DeviceType::VPI.0 && V::kDLROCM as i32 == DeviceType::ROCM.0);
    assert!(V::kDLExtDev as i32 == DeviceType::EXT_DEV.0 && E::kDLAOCL as i32 == DeviceType::AOCL.0);
    assert!(E::kDLSDAccel as i32 == DeviceType::SDACCEL.0 && E::kDLHexagon as i32 == DeviceType::HEXAGON.0);
    assert!(E::kDLWebGPU as i32 == DeviceType::WEBGPU.0);
};
