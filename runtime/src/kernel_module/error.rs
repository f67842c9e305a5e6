//! Errors of modules of kernels.

use std::path::PathBuf;

use objet_object::{DataType, Device};

use crate::error::BoxError;

/// A kernel cannot be loaded, saved or launched as requested.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KernelModuleError {
    /// A launch tag of a kernel is unknown.
    #[error(
        "kernel {kernel}: expected a launch tag blockIdx.x, .y or .z, threadIdx.x, .y or .z, or tir.use_dyn_shared_memory, found {tag:?}"
    )]
    UnknownTag {
        /// The name of the kernel.
        kernel: String,
        /// The tag.
        tag: String,
    },
    /// A launch tag occurs more than once.
    #[error("kernel {kernel}: duplicate launch tag {tag}")]
    DuplicateTag {
        /// The name of the kernel.
        kernel: String,
        /// The tag.
        tag: String,
    },
    /// An argument type cannot be passed to a kernel.
    #[error(
        "kernel {kernel}: expected a handle, a bool, or an integer or float of one lane as the type of argument {position}, found {found:?}"
    )]
    ArgType {
        /// The name of the kernel.
        kernel: String,
        /// The position of the argument, from 0.
        position: usize,
        /// The type.
        found: DataType,
    },
    /// A tensor is on the wrong device.
    #[error("kernel {kernel}: expected a tensor on {expected} as argument {position}, found one on {found}")]
    WrongDevice {
        /// The name of the kernel.
        kernel: String,
        /// The position of the argument, from 0.
        position: usize,
        /// The expected device type or device.
        expected: String,
        /// The device of the tensor.
        found: Device,
    },
    /// A file cannot be read or written.
    #[error("cannot {verb} {}: {source}", path.display())]
    File {
        /// `read` or `write`.
        verb: &'static str,
        /// The path of the file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// A side file is invalid.
    #[error("{}: {source}", path.display())]
    SideFile {
        /// The path of the side file.
        path: PathBuf,
        /// The reason, with the place in the file.
        source: BoxError,
    },
    /// A module is saved in a format that is not its own.
    #[error("Can only save to format={expected}, found {found:?}")]
    Format {
        /// The format of the module.
        expected: String,
        /// The requested format.
        found: String,
    },
    /// The source text is requested in another language.
    #[error("expected source format {expected}, found {found:?}")]
    SourceFormat {
        /// The format of the source text.
        expected: String,
        /// The requested format.
        found: String,
    },
    /// The source text of binary code is requested.
    #[error("module of format {format} has no source text: its code is binary")]
    NotText {
        /// The format of the code.
        format: String,
    },
    /// The module only has source text, which cannot run.
    #[error(
        "Source module cannot execute, to get executable module build TVM with '{format}' runtime support"
    )]
    CannotExecute {
        /// The format of the code.
        format: String,
    },
}
