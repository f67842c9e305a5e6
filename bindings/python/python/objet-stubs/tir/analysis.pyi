import collections.abc as _c
import typing as _t
import objet as _o

def GetBlockAccessRegion(block: _o.tir.Block, buffer_var_map: _c.Mapping[_o.tir.Var, _o.tir.Buffer]) -> _o.Array[_o.Array[_o.tir.BufferRegion]]:
    """Returns the regions of buffers that a block reads, those that it writes, and those that it
accesses through pointers."""

def GetBlockReadWriteRegion(block: _o.tir.Block, buffer_var_map: _c.Mapping[_o.tir.Var, _o.tir.Buffer]) -> _o.Array[_o.Array[_o.tir.BufferRegion]]:
    """Returns the regions of buffers that a block reads and those that it writes. Both have the
regions that it accesses through pointers."""

def calculate_workspace_bytes(func: _o.tir.PrimFunc, workspace_byte_alignment: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> int:
    """Returns the number of bytes that the allocations of a function need, each rounded up to a
multiple of an alignment."""

def detect_buffer_access_lca(func: _o.tir.PrimFunc) -> _o.Map[_o.tir.Buffer, _o.tir.Stmt | None]:
    """Returns the smallest loop or block that has all accesses to each buffer, or null if no loop or
block has all of them."""

def expr_deep_equal(lhs: _o.PrimExpr | int | float, rhs: _o.PrimExpr | int | float) -> bool:
    """Returns whether two expressions have the same structure, with the same variables."""

def verify_gpu_code(func: _o.tir.PrimFunc, constraints: _c.Mapping[str, _o.PrimExpr | int | float]) -> bool:
    """Returns whether a GPU with some limits can run a function."""

def verify_memory(func: _o.tir.PrimFunc) -> bool:
    """Returns whether a function for a GPU or an FPGA accesses the memory of its arguments only in
threads."""

def verify_ssa(func: _o.tir.PrimFunc) -> bool:
    """Returns whether no two parameters, lets, loops or allocations of a function bind the same
variable, except for lets in expressions that bind it to equal values."""
