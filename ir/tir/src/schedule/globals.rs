//! Global functions through which front ends use schedules.

use objet::String;
use objet::function::RuntimeError;
use objet::prelude::*;
use objet_ir::expr::Bool;
use objet_ir::module::IRModule;

use super::{BlockRV, BlockScope, CachedFlags, Dependency, LoopRV, Schedule, ScheduleState, StmtSRef};
use crate::stmt::Stmt;

/// Returns the block or the loop that a reference refers to, or null for a mark.
#[register_global("tir.schedule.StmtSRefStmt")]
fn stmt_sref_stmt(sref: StmtSRef) -> Option<Stmt> {
    sref.stmt().cloned()
}

/// Returns the reference to the innermost block or loop around a statement.
#[register_global("tir.schedule.StmtSRefParent")]
fn stmt_sref_parent(sref: StmtSRef) -> Option<StmtSRef> {
    sref.parent().cloned()
}

/// Returns a reference without a statement, which marks a place where a block becomes part of its
/// consumers.
#[register_global("tir.schedule.StmtSRefInlineMark")]
fn stmt_sref_inline_mark() -> StmtSRef {
    static MARK: std::sync::LazyLock<StmtSRef> = std::sync::LazyLock::new(|| StmtSRef::new(None, None, -1));
    MARK.clone()
}

/// Returns a reference without a statement, which marks the place of a block at the root.
#[register_global("tir.schedule.StmtSRefRootMark")]
fn stmt_sref_root_mark() -> StmtSRef {
    static MARK: std::sync::LazyLock<StmtSRef> = std::sync::LazyLock::new(|| StmtSRef::new(None, None, -1));
    MARK.clone()
}

/// Returns the dependencies of other blocks on a block.
#[register_global("tir.schedule.BlockScopeGetDepsBySrc")]
fn deps_by_src(scope: BlockScope, block_sref: StmtSRef) -> Array<Dependency> {
    scope.by_src(&block_sref).iter().cloned().collect()
}

/// Returns the dependencies of a block on other blocks.
#[register_global("tir.schedule.BlockScopeGetDepsByDst")]
fn deps_by_dst(scope: BlockScope, block_sref: StmtSRef) -> Array<Dependency> {
    scope.by_dst(&block_sref).iter().cloned().collect()
}

/// Creates the state of a module.
#[register_global("tir.schedule.ScheduleState")]
fn schedule_state(module: IRModule, debug_mask: i32) -> Result<ScheduleState, RuntimeError> {
    Ok(ScheduleState::new(module, debug_mask)?)
}

/// Returns the dependencies between the blocks directly inside a block.
#[register_global("tir.schedule.ScheduleStateGetBlockScope")]
fn state_block_scope(state: ScheduleState, scope_root: StmtSRef) -> Result<BlockScope, RuntimeError> {
    Ok(state.block_scope(&scope_root)?)
}

/// Returns the reference to a block or a loop.
#[register_global("tir.schedule.ScheduleStateGetSRef")]
fn state_sref(state: ScheduleState, stmt: Stmt) -> Option<StmtSRef> {
    state.sref(&stmt)
}

/// Returns the flags of a block: `affine_binding`, `region_cover` and `stage_pipeline`.
#[register_global("tir.schedule.ScheduleStateGetCachedFlags")]
fn state_cached_flags(state: ScheduleState, block_sref: StmtSRef) -> Result<Array<Bool>, RuntimeError> {
    let CachedFlags { affine_binding, region_cover, stage_pipeline } = state.cached_flags(&block_sref)?;
    Ok([affine_binding, region_cover, stage_pipeline].into_iter().map(Bool::from).collect())
}

/// Creates an object that stands for a block.
#[register_global("tir.schedule.BlockRV")]
fn block_rv() -> BlockRV {
    BlockRV::new()
}

/// Creates an object that stands for a loop.
#[register_global("tir.schedule.LoopRV")]
fn loop_rv() -> LoopRV {
    LoopRV::new()
}

/// Creates a schedule. The messages of errors do not depend on the level.
#[register_global("tir.schedule.ConcreteSchedule")]
fn concrete_schedule(
    module: IRModule,
    seed: i64,
    debug_mask: i32,
    _error_render_level: i32,
) -> Result<Schedule, RuntimeError> {
    Ok(Schedule::new(module, seed, debug_mask)?)
}

