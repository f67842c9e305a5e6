"""Modules of compiled code, and timing of functions."""

import os

from . import _objet
from .functions import get_global_func

Module = _objet.class_of_key("runtime.Module")


def load_module(path, format=""):
    """Loads a module from a file.

    The file is a library compiled by TVM, or has another format with a registered loader. The code
    in the file is trusted.
    """
    return get_global_func("runtime.ModuleLoadFromFile")(os.fsdecode(path), format)


def time_evaluator(function, device=None, *, number=10, repeat=1, min_repeat_ms=0):
    """Returns a callable that times a function.

    The callable takes the arguments of the function. It returns the mean seconds of a run for each
    of the ``repeat`` measurements. A measurement has ``number`` runs, or more runs until it takes
    ``min_repeat_ms``.
    """
    from .nd import cpu

    where = device or cpu()

    def evaluate(*args):
        return _objet.time_function(function, where, number, repeat, min_repeat_ms, args)

    return evaluate


def _get_function(self, name, query_imports=False):
    """Returns the function with a name in this module, and optionally in its imports."""
    found = _objet.module_function(self, name, query_imports)
    if found is None:
        raise AttributeError(f"the module has no function {name!r}")
    return found


def _time_evaluator(self, name, device=None, **options):
    """Returns a callable that times a function of the module, in the process of the module."""
    if device is None or _objet.device_of(device).device_type < _FIRST_REMOTE:
        return time_evaluator(_get_function(self, name), device, **options)
    from .rpc import Session

    return Session(_objet.rpc_session_of(self)).time_evaluator(name, device, module=self, **options)


# The device types of remote sessions begin with this number.
_FIRST_REMOTE = 128

Module.get_function = _get_function
Module.__getitem__ = lambda self, name: _get_function(self, name)
Module.__call__ = lambda self, *args: _get_function(self, "__tvm_main__")(*args)
Module.entry_func = property(lambda self: _get_function(self, "__tvm_main__"))
Module.time_evaluator = _time_evaluator
Module.imported_modules = property(
    lambda self: [
        get_global_func("runtime.ModuleGetImport")(self, index)
        for index in range(get_global_func("runtime.ModuleImportsSize")(self))
    ]
)
Module.__repr__ = lambda self: f"Module({get_global_func('runtime.ModuleGetTypeKey')(self)})"
