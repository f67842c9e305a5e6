"""Written by `python -m objet.stubs`."""
import collections.abc as _c
import typing as _t
import typing_extensions as _e
import numpy as _n
import objet as _o
from objet.errors import InternalError as InternalError, TVMError as TVMError

_T = _t.TypeVar("_T")
_T_co = _t.TypeVar("_T_co", covariant=True)
_K = _t.TypeVar("_K")
_V_co = _t.TypeVar("_V_co", covariant=True)
_C = _t.TypeVar("_C", bound=type)
_F = _t.TypeVar("_F", bound=_c.Callable[..., _t.Any])
__version__: str

class Object:
    def same_as(self, other: object) -> bool: ...
    def with_attr(self, name: str, value: _t.Any) -> _e.Self: ...
    def replace(self, /, **fields: _t.Any) -> _e.Self: ...
    def __replace__(self, /, **fields: _t.Any) -> _e.Self: ...
    def __copy__(self) -> _e.Self: ...
    def __deepcopy__(self, memo: _t.Any) -> _e.Self: ...
    def _repr_html_(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    __match_args__ = ()
    @property
    def type_key(self) -> str: ...

class Array(Object, _c.Sequence[_T_co]):
    def __new__(cls, items: _c.Iterable[_t.Any] = ...) -> Array[_t.Any]: ...
    def __len__(self) -> int: ...
    @_t.overload
    def __getitem__(self, index: int) -> _T_co: ...
    @_t.overload
    def __getitem__(self, index: slice) -> Array[_T_co]: ...
    def __add__(self, other: _c.Sequence[_t.Any]) -> Array[_t.Any]: ...
    def __radd__(self, other: _c.Sequence[_t.Any]) -> Array[_t.Any]: ...

class Map(Object, _c.Mapping[_K, _V_co]):
    @_t.overload
    def __new__(cls, entries: _c.Mapping[_t.Any, _t.Any] = ..., /, **named: _t.Any) -> Map[_t.Any, _t.Any]: ...
    @_t.overload
    def __new__(cls, entries: _c.Iterable[tuple[_t.Any, _t.Any]], /, **named: _t.Any) -> Map[_t.Any, _t.Any]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, key: _K) -> _V_co: ...
    def __iter__(self) -> _c.Iterator[_K]: ...
    def __reversed__(self) -> _c.Iterator[_K]: ...
    @_t.overload
    def get(self, key: _K, default: None = ..., /) -> _V_co | None: ...
    @_t.overload
    def get(self, key: _K, default: _V_co | _T, /) -> _V_co | _T: ...
    def __or__(self, other: _c.Mapping[_t.Any, _t.Any]) -> Map[_t.Any, _t.Any]: ...
    def __ror__(self, other: _c.Mapping[_t.Any, _t.Any]) -> Map[_t.Any, _t.Any]: ...

class ShapeTuple(Object, _c.Sequence[int]):
    def __new__(cls, extents: _c.Iterable[int] = ...) -> _e.Self: ...
    def __len__(self) -> int: ...
    @_t.overload
    def __getitem__(self, index: int) -> int: ...
    @_t.overload
    def __getitem__(self, index: slice) -> ShapeTuple: ...
    def __add__(self, other: _c.Sequence[int]) -> ShapeTuple: ...
    def __radd__(self, other: _c.Sequence[int]) -> ShapeTuple: ...

class ADT(Object, _c.Sequence[_t.Any]):
    def __new__(cls, tag: int, fields: _c.Iterable[_t.Any] = ...) -> _e.Self: ...
    def __len__(self) -> int: ...
    @_t.overload
    def __getitem__(self, index: int) -> _t.Any: ...
    @_t.overload
    def __getitem__(self, index: slice) -> Array[_t.Any]: ...
    def __add__(self, other: _c.Sequence[_t.Any]) -> Array[_t.Any]: ...
    def __radd__(self, other: _c.Sequence[_t.Any]) -> Array[_t.Any]: ...
    @property
    def tag(self) -> int: ...

@_t.final
class PackedFunc(Object):
    def __new__(cls, function: _c.Callable[..., _t.Any]) -> _e.Self: ...
    def __call__(self, *args: _t.Any, **named: _t.Any) -> _t.Any: ...

@_t.final
class Device:
    def __new__(cls, device_type: int | str, device_id: int = ...) -> _e.Self: ...
    @property
    def device_type(self) -> int: ...
    @property
    def device_id(self) -> int: ...

