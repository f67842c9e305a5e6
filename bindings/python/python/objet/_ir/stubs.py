"""Parts of the stubs for Relay and TIR that reflection does not provide."""

import inspect
import keyword
import re

from .. import _objet
from . import patterns
from .methods import CALLED
from .operators import fields_of, ops
from .scalar_operators import tir

_OPERATORS = ["add", "sub", "mul", "truediv", "floordiv", "mod"]
_BITWISE = ["and", "or", "xor", "lshift", "rshift"]
_ORDER = ["lt", "le", "gt", "ge"]
_SCALAR = "_o.PrimExpr | _o._Integer | _o._Float"
_CONTEXT = "_o.transform.PassContext"
_FUNCTIONS = "_c.Mapping[_o.GlobalVar, _o.BaseFunc] | _c.Mapping[str, _o.BaseFunc]"
# Methods of constants.
_NUMBER = [
    "def __array__(self, dtype: _t.Any = ..., copy: bool | None = ...) -> _n.ndarray[_t.Any, _t.Any]: ...",
    *(f"def __{name}__(self) -> int: ..." for name in ("floor", "ceil", "trunc")),
    f"def __pow__(self, exponent: {_SCALAR}, modulus: {_SCALAR} | None = ...) -> _t.Any: ...",
    f"def __rpow__(self, lhs: {_SCALAR}) -> _t.Any: ...",
    *(f"def __{side}divmod__(self, {other}: {_SCALAR}) -> tuple[_t.Any, _t.Any]: ..." for side, other in (("", "rhs"), ("r", "lhs"))),
]
_CALL = "def __call__(self, *args: _o.RelayExpr | _c.Sequence[_o.RelayExpr]) -> _o.relay.Call: ..."

_SCRIPT = "def script(self, tir_prefix: str = ..., show_meta: bool = ...) -> str: ..."
_DTYPE = "_o._DType"
_INDICES = "_o.PrimExpr | _o._Integer | _c.Sequence[_o.PrimExpr | _o._Integer]"
_PATTERN = "_o.DFPatternNode"
_MATCHED = f"_o.Map[{_PATTERN}, _o.Array[_o.RelayExpr]]"
_REWRITE = f"_c.Callable[[_o.RelayExpr, _o.RelayExpr, {_MATCHED}], _o.RelayExpr]"
_ANNOTATE = "_c.Callable[[_o.Object], str] | None"
_AS_TEXT = f"def astext(self, show_meta_data: bool = ..., annotate: {_ANNOTATE} = ...) -> str: ..."

