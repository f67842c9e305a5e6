import collections.abc as _c
import typing as _t
import objet as _o

def BiasAdd(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.relay.attrs.BiasAddAttrs, reporter: _o.TypeReporter) -> bool:
    """The bias is a vector as long as the axis; the result is what the data are. Whether that could be told."""

def Broadcast(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> bool:
    """The result has an element for each pair of elements of two tensors of one data type, where what is 1 long stands for as many as
are needed. Whether that could be told."""

def BroadcastComp(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> bool:
    """As [`broadcast`], with truth values for elements."""

def Identity(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> bool:
    """All types are one. Whether that could be told, which is always so."""
