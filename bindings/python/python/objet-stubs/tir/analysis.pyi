import collections.abc as _c
import typing as _t
import objet as _o

def verify_ssa(func: _o.tir.PrimFunc) -> bool:
    """Returns whether no two parameters, lets, loops or allocations of a function bind the same
variable."""
