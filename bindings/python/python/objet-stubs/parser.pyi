import collections.abc as _c
import typing as _t
import objet as _o

class Token(_o.Object):
    """A token of a source text, produced by a parser."""
    __match_args__ = ()
