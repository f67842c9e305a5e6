//! What can go wrong with modules of kernels.

use std::path::PathBuf;

use objet_object::{DataType, Device};

use crate::error::BoxError;

/// Kernels that cannot be loaded, saved or launched as asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceModuleError {
    /// A launch parameter of a kernel means nothing.
    #[error(
        "kernel {kernel}: expected a launch tag blockIdx.x, .y or .z, threadIdx.x, .y or .z, or tir.use_dyn_shared_memory, found {tag:?}"
    )]
    UnknownTag {
        /// The kernel.
        kernel: String,
        /// The tag.
        tag: String,
    },
    /// A launch parameter is there more than once.
    #[error("kernel {kernel}: expected each launch tag once, found {tag} twice")]
    TagTwice {
        /// The kernel.
        kernel: String,
        /// The tag.
        tag: String,
    },
    /// A parameter has a type that cannot be passed.
    #[error(
        "kernel {kernel}: expected a handle, a bool, or an integer or float of one lane as type of argument {position}, found {found:?}"
    )]
    ArgType {
        /// The kernel.
        kernel: String,
        /// Which argument it is, from 0.
        position: usize,
        /// Its type.
        found: DataType,
    },
    /// A tensor is elsewhere.
    #[error("kernel {kernel}: expected a tensor on {expected} as argument {position}, found one on {found}")]
    Elsewhere {
        /// The kernel.
        kernel: String,
        /// Which argument it is, from 0.
        position: usize,
        /// Where it should be: on a device of that type, or on that device.
        expected: String,
        /// Where it is.
        found: Device,
    },
    /// A file cannot be read or written.
    #[error("cannot {verb} {}: {source}", path.display())]
    File {
        /// Read or write.
        verb: &'static str,
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A side file does not say what it should.
    #[error("{}: {source}", path.display())]
    SideFile {
        /// Which file.
        path: PathBuf,
        /// What is wrong, and where.
        source: BoxError,
    },
    /// A module has one form, and another one is asked for.
    #[error("Can only save to format={expected}, found {found:?}")]
    Format {
        /// The form.
        expected: String,
        /// The form asked for.
        found: String,
    },
    /// A module has source text in one language, and another one is asked for.
    #[error("expected {expected} as format of the source, found {found:?}")]
    SourceFormat {
        /// The language.
        expected: String,
        /// The language asked for.
        found: String,
    },
    /// The code is no text.
    #[error("expected source text in a module of format {format}, found binary code")]
    NotText {
        /// The form of the code.
        format: String,
    },
    /// The module has no code that can run.
    #[error(
        "Source module cannot execute, to get executable module build TVM with '{format}' runtime support"
    )]
    CannotExecute {
        /// The form of the code.
        format: String,
    },
}
