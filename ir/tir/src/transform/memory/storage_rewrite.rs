//! Memory of allocations: buffers that are not alive at one time share memory, and allocations move
//! to the start of the function or of the threads that use them.

mod access_types;
mod error;
mod free_entries;
mod in_place;
mod liveness;
mod memory;
mod plain;
mod plan;
mod rewrite;
mod scope;
mod vector_types;

use objet::prelude::*;
use objet_ir::transform::PassInfo;

pub use error::StorageError;

use crate::function::PrimFunc;
use crate::transform::PrimFuncPass;
use crate::transform::prim_func_pass::with_body;
use vector_types::Rewritten;

/// Creates a pass that lets buffers share memory, and gives vector types to the buffers that are
/// only accessed as vectors of one length.
#[register_global("tir.transform.StorageRewrite")]
fn storage_rewrite_pass() -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, "tir.StorageRewrite", []), |func, _, _| {
        Ok(Some(storage_rewrite(func)?))
    })
}

/// Creates a pass that gives vector types to the pointers through which only vectors of one length
/// are accessed.
#[register_global("tir.transform.PointerValueTypeRewrite")]
fn pointer_value_type_rewrite_pass() -> PrimFuncPass {
    let info = PassInfo::new(0, "tir.PointerValueTypeRewrite", []);
    PrimFuncPass::new(info, |func, _, _| Ok(Some(pointer_value_type_rewrite(func)?)))
}

/// Lets the buffers of a function share memory if they are not alive at one time. The allocations
/// move to the start of the function, or of the outermost thread or parallel loop around them.
///
/// A buffer reuses the memory of another of the same storage scope, and of the same element type
/// unless it fits. Small arrays and the memory of warps and threads stay, because a compiler keeps
/// these in registers. A loop can write a buffer in place of the one it reads if each element is
/// read only where it is written. Buffers in a memory with a tag share one allocation.
///
/// Allocations that are only accessed as vectors of one length get the type of these vectors.
///
/// # Errors
/// Returns an error if a loop is to be vectorized, if a buffer is read outside of the statements
/// that can follow each other, or if a buffer in a memory with a tag does not have a constant size
/// or does not fit.
#[doc(alias = "StorageRewrite")]
pub fn storage_rewrite(func: PrimFunc) -> Result<PrimFunc, StorageError> {
    let plain = plain::plain_statements(&func.body);
    let order = liveness::Liveness::of(&func.body, &plain)?;
    let mut plan = plan::Plan::of(&order)?;
    let attached = memory::allocations(&mut plan)?;
    let body = rewrite::rewritten(func.body.clone(), &plan, attached, &plain)?;
    vector_types::rewritten(with_body(func, body), Rewritten::Allocations)
}

/// Gives vector types to the pointers of a function through which only vectors of one length are
/// accessed, each at a multiple of that length.
///
/// # Errors
/// Returns an error if a pointer is accessed that is not declared, that has no type, or that is
/// declared twice, or if a buffer of a parameter is only accessed as vectors.
#[doc(alias = "PointerValueTypeRewrite")]
pub fn pointer_value_type_rewrite(func: PrimFunc) -> Result<PrimFunc, StorageError> {
    vector_types::rewritten(func, Rewritten::All)
}
