//! The functions that compiled code and front ends call, with the calling convention of C.
//!
//! Their names are those of C without the prefix `TVM`: [`func_call`] is `TVMFuncCall`. A crate that offers a C library
//! exports them under the names of C; the loader of compiled libraries stores their addresses there.
//!
//! What fails answers -1, and [`get_last_error`] tells why; where results go is left as it was then. A panic is such a
//! failure too. An answer of -2 says that the front end holds an exception of its own; see [`check_signals`].
//!
//! Functions of C that stand elsewhere are made by the same means: [`guarded`], and [`not_null`], [`text`], [`node`],
//! [`reference()`], [`release`], [`put`], [`taken_from_c`] and [`give_to_c`] for what they are passed.

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
pub use c_values::{give_to_c, put, reference, release, taken_from_c};
pub use compiled::{
    api_set_last_error, backend_alloc_workspace, backend_free_workspace, backend_get_func_from_env,
    backend_parallel_barrier, backend_parallel_launch, backend_register_env_capi,
    backend_register_system_lib_symbol, backend_run_once, text,
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
