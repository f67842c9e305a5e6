import collections.abc as _c
import typing as _t
import objet as _o


from objet import (
    PackedFunc as PackedFunc,
    convert as convert,
    get_global_func as get_global_func,
    init_api as init_api,
    list_global_func_names as list_global_func_names,
    register_func as register_func,
    remove_global_func as remove_global_func,
)