# Methods of classes, by type key.
METHODS = {
    "transform.Pass": [
        "def __call__(self, module: _o.IRModule) -> _o.IRModule: ...",
        "@property",
        "def info(self) -> _o.transform.PassInfo: ...",
    ],
    "transform.PassContext": [
        f"def __enter__(self) -> {_CONTEXT}: ...",
        "def __exit__(self, kind: object, error: object, traceback: object) -> None: ...",
        "@staticmethod",
        f"def current() -> {_CONTEXT}: ...",
        "def override_instruments(self, instruments: _c.Iterable[_o.instrument.PassInstrument]) -> None: ...",
        "@staticmethod",
        "def list_configs() -> _o.Map[str, _o.Map[str, str]]: ...",
    ],
    "IRModule": [
        f"def __init__(self, functions: {_FUNCTIONS} | None = ..., "
        "type_definitions: _c.Mapping[_o.GlobalTypeVar, _o.relay.TypeData] | None = ..., "
        "global_var_map_: _c.Mapping[str, _o.GlobalVar] | None = ..., "
        "global_type_var_map_: _c.Mapping[str, _o.GlobalTypeVar] | None = ..., "
        "source_map: _o.SourceMap | None = ..., attrs: _o.DictAttrs | None = ...) -> None: ...",
        # Modules have functions of Relay and of TIR, which share further attributes.
        "@_t.overload",
        "def __getitem__(self, name: str | _o.GlobalVar) -> _o.relay.Function | _o.tir.PrimFunc: ...",
        "@_t.overload",
        "def __getitem__(self, name: _o.GlobalTypeVar) -> _o.relay.TypeData: ...",
        "@_t.overload",
        "def __setitem__(self, name: str | _o.GlobalVar, definition: _o.BaseFunc) -> None: ...",
        "@_t.overload",
        "def __setitem__(self, name: _o.GlobalTypeVar, definition: _o.relay.TypeData) -> None: ...",
        "def __contains__(self, name: object) -> bool: ...",
        "def __iter__(self) -> _c.Iterator[_o.GlobalVar]: ...",
        "def __len__(self) -> int: ...",
        "@_t.overload",
        "def get(self, name: str | _o.GlobalVar, default: None = ..., /) -> _o.BaseFunc | None: ...",
        "@_t.overload",
        "def get(self, name: str | _o.GlobalVar, default: _o._T, /) -> _o.BaseFunc | _o._T: ...",
        "def keys(self) -> _c.KeysView[_o.GlobalVar]: ...",
        "def values(self) -> _c.ValuesView[_o.BaseFunc]: ...",
        "def items(self) -> _c.ItemsView[_o.GlobalVar, _o.BaseFunc]: ...",
        _SCRIPT,
        f"def update(self, other: _o.IRModule | {_FUNCTIONS}) -> None: ...",
        "def update_func(self, var: _o.GlobalVar, function: _o.BaseFunc) -> None: ...",
        "def get_global_var(self, name: str) -> _o.GlobalVar: ...",
        "def get_global_vars(self) -> _o.Array[_o.GlobalVar]: ...",
        "def get_global_type_var(self, name: str) -> _o.GlobalTypeVar: ...",
        "def get_global_type_vars(self) -> _o.Array[_o.GlobalTypeVar]: ...",
        "def get_constructor(self, tag: int) -> _o.relay.Constructor: ...",
        "def get_type(self, name: str) -> tuple[_t.Any, ...]: ...",
        "def import_from_std(self, file: str) -> _o.IRModule: ...",
        "@staticmethod",
        f"def from_expr(expr: _o.RelayExpr, functions: {_FUNCTIONS} | None = ..., "
        "type_definitions: _c.Mapping[_o.GlobalTypeVar, _o.relay.TypeData] | None = ...) -> _o.IRModule: ...",
        _AS_TEXT,
    ],
    "Attrs": [
        "def __getitem__(self, name: str) -> _t.Any: ...",
        "def __iter__(self) -> _c.Iterator[str]: ...",
        # Those of functions are a view.
        "def keys(self) -> list[str] | _c.KeysView[str]: ...",
        "def get_int_tuple(self, name: str) -> tuple[int, ...]: ...",
        "def get_int(self, name: str) -> int: ...",
        "def get_str(self, name: str) -> str: ...",
        "def list_field_info(self) -> _o.Array[_o.AttrFieldInfo]: ...",
    ],
    "DFPatternNode": [
        f"def __call__(self, *args: {_PATTERN} | None) -> {_PATTERN}: ...",
        *(f"def __{name}__(self, rhs: {_PATTERN}) -> {_PATTERN}: ..." for name in ("add", "sub", "mul", "truediv")),
        f"def __or__(self, other: {_PATTERN}) -> {_PATTERN}: ...",
        f"def has_attr(self, attrs: _c.Mapping[str, _t.Any]) -> {_PATTERN}: ...",
        f"def has_type(self, type: _o.Type) -> {_PATTERN}: ...",
        f"def has_dtype(self, dtype: {_DTYPE}) -> {_PATTERN}: ...",
        f"def has_shape(self, shape: _c.Sequence[_o.PrimExpr | int]) -> {_PATTERN}: ...",
        f"def optional(self, function: _c.Callable[[{_PATTERN}], {_PATTERN}]) -> {_PATTERN}: ...",
        f"def dominates(self, parent: {_PATTERN}, path: {_PATTERN} | None = ...) -> {_PATTERN}: ...",
        "def match(self, expr: _o.RelayExpr) -> bool: ...",
        "def partition(self, expr: _o.RelayExpr, attrs: _c.Mapping[str, _t.Any] | None = ..., "
        "check: _c.Callable[[_o.RelayExpr], bool] = ...) -> _o.RelayExpr: ...",
        f"def rewrite(self, expr: _o.RelayExpr, function: {_REWRITE}, module: _o.IRModule | None = ..., "
        "*, require_type: bool = ..., rewrite_once: bool = ...) -> _o.RelayExpr: ...",
    ],
    "DictAttrs": [
        "def __getitem__(self, name: str) -> _t.Any: ...",
        "def __contains__(self, name: object) -> bool: ...",
        "def __iter__(self) -> _c.Iterator[str]: ...",
        "def __len__(self) -> int: ...",
        "def get(self, name: str, default: _t.Any = ..., /) -> _t.Any: ...",
        "def keys(self) -> _c.KeysView[str]: ...",
        "def values(self) -> _c.ValuesView[_t.Any]: ...",
        "def items(self) -> _c.ItemsView[str, _t.Any]: ...",
    ],
    "IntImm": ["def __round__(self, digits: int | None = ...) -> int: ...", "def __abs__(self) -> int: ...", *_NUMBER],
    "FloatImm": ["def __round__(self, digits: int | None = ...) -> int | float: ...", "def __abs__(self) -> float: ...", *_NUMBER],
    "Type": [_AS_TEXT],
    "relay.Pattern": [_AS_TEXT],
    "tir.Stmt": [_AS_TEXT],
    "tir.Buffer": [
        "READ: int",
        "WRITE: int",
        f"def access_ptr(self, access_mask: int | str, ptr_type: {_DTYPE} = ..., content_lanes: int = ..., "
        f"offset: _o.PrimExpr | int = ...) -> _o.PrimExpr: ...",
        f"def vload(self, begin: {_INDICES}, dtype: {_DTYPE} | None = ...) -> _o.PrimExpr: ...",
        f"def vstore(self, begin: {_INDICES}, value: {_SCALAR}) -> _o.tir.Stmt: ...",
        "def scope(self) -> str: ...",
    ],
    "tir.PrimFunc": [
        "def with_body(self, new_body: _o.tir.Stmt, span: _o.Span | None = ...) -> _o.tir.PrimFunc: ...",
        f"def specialize(self, param_map: _c.Mapping[_o.tir.Var, {_SCALAR} | _o.tir.Buffer]) -> _o.tir.PrimFunc: ...",
        _SCRIPT,
    ],
    "RelayExpr": [
        _AS_TEXT,
        *(f"def __{name}__(self, rhs: _o.RelayExpr) -> _o.RelayExpr: ..." for name in _OPERATORS + _ORDER),
        "def __neg__(self) -> _o.RelayExpr: ...",
        "def __array_ufunc__(self, ufunc: _n.ufunc, method: str, *inputs: _t.Any, **options: _t.Any) -> _t.Any: ...",
        "def __getitem__(self, index: int) -> _o.RelayExpr: ...",
        "__iter__: None",
        "def astype(self, dtype: _t.Any) -> _o.RelayExpr: ...",
        "@property",
        "def checked_type(self) -> _o.Type: ...",
    ],
    "tir.SeqStmt": [
        "@_t.overload",
        "def __getitem__(self, index: _t.SupportsIndex) -> _o.tir.Stmt: ...",
        "@_t.overload",
        "def __getitem__(self, index: slice) -> _o.Array[_o.tir.Stmt]: ...",
        "def __iter__(self) -> _c.Iterator[_o.tir.Stmt]: ...",
        "def __len__(self) -> int: ...",
    ],
    "relay.Tuple": [
        "def __iter__(self) -> _c.Iterator[_o.RelayExpr]: ...  # type: ignore[override]",
        "def __len__(self) -> int: ...",
        "def __bool__(self) -> bool: ...",
    ],
    **{key: [_CALL] for key in CALLED},
    "relay.Call": [_CALL, "def __iter__(self) -> _c.Iterator[_o.RelayExpr]: ...  # type: ignore[override]", "__contains__: None"],
    "relay.Var": ["@property", "def name_hint(self) -> str: ...", _CALL],
    # An operator of TIR takes scalars.
    "Op": [
        "@staticmethod",
        "def get(name: str) -> _o.Op: ...",
        "def get_attr(self, name: str) -> _t.Any: ...",
        "def set_attr(self, name: str, value: _t.Any, plevel: int = ...) -> None: ...",
        "def reset_attr(self, name: str) -> None: ...",
        "@_t.overload",
        "def __call__(self, *args: _o.RelayExpr | _c.Sequence[_o.RelayExpr], **named: _t.Any) -> _o.relay.Call: ...",
        "@_t.overload",
        f"def __call__(self, first: {_SCALAR}, /, *args: {_SCALAR} | str, **named: _t.Any) -> _o.tir.Call: ...",
    ],
    "PrimExpr": [
        _AS_TEXT,
        "def astype(self, dtype: _t.Any) -> _o.PrimExpr: ...",
        *(f"def {name}(self, other: {_SCALAR}) -> _o.PrimExpr: ..." for name in ("equal", "not_equal")),
        # A constant beside a float may give a float.
        *(
            line
            for name in _OPERATORS
            for side, other in (("", "rhs"), ("r", "lhs"))
            for taken, result in (("_o.PrimExpr | _Integer", "_o.PrimExpr"), ("_Float", "_o.PrimExpr | float"))
            for line in ("@_t.overload", f"def __{side}{name}__(self, {other}: {taken}) -> {result}: ...")
        ),
        *(
            f"def __{side}{name}__(self, {other}: _o.PrimExpr | _Integer) -> _o.PrimExpr: ..."
            for name in _BITWISE
            for side, other in (("", "rhs"), ("r", "lhs"))
        ),
        "def __neg__(self) -> _o.PrimExpr: ...",
        "def __pos__(self) -> _o.PrimExpr: ...",
        "def __invert__(self) -> _o.PrimExpr: ...",
        # Only the order of two constants, or of a constant and a number, is a bool.
        *(f"def __{name}__(self, rhs: {_SCALAR}) -> _o.PrimExpr | bool: ..." for name in _ORDER),
        # A scalar may be a constant, which can equal a number.
        "def __eq__(self, other: object) -> bool: ...",
        "def __hash__(self) -> int: ...",
        "def __bool__(self) -> bool: ...",
        # A scalar may be a constant, such as an extent of a shape.
        "def __int__(self) -> int: ...",
        "def __float__(self) -> float: ...",
        "def __index__(self) -> int: ...",
        "__array_priority__: float",
    ],
}

