"""Methods of the classes of the intermediate representations."""

from .. import _objet
from ..errors import TVMError
from ..functions import get_global_func


def _run(self, module):
    """Runs this pass on a module and returns the new module."""
    return get_global_func("transform.RunPass")(self, module)


def _enter(self):
    get_global_func("transform.EnterPassContext")(self)
    return self


def _exit(self, kind, error, traceback):
    get_global_func("transform.ExitPassContext")(self)


def _current():
    """Returns the current pass context."""
    return get_global_func("transform.GetCurrentPassContext")()


def _definition(self, name):
    """Returns the definition of a global variable, which is passed as an object or by name."""
    look_up = "ir.Module_Lookup_str" if isinstance(name, str) else "ir.Module_Lookup"
    try:
        return get_global_func(look_up)(self, name)
    except (ValueError, TVMError) as missing:
        raise KeyError(name) from missing


def _has_definition(self, name):
    if isinstance(name, str):
        return get_global_func("ir.Module_ContainGlobalVar")(self, name)
    return name in self.functions


def _names(self):
    return iter(get_global_func("ir.Module_GetGlobalVars")(self))


def _from_expr(expr):
    """Returns a module whose main function is the expression."""
    return get_global_func("ir.Module_FromExpr")(expr, {}, {})


def _as_text(self, show_meta_data=True):
    """Returns the program in the text format of TVM."""
    return get_global_func("ir.AsText")(self, show_meta_data, None)


# The maximum number of lines of a program that an interactive interpreter shows.
_SHOWN = 60


def _repr_pretty(self, printer, cycle):
    """Shows the program in IPython and in notebooks without HTML."""
    lines = _as_text(self, False).splitlines()
    if len(lines) > _SHOWN:
        lines[_SHOWN:] = [f"… ({len(lines) - _SHOWN} more lines: `astext` returns all)"]
    printer.text("\n".join(lines))


# A map of an `IRModule`, and the map of the names of its keys.
_NAMES = {"functions": "global_var_map_", "type_definitions": "global_type_var_map_"}


def _replace_in_module(self, /, **fields):
    """Returns a copy of this module with new values for the given fields.

    The names of new functions or type definitions are those of their variables.
    """
    for field, names in _NAMES.items():
        if field in fields and names not in fields:
            entries = fields[field] = _objet.convert(fields[field])
            fields[names] = {var.name_hint: var for var in entries}
    return _objet.with_attrs(self, fields)


def _with_attr_in_module(self, name, value):
    """Returns a copy of this module with a new value for a field."""
    return _replace_in_module(self, **{name: value})


_METHODS = {
    "transform.Pass": {"__call__": _run},
    "transform.PassContext": {"__enter__": _enter, "__exit__": _exit, "current": staticmethod(_current)},
    "IRModule": {
        "__getitem__": _definition,
        "__contains__": _has_definition,
        "__iter__": _names,
        "__len__": lambda self: len(self.functions),
        "from_expr": staticmethod(_from_expr),
        "astext": _as_text,
        "_repr_pretty_": _repr_pretty,
        "replace": _replace_in_module,
        "__replace__": _replace_in_module,
        "with_attr": _with_attr_in_module,
    },
    "RelayExpr": {"astext": _as_text, "_repr_pretty_": _repr_pretty},
    "Type": {"astext": _as_text, "_repr_pretty_": _repr_pretty},
}

for _key, _cls in _objet.all_classes():
    for _name, _method in _METHODS.get(_key, {}).items():
        setattr(_cls, _name, _method)
