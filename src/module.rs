//! Modules of compiled code.

pub use objet_runtime::kernel_module;
pub use objet_runtime::module::*;
pub use objet_runtime::{GraphError, GraphExecutor, VMClosure, VMClosureNode, VirtualMachine, VmError};
