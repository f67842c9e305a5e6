//! The C-convention functions that compiled code and front ends call.
//!
//! - Names are those of C without the prefix `TVM`: [`func_call`] is `TVMFuncCall`. A crate that
//!   builds a C library exports the functions under the C names. The loader of compiled libraries
//!   stores their addresses in the library.
//! - On failure, panics included, a function returns -1 and leaves its output arguments unchanged.
//!   [`get_last_error`] returns the message.
//! - The return value -2 means that the front end holds a pending exception; see [`check_signals`].
//!
//! C functions of other crates are built from the same parts: [`guarded`] as the wrapper;
//! [`not_null`], [`str_from_c`], [`node`], [`reference()`], [`release`], [`put`], [`taken_from_c`]
//! and [`into_c_handle`] for arguments and results.

mod c_arguments;
mod c_function;
mod c_values;
mod compiled;
mod error;
mod functions;
mod half;
mod last_error;
mod parallel;
mod signals;

pub(crate) use c_arguments::lend_to_c;
pub(crate) use c_function::Symbol;
pub use c_function::{
    FTVMParallelLambda, TVMBackendPackedCFunc, TVMFunctionHandle, TVMPackedCFunc, TVMPackedCFuncFinalizer,
    TVMRetValueHandle,
};
pub use c_values::{into_c_handle, put, reference, release, taken_from_c};
pub use compiled::{
    api_set_last_error, backend_alloc_workspace, backend_free_workspace, backend_get_func_from_env,
    backend_parallel_barrier, backend_parallel_launch, backend_register_env_capi,
    backend_register_system_lib_symbol, backend_run_once, str_from_c,
};
pub use error::{BackendError, PendingException};
pub use functions::{
    cb_arg_to_return, cfunc_set_return, func_call, func_create_from_cfunc, func_free, node, not_null,
};
pub use half::{float_of_half, half_of_float};
pub(crate) use last_error::Watch;
pub use last_error::{get_last_error, guarded};
pub use signals::{answer_check_signals, check_signals};

pub use crate::threading::TVMParallelGroupEnv;
