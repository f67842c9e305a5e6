"""The part of the package for the intermediate representations Relay and TIR.

It is imported only if the native module links their nodes.
"""

from . import arithmetic as _arithmetic, constants as _constants, methods as _methods
from .operators import ops
from .passes import function_pass, module_pass, prim_func_pass, sequential

__all__ = ["function_pass", "module_pass", "ops", "prim_func_pass", "sequential"]
