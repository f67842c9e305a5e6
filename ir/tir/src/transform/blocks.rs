//! Passes that lower functions with blocks to loops, allocations and accesses through pointers.
//!
//! The passes run in this order. Each one requires the form that the passes before it produce.
//!
//! | pass | result |
//! |---|---|
//! | `LowerInitBlock` | blocks have no initial statements |
//! | `PlanAndUpdateBufferAllocationLocation` | buffers are allocated in their smallest scopes |
//! | `ConvertBlocksToOpaque` | blocks have no variables |
//! | `UnifyThreadBinding` | a kernel has one loop for each thread axis |
//! | `CompactBufferAllocation` | allocated buffers have only the accessed elements |
//! | `LowerMatchBuffer` | no buffer is a region of another buffer |
//! | `FlattenBuffer` | blocks and buffers are gone |
//!
//! Functions with the attribute `from_legacy_te_schedule` come from schedules of `te` and have no
//! blocks. Only `LowerMatchBuffer` and `ConvertForLoopsToSerial` change them.

mod accessed_regions;
mod allocation_scopes;
mod compact;
mod error;
mod flatten;
mod init;
mod matched;
mod opaque;
mod serial;
mod sharing;
mod threads;

use objet::prelude::*;
use objet_ir::expr::IntImmNode;
use objet_ir::transform::PassInfo;

use super::prim_func_pass::PrimFuncPass;
use crate::function::PrimFunc;
use crate::stmt::Stmt;

pub use error::BlockPassError;
pub(crate) use sharing::shares_memory;

/// A function that returns the new body of a function.
type BodyPass = fn(&PrimFunc) -> Result<Stmt, BlockPassError>;

/// Creates a pass that replaces the bodies of functions.
fn body_pass(name: &str, pass: BodyPass) -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, name, []), move |mut func, _, _| {
        let body = pass(&func).map_err(objet::function::RuntimeError::from)?;
        if !body.same_as(&func.body) {
            *func.make_mut().body = body;
        }
        Ok(Some(func))
    })
}

/// Creates a pass that replaces the bodies of functions, except those from schedules of te.
fn block_pass(name: &str, pass: BodyPass) -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, name, []), move |mut func, _, _| {
        if !is_from_te_schedule(&func) {
            let body = pass(&func).map_err(objet::function::RuntimeError::from)?;
            if !body.same_as(&func.body) {
                *func.make_mut().body = body;
            }
        }
        Ok(Some(func))
    })
}

fn is_from_te_schedule(func: &PrimFunc) -> bool {
    let attr = func.attrs.as_ref().and_then(|attrs| attrs.get::<ObjectRef>("from_legacy_te_schedule"));
    attr.is_some_and(|attr| attr.as_node::<IntImmNode>().is_some_and(|flag| flag.value != 0))
}
