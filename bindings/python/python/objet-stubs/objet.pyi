import collections.abc as _c
import typing as _t
import objet as _o

class Opaque(_o.Object):
    """An object of the type objet.Opaque. Functions make such objects."""
    __match_args__ = ()
