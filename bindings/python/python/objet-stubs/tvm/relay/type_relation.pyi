import collections.abc as _c
import typing as _t
import objet as _o

def BiasAdd(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.relay.attrs.BiasAddAttrs, reporter: _o.TypeReporter) -> bool:
    """Requires a bias vector with the length of the axis, and a result of the same type as the data.
Returns whether the types are resolved."""

def Broadcast(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> bool:
    """Sets the type of the result to the broadcast type of two tensors with the same element type.
Returns whether the types of the operands are known."""

def BroadcastComp(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> bool:
    """Like [`broadcast`], with boolean elements in the result."""

def Identity(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> bool:
    """Requires all types to be equal. Always returns true."""
