"""Dataflow patterns of Relay: methods of patterns, and functions that make patterns."""

from .. import _objet, dtypes
from ..classes import _module
from ..functions import get_global_func

_PREFIX = "relay.dataflow_pattern."


def _make(name, *fields):
    return get_global_func(_PREFIX + name)(*fields)


def is_op(name):
    """Returns the pattern of an operator by its name."""
    return is_expr(get_global_func("ir.GetOp")(name))


def is_expr(expr):
    """Returns the pattern of the expressions that are equal to a given one."""
    return _make("ExprPattern", expr)


def is_var(name=""):
    """Returns the pattern of a variable of a name, or of any variable."""
    return _make("VarPattern", name)


def is_constant():
    """Returns the pattern of a constant."""
    return _make("ConstantPattern")


def is_tuple(fields):
    """Returns the pattern of a tuple by the patterns of its fields, or of any tuple by `None`."""
    return _make("TuplePattern", fields)


def is_tuple_get_item(tuple_value, index=None):
    """Returns the pattern of the field of a tuple with an index, or of any field."""
    return _make("TupleGetItemPattern", tuple_value, -1 if index is None else index)


def is_if(cond, true_branch, false_branch):
    """Returns the pattern of an `If` by the patterns of its parts."""
    return _make("IfPattern", cond, true_branch, false_branch)


def is_let(var, value, body):
    """Returns the pattern of a `Let` by the patterns of its parts."""
    return _make("LetPattern", var, value, body)


def wildcard():
    """Returns a pattern of any expression. It stands for one expression in all places."""
    return _make("WildcardPattern")


FUNCTIONS = (is_constant, is_expr, is_if, is_let, is_op, is_tuple, is_tuple_get_item, is_var, wildcard)


def _call(self, *args):
    """Returns the pattern of a call of what this pattern matches.

    The patterns of the arguments follow, or `None` for any arguments.
    """
    return _make("CallPattern", self, None if args == (None,) else list(args))


def _of_operator(name):
    """Returns the method of a binary operator, which makes the pattern of a call."""

    def operate(self, rhs):
        return _call(is_op(name), self, rhs) if isinstance(rhs, _pattern) else NotImplemented

    return operate


def _or(self, other):
    return _make("AltPattern", self, other) if isinstance(other, _pattern) else NotImplemented


def _has_attr(self, attrs):
    """Returns this pattern for the expressions that have the given attributes, by name."""
    return _make("AttrPattern", self, _objet.class_of_key("DictAttrs")(attrs))


def _has_type(self, type):
    """Returns this pattern for the expressions of a type."""
    return _make("TypePattern", self, type)


def _has_dtype(self, dtype):
    """Returns this pattern for the expressions of a data type."""
    return _make("DataTypePattern", self, dtypes.name(dtype))


def _has_shape(self, shape):
    """Returns this pattern for the expressions of a shape."""
    return _make("ShapePattern", self, shape)


def _optional(self, function):
    """Returns the pattern of what this one matches, or of what the function makes of this one."""
    return _or(self, function(self))


def _dominates(self, parent, path=None):
    """Returns this pattern for the expressions whose inputs all lead to one match of ``parent``.

    The expressions between both match ``path``, or any pattern by default.
    """
    return _make("DominatorPattern", parent, wildcard() if path is None else path, self)


def _match(self, expr):
    """Whether this pattern matches an expression."""
    return _make("match", self, expr)


def _partition(self, expr, attrs=None, check=lambda found: True):
    """Returns the expression with a call of a function in place of each match.

    The functions have the given attributes. A match for which ``check`` returns false stays.
    """
    return _make("partition", self, expr, attrs, check)


def _rewrite(self, expr, function, module=None, *, require_type=False, rewrite_once=False):
    """Returns the expression with a replacement of each match, until nothing changes.

    The function takes the match, the match with rewritten inputs, and a map from patterns to lists
    of the matched expressions. It returns the replacement.
    """
    callback = _make("DFPatternCallback", self, function, require_type, rewrite_once)
    return _make("rewrite", [callback], expr, module)


METHODS = {
    "__call__": _call,
    "__or__": _or,
    "__add__": _of_operator("add"),
    "__sub__": _of_operator("subtract"),
    "__mul__": _of_operator("multiply"),
    "__truediv__": _of_operator("divide"),
    "has_attr": _has_attr,
    "has_type": _has_type,
    "has_dtype": _has_dtype,
    "has_shape": _has_shape,
    "optional": _optional,
    "dominates": _dominates,
    "match": _match,
    "partition": _partition,
    "rewrite": _rewrite,
}

_pattern = dict(_objet.all_classes()).get("DFPatternNode")
_patterns = _module(_PREFIX.rstrip(".").split("."))
for _function in FUNCTIONS:
    _function.__module__ = _patterns.__name__
    setattr(_patterns, _function.__name__, _function)
