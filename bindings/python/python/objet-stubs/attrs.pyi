import collections.abc as _c
import typing as _t
import objet as _o

class TestAttrs(_o.Attrs):
    """Attributes that no operator has: one of each kind, with a default, with bounds, and required."""
    __match_args__ = ('axis', 'name', 'padding', 'func',)
    def __init__(self, axis: int = ..., *, name: str, padding: _c.Sequence[_o.PrimExpr | int | float] = ..., func: _o.EnvFunc | None = ...) -> None: ...
    @property
    def axis(self) -> int:
        """An axis, from 1 to 10."""
    @property
    def name(self) -> str:
        """A name, which must be given."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros along each axis."""
    @property
    def func(self) -> _o.EnvFunc | None:
        """A function."""
