import collections.abc as _c
import typing as _t
import objet as _o

def Legalize() -> _o.transform.Pass:
    """Creates the pass that replaces the operators on quantized tensors by operators on integers."""
