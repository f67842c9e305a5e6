import collections.abc as _c
import typing as _t
import objet as _o
from objet.tir import transform as transform

class Add(_o.PrimExpr):
    """`a + b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class And(_o.PrimExpr):
    """`a && b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Any(_o.PrimExpr):
    """A dimension that may be any number."""
    __match_args__ = ('dtype', 'span',)
    def __init__(self, dtype: str, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Broadcast(_o.PrimExpr):
    """A vector of one number several times."""
    __match_args__ = ('dtype', 'value', 'lanes', 'span',)
    def __init__(self, dtype: str, value: _o.PrimExpr | int | float, lanes: int, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def value(self) -> _o.PrimExpr:
        """The number."""
    @property
    def lanes(self) -> int:
        """How many times."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class BufferLoad(_o.PrimExpr):
    """An element of a buffer."""
    __match_args__ = ('dtype', 'buffer', 'indices', 'span',)
    def __init__(self, dtype: str, buffer: Buffer, indices: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def buffer(self) -> Buffer:
        """The buffer."""
    @property
    def indices(self) -> _o.Array[_o.PrimExpr]:
        """An index for each axis."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Call(_o.PrimExpr):
    """A call of an intrinsic, or of a function of the module."""
    __match_args__ = ('dtype', 'op', 'args', 'span',)
    def __init__(self, dtype: str, op: _o.RelayExpr, args: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def op(self) -> _o.RelayExpr:
        """What is called: an [`Op`] or a [`GlobalVar`](objet_ir::expr::GlobalVar)."""
    @property
    def args(self) -> _o.Array[_o.PrimExpr]:
        """What it is called with."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Cast(_o.PrimExpr):
    """A value as one of another type."""
    __match_args__ = ('dtype', 'value', 'span',)
    def __init__(self, dtype: str, value: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def value(self) -> _o.PrimExpr:
        """The value."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Div(_o.PrimExpr):
    """`a / b`, of integers rounded towards zero"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class EQ(_o.PrimExpr):
    """`a == b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class FloorDiv(_o.PrimExpr):
    """`a / b`, rounded down"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class FloorMod(_o.PrimExpr):
    """What is left of `a` after [`FloorDiv`]: of the sign of `b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class GE(_o.PrimExpr):
    """`a >= b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class GT(_o.PrimExpr):
    """`a > b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class LE(_o.PrimExpr):
    """`a <= b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class LT(_o.PrimExpr):
    """`a < b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Let(_o.PrimExpr):
    """`let var = value in body`"""
    __match_args__ = ('dtype', 'var', 'value', 'body', 'span',)
    def __init__(self, dtype: str, var: Var, value: _o.PrimExpr | int | float, body: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def var(self) -> Var:
        """The variable."""
    @property
    def value(self) -> _o.PrimExpr:
        """What it is bound to."""
    @property
    def body(self) -> _o.PrimExpr:
        """Where it is bound."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Load(_o.PrimExpr):
    """What a pointer points to at an index."""
    __match_args__ = ('dtype', 'buffer_var', 'index', 'predicate', 'span',)
    def __init__(self, dtype: str, buffer_var: Var, index: _o.PrimExpr | int | float, predicate: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def buffer_var(self) -> Var:
        """The pointer."""
    @property
    def index(self) -> _o.PrimExpr:
        """The index, counted in elements."""
    @property
    def predicate(self) -> _o.PrimExpr:
        """For each lane, whether it is read."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Max(_o.PrimExpr):
    """The greater of two"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Min(_o.PrimExpr):
    """The lesser of two"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Mod(_o.PrimExpr):
    """What is left of `a` after [`Div`]: of the sign of `a`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Mul(_o.PrimExpr):
    """`a * b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class NE(_o.PrimExpr):
    """`a != b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Not(_o.PrimExpr):
    """`!a`"""
    __match_args__ = ('dtype', 'a', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Or(_o.PrimExpr):
    """`a || b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class ProducerLoad(_o.PrimExpr):
    """An element of a tensor, before it is known where that lies in memory."""
    __match_args__ = ('dtype', 'producer', 'indices', 'span',)
    def __init__(self, dtype: str, producer: DataProducer, indices: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def producer(self) -> DataProducer:
        """The tensor."""
    @property
    def indices(self) -> _o.Array[_o.PrimExpr]:
        """An index for each axis."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Ramp(_o.PrimExpr):
    """The vector `base, base + stride, base + 2 * stride, …`"""
    __match_args__ = ('dtype', 'base', 'stride', 'lanes', 'span',)
    def __init__(self, dtype: str, base: _o.PrimExpr | int | float, stride: _o.PrimExpr | int | float, lanes: int, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def base(self) -> _o.PrimExpr:
        """The first number."""
    @property
    def stride(self) -> _o.PrimExpr:
        """What is added each time."""
    @property
    def lanes(self) -> int:
        """How many numbers there are."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Reduce(_o.PrimExpr):
    """One value of a reduction over some axes."""
    __match_args__ = ('dtype', 'combiner', 'source', 'init', 'axis', 'condition', 'value_index', 'span',)
    def __init__(self, dtype: str, combiner: CommReducer | None = ..., *, source: _c.Sequence[_o.PrimExpr | int | float], init: _c.Sequence[_o.PrimExpr | int | float] | None = ..., axis: _c.Sequence[IterVar], condition: _o.PrimExpr | int | float | None = ..., value_index: int, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def combiner(self) -> CommReducer | None:
        """How two tuples are made into one; files may lack it."""
    @property
    def source(self) -> _o.Array[_o.PrimExpr]:
        """The tuple at each place."""
    @property
    def init(self) -> _o.Array[_o.PrimExpr] | None:
        """The tuple to begin with; empty or null if that is the identity element."""
    @property
    def axis(self) -> _o.Array[IterVar]:
        """The axes."""
    @property
    def condition(self) -> _o.PrimExpr | None:
        """Whether a place counts; if there is none, all do."""
    @property
    def value_index(self) -> int:
        """Which value of the tuple, from 0."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Select(_o.PrimExpr):
    """One of two values, both of which are computed."""
    __match_args__ = ('dtype', 'condition', 'true_value', 'false_value', 'span',)
    def __init__(self, dtype: str, condition: _o.PrimExpr | int | float, true_value: _o.PrimExpr | int | float, false_value: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def condition(self) -> _o.PrimExpr:
        """A truth value."""
    @property
    def true_value(self) -> _o.PrimExpr:
        """The value if it is true."""
    @property
    def false_value(self) -> _o.PrimExpr:
        """The value if it is false."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Shuffle(_o.PrimExpr):
    """A vector of elements of others, which are counted through from the first element of the first vector."""
    __match_args__ = ('dtype', 'vectors', 'indices', 'span',)
    def __init__(self, dtype: str, vectors: _c.Sequence[_o.PrimExpr | int | float], indices: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def vectors(self) -> _o.Array[_o.PrimExpr]:
        """The vectors."""
    @property
    def indices(self) -> _o.Array[_o.PrimExpr]:
        """The number of each element."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class StringImm(_o.PrimExpr):
    """A text, as an argument of calls."""
    __match_args__ = ('dtype', 'value', 'span',)
    def __init__(self, dtype: str, value: str, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def value(self) -> str:
        """The text."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Sub(_o.PrimExpr):
    """`a - b`"""
    __match_args__ = ('dtype', 'a', 'b', 'span',)
    def __init__(self, dtype: str, a: _o.PrimExpr | int | float, b: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def a(self) -> _o.PrimExpr:
        """The left operand."""
    @property
    def b(self) -> _o.PrimExpr:
        """The right operand."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Var(_o.PrimExpr):
    """A variable: a number, or a pointer to memory."""
    __match_args__ = ('dtype', 'name', 'type_annotation', 'span',)
    def __init__(self, dtype: str, name: str, type_annotation: _o.Type | None = ..., span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def name(self) -> str:
        """A name to print. Two variables of one name are two all the same."""
    @property
    def type_annotation(self) -> _o.Type | None:
        """Its type, where that says more than `dtype`: what a pointer points to."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class SizeVar(Var):
    """A variable that is known not to be negative, as sizes of tensors are."""
    __match_args__ = ('dtype', 'name', 'type_annotation', 'span',)
    def __init__(self, dtype: str, name: str, type_annotation: _o.Type | None = ..., span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def name(self) -> str:
        """A name to print. Two variables of one name are two all the same."""
    @property
    def type_annotation(self) -> _o.Type | None:
        """Its type, where that says more than `dtype`: what a pointer points to."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class PrimFunc(_o.BaseFunc):
    """A function whose body is a statement."""
    __match_args__ = ('params', 'body', 'ret_type', 'buffer_map', 'attrs', 'span', '_checked_type_',)
    def __init__(self, params: _c.Sequence[Var], body: Stmt, ret_type: _o.Type, buffer_map: _c.Mapping[Var, Buffer] = ..., attrs: _o.DictAttrs | None = ..., span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def params(self) -> _o.Array[Var]:
        """Its parameters."""
    @property
    def body(self) -> Stmt:
        """What it does."""
    @property
    def ret_type(self) -> _o.Type:
        """The type of its result."""
    @property
    def buffer_map(self) -> _o.Map[Var, Buffer]:
        """The buffers that parameters are handles of."""
    @property
    def attrs(self) -> _o.DictAttrs | None:
        """Its attributes."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class BijectiveLayout(_o.Object):
    """How indices in one layout become indices in another, and back."""
    __match_args__ = ('src_layout', 'dst_layout', 'forward_rule', 'backward_rule',)
    def __init__(self, src_layout: Layout, dst_layout: Layout, forward_rule: _c.Sequence[_o.PrimExpr | int | float], backward_rule: _c.Sequence[_o.PrimExpr | int | float]) -> None: ...
    @property
    def src_layout(self) -> Layout:
        """The one layout."""
    @property
    def dst_layout(self) -> Layout:
        """The other one."""
    @property
    def forward_rule(self) -> _o.Array[_o.PrimExpr]:
        """The indices in the other one, of the variables of the one."""
    @property
    def backward_rule(self) -> _o.Array[_o.PrimExpr]:
        """The indices in the one, of the variables of the other one."""

class BlockRV(_o.Object):
    """Objects of the type tir.BlockRV, which functions make."""
    __match_args__ = ()

class BlockScope(_o.Object):
    """Objects of the type tir.BlockScope, which functions make."""
    __match_args__ = ()

class Buffer(_o.Object):
    """A tensor in memory: a pointer, and where each element lies from there."""
    __match_args__ = ('data', 'dtype', 'shape', 'strides', 'elem_offset', 'name', 'data_alignment', 'offset_factor', 'buffer_type', 'span',)
    def __init__(self, data: Var, dtype: str, shape: _c.Sequence[_o.PrimExpr | int | float], strides: _c.Sequence[_o.PrimExpr | int | float], elem_offset: _o.PrimExpr | int | float, name: str, data_alignment: int, offset_factor: int, buffer_type: int, span: _o.Span | None = ...) -> None: ...
    @property
    def data(self) -> Var:
        """The pointer."""
    @property
    def dtype(self) -> str:
        """The type of an element."""
    @property
    def shape(self) -> _o.Array[_o.PrimExpr]:
        """The number of elements along each axis."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """How many elements lie between neighbours along each axis; empty if the elements lie side by side."""
    @property
    def elem_offset(self) -> _o.PrimExpr:
        """How many elements lie before the first one."""
    @property
    def name(self) -> str:
        """A name to print."""
    @property
    def data_alignment(self) -> int:
        """A number of bytes that the address of the pointer is a multiple of."""
    @property
    def offset_factor(self) -> int:
        """A number that `elem_offset` is a multiple of."""
    @property
    def buffer_type(self) -> int:
        """Whether axes of length one stand for axes of any length."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class BufferRegion(_o.Object):
    """A part of a buffer."""
    __match_args__ = ('buffer', 'region',)
    def __init__(self, buffer: Buffer, region: _c.Sequence[_o.Range]) -> None: ...
    @property
    def buffer(self) -> Buffer:
        """The buffer."""
    @property
    def region(self) -> _o.Array[_o.Range]:
        """A range for each axis."""

class CommReducer(_o.Object):
    """How two tuples of values are made into one, in any order."""
    __match_args__ = ('lhs', 'rhs', 'result', 'identity_element', 'span',)
    def __init__(self, lhs: _c.Sequence[Var], rhs: _c.Sequence[Var], result: _c.Sequence[_o.PrimExpr | int | float], identity_element: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def lhs(self) -> _o.Array[Var]:
        """The values of the one tuple."""
    @property
    def rhs(self) -> _o.Array[Var]:
        """The values of the other."""
    @property
    def result(self) -> _o.Array[_o.PrimExpr]:
        """Those of the result."""
    @property
    def identity_element(self) -> _o.Array[_o.PrimExpr]:
        """The tuple that changes none that it is taken together with."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class DataProducer(_o.Object):
    """Base of what gives a tensor that does not lie in memory yet."""
    __match_args__ = ()

class Dependency(_o.Object):
    """Objects of the type tir.Dependency, which functions make."""
    __match_args__ = ()

class Instruction(_o.Object):
    """Objects of the type tir.Instruction, which functions make."""
    __match_args__ = ()

class InstructionKind(_o.Object):
    """Objects of the type tir.InstructionKind, which functions make."""
    __match_args__ = ()

class IterVar(_o.Object):
    """A variable that goes over a range."""
    __match_args__ = ('dom', 'var', 'iter_type', 'thread_tag', 'span',)
    def __init__(self, dom: _o.Range | None = ..., *, var: Var, iter_type: int, thread_tag: str, span: _o.Span | None = ...) -> None: ...
    @property
    def dom(self) -> _o.Range | None:
        """The range, if it is known."""
    @property
    def var(self) -> Var:
        """The variable."""
    @property
    def iter_type(self) -> int:
        """What can be done to the loop over it."""
    @property
    def thread_tag(self) -> str:
        """The axis of threads that it is, as `threadIdx.x`; empty if it is none."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Layout(_o.Object):
    """The order of a tensor's axes, some of which are split: in `NCHW16c` the axis `C` is split into a greater part and
into blocks of 16."""
    __match_args__ = ('name', 'axes',)
    def __init__(self, name: str, axes: _c.Sequence[IterVar]) -> None: ...
    @property
    def name(self) -> str:
        """The layout as a text; empty if it is not known."""
    @property
    def axes(self) -> _o.Array[IterVar]:
        """Its axes: `N`, `C`, `H`, `W` and `c` in `NCHW16c`."""

class LinkedParam(_o.Object):
    """A tensor that is part of the compiled code."""
    __match_args__ = ('id', 'param',)
    def __init__(self, id: int, param: _t.Any) -> None: ...
    @property
    def id(self) -> int:
        """What the code calls it."""
    @property
    def param(self) -> _o.NDArray:
        """The tensor."""

class LoopRV(_o.Object):
    """Objects of the type tir.LoopRV, which functions make."""
    __match_args__ = ()

class MatchBufferRegion(_o.Object):
    """A buffer that is a part of another."""
    __match_args__ = ('buffer', 'source',)
    def __init__(self, buffer: Buffer, source: BufferRegion) -> None: ...
    @property
    def buffer(self) -> Buffer:
        """The buffer."""
    @property
    def source(self) -> BufferRegion:
        """The part of the other."""

class Schedule(_o.Object):
    """Objects of the type tir.Schedule, which functions make."""
    __match_args__ = ()

class ScheduleState(_o.Object):
    """Objects of the type tir.ScheduleState, which functions make."""
    __match_args__ = ()

class Stmt(_o.Object):
    """Base of statements."""
    __match_args__ = ('span',)
    def __init__(self, span: _o.Span | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Allocate(Stmt):
    """Gets memory for elements while a statement is done."""
    __match_args__ = ('buffer_var', 'dtype', 'extents', 'condition', 'body', 'annotations', 'span',)
    def __init__(self, buffer_var: Var, dtype: str, extents: _c.Sequence[_o.PrimExpr | int | float], condition: _o.PrimExpr | int | float, body: Stmt, annotations: _c.Mapping[str, _o.Object | None], span: _o.Span | None = ...) -> None: ...
    @property
    def buffer_var(self) -> Var:
        """The pointer to the memory."""
    @property
    def dtype(self) -> str:
        """The type of an element."""
    @property
    def extents(self) -> _o.Array[_o.PrimExpr]:
        """The numbers whose product is the number of elements."""
    @property
    def condition(self) -> _o.PrimExpr:
        """Whether memory is needed."""
    @property
    def body(self) -> Stmt:
        """The statement."""
    @property
    def annotations(self) -> _o.Map[str, _o.Object | None]:
        """What passes are to know of it."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class AssertStmt(Stmt):
    """`assert(condition, message); body`"""
    __match_args__ = ('condition', 'message', 'body', 'span',)
    def __init__(self, condition: _o.PrimExpr | int | float, message: _o.PrimExpr | int | float, body: Stmt, span: _o.Span | None = ...) -> None: ...
    @property
    def condition(self) -> _o.PrimExpr:
        """What has to be true."""
    @property
    def message(self) -> _o.PrimExpr:
        """What is said if it is not."""
    @property
    def body(self) -> Stmt:
        """What is done if it is; the condition is known to hold there."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class AttrStmt(Stmt):
    """A statement with something said of it."""
    __match_args__ = ('node', 'attr_key', 'value', 'body', 'span',)
    def __init__(self, node: _o.Object | None = ..., *, attr_key: str, value: _o.PrimExpr | int | float, body: Stmt, span: _o.Span | None = ...) -> None: ...
    @property
    def node(self) -> _o.Object | None:
        """What it is said of, if of anything but the statement."""
    @property
    def attr_key(self) -> str:
        """What is said."""
    @property
    def value(self) -> _o.PrimExpr:
        """How much of that."""
    @property
    def body(self) -> Stmt:
        """The statement."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Block(Stmt):
    """A unit of computation, in which nothing is known of the loops around it but what its variables are bound to."""
    __match_args__ = ('iter_vars', 'reads', 'writes', 'name_hint', 'body', 'init', 'alloc_buffers', 'match_buffers', 'annotations',)
    def __init__(self, iter_vars: _c.Sequence[IterVar], reads: _c.Sequence[BufferRegion], writes: _c.Sequence[BufferRegion], name_hint: str, body: Stmt, init: Stmt | None = ..., alloc_buffers: _c.Sequence[Buffer] = ..., match_buffers: _c.Sequence[MatchBufferRegion] = ..., annotations: _c.Mapping[str, _o.Object | None] = ...) -> None: ...
    @property
    def iter_vars(self) -> _o.Array[IterVar]:
        """Its variables."""
    @property
    def reads(self) -> _o.Array[BufferRegion]:
        """What it reads."""
    @property
    def writes(self) -> _o.Array[BufferRegion]:
        """What it writes."""
    @property
    def name_hint(self) -> str:
        """A name to print."""
    @property
    def body(self) -> Stmt:
        """What it does."""
    @property
    def init(self) -> Stmt | None:
        """What it does first where its reducing variables have their first values."""
    @property
    def alloc_buffers(self) -> _o.Array[Buffer]:
        """The buffers that it has memory of its own for."""
    @property
    def match_buffers(self) -> _o.Array[MatchBufferRegion]:
        """The buffers that are parts of others."""
    @property
    def annotations(self) -> _o.Map[str, _o.Object | None]:
        """What passes are to know of it."""

class BlockRealize(Stmt):
    """Does a block, with values for its variables."""
    __match_args__ = ('iter_values', 'predicate', 'block',)
    def __init__(self, iter_values: _c.Sequence[_o.PrimExpr | int | float], predicate: _o.PrimExpr | int | float, block: Block) -> None: ...
    @property
    def iter_values(self) -> _o.Array[_o.PrimExpr]:
        """A value for each variable."""
    @property
    def predicate(self) -> _o.PrimExpr:
        """Whether it is done."""
    @property
    def block(self) -> Block:
        """The block."""

class BufferRealize(Stmt):
    """Says that a part of a buffer has to be there while a statement is done."""
    __match_args__ = ('buffer', 'bounds', 'condition', 'body', 'span',)
    def __init__(self, buffer: Buffer, bounds: _c.Sequence[_o.Range], condition: _o.PrimExpr | int | float, body: Stmt, span: _o.Span | None = ...) -> None: ...
    @property
    def buffer(self) -> Buffer:
        """The buffer."""
    @property
    def bounds(self) -> _o.Array[_o.Range]:
        """The part: a range for each axis."""
    @property
    def condition(self) -> _o.PrimExpr:
        """Whether it has to be there."""
    @property
    def body(self) -> Stmt:
        """The statement."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class BufferStore(Stmt):
    """Writes an element of a buffer."""
    __match_args__ = ('buffer', 'value', 'indices', 'span',)
    def __init__(self, buffer: Buffer, value: _o.PrimExpr | int | float, indices: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def buffer(self) -> Buffer:
        """The buffer."""
    @property
    def value(self) -> _o.PrimExpr:
        """What is written."""
    @property
    def indices(self) -> _o.Array[_o.PrimExpr]:
        """An index for each axis."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Evaluate(Stmt):
    """An expression that is computed for what it does."""
    __match_args__ = ('value', 'span',)
    def __init__(self, value: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def value(self) -> _o.PrimExpr:
        """The expression."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class For(Stmt):
    """`for (loop_var = min; loop_var < min + extent; ++loop_var) { body }`"""
    __match_args__ = ('loop_var', 'min', 'extent', 'kind', 'body', 'thread_binding', 'annotations', 'span',)
    def __init__(self, loop_var: Var, min: _o.PrimExpr | int | float, extent: _o.PrimExpr | int | float, kind: int, body: Stmt, thread_binding: IterVar | None = ..., annotations: _c.Mapping[str, _o.Object | None] = ..., span: _o.Span | None = ...) -> None: ...
    @property
    def loop_var(self) -> Var:
        """The variable."""
    @property
    def min(self) -> _o.PrimExpr:
        """Its first value."""
    @property
    def extent(self) -> _o.PrimExpr:
        """How many values it takes."""
    @property
    def kind(self) -> int:
        """How the turns follow each other."""
    @property
    def body(self) -> Stmt:
        """What is done in each turn."""
    @property
    def thread_binding(self) -> IterVar | None:
        """The axis of threads that the loop is, if it is of kind [`ForKind::ThreadBinding`]."""
    @property
    def annotations(self) -> _o.Map[str, _o.Object | None]:
        """What passes are to know of it."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class IfThenElse(Stmt):
    """`if (condition) { then_case } else { else_case }`"""
    __match_args__ = ('condition', 'then_case', 'else_case', 'span',)
    def __init__(self, condition: _o.PrimExpr | int | float, then_case: Stmt, else_case: Stmt | None = ..., span: _o.Span | None = ...) -> None: ...
    @property
    def condition(self) -> _o.PrimExpr:
        """A truth value."""
    @property
    def then_case(self) -> Stmt:
        """What is done if it is true."""
    @property
    def else_case(self) -> Stmt | None:
        """What is done if it is false."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class LetStmt(Stmt):
    """`let var = value; body`"""
    __match_args__ = ('var', 'value', 'body', 'span',)
    def __init__(self, var: Var, value: _o.PrimExpr | int | float, body: Stmt, span: _o.Span | None = ...) -> None: ...
    @property
    def var(self) -> Var:
        """The variable."""
    @property
    def value(self) -> _o.PrimExpr:
        """What it is bound to."""
    @property
    def body(self) -> Stmt:
        """Where it is bound."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Prefetch(Stmt):
    """Has a part of a buffer brought nearer before it is read."""
    __match_args__ = ('buffer', 'bounds', 'span',)
    def __init__(self, buffer: Buffer, bounds: _c.Sequence[_o.Range], span: _o.Span | None = ...) -> None: ...
    @property
    def buffer(self) -> Buffer:
        """The buffer."""
    @property
    def bounds(self) -> _o.Array[_o.Range]:
        """The part: a range for each axis."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class ProducerRealize(Stmt):
    """Says that a part of a tensor has to be there while a statement is done."""
    __match_args__ = ('producer', 'bounds', 'condition', 'body', 'storage_scope', 'span',)
    def __init__(self, producer: DataProducer, bounds: _c.Sequence[_o.Range], condition: _o.PrimExpr | int | float, body: Stmt, storage_scope: str, span: _o.Span | None = ...) -> None: ...
    @property
    def producer(self) -> DataProducer:
        """The tensor."""
    @property
    def bounds(self) -> _o.Array[_o.Range]:
        """The part: a range for each axis."""
    @property
    def condition(self) -> _o.PrimExpr:
        """Whether it has to be there."""
    @property
    def body(self) -> Stmt:
        """The statement."""
    @property
    def storage_scope(self) -> str:
        """The memory that it has to be in."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class ProducerStore(Stmt):
    """Gives an element of a tensor its value, before it is known where that lies in memory."""
    __match_args__ = ('producer', 'value', 'indices', 'span',)
    def __init__(self, producer: DataProducer, value: _o.PrimExpr | int | float, indices: _c.Sequence[_o.PrimExpr | int | float], span: _o.Span | None = ...) -> None: ...
    @property
    def producer(self) -> DataProducer:
        """The tensor."""
    @property
    def value(self) -> _o.PrimExpr:
        """The value."""
    @property
    def indices(self) -> _o.Array[_o.PrimExpr]:
        """An index for each axis."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class SeqStmt(Stmt):
    """Statements, one after the other."""
    __match_args__ = ('seq', 'span',)
    def __init__(self, seq: _c.Sequence[Stmt], span: _o.Span | None = ...) -> None: ...
    @property
    def seq(self) -> _o.Array[Stmt]:
        """The statements."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Store(Stmt):
    """Writes to where a pointer points at an index."""
    __match_args__ = ('buffer_var', 'value', 'index', 'predicate', 'span',)
    def __init__(self, buffer_var: Var, value: _o.PrimExpr | int | float, index: _o.PrimExpr | int | float, predicate: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def buffer_var(self) -> Var:
        """The pointer."""
    @property
    def value(self) -> _o.PrimExpr:
        """What is written."""
    @property
    def index(self) -> _o.PrimExpr:
        """The index, counted in elements."""
    @property
    def predicate(self) -> _o.PrimExpr:
        """For each lane, whether it is written."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class While(Stmt):
    """`while (condition) { body }`"""
    __match_args__ = ('condition', 'body', 'span',)
    def __init__(self, condition: _o.PrimExpr | int | float, body: Stmt, span: _o.Span | None = ...) -> None: ...
    @property
    def condition(self) -> _o.PrimExpr:
        """A truth value."""
    @property
    def body(self) -> Stmt:
        """What is done in each turn."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class StmtSRef(_o.Object):
    """Objects of the type tir.StmtSRef, which functions make."""
    __match_args__ = ()

class Trace(_o.Object):
    """Objects of the type tir.Trace, which functions make."""
    __match_args__ = ()

class PrimFuncPass(_o.transform.Pass):
    """A pass over the functions of a module that are of tir. What is no such function it leaves alone."""
    __match_args__ = ('pass_info',)
    def __init__(self, pass_info: _o.transform.PassInfo) -> None: ...
    @property
    def pass_info(self) -> _o.transform.PassInfo:
        """What is known of it."""

def BijectiveLayoutBackwardIndex(layout: BijectiveLayout, numbers: _c.Sequence[_o.Object | None]) -> _o.Array[_o.PrimExpr]:
    """The numbers in the other layout."""

def BijectiveLayoutBackwardShape(layout: BijectiveLayout, numbers: _c.Sequence[_o.Object | None]) -> _o.Array[_o.PrimExpr]:
    """The numbers in the other layout."""

def BijectiveLayoutForwardIndex(layout: BijectiveLayout, numbers: _c.Sequence[_o.Object | None]) -> _o.Array[_o.PrimExpr]:
    """The numbers in the other layout."""

def BijectiveLayoutForwardShape(layout: BijectiveLayout, numbers: _c.Sequence[_o.Object | None]) -> _o.Array[_o.PrimExpr]:
    """The numbers in the other layout."""

def BufferAccessPtr(buffer: Buffer, access_mask: int, ptr_type: str, content_lanes: int, offset: _o.PrimExpr | IterVar | int | float | str) -> _o.PrimExpr:
    """The address of all elements from number `offset` on."""

def BufferStorageScope(buffer: Buffer) -> str:
    """The memory that a buffer lies in."""

def BufferVLoad(buffer: Buffer, begin: _c.Sequence[_o.Object | None], dtype: str) -> _o.PrimExpr:
    """What lies at these indices."""

def BufferVStore(buffer: Buffer, begin: _c.Sequence[_o.Object | None], value: _o.PrimExpr | IterVar | int | float | str) -> Stmt:
    """Writes `value` to what lies at these indices."""

def CommReducerCombine(reducer: CommReducer, a: _c.Sequence[_o.Object | None], b: _c.Sequence[_o.Object | None]) -> _o.Array[_o.PrimExpr]:
    """What a reducer makes of two tuples of values."""

def IRTransform(stmt: Stmt, preorder: _c.Callable[..., _t.Any] | None = ..., postorder: _c.Callable[..., _t.Any] | None = ..., only_enable: _c.Sequence[str] | None = ...) -> Stmt:
    """The statement, rewritten by two functions, either of which may be null. If there are type keys, they are given nothing of other types."""

def LayoutFactorOf(layout: Layout | None, axis: str) -> int:
    """How many elements of an axis lie in a block, or -1 if it is not split."""

def LayoutGetItem(layout: Layout, index: int) -> str:
    """The name of the axis at a position, which counts from the end if it is negative."""

def LayoutIndexOf(layout: Layout | None, axis: str) -> int:
    """The position of an axis, or -1."""

def LayoutNdim(layout: Layout) -> int:
    """The number of axes."""

def PostOrderVisit(node: _o.Object, f: _c.Callable[..., _t.Any]) -> None:
    """Gives a function all expressions and statements in `node`, with `node` itself as the last: each once, after those in it."""

def Specialize(func: PrimFunc, param_map: _c.Mapping[Var, _t.Any]) -> PrimFunc:
    """The function for certain values of its parameters: expressions, and buffers for the handles of such."""

def Substitute(node: _o.Object, vmap: _c.Mapping[Var, _o.PrimExpr | int | float]) -> _o.Object:
    """The expression or statement with other expressions for some variables."""

def _OpAdd(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpAnd(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpDiv(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpEQ(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpFloorDiv(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpFloorMod(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpGE(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpGT(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpIfThenElse(condition: _o.PrimExpr | IterVar | int | float | str, true_value: _o.PrimExpr | IterVar | int | float | str, false_value: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """`true_value` or `false_value`, of which only the one that is asked for is computed."""

def _OpIndexDiv(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpIndexMod(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpLE(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpLT(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpMax(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpMin(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpMod(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpMul(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpNE(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpOr(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpPow(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpSub(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpTruncDiv(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _OpTruncMod(a: _o.PrimExpr | IterVar | int | float | str, b: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def _cast(dtype: str, value: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """`value` as a `dtype`."""

def abs(a: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def bitwise_and(a: _t.Any, b: _t.Any, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. A plain number is one of the other operand's type."""

def bitwise_not(a: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def bitwise_or(a: _t.Any, b: _t.Any, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. A plain number is one of the other operand's type."""

def bitwise_xor(a: _t.Any, b: _t.Any, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. A plain number is one of the other operand's type."""

def ceil(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def const_true(dtype: str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """`true` once for each lane of that type."""

def floor(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def isfinite(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def isinf(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def isnan(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def left_shift(a: _t.Any, b: _t.Any, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. A plain number is one of the other operand's type."""

def max_value(dtype: str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The greatest finite number of that type."""

def min_value(dtype: str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The least finite number of that type."""

def nearbyint(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def right_shift(a: _t.Any, b: _t.Any, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. A plain number is one of the other operand's type."""

def round(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""

def trunc(x: _o.PrimExpr | IterVar | int | float | str, span: _o.Span | None = ...) -> _o.PrimExpr:
    """The operator of that name. Operands are brought to one type, and constants are folded."""
