import collections.abc as _c
import typing as _t
import objet as _o

class HoistIfThenElseConfig(_o.Attrs):
    """The option `tir.HoistIfThenElse` of the pass that moves conditions out of loops."""
    __match_args__ = ('support_block_scope_hosting',)
    def __init__(self, support_block_scope_hosting: bool = ...) -> None: ...
    @property
    def support_block_scope_hosting(self) -> bool:
        """Whether to hoist conditions that depend on variables of block scope."""

class InjectDoubleBufferConfig(_o.Attrs):
    """The option `tir.InjectDoubleBuffer` of the pass that adds double buffers to loops."""
    __match_args__ = ('split_loop',)
    def __init__(self, split_loop: int = ...) -> None: ...
    @property
    def split_loop(self) -> int:
        """The factor by which the loop is split."""

class LoopPartitionConfig(_o.Attrs):
    """The option `tir.LoopPartition` of the pass that splits loops where a condition changes."""
    __match_args__ = ('partition_const_loop', 'no_unroll_loop_with_extent_one',)
    def __init__(self, partition_const_loop: bool = ..., no_unroll_loop_with_extent_one: bool = ...) -> None: ...
    @property
    def partition_const_loop(self) -> bool:
        """Whether to partition loops of constant extent."""
    @property
    def no_unroll_loop_with_extent_one(self) -> bool:
        """Whether to keep loops of extent one."""

class UnrollLoopConfig(_o.Attrs):
    """The option `tir.UnrollLoop` of the pass that unrolls loops."""
    __match_args__ = ('auto_max_step', 'auto_max_depth', 'auto_max_extent', 'explicit_unroll',)
    def __init__(self, auto_max_step: int = ..., auto_max_depth: int = ..., auto_max_extent: int = ..., explicit_unroll: int = ...) -> None: ...
    @property
    def auto_max_step(self) -> int:
        """The maximum total number of steps of a loop that is unrolled automatically."""
    @property
    def auto_max_depth(self) -> int:
        """The maximum depth of nested loops that are unrolled automatically."""
    @property
    def auto_max_extent(self) -> int:
        """The maximum extent of a loop that is unrolled automatically."""
    @property
    def explicit_unroll(self) -> int:
        """Nonzero if the loop is unrolled explicitly. Otherwise the loop gets a pragma for the next
compiler."""

def BF16CastElimination() -> _o.tir.PrimFuncPass:
    """Creates a pass that removes conversions of `float32` to `bfloat16` and back."""

def BF16Legalize() -> _o.transform.Sequential:
    """Creates a pass that replaces `bfloat16` by other types."""

def BF16Promote() -> _o.tir.PrimFuncPass:
    """Creates a pass that computes with `bfloat16` in `float32`."""

def BF16TypeLowering() -> _o.tir.PrimFuncPass:
    """Creates a pass that stores `bfloat16` as `uint16` of the same bits."""

def CompactBufferAllocation() -> _o.tir.PrimFuncPass:
    """Creates a pass that shrinks allocated buffers to the regions that are accessed."""

def ConvertBlocksToOpaque() -> _o.tir.PrimFuncPass:
    """Creates a pass that replaces the variables of blocks by their values. The blocks then have no
variables."""

def ConvertForLoopsToSerial() -> _o.tir.PrimFuncPass:
    """Creates a pass that makes parallel loops serial. As in TVM, loops inside of a parallel loop do
not change."""

def CreatePrimFuncPass(pass_func: _c.Callable[..., _t.Any], pass_info: _o.transform.PassInfo) -> _o.tir.PrimFuncPass:
    """Creates a pass that replaces each tir function by the result of `pass_func`, and removes the
functions for which it returns null."""

def FlattenBuffer() -> _o.tir.PrimFuncPass:
    """Creates a pass that replaces blocks by their bodies, buffers by allocations and accesses through
pointers, and loops over threads by attributes. Loops of one iteration are removed."""

def HoistIfThenElse() -> _o.tir.PrimFuncPass:
    """Creates a pass that moves conditions out of loops. The option `tir.HoistIfThenElse` also moves
them out of thread axes."""

def HoistIfThenElseBasic() -> _o.tir.PrimFuncPass:
    """Creates a pass that moves conditions out of loops."""

