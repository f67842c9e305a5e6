import collections.abc as _c
import typing as _t
import objet as _o

class Token(_o.Object):
    """A word of a source text, as a parser sees it."""
    __match_args__ = ()