# Rust type names and their Python types.
PLAIN = {
    # Python sees enums as numbers.
    "DiagnosticLevel": "int",
    "ForKind": "int",
    "IterVarType": "int",
    "TypeKind": "int",
}
# Rust type names that differ from the last part of their type keys.
NAMED = {"Integer": "IntImm", "RelayRefType": "relay.RefType"}
# The accepted Python types of parameters whose Rust type converts several types.
TAKEN = {"ExprArg": "_o.PrimExpr | _o.tir.IterVar | int | float | str"}
# The node types to which numbers are converted.
CONSTANTS = [("int", "IntImm"), ("float", "FloatImm")]

# The type of an input of an operator of Relay.
_INPUT = "_o.RelayExpr | _c.Sequence[_t.Any]"


def functions(types):
    """Returns the functions of operators: the module, name, parameters, result and doc of each."""
    return [*_of_module(ops, ("ops",), types), *_of_scalars(types), *_of_patterns()]


def _of_module(module, path, types):
    for name in _public(module):
        function = getattr(module, name)
        if not inspect.ismodule(function):
            yield path, (name, *_of_function(function, types))
        elif function is not tir:
            yield from _of_module(function, (*path, name), types)


def _public(module):
    return [name for name in sorted(dir(module)) if name.isidentifier() and not keyword.iskeyword(name) and not name.startswith("_")]


