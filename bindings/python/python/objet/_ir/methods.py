"""Methods of the classes of the intermediate representations."""

import functools
import inspect
import operator
from collections.abc import ItemsView, KeysView, Mapping, ValuesView

from .. import _objet, dtypes
from ..errors import TVMError
from ..functions import get_global_func
from ..graph import _set_state, _state
from .operators import as_input, function_of


def _run(self, module):
    """Runs this pass on a module and returns the new module."""
    return get_global_func("transform.RunPass")(self, module)


def _new_context(cls, /, *args, **named):
    return _checked(_objet.Object.__new__(cls, *args, **named))


def _new_var(cls, /, *args, **named):
    try:
        return _objet.Object.__new__(cls, *args, **named)
    except ValueError as wrong:
        if len(args) < 2 or not _is_data_type(args[1]):
            raise
        name, dtype = args[:2]
        raise ValueError(
            f"{wrong}; {cls.__name__} takes the data type first, {cls.__name__}({dtype!r}, {name!r}): "
            f'objet.get_global_func("tir.{cls.__name__}") takes the name first, as in TVM'
        ) from None


def _is_data_type(text):
    try:
        return isinstance(text, str) and bool(_objet.data_type_name(text))
    except (TypeError, ValueError):
        return False


def _replace_in_context(self, /, **fields):
    """Returns a copy of this context with new values for the given fields."""
    return _checked(_objet.with_attrs(self, fields))


def _with_attr_in_context(self, name, value):
    """Returns a copy of this context with a new value for a field."""
    return _replace_in_context(self, **{name: value})


def _checked(context):
    """Returns a context whose options are registered and have values of their types."""
    if context.config:
        get_global_func("transform.PassContext")(context.opt_level, [], [], None, context.config)
    return context


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


def _set_definition(self, name, definition):
    """Adds or replaces a function of this module. Other references to the module change, too."""
    if isinstance(name, str):
        name = _variable(name, self.global_var_map_)
    get_global_func("ir.Module_Add")(self, name, definition, True)


def _names(self):
    return iter(get_global_func("ir.Module_GetGlobalVars")(self))


def _get(self, name, default=None, /):
    """Returns the definition of a global variable, or a default if the module has none."""
    try:
        return _definition(self, name)
    except KeyError:
        return default


def _keys(self):
    """Returns a view of the names."""
    return KeysView(self)


def _values(self):
    """Returns a view of the values."""
    return ValuesView(self)


def _items(self):
    """Returns a view of the names with their values."""
    return ItemsView(self)


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


def _with_attr_in_function(self, name, value):
    """Returns a copy of this function with a new value for a field.

    `objet.ir.BaseFuncWithAttr` returns a copy with a new value for an entry of ``attrs``.
    """
    if name not in {each["name"] for each in _objet.fields(type(self))}:
        raise TypeError(
            f"{self.type_key} has no field {name!r}: with_attr replaces a field; "
            f"use objet.ir.BaseFuncWithAttr(function, {name!r}, value) for an attribute of the function"
        )
    return self.replace(**{name: value})


def _attributes(self):
    """Returns the map of the attributes of a function."""
    return _objet.get_attr(self, "__dict__")


def _get_attribute(self, name, default=None, /):
    """Returns the attribute of this name, or a default if there is none."""
    return _attributes(self).get(name, default)


def _call(self, *args):
    """Makes a call of this expression. A list of expressions becomes a tuple."""
    return get_global_func("relay.ir.Call")(self, list(map(as_input, args)), None, [])


def _call_op(self, *args, **named):
    """Makes a call of this operator, from its inputs and its attributes as in `objet.ops`."""
    if self.name.startswith("tir."):
        raise TypeError(f"{self.name} is an operator of TIR: call it with objet.tir.Call(dtype, op, args)")
    return function_of(self.name)(*args, **named)


def _field_of_tuple(self, index):
    """Makes an expression for the field of this tuple with an index, from 0."""
    if (index := operator.index(index)) < 0:
        raise IndexError(f"the index of a field of a tuple is negative: {index}")
    return get_global_func("relay.ir.TupleGetItem")(self, index)


