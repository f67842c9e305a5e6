"""Methods of the classes of the intermediate representations."""

import functools
import inspect
import operator
from collections.abc import ItemsView, KeysView, Mapping, ValuesView

import numpy

from .. import _objet, dtypes
from ..functions import get_global_func
from ..graph import _with_functions
from . import attributes, ir_module, patterns, prim_funcs, results, scalar_operators, texts
from .constants import operands
from .operators import as_input, function_of


def _run(self, module):
    """Runs this pass on a module and returns the new module."""
    return get_global_func("transform.RunPass")(self, module)


def _info(self):
    """The name of the pass, its optimization level and the passes that it requires."""
    return get_global_func("transform.Info")(self)


def _new_context(cls, /, *args, **named):
    return _checked(_objet.Object.__new__(cls, *args, **named))


def _new_with_hint(key, hint, cls, /, *args, **named):
    """Makes an object. The error of wrong arguments ends with a hint, if there is one for them."""
    try:
        return _objet.Object.__new__(cls, *args, **named)
    except (TypeError, ValueError) as wrong:
        if cls is not _objet.class_of_key(key) or not (advice := hint(str(wrong), key, cls, args, named)):
            raise
        error = TypeError if isinstance(wrong, TypeError) else ValueError
        raise error(f"{wrong}; {advice}") from None


def _hint_of_scalar(wrong, key, cls, args, named):
    function = get_global_func(key, allow_missing=True)
    if function is None or not args or _is_data_type(args[0]):
        return None
    return (
        f"{cls.__name__} takes the data type first: "
        f'objet.get_global_func("{key}") takes the arguments of TVM, {inspect.signature(function)}'
    )


def _hint_of_variable(wrong, key, cls, args, named):
    if not isinstance((args or [named.get("vid")])[0], str):
        return None
    return "objet.ops.var(name, shape, dtype) and objet.relay.ir.Var(name, type) make a variable by its name"


def _hint_of_function(wrong, key, cls, args, named):
    if not wrong.startswith((f'{key}: missing value for field "ret_type"', f"{key}.ret_type: ")):
        return None
    return f'objet.get_global_func("{key}")(params, body) makes a function that returns nothing'


_HINTS = {"relay.Var": _hint_of_variable, "tir.PrimFunc": _hint_of_function}


def _is_data_type(given):
    try:
        return isinstance(given, (str, type, numpy.dtype)) and bool(dtypes.name(given))
    except (TypeError, ValueError):
        return False


def _replace_in_context(self, /, **fields):
    """Returns a copy of this context with new values for the given fields."""
    return _checked(_objet.with_attrs(self, fields))


def _with_attr_in_context(self, name, value):
    """Returns a copy of this context with a new value for a field."""
    return _replace_in_context(self, **{name: value})


def _checked(context):
    """Returns a context whose options are registered and have values of their types.

    A dict becomes the node of an option that is one.
    """
    if not context.config:
        return context
    checked = get_global_func("transform.PassContext")(context.opt_level, [], [], None, context.config)
    return _objet.with_attrs(context, {"config": checked.config})


def _enter(self):
    get_global_func("transform.EnterPassContext")(self)
    return self


def _exit(self, kind, error, traceback):
    get_global_func("transform.ExitPassContext")(self)


def _current():
    """Returns the current pass context."""
    return get_global_func("transform.GetCurrentPassContext")()


def _override_instruments(self, instruments):
    """Replaces the instruments of this context, and exits those that it had."""
    get_global_func("transform.OverrideInstruments")(self, list(instruments))


def _list_configs():
    """Returns the names of all options of contexts, each with a map that has their type."""
    return get_global_func("transform.ListConfigs")()


def _keys(self):
    """Returns a view of the names."""
    return KeysView(self)


def _values(self):
    """Returns a view of the values."""
    return ValuesView(self)


def _items(self):
    """Returns a view of the names with their values."""
    return ItemsView(self)


_VIEWS = {"keys": _keys, "values": _values, "items": _items}


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
    find = scalar_operators.function_of if self.name.startswith("tir.") else function_of
    return find(self.name)(*args, **named)


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


def _equal(self, other):
    """Makes the condition that this scalar is equal to another one, or to a number."""
    return get_global_func("tir._OpEQ")(*operands(self, other), None)


