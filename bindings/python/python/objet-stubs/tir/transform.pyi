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

def CreatePrimFuncPass(pass_func: _c.Callable[..., _t.Any], pass_info: _o.transform.PassInfo) -> _o.tir.PrimFuncPass:
    """Creates a pass that replaces each tir function by the result of `pass_func`, and removes the
functions for which it returns null."""

def VerifyMemory() -> _o.transform.ModulePass:
    """Creates a pass that checks that the functions of a module for a GPU or an FPGA access the memory
of their arguments only in threads."""
