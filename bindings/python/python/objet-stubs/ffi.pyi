import collections.abc as _c
import typing as _t
import objet as _o

class Bytes(_o.Object):
    """The node of [`Bytes`]."""
    __match_args__ = ()

class Dict(_o.Object):
    """The node of a [`Dict`]."""
    __match_args__ = ('entries',)
    def __init__(self, entries: _c.Mapping[_t.Any, _t.Any | None]) -> None: ...
    @property
    def entries(self) -> _o.Map[_o.Object, _o.Object | None]:
        """The entries, in the order of the file."""

class List(_o.Object):
    """The node of a [`List`]."""
    __match_args__ = ('elements',)
    def __init__(self, elements: _c.Sequence[_t.Any | None]) -> None: ...
    @property
    def elements(self) -> _o.Array[_o.Object | None]:
        """The elements."""
