import collections.abc as _c
import typing as _t
import objet as _o

def AsRepr(object: _t.Any | None = ...) -> str:
    """Returns the text of an object, which begins with its type if the type has no text of its own."""

def LargeUIntImm(dtype: str, low: int, high: int, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Creates an unsigned integer of 64 bits from its lower and its upper half."""

def LoadJSON(text: bytes) -> _o.Object | None:
    """Loads a graph from JSON and returns its root."""

def MakeNode(type_key: str, *names_and_values: _t.Any) -> _o.Object:
    """Creates a node from its type key, followed by a name and a value for each field."""

def NodeGetAttr(object: _t.Any, name: str) -> _t.Any:
    """Returns the value of an attribute."""

def NodeListAttrNames(object: _t.Any) -> _o.PackedFunc:
    """Returns a function that maps an index to the name of an attribute, and -1 to the number of
attributes."""

def SaveJSON(object: _t.Any | None = ...) -> str:
    """Saves the graph of an object as JSON."""

def StructuralEqual(lhs: _t.Any | None, rhs: _t.Any | None, assert_mode: bool, map_free_vars: bool) -> bool:
    """Compares two graphs structurally. In assert mode, a difference is an error. Doubles may differ
by less than 10^-9."""

def StructuralHash(object: _t.Any | None, map_free_vars: bool) -> int:
    """Returns the structural hash of a graph, or 0 for null."""

def _const(value: _t.Any, dtype: str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Creates a constant of a type. A vector repeats the constant in each lane. A float is truncated
for an integer type. The value must fit 64 bits, but may exceed the bits of the type."""
