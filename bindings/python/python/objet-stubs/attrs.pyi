import collections.abc as _c
import typing as _t
import objet as _o

class TestAttrs(_o.Attrs):
    """Attributes that no operator uses. The fields cover a default, bounds and a required value."""
    __match_args__ = ('axis', 'name', 'padding', 'func',)
    def __init__(self, axis: int = ..., *, name: str, padding: _c.Sequence[_o.PrimExpr | int | float] = ..., func: _o.EnvFunc | None = ...) -> None: ...
    @property
    def axis(self) -> int:
        """An axis, from 1 to 10."""
    @property
    def name(self) -> str:
        """A name, which is required."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding along each axis."""
    @property
    def func(self) -> _o.EnvFunc | None:
        """A function."""
