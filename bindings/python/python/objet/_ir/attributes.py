"""Methods of the attributes of calls, and of operators."""

import operator

from .. import _objet
from ..functions import get_global_func


def _names(self):
    """Returns the names of the attributes."""
    return [each["name"] for each in _objet.fields(type(self))]


def _value(self, name):
    if name not in _names(self):
        raise KeyError(name)
    return _objet.get_attr(self, name)


def _integers(self, name):
    """Returns the attribute of this name, an array of integers, as a tuple."""
    return tuple(map(operator.index, self[name]))


def _integer(self, name):
    """Returns the attribute of this name, an integer."""
    return operator.index(self[name])


def _string(self, name):
    """Returns the attribute of this name, a string."""
    if not isinstance(value := self[name], str):
        raise TypeError(f"expected a string as the attribute {name!r}, found {type(value).__name__}")
    return value


def _list_fields(self):
    """Returns the names, the types and the descriptions of the attributes."""
    return get_global_func("ir.AttrsListFieldInfo")(self)


def _op(name):
    """Returns the operator of this name."""
    return get_global_func("ir.GetOp")(name)


def _get_of_op(self, name):
    """Returns the attribute of this name of the operator, or `None` if the operator has no value.

    A name that no operator has is an error.
    """
    return get_global_func("ir.OpGetAttr")(self, name)


def _set_of_op(self, name, value, plevel=10):
    """Sets an attribute of the operator. A value of a higher level stays."""
    get_global_func("ir.OpSetAttr")(self, name, value, plevel)


def _reset_of_op(self, name):
    """Removes an attribute of the operator."""
    get_global_func("ir.OpResetAttr")(self, name)


OF_ATTRS = {
    "__getitem__": _value,
    "__iter__": lambda self: iter(_names(self)),
    "keys": _names,
    "get_int_tuple": _integers,
    "get_int": _integer,
    "get_str": _string,
    "list_field_info": _list_fields,
}
OF_OPS = {"get": staticmethod(_op), "get_attr": _get_of_op, "set_attr": _set_of_op, "reset_attr": _reset_of_op}
