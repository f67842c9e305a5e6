"""The part of the package for the intermediate representations, relay and tir. A package whose native module has them imports it."""

from . import arithmetic as _arithmetic, methods as _methods
from .passes import function_pass, module_pass, prim_func_pass, sequential

__all__ = ["function_pass", "module_pass", "prim_func_pass", "sequential"]