def _as_type(self, dtype):
    """Makes a cast of this tensor to a data type."""
    return get_global_func("relay.ir.cast")(self, dtypes.name(dtype))


def _scalar_as_type(self, dtype):
    """Makes a cast of this scalar to a data type."""
    return get_global_func("tir._cast")(dtypes.name(dtype), self, None)


def _checked_type(self):
    """The inferred type of the expression. Without one, reading it is a `ValueError`."""
    if self._checked_type_ is None:
        raise ValueError(
            f"the type of the expression is not inferred: {self.type_key}; "
            "run objet.relay._transform.InferType() on its module"
        )
    return self._checked_type_


def _equal_types(self, other):
    """Whether two types are structurally equal. Other expressions are equal only to themselves."""
    is_type = isinstance(other, _objet.class_of_key("Type"))
    return self is other or _objet.structural_equal(self, other) if is_type else NotImplemented


def _name_of_var(self):
    """The name of the variable."""
    return self.vid.name_hint


_METHODS = {
    "transform.Pass": {"__call__": _run},
    "transform.PassContext": {
        "__new__": staticmethod(_new_context),
        "replace": _replace_in_context,
        "__replace__": _replace_in_context,
        "with_attr": _with_attr_in_context,
        "__enter__": _enter,
        "__exit__": _exit,
        "current": staticmethod(_current),
    },
    "tir.Var": {"__new__": staticmethod(_new_var)},
    "tir.SizeVar": {"__new__": staticmethod(_new_var)},
    "IRModule": {
        "__new__": staticmethod(_new_module),
        "__signature__": inspect.signature(functools.partial(_new_module, None)),
        "__getitem__": _definition,
        "__setitem__": _set_definition,
        "__contains__": _has_definition,
        "__iter__": _names,
        "__len__": lambda self: len(self.functions),
        "get": _get,
        "keys": _keys,
        "values": _values,
        "items": _items,
        "from_expr": staticmethod(_from_expr),
        "astext": _as_text,
        "_repr_pretty_": _repr_pretty,
        "replace": _replace_in_module,
        "__replace__": _replace_in_module,
        "__copy__": _copy_of_module,
        "with_attr": _with_attr_in_module,
    },
    "DictAttrs": {
        "__getitem__": lambda self, name: _attributes(self)[name],
        "__contains__": lambda self, name: name in _attributes(self),
        "__iter__": lambda self: iter(_attributes(self)),
        "__len__": lambda self: len(_attributes(self)),
        "get": _get_attribute,
        "keys": _keys,
        "values": _values,
        "items": _items,
    },
    "BaseFunc": {"with_attr": _with_attr_in_function},
    "RelayExpr": {
        "astext": _as_text,
        "_repr_pretty_": _repr_pretty,
        "__getitem__": _field_of_tuple,
        # The number of fields is not known, so that an iteration would not end.
        "__iter__": None,
        "astype": _as_type,
        "checked_type": property(_checked_type),
    },
    "PrimExpr": {"astype": _scalar_as_type},
    "relay.Tuple": {
        "__getitem__": lambda self, index: self.fields[index],
        "__iter__": lambda self: iter(self.fields),
    },
    "relay.Var": {"__call__": _call, "name_hint": property(_name_of_var)},
    "relay.Function": {"__call__": _call},
    "relay.Constructor": {"__call__": _call},
    "GlobalVar": {"__call__": _call},
    "Op": {"__call__": _call_op},
    "Type": {
        "astext": _as_text,
        "_repr_pretty_": _repr_pretty,
        "__eq__": _equal_types,
        "__hash__": lambda self: _objet.structural_hash(self),
    },
}

for _key, _cls in _objet.all_classes():
    if "__new__" in _METHODS.get(_key, {}):
        _cls.__signature__ = inspect.signature(_cls)
    for _name, _method in _METHODS.get(_key, {}).items():
        setattr(_cls, _name, _method)
    if _key in ("IRModule", "DictAttrs"):
        Mapping.register(_cls)
