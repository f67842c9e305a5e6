"""Methods of the functions and buffers of TIR."""

from .. import dtypes
from ..functions import get_global_func
from .constants import is_scalar

# The letters and the numbers of the kinds of access.
_ACCESS = {"r": 1, "w": 2}


def _access_ptr(self, access_mask, ptr_type="handle", content_lanes=1, offset=0):
    """Makes the address of the elements from index ``offset`` on.

    The access is ``"r"``, ``"w"`` or ``"rw"``, or a sum of `Buffer.READ` and `Buffer.WRITE`.
    """
    if isinstance(access_mask, str):
        if not access_mask or set(access_mask) - set(_ACCESS):
            raise ValueError(f'expected "r", "w" or "rw" as the access, found {access_mask!r}')
        access_mask = sum(_ACCESS[each] for each in set(access_mask))
    function = get_global_func("tir.BufferAccessPtr")
    return function(self, access_mask, dtypes.name(ptr_type), content_lanes, offset)


def _load(self, begin, dtype=None):
    """Makes a load of the element, or of the vector of a data type, at an index or at indices."""
    of = self.dtype if dtype is None else dtypes.name(dtype)
    return get_global_func("tir.BufferVLoad")(self, _indices(begin), of)


def _store(self, begin, value):
    """Makes a statement that stores a value at an index or at indices."""
    return get_global_func("tir.BufferVStore")(self, _indices(begin), value)


def _indices(begin):
    return [begin] if is_scalar(begin) else begin


def _scope(self):
    """Returns the storage scope of the buffer, such as ``global``."""
    return get_global_func("tir.BufferStorageScope")(self)


def _with_body(self, new_body, span=None):
    """Returns a function with another body."""
    # The function gets the type of its parameters and of its result anew.
    return get_global_func("tir.PrimFunc")(self.params, new_body, self.ret_type, self.buffer_map, self.attrs, span)


def _specialize(self, param_map):
    """Returns the function for values of some parameters.

    A parameter that is the handle of a buffer has a buffer as its value.
    """
    return get_global_func("tir.Specialize")(self, param_map)


def script(self, tir_prefix="T", show_meta=False):
    """Returns the program as TVMScript."""
    return get_global_func("script.AsTVMScript")(self, tir_prefix, show_meta)


OF_BUFFERS = {
    "READ": _ACCESS["r"],
    "WRITE": _ACCESS["w"],
    "access_ptr": _access_ptr,
    "vload": _load,
    "vstore": _store,
    "scope": _scope,
}
OF_FUNCTIONS = {"with_body": _with_body, "specialize": _specialize, "script": script}
