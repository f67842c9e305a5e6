//! The enabled features of this build, under the names of TVM's build options.

use objet::prelude::*;
use objet::{DeviceType, Devices, Registry, String};

/// The condition under which a feature is enabled.
enum Part {
    /// The feature is enabled in every build.
    Always,
    /// The feature is enabled if an API for the device type is available.
    Devices(DeviceType),
    /// The feature is enabled if the global function is registered.
    Function(&'static str),
}

impl Part {
    fn is_there(&self) -> bool {
        match self {
            Self::Always => true,
            Self::Devices(device_type) => Devices::api(*device_type).is_ok(),
            Self::Function(name) => Registry::find(name).is_some(),
        }
    }
}

const PARTS: [(&str, Part); 21] = [
    ("USE_BLAS", Part::Function("tvm.contrib.cblas.matmul")),
    ("USE_CPP_RPC", Part::Function("rpc.ServerLoop")),
    ("USE_CUBLAS", Part::Function("tvm.contrib.cublas.matmul")),
    ("USE_CUDA", Part::Devices(DeviceType::CUDA)),
    ("USE_CUDNN", Part::Function("tvm.contrib.cudnn.conv2d.forward")),
    ("USE_GRAPH_EXECUTOR", Part::Function("tvm.graph_executor.create")),
    ("USE_GRAPH_EXECUTOR_DEBUG", Part::Function("tvm.graph_executor_debug.create")),
    ("USE_HEXAGON_DEVICE", Part::Devices(DeviceType::HEXAGON)),
    ("USE_LLVM", Part::Function("target.build.llvm")),
    ("USE_METAL", Part::Devices(DeviceType::METAL)),
    ("USE_MICRO", Part::Function("micro._GetMicroTVMVersion")),
    ("USE_MKL", Part::Function("tvm.contrib.mkl.matmul")),
    ("USE_OPENCL", Part::Devices(DeviceType::OPENCL)),
    ("USE_RANDOM", Part::Function("tvm.contrib.random.uniform")),
    ("USE_ROCM", Part::Devices(DeviceType::ROCM)),
    ("USE_RPC", Part::Function("rpc.Connect")),
    ("USE_SORT", Part::Function("tvm.contrib.sort.argsort")),
    ("USE_STACKVM_RUNTIME", Part::Function("target.build.stackvm")),
    ("USE_TFLITE", Part::Function("target.runtime.tflite")),
    ("USE_THREADS", Part::Always),
    ("USE_VULKAN", Part::Devices(DeviceType::VULKAN)),
];

/// TVM's placeholder for an unknown version.
const UNKNOWN: &str = "NOT-FOUND";

/// Returns `ON` or `OFF` for each build option of TVM. The entries for versions are `NOT-FOUND`.
///
/// ```
/// let info = objet_ir::lib_info();
/// assert_eq!(info.get("USE_THREADS").map(|on| on.as_str()), Some("ON"));
/// ```
#[register_global("support.GetLibInfo")]
pub fn lib_info() -> Map<String, String> {
    let parts = PARTS.iter().map(|(name, part)| (*name, if part.is_there() { "ON" } else { "OFF" }));
    let versions = ["CUDA_VERSION", "GIT_COMMIT_HASH", "LLVM_VERSION"].map(|name| (name, UNKNOWN));
    parts.chain(versions).map(|(name, value)| (name.into(), value.into())).collect()
}
