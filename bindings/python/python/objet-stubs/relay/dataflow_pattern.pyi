import collections.abc as _c
import typing as _t
import objet as _o

class AltPattern(_o.DFPatternNode):
    """Matches what either of two patterns matches."""
    __match_args__ = ('left', 'right',)
    def __init__(self, left: _o.DFPatternNode, right: _o.DFPatternNode) -> None: ...
    @property
    def left(self) -> _o.DFPatternNode:
        """The one that is tried first."""
    @property
    def right(self) -> _o.DFPatternNode:
        """The other one."""

class AttrPattern(_o.DFPatternNode):
    """Matches what a pattern matches, if it has these attributes."""
    __match_args__ = ('pattern', 'attrs',)
    def __init__(self, pattern: _o.DFPatternNode, attrs: _o.DictAttrs) -> None: ...
    @property
    def pattern(self) -> _o.DFPatternNode:
        """The pattern."""
    @property
    def attrs(self) -> _o.DictAttrs:
        """The attributes: of a call, of an operator or of a function."""

class CallPattern(_o.DFPatternNode):
    """Matches a call."""
    __match_args__ = ('op', 'args',)
    def __init__(self, op: _o.DFPatternNode, args: _c.Sequence[_o.DFPatternNode] | None = ...) -> None: ...
    @property
    def op(self) -> _o.DFPatternNode:
        """What is called."""
    @property
    def args(self) -> _o.Array[_o.DFPatternNode] | None:
        """The arguments; any if there is none of this."""

class ConstantPattern(_o.DFPatternNode):
    """Matches a constant."""
    __match_args__ = ()

class DataTypePattern(_o.DFPatternNode):
    """Matches what a pattern matches, if it is a tensor of that element type."""
    __match_args__ = ('pattern', 'dtype',)
    def __init__(self, pattern: _o.DFPatternNode, dtype: str) -> None: ...
    @property
    def pattern(self) -> _o.DFPatternNode:
        """The pattern."""
    @property
    def dtype(self) -> str:
        """The element type."""

class DominatorPattern(_o.DFPatternNode):
    """Matches what `child` matches, if all that it is computed from leads, by way of `path`, to one match of `parent`."""
    __match_args__ = ('parent', 'path', 'child',)
    def __init__(self, parent: _o.DFPatternNode, path: _o.DFPatternNode, child: _o.DFPatternNode) -> None: ...
    @property
    def parent(self) -> _o.DFPatternNode:
        """Where the ways begin."""
    @property
    def path(self) -> _o.DFPatternNode:
        """Each step on them."""
    @property
    def child(self) -> _o.DFPatternNode:
        """Where they end."""

class ExprPattern(_o.DFPatternNode):
    """Matches an expression that is structurally equal to one."""
    __match_args__ = ('expr',)
    def __init__(self, expr: _o.RelayExpr) -> None: ...
    @property
    def expr(self) -> _o.RelayExpr:
        """The expression."""

class FunctionPattern(_o.DFPatternNode):
    """Matches a function."""
    __match_args__ = ('params', 'body',)
    def __init__(self, params: _c.Sequence[_o.DFPatternNode] | None = ..., *, body: _o.DFPatternNode) -> None: ...
    @property
    def params(self) -> _o.Array[_o.DFPatternNode] | None:
        """The parameters; any if there is none of this."""
    @property
    def body(self) -> _o.DFPatternNode:
        """The body."""

class IfPattern(_o.DFPatternNode):
    """Matches `if (cond) { true_branch } else { false_branch }`."""
    __match_args__ = ('cond', 'true_branch', 'false_branch',)
    def __init__(self, cond: _o.DFPatternNode, true_branch: _o.DFPatternNode, false_branch: _o.DFPatternNode) -> None: ...
    @property
    def cond(self) -> _o.DFPatternNode:
        """The condition."""
    @property
    def true_branch(self) -> _o.DFPatternNode:
        """The value if it is true."""
    @property
    def false_branch(self) -> _o.DFPatternNode:
        """The value if it is false."""

class LetPattern(_o.DFPatternNode):
    """Matches `let var = value; body`."""
    __match_args__ = ('var', 'value', 'body',)
    def __init__(self, var: _o.DFPatternNode, value: _o.DFPatternNode, body: _o.DFPatternNode) -> None: ...
    @property
    def var(self) -> _o.DFPatternNode:
        """The variable."""
    @property
    def value(self) -> _o.DFPatternNode:
        """What it is bound to."""
    @property
    def body(self) -> _o.DFPatternNode:
        """Where it is bound."""

class ShapePattern(_o.DFPatternNode):
    """Matches what a pattern matches, if it is a tensor of that shape."""
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
        """The tuple."""
    @property
    def index(self) -> int:
        """Which field, from 0; any if it is negative."""

class TuplePattern(_o.DFPatternNode):
    """Matches a tuple."""
    __match_args__ = ('fields',)
    def __init__(self, fields: _c.Sequence[_o.DFPatternNode] | None = ...) -> None: ...
    @property
    def fields(self) -> _o.Array[_o.DFPatternNode] | None:
        """Its fields; any if there is none of this."""

class TypePattern(_o.DFPatternNode):
    """Matches what a pattern matches, if it is of that type."""
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
        """Its name; any if this is empty."""

class WildcardPattern(_o.DFPatternNode):
    """Matches any expression."""
    __match_args__ = ()

def DFPatternCallback(pattern: _o.DFPatternNode, function: _c.Callable[..., _t.Any], require_type: bool, rewrite_once: bool) -> _o.DFPatternCallbackNode:
    """What a rewrite looks for, what it puts in the place, and how it goes about it."""
