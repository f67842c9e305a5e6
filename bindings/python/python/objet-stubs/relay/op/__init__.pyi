import collections.abc as _c
import typing as _t
import objet as _o
from objet.relay.op import _make as _make
from objet.relay.op import annotation as annotation
from objet.relay.op import dyn as dyn
from objet.relay.op import image as image
from objet.relay.op import memory as memory
from objet.relay.op import nn as nn
from objet.relay.op import random as random
from objet.relay.op import vision as vision
from objet.relay.op import vm as vm

def _OpImplementationCompute(implementation: _o.relay.OpImplementation, attrs: _o.Attrs | None, inputs: _c.Sequence[_o.Tensor], out_type: _o.Type | None = ...) -> _o.Array[_o.Tensor]:
    """Computes the output tensors of an implementation."""

def _OpImplementationSchedule(implementation: _o.relay.OpImplementation, attrs: _o.Attrs | None, outs: _c.Sequence[_o.Tensor], target: _t.Any | None = ...) -> _t.Any:
    """Creates the schedule of an implementation."""

def _OpStrategyAddImplementation(strategy: _o.relay.OpStrategy, compute: _c.Callable[..., _t.Any], schedule: _c.Callable[..., _t.Any], name: str, plevel: int) -> None:
    """Adds an implementation that is always valid."""

def call_lowered(func: _o.GlobalVar, inputs: _c.Sequence[_o.RelayExpr], attrs: _o.relay.attrs.CallLoweredAttrs, type_args: _c.Sequence[_o.Type | None] | None = ..., span: _o.Span | None = ...) -> _o.relay.Call:
    """Creates a call of a function that was lowered to TIR, by its name in the module."""
