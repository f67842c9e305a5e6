//! The enabled features of this build, under the names of TVM's build options.

use objet::device::Devices;
use objet::prelude::*;
use objet::tensor::DeviceType;
use objet::{Registry, String};

/// A feature, by the condition under which it is enabled.
enum Feature {
    /// The feature is enabled in every build.
    Always,
    /// The feature is enabled if an API for the device type is available.
    Devices(DeviceType),
    /// The feature is enabled if the global function is registered.
    Function(&'static str),
}

impl Feature {
    fn is_enabled(&self) -> bool {
        match self {
            Self::Always => true,
            Self::Devices(device_type) => Devices::api(*device_type).is_ok(),
            Self::Function(name) => Registry::names(name).contains(name),
        }
    }
}

const FEATURES: [(&str, Feature); 21] = [
    ("USE_BLAS", Feature::Function("tvm.contrib.cblas.matmul")),
    ("USE_CPP_RPC", Feature::Function("rpc.ServerLoop")),
    ("USE_CUBLAS", Feature::Function("tvm.contrib.cublas.matmul")),
    ("USE_CUDA", Feature::Devices(DeviceType::CUDA)),
    ("USE_CUDNN", Feature::Function("tvm.contrib.cudnn.conv2d.forward")),
    ("USE_GRAPH_EXECUTOR", Feature::Function("tvm.graph_executor.create")),
    ("USE_GRAPH_EXECUTOR_DEBUG", Feature::Function("tvm.graph_executor_debug.create")),
    ("USE_HEXAGON_DEVICE", Feature::Devices(DeviceType::HEXAGON)),
    ("USE_LLVM", Feature::Function("target.build.llvm")),
    ("USE_METAL", Feature::Devices(DeviceType::METAL)),
    ("USE_MICRO", Feature::Function("micro._GetMicroTVMVersion")),
    ("USE_MKL", Feature::Function("tvm.contrib.mkl.matmul")),
    ("USE_OPENCL", Feature::Devices(DeviceType::OPENCL)),
    ("USE_RANDOM", Feature::Function("tvm.contrib.random.uniform")),
    ("USE_ROCM", Feature::Devices(DeviceType::ROCM)),
    ("USE_RPC", Feature::Function("rpc.Connect")),
    ("USE_SORT", Feature::Function("tvm.contrib.sort.argsort")),
    ("USE_STACKVM_RUNTIME", Feature::Function("target.build.stackvm")),
    ("USE_TFLITE", Feature::Function("target.runtime.tflite")),
    ("USE_THREADS", Feature::Always),
    ("USE_VULKAN", Feature::Devices(DeviceType::VULKAN)),
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
    let features =
        FEATURES.iter().map(|(name, feature)| (*name, if feature.is_enabled() { "ON" } else { "OFF" }));
    let versions = ["CUDA_VERSION", "GIT_COMMIT_HASH", "LLVM_VERSION"].map(|name| (name, UNKNOWN));
    features.chain(versions).map(|(name, value)| (name.into(), value.into())).collect()
}
