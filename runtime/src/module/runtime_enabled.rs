//! Queries for the optional parts of the runtime.

use objet_object::DeviceType;
use objet_object_derive::register_global;

use crate::device::Devices;
use crate::error::{Error, ErrorKind, Result};
use crate::registry::Registry;

/// Returns whether this runtime can run code for a target, such as `cuda` or `llvm -mcpu=...`.
///
/// # Errors
/// If the target is unknown.
///
/// ```
/// assert!(objet_runtime::module::runtime_enabled("cpu")?);
/// assert!(!objet_runtime::module::runtime_enabled("metal")?);
/// assert!(objet_runtime::module::runtime_enabled("abacus").is_err());
/// # Ok::<(), objet_runtime::Error>(())
/// ```
pub fn runtime_enabled(target: &str) -> Result<bool> {
    let global = match target {
        "cpu" => return Ok(true),
        "cuda" | "gpu" => return Ok(has_device(DeviceType::CUDA)),
        "cl" | "opencl" | "sdaccel" => return Ok(has_device(DeviceType::OPENCL)),
        "mtl" | "metal" => return Ok(has_device(DeviceType::METAL)),
        "vulkan" => return Ok(has_device(DeviceType::VULKAN)),
        "hexagon" => return Ok(has_device(DeviceType::HEXAGON)),
        _ if target.starts_with("rocm") => return Ok(has_device(DeviceType::ROCM)),
        _ if target.starts_with("nvptx") => "device_api.gpu",
        "tflite" => "target.runtime.tflite",
        "stackvm" => "target.build.stackvm",
        "rpc" => "device_api.rpc",
        _ if target.starts_with("llvm") => {
            return match Registry::find("codegen.llvm_target_enabled") {
                Some(enabled) => enabled.call_as((target,)),
                None => Ok(false),
            };
        }
        _ => return Err(Error::new(ErrorKind::VALUE_ERROR, format!("Unknown optional runtime {target}"))),
    };
    Ok(Registry::find(global).is_some())
}

/// Returns whether a device kind is registered, in Rust or under its global name by another
/// language.
fn has_device(device_type: DeviceType) -> bool {
    Devices::api(device_type).is_ok() || Registry::find(&format!("device_api.{device_type}")).is_some()
}

/// Returns whether this runtime can run code for a target; see [`runtime_enabled`].
#[register_global("runtime.RuntimeEnabled", crate = objet_runtime)]
pub(crate) fn runtime_enabled_global(target: &str) -> Result<bool> {
    runtime_enabled(target)
}
