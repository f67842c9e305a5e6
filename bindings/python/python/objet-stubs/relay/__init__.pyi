import collections.abc as _c
import typing as _t
import objet as _o
from objet.relay import _make as _make
from objet.relay import _transform as _transform
from objet.relay import analysis as analysis
from objet.relay import attrs as attrs
from objet.relay import dataflow_pattern as dataflow_pattern
from objet.relay import ir as ir
from objet.relay import op as op
from objet.relay import qnn as qnn

class Function(_o.BaseFunc):
    """A function."""
    __match_args__ = ('params', 'body', 'ret_type', 'type_params', 'attrs', 'span', '_checked_type_',)
    def __init__(self, params: _c.Sequence[Var], body: _o.RelayExpr, ret_type: _o.Type | None = ..., type_params: _c.Sequence[_o.TypeVar] = ..., attrs: _o.DictAttrs | None = ..., span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def params(self) -> _o.Array[Var]:
        """Its parameters."""
    @property
    def body(self) -> _o.RelayExpr:
        """Its value."""
    @property
    def ret_type(self) -> _o.Type | None:
        """The type of its value, if that is written."""
    @property
    def type_params(self) -> _o.Array[_o.TypeVar]:
        """The types that it is polymorphic over."""
    @property
    def attrs(self) -> _o.DictAttrs | None:
        """Its attributes."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class Call(_o.RelayExpr):
    """A call of an operator, a constructor or a function."""
    __match_args__ = ('op', 'args', 'attrs', 'type_args', 'span', '_checked_type_',)
    def __init__(self, op: _o.RelayExpr, args: _c.Sequence[_o.RelayExpr], attrs: _o.Attrs | None = ..., type_args: _c.Sequence[_o.Type | None] = ..., span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def op(self) -> _o.RelayExpr:
        """What is called."""
    @property
    def args(self) -> _o.Array[_o.RelayExpr]:
        """What it is called with."""
    @property
    def attrs(self) -> _o.Attrs | None:
        """The attributes, if what is called has any."""
    @property
    def type_args(self) -> _o.Array[_o.Type | None]:
        """The types that what is called is parametrized with, once they are known."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class Constant(_o.RelayExpr):
    """A tensor that is known."""
    __match_args__ = ('data', 'span', '_checked_type_',)
    def __init__(self, data: _t.Any, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def data(self) -> _o.NDArray:
        """The tensor."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class Constructor(_o.RelayExpr):
    """A constructor of an algebraic data type."""
    __match_args__ = ('name_hint', 'inputs', 'belong_to', 'tag', 'span', '_checked_type_',)
    def __init__(self, name_hint: str, inputs: _c.Sequence[_o.Type], belong_to: _o.GlobalTypeVar, tag: int, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def name_hint(self) -> str:
        """Its name."""
    @property
    def inputs(self) -> _o.Array[_o.Type]:
        """The types of its arguments."""
    @property
    def belong_to(self) -> _o.GlobalTypeVar:
        """The type that it makes a value of."""
    @property
    def tag(self) -> int:
        """The number that tells it from the others of its type; -1 before a module that takes in the type gives it one."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class If(_o.RelayExpr):
    """`if (cond) { true_branch } else { false_branch }`"""
    __match_args__ = ('cond', 'true_branch', 'false_branch', 'span', '_checked_type_',)
    def __init__(self, cond: _o.RelayExpr, true_branch: _o.RelayExpr, false_branch: _o.RelayExpr, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def cond(self) -> _o.RelayExpr:
        """A truth value."""
    @property
    def true_branch(self) -> _o.RelayExpr:
        """The value if it is true."""
    @property
    def false_branch(self) -> _o.RelayExpr:
        """The value if it is false."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class Let(_o.RelayExpr):
    """`let var = value; body`"""
    __match_args__ = ('var', 'value', 'body', 'span', '_checked_type_',)
    def __init__(self, var: Var, value: _o.RelayExpr, body: _o.RelayExpr, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def var(self) -> Var:
        """The variable."""
    @property
    def value(self) -> _o.RelayExpr:
        """What it is bound to."""
    @property
    def body(self) -> _o.RelayExpr:
        """Where it is bound."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class Match(_o.RelayExpr):
    """`match (data) { clauses }`: the first clause whose pattern matches."""
    __match_args__ = ('data', 'clauses', 'complete', 'span', '_checked_type_',)
    def __init__(self, data: _o.RelayExpr, clauses: _c.Sequence[Clause], complete: bool, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def data(self) -> _o.RelayExpr:
        """What is taken apart."""
    @property
    def clauses(self) -> _o.Array[Clause]:
        """The cases."""
    @property
    def complete(self) -> bool:
        """Whether the cases are to cover every value; where they do not, a value may be met that none of them matches."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class OpSpecialization(_o.RelayExpr):
    """The implementations that are right under one condition."""
    __match_args__ = ('condition', 'implementations',)
    def __init__(self, condition: _o.SpecializedCondition | None = ..., *, implementations: _c.Sequence[OpImplementation]) -> None: ...
    @property
    def condition(self) -> _o.SpecializedCondition | None:
        """The condition; without one they always are."""
    @property
    def implementations(self) -> _o.Array[OpImplementation]:
        """The implementations."""

class OpStrategy(_o.RelayExpr):
    """All implementations of an operator for a target."""
    __match_args__ = ('specializations',)
    def __init__(self, specializations: _c.Sequence[OpSpecialization]) -> None: ...
    @property
    def specializations(self) -> _o.Array[OpSpecialization]:
        """The implementations, by their conditions."""

class RefCreate(_o.RelayExpr):
    """A new reference to a value."""
    __match_args__ = ('value', 'span', '_checked_type_',)
    def __init__(self, value: _o.RelayExpr, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def value(self) -> _o.RelayExpr:
        """The value at first."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class RefRead(_o.RelayExpr):
    """The value that a reference has."""
    __match_args__ = ('ref', 'span', '_checked_type_',)
    def __init__(self, ref: _o.RelayExpr, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def ref(self) -> _o.RelayExpr:
        """The reference."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class RefWrite(_o.RelayExpr):
    """Gives a reference another value."""
    __match_args__ = ('ref', 'value', 'span', '_checked_type_',)
    def __init__(self, ref: _o.RelayExpr, value: _o.RelayExpr, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def ref(self) -> _o.RelayExpr:
        """The reference."""
    @property
    def value(self) -> _o.RelayExpr:
        """The value from now on."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class TempExpr(_o.RelayExpr):
    """Base of expressions that a pass makes for itself, and turns into others before it is done."""
    __match_args__ = ('span', '_checked_type_',)
    def __init__(self, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class Tuple(_o.RelayExpr):
    """A tuple."""
    __match_args__ = ('fields', 'span', '_checked_type_',)
    def __init__(self, fields: _c.Sequence[_o.RelayExpr], span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def fields(self) -> _o.Array[_o.RelayExpr]:
        """Its fields."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class TupleGetItem(_o.RelayExpr):
    """A field of a tuple."""
    __match_args__ = ('tuple_value', 'index', 'span', '_checked_type_',)
    def __init__(self, tuple_value: _o.RelayExpr, index: int, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def tuple_value(self) -> _o.RelayExpr:
        """The tuple."""
    @property
    def index(self) -> int:
        """Which field, from 0."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class Var(_o.RelayExpr):
    """A local variable."""
    __match_args__ = ('vid', 'type_annotation', 'span', '_checked_type_',)
    def __init__(self, vid: Id, type_annotation: _o.Type | None = ..., span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def vid(self) -> Id:
        """What makes it itself."""
    @property
    def type_annotation(self) -> _o.Type | None:
        """Its type, if that is written."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class BaseTensorType(_o.Type):
    """Base of types of tensors."""
    __match_args__ = ('span',)
    def __init__(self, span: _o.Span | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class TensorType(BaseTensorType):
    """The type of a tensor."""
    __match_args__ = ('shape', 'dtype', 'span',)
    def __init__(self, shape: _c.Sequence[_o.PrimExpr | int | float], dtype: str, span: _o.Span | None = ...) -> None: ...
    @property
    def shape(self) -> _o.Array[_o.PrimExpr]:
        """The number of elements along each axis."""
    @property
    def dtype(self) -> str:
        """The type of the elements."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class RefType(_o.Type):
    """The type of a reference to a value that can be written."""
    __match_args__ = ('value', 'span',)
    def __init__(self, value: _o.Type, span: _o.Span | None = ...) -> None: ...
    @property
    def value(self) -> _o.Type:
        """The type of the value."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class TypeData(_o.Type):
    """The definition of an algebraic data type."""
    __match_args__ = ('header', 'type_vars', 'constructors', 'span',)
    def __init__(self, header: _o.GlobalTypeVar, type_vars: _c.Sequence[_o.TypeVar], constructors: _c.Sequence[Constructor], span: _o.Span | None = ...) -> None: ...
    @property
    def header(self) -> _o.GlobalTypeVar:
        """Its name."""
    @property
    def type_vars(self) -> _o.Array[_o.TypeVar]:
        """The types that it is parametrized by."""
    @property
    def constructors(self) -> _o.Array[Constructor]:
        """Its constructors."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Clause(_o.Object):
    """One case of a match."""
    __match_args__ = ('lhs', 'rhs',)
    def __init__(self, lhs: Pattern, rhs: _o.RelayExpr) -> None: ...
    @property
    def lhs(self) -> Pattern:
        """What the value has to match."""
    @property
    def rhs(self) -> _o.RelayExpr:
        """What the match is then."""

class Id(_o.Object):
    """What makes a variable itself. Variables of one `Id` are the same one, even if their types are annotated differently."""
    __match_args__ = ('name_hint',)
    def __init__(self, name_hint: str) -> None: ...
    @property
    def name_hint(self) -> str:
        """A name to print."""

class Node(_o.Object):
    """Base of what relay has beside expressions."""
    __match_args__ = ()

class OpImplementation(_o.Object):
    """One way to compute an operator: what is computed, and in which order."""
    __match_args__ = ('name', 'plevel',)
    def __init__(self, name: str, plevel: int) -> None: ...
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def plevel(self) -> int:
        """How much it is preferred: the highest level is taken."""

class Pattern(_o.Object):
    """Base of patterns."""
    __match_args__ = ('span',)
    def __init__(self, span: _o.Span | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class PatternConstructor(Pattern):
    """Matches what a constructor made of values that match in turn."""
    __match_args__ = ('constructor', 'patterns', 'span',)
    def __init__(self, constructor: Constructor, patterns: _c.Sequence[Pattern], span: _o.Span | None = ...) -> None: ...
    @property
    def constructor(self) -> Constructor:
        """The constructor."""
    @property
    def patterns(self) -> _o.Array[Pattern]:
        """A pattern for each of its arguments."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class PatternTuple(Pattern):
    """Matches a tuple whose fields match."""
    __match_args__ = ('patterns', 'span',)
    def __init__(self, patterns: _c.Sequence[Pattern], span: _o.Span | None = ...) -> None: ...
    @property
    def patterns(self) -> _o.Array[Pattern]:
        """A pattern for each field."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class PatternVar(Pattern):
    """Matches any value, and binds it."""
    __match_args__ = ('var', 'span',)
    def __init__(self, var: Var, span: _o.Span | None = ...) -> None: ...
    @property
    def var(self) -> Var:
        """What the value is bound to."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class PatternWildcard(Pattern):
    """`_`: matches any value."""
    __match_args__ = ('span',)
    def __init__(self, span: _o.Span | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class FunctionPass(_o.transform.Pass):
    """A pass over the relay functions of a module. What is no relay function it leaves alone, and so functions for another compiler
(attribute `Compiler`) and those that are not to be optimized (`SkipOptimization`)."""
    __match_args__ = ('pass_info',)
    def __init__(self, pass_info: _o.transform.PassInfo) -> None: ...
    @property
    def pass_info(self) -> _o.transform.PassInfo:
        """What is known of it."""
