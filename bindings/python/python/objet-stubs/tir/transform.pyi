import collections.abc as _c
import typing as _t
import objet as _o

class HoistIfThenElseConfig(_o.Attrs):
    """How conditions are moved out of loops: the option `tir.HoistIfThenElse`."""
    __match_args__ = ('support_block_scope_hosting',)
    def __init__(self, support_block_scope_hosting: bool = ...) -> None: ...
    @property
    def support_block_scope_hosting(self) -> bool:
        """Whether those go too that depend on variables of the scope of a block."""

class InjectDoubleBufferConfig(_o.Attrs):
    """How loops with double buffers are made: the option `tir.InjectDoubleBuffer`."""
    __match_args__ = ('split_loop',)
    def __init__(self, split_loop: int = ...) -> None: ...
    @property
    def split_loop(self) -> int:
        """By which factor the loop is split."""

class LoopPartitionConfig(_o.Attrs):
    """How loops are cut where a condition changes: the option `tir.LoopPartition`."""
    __match_args__ = ('partition_const_loop', 'no_unroll_loop_with_extent_one',)
    def __init__(self, partition_const_loop: bool = ..., no_unroll_loop_with_extent_one: bool = ...) -> None: ...
    @property
    def partition_const_loop(self) -> bool:
        """Whether loops of constant extent are cut too."""
    @property
    def no_unroll_loop_with_extent_one(self) -> bool:
        """Whether loops of extent one stay loops."""

class UnrollLoopConfig(_o.Attrs):
    """Which loops are unrolled: the option `tir.UnrollLoop`."""
    __match_args__ = ('auto_max_step', 'auto_max_depth', 'auto_max_extent', 'explicit_unroll',)
    def __init__(self, auto_max_step: int = ..., auto_max_depth: int = ..., auto_max_extent: int = ..., explicit_unroll: int = ...) -> None: ...
    @property
    def auto_max_step(self) -> int:
        """Up to how many steps in all a loop is unrolled without being told to."""
    @property
    def auto_max_depth(self) -> int:
        """Up to which depth of nested loops."""
    @property
    def auto_max_extent(self) -> int:
        """Up to which extent of the loop."""
    @property
    def explicit_unroll(self) -> int:
        """Not 0 if the steps are written out; otherwise the loop gets a pragma for the compiler that comes after."""

def CreatePrimFuncPass(pass_func: _c.Callable[..., _t.Any], pass_info: _o.transform.PassInfo) -> _o.tir.PrimFuncPass:
    """The pass that does with each function of tir what the function does. Where that gives null, the function is taken out."""
