//! TVM's target kinds.
//!
//! For `nvptx` and `rocm` targets without `mcpu`, TVM queries the device. This crate uses the
//! processor that TVM uses without a device.

use objet::tensor::DeviceType;

use super::kind::{OptionType, TargetOption};
use crate::register_target_kind;

/// The options of all target kinds.
pub(super) const COMMON_OPTIONS: &[TargetOption] = &[
    TargetOption::new("keys", OptionType::StringArray),
    TargetOption::new("tag", OptionType::String),
    TargetOption::new("device", OptionType::String),
    TargetOption::new("model", OptionType::String),
    TargetOption::new("libs", OptionType::StringArray),
    TargetOption::new("host", OptionType::Target),
    TargetOption::new("from_device", OptionType::Integer),
];

register_target_kind!(
    "llvm",
    DeviceType::CPU,
    ["cpu"],
    [
        ("mattr", StringArray),
        ("mcpu", String),
        ("mtriple", String),
        ("mfloat-abi", String),
        ("mabi", String),
        ("system-lib", Bool),
        ("runtime", String),
        ("link-params", Bool, false),
        ("unpacked-api", Bool),
        ("interface-api", String),
        ("fast-math", Bool),
        ("fast-math-nnan", Bool),
        ("fast-math-ninf", Bool),
        ("fast-math-nsz", Bool),
        ("fast-math-arcp", Bool),
        ("fast-math-contract", Bool),
        ("fast-math-reassoc", Bool),
        ("opt-level", Integer),
    ]
);

register_target_kind!(
    "c",
    DeviceType::CPU,
    ["cpu"],
    [
        ("system-lib", Bool),
        ("link-params", Bool, false),
        ("runtime", String),
        ("mcpu", String),
        ("march", String),
        ("executor", String),
        ("workspace-byte-alignment", Integer),
        ("unpacked-api", Bool),
        ("interface-api", String),
    ]
);

register_target_kind!(
    "cuda",
    DeviceType::CUDA,
    ["cuda", "gpu"],
    [
        ("mcpu", String),
        ("arch", String),
        ("system-lib", Bool),
        ("max_num_threads", Integer, 1024),
        ("thread_warp_size", Integer, 32),
        ("shared_memory_per_block", Integer),
        ("registers_per_block", Integer),
        ("max_threads_per_block", Integer),
    ]
);

register_target_kind!(
    "nvptx",
    DeviceType::CUDA,
    ["cuda", "gpu"],
    [
        ("mcpu", String),
        ("mtriple", String),
        ("system-lib", Bool),
        ("max_num_threads", Integer, 1024),
        ("thread_warp_size", Integer, 32),
    ]
);

register_target_kind!(
    "rocm",
    DeviceType::ROCM,
    ["rocm", "gpu"],
    [
        ("mcpu", String),
        ("mtriple", String),
        ("system-lib", Bool),
        ("max_num_threads", Integer, 256),
        ("thread_warp_size", Integer, 64),
    ]
);

register_target_kind!(
    "opencl",
    DeviceType::OPENCL,
    ["opencl", "gpu"],
    [("system-lib", Bool), ("max_num_threads", Integer, 256), ("thread_warp_size", Integer, 1),]
);

register_target_kind!(
    "metal",
    DeviceType::METAL,
    ["metal", "gpu"],
    [
        ("system-lib", Bool),
        ("max_num_threads", Integer, 256),
        ("thread_warp_size", Integer, 16),
        ("max_function_args", Integer, 31),
    ]
);

register_target_kind!(
    "vulkan",
    DeviceType::VULKAN,
    ["vulkan", "gpu"],
    [
        ("system-lib", Bool),
        ("supports_float16", Bool),
        ("supports_float32", Bool, true),
        ("supports_float64", Bool),
        ("supports_int8", Bool),
        ("supports_int16", Bool),
        ("supports_int32", Bool, true),
        ("supports_int64", Bool),
        ("supports_8bit_buffer", Bool),
        ("supports_16bit_buffer", Bool),
        ("supports_storage_buffer_storage_class", Bool),
        ("supports_push_descriptor", Bool),
        ("supports_dedicated_allocation", Bool),
        ("supported_subgroup_operations", Integer),
        ("max_num_threads", Integer, 256),
        ("thread_warp_size", Integer, 1),
        ("max_block_size_x", Integer),
        ("max_block_size_y", Integer),
        ("max_block_size_z", Integer),
        ("max_push_constants_size", Integer),
        ("max_uniform_buffer_range", Integer),
        ("max_storage_buffer_range", Integer),
        ("max_per_stage_descriptor_storage_buffer", Integer),
        ("max_shared_memory_per_block", Integer),
        ("device_type", String),
        ("device_name", String),
        ("driver_name", String),
        ("driver_version", Integer),
        ("vulkan_api_version", Integer),
        ("max_spirv_version", Integer),
    ]
);

register_target_kind!(
    "webgpu",
    DeviceType::WEBGPU,
    ["webgpu", "gpu"],
    [("system-lib", Bool), ("max_num_threads", Integer, 256),]
);

register_target_kind!("sdaccel", DeviceType::OPENCL, ["sdaccel", "hls"], [("system-lib", Bool),]);

register_target_kind!("aocl", DeviceType::AOCL, ["aocl", "hls"], [("system-lib", Bool),]);

register_target_kind!("aocl_sw_emu", DeviceType::AOCL, ["aocl", "hls"], [("system-lib", Bool),]);

register_target_kind!(
    "hexagon",
    DeviceType::HEXAGON,
    ["hexagon"],
    [
        ("mattr", StringArray),
        ("mcpu", String),
        ("mtriple", String),
        ("system-lib", Bool),
        ("link-params", Bool, false),
        ("llvm-options", StringArray),
    ]
);

register_target_kind!("stackvm", DeviceType::CPU, [], [("system-lib", Bool),]);

register_target_kind!("ext_dev", DeviceType::EXT_DEV, [], [("system-lib", Bool),]);

register_target_kind!("hybrid", DeviceType::CPU, [], [("system-lib", Bool),]);

register_target_kind!("composite", DeviceType::CPU, [], [("devices", TargetArray),]);

register_target_kind!("example_target_hook", DeviceType::CPU, [], []);