def _not_equal(self, other):
    """Makes the condition that this scalar differs from another one, or from a number."""
    return get_global_func("tir._OpNE")(*operands(self, other), None)


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


CALLED = (
    "GlobalVar",
    *(f"relay.{name}" for name in ("Constructor", "Function", "If", "Let", "Match", "RefRead", "TupleGetItem")),
)
_METHODS = {
    "transform.Pass": {"__call__": _run, "info": property(_info)},
    "transform.PassContext": {
        "__new__": staticmethod(_new_context),
        "replace": _replace_in_context,
        "__replace__": _replace_in_context,
        "with_attr": _with_attr_in_context,
        "__enter__": _enter,
        "__exit__": _exit,
        "current": staticmethod(_current),
        "override_instruments": _override_instruments,
        "list_configs": staticmethod(_list_configs),
    },
    "IRModule": {
        **ir_module.METHODS,
        **_VIEWS,
        **texts.OF_PROGRAMS,
        "script": prim_funcs.script,
    },
    "Attrs": attributes.OF_ATTRS,
    "DictAttrs": {
        "__getitem__": lambda self, name: _attributes(self)[name],
        "__contains__": lambda self, name: name in _attributes(self),
        "__iter__": lambda self: iter(_attributes(self)),
        "__len__": lambda self: len(_attributes(self)),
        "get": _get_attribute,
        **_VIEWS,
    },
    "BaseFunc": {"with_attr": _with_attr_in_function},
    "RelayExpr": {
        **texts.OF_PROGRAMS,
        "__getitem__": _field_of_tuple,
        # The number of fields is not known, so that an iteration would not end.
        "__iter__": None,
        "astype": _as_type,
        "checked_type": property(_checked_type),
    },
    "PrimExpr": {"astype": _scalar_as_type, "equal": _equal, "not_equal": _not_equal, **texts.OF_SCALARS},
    "tir.Buffer": prim_funcs.OF_BUFFERS,
    "tir.PrimFunc": prim_funcs.OF_FUNCTIONS,
    "tir.Stmt": texts.OF_PROGRAMS,
    "DFPatternNode": patterns.METHODS,
    "relay.Pattern": texts.OF_PROGRAMS,
    "tir.SeqStmt": {
        "__getitem__": lambda self, index: self.seq[index],
        "__iter__": lambda self: iter(self.seq),
        "__len__": lambda self: len(self.seq),
    },
    "relay.Tuple": {
        "__getitem__": lambda self, index: self.fields[index],
        "__iter__": lambda self: iter(self.fields),
        "__len__": lambda self: len(self.fields),
        # All expressions of Relay are true, also the empty tuple.
        "__bool__": lambda self: True,
    },
    # The classes of expressions whose value may be a function.
    **{key: {"__call__": _call} for key in CALLED},
    "relay.Call": {"__call__": _call, "__iter__": results.fields, "__contains__": None},
    "relay.Var": {"__call__": _call, "name_hint": property(_name_of_var)},
    "Op": {"__call__": _call_op, **attributes.OF_OPS},
    "Type": {
        **texts.OF_PROGRAMS,
        "__eq__": _equal_types,
        "__hash__": lambda self: _objet.structural_hash(self),
    },
}


def _methods(key, cls):
    """Returns the methods of a class by name."""
    methods = _METHODS.get(key, {})
    hint = _HINTS.get(key)
    if key.startswith("tir.") and issubclass(cls, _classes["PrimExpr"]):
        hint = _hint_of_scalar
    return {"__new__": staticmethod(functools.partial(_new_with_hint, key, hint)), **methods} if hint else methods


_classes = dict(_objet.all_classes())
_with_functions.update(key for key, cls in _classes.items() if issubclass(cls, (_classes["transform.Pass"], _classes["instrument.PassInstrument"])))
for _key, _cls in _classes.items():
    _of_class = _methods(_key, _cls)
    if "__new__" in _of_class:
        _cls.__signature__ = inspect.signature(_cls)
    for _name, _method in _of_class.items():
        setattr(_cls, _name, _method)
    if _key in ("IRModule", "DictAttrs"):
        Mapping.register(_cls)
