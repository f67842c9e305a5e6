//! Modules of kernels: what those of all kinds of devices share. It needs no driver.

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
