import collections.abc as _c
import typing as _t
import objet as _o

def get_binds(args: _c.Sequence[_t.Any], compact: bool, binds: _c.Mapping[_o.Tensor, _o.tir.Buffer] | None = ...) -> _o.Array[_t.Any]:
    """Returns the buffers of all tensors, and the arguments with buffers in the place of tensors."""

def lower_module(mod: _o.IRModule, simple_mode: bool) -> _o.IRModule:
    """Lowers the functions of a module."""

def lower_primfunc(func: _o.tir.PrimFunc, name: str, simple_mode: bool) -> _o.IRModule:
    """Lowers a function. The result is a module with the function."""

def lower_schedule(sch: _o.Schedule, args: _c.Sequence[_t.Any] | None, name: str, binds: _c.Mapping[_o.Tensor, _o.tir.Buffer] | None, simple_mode: bool) -> _o.IRModule:
    """Lowers the function that a schedule describes."""

def schedule_to_module(sch: _o.Schedule, args: _c.Sequence[_t.Any], name: str, binds: _c.Mapping[_o.Tensor, _o.tir.Buffer] | None = ...) -> _o.IRModule:
    """Returns the module with the function that a schedule describes."""
