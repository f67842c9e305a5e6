"""Methods of `IRModule`: a module is a mapping of its functions, which it also finds by name."""

import functools
import inspect
from collections.abc import Mapping

from .. import _objet
from ..errors import TVMError
from ..functions import get_global_func
from ..graph import _set_state, _state


def _definition(self, name):
    """Returns the definition of a global variable, or of the function of this name."""
    look_up = "ir.Module_Lookup_str" if isinstance(name, str) else "ir.Module_Lookup"
    if _is_of_type(name):
        look_up = "ir.Module_LookupDef"
    try:
        return get_global_func(look_up)(self, name)
    except (ValueError, TVMError) as missing:
        raise KeyError(name) from missing


def _has_definition(self, name):
    if isinstance(name, str):
        return get_global_func("ir.Module_ContainGlobalVar")(self, name)
    return name in (self.type_definitions if _is_of_type(name) else self.functions)


def _set_definition(self, name, definition):
    """Adds or replaces a function or a type. Other references to the module change, too."""
    if isinstance(name, str):
        name = _variable(name, self.global_var_map_)
    add = "ir.Module_AddDef" if _is_of_type(name) else "ir.Module_Add"
    get_global_func(add)(self, name, definition, True)


def _is_of_type(name):
    return isinstance(name, _objet.class_of_key("GlobalTypeVar"))


def _names(self):
    return iter(get_global_func("ir.Module_GetGlobalVars")(self))


def _get(self, name, default=None, /):
    """Returns the definition of a global variable, or a default if the module has none."""
    try:
        return _definition(self, name)
    except KeyError:
        return default


def _from_expr(expr, functions=None, type_definitions=None):
    """Returns a module whose main function is the expression, beside the other given functions."""
    others = _new_module(_objet.class_of_key("IRModule"), functions, type_definitions)
    return get_global_func("ir.Module_FromExpr")(expr, others.functions, others.type_definitions)


def _update(self, other):
    """Adds the functions and types of another module, or of a mapping of functions, to this one."""
    if not isinstance(other, _objet.class_of_key("IRModule")):
        other = _new_module(_objet.class_of_key("IRModule"), _entries("functions", other, self.global_var_map_))
    get_global_func("ir.Module_Update")(self, other)


def _update_function(self, var, function):
    """Replaces the function of a global variable."""
    get_global_func("ir.Module_UpdateFunction")(self, var, function)


def _global_var(self, name):
    """Returns the global variable of this name."""
    return get_global_func("ir.Module_GetGlobalVar")(self, name)


def _global_vars(self):
    """Returns the global variables of all functions."""
    return get_global_func("ir.Module_GetGlobalVars")(self)


def _global_type_var(self, name):
    """Returns the global variable of the type of this name."""
    return get_global_func("ir.Module_GetGlobalTypeVar")(self, name)


def _global_type_vars(self):
    """Returns the global variables of all types."""
    return get_global_func("ir.Module_GetGlobalTypeVars")(self)


def _constructor(self, tag):
    """Returns the constructor of a type by its tag."""
    return get_global_func("ir.Module_LookupTag")(self, tag)


def _type(self, name):
    """Returns the global variable of the type of this name, and the constructors of the type."""
    var = _global_type_var(self, name)
    return var, *self.type_definitions[var].constructors


def _import_from_std(self, file):
    """Adds a file of TVM's library, such as ``prelude.rly``, and returns the typed module."""
    get_global_func("ir.Module_ImportFromStd")(self, file)
    return get_global_func("relay._transform.InferType")()(self)


# A map of an `IRModule`, the map of the names of its keys, and the class of the keys.
_MAPS = {
    "functions": ("global_var_map_", "GlobalVar"),
    "type_definitions": ("global_type_var_map_", "GlobalTypeVar"),
}


def _new_module(
    cls,
    /,
    functions=None,
    type_definitions=None,
    global_var_map_=None,
    global_type_var_map_=None,
    source_map=None,
    attrs=None,
):
    """Returns a module with the given functions by variable or by name, and other given fields."""
    if source_map is None:
        source_map = _objet.class_of_key("SourceMap")({})
    fields = {"functions": {}, "type_definitions": {}, "source_map": source_map}
    given = {
        "functions": functions,
        "type_definitions": type_definitions,
        "global_var_map_": global_var_map_,
        "global_type_var_map_": global_type_var_map_,
        "attrs": attrs,
    }
    fields.update({name: value for name, value in given.items() if value is not None})
    _set_maps(fields, {})
    return _objet.Object.__new__(cls, **fields)


def _replace_in_module(self, /, **fields):
    """Returns a copy of this module with new values for the given fields.

    The names of new functions or type definitions are those of their variables. A function may have
    a name in the place of its variable: then it has the variable of this module with this name, or
    a new one.
    """
    _set_maps(fields, self.global_var_map_)
    # A module can change, so a copy without new values is another object, too.
    return _objet.with_attrs(self, fields or {"functions": self.functions})


def _set_maps(fields, known):
    """Completes new maps of a module: a function that has a name gets its variable in ``known``, or
    a new one, and each map gets the names of its variables."""
    for field, (names, _) in _MAPS.items():
        if field in fields:
            entries = fields[field] = _entries(field, fields[field], known)
            if names not in fields:
                fields[names] = {var.name_hint: var for var in entries}


def _entries(field, given, known):
    """Returns the entries of a map of a module by their variables."""
    if not isinstance(given, Mapping):
        raise TypeError(f"IRModule.{field}: expected a dict, found {type(given).__name__}")
    entries, key = {}, _MAPS[field][1]
    variable = _objet.class_of_key(key)
    for var, value in given.items():
        if isinstance(var, str) and field == "functions":
            var = _variable(var, known)
        if not isinstance(var, variable):
            raise TypeError(f"IRModule.{field}: expected a {key} as the key, found {var!r}")
        entries[var] = value
    return _objet.convert(entries)


def _variable(name, known):
    """Returns the known global variable of this name, or a new one."""
    return known.get(name) or _objet.class_of_key("GlobalVar")(name)


def _copy_of_module(self):
    """Returns a module with the same content, for `copy.copy`. Either one changes alone."""
    made = _replace_in_module(self)
    if (state := _state(self)) is not None:
        _set_state(made, state)
    return made


def _with_attr_in_module(self, name, value):
    """Returns a copy of this module with a new value for a field."""
    return _replace_in_module(self, **{name: value})


METHODS = {
    "__new__": staticmethod(_new_module),
    "__signature__": inspect.signature(functools.partial(_new_module, None)),
    "__getitem__": _definition,
    "__setitem__": _set_definition,
    "__contains__": _has_definition,
    "__iter__": _names,
    "__len__": lambda self: len(self.functions),
    "get": _get,
    "update": _update,
    "update_func": _update_function,
    "get_global_var": _global_var,
    "get_global_vars": _global_vars,
    "get_global_type_var": _global_type_var,
    "get_global_type_vars": _global_type_vars,
    "get_constructor": _constructor,
    "get_type": _type,
    "import_from_std": _import_from_std,
    "from_expr": staticmethod(_from_expr),
    "replace": _replace_in_module,
    "__replace__": _replace_in_module,
    "__copy__": _copy_of_module,
    "with_attr": _with_attr_in_module,
}
