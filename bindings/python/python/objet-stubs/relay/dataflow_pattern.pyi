import collections.abc as _c
import typing as _t
import objet as _o

class AltPattern(_o.DFPatternNode):
    """Matches an expression that either of two patterns matches."""
    __match_args__ = ('left', 'right',)
    def __init__(self, left: _o.DFPatternNode, right: _o.DFPatternNode) -> None: ...
    @property
    def left(self) -> _o.DFPatternNode:
        """The pattern to try first."""
    @property
    def right(self) -> _o.DFPatternNode:
        """The pattern to try second."""

class AttrPattern(_o.DFPatternNode):
    """Matches an expression that matches a pattern and has given attributes."""
    __match_args__ = ('pattern', 'attrs',)
    def __init__(self, pattern: _o.DFPatternNode, attrs: _o.DictAttrs) -> None: ...
    @property
    def pattern(self) -> _o.DFPatternNode:
        """The pattern."""
    @property
    def attrs(self) -> _o.DictAttrs:
        """The required attributes of the call, operator or function."""

class CallPattern(_o.DFPatternNode):
    """Matches a call."""
    __match_args__ = ('op', 'args',)
    def __init__(self, op: _o.DFPatternNode, args: _c.Sequence[_o.DFPatternNode] | None = ...) -> None: ...
    @property
    def op(self) -> _o.DFPatternNode:
        """The pattern of the callee."""
    @property
    def args(self) -> _o.Array[_o.DFPatternNode] | None:
        """The patterns of the arguments; null for any arguments."""

class ConstantPattern(_o.DFPatternNode):
    """Matches a constant."""
    __match_args__ = ()

class DataTypePattern(_o.DFPatternNode):
    """Matches an expression that matches a pattern and is a tensor of a given element type."""
    __match_args__ = ('pattern', 'dtype',)
    def __init__(self, pattern: _o.DFPatternNode, dtype: _o._DType) -> None: ...
    @property
    def pattern(self) -> _o.DFPatternNode:
        """The pattern."""
    @property
    def dtype(self) -> str:
        """The element type."""

class DominatorPattern(_o.DFPatternNode):
    """Matches an expression that `child` matches, if every dataflow path into it starts at one match
of `parent` and passes only through matches of `path`."""
    __match_args__ = ('parent', 'path', 'child',)
    def __init__(self, parent: _o.DFPatternNode, path: _o.DFPatternNode, child: _o.DFPatternNode) -> None: ...
    @property
    def parent(self) -> _o.DFPatternNode:
        """The pattern where all paths start."""
    @property
    def path(self) -> _o.DFPatternNode:
        """The pattern of each step on a path."""
    @property
    def child(self) -> _o.DFPatternNode:
        """The pattern where the paths end."""

class ExprPattern(_o.DFPatternNode):
    """Matches an expression that is structurally equal to a given expression."""
    __match_args__ = ('expr',)
    def __init__(self, expr: _o.RelayExpr) -> None: ...
    @property
    def expr(self) -> _o.RelayExpr:
        """The expression to compare with."""

class FunctionPattern(_o.DFPatternNode):
    """Matches a function."""
    __match_args__ = ('params', 'body',)
    def __init__(self, params: _c.Sequence[_o.DFPatternNode] | None = ..., *, body: _o.DFPatternNode) -> None: ...
    @property
    def params(self) -> _o.Array[_o.DFPatternNode] | None:
        """The patterns of the parameters; null for any parameters."""
    @property
    def body(self) -> _o.DFPatternNode:
        """The pattern of the body."""

class IfPattern(_o.DFPatternNode):
    """Matches `if (cond) { true_branch } else { false_branch }`."""
    __match_args__ = ('cond', 'true_branch', 'false_branch',)
    def __init__(self, cond: _o.DFPatternNode, true_branch: _o.DFPatternNode, false_branch: _o.DFPatternNode) -> None: ...
    @property
    def cond(self) -> _o.DFPatternNode:
        """The pattern of the condition."""
    @property
    def true_branch(self) -> _o.DFPatternNode:
        """The pattern of the value if the condition is true."""
    @property
    def false_branch(self) -> _o.DFPatternNode:
        """The pattern of the value if the condition is false."""

class LetPattern(_o.DFPatternNode):
    """Matches `let var = value; body`."""
    __match_args__ = ('var', 'value', 'body',)
    def __init__(self, var: _o.DFPatternNode, value: _o.DFPatternNode, body: _o.DFPatternNode) -> None: ...
    @property
    def var(self) -> _o.DFPatternNode:
        """The pattern of the variable."""
    @property
    def value(self) -> _o.DFPatternNode:
        """The pattern of the bound value."""
    @property
    def body(self) -> _o.DFPatternNode:
        """The pattern of the body."""

