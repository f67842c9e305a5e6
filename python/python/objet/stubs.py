"""Type stubs of all registered classes and functions, for editors and type checkers. The package has those of its own, as
``objet-stubs`` beside it: ``python -m objet.stubs`` writes them anew, there or into a folder that is given.

The classes and functions are found by reflection, and so are those of a wheel with nodes of its own, if that is imported first:
``python -c "import shapes, objet.stubs; objet.stubs.main()"``.
"""

import argparse
import keyword
import os
import re
import shutil

_NUMBERS = {"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "isize", "usize", "i128", "u128"}
_PLAIN = {
    "bool": "bool",
    "f32": "float",
    "f64": "float",
    "str": "str",
    "&str": "str",
    "String": "str",
    "runtime.String": "str",
    "DataType": "str",
    "Device": "_o.Device",
    "()": "None",
    "NULL": "None",
    "bytes": "bytes",
    "&[u8]": "bytes",
    "Vec<u8>": "bytes",
    "ObjectRef": "_o.Object",
    "runtime.Object": "_o.Object",
    "PackedFunc": "_o.PackedFunc",
    "NDArray": "_o.NDArray",
    "Module": "_o.Module",
    "int": "int",
    "float": "float",
    "Any": "_t.Any",
    "runtime.PackedFunc": "_o.PackedFunc",
    "runtime.NDArray": "_o.NDArray",
    "runtime.Module": "_o.Module",
    "ShapeTuple": "_o.ShapeTuple",
    "runtime.ShapeTuple": "_o.ShapeTuple",
    "runtime.ADT": "_o.ADT",
    "Array": "_o.Array[_t.Any]",
    "Map": "_o.Map[_t.Any, _t.Any]",
}


class _Types:
    """What Rust's names of types are in Python."""

    def __init__(self, keys):
        self.keys = keys
        # Functions call types by their Rust names, which have no module.
        self.short = {}
        for key in keys:
            name = key.rsplit(".", 1)[-1]
            self.short[name] = None if name in self.short else key

    def of(self, name, taken=False):
        """The type; of what is taken as an argument, all that is converted to it."""
        name = name.strip()
        if match := re.fullmatch(r"(?:Option|Nullable)<(.*)>", name):
            return f"{self.of(match[1], taken)} | None"
        if match := re.fullmatch(r"(?:Result)<(.*)>", name):
            return self.of(_split(match[1])[0], taken)
        if match := re.fullmatch(r"Array<(.*)>", name):
            item = self.of(match[1], taken)
            return f"_c.Sequence[{item}]" if taken else f"_o.Array[{item}]"
        if match := re.fullmatch(r"Map<(.*)>", name):
            key, value = (self.of(part, taken) for part in [*_split(match[1]), "Any"][:2])
            return f"_c.Mapping[{key}, {value}]" if taken else f"_o.Map[{key}, {value}]"
        if name in _NUMBERS:
            return "int"
        if taken and name in ("PackedFunc", "runtime.PackedFunc"):
            return "_c.Callable[..., _t.Any]"
        if taken and name in ("NDArray", "runtime.NDArray"):
            return "_t.Any"
        if name in _PLAIN:
            return _PLAIN[name]
        name = name.removeprefix("&")
        if name not in self.keys:
            name = self.short.get(name) or name
        if name in self.keys and _is_path(name):
            found = f"_o.{name}"
            if taken and any(base in self.bases(name) for base in ("PrimExpr",)):
                return f"{found} | int | float"
            return found
        return "_t.Any"

    def bases(self, key):
        return [each.__name__ for each in self.keys[key].__mro__]


def _split(text):
    """The parts between commas that are in no brackets."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += {"<": 1, ">": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()]


def _is_path(key):
    return all(part.isidentifier() and not keyword.iskeyword(part) for part in key.split("."))


def write(folder):
    """Writes the stubs into a folder, in place of those that are there."""
    from . import _objet

    if os.path.isdir(folder):
        if os.listdir(folder) and not os.path.exists(os.path.join(folder, "__init__.pyi")):
            raise FileExistsError(f"{folder} has something else than stubs in it")
        shutil.rmtree(folder)

    classes = {key: cls for key, cls in _objet.all_classes() if _is_path(key)}
    modules = {(): []}
    types = _Types(classes)
    for key, cls in classes.items():
        if key != "runtime.Object":
            *path, name = key.split(".")
            modules.setdefault(tuple(path), []).append(_class(key, name, cls, types, _objet))
    for name in _objet.function_names(""):
        *path, last = name.split(".")
        if path and _is_path(name) and name not in classes:
            modules.setdefault(tuple(path), []).append(_function(name, last, types, _objet))
    for path in list(modules):
        for depth in range(len(path)):
            modules.setdefault(path[:depth], [])
    for name, text in _MODULES.items():
        modules[name,] = [text]
    for path, items in sorted(modules.items()):
        inside = sorted({other[len(path)] for other in modules if len(other) > len(path) and other[: len(path)] == path})
        # A module without others in it is a file, and one with others a folder.
        place = [*path, "__init__"] if inside or not path else path
        target = os.path.join(folder, *place) + ".pyi"
        os.makedirs(os.path.dirname(target), exist_ok=True)
        dotted = ".".join(["objet", *path])
        lines = [] if not path else ["import collections.abc as _c", "import typing as _t", "import objet as _o"]
        lines += [f"from {dotted} import {name} as {name}" for name in inside]
        text = "\n".join(lines) + "\n\n" + "\n".join(items)
        if not path:
            text = _HAND + text
        with open(target, "w", encoding="utf-8", newline="\n") as file:
            file.write(text.rstrip("\n") + "\n")


def _class(key, name, cls, types, native):
    if key in _BY_HAND:
        return ""
    base = cls.__mro__[1]
    base_key = next((other for other, each in types.keys.items() if each is base), "runtime.Object")
    base_name = "_o.Object" if base_key == "runtime.Object" else f"_o.{base_key}"
    lines = [f"class {name}({_BASES.get(base_name, base_name)}):"]
    if doc := (cls.__doc__ or "").strip():
        lines.append(f"    {_quoted(doc)}")
    fields = [field for field in native.fields(key) if field["name"].isidentifier() and not keyword.iskeyword(field["name"])]
    matched = [field["name"] for field in native.fields(key) if not field["name"].startswith("__")]
    lines.append(f"    __match_args__ = ({''.join(f'{name!r}, ' for name in matched).rstrip()})")
    params, starred = [], False
    for field in fields:
        optional = not field["required"]
        hint = types.of(field["kind"] + ("" if not field["nullable"] else ""), taken=True)
        hint += " | None" if field["nullable"] else ""
        if not optional and not starred and any(param.endswith("...") for param in params):
            params.append("*")
            starred = True
        params.append(f"{field['name']}: {hint}" + (" = ..." if optional else ""))
    if fields:
        lines.append(f"    def __init__(self, {', '.join(params)}) -> None: ...")
    for field in fields:
        if field["name"].startswith("__"):
            continue
        hint = types.of(field["kind"]) + (" | None" if field["nullable"] else "")
        lines.append("    @property")
        lines.append(f"    def {field['name']}(self) -> {hint}:{' ...' if not field['doc'] else ''}")
        if field["doc"]:
            lines.append(f"        {_quoted(field['doc'].strip())}")
    return "\n".join(lines) + "\n"


def _function(name, last, types, native):
    _, doc, signature, about = native.function_about(native.find_function(name))
    if about is None or signature is None:
        return f"def {last}(*args: _t.Any) -> _t.Any: ..."
    kinds, result = about
    params = [param.strip() for param in _split_params(signature[1:-1])]
    params = [param for param in params if param and param != "*"]
    hinted = []
    for param, (kind, is_tail) in zip(params, kinds):
        head, _, default = param.partition("=")
        hint = "_t.Any" if is_tail else types.of(kind, taken=True)
        if keyword.iskeyword(head.strip("*")):
            head = head + "_"
        hinted.append(f"{head}: {hint}" + (" = ..." if default else ""))
    text = f"def {last}({', '.join(hinted)}) -> {types.of(result)}:"
    return f"{text}\n    {_quoted(doc.strip())}\n" if doc else text + " ...\n"


def _split_params(text):
    """The parameters of a signature; defaults may have commas in texts."""
    return re.findall(r"(?:[^,\"']|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')+", text)


def _quoted(doc):
    doc = doc.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""{doc}{" " if doc.endswith(chr(34)) else ""}"""'


_BY_HAND = {"runtime.PackedFunc", "runtime.NDArray", "runtime.Module", "Array", "Map", "runtime.ShapeTuple", "runtime.ADT"}
_BASES = {"_o.Array": "_o.Array[_t.Any]", "_o.Map": "_o.Map[_t.Any, _t.Any]"}

_HAND = '''"""Written by `python -m objet.stubs`."""
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
    def replace(self, **fields: _t.Any) -> _e.Self: ...
    def __replace__(self, **fields: _t.Any) -> _e.Self: ...
    def __copy__(self) -> _e.Self: ...
    def __deepcopy__(self, memo: _t.Any) -> _e.Self: ...
    def _repr_html_(self) -> str: ...
    __match_args__ = ()
    @property
    def type_key(self) -> str: ...

class Array(Object, _c.Sequence[_T_co]):
    def __new__(cls, items: _c.Iterable[_t.Any] = ...) -> _e.Self: ...
    def __len__(self) -> int: ...
    @_t.overload
    def __getitem__(self, index: int) -> _T_co: ...
    @_t.overload
    def __getitem__(self, index: slice) -> Array[_T_co]: ...
    def __add__(self, other: _c.Sequence[_t.Any]) -> Array[_t.Any]: ...
    def __radd__(self, other: _c.Sequence[_t.Any]) -> Array[_t.Any]: ...

class Map(Object, _c.Mapping[_K, _V_co]):
    @_t.overload
    def __new__(cls, entries: _c.Mapping[_t.Any, _t.Any] = ..., /, **named: _t.Any) -> _e.Self: ...
    @_t.overload
    def __new__(cls, entries: _c.Iterable[tuple[_t.Any, _t.Any]], /, **named: _t.Any) -> _e.Self: ...
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
def register_func(name: str, function: None = ..., override: bool = ...) -> _c.Callable[[_F], _F]: ...
@_t.overload
def register_func(name: str, function: _F, override: bool = ...) -> _F: ...
@_t.overload
def register_func(name: _F, function: None = ..., override: bool = ...) -> _F: ...
def remove_global_func(name: str) -> None: ...
def list_global_func_names(prefix: str = ...) -> list[str]: ...
def init_api(prefix: str, module: _t.Any) -> None: ...
def convert(value: _t.Any) -> _t.Any: ...
def field(*, default: _t.Any = ..., role: str = ..., doc: str = ...) -> _t.Any: ...
@_e.dataclass_transform(frozen_default=True, field_specifiers=(field,))
def register_object(key: str, *, comparison: str | None = ...) -> _c.Callable[[_C], _C]: ...
def save_json(root: object) -> str: ...
def to_html(root: Object, title: str = ...) -> str: ...
def to_svg(root: Object, *, limit: int = ...) -> str: ...
def to_dot(root: Object) -> str: ...
def load_json(text: str | bytes, *, keep_unknown: bool = ...) -> _t.Any: ...
def structural_equal(lhs: object, rhs: object, map_free_vars: bool = ...) -> bool: ...
def structural_hash(root: object, map_free_vars: bool = ...) -> int: ...
def assert_structural_equal(lhs: object, rhs: object, map_free_vars: bool = ...) -> None: ...
def diff(lhs: object, rhs: object, *, limit: int = ..., map_free_vars: bool = ...) -> list[tuple[str, str, str]]: ...
def post_order(root: object) -> list[_t.Any]: ...
def references(root: object) -> list[_t.Any]: ...
def rewrite(root: _T, function: _c.Callable[[_t.Any], _t.Any]) -> _T: ...
def load_module(path: _t.Any, format: str = ...) -> Module: ...
def time_evaluator(function: PackedFunc, device: Device | None = ..., *, number: int = ..., repeat: int = ..., min_repeat_ms: int = ...) -> _c.Callable[..., list[float]]: ...
def module_pass(run: _c.Callable[..., _t.Any] | None = ..., *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _t.Any: ...
def function_pass(run: _c.Callable[..., _t.Any] | None = ..., *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _t.Any: ...
def prim_func_pass(run: _c.Callable[..., _t.Any] | None = ..., *, opt_level: int = ..., name: str | None = ..., required: _c.Iterable[str] = ...) -> _t.Any: ...
def sequential(passes: _c.Iterable[_t.Any], *, opt_level: int = ..., name: str = ..., required: _c.Iterable[str] = ...) -> _t.Any: ...
def device(name: int | str, index: int = ...) -> Device: ...
def cpu(index: int = ...) -> Device: ...
def cuda(index: int = ...) -> Device: ...

'''


# The modules whose code is Python, beside what `_HAND` has of them.
_MODULES = {
    "classes": """
def publish(package: dict[str, _t.Any]) -> None: ...
def place(key: str, cls: type, package: dict[str, _t.Any] | None = ...) -> None: ...
def names(module: _t.Any) -> list[str]: ...
def find(module: str, name: str) -> _t.Any: ...
""",
    "containers": "from objet import ADT as ADT, Array as Array, Map as Map, ShapeTuple as ShapeTuple\n",
    "errors": """
_C = _t.TypeVar("_C", bound=type[Exception])

class TVMError(RuntimeError): ...
class InternalError(TVMError): ...

def register_error(name: str) -> _c.Callable[[_C], _C]: ...
""",
    "functions": """
from objet import (
    PackedFunc as PackedFunc,
    convert as convert,
    get_global_func as get_global_func,
    init_api as init_api,
    list_global_func_names as list_global_func_names,
    register_func as register_func,
    remove_global_func as remove_global_func,
)
""",
    "graph": """
from objet import (
    Object as Object,
    assert_structural_equal as assert_structural_equal,
    load_json as load_json,
    save_json as save_json,
    to_html as to_html,
)
""",
    "module": "from objet import Module as Module, load_module as load_module, time_evaluator as time_evaluator\n",
    "nd": """
from objet import Device as Device, NDArray as NDArray, cpu as cpu, cuda as cuda, device as device

def array(source: _t.Any, dtype: _t.Any = ..., device: Device | None = ...) -> NDArray: ...
def empty(shape: _c.Sequence[int], dtype: str = ..., device: Device | None = ...) -> NDArray: ...
def from_dlpack(tensor: _t.Any) -> NDArray: ...
""",
    "registered": """
from objet import field as field, register_object as register_object

class Field(_t.NamedTuple):
    default: _t.Any
    role: str
    doc: str
""",
    "stubs": """
def write(folder: str) -> None: ...
def main() -> None: ...
""",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    beside = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "objet-stubs")
    parser.add_argument("folder", nargs="?", default=beside)
    write(parser.parse_args().folder)


if __name__ == "__main__":
    main()
