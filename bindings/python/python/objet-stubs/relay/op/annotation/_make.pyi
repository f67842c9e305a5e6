import collections.abc as _c
import typing as _t
import objet as _o

def checkpoint(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `annotation.checkpoint`."""

def compiler_begin(expr: _o.RelayExpr, compiler: str) -> _o.relay.Call:
    """Creates a call of the operator `annotation.compiler_begin`."""

def compiler_end(expr: _o.RelayExpr, compiler: str) -> _o.relay.Call:
    """Creates a call of the operator `annotation.compiler_end`."""

def function_on_device(function: _o.relay.Function, param_device_types: _c.Sequence[_o.IntImm | int], result_device_type: int) -> _o.relay.Function:
    """Returns the function with attributes for the device types of its parameters and of its result."""

def on_device(expr: _o.RelayExpr, device_type: int, is_fixed: bool) -> _o.relay.Call:
    """Creates a call of `on_device` with the source location of the expression."""

def stop_fusion(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `annotation.stop_fusion`."""
