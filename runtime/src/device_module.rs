//! Modules of device kernels: the parts that all kinds of devices share. No driver is needed here.

mod device_code;
mod error;
mod function_info;
mod kernel_args;
mod launch;
mod module;
mod side_file;
mod source;

pub use device_code::DeviceCode;
pub use error::DeviceModuleError;
pub use function_info::FunctionInfo;
pub use kernel_args::{KernelArg, KernelArgs, KernelParams};
pub use launch::{Launch, LaunchParams};
pub use module::{DeviceModule, KernelBackend};
pub use source::SourceModule;