def _of_function(function, types):
    if function is ops.var:
        return (["name: str", "shape: _t.Any = ...", f"dtype: {_DTYPE} | None = ..."], "_o.relay.Var", function.__doc__)
    if function is ops.const:
        return (["value: _t.Any", f"dtype: {_DTYPE} | None = ..."], "_o.relay.Constant", function.__doc__)
    fields, params, is_starred = fields_of(function), [], False
    for each in inspect.signature(function).parameters.values():
        if each.kind is each.VAR_POSITIONAL:
            params.append(f"*{each.name}: {_INPUT}")
            is_starred = True
        elif each.kind is not each.KEYWORD_ONLY:
            params.append(f"{each.name}: {_INPUT}")
        else:
            params += [] if is_starred else ["*"]
            is_starred = True
            params.append(f"{each.name}: {_of_attr(fields[each.name], types)}{'' if each.default is each.empty else ' = ...'}")
    return params, "_o.relay.Call", function.__doc__


def _of_attr(field, types):
    hint = _DTYPE if field["rust_type"] == "DataType" else types.of(field["kind"], taken=True)
    if re.match("Array<(?!Array)", field["kind"]):
        # An integer is repeated. The constants in a shape are expressions for a type checker.
        hint = hint.replace("_o.IntImm | int", "_o.PrimExpr | int") + " | int"
    return hint + (" | None" if field["nullable"] else "")


