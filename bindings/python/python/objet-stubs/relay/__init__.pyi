import collections.abc as _c
import typing as _t
import objet as _o
from objet.relay import _make as _make
from objet.relay import _quantize as _quantize
from objet.relay import _transform as _transform
from objet.relay import analysis as analysis
from objet.relay import attrs as attrs
from objet.relay import backend as backend
from objet.relay import build_module as build_module
from objet.relay import dataflow_pattern as dataflow_pattern
from objet.relay import ir as ir
from objet.relay import op as op
from objet.relay import qnn as qnn
from objet.relay import quantize as quantize
from objet.relay import transform as transform

class Function(_o.BaseFunc):
    """A function."""
    __match_args__ = ('params', 'body', 'ret_type', 'type_params', 'attrs', 'span', '_checked_type_',)
    def __init__(self, params: _c.Sequence[Var], body: _o.RelayExpr, ret_type: _o.Type | None = ..., type_params: _c.Sequence[_o.TypeVar] = ..., attrs: _o.DictAttrs | None = ..., span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def params(self) -> _o.Array[Var]:
        """The parameters."""
    @property
    def body(self) -> _o.RelayExpr:
        """The body, which computes the result."""
    @property
    def ret_type(self) -> _o.Type | None:
        """The declared type of the result, if any."""
    @property
    def type_params(self) -> _o.Array[_o.TypeVar]:
        """The type parameters."""
    @property
    def attrs(self) -> _o.DictAttrs | None:
        """The attributes of the function."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    def __call__(self, *args: _o.RelayExpr | _c.Sequence[_o.RelayExpr]) -> Call: ...

class Call(_o.RelayExpr):
    """A call of an operator, a constructor or a function."""
    __match_args__ = ('op', 'args', 'attrs', 'type_args', 'span', '_checked_type_',)
    def __init__(self, op: _o.RelayExpr, args: _c.Sequence[_o.RelayExpr], attrs: _o.Attrs | None = ..., type_args: _c.Sequence[_o.Type | None] = ..., span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def op(self) -> _o.RelayExpr:
        """The callee."""
    @property
    def args(self) -> _o.Array[_o.RelayExpr]:
        """The arguments."""
    @property
    def attrs(self) -> _o.Attrs | None:
        """The attributes of the call, if the callee has any."""
    @property
    def type_args(self) -> _o.Array[_o.Type | None]:
        """The type arguments of the callee, once they are known."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    def __call__(self, *args: _o.RelayExpr | _c.Sequence[_o.RelayExpr]) -> Call: ...
    def __iter__(self) -> _c.Iterator[_o.RelayExpr]: ...  # type: ignore[override]
    __contains__: None

class Constant(_o.RelayExpr):
    """A constant tensor."""
    __match_args__ = ('data', 'span', '_checked_type_',)
    def __init__(self, data: _t.Any, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def data(self) -> _o.NDArray:
        """The value of the constant."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""

class Constructor(_o.RelayExpr):
    """A constructor of an algebraic data type."""
    __match_args__ = ('name_hint', 'inputs', 'belong_to', 'tag', 'span', '_checked_type_',)
    def __init__(self, name_hint: str, inputs: _c.Sequence[_o.Type], belong_to: _o.GlobalTypeVar, tag: int, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def name_hint(self) -> str:
        """The name of the constructor."""
    @property
    def inputs(self) -> _o.Array[_o.Type]:
        """The types of the constructor's arguments."""
    @property
    def belong_to(self) -> _o.GlobalTypeVar:
        """The algebraic data type that the constructor belongs to."""
    @property
    def tag(self) -> int:
        """The number that distinguishes the constructor from the others of its type. It is -1 until
the type is added to a module."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    def __call__(self, *args: _o.RelayExpr | _c.Sequence[_o.RelayExpr]) -> Call: ...

class If(_o.RelayExpr):
    """`if (cond) { true_branch } else { false_branch }`"""
    __match_args__ = ('cond', 'true_branch', 'false_branch', 'span', '_checked_type_',)
    def __init__(self, cond: _o.RelayExpr, true_branch: _o.RelayExpr, false_branch: _o.RelayExpr, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def cond(self) -> _o.RelayExpr:
        """The condition, a boolean scalar."""
    @property
    def true_branch(self) -> _o.RelayExpr:
        """The value if the condition is true."""
    @property
    def false_branch(self) -> _o.RelayExpr:
        """The value if the condition is false."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    def __call__(self, *args: _o.RelayExpr | _c.Sequence[_o.RelayExpr]) -> Call: ...

class Let(_o.RelayExpr):
    """`let var = value; body`"""
    __match_args__ = ('var', 'value', 'body', 'span', '_checked_type_',)
    def __init__(self, var: Var, value: _o.RelayExpr, body: _o.RelayExpr, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def var(self) -> Var:
        """The bound variable."""
    @property
    def value(self) -> _o.RelayExpr:
        """The value of the variable."""
    @property
    def body(self) -> _o.RelayExpr:
        """The expression in which the variable is bound."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    def __call__(self, *args: _o.RelayExpr | _c.Sequence[_o.RelayExpr]) -> Call: ...

class Match(_o.RelayExpr):
    """`match (data) { clauses }`: evaluates to the first clause whose pattern matches `data`."""
    __match_args__ = ('data', 'clauses', 'complete', 'span', '_checked_type_',)
    def __init__(self, data: _o.RelayExpr, clauses: _c.Sequence[Clause], complete: bool, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def data(self) -> _o.RelayExpr:
        """The value to match."""
    @property
    def clauses(self) -> _o.Array[Clause]:
        """The cases, tried in order."""
    @property
    def complete(self) -> bool:
        """Whether the cases must cover every value. If false, a value may match no case."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    def __call__(self, *args: _o.RelayExpr | _c.Sequence[_o.RelayExpr]) -> Call: ...

class OpSpecialization(_o.RelayExpr):
    """The implementations that are valid under one condition."""
    __match_args__ = ('condition', 'implementations',)
    def __init__(self, condition: _o.SpecializedCondition | None = ..., *, implementations: _c.Sequence[OpImplementation]) -> None: ...
    @property
    def condition(self) -> _o.SpecializedCondition | None:
        """The condition; null if the implementations are always valid."""
    @property
    def implementations(self) -> _o.Array[OpImplementation]:
        """The implementations."""

class OpStrategy(_o.RelayExpr):
    """All implementations of an operator for a target."""
    __match_args__ = ('specializations',)
    def __init__(self, specializations: _c.Sequence[OpSpecialization]) -> None: ...
    @property
    def specializations(self) -> _o.Array[OpSpecialization]:
        """The implementations, grouped by condition."""

class RefCreate(_o.RelayExpr):
    """Creates a reference to a value."""
    __match_args__ = ('value', 'span', '_checked_type_',)
    def __init__(self, value: _o.RelayExpr, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def value(self) -> _o.RelayExpr:
        """The initial value."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""

class RefRead(_o.RelayExpr):
    """Reads the current value of a reference."""
    __match_args__ = ('ref', 'span', '_checked_type_',)
    def __init__(self, ref: _o.RelayExpr, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def ref(self) -> _o.RelayExpr:
        """The reference."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    def __call__(self, *args: _o.RelayExpr | _c.Sequence[_o.RelayExpr]) -> Call: ...

class RefWrite(_o.RelayExpr):
    """Writes a new value to a reference."""
    __match_args__ = ('ref', 'value', 'span', '_checked_type_',)
    def __init__(self, ref: _o.RelayExpr, value: _o.RelayExpr, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def ref(self) -> _o.RelayExpr:
        """The reference."""
    @property
    def value(self) -> _o.RelayExpr:
        """The new value."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""

class TempExpr(_o.RelayExpr):
    """Base of temporary expressions. A pass creates them for its own use and replaces them before it
ends."""
    __match_args__ = ('span', '_checked_type_',)
    def __init__(self, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""

class QAnnotateExpr(TempExpr):
    """Marks an expression with the kind of its quantization."""
    __match_args__ = ('span', '_checked_type_', 'expr', 'kind',)
    def __init__(self, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ..., *, expr: _o.RelayExpr, kind: int) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    @property
    def expr(self) -> _o.RelayExpr:
        """The expression."""
    @property
    def kind(self) -> int:
        """The kind of its quantization."""

class QPartitionExpr(TempExpr):
    """Marks the boundary between a quantized part of a program and the rest."""
    __match_args__ = ('span', '_checked_type_', 'expr',)
    def __init__(self, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ..., *, expr: _o.RelayExpr) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    @property
    def expr(self) -> _o.RelayExpr:
        """The expression."""

class Tuple(_o.RelayExpr):
    """A tuple."""
    __match_args__ = ('fields', 'span', '_checked_type_',)
    def __init__(self, fields: _c.Sequence[_o.RelayExpr], span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def fields(self) -> _o.Array[_o.RelayExpr]:
        """The fields of the tuple."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    def __iter__(self) -> _c.Iterator[_o.RelayExpr]: ...  # type: ignore[override]
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

class TupleGetItem(_o.RelayExpr):
    """A projection: one field of a tuple."""
    __match_args__ = ('tuple_value', 'index', 'span', '_checked_type_',)
    def __init__(self, tuple_value: _o.RelayExpr, index: int, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def tuple_value(self) -> _o.RelayExpr:
        """The tuple."""
    @property
    def index(self) -> int:
        """The index of the field, from 0."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    def __call__(self, *args: _o.RelayExpr | _c.Sequence[_o.RelayExpr]) -> Call: ...

class Var(_o.RelayExpr):
    """A local variable."""
    __match_args__ = ('vid', 'type_annotation', 'span', '_checked_type_',)
    def __init__(self, vid: Id, type_annotation: _o.Type | None = ..., span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def vid(self) -> Id:
        """The identity of the variable."""
    @property
    def type_annotation(self) -> _o.Type | None:
        """The declared type, if any."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    @property
    def name_hint(self) -> str: ...
    def __call__(self, *args: _o.RelayExpr | _c.Sequence[_o.RelayExpr]) -> Call: ...

class BaseTensorType(_o.Type):
    """The base of tensor types."""
    __match_args__ = ('span',)
    def __init__(self, span: _o.Span | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """The source range of the type."""

class TensorType(BaseTensorType):
    """The type of a tensor."""
    __match_args__ = ('shape', 'dtype', 'span',)
    def __init__(self, shape: _c.Sequence[_o.PrimExpr | int | float], dtype: _o._DType, span: _o.Span | None = ...) -> None: ...
    @property
    def shape(self) -> _o.Array[_o.PrimExpr]:
        """The number of elements along each axis."""
    @property
    def dtype(self) -> str:
        """The data type of the elements."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the type."""

class RefType(_o.Type):
    """The type of a reference to a mutable value."""
    __match_args__ = ('value', 'span',)
    def __init__(self, value: _o.Type, span: _o.Span | None = ...) -> None: ...
    @property
    def value(self) -> _o.Type:
        """The type of the value."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the type."""

class TypeData(_o.Type):
    """The definition of an algebraic data type."""
    __match_args__ = ('header', 'type_vars', 'constructors', 'span',)
    def __init__(self, header: _o.GlobalTypeVar, type_vars: _c.Sequence[_o.TypeVar], constructors: _c.Sequence[Constructor], span: _o.Span | None = ...) -> None: ...
    @property
    def header(self) -> _o.GlobalTypeVar:
        """The name of the type."""
    @property
    def type_vars(self) -> _o.Array[_o.TypeVar]:
        """The type parameters."""
    @property
    def constructors(self) -> _o.Array[Constructor]:
        """The constructors of the type."""
    @property
    def span(self) -> _o.Span | None:
        """The source range of the type."""

class AnnotatedRegion(_o.Object):
    """A region: expressions between annotations for one target."""
    __match_args__ = ('id', 'target', 'nodes', 'args', 'rets',)
    def __init__(self, id: int, target: str, nodes: _c.Sequence[_o.RelayExpr], args: _c.Sequence[_o.RelayExpr], rets: _c.Sequence[_o.RelayExpr]) -> None: ...
    @property
    def id(self) -> int:
        """The number of the region. Numbers of regions that became part of another one are missing."""
    @property
    def target(self) -> str:
        """The name of the external compiler."""
    @property
    def nodes(self) -> _o.Array[_o.RelayExpr]:
        """The expressions in the region, in post-order. Annotations belong to it."""
    @property
    def args(self) -> _o.Array[_o.RelayExpr]:
        """The calls at which the region begins: the inputs."""
    @property
    def rets(self) -> _o.Array[_o.RelayExpr]:
        """The calls at which the region ends: the outputs."""

class AnnotatedRegionSet(_o.Object):
    """The regions of an expression.

```
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::op::Op;
use objet_relay::analysis::AnnotatedRegionSet;
use objet_relay::expr::Var;
use objet_relay::op::annotation::{compiler_begin, compiler_end};
use objet_relay::op::sqrt;

let x = Var::new("x", None, None);
let begin = compiler_begin(x, attrs! { compiler: "dnnl" })?;
let root = sqrt(begin.clone())?;
let end = compiler_end(root.clone(), attrs! { compiler: "dnnl" })?;
let ops = ["begin", "end"].map(|edge| Op::get(&format!("annotation.compiler_{edge}")));
let [begin_op, end_op] = ops;

let regions = AnnotatedRegionSet::new(&end.clone().into(), &begin_op?, &end_op?)?;
let region = regions.get_region(&root.into()).unwrap();
assert_eq!((region.target.as_str(), region.nodes.len()), ("dnnl", 3));
assert_eq!((&region.args[..], &region.rets[..]), (&[begin.upcast()][..], &[end.upcast()][..]));
# Ok::<(), Box<dyn std::error::Error>>(())
```"""
    __match_args__ = ('regions',)
    def __init__(self, regions: _c.Sequence[AnnotatedRegion]) -> None: ...
    @property
    def regions(self) -> _o.Array[AnnotatedRegion]:
        """The regions, in the order of their numbers."""

class CCacheKey(_o.Object):
    """The key of a compiled function: the function before it is compiled, and the target."""
    __match_args__ = ('source_func', 'target',)
    def __init__(self, source_func: Function, target: _o.Target) -> None: ...
    @property
    def source_func(self) -> Function:
        """The function."""
    @property
    def target(self) -> _o.Target:
        """The target."""

class CCacheValue(_o.Object):
    """The value in a compiler's cache."""
    __match_args__ = ('cached_func', 'use_count',)
    def __init__(self, cached_func: CachedFunc | None = ..., *, use_count: int) -> None: ...
    @property
    def cached_func(self) -> CachedFunc | None:
        """The compiled function; null until it is compiled."""
    @property
    def use_count(self) -> int:
        """The number of uses."""

class CachedFunc(_o.Object):
    """A compiled function."""
    __match_args__ = ('target', 'prim_fn_var', 'inputs', 'outputs', 'schedule', 'prim_func', 'funcs', 'shape_func_param_states',)
    def __init__(self, target: _o.Target, prim_fn_var: _o.GlobalVar, inputs: _c.Sequence[_o.Tensor], outputs: _c.Sequence[_o.Tensor], schedule: _o.Schedule | None = ..., prim_func: _o.tir.PrimFunc | None = ..., *, funcs: _o.IRModule, shape_func_param_states: _c.Sequence[_o.IntImm | int]) -> None: ...
    @property
    def target(self) -> _o.Target:
        """The target."""
    @property
    def prim_fn_var(self) -> _o.GlobalVar:
        """The name of the function of tir."""
    @property
    def inputs(self) -> _o.Array[_o.Tensor]:
        """The inputs."""
    @property
    def outputs(self) -> _o.Array[_o.Tensor]:
        """The outputs."""
    @property
    def schedule(self) -> _o.Schedule | None:
        """The schedule; null for a function that is tir already."""
    @property
    def prim_func(self) -> _o.tir.PrimFunc | None:
        """The function of tir, if the relay function is one."""
    @property
    def funcs(self) -> _o.IRModule:
        """The functions of tir."""
    @property
    def shape_func_param_states(self) -> _o.Array[_o.IntImm]:
        """The parts of each input that a shape function reads: 1 the shape, 2 the data, 3 both."""

class CallGraph(_o.Object):
    """The call graph of a module.

A function calls another one if it refers to the other's global variable, whether as the callee
of a call or as a value. A global variable object that a function mentions several times counts
once. Functions of other languages than relay call nothing.

```
use objet_ir::expr::GlobalVar;
use objet_ir::module::IRModule;
use objet_relay::analysis::CallGraph;
use objet_relay::expr::{Call, Function, Var};

let (square, main) = (GlobalVar::new("square"), GlobalVar::new("main"));
let [x, y] = ["x", "y"].map(|name| Var::new(name, None, None));
let call = Call::new(square.clone(), [y.clone().into()], None, [], None);
let mut module = IRModule::new();
module.add(square.clone(), Function::new([x.clone()], x, None, [], None, None), false)?;
module.add(main.clone(), Function::new([y], call, None, [], None, None), false)?;

let graph = CallGraph::new(module)?;
assert_eq!(graph.callees(&main)?, [square.clone()]);
assert_eq!(graph.ref_count(&square)?, 1);
assert!(!graph.is_recursive(&square)?);
assert_eq!(graph.topological_order()?, [main, square]);
# Ok::<(), Box<dyn std::error::Error>>(())
```"""
    __match_args__ = ('module',)
    def __init__(self, module: _o.IRModule) -> None: ...
    @property
    def module(self) -> _o.IRModule:
        """The module."""

class Clause(_o.Object):
    """One case of a match expression."""
    __match_args__ = ('lhs', 'rhs',)
    def __init__(self, lhs: Pattern, rhs: _o.RelayExpr) -> None: ...
    @property
    def lhs(self) -> Pattern:
        """The pattern that the value must match."""
    @property
    def rhs(self) -> _o.RelayExpr:
        """The value of the match expression if the pattern matches."""

class ConstructorValue(_o.Object):
    """A value of an algebraic data type."""
    __match_args__ = ('tag', 'fields', 'constructor',)
    def __init__(self, tag: int, fields: _c.Sequence[_t.Any], constructor: Constructor | None = ...) -> None: ...
    @property
    def tag(self) -> int:
        """The tag of the constructor."""
    @property
    def fields(self) -> _o.Array[_o.Object]:
        """The fields."""
    @property
    def constructor(self) -> Constructor | None:
        """The constructor; null if only the tag is known."""

class Id(_o.Object):
    """The identity of a variable. Variables with the same `Id` are the same variable, even if their
type annotations differ."""
    __match_args__ = ('name_hint',)
    def __init__(self, name_hint: str) -> None: ...
    @property
    def name_hint(self) -> str:
        """The name to print. The name need not be unique."""

class LoweredOutput(_o.Object):
    """The tensors of a call of an operator, with the implementation that computes them."""
    __match_args__ = ('outputs', 'implementation',)
    def __init__(self, outputs: _c.Sequence[_o.Tensor], implementation: OpImplementation) -> None: ...
    @property
    def outputs(self) -> _o.Array[_o.Tensor]:
        """The tensors."""
    @property
    def implementation(self) -> OpImplementation:
        """The implementation."""

class Node(_o.Object):
    """Base of relay nodes that are not expressions."""
    __match_args__ = ()

class OpImplementation(_o.Object):
    """One implementation of an operator: a compute function and a schedule function."""
    __match_args__ = ('name', 'plevel',)
    def __init__(self, name: str, plevel: int) -> None: ...
    @property
    def name(self) -> str:
        """The name of the implementation."""
    @property
    def plevel(self) -> int:
        """The preference level. The implementation with the highest level is chosen."""

class Pattern(_o.Object):
    """Base of match patterns."""
    __match_args__ = ('span',)
    def __init__(self, span: _o.Span | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """The source location of the pattern."""
    def astext(self, show_meta_data: bool = ..., annotate: _c.Callable[[_o.Object], str] | None = ...) -> str: ...

class PatternConstructor(Pattern):
    """Matches a value of a constructor whose arguments match their patterns."""
    __match_args__ = ('constructor', 'patterns', 'span',)
    def __init__(self, constructor: Constructor, patterns: _c.Sequence[Pattern], span: _o.Span | None = ...) -> None: ...
    @property
    def constructor(self) -> Constructor:
        """The constructor that made the value."""
    @property
    def patterns(self) -> _o.Array[Pattern]:
        """One pattern for each constructor argument."""
    @property
    def span(self) -> _o.Span | None:
        """The source location of the pattern."""

class PatternTuple(Pattern):
    """Matches a tuple whose fields match their patterns."""
    __match_args__ = ('patterns', 'span',)
    def __init__(self, patterns: _c.Sequence[Pattern], span: _o.Span | None = ...) -> None: ...
    @property
    def patterns(self) -> _o.Array[Pattern]:
        """One pattern for each field."""
    @property
    def span(self) -> _o.Span | None:
        """The source location of the pattern."""

class PatternVar(Pattern):
    """Matches any value and binds it to a variable."""
    __match_args__ = ('var', 'span',)
    def __init__(self, var: Var, span: _o.Span | None = ...) -> None: ...
    @property
    def var(self) -> Var:
        """The variable that the value is bound to."""
    @property
    def span(self) -> _o.Span | None:
        """The source location of the pattern."""

class PatternWildcard(Pattern):
    """The pattern `_`, which matches any value."""
    __match_args__ = ('span',)
    def __init__(self, span: _o.Span | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """The source location of the pattern."""

class RefValue(_o.Object):
    """A reference cell."""
    __match_args__ = ('value',)
    def __init__(self, value: _t.Any | None = ...) -> None: ...
    @property
    def value(self) -> _o.Object | None:
        """The present content, which programs replace."""

class StaticMemoryPlan(_o.Object):
    """The storages of the expressions of a program."""
    __match_args__ = ('expr_to_storage_info',)
    def __init__(self, expr_to_storage_info: _c.Mapping[_o.RelayExpr, StorageInfo]) -> None: ...
    @property
    def expr_to_storage_info(self) -> _o.Map[_o.RelayExpr, StorageInfo]:
        """The storages of each expression."""

class StorageInfo(_o.Object):
    """The storages of the values of an expression. The three lists have an element for each tensor of
the expression."""
    __match_args__ = ()

class TECompiler(_o.Object):
    """An object of the type relay.TECompiler. Functions make such objects."""
    __match_args__ = ()

class FunctionPass(_o.transform.Pass):
    """A pass over the relay functions of a module.

The pass skips other functions, functions for external compilers (attribute `Compiler`) and
functions with the attribute `SkipOptimization`."""
    __match_args__ = ('pass_info',)
    def __init__(self, pass_info: _o.transform.PassInfo) -> None: ...
    @property
    def pass_info(self) -> _o.transform.PassInfo:
        """The description of the pass."""
