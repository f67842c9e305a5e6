"""Generates type stubs of all registered classes and functions, for editors and type checkers.

The stubs of the package itself are in ``objet-stubs`` beside it. ``python -m objet.stubs``
regenerates them, there or in another folder.

Reflection provides the classes and functions. To include those of a wheel with its own nodes,
import the wheel first: ``python -c "import shapes, objet.stubs; objet.stubs.main()"``.
"""

import argparse
import functools
import importlib
import keyword
import os
import re
import shutil

from . import _objet, constructor
from .stubs_by_hand import BASES, CLASSES, MODULES, PACKAGE

_NUMBERS = {"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "isize", "usize", "i128", "u128"}
_PLAIN = {
    "bool": "bool",
    "f32": "float",
    "f64": "float",
    "str": "str",
    "&str": "str",
    "String": "str",
    "std::string::String": "str",
    "runtime.String": "str",
    "runtime.BoxInt": "int",
    "runtime.BoxFloat": "float",
    "runtime.BoxBool": "bool",
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

# The tables of all parts of the package.
_PARTS = [importlib.import_module(f"._{part}.stubs", __package__) for part in _objet.PARTS]
_METHODS, _NAMED, _TAKEN = ({name: each for part in _PARTS for name, each in getattr(part, table).items()} for table in ("METHODS", "NAMED", "TAKEN"))
_CONSTANTS = [pair for part in _PARTS for pair in part.CONSTANTS]
for _part in _PARTS:
    _PLAIN.update(_part.PLAIN)


class _Types:
    """Translates Rust type names to Python types, for the functions of a package."""

    def __init__(self, keys, package=""):
        self.keys = keys
        named = {}
        for key in keys:
            name = key.rsplit(".", 1)[-1]
            for each in {name, name.removesuffix("Node")}:
                named.setdefault(each, []).append(key)
        # Rust type names in signatures have no module. Among several types with a name, the type of
        # the function's own package is meant.
        self.short = {}
        for name, found in named.items():
            own = [key for key in found if key.startswith(f"{package}.")] or found
            self.short[name] = own[0] if len(own) == 1 else None
        self.short.update(_NAMED)

    def of(self, name, taken=False):
        """Returns the Python type. If ``taken``, includes the accepted types of an argument."""
        name = name.strip()
        if name not in _PLAIN:
            name = name.removeprefix("&")
        if match := re.fullmatch(r"(?:Option|Nullable)<(.*)>", name):
            return f"{self.of(match[1], taken)} | None"
        if match := re.fullmatch(r"Result<(.*)>", name):
            return self.of(_split(match[1])[0], taken)
        if match := re.fullmatch(r"Array<(.*)>", name):
            item = self.of(match[1], taken)
            return f"_c.Sequence[{item}]" if taken else f"_o.Array[{item}]"
        if match := re.fullmatch(r"list\[(.*)\]", name):
            item = self.of(match[1], taken)
            return f"_c.Sequence[{item}]" if taken else f"list[{item}]"
        if match := re.fullmatch(r"Map<(.*)>", name):
            key, value = (self.of(part, taken) for part in [*_split(match[1]), "Any"][:2])
            return f"_c.Mapping[{key}, {value}]" if taken else f"_o.Map[{key}, {value}]"
        if name in _NUMBERS:
            return "int"
        if taken and (name in ("PackedFunc", "runtime.PackedFunc") or name.startswith("TypedPackedFunc<")):
            return "_c.Callable[..., _t.Any]"
        if taken and name in ("NDArray", "runtime.NDArray", "ObjectRef", "runtime.Object"):
            return "_t.Any"
        if taken and name in ("Array", "Map"):
            return "_c.Sequence[_t.Any]" if name == "Array" else "_c.Mapping[_t.Any, _t.Any]"
        if taken and name in _TAKEN:
            return _TAKEN[name]
        if name in _PLAIN:
            return _PLAIN[name]
        name = self.short.get(name) or name
        if name in self.keys:
            found = f"_o.{name}"
            if taken:
                found += "".join(f" | {number}" for number, key in _CONSTANTS if self.is_base(name, key))
            return found
        return "_t.Any"

    def is_base(self, base, key):
        return key in self.keys and issubclass(self.keys[key], self.keys[base])


def _split(text):
    """Splits a string at the commas outside of angle brackets."""
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
    """Writes the stubs to a folder and replaces the stubs that it contains."""
    if os.path.isdir(folder):
        if os.listdir(folder) and not os.path.exists(os.path.join(folder, "__init__.pyi")):
            raise FileExistsError(f"{folder} contains other files than stubs")
        shutil.rmtree(folder)

    classes = {key: cls for key, cls in _objet.all_classes() if _is_path(key)}
    modules = {(): []}
    types = functools.cache(lambda package: _Types(classes, package))
    for key, cls in classes.items():
        if key != "runtime.Object":
            *path, name = key.split(".")
            modules.setdefault(tuple(path), []).append(_class(key, name, cls, types("")))
    for name in _objet.function_names(""):
        *path, last = name.split(".")
        if path and _is_path(name) and name not in classes:
            modules.setdefault(tuple(path), []).append(_function(name, last, types(path[0])))
    for part in _PARTS:
        for path, function in part.functions(types("")):
            modules.setdefault(path, []).append(_declaration(*function))
    for path in list(modules):
        for depth in range(len(path)):
            modules.setdefault(path[:depth], [])
    for name, text in MODULES.items():
        modules[name,] = [text]
    for path, items in sorted(modules.items()):
        inside = sorted({other[len(path)] for other in modules if len(other) > len(path) and other[: len(path)] == path})
        # A module without submodules is a file, and a module with submodules is a folder.
        place = [*path, "__init__"] if inside or not path else path
        target = os.path.join(folder, *place) + ".pyi"
        os.makedirs(os.path.dirname(target), exist_ok=True)
        dotted = ".".join(["objet", *path])
        lines = [] if not path else ["import collections.abc as _c", "import typing as _t", "import objet as _o"]
        lines += [f"from {dotted} import {name} as {name}" for name in inside]
        imports, text = _imports("\n".join(items))
        text = "\n".join(lines + imports) + "\n\n" + text
        if path:
            # A module refers to its own classes by short names: in a separate wheel, the stubs of
            # `objet` do not declare the module.
            text = re.sub(rf"\b_o\.{re.escape('.'.join(path))}\.(\w+)\b(?!\.)", r"\1", text)
        else:
            text = PACKAGE + "".join(part.PACKAGE + "\n" for part in _PARTS) + text
        with open(target, "w", encoding="utf-8", newline="\n") as file:
            file.write(text.rstrip("\n") + "\n")


def _class(key, name, cls, types):
    if key in CLASSES:
        return f"from objet import {name} as {name}\n" if "." in key else ""
    base = cls.__mro__[1]
    base_key = next((other for other, each in types.keys.items() if each is base), "runtime.Object")
    base_name = "_o.Object" if base_key == "runtime.Object" else f"_o.{base_key}"
    lines = [f"class {name}({BASES.get(base_name, base_name)}):"]
    if doc := (cls.__doc__ or "").strip():
        lines.append(f"    {_quoted(doc)}")
    fields = [field for field in _objet.fields(key) if field["name"].isidentifier() and not keyword.iskeyword(field["name"])]
    matched = [field["name"] for field in _objet.fields(key) if not field["name"].startswith("__")]
    lines.append(f"    __match_args__ = ({''.join(f'{name!r}, ' for name in matched).rstrip()})")
    made = constructor.of_class(cls)
    options = {field["name"]: made and made.options.get(field["name"]) or constructor.Options() for field in fields}
    params, starred = [], False
    for field in sorted(fields, key=lambda field: options[field["name"]].kw_only):
        option = options[field["name"]]
        optional = not field["required"] or option.default_factory is not None
        # A construction also takes the types of NumPy and of Python, and reads give the name.
        hint = "_o._DType" if field["rust_type"] == "DataType" else types.of(field["kind"], taken=True)
        if enum := _enum(option.enum):
            hint = f"{enum} | {hint}"
        hint += " | None" if field["nullable"] else ""
        if not starred and (option.kw_only or not optional and any(param.endswith("...") for param in params)):
            params.append("*")
            starred = True
        params.append(f"{field['name']}: {hint}" + (" = ..." if optional else ""))
    by_hand = _METHODS.get(key, ())
    # Types that Python sees as numbers or strings have no constructor.
    if fields and key not in _PLAIN and not any(line.startswith("def __init__(") for line in by_hand):
        lines.append(f"    def __init__(self, {', '.join(params)}) -> None: ...")
    for field in fields:
        if field["name"].startswith("__"):
            continue
        hint = _enum(options[field["name"]].enum) or types.of(field["kind"])
        hint += " | None" if field["nullable"] else ""
        lines.append("    @property")
        lines.append(f"    def {field['name']}(self) -> {hint}:{' ...' if not field['doc'] else ''}")
        if field["doc"]:
            lines.append(f"        {_quoted(field['doc'].strip())}")
    lines += [f"    {line}" for line in by_hand]
    return "\n".join(lines) + "\n"


def _enum(cls):
    """Returns the path of an enum, or `None` if no stub can import it.

    The path marks the module, which `_imports` finds.
    """
    if cls is None or cls.__module__ == "__main__" or "<locals>" in cls.__qualname__:
        return None
    return f"<enum {cls.__module__}>.{cls.__qualname__}"


def _imports(text):
    """Returns the imports of the modules that are marked in a text, and the text without marks."""
    marks = r"<enum ([\w.]+)>"
    return [f"import {module}" for module in sorted(set(re.findall(marks, text)))], re.sub(marks, r"\1", text)


def _function(name, last, types):
    found = _objet.find_function(name)
    if _objet.callable_of(found) is not None:
        return f"def {last}(*args: _t.Any, **named: _t.Any) -> _t.Any: ..."
    _, doc, signature, about = _objet.function_info(found)
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
    return _declaration(last, hinted, types.of(result), doc)


def _declaration(name, params, result, doc):
    text = f"def {name}({', '.join(params)}) -> {result}:"
    return f"{text}\n    {_quoted(doc.strip())}\n" if doc else text + " ...\n"


def _split_params(text):
    """Splits the parameters of a signature. String defaults may contain commas."""
    return re.findall(r"(?:[^,\"']|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')+", text)


def _quoted(doc):
    doc = doc.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""{doc}{" " if doc.endswith(chr(34)) else ""}"""'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    beside = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "objet-stubs")
    parser.add_argument("folder", nargs="?", default=beside)
    write(parser.parse_args().folder)


if __name__ == "__main__":
    main()
