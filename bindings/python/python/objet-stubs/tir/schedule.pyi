import collections.abc as _c
import typing as _t
import objet as _o

def BlockRV() -> _o.tir.BlockRV:
    """Creates an object that stands for a block."""

def BlockScopeGetDepsByDst(scope: _o.tir.BlockScope, block_sref: _o.tir.StmtSRef) -> _o.Array[_o.tir.Dependency]:
    """Returns the dependencies of a block on other blocks."""

def BlockScopeGetDepsBySrc(scope: _o.tir.BlockScope, block_sref: _o.tir.StmtSRef) -> _o.Array[_o.tir.Dependency]:
    """Returns the dependencies of other blocks on a block."""

def ConcreteSchedule(module: _o.IRModule, seed: int, debug_mask: int, _error_render_level: int) -> _o.tir.Schedule:
    """Creates a schedule. The messages of errors do not depend on the level."""

def LoopRV() -> _o.tir.LoopRV:
    """Creates an object that stands for a loop."""

def ScheduleCopy(schedule: _o.tir.Schedule) -> _o.tir.Schedule:
    """Returns a schedule of the same module."""

def ScheduleForkSeed(schedule: _o.tir.Schedule) -> int:
    """Returns a seed for other random numbers."""

def ScheduleGet(schedule: _o.tir.Schedule, obj: _t.Any) -> _o.Object:
    """Returns the block or the loop that an object stands for, or the value of an expression."""

def ScheduleGetBlock(schedule: _o.tir.Schedule, name: str, func_name: str) -> _o.tir.BlockRV:
    """Returns an object that stands for the only block with a name in a function."""

def ScheduleGetChildBlocks(schedule: _o.tir.Schedule, rv: _t.Any) -> _o.Array[_o.tir.BlockRV]:
    """Returns objects that stand for the blocks directly inside a block or a loop."""

def ScheduleGetConsumers(schedule: _o.tir.Schedule, block_rv: _o.tir.BlockRV) -> _o.Array[_o.tir.BlockRV]:
    """Returns objects that stand for the blocks that read or overwrite the results of a block."""

def ScheduleGetLoops(schedule: _o.tir.Schedule, block_rv: _o.tir.BlockRV) -> _o.Array[_o.tir.LoopRV]:
    """Returns objects that stand for the loops around a block, beginning with the outermost."""

def ScheduleGetMod(schedule: _o.tir.Schedule) -> _o.IRModule:
    """Returns the scheduled module."""

def ScheduleGetProducers(schedule: _o.tir.Schedule, block_rv: _o.tir.BlockRV) -> _o.Array[_o.tir.BlockRV]:
    """Returns objects that stand for the blocks whose results a block reads or overwrites."""

def ScheduleGetSRef(schedule: _o.tir.Schedule, obj: _t.Any) -> _o.tir.StmtSRef:
    """Returns the reference to a block or a loop, or to one that an object stands for."""

def ScheduleGetState(schedule: _o.tir.Schedule) -> _o.tir.ScheduleState:
    """Returns the state of a schedule."""

def ScheduleRemoveRV(schedule: _o.tir.Schedule, obj: _t.Any) -> None:
    """Removes an object that stands for a block or a loop."""

def ScheduleSeed(schedule: _o.tir.Schedule, seed: int) -> None:
    """Replaces the state of the random numbers."""

def ScheduleState(module: _o.IRModule, debug_mask: int) -> _o.tir.ScheduleState:
    """Creates the state of a module."""

def ScheduleStateGetBlockScope(state: _o.tir.ScheduleState, scope_root: _o.tir.StmtSRef) -> _o.tir.BlockScope:
    """Returns the dependencies between the blocks directly inside a block."""

def ScheduleStateGetCachedFlags(state: _o.tir.ScheduleState, block_sref: _o.tir.StmtSRef) -> _o.Array[_o.IntImm]:
    """Returns the flags of a block: `affine_binding`, `region_cover` and `stage_pipeline`."""

def ScheduleStateGetSRef(state: _o.tir.ScheduleState, stmt: _o.tir.Stmt) -> _o.tir.StmtSRef | None:
    """Returns the reference to a block or a loop."""

def StmtSRefInlineMark() -> _o.tir.StmtSRef:
    """Returns a reference without a statement, which marks a place where a block becomes part of its
consumers."""

def StmtSRefParent(sref: _o.tir.StmtSRef) -> _o.tir.StmtSRef | None:
    """Returns the reference to the innermost block or loop around a statement."""

def StmtSRefRootMark() -> _o.tir.StmtSRef:
    """Returns a reference without a statement, which marks the place of a block at the root."""

def StmtSRefStmt(sref: _o.tir.StmtSRef) -> _o.tir.Stmt | None:
    """Returns the block or the loop that a reference refers to, or null for a mark."""

def TracedSchedule(module: _o.IRModule, seed: int, debug_mask: int, _error_render_level: int) -> _o.tir.Schedule:
    """Creates a schedule. Lookups change nothing, so the schedule keeps no trace of them."""