def _of_scalars(types):
    for name in _public(tir):
        function, params = getattr(tir, name), []
        for each in inspect.signature(function).parameters.values():
            mark = "*" if each.kind is each.VAR_POSITIONAL else ""
            hint = _DTYPE + " | None" * (each.default is None) if each.name == "dtype" else "str" if each.name == "name" else "_t.Any"
            params += ["*"] if each.kind is each.KEYWORD_ONLY and not any(other.startswith("*") for other in params) else []
            params.append(f"{mark}{each.name}: {hint}{'' if each.default is each.empty else ' = ...'}")
        result = {"var": "_o.tir.Var", "comm_reducer": "_c.Callable[..., _t.Any]"}.get(name, "_o.PrimExpr")
        yield ("ops", "tir"), (name, params, result, inspect.getdoc(function))


# The types of the parameters of functions that make patterns. The others are patterns.
_OF_PATTERNS = {
    "name": "str",
    "expr": "_o.RelayExpr",
    "fields": f"_c.Sequence[{_PATTERN}] | None",
    "index": "int | None",
}


def _of_patterns():
    for function in patterns.FUNCTIONS:
        params = [
            f"{each.name}: {_OF_PATTERNS.get(each.name, _PATTERN)}{'' if each.default is each.empty else ' = ...'}"
            for each in inspect.signature(function).parameters.values()
        ]
        yield ("relay", "dataflow_pattern"), (function.__name__, params, _PATTERN, function.__doc__)


# The functions and the numbers of Python and of NumPy that this part adds to the package.
PACKAGE = '''_Integer: _e.TypeAlias = int | _n.integer[_t.Any] | _n.bool_
_Float: _e.TypeAlias = float | _n.floating[_t.Any]
class _MakesPass(_t.Protocol):
    @_t.overload
    def __call__(self, run: type) -> _c.Callable[..., _o.transform.Pass]: ...  # type: ignore[overload-overlap]
    @_t.overload
    def __call__(self, run: _c.Callable[..., _t.Any]) -> _o.transform.Pass: ...
@_t.overload
def module_pass(run: type, *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _c.Callable[..., _o.transform.Pass]: ...  # type: ignore[overload-overlap]
@_t.overload
def module_pass(run: _c.Callable[..., _t.Any], *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _o.transform.Pass: ...
@_t.overload
def module_pass(run: None = ..., *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _MakesPass: ...
@_t.overload
def function_pass(run: type, *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _c.Callable[..., _o.transform.Pass]: ...  # type: ignore[overload-overlap]
@_t.overload
def function_pass(run: _c.Callable[..., _t.Any], *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _o.transform.Pass: ...
@_t.overload
def function_pass(run: None = ..., *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _MakesPass: ...
@_t.overload
def prim_func_pass(run: type, *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _c.Callable[..., _o.transform.Pass]: ...  # type: ignore[overload-overlap]
@_t.overload
def prim_func_pass(run: _c.Callable[..., _t.Any], *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _o.transform.Pass: ...
@_t.overload
def prim_func_pass(run: None = ..., *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _MakesPass: ...
def sequential(passes: _c.Iterable[_o.transform.Pass], *, opt_level: int = ..., name: str = ..., required: _c.Iterable[str] = ...) -> _o.transform.Pass: ...
'''
