//! Global functions through which front ends analyze functions.

use objet::String;
use objet::function::{BoxError, ErrorKind, RuntimeError};
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{ExprArg, PrimExpr};
use objet_ir::transform::{ModulePass, PassInfo};

use super::{BlockAccess, GpuLimits, MemoryError, block_access_region, block_read_write_region};
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

/// Returns whether a GPU with some limits can run a function.
#[register_global("tir.analysis.verify_gpu_code")]
fn verify_gpu_code(func: PrimFunc, constraints: Map<String, PrimExpr>) -> Result<bool, BoxError> {
    Ok(super::verify_gpu_code(&func, &limits(&constraints)?).is_empty())
}

/// Creates a pass that checks that a GPU with some limits can run the functions of a module.
#[register_global("tir.transform.VerifyGPUCode")]
fn verify_gpu_code_pass(constraints: Map<String, PrimExpr>) -> Result<ModulePass, BoxError> {
    let limits = limits(&constraints)?;
    Ok(ModulePass::new(PassInfo::new(0, "tir.VerifyGPUCode", []), move |module, _| {
        for (var, func) in &module.functions.load() {
            let Some(func) = func.downcast_ref::<PrimFunc>() else { continue };
            let violations = super::verify_gpu_code(func, &limits);
            if !violations.is_empty() {
                let violations: Vec<_> = violations.iter().map(ToString::to_string).collect();
                let violations = violations.join("; ");
                let message =
                    format!("GPU constraint(s) violated in function {}: {violations}", var.name_hint);
                return Err(RuntimeError::new(ErrorKind::new("RuntimeError"), message).into());
            }
        }
        Ok(module)
    }))
}

/// Converts limits of a GPU by name.
fn limits(constraints: &Map<String, PrimExpr>) -> Result<GpuLimits, BoxError> {
    let mut limits = GpuLimits::default();
    for (name, limit) in constraints {
        let limit = as_const_int(limit).ok_or_else(|| format!("the limit {name} is not a constant"))?;
        if !limits.set(name.as_str(), limit) {
            return Err(format!("Invalid check item: {name}").into());
        }
    }
    Ok(limits)
}

/// Creates a pass that checks that no two parameters, lets, loops or allocations of a function bind
/// the same variable.
#[register_global("tir.transform.VerifySSA")]
fn verify_ssa_pass() -> ModulePass {
    ModulePass::new(PassInfo::new(0, "tir.VerifySSA", []), |module, _| {
        for (var, func) in &module.functions.load() {
            let Some(func) = func.downcast_ref::<PrimFunc>() else { continue };
            if let Err(error) = super::verify_ssa(func) {
                let message = format!("function {} is not in SSA form: {error}", var.name_hint);
                return Err(RuntimeError::new(ErrorKind::new("RuntimeError"), message).into());
            }
        }
        Ok(module)
    })
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
