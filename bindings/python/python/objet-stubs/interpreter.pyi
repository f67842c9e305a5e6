import collections.abc as _c
import typing as _t
import objet as _o

class RecClosure(_o.Object):
    """An object of the type interpreter.RecClosure. Functions make such objects."""
    __match_args__ = ()

class Closure(_o.runtime.Closure):
    """An object of the type interpreter.Closure. Functions make such objects."""
    __match_args__ = ()
