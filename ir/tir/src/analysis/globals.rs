//! Global functions through which front ends analyze functions.

use objet::function::{BoxError, ErrorKind, RuntimeError};
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::ExprArg;
use objet_ir::transform::{ModulePass, PassInfo};

use super::{BlockAccess, MemoryError, block_access_region, block_read_write_region};
use crate::buffer::Buffer;
use crate::expr::Var;
use crate::function::PrimFunc;
use crate::op::as_const_int;
use crate::stmt::{Block, BufferRegion, Stmt};

/// Returns the number of bytes that the allocations of a function need, each rounded up to a
/// multiple of an alignment.
#[register_global("tir.analysis.calculate_workspace_bytes")]
fn calculate_workspace_bytes(func: PrimFunc, workspace_byte_alignment: ExprArg) -> Result<i64, BoxError> {
    let alignment = as_const_int(&workspace_byte_alignment.0).ok_or("the alignment is a constant")?;
    Ok(super::calculate_workspace_bytes(&func, alignment)?)
}

/// Returns whether a function for a GPU or an FPGA accesses the memory of its arguments only in
/// threads.
#[register_global("tir.analysis.verify_memory")]
fn verify_memory(func: PrimFunc) -> Result<bool, MemoryError> {
    match super::verify_memory(&func) {
        Err(MemoryError::OutsideOfThreads { .. }) => Ok(false),
        other => other.map(|()| true),
    }
}

/// Returns the smallest loop or block that has all accesses to each buffer, or null if no loop or
/// block has all of them.
#[register_global("tir.analysis.detect_buffer_access_lca")]
fn detect_buffer_access_lca(func: PrimFunc) -> Map<Buffer, Option<Stmt>> {
    super::detect_buffer_access_lca(&func).into_iter().collect()
}

/// Returns the regions of buffers that a block reads, those that it writes, and those that it
/// accesses through pointers.
#[register_global("tir.analysis.GetBlockAccessRegion")]
fn get_block_access_region(
    block: Block,
    buffer_var_map: Map<Var, Buffer>,
) -> Result<Array<Array<BufferRegion>>, ConstructError> {
    let BlockAccess { reads, writes, opaques } = block_access_region(&block, &buffer_var_map)?;
    Ok([reads, writes, opaques].into())
}

/// Returns the regions of buffers that a block reads and those that it writes. Both have the
/// regions that it accesses through pointers.
#[register_global("tir.analysis.GetBlockReadWriteRegion")]
fn get_block_read_write_region(
    block: Block,
    buffer_var_map: Map<Var, Buffer>,
) -> Result<Array<Array<BufferRegion>>, ConstructError> {
    Ok(block_read_write_region(&block, &buffer_var_map)?.into())
}

/// Creates a pass that checks that the functions of a module for a GPU or an FPGA access the memory
/// of their arguments only in threads.
#[register_global("tir.transform.VerifyMemory")]
fn verify_memory_pass() -> ModulePass {
    ModulePass::new(PassInfo::new(0, "tir.VerifyMemory", []), |module, _| {
        for (var, func) in &module.functions.load() {
            let Some(func) = func.downcast_ref::<PrimFunc>() else { continue };
            if let Err(error) = super::verify_memory(func) {
                let message = format!("Memory verification failed in function {}: {error}", var.name_hint);
                return Err(RuntimeError::new(ErrorKind::new("RuntimeError"), message).into());
            }
        }
        Ok(module)
    })
}
