//! Modules of device kernels: the parts that all kinds of devices share. No driver is needed here.

mod device_code;
mod error;
mod function_info;
mod kernel_args;
mod kernel_backend;
mod launch_params;
mod side_file;
mod source;

pub use device_code::DeviceCode;
pub use error::KernelModuleError;
pub use function_info::FunctionInfo;
pub use kernel_args::{KernelArg, KernelArgs, KernelParams};
pub use kernel_backend::{KernelBackend, KernelModule};
pub use launch_params::{Launch, LaunchParams};
pub use source::SourceModule;