/// Creates a schedule. Lookups change nothing, so the schedule keeps no trace of them.
#[register_global("tir.schedule.TracedSchedule")]
fn traced_schedule(
    module: IRModule,
    seed: i64,
    debug_mask: i32,
    _error_render_level: i32,
) -> Result<Schedule, RuntimeError> {
    Ok(Schedule::new(module, seed, debug_mask)?)
}

/// Returns the scheduled module.
#[register_global("tir.schedule.ScheduleGetMod")]
fn schedule_mod(schedule: Schedule) -> IRModule {
    schedule.state().module.clone()
}

/// Returns the state of a schedule.
#[register_global("tir.schedule.ScheduleGetState")]
fn schedule_state_of(schedule: Schedule) -> ScheduleState {
    schedule.state().clone()
}

/// Returns a schedule of the same module.
#[register_global("tir.schedule.ScheduleCopy")]
fn schedule_copy(schedule: Schedule) -> Result<Schedule, RuntimeError> {
    Ok(schedule.copy()?)
}

/// Replaces the state of the random numbers.
#[register_global("tir.schedule.ScheduleSeed")]
fn schedule_seed(schedule: Schedule, seed: i64) {
    schedule.seed(seed);
}

/// Returns a seed for other random numbers.
#[register_global("tir.schedule.ScheduleForkSeed")]
fn schedule_fork_seed(schedule: Schedule) -> i64 {
    schedule.fork_seed()
}

/// Returns the block or the loop that an object stands for, or the value of an expression.
#[register_global("tir.schedule.ScheduleGet")]
fn schedule_get(schedule: Schedule, obj: ObjectRef) -> Result<ObjectRef, RuntimeError> {
    Ok(schedule.get(&obj)?)
}

/// Returns the reference to a block or a loop, or to one that an object stands for.
#[register_global("tir.schedule.ScheduleGetSRef")]
fn schedule_sref(schedule: Schedule, obj: ObjectRef) -> Result<StmtSRef, RuntimeError> {
    Ok(schedule.sref(&obj)?)
}

/// Removes an object that stands for a block or a loop.
#[register_global("tir.schedule.ScheduleRemoveRV")]
fn schedule_remove(schedule: Schedule, obj: ObjectRef) -> Result<(), RuntimeError> {
    Ok(schedule.remove(&obj)?)
}

/// Returns an object that stands for the only block with a name in a function.
#[register_global("tir.schedule.ScheduleGetBlock")]
fn schedule_block(schedule: Schedule, name: String, func_name: String) -> Result<BlockRV, RuntimeError> {
    Ok(schedule.block(name.as_str(), func_name.as_str())?)
}

/// Returns objects that stand for the loops around a block, beginning with the outermost.
#[register_global("tir.schedule.ScheduleGetLoops")]
fn schedule_loops(schedule: Schedule, block_rv: BlockRV) -> Result<Array<LoopRV>, RuntimeError> {
    Ok(schedule.loops(&block_rv)?.into())
}

/// Returns objects that stand for the blocks directly inside a block or a loop.
#[register_global("tir.schedule.ScheduleGetChildBlocks")]
fn schedule_child_blocks(schedule: Schedule, rv: ObjectRef) -> Result<Array<BlockRV>, RuntimeError> {
    Ok(schedule.child_blocks(&rv)?.into())
}

/// Returns objects that stand for the blocks whose results a block reads or overwrites.
#[register_global("tir.schedule.ScheduleGetProducers")]
fn schedule_producers(schedule: Schedule, block_rv: BlockRV) -> Result<Array<BlockRV>, RuntimeError> {
    Ok(schedule.producers(&block_rv)?.into())
}

/// Returns objects that stand for the blocks that read or overwrite the results of a block.
#[register_global("tir.schedule.ScheduleGetConsumers")]
fn schedule_consumers(schedule: Schedule, block_rv: BlockRV) -> Result<Array<BlockRV>, RuntimeError> {
    Ok(schedule.consumers(&block_rv)?.into())
}