def InjectDoubleBuffer() -> _o.tir.PrimFuncPass:
    """Creates a pass that doubles the buffers with the attribute `double_buffer_scope`. The option
`tir.InjectDoubleBuffer` sets the factor by which their loops are split."""

def InjectPrefetch() -> _o.tir.PrimFuncPass:
    """Creates a pass that prefetches the regions that later iterations of a loop read."""

def InjectVirtualThread() -> _o.tir.PrimFuncPass:
    """Creates a pass that runs virtual threads in turn."""

def InstrumentBoundCheckers() -> _o.tir.PrimFuncPass:
    """Creates a pass that checks the indices of stores and loads at run time."""

def LoopPartition() -> _o.tir.PrimFuncPass:
    """Creates a pass that splits loops where conditions that are marked as likely change. The option
`tir.LoopPartition` selects the loops."""

def LowerInitBlock() -> _o.tir.PrimFuncPass:
    """Creates a pass that moves the initial statements of blocks to the beginning of the bodies. The
statements run if all reduction variables have their first values."""

def LowerMatchBuffer() -> _o.tir.PrimFuncPass:
    """Creates a pass that replaces buffers which are regions of other buffers by the others."""

def NarrowDataType(target_bits: int) -> _o.tir.PrimFuncPass:
    """Creates a pass that narrows the indices of functions to `target_bits` if their values fit."""

def PlanAndUpdateBufferAllocationLocation() -> _o.tir.PrimFuncPass:
    """Creates a pass that allocates each buffer in the smallest loop or block that has all accesses
to it. A loop that allocates buffers gets a block around its body. The regions that a block
declares no longer have the buffers that are allocated inside."""

def PointerValueTypeRewrite() -> _o.tir.PrimFuncPass:
    """Creates a pass that gives vector types to the pointers through which only vectors of one length
are accessed."""

def RemoveNoOp() -> _o.tir.PrimFuncPass:
    """Creates a pass that removes statements without effects. Only the effects of the values that a
removed statement computes remain."""

def RewriteUnsafeSelect() -> _o.tir.PrimFuncPass:
    """Creates a pass that replaces selections by calls of `if_then_else` if one of the values is not
safe to compute when it is not selected: if it loads from memory, or has effects."""

def Simplify() -> _o.tir.PrimFuncPass:
    """Creates a pass that simplifies the expressions of functions."""

def SkipAssert() -> _o.tir.PrimFuncPass:
    """Creates a pass that removes assertions and keeps the statements after them."""

def StorageFlatten(cache_line_size: int, create_bound_attributes: bool = ...) -> _o.tir.PrimFuncPass:
    """Creates a pass that lays out the memory of functions that schedules make."""

def StorageRewrite() -> _o.tir.PrimFuncPass:
    """Creates a pass that lets buffers share memory, and gives vector types to the buffers that are
only accessed as vectors of one length."""

def TextureFlatten() -> _o.tir.PrimFuncPass:
    """Creates a pass that lays out buffers in textures."""

def UnifyThreadBinding() -> _o.tir.PrimFuncPass:
    """Creates a pass that replaces the variables of one thread axis in a kernel by one variable. A
kernel is an outermost loop over a thread axis, and begins with one loop for each of its axes."""

def UnrollLoop() -> _o.tir.PrimFuncPass:
    """Creates a pass that unrolls loops: those of kind [`ForKind::Unrolled`], and loops that the
option `tir.UnrollLoop` selects by their size.

The attributes `pragma_auto_unroll_max_step` and `pragma_unroll_explicit` replace the options in
a statement."""

def VectorizeLoop(enable_vectorize: bool) -> _o.tir.PrimFuncPass:
    """Creates a pass that vectorizes loops of kind [`ForKind::Vectorized`]. Without
`enable_vectorize`, the loops become serial."""

def VerifyGPUCode(constraints: _c.Mapping[str, _o.PrimExpr | int | float]) -> _o.transform.ModulePass:
    """Creates a pass that checks that a GPU with some limits can run the functions of a module."""

def VerifyMemory() -> _o.transform.ModulePass:
    """Creates a pass that checks that the functions of a module for a GPU or an FPGA access the memory
of their arguments only in threads."""

def VerifySSA() -> _o.transform.ModulePass:
    """Creates a pass that checks that no two parameters, lets, loops or allocations of a function bind
the same variable."""
