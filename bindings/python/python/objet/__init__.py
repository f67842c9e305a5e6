"""Objet: define, inspect, rewrite and call nodes and functions, on the same objects as Rust.

Every registered node type has a class: the type ``relay.Call`` has the class ``objet.relay.Call``.
A call of the class makes an object. Objects are immutable: ``with_attr`` and ``replace`` return
copies, and ``structural_equal`` compares objects.
"""

import importlib as _importlib
import sys as _sys

if "t" in getattr(_sys, "abiflags", ""):
    raise ImportError("objet needs the global interpreter lock: use a build of Python that is not free-threaded")

from . import _objet
from . import errors
from ._objet import (
    Device,
    Object,
    StoredValue,
    opaque_bytes,
    opaque_object,
    references,
    rewrite,
    structural_equal,
    structural_hash,
    walk,
)
from .compare import Diff, assert_structural_equal, diff
from .errors import InternalError, TVMError
from .functions import (
    PackedFunc,
    convert,
    get_global_func,
    init_api,
    list_global_func_names,
    register_func,
    remove_global_func,
)
from .graph import load_json, post_order, print, save_json
from .pickling import dumps
from .progress_bar import progress
from .view import to_dot, to_html, to_svg
from .containers import ADT, Array, Map, ShapeTuple
from . import nd
from .nd import NDArray, cpu, cuda, device
from .module import Module, load_module, time_evaluator
from . import classes as _classes
from .registered import FieldInfo, asdict, field, fields, register_object

# The names of each part of the package whose nodes are linked into the native module.
for _part in _objet.PARTS:
    _module = _importlib.import_module(f"._{_part}", __name__)
    globals().update({_name: getattr(_module, _name) for _name in _module.__all__})

# A native module without the nodes of the package may also be without remote sessions.
if hasattr(_objet, "RemoteSession"):
    from . import rpc

_classes.publish()

# `print` would hide the built-in function, and `objet`, the registered names below it, the package.
__all__ = [_name for _name in dir() if not _name.startswith("_") and _name not in ("print", "objet")]

__version__ = "0.1.0"


def __getattr__(name):
    return _classes.find(__name__, name)
