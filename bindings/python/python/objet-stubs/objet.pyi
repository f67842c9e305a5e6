import collections.abc as _c
import typing as _t
import objet as _o

class Opaque(_o.Object):
    """Objects of the type objet.Opaque, which functions make."""
    __match_args__ = ()