class ShapePattern(_o.DFPatternNode):
    """Matches an expression that matches a pattern and is a tensor of a given shape."""
    __match_args__ = ('pattern', 'shape',)
    def __init__(self, pattern: _o.DFPatternNode, shape: _c.Sequence[_o.PrimExpr | int | float]) -> None: ...
    @property
    def pattern(self) -> _o.DFPatternNode:
        """The pattern."""
    @property
    def shape(self) -> _o.Array[_o.PrimExpr]:
        """The shape."""

class TupleGetItemPattern(_o.DFPatternNode):
    """Matches a field of a tuple."""
    __match_args__ = ('tuple', 'index',)
    def __init__(self, tuple: _o.DFPatternNode, index: int) -> None: ...
    @property
    def tuple(self) -> _o.DFPatternNode:
        """The pattern of the tuple."""
    @property
    def index(self) -> int:
        """The index of the field, from 0; negative for any field."""

class TuplePattern(_o.DFPatternNode):
    """Matches a tuple."""
    __match_args__ = ('fields',)
    def __init__(self, fields: _c.Sequence[_o.DFPatternNode] | None = ...) -> None: ...
    @property
    def fields(self) -> _o.Array[_o.DFPatternNode] | None:
        """The patterns of the fields; null for any fields."""

class TypePattern(_o.DFPatternNode):
    """Matches an expression that matches a pattern and has a given type."""
    __match_args__ = ('pattern', 'type',)
    def __init__(self, pattern: _o.DFPatternNode, type: _o.Type) -> None: ...
    @property
    def pattern(self) -> _o.DFPatternNode:
        """The pattern."""
    @property
    def type(self) -> _o.Type:
        """The type."""

class VarPattern(_o.DFPatternNode):
    """Matches a variable."""
    __match_args__ = ('name',)
    def __init__(self, name: str) -> None: ...
    @property
    def name(self) -> str:
        """The name of the variable; empty for any name."""

class WildcardPattern(_o.DFPatternNode):
    """Matches any expression."""
    __match_args__ = ()

def DFPatternCallback(pattern: _o.DFPatternNode, function: _c.Callable[..., _t.Any], require_type: bool, rewrite_once: bool) -> _o.DFPatternCallbackNode:
    """Creates a rewrite: a pattern, the function that returns the replacement of a match, and options."""

def match(pattern: _o.DFPatternNode, expr: _o.RelayExpr) -> bool:
    """Returns whether a pattern matches an expression."""

def partition(pattern: _o.DFPatternNode, expr: _o.RelayExpr, attrs: _c.Mapping[str, _t.Any | None] | None, check: _c.Callable[..., _t.Any]) -> _o.RelayExpr:
    """Replaces the matches of a pattern by calls of functions. A match is kept if `check` returns
false for it."""

def rewrite(callbacks: _c.Sequence[_o.DFPatternCallbackNode], expr: _o.RelayExpr, module: _o.IRModule | None = ...) -> _o.RelayExpr:
    """Replaces the matches of patterns by the results of their callbacks, until nothing changes."""

def is_constant() -> _o.DFPatternNode:
    """Returns the pattern of a constant."""

def is_expr(expr: _o.RelayExpr) -> _o.DFPatternNode:
    """Returns the pattern of the expressions that are equal to a given one."""

def is_if(cond: _o.DFPatternNode, true_branch: _o.DFPatternNode, false_branch: _o.DFPatternNode) -> _o.DFPatternNode:
    """Returns the pattern of an `If` by the patterns of its parts."""

def is_let(var: _o.DFPatternNode, value: _o.DFPatternNode, body: _o.DFPatternNode) -> _o.DFPatternNode:
    """Returns the pattern of a `Let` by the patterns of its parts."""

def is_op(name: str) -> _o.DFPatternNode:
    """Returns the pattern of an operator by its name."""

def is_tuple(fields: _c.Sequence[_o.DFPatternNode] | None) -> _o.DFPatternNode:
    """Returns the pattern of a tuple by the patterns of its fields, or of any tuple by `None`."""

def is_tuple_get_item(tuple_value: _o.DFPatternNode, index: int | None = ...) -> _o.DFPatternNode:
    """Returns the pattern of the field of a tuple with an index, or of any field."""

def is_var(name: str = ...) -> _o.DFPatternNode:
    """Returns the pattern of a variable of a name, or of any variable."""

def wildcard() -> _o.DFPatternNode:
    """Returns a pattern of any expression. It stands for one expression in all places."""
