//! Accesses to the memory of a device outside of its threads.

use std::collections::HashSet;

use objet::String;
use objet::prelude::*;
use objet::tensor::DeviceType;
use objet_ir::expr::Integer;
use objet_ir::target::Target;

use crate::builtin;
use crate::expr::{CallNode, Load, Var};
use crate::function::PrimFunc;
use crate::functor::StmtExprVisitor;
use crate::stmt::{AttrStmtNode, LetStmtNode, Stmt, Store};

/// A function that cannot run on its target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryError {
    /// The function has no target.
    #[error("the function has no attribute \"target\", which says where its memory is")]
    NoTarget,
    /// The host accesses memory of the device.
    #[error(
        "variable {var} is accessed outside of a thread, but its memory is on the device: bind a loop \
         around the access to a thread axis"
    )]
    OutsideOfThreads {
        /// The name of the variable.
        var: String,
    },
}

/// Checks that a function for a GPU or an FPGA accesses the memory of its arguments only in
/// threads.
///
/// As in TVM, the memory of the arguments is that of the buffers of parameters and of the first
/// parameter, and pointers that `tvm_struct_get` reads from it. Only loads and stores through
/// pointers count. Functions for other devices, and those that have another calling convention than
/// the default, are not checked.
///
/// # Errors
/// Returns an error if the function has no target, and the first access that is outside of threads.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::{Bool, FloatImm};
/// use objet_ir::target::Target;
/// use objet_ir::attrs::DictAttrs;
/// use objet_tir::analysis::{MemoryError, verify_memory};
/// use objet_tir::expr::Var;
/// use objet_tir::function::PrimFunc;
/// use objet_tir::stmt::Store;
///
/// let a = Var::new("a", DataType::HANDLE, None);
/// let store = Store::new(a.clone(), FloatImm::from(1.0), 0, Bool::from(true), None)?;
/// let func = |target| -> Result<_, Box<dyn std::error::Error>> {
///     let attrs = DictAttrs::new([("target", Target::new(target)?)]);
///     Ok(PrimFunc::new([a.clone()], store.clone(), None, Map::new(), Some(attrs), None))
/// };
/// assert_eq!(verify_memory(&func("llvm")?), Ok(()));
/// assert!(matches!(verify_memory(&func("cuda")?), Err(MemoryError::OutsideOfThreads { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "VerifyMemory")]
pub fn verify_memory(func: &PrimFunc) -> Result<(), MemoryError> {
    let attrs = func.attrs.as_ref();
    let target: Option<Target> = attrs.and_then(|attrs| attrs.get("target"));
    let target = target.ok_or(MemoryError::NoTarget)?;
    let convention: Option<Integer> = attrs.and_then(|attrs| attrs.get("calling_conv"));
    let is_default = convention.is_none_or(|convention| convention.value == 0);
    if !is_default || !has_own_memory(DeviceType(target.kind.device_type)) {
        return Ok(());
    }
    let buffers = func.buffer_map.values().map(|buffer| buffer.data.clone());
    let arguments = buffers.chain(func.params.first().cloned()).collect();
    let mut accesses = HostAccesses { arguments, first: None };
    accesses.visit(&func.body);
    match accesses.first {
        Some(var) => Err(MemoryError::OutsideOfThreads { var: var.name_hint.clone() }),
        None => Ok(()),
    }
}

/// Whether the host cannot access the memory of a device.
fn has_own_memory(device: DeviceType) -> bool {
    matches!(
        device,
        DeviceType::CUDA
            | DeviceType::OPENCL
            | DeviceType::VULKAN
            | DeviceType::METAL
            | DeviceType::ROCM
            | DeviceType::SDACCEL
            | DeviceType::AOCL
    )
}

struct HostAccesses {
    /// The variables that point to memory of the arguments.
    arguments: HashSet<Var>,
    /// The first of them that is accessed.
    first: Option<Var>,
}

impl HostAccesses {
    fn access(&mut self, var: &Var) {
        if self.first.is_none() && self.arguments.contains(var) {
            self.first = Some(var.clone());
        }
    }
}

impl StmtExprVisitor for HostAccesses {
    fn enter_stmt(&mut self, stmt: &Stmt) -> bool {
        match_node!(match stmt {
            binding @ LetStmtNode => {
                let pointer = binding
                    .value
                    .as_node::<CallNode>()
                    .filter(|call| call.op.same_as(&builtin::tvm_struct_get()));
                let source = pointer.and_then(|call| call.args.first()?.downcast_ref::<Var>().cloned());
                if source.is_some_and(|source| self.arguments.contains(&source)) {
                    self.arguments.insert(binding.var.clone());
                }
                true
            }
            attr @ AttrStmtNode => {
                !matches!(attr.attr_key.as_str(), "thread_extent" | "pipeline_exec_scope")
            }
            _ => true,
        })
    }

    fn visit_load(&mut self, load: &Load) {
        self.access(&load.buffer_var);
    }

    fn visit_store(&mut self, store: &Store) {
        self.access(&store.buffer_var);
    }
}
