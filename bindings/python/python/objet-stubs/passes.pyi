import collections.abc as _c
import typing as _t
import objet as _o


from objet import (
    function_pass as function_pass,
    module_pass as module_pass,
    prim_func_pass as prim_func_pass,
    sequential as sequential,
)
