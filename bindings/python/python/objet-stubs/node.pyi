import collections.abc as _c
import typing as _t
import objet as _o

def AsRepr(object: _o.Object | None = ...) -> str:
    """The text of an object."""

def LargeUIntImm(dtype: str, low: int, high: int, span: _o.Span | None = ...) -> _o.PrimExpr:
    """An unsigned integer of 64 bits, of its lower and its upper half."""

def LoadJSON(text: bytes) -> _o.Object | None:
    """The root of a graph in JSON."""

def MakeNode(type_key: str, *names_and_values: _t.Any) -> _o.Object:
    """A node of its type's key and of the names and values of its fields, which come by turns."""

def NodeGetAttr(object: _o.Object, name: str) -> _t.Any:
    """The value of an attribute."""

def NodeListAttrNames(object: _o.Object) -> _o.PackedFunc:
    """A function that gives the names of an object's attributes by number, and for -1 how many there are."""

def SaveJSON(object: _o.Object | None = ...) -> str:
    """The graph of an object in JSON."""

def StructuralEqual(lhs: _o.Object | None, rhs: _o.Object | None, assert_mode: bool, map_free_vars: bool) -> bool:
    """Whether two graphs are equal. If they are to be, it is an error that they are not."""

def StructuralHash(object: _o.Object | None, map_free_vars: bool) -> int:
    """The structural hash of a graph, 0 for null."""

def _const(value: _t.Any, dtype: str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """A number as a constant of that type, once for each lane. What lies behind the point is dropped where the type is that of an
integer; whether an integer fits the bits of the type is not looked at, but only whether it fits 64 bits."""