class NDArray(Object):
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def strides(self) -> list[int] | None: ...
    @property
    def dtype(self) -> str: ...
    @property
    def device(self) -> Device: ...
    @property
    def ndim(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def is_read_only(self) -> bool: ...
    def numpy(self) -> _n.ndarray[_t.Any, _t.Any]: ...
    def asnumpy(self) -> _n.ndarray[_t.Any, _t.Any]: ...
    def copyto(self, target: Device | NDArray) -> NDArray: ...
    def copyfrom(self, source: _t.Any) -> NDArray: ...
    def reshape(self, *shape: _t.Any) -> NDArray: ...
    def item(self) -> _t.Any: ...
    def __array__(self, dtype: _t.Any = ..., copy: bool | None = ...) -> _n.ndarray[_t.Any, _t.Any]: ...
    def __dlpack__(
        self,
        *,
        stream: int | None = ...,
        max_version: tuple[int, int] | None = ...,
        dl_device: tuple[int, int] | None = ...,
        copy: bool | None = ...,
    ) -> _t.Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def __getitem__(self, index: _t.Any) -> NDArray: ...
    def __setitem__(self, index: _t.Any, value: _t.Any) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> _c.Iterator[NDArray]: ...
    def __bool__(self) -> bool: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...

class Module(Object):
    def get_function(self, name: str, query_imports: bool = ...) -> PackedFunc: ...
    def __getitem__(self, name: str) -> PackedFunc: ...
    def __call__(self, *args: _t.Any) -> _t.Any: ...
    @property
    def entry_func(self) -> PackedFunc: ...
    @property
    def imported_modules(self) -> list[Module]: ...
    def time_evaluator(
        self, name: str, device: Device | None = ..., *, number: int = ..., repeat: int = ..., min_repeat_ms: int = ...
    ) -> _c.Callable[..., list[float]]: ...

@_t.overload
def get_global_func(name: str, allow_missing: _t.Literal[False] = ...) -> PackedFunc: ...
@_t.overload
def get_global_func(name: str, allow_missing: bool) -> PackedFunc | None: ...
@_t.overload
def register_func(name: str, *, override: bool = ...) -> _c.Callable[[_F], _F]: ...
@_t.overload
def register_func(name: str, function: _F, override: bool = ...) -> _F: ...
@_t.overload
def register_func(name: _F, *, override: bool = ...) -> _F: ...
def remove_global_func(name: str) -> None: ...
def list_global_func_names(prefix: str = ...) -> list[str]: ...
def init_api(prefix: str, module: _t.Any) -> None: ...
def convert(value: _t.Any) -> _t.Any: ...
def field(*, default: _t.Any = ..., role: str = ..., doc: str = ...) -> _t.Any: ...
@_e.dataclass_transform(frozen_default=True, field_specifiers=(field,))
def register_object(key: str, *, comparison: str | None = ...) -> _c.Callable[[_C], _C]: ...
def save_json(root: object) -> str: ...
def to_html(root: object, title: str = ...) -> str: ...
def to_svg(root: object, *, limit: int = ...) -> str: ...
def to_dot(root: object) -> str: ...
def load_json(text: str | _e.Buffer, *, keep_unknown: bool = ...) -> _t.Any: ...
def structural_equal(lhs: object, rhs: object, map_free_vars: bool = ...) -> bool: ...
def structural_hash(root: object, map_free_vars: bool = ...) -> int: ...
def assert_structural_equal(lhs: object, rhs: object, map_free_vars: bool = ...) -> None: ...
def diff(lhs: object, rhs: object, *, limit: int = ..., map_free_vars: bool = ...) -> list[tuple[str, str, str]]: ...
def post_order(root: object) -> list[_t.Any]: ...
def references(root: object) -> list[_t.Any]: ...
def rewrite(root: _T, function: _c.Callable[[_t.Any], _t.Any]) -> _T: ...
def load_module(path: _t.Any, format: str = ...) -> Module: ...
def time_evaluator(function: _c.Callable[..., _t.Any], device: Device | None = ..., *, number: int = ..., repeat: int = ..., min_repeat_ms: int = ...) -> _c.Callable[..., list[float]]: ...
def device(name: int | str, index: int = ...) -> Device: ...
def cpu(index: int = ...) -> Device: ...
def cuda(index: int = ...) -> Device: ...

@_t.overload
def module_pass(run: _c.Callable[..., _t.Any], *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _o.transform.Pass: ...
@_t.overload
def module_pass(run: None = ..., *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _c.Callable[[_c.Callable[..., _t.Any]], _o.transform.Pass]: ...
@_t.overload
def function_pass(run: _c.Callable[..., _t.Any], *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _o.transform.Pass: ...
@_t.overload
def function_pass(run: None = ..., *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _c.Callable[[_c.Callable[..., _t.Any]], _o.transform.Pass]: ...
@_t.overload
def prim_func_pass(run: _c.Callable[..., _t.Any], *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _o.transform.Pass: ...
@_t.overload
def prim_func_pass(run: None = ..., *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _c.Callable[[_c.Callable[..., _t.Any]], _o.transform.Pass]: ...
def sequential(passes: _c.Iterable[_o.transform.Pass], *, opt_level: int = ..., name: str = ..., required: _c.Iterable[str] = ...) -> _o.transform.Pass: ...

from objet import arith as arith
from objet import attrs as attrs
from objet import classes as classes
from objet import containers as containers
from objet import device_api as device_api
from objet import diagnostics as diagnostics
from objet import errors as errors
from objet import ext as ext
from objet import functions as functions
from objet import graph as graph
from objet import instrument as instrument
from objet import ir as ir
from objet import module as module
from objet import nd as nd
from objet import node as node
from objet import objet as objet
from objet import parser as parser
from objet import profiling as profiling
from objet import registered as registered
from objet import relay as relay
from objet import runtime as runtime
from objet import script as script
from objet import stubs as stubs
from objet import support as support
from objet import target as target
from objet import testing as testing
from objet import tir as tir
from objet import transform as transform
from objet import tvm as tvm
from objet import view as view



class AffineType(_o.Object):
    """Base of affine types."""
    __match_args__ = ()

class TensorAffineType(_o.AffineType):
    """The affine map of one tensor: a number `q` stands for `scale * (q - zero_point)`."""
    __match_args__ = ('scale', 'zero_point', 'dtype', 'axis',)
    def __init__(self, scale: _o.RelayExpr, zero_point: _o.RelayExpr, dtype: str, axis: int) -> None: ...
    @property
    def scale(self) -> _o.RelayExpr:
        """The factor."""
    @property
    def zero_point(self) -> _o.RelayExpr:
        """What stands for zero."""
    @property
    def dtype(self) -> str:
        """The type of the quantized elements."""
    @property
    def axis(self) -> int:
        """The axis along which scale and zero point go, if they are not scalars."""

class TupleAffineType(_o.AffineType):
    """The affine maps of the fields of a tuple."""
    __match_args__ = ('types',)
    def __init__(self, types: _c.Sequence[_o.TensorAffineType]) -> None: ...
    @property
    def types(self) -> _o.Array[_o.TensorAffineType]:
        """The type of each field."""

class AttrFieldInfo(_o.Object):
    """What is known of an attribute, or of an operator's argument."""
    __match_args__ = ('name', 'type_info', 'description',)
    def __init__(self, name: str, type_info: str, description: str) -> None: ...
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def type_info(self) -> str:
        """Its type, in words."""
    @property
    def description(self) -> str:
        """What it means."""

class Attrs(_o.Object):
    """Base of attributes."""
    __match_args__ = ()

class DictAttrs(_o.Attrs):
    """Attributes by name."""
    __match_args__ = ()
    def __init__(self, __dict__: _c.Mapping[str, _o.Object | None]) -> None: ...

class SEScope(_o.Attrs):
    """Where a value lies, and which target makes code for it there. What is not said is not constrained."""
    __match_args__ = ('device_type_int', 'virtual_device_id', 'target', 'memory_scope',)
    def __init__(self, device_type_int: int = ..., virtual_device_id: int = ..., target: _o.Target | None = ..., memory_scope: str = ...) -> None: ...
    @property
    def device_type_int(self) -> int:
        """The number of the kind of device; -1 if it is not said."""
    @property
    def virtual_device_id(self) -> int:
        """Which of the devices of the kind, by a number that need not be the device's own; -1 if it is not said."""
    @property
    def target(self) -> _o.Target | None:
        """The target."""
    @property
    def memory_scope(self) -> str:
        """The memory on the device; empty if it is not said."""

class BaseExpr(_o.Object):
    """Base of all expressions."""
    __match_args__ = ('span',)
    def __init__(self, span: _o.Span | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class PrimExpr(_o.BaseExpr):
    """Base of primitive expressions: those of tir, and the dimensions of shapes."""
    __match_args__ = ('span', 'dtype',)
    def __init__(self, span: _o.Span | None = ..., *, dtype: str) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def dtype(self) -> str:
        """The type of its value."""
    def __add__(self, rhs: _o.PrimExpr | int | float) -> _o.PrimExpr: ...
    def __radd__(self, lhs: _o.PrimExpr | int | float) -> _o.PrimExpr: ...
    def __sub__(self, rhs: _o.PrimExpr | int | float) -> _o.PrimExpr: ...
    def __rsub__(self, lhs: _o.PrimExpr | int | float) -> _o.PrimExpr: ...
    def __mul__(self, rhs: _o.PrimExpr | int | float) -> _o.PrimExpr: ...
    def __rmul__(self, lhs: _o.PrimExpr | int | float) -> _o.PrimExpr: ...
    def __truediv__(self, rhs: _o.PrimExpr | int | float) -> _o.PrimExpr: ...
    def __rtruediv__(self, lhs: _o.PrimExpr | int | float) -> _o.PrimExpr: ...
    def __floordiv__(self, rhs: _o.PrimExpr | int | float) -> _o.PrimExpr: ...
    def __rfloordiv__(self, lhs: _o.PrimExpr | int | float) -> _o.PrimExpr: ...
    def __mod__(self, rhs: _o.PrimExpr | int | float) -> _o.PrimExpr: ...
    def __rmod__(self, lhs: _o.PrimExpr | int | float) -> _o.PrimExpr: ...
    def __neg__(self) -> _o.PrimExpr: ...

class FloatImm(_o.PrimExpr):
    """A floating-point number."""
    __match_args__ = ('dtype', 'value', 'span',)
    def __init__(self, dtype: str, value: float, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def value(self) -> float:
        """The number, whatever the precision of its type."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class IntImm(_o.PrimExpr):
    """An integer."""
    __match_args__ = ('dtype', 'value', 'span',)
    def __init__(self, dtype: str, value: int, span: _o.Span | None = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The type of its value."""
    @property
    def value(self) -> int:
        """The number."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class RelayExpr(_o.BaseExpr):
    """Base of the expressions of relay, functions and operators included."""
    __match_args__ = ('span', '_checked_type_',)
    def __init__(self, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""
    def astext(self, show_meta_data: bool = ...) -> str: ...
    def __add__(self, rhs: _o.RelayExpr) -> _o.RelayExpr: ...
    def __sub__(self, rhs: _o.RelayExpr) -> _o.RelayExpr: ...
    def __mul__(self, rhs: _o.RelayExpr) -> _o.RelayExpr: ...
    def __truediv__(self, rhs: _o.RelayExpr) -> _o.RelayExpr: ...
    def __floordiv__(self, rhs: _o.RelayExpr) -> _o.RelayExpr: ...
    def __mod__(self, rhs: _o.RelayExpr) -> _o.RelayExpr: ...
    def __neg__(self) -> _o.RelayExpr: ...

class BaseFunc(_o.RelayExpr):
    """Base of functions, of which a module consists."""
    __match_args__ = ('span', '_checked_type_', 'attrs',)
    def __init__(self, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ..., attrs: _o.DictAttrs | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""
    @property
    def attrs(self) -> _o.DictAttrs | None:
        """Its attributes."""

class GlobalVar(_o.RelayExpr):
    """The name of a function in a module."""
    __match_args__ = ('name_hint', 'span', '_checked_type_',)
    def __init__(self, name_hint: str, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ...) -> None: ...
    @property
    def name_hint(self) -> str:
        """The name itself."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """Its type, once it is known."""

class Op(_o.RelayExpr):
    """A primitive operator. There is one object of each name; files hold the name alone. What is known of it may be told later, which
all see who have it."""
    __match_args__ = ('name', 'op_type', 'description', 'arguments', 'attrs_type_key', 'num_inputs', 'support_level',)
    def __init__(self, name: str, op_type: _o.FuncType | None = ..., *, description: str, arguments: _c.Sequence[_o.AttrFieldInfo], attrs_type_key: str, num_inputs: int, support_level: int) -> None: ...
    @property
    def name(self) -> str:
        """The name."""
    @property
    def op_type(self) -> _o.FuncType | None:
        """The type of the function that it is, if it has a type relation."""
    @property
    def description(self) -> str:
        """What it does."""
    @property
    def arguments(self) -> _o.Array[_o.AttrFieldInfo]:
        """Its inputs."""
    @property
    def attrs_type_key(self) -> str:
        """The type key of its attributes; empty if it has none."""
    @property
    def num_inputs(self) -> int:
        """How many inputs it has; -1 if that depends."""
    @property
    def support_level(self) -> int:
        """How well it is supported: 1 is best."""

class CompilationConfig(_o.Object):
    """What a module is compiled for."""
    __match_args__ = ('legacy_target_map', 'host_target', 'primitive_targets', 'default_primitive_se_scope', 'host_se_scope', 'optional_homogenous_target',)
    def __init__(self, legacy_target_map: _c.Mapping[_o.IntImm | int, _o.Target], host_target: _o.Target, primitive_targets: _c.Sequence[_o.Target], default_primitive_se_scope: _o.SEScope, host_se_scope: _o.SEScope, optional_homogenous_target: _o.Target | None = ...) -> None: ...
    @property
    def legacy_target_map(self) -> _o.Map[_o.IntImm, _o.Target]:
        """The targets by the numbers of their kinds of devices."""
    @property
    def host_target(self) -> _o.Target:
        """The target of the code that calls all other."""
    @property
    def primitive_targets(self) -> _o.Array[_o.Target]:
        """The targets of primitive functions, their host inside of them."""
    @property
    def default_primitive_se_scope(self) -> _o.SEScope:
        """Where primitive functions run of which it is not said."""
    @property
    def host_se_scope(self) -> _o.SEScope:
        """Where the code of the host runs."""
    @property
    def optional_homogenous_target(self) -> _o.Target | None:
        """The target of all primitive functions, if there is one."""

class DFPatternCallbackNode(_o.Object):
    """A pattern that a rewrite looks for, and how it goes about it."""
    __match_args__ = ('pattern', 'require_type', 'rewrite_once',)
    def __init__(self, pattern: _o.DFPatternNode, require_type: bool, rewrite_once: bool) -> None: ...
    @property
    def pattern(self) -> _o.DFPatternNode:
        """The pattern."""
    @property
    def require_type(self) -> bool:
        """Whether types are inferred before the pattern is looked for again."""
    @property
    def rewrite_once(self) -> bool:
        """Whether it is looked for once, and not in what came of it."""

class DFPatternNode(_o.Object):
    """Base of dataflow patterns."""
    __match_args__ = ()

class Diagnostic(_o.Object):
    """Something that is said of a program."""
    __match_args__ = ('level', 'span', 'message',)
    def __init__(self, level: int, span: _o.Span | None = ..., *, message: str) -> None: ...
    @property
    def level(self) -> int:
        """How bad it is."""
    @property
    def span(self) -> _o.Span | None:
        """What in the source it is about."""
    @property
    def message(self) -> str:
        """What is said."""

class DiagnosticContext(_o.Object):
    """What is said of a module, until it is shown."""
    __match_args__ = ('module', 'diagnostics',)
    def __init__(self, module: _o.IRModule, diagnostics: _c.Sequence[_o.Diagnostic]) -> None: ...
    @property
    def module(self) -> _o.IRModule:
        """The module, whose source texts are shown."""
    @property
    def diagnostics(self) -> _o.Array[_o.Diagnostic]:
        """What had been said when this object was made. Renderers are given one that has all that there is."""

class DiagnosticRenderer(_o.Object):
    """A function that shows what a context has collected."""
    __match_args__ = ()

class EnvFunc(_o.Object):
    """A reference to a global function by its name. Files hold the name alone, so a graph can be read where there is no such function."""
    __match_args__ = ('name',)
    def __init__(self, name: str) -> None: ...
    @property
    def name(self) -> str:
        """The name in the registry of global functions."""

class GenericFunc(_o.Object):
    """A function with implementations for different targets, by their keys. What an implementation is, the one who calls it knows.

It is shared by all who register implementations and call it, so these change in place."""
    __match_args__ = ()

class IRModule(_o.Object):
    """Functions and types by name: what passes go through.

Rust changes modules as values: who has one alone changes it, and others see the copy that they had. Front ends change the very
module, which all see who refer to it: the methods that end in `_in_place` do."""
    __match_args__ = ('functions', 'type_definitions', 'global_var_map_', 'global_type_var_map_', 'source_map', 'attrs',)
    def __init__(self, functions: _c.Mapping[_o.GlobalVar, _o.BaseFunc], type_definitions: _c.Mapping[_o.GlobalTypeVar, _o.relay.TypeData], global_var_map_: _c.Mapping[str, _o.GlobalVar], global_type_var_map_: _c.Mapping[str, _o.GlobalTypeVar], source_map: _o.SourceMap, attrs: _o.DictAttrs | None = ...) -> None: ...
    @property
    def functions(self) -> _o.Map[_o.GlobalVar, _o.BaseFunc]:
        """The functions."""
    @property
    def type_definitions(self) -> _o.Map[_o.GlobalTypeVar, _o.relay.TypeData]:
        """The definitions of types."""
    @property
    def global_var_map_(self) -> _o.Map[str, _o.GlobalVar]:
        """The names of functions by their texts."""
    @property
    def global_type_var_map_(self) -> _o.Map[str, _o.GlobalTypeVar]:
        """The names of types by their texts."""
    @property
    def source_map(self) -> _o.SourceMap:
        """The texts that it was read from."""
    @property
    def attrs(self) -> _o.DictAttrs | None:
        """Its attributes."""
    def __getitem__(self, name: str | _o.GlobalVar) -> _o.BaseFunc: ...
    def __contains__(self, name: object) -> bool: ...
    def __iter__(self) -> _c.Iterator[_o.GlobalVar]: ...
    def __len__(self) -> int: ...
    @staticmethod
    def from_expr(expr: _o.RelayExpr) -> _o.IRModule: ...
    def astext(self, show_meta_data: bool = ...) -> str: ...

class IntSet(_o.Object):
    """Objects of the type IntSet, which functions make."""
    __match_args__ = ()

class IterVarRelation(_o.Object):
    """Objects of the type IterVarRelation, which functions make."""
    __match_args__ = ()

class Fuse(_o.IterVarRelation):
    """Objects of the type Fuse, which functions make."""
    __match_args__ = ()

class Singleton(_o.IterVarRelation):
    """Objects of the type Singleton, which functions make."""
    __match_args__ = ()

class Split(_o.IterVarRelation):
    """Objects of the type Split, which functions make."""
    __match_args__ = ()

class MemoryInfo(_o.Object):
    """What is known of a memory of a device."""
    __match_args__ = ('unit_bits', 'max_num_bits', 'max_simd_bits', 'head_address',)
    def __init__(self, unit_bits: int, max_num_bits: int, max_simd_bits: int, head_address: _o.PrimExpr | int | float | None = ...) -> None: ...
    @property
    def unit_bits(self) -> int:
        """The bits of its least unit."""
    @property
    def max_num_bits(self) -> int:
        """The bits that it has."""
    @property
    def max_simd_bits(self) -> int:
        """The bits of the longest vector that it is accessed by."""
    @property
    def head_address(self) -> _o.PrimExpr | None:
        """Its first address, if it lies at a fixed one."""

class Operation(_o.Object):
    """Base of what tensors are computed by."""
    __match_args__ = ('name', 'tag', 'attrs',)
    def __init__(self, name: str, tag: str, attrs: _c.Mapping[str, _o.Object | None]) -> None: ...
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def tag(self) -> str:
        """What kind of operation it is, for schedules."""
    @property
    def attrs(self) -> _o.Map[str, _o.Object | None]:
        """What schedules are to know of it."""

class BaseComputeOp(_o.Operation):
    """Base of operations that say how an element is computed."""
    __match_args__ = ('name', 'tag', 'attrs', 'axis', 'reduce_axis',)
    def __init__(self, name: str, tag: str, attrs: _c.Mapping[str, _o.Object | None], axis: _c.Sequence[_o.tir.IterVar], reduce_axis: _c.Sequence[_o.tir.IterVar]) -> None: ...
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def tag(self) -> str:
        """What kind of operation it is, for schedules."""
    @property
    def attrs(self) -> _o.Map[str, _o.Object | None]:
        """What schedules are to know of it."""
    @property
    def axis(self) -> _o.Array[_o.tir.IterVar]:
        """The variables for the place of an element, one for each axis of the results."""
    @property
    def reduce_axis(self) -> _o.Array[_o.tir.IterVar]:
        """The variables that are reduced over."""

class ComputeOp(_o.BaseComputeOp):
    """Tensors whose elements are given by expressions."""
    __match_args__ = ('name', 'tag', 'attrs', 'axis', 'reduce_axis', 'body',)
    def __init__(self, name: str, tag: str, attrs: _c.Mapping[str, _o.Object | None], axis: _c.Sequence[_o.tir.IterVar], reduce_axis: _c.Sequence[_o.tir.IterVar], body: _c.Sequence[_o.PrimExpr | int | float]) -> None: ...
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def tag(self) -> str:
        """What kind of operation it is, for schedules."""
    @property
    def attrs(self) -> _o.Map[str, _o.Object | None]:
        """What schedules are to know of it."""
    @property
    def axis(self) -> _o.Array[_o.tir.IterVar]:
        """The variables for the place of an element, one for each axis of the results."""
    @property
    def reduce_axis(self) -> _o.Array[_o.tir.IterVar]:
        """The variables that are reduced over."""
    @property
    def body(self) -> _o.Array[_o.PrimExpr]:
        """The element of each result at the place that `axis` says."""

class TensorComputeOp(_o.BaseComputeOp):
    """Objects of the type TensorComputeOp, which functions make."""
    __match_args__ = ()

class ExternOp(_o.Operation):
    """Objects of the type ExternOp, which functions make."""
    __match_args__ = ()

class HybridOp(_o.Operation):
    """Objects of the type HybridOp, which functions make."""
    __match_args__ = ()

class PlaceholderOp(_o.Operation):
    """A tensor that is given from outside."""
    __match_args__ = ('name', 'tag', 'attrs', 'shape', 'dtype',)
    def __init__(self, name: str, tag: str, attrs: _c.Mapping[str, _o.Object | None], shape: _c.Sequence[_o.PrimExpr | int | float], dtype: str) -> None: ...
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def tag(self) -> str:
        """What kind of operation it is, for schedules."""
    @property
    def attrs(self) -> _o.Map[str, _o.Object | None]:
        """What schedules are to know of it."""
    @property
    def shape(self) -> _o.Array[_o.PrimExpr]:
        """The number of elements along each axis."""
    @property
    def dtype(self) -> str:
        """The type of the elements."""

class ScanOp(_o.Operation):
    """Objects of the type ScanOp, which functions make."""
    __match_args__ = ()

class Range(_o.Object):
    """The numbers from `min` on, as many as `extent` says."""
    __match_args__ = ('min', 'extent', 'span',)
    def __init__(self, min: _o.PrimExpr | int | float, extent: _o.PrimExpr | int | float, span: _o.Span | None = ...) -> None: ...
    @property
    def min(self) -> _o.PrimExpr:
        """The first one."""
    @property
    def extent(self) -> _o.PrimExpr:
        """How many there are."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class Schedule(_o.Object):
    """Objects of the type Schedule, which functions make."""
    __match_args__ = ()

class Source(_o.Object):
    """A source text."""
    __match_args__ = ('source_name', 'source',)
    def __init__(self, source_name: _o.SourceName, source: str) -> None: ...
    @property
    def source_name(self) -> _o.SourceName:
        """Its name."""
    @property
    def source(self) -> str:
        """The text itself."""

class SourceMap(_o.Object):
    """The source texts by name."""
    __match_args__ = ('source_map',)
    def __init__(self, source_map: _c.Mapping[_o.SourceName, _o.Source]) -> None: ...
    @property
    def source_map(self) -> _o.Map[_o.SourceName, _o.Source]:
        """Each source under its name."""

class SourceName(_o.Object):
    """The name of a source text. There is one object of each name, so names compare by pointer."""
    __match_args__ = ('name',)
    def __init__(self, name: str) -> None: ...
    @property
    def name(self) -> str:
        """The name."""

class Span(_o.Object):
    """A range of characters in a source text."""
    __match_args__ = ('source_name', 'line', 'column', 'end_line', 'end_column',)
    def __init__(self, source_name: _o.SourceName, line: int, column: int, end_line: int, end_column: int) -> None: ...
    @property
    def source_name(self) -> _o.SourceName:
        """The source."""
    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
    @property
    def column(self) -> int:
        """The column of the first character, from 1."""
    @property
    def end_line(self) -> int:
        """The line of the last character."""
    @property
    def end_column(self) -> int:
        """The column after the last character."""

class SpecializedCondition(_o.Object):
    """When an implementation of an operator is right: if all of some expressions hold."""
    __match_args__ = ('clauses',)
    def __init__(self, clauses: _c.Sequence[_o.PrimExpr | int | float]) -> None: ...
    @property
    def clauses(self) -> _o.Array[_o.PrimExpr]:
        """The expressions."""

class Stage(_o.Object):
    """Objects of the type Stage, which functions make."""
    __match_args__ = ()

class Target(_o.Object):
    """What code is made for. Kinds play no part in comparison, as in TVM: targets mostly differ in their keys."""
    __match_args__ = ('kind', 'tag', 'keys', 'attrs', 'host',)
    def __init__(self, kind: _o.TargetKind, tag: str, keys: _c.Sequence[str], attrs: _c.Mapping[str, _o.Object], host: _o.Object | None = ...) -> None: ...
    @property
    def kind(self) -> _o.TargetKind:
        """What generates the code, and what options that has."""
    @property
    def tag(self) -> str:
        """The tag that it was made of, if the tag says so."""
    @property
    def keys(self) -> _o.Array[str]:
        """What implementations are chosen by, the most special first."""
    @property
    def attrs(self) -> _o.Map[str, _o.Object]:
        """Values for options of the kind."""
    @property
    def host(self) -> _o.Object | None:
        """The target of the code that calls the code for this one."""

class TargetKind(_o.Object):
    """A kind of targets. What options it has stands in the registry, by its name."""
    __match_args__ = ('name', 'device_type', 'default_keys',)
    def __init__(self, name: str, device_type: int, default_keys: _c.Sequence[str]) -> None: ...
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def device_type(self) -> int:
        """The number of the kind of device that the code runs on."""
    @property
    def default_keys(self) -> _o.Array[str]:
        """The keys that its targets have."""

class TargetTag(_o.Object):
    """A name for the configuration of a target."""
    __match_args__ = ('name', 'config',)
    def __init__(self, name: str, config: _c.Mapping[str, _o.Object]) -> None: ...
    @property
    def name(self) -> str:
        """The name."""
    @property
    def config(self) -> _o.Map[str, _o.Object]:
        """The configuration."""

class TensorIntrin(_o.Object):
    """Objects of the type TensorIntrin, which functions make."""
    __match_args__ = ()

class TensorIntrinCall(_o.Object):
    """Objects of the type TensorIntrinCall, which functions make."""
    __match_args__ = ()

class TimerNode(_o.Object):
    """Objects of the type TimerNode, which functions make."""
    __match_args__ = ()

class CPUTimerNode(_o.TimerNode):
    """Objects of the type CPUTimerNode, which functions make."""
    __match_args__ = ()

class DefaultTimerNode(_o.TimerNode):
    """Objects of the type DefaultTimerNode, which functions make."""
    __match_args__ = ()

class Type(_o.Object):
    """Base of all types."""
    __match_args__ = ('span',)
    def __init__(self, span: _o.Span | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""
    def astext(self, show_meta_data: bool = ...) -> str: ...

class FuncType(_o.Type):
    """The type of a function, which may be polymorphic."""
    __match_args__ = ('arg_types', 'ret_type', 'type_params', 'type_constraints', 'span',)
    def __init__(self, arg_types: _c.Sequence[_o.Type], ret_type: _o.Type, type_params: _c.Sequence[_o.TypeVar], type_constraints: _c.Sequence[_o.TypeConstraint], span: _o.Span | None = ...) -> None: ...
    @property
    def arg_types(self) -> _o.Array[_o.Type]:
        """The types of the arguments."""
    @property
    def ret_type(self) -> _o.Type:
        """The type of the result."""
    @property
    def type_params(self) -> _o.Array[_o.TypeVar]:
        """The variables that the other fields are polymorphic over."""
    @property
    def type_constraints(self) -> _o.Array[_o.TypeConstraint]:
        """What has to hold between the types for a call to be well typed."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class GlobalTypeVar(_o.Type):
    """The name of a type that a module defines."""
    __match_args__ = ('name_hint', 'kind',)
    def __init__(self, name_hint: str, kind: int) -> None: ...
    @property
    def name_hint(self) -> str:
        """Its name in the module."""
    @property
    def kind(self) -> int:
        """What it stands for: mostly [`TypeKind::AdtHandle`]."""

class IncompleteType(_o.Type):
    """A type that inference has yet to find."""
    __match_args__ = ('kind', 'span',)
    def __init__(self, kind: int, span: _o.Span | None = ...) -> None: ...
    @property
    def kind(self) -> int:
        """What is to be found."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class PointerType(_o.Type):
    """The type of a pointer to elements in some memory."""
    __match_args__ = ('element_type', 'storage_scope',)
    def __init__(self, element_type: _o.Type, storage_scope: str) -> None: ...
    @property
    def element_type(self) -> _o.Type:
        """The type of what it points to."""
    @property
    def storage_scope(self) -> str:
        """The memory that it points into; empty is the same as `global`."""

class PrimType(_o.Type):
    """The type of a scalar, or of a handle."""
    __match_args__ = ('dtype',)
    def __init__(self, dtype: str) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type."""

class TupleType(_o.Type):
    """A tuple of types."""
    __match_args__ = ('fields', 'span',)
    def __init__(self, fields: _c.Sequence[_o.Type], span: _o.Span | None = ...) -> None: ...
    @property
    def fields(self) -> _o.Array[_o.Type]:
        """The type of each field."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class TypeCall(_o.Type):
    """A type function applied to types."""
    __match_args__ = ('func', 'args', 'span',)
    def __init__(self, func: _o.Type, args: _c.Sequence[_o.Type], span: _o.Span | None = ...) -> None: ...
    @property
    def func(self) -> _o.Type:
        """What is applied: mostly a [`GlobalTypeVar`](super::GlobalTypeVar)."""
    @property
    def args(self) -> _o.Array[_o.Type]:
        """What it is applied to."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class TypeConstraint(_o.Type):
    """Base of conditions on types."""
    __match_args__ = ('span',)
    def __init__(self, span: _o.Span | None = ...) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class TypeRelation(_o.TypeConstraint):
    """A condition between the types of an operator's arguments and of its result, decided by a function."""
    __match_args__ = ('func', 'args', 'num_inputs', 'attrs', 'span',)
    def __init__(self, func: _o.EnvFunc | None = ..., *, args: _c.Sequence[_o.Type], num_inputs: int, attrs: _o.Attrs | None = ..., span: _o.Span | None = ...) -> None: ...
    @property
    def func(self) -> _o.EnvFunc | None:
        """The function that decides, and that fills in types which follow from others."""
    @property
    def args(self) -> _o.Array[_o.Type]:
        """The types, those of the inputs first."""
    @property
    def num_inputs(self) -> int:
        """How many of `args` are inputs."""
    @property
    def attrs(self) -> _o.Attrs | None:
        """The attributes of the call."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class TypeVar(_o.Type):
    """A variable that stands for a type."""
    __match_args__ = ('name_hint', 'kind', 'span',)
    def __init__(self, name_hint: str, kind: int, span: _o.Span | None = ...) -> None: ...
    @property
    def name_hint(self) -> str:
        """A name to print. Two variables of one name are two all the same."""
    @property
    def kind(self) -> int:
        """What it may stand for."""
    @property
    def span(self) -> _o.Span | None:
        """Where it is written."""

class TypeReporter(_o.Object):
    """What a type relation tells its findings to: it knows which types stand for those that were incomplete.

```
use objet::prelude::*;
use objet_ir::types::{IncompleteType, TensorType, Type, TypeKind, TypeReporter};

let reporter = TypeReporter::new();
let unknown: Type = IncompleteType::new(TypeKind::Type, None).into();
let vector = |length: i32| -> Type { TensorType::new([length.into()], DataType::float(32)).upcast() };

reporter.assign(&unknown, &vector(3))?;
assert!(objet::structural_equal(&reporter.resolve(&unknown), &vector(3)));
assert_eq!(
    reporter.assign(&unknown, &vector(4)).unwrap_err().to_string(),
    "expected Tensor[(4), float32], found Tensor[(3), float32]"
);
# Ok::<(), objet_ir::types::TypeMismatch>(())
```"""
    __match_args__ = ()

class Tensor(_o.tir.DataProducer):
    """A tensor: one of the results of an operation."""
    __match_args__ = ('shape', 'dtype', 'op', 'value_index',)
    def __init__(self, shape: _c.Sequence[_o.PrimExpr | int | float], dtype: str, op: _o.Operation, value_index: int) -> None: ...
    @property
    def shape(self) -> _o.Array[_o.PrimExpr]:
        """The number of elements along each axis."""
    @property
    def dtype(self) -> str:
        """The type of the elements."""
    @property
    def op(self) -> _o.Operation:
        """What it is computed by."""
    @property
    def value_index(self) -> int:
        """Which result of that it is, from 0."""
