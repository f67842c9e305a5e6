import collections.abc as _c
import typing as _t
import objet as _o

class Closure(_o.runtime.Closure):
    """An object of the type vm.Closure. Functions make such objects."""
    __match_args__ = ()
