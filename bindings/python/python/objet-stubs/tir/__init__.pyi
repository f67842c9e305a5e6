import collections.abc as _c
import typing as _t
import objet as _o
from objet.tir import analysis as analysis
from objet.tir import schedule as schedule
from objet.tir import transform as transform

class Add(_o.PrimExpr):
    """`a + b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class And(_o.PrimExpr):
    """`a && b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Any(_o.PrimExpr):
    """A dimension of any length."""
    __match_args__ = ('dtype', 'span',)
    def __init__(self, dtype: _o._DType, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Broadcast(_o.PrimExpr):
    """A vector that repeats one value."""
    __match_args__ = ('dtype', 'value', 'lanes', 'span',)
    def __init__(self, dtype: _o._DType, value: _o.PrimExpr | int | float, lanes: int, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def value(self) -> _o.PrimExpr:
        """The value."""
    @property
    def lanes(self) -> int:
        """The number of elements."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class BufferLoad(_o.PrimExpr):
    """A load of an element of a buffer."""
    __match_args__ = ('dtype', 'buffer', 'indices', 'span',)
    def __init__(self, dtype: _o._DType, buffer: Buffer, indices: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def buffer(self) -> Buffer:
        """The buffer."""
    @property
    def indices(self) -> _o.Array[_o.PrimExpr]:
        """An index for each axis."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Call(_o.PrimExpr):
    """A call of an operator, or of a function of the module."""
    __match_args__ = ('dtype', 'op', 'args', 'span',)
    def __init__(self, dtype: _o._DType, op: _o.RelayExpr, args: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def op(self) -> _o.RelayExpr:
        """The callee: an [`Op`] or a [`GlobalVar`](objet_ir::expr::GlobalVar)."""
    @property
    def args(self) -> _o.Array[_o.PrimExpr]:
        """The arguments."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Cast(_o.PrimExpr):
    """A conversion of a value to another data type."""
    __match_args__ = ('dtype', 'value', 'span',)
    def __init__(self, dtype: _o._DType, value: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def value(self) -> _o.PrimExpr:
        """The value."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Div(_o.PrimExpr):
    """`a / b`, rounded towards zero for integers"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class EQ(_o.PrimExpr):
    """`a == b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class FloorDiv(_o.PrimExpr):
    """`a / b`, rounded down"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class FloorMod(_o.PrimExpr):
    """The remainder of [`FloorDiv`], with the sign of `b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class GE(_o.PrimExpr):
    """`a >= b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class GT(_o.PrimExpr):
    """`a > b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class LE(_o.PrimExpr):
    """`a <= b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class LT(_o.PrimExpr):
    """`a < b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Let(_o.PrimExpr):
    """The binding `let var = value in body`."""
    __match_args__ = ('dtype', 'var', 'value', 'body', 'span',)
    def __init__(self, dtype: _o._DType, var: Var, value: _o.PrimExpr | int | float, body: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def var(self) -> Var:
        """The variable."""
    @property
    def value(self) -> _o.PrimExpr:
        """The value of the variable."""
    @property
    def body(self) -> _o.PrimExpr:
        """The scope of the variable, which is the value of the expression."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Load(_o.PrimExpr):
    """A load through a pointer."""
    __match_args__ = ('dtype', 'buffer_var', 'index', 'predicate', 'span',)
    def __init__(self, dtype: _o._DType, buffer_var: Var, index: _o.PrimExpr | int | float, predicate: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def buffer_var(self) -> Var:
        """The pointer."""
    @property
    def index(self) -> _o.PrimExpr:
        """The index in elements."""
    @property
    def predicate(self) -> _o.PrimExpr:
        """Whether each lane is loaded."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Max(_o.PrimExpr):
    """The maximum of `a` and `b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Min(_o.PrimExpr):
    """The minimum of `a` and `b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Mod(_o.PrimExpr):
    """The remainder of [`Div`], with the sign of `a`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Mul(_o.PrimExpr):
    """`a * b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class NE(_o.PrimExpr):
    """`a != b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Not(_o.PrimExpr):
    """The logical negation `!a`."""
    __match_args__ = ('dtype', 'a', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Or(_o.PrimExpr):
    """`a || b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class ProducerLoad(_o.PrimExpr):
    """A load of an element of a tensor that has no memory yet."""
    __match_args__ = ('dtype', 'producer', 'indices', 'span',)
    def __init__(self, dtype: _o._DType, producer: DataProducer, indices: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def producer(self) -> DataProducer:
        """The tensor."""
    @property
    def indices(self) -> _o.Array[_o.PrimExpr]:
        """An index for each axis."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Ramp(_o.PrimExpr):
    """The vector `base, base + stride, base + 2 * stride, …`"""
    __match_args__ = ('dtype', 'base', 'stride', 'lanes', 'span',)
    def __init__(self, dtype: _o._DType, base: _o.PrimExpr | int | float, stride: _o.PrimExpr | int | float, lanes: int, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def base(self) -> _o.PrimExpr:
        """The first element."""
    @property
    def stride(self) -> _o.PrimExpr:
        """The difference between neighboring elements."""
    @property
    def lanes(self) -> int:
        """The number of elements."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Reduce(_o.PrimExpr):
    """One value of a reduction over some axes."""
    __match_args__ = ('dtype', 'combiner', 'source', 'init', 'axis', 'condition', 'value_index', 'span',)
    def __init__(self, dtype: _o._DType, combiner: CommReducer | None = ..., *, source: _c.Sequence[_o.PrimExpr | int | float], init: _c.Sequence[_o.PrimExpr | int | float] | None = ..., axis: _c.Sequence[IterVar], condition: _o.PrimExpr | int | float | None = ..., value_index: int, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def combiner(self) -> CommReducer | None:
        """The reducer. Files may lack it."""
    @property
    def source(self) -> _o.Array[_o.PrimExpr]:
        """The tuple at each point of the axes."""
    @property
    def init(self) -> _o.Array[_o.PrimExpr] | None:
        """The initial tuple. If it is empty or null, the reduction starts with the identity."""
    @property
    def axis(self) -> _o.Array[IterVar]:
        """The axes of the reduction."""
    @property
    def condition(self) -> _o.PrimExpr | None:
        """Whether a point takes part in the reduction. Without a condition, all points do."""
    @property
    def value_index(self) -> int:
        """The index of the value in the reduced tuple."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Select(_o.PrimExpr):
    """A selection of one of two values. Both values are evaluated."""
    __match_args__ = ('dtype', 'condition', 'true_value', 'false_value', 'span',)
    def __init__(self, dtype: _o._DType, condition: _o.PrimExpr | int | float, true_value: _o.PrimExpr | int | float, false_value: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def condition(self) -> _o.PrimExpr:
        """A boolean."""
    @property
    def true_value(self) -> _o.PrimExpr:
        """The value for a true condition."""
    @property
    def false_value(self) -> _o.PrimExpr:
        """The value for a false condition."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Shuffle(_o.PrimExpr):
    """A vector of elements of other vectors. The indices count through the elements of all vectors."""
    __match_args__ = ('dtype', 'vectors', 'indices', 'span',)
    def __init__(self, dtype: _o._DType, vectors: _c.Sequence[_o.PrimExpr | int | float], indices: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def vectors(self) -> _o.Array[_o.PrimExpr]:
        """The source vectors."""
    @property
    def indices(self) -> _o.Array[_o.PrimExpr]:
        """The index of each element."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class StringImm(_o.PrimExpr):
    """A string constant, which is an argument of calls."""
    __match_args__ = ('dtype', 'value', 'span',)
    def __init__(self, dtype: _o._DType, value: str, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def value(self) -> str:
        """The string."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Sub(_o.PrimExpr):
    """`a - b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: _o._DType, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class Var(_o.PrimExpr):
    """A variable: a number, or a pointer to memory."""
    __match_args__ = ('dtype', 'name', 'type_annotation', 'span',)
    def __init__(self, dtype: _o._DType, name: str, type_annotation: _o.Type | None = ..., span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def name(self) -> str:
        """The name for printing. Two variables with the same name are different variables."""
    @property
    def type_annotation(self) -> _o.Type | None:
        """The type, if it says more than `dtype`, such as the element type of a pointer."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class SizeVar(Var):
    """A variable that is not negative, such as the size of a tensor."""
    __match_args__ = ('dtype', 'name', 'type_annotation', 'span',)
    def __init__(self, dtype: _o._DType, name: str, type_annotation: _o.Type | None = ..., span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""
    @property
    def name(self) -> str:
        """The name for printing. Two variables with the same name are different variables."""
    @property
    def type_annotation(self) -> _o.Type | None:
        """The type, if it says more than `dtype`, such as the element type of a pointer."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""

class PrimFunc(_o.BaseFunc):
    """A function whose body is a statement."""
    __match_args__ = ('params', 'body', 'ret_type', 'buffer_map', 'attrs', 'span', '_checked_type_',)
    def __init__(self, params: _c.Sequence[Var], body: Stmt, ret_type: _o.Type, buffer_map: _c.Mapping[Var, Buffer] = ..., attrs: _o.DictAttrs | None = ..., span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def params(self) -> _o.Array[Var]:
        """The parameters."""
    @property
    def body(self) -> Stmt:
        """The body."""
    @property
    def ret_type(self) -> _o.Type:
        """The return type."""
    @property
    def buffer_map(self) -> _o.Map[Var, Buffer]:
        """The buffer of each parameter that is the handle of a buffer."""
    @property
    def attrs(self) -> _o.DictAttrs | None:
        """The attributes of the function."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    def with_body(self, new_body: Stmt, span: _o.Span | None = ...) -> PrimFunc: ...
    def specialize(self, param_map: _c.Mapping[Var, _o.PrimExpr | _o._Integer | _o._Float | Buffer]) -> PrimFunc: ...
    def script(self, tir_prefix: str = ..., show_meta: bool = ...) -> str: ...

class BijectiveLayout(_o.Object):
    """A conversion of indices and shapes between two layouts."""
    __match_args__ = ('src_layout', 'dst_layout', 'forward_rule', 'backward_rule',)
    def __init__(self, src_layout: Layout, dst_layout: Layout, forward_rule: _c.Sequence[_o.PrimExpr | int | float], backward_rule: _c.Sequence[_o.PrimExpr | int | float]) -> None: ...
    @property
    def src_layout(self) -> Layout:
        """The source layout."""
    @property
    def dst_layout(self) -> Layout:
        """The destination layout."""
    @property
    def forward_rule(self) -> _o.Array[_o.PrimExpr]:
        """The destination indices as expressions of the variables of the source axes."""
    @property
    def backward_rule(self) -> _o.Array[_o.PrimExpr]:
        """The source indices as expressions of the variables of the destination axes."""

class BlockRV(_o.Object):
    """An object that stands for a block of a schedule."""
    __match_args__ = ()

class BlockScope(_o.Object):
    """The dependencies between the blocks directly inside a block."""
    __match_args__ = ()

class Buffer(_o.Object):
    """A tensor in memory: a data pointer and the layout of the elements."""
    __match_args__ = ('data', 'dtype', 'shape', 'strides', 'elem_offset', 'name', 'data_alignment', 'offset_factor', 'buffer_type', 'span',)
    def __init__(self, data: Var, dtype: _o._DType, shape: _c.Sequence[_o.PrimExpr | int | float], strides: _c.Sequence[_o.PrimExpr | int | float], elem_offset: _o.PrimExpr | int | float, name: str, data_alignment: int, offset_factor: int, buffer_type: int, span: _o.Span | None = ...) -> None: ...
    @property
    def data(self) -> Var:
        """The data pointer."""
    @property
    def dtype(self) -> str:
        """The data type of an element."""
    @property
    def shape(self) -> _o.Array[_o.PrimExpr]:
        """The number of elements along each axis."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighboring elements along each axis, in elements. Without strides, the
layout is row-major and compact."""
    @property
    def elem_offset(self) -> _o.PrimExpr:
        """The offset of the first element from the data pointer, in elements."""
    @property
    def name(self) -> str:
        """The name for printing."""
    @property
    def data_alignment(self) -> int:
        """The alignment of the data pointer in bytes."""
    @property
    def offset_factor(self) -> int:
        """A factor of `elem_offset`: the offset is a multiple of this number."""
    @property
    def buffer_type(self) -> int:
        """The treatment of axes of length one."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""
    READ: int
    WRITE: int
    def access_ptr(self, access_mask: int | str, ptr_type: _o._DType = ..., content_lanes: int = ..., offset: _o.PrimExpr | int = ...) -> _o.PrimExpr: ...
    def vload(self, begin: _o.PrimExpr | _o._Integer | _c.Sequence[_o.PrimExpr | _o._Integer], dtype: _o._DType | None = ...) -> _o.PrimExpr: ...
    def vstore(self, begin: _o.PrimExpr | _o._Integer | _c.Sequence[_o.PrimExpr | _o._Integer], value: _o.PrimExpr | _o._Integer | _o._Float) -> Stmt: ...
    def scope(self) -> str: ...

class BufferRegion(_o.Object):
    """A region of a buffer."""
    __match_args__ = ('buffer', 'region',)
    def __init__(self, buffer: Buffer, region: _c.Sequence[_o.Range]) -> None: ...
    @property
    def buffer(self) -> Buffer:
        """The buffer."""
    @property
    def region(self) -> _o.Array[_o.Range]:
        """A range for each axis."""

class CommReducer(_o.Object):
    """A commutative reducer, which combines two tuples of values."""
    __match_args__ = ('lhs', 'rhs', 'result', 'identity_element', 'span',)
    def __init__(self, lhs: _c.Sequence[Var], rhs: _c.Sequence[Var], result: _c.Sequence[_o.PrimExpr | int | float], identity_element: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def lhs(self) -> _o.Array[Var]:
        """The variables for the first tuple."""
    @property
    def rhs(self) -> _o.Array[Var]:
        """The variables for the second tuple."""
    @property
    def result(self) -> _o.Array[_o.PrimExpr]:
        """The combined tuple."""
    @property
    def identity_element(self) -> _o.Array[_o.PrimExpr]:
        """The identity: combining a tuple with this one leaves the tuple unchanged."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class DataProducer(_o.Object):
    """Base of objects that produce a tensor before the tensor has memory."""
    __match_args__ = ()

class Dependency(_o.Object):
    """A dependency between two blocks."""
    __match_args__ = ('src', 'dst', 'kind',)
    def __init__(self, src: StmtSRef | None = ..., dst: StmtSRef | None = ..., *, kind: int) -> None: ...
    @property
    def src(self) -> StmtSRef | None:
        """The block that runs first."""
    @property
    def dst(self) -> StmtSRef | None:
        """The block that depends on the first."""
    @property
    def kind(self) -> int:
        """The kind of the dependency."""

class Instruction(_o.Object):
    """An object of the type tir.Instruction. Functions make such objects."""
    __match_args__ = ()

class InstructionKind(_o.Object):
    """An object of the type tir.InstructionKind. Functions make such objects."""
    __match_args__ = ()

class IterVar(_o.Object):
    """A variable that iterates over a range."""
    __match_args__ = ('dom', 'var', 'iter_type', 'thread_tag', 'span',)
    def __init__(self, dom: _o.Range | None = ..., *, var: Var, iter_type: int, thread_tag: str, span: _o.Span | None = ...) -> None: ...
    @property
    def dom(self) -> _o.Range | None:
        """The range, if known."""
    @property
    def var(self) -> Var:
        """The variable."""
    @property
    def iter_type(self) -> int:
        """The kind of iteration."""
    @property
    def thread_tag(self) -> str:
        """The thread axis that the variable is bound to, such as `threadIdx.x`, or an empty string."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class Layout(_o.Object):
    """The order of a tensor's axes. In `NCHW16c`, the primal axis `C` is split into blocks of 16
elements, and the last axis is the position in a block."""
    __match_args__ = ('name', 'axes',)
    def __init__(self, name: str, axes: _c.Sequence[IterVar]) -> None: ...
    @property
    def name(self) -> str:
        """The layout as a string. An undefined layout has an empty name."""
    @property
    def axes(self) -> _o.Array[IterVar]:
        """The axes, such as `N`, `C`, `H`, `W` and `c` in `NCHW16c`."""

class LinkedParam(_o.Object):
    """A tensor that is part of the compiled code."""
    __match_args__ = ('id', 'param',)
    def __init__(self, id: int, param: _t.Any) -> None: ...
    @property
    def id(self) -> int:
        """The number by which the code refers to the tensor."""
    @property
    def param(self) -> _o.NDArray:
        """The tensor."""

class LoopRV(_o.Object):
    """An object that stands for a loop of a schedule."""
    __match_args__ = ()

class MatchBufferRegion(_o.Object):
    """A buffer that is a region of another buffer."""
    __match_args__ = ('buffer', 'source',)
    def __init__(self, buffer: Buffer, source: BufferRegion) -> None: ...
    @property
    def buffer(self) -> Buffer:
        """The buffer."""
    @property
    def source(self) -> BufferRegion:
        """The region of the other buffer."""

class Schedule(_o.Object):
    """An object of the type tir.Schedule. Functions make such objects."""
    __match_args__ = ()

class ScheduleState(_o.Object):
    """The blocks and loops of a scheduled module."""
    __match_args__ = ('mod', 'debug_mask',)
    def __init__(self, mod: _o.IRModule, debug_mask: int) -> None: ...
    @property
    def mod(self) -> _o.IRModule:
        """The scheduled module."""
    @property
    def debug_mask(self) -> int:
        """The checks after each change: the bits 1 for the tree of references and 2 for the flags."""

class Stmt(_o.Object):
    """Base of statements."""
    __match_args__ = ('span',)
    def __init__(self, span: _o.Span | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """The source location."""
    def astext(self, show_meta_data: bool = ..., annotate: _c.Callable[[_o.Object], str] | None = ...) -> str: ...

class Allocate(Stmt):
    """An allocation of memory for a statement."""
    __match_args__ = ('buffer_var', 'dtype', 'extents', 'condition', 'body', 'annotations', 'span',)
    def __init__(self, buffer_var: Var, dtype: _o._DType, extents: _c.Sequence[_o.PrimExpr | int | float], condition: _o.PrimExpr | int | float, body: Stmt, annotations: _c.Mapping[str, _t.Any | None], span: _o.Span | None = ...) -> None: ...
    @property
    def buffer_var(self) -> Var:
        """The pointer to the memory."""
    @property
    def dtype(self) -> str:
        """The data type of an element."""
    @property
    def extents(self) -> _o.Array[_o.PrimExpr]:
        """The extents. Their product is the number of elements."""
    @property
    def condition(self) -> _o.PrimExpr:
        """Whether the memory is required."""
    @property
    def body(self) -> Stmt:
        """The statement."""
    @property
    def annotations(self) -> _o.Map[str, _o.Object | None]:
        """Annotations for passes."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class AssertStmt(Stmt):
    """`assert(condition, message); body`"""
    __match_args__ = ('condition', 'message', 'body', 'span',)
    def __init__(self, condition: _o.PrimExpr | int | float, message: _o.PrimExpr | int | float, body: Stmt, span: _o.Span | None = ...) -> None: ...
    @property
    def condition(self) -> _o.PrimExpr:
        """The condition that must be true."""
    @property
    def message(self) -> _o.PrimExpr:
        """The error message if the condition is false."""
    @property
    def body(self) -> Stmt:
        """The next statement, in which the condition is known to be true."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class AttrStmt(Stmt):
    """A statement with an attribute."""
    __match_args__ = ('node', 'attr_key', 'value', 'body', 'span',)
    def __init__(self, node: _t.Any | None = ..., *, attr_key: str, value: _o.PrimExpr | int | float, body: Stmt, span: _o.Span | None = ...) -> None: ...
    @property
    def node(self) -> _o.Object | None:
        """The object that the attribute describes, or null if the attribute describes the statement."""
    @property
    def attr_key(self) -> str:
        """The name of the attribute."""
    @property
    def value(self) -> _o.PrimExpr:
        """The value of the attribute."""
    @property
    def body(self) -> Stmt:
        """The statement."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class Block(Stmt):
    """A unit of computation. It depends on the enclosing loops only through the values of its
variables."""
    __match_args__ = ('iter_vars', 'reads', 'writes', 'name_hint', 'body', 'init', 'alloc_buffers', 'match_buffers', 'annotations',)
    def __init__(self, iter_vars: _c.Sequence[IterVar], reads: _c.Sequence[BufferRegion], writes: _c.Sequence[BufferRegion], name_hint: str, body: Stmt, init: Stmt | None = ..., alloc_buffers: _c.Sequence[Buffer] = ..., match_buffers: _c.Sequence[MatchBufferRegion] = ..., annotations: _c.Mapping[str, _t.Any | None] = ...) -> None: ...
    @property
    def iter_vars(self) -> _o.Array[IterVar]:
        """The iteration variables."""
    @property
    def reads(self) -> _o.Array[BufferRegion]:
        """The regions that the block reads."""
    @property
    def writes(self) -> _o.Array[BufferRegion]:
        """The regions that the block writes."""
    @property
    def name_hint(self) -> str:
        """The name for printing."""
    @property
    def body(self) -> Stmt:
        """The body."""
    @property
    def init(self) -> Stmt | None:
        """The statement that runs before the body for the first values of the reduction variables."""
    @property
    def alloc_buffers(self) -> _o.Array[Buffer]:
        """The buffers that the block allocates."""
    @property
    def match_buffers(self) -> _o.Array[MatchBufferRegion]:
        """The buffers that are regions of other buffers."""
    @property
    def annotations(self) -> _o.Map[str, _o.Object | None]:
        """Annotations for passes."""

class BlockRealize(Stmt):
    """An execution of a block with values for its variables."""
    __match_args__ = ('iter_values', 'predicate', 'block',)
    def __init__(self, iter_values: _c.Sequence[_o.PrimExpr | int | float], predicate: _o.PrimExpr | int | float, block: Block) -> None: ...
    @property
    def iter_values(self) -> _o.Array[_o.PrimExpr]:
        """A value for each variable."""
    @property
    def predicate(self) -> _o.PrimExpr:
        """Whether the block is executed."""
    @property
    def block(self) -> Block:
        """The block."""

class BufferRealize(Stmt):
    """Requires that a region of a buffer is available in a statement."""
    __match_args__ = ('buffer', 'bounds', 'condition', 'body', 'span',)
    def __init__(self, buffer: Buffer, bounds: _c.Sequence[_o.Range], condition: _o.PrimExpr | int | float, body: Stmt, span: _o.Span | None = ...) -> None: ...
    @property
    def buffer(self) -> Buffer:
        """The buffer."""
    @property
    def bounds(self) -> _o.Array[_o.Range]:
        """The region: a range for each axis."""
    @property
    def condition(self) -> _o.PrimExpr:
        """Whether the region is required."""
    @property
    def body(self) -> Stmt:
        """The statement."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class BufferStore(Stmt):
    """A store to an element of a buffer."""
    __match_args__ = ('buffer', 'value', 'indices', 'span',)
    def __init__(self, buffer: Buffer, value: _o.PrimExpr | int | float, indices: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def buffer(self) -> Buffer:
        """The buffer."""
    @property
    def value(self) -> _o.PrimExpr:
        """The stored value."""
    @property
    def indices(self) -> _o.Array[_o.PrimExpr]:
        """An index for each axis."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class Evaluate(Stmt):
    """An expression that is evaluated for its side effects."""
    __match_args__ = ('value', 'span',)
    def __init__(self, value: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def value(self) -> _o.PrimExpr:
        """The expression."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class For(Stmt):
    """`for (loop_var = min; loop_var < min + extent; ++loop_var) { body }`"""
    __match_args__ = ('loop_var', 'min', 'extent', 'kind', 'body', 'thread_binding', 'annotations', 'span',)
    def __init__(self, loop_var: Var, min: _o.PrimExpr | int | float, extent: _o.PrimExpr | int | float, kind: int, body: Stmt, thread_binding: IterVar | None = ..., annotations: _c.Mapping[str, _t.Any | None] = ..., span: _o.Span | None = ...) -> None: ...
    @property
    def loop_var(self) -> Var:
        """The variable."""
    @property
    def min(self) -> _o.PrimExpr:
        """The first value of the variable."""
    @property
    def extent(self) -> _o.PrimExpr:
        """The number of iterations."""
    @property
    def kind(self) -> int:
        """The execution order of the iterations."""
    @property
    def body(self) -> Stmt:
        """The body."""
    @property
    def thread_binding(self) -> IterVar | None:
        """The thread axis of a loop of kind [`ForKind::ThreadBinding`]."""
    @property
    def annotations(self) -> _o.Map[str, _o.Object | None]:
        """Annotations for passes."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class IfThenElse(Stmt):
    """`if (condition) { then_case } else { else_case }`"""
    __match_args__ = ('condition', 'then_case', 'else_case', 'span',)
    def __init__(self, condition: _o.PrimExpr | int | float, then_case: Stmt, else_case: Stmt | None = ..., span: _o.Span | None = ...) -> None: ...
    @property
    def condition(self) -> _o.PrimExpr:
        """A boolean."""
    @property
    def then_case(self) -> Stmt:
        """The statement for a true condition."""
    @property
    def else_case(self) -> Stmt | None:
        """The statement for a false condition."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class LetStmt(Stmt):
    """`let var = value; body`"""
    __match_args__ = ('var', 'value', 'body', 'span',)
    def __init__(self, var: Var, value: _o.PrimExpr | int | float, body: Stmt, span: _o.Span | None = ...) -> None: ...
    @property
    def var(self) -> Var:
        """The variable."""
    @property
    def value(self) -> _o.PrimExpr:
        """The value of the variable."""
    @property
    def body(self) -> Stmt:
        """The scope of the variable."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class Prefetch(Stmt):
    """A prefetch of a region of a buffer."""
    __match_args__ = ('buffer', 'bounds', 'span',)
    def __init__(self, buffer: Buffer, bounds: _c.Sequence[_o.Range], span: _o.Span | None = ...) -> None: ...
    @property
    def buffer(self) -> Buffer:
        """The buffer."""
    @property
    def bounds(self) -> _o.Array[_o.Range]:
        """The region: a range for each axis."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class ProducerRealize(Stmt):
    """Requires that a region of a tensor is available in a statement."""
    __match_args__ = ('producer', 'bounds', 'condition', 'body', 'storage_scope', 'span',)
    def __init__(self, producer: DataProducer, bounds: _c.Sequence[_o.Range], condition: _o.PrimExpr | int | float, body: Stmt, storage_scope: str, span: _o.Span | None = ...) -> None: ...
    @property
    def producer(self) -> DataProducer:
        """The tensor."""
    @property
    def bounds(self) -> _o.Array[_o.Range]:
        """The region: a range for each axis."""
    @property
    def condition(self) -> _o.PrimExpr:
        """Whether the region is required."""
    @property
    def body(self) -> Stmt:
        """The statement."""
    @property
    def storage_scope(self) -> str:
        """The storage scope of the region."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class ProducerStore(Stmt):
    """A store to an element of a tensor that has no memory yet."""
    __match_args__ = ('producer', 'value', 'indices', 'span',)
    def __init__(self, producer: DataProducer, value: _o.PrimExpr | int | float, indices: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def producer(self) -> DataProducer:
        """The tensor."""
    @property
    def value(self) -> _o.PrimExpr:
        """The stored value."""
    @property
    def indices(self) -> _o.Array[_o.PrimExpr]:
        """An index for each axis."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class SeqStmt(Stmt):
    """A sequence of statements."""
    __match_args__ = ('seq', 'span',)
    def __init__(self, seq: _c.Sequence[Stmt], span: _o.Span | None = ...) -> None: ...
    @property
    def seq(self) -> _o.Array[Stmt]:
        """The statements."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""
    @_t.overload
    def __getitem__(self, index: _t.SupportsIndex) -> Stmt: ...
    @_t.overload
    def __getitem__(self, index: slice) -> _o.Array[Stmt]: ...
    def __iter__(self) -> _c.Iterator[Stmt]: ...
    def __len__(self) -> int: ...

class Store(Stmt):
    """A store through a pointer."""
    __match_args__ = ('buffer_var', 'value', 'index', 'predicate', 'span',)
    def __init__(self, buffer_var: Var, value: _o.PrimExpr | int | float, index: _o.PrimExpr | int | float, predicate: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def buffer_var(self) -> Var:
        """The pointer."""
    @property
    def value(self) -> _o.PrimExpr:
        """The stored value."""
    @property
    def index(self) -> _o.PrimExpr:
        """The index in elements."""
    @property
    def predicate(self) -> _o.PrimExpr:
        """Whether each lane is stored."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class While(Stmt):
    """`while (condition) { body }`"""
    __match_args__ = ('condition', 'body', 'span',)
    def __init__(self, condition: _o.PrimExpr | int | float, body: Stmt, span: _o.Span | None = ...) -> None: ...
    @property
    def condition(self) -> _o.PrimExpr:
        """The condition."""
    @property
    def body(self) -> Stmt:
        """The body."""
    @property
    def span(self) -> _o.Span | None:
        """The source location."""

class StmtSRef(_o.Object):
    """A reference to a block or a loop of a scheduled module."""
    __match_args__ = ('seq_index',)
    def __init__(self, seq_index: int) -> None: ...
    @property
    def seq_index(self) -> int:
        """The index of the statement if it is an element of a sequence, or -1."""

class Trace(_o.Object):
    """An object of the type tir.Trace. Functions make such objects."""
    __match_args__ = ()

class PrimFuncPass(_o.transform.Pass):
    """A pass over the tir functions of a module. Other functions are not changed."""
    __match_args__ = ('pass_info',)
    def __init__(self, pass_info: _o.transform.PassInfo) -> None: ...
    @property
    def pass_info(self) -> _o.transform.PassInfo:
        """The description of the pass."""

def BijectiveLayoutBackwardIndex(layout: BijectiveLayout, numbers: _c.Sequence[_t.Any | None]) -> _o.Array[_o.PrimExpr]:
    """Converts indices or a shape to the other layout."""

def BijectiveLayoutBackwardShape(layout: BijectiveLayout, numbers: _c.Sequence[_t.Any | None]) -> _o.Array[_o.PrimExpr]:
    """Converts indices or a shape to the other layout."""

def BijectiveLayoutForwardIndex(layout: BijectiveLayout, numbers: _c.Sequence[_t.Any | None]) -> _o.Array[_o.PrimExpr]:
    """Converts indices or a shape to the other layout."""

def BijectiveLayoutForwardShape(layout: BijectiveLayout, numbers: _c.Sequence[_t.Any | None]) -> _o.Array[_o.PrimExpr]:
    """Converts indices or a shape to the other layout."""

def BufferAccessPtr(buffer: Buffer, access_mask: int, ptr_type: str, content_lanes: int, offset: _o.PrimExpr | IterVar | int | float | str) -> _o.PrimExpr:
    """Returns the address of the elements from index `offset` on."""

def BufferStorageScope(buffer: Buffer) -> str:
    """Returns the storage scope of a buffer."""

def BufferVLoad(buffer: Buffer, begin: _c.Sequence[_t.Any | None], dtype: str) -> _o.PrimExpr:
    """Loads the element or the vector at the indices `begin`."""

def BufferVStore(buffer: Buffer, begin: _c.Sequence[_t.Any | None], value: _o.PrimExpr | IterVar | int | float | str) -> Stmt:
    """Stores `value` at the indices `begin`."""

def CommReducerCombine(reducer: CommReducer, a: _c.Sequence[_t.Any | None], b: _c.Sequence[_t.Any | None]) -> _o.Array[_o.PrimExpr]:
    """Combines two tuples of values with a reducer."""

def IRTransform(stmt: Stmt, preorder: _c.Callable[..., _t.Any] | None = ..., postorder: _c.Callable[..., _t.Any] | None = ..., only_enable: _c.Sequence[str] | None = ...) -> Stmt:
    """Rewrites a statement by two functions, either of which may be null. If there are type keys, the
functions are called only for objects of these types."""

def LayoutFactorOf(layout: Layout | None, axis: str) -> int:
    """Returns the product of the factors of a primal axis, or -1 if the axis is not split."""

def LayoutGetItem(layout: Layout, index: int) -> str:
    """Returns the letter of the axis at a position. A negative position counts from the end."""

def LayoutIndexOf(layout: Layout | None, axis: str) -> int:
    """Returns the position of an axis, or -1 if the layout does not have the axis."""

def LayoutNdim(layout: Layout) -> int:
    """Returns the number of axes."""

def PostOrderVisit(node: _t.Any, f: _c.Callable[..., _t.Any]) -> None:
    """Calls `f` with all expressions and statements in `node` in post-order, each once."""

def Specialize(func: PrimFunc, param_map: _c.Mapping[Var, _t.Any]) -> PrimFunc:
    """Specializes a function for values of some parameters: expressions, or buffers for parameters
that are handles of buffers."""

def Substitute(node: _t.Any, vmap: _c.Mapping[Var, _o.PrimExpr | int | float]) -> _o.Object:
    """Replaces variables of an expression or a statement."""

def _OpAdd(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpAnd(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpDiv(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpEQ(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpFloorDiv(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpFloorMod(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpGE(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpGT(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpIfThenElse(condition: _o.PrimExpr | IterVar | int | float | str, true_value: _o.PrimExpr | IterVar | int | float | str, false_value: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Selects `true_value` or `false_value`. Only the selected value is evaluated."""

def _OpIndexDiv(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpIndexMod(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpLE(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpLT(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpMax(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpMin(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpMod(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpMul(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpNE(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpOr(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpPow(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpSub(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpTruncDiv(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _OpTruncMod(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def _cast(dtype: str, value: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Converts `value` to `dtype`."""

def abs(a: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def bitwise_and(a: _t.Any, b: _t.Any, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. A plain number has the type of the other operand."""

def bitwise_not(a: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def bitwise_or(a: _t.Any, b: _t.Any, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. A plain number has the type of the other operand."""

def bitwise_xor(a: _t.Any, b: _t.Any, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. A plain number has the type of the other operand."""

def ceil(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def const_true(dtype: str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Creates the boolean `true` in each lane of a type."""

def floor(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def isfinite(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def isinf(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def isnan(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def left_shift(a: _t.Any, b: _t.Any, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. A plain number has the type of the other operand."""

def max_value(dtype: str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Creates the greatest finite number of a type."""

def min_value(dtype: str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Creates the least finite number of a type."""

def nearbyint(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def right_shift(a: _t.Any, b: _t.Any, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. A plain number has the type of the other operand."""

def round(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""

def trunc(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded."""
