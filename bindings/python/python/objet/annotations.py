"""The annotations of native classes, for `typing.get_type_hints`."""

import functools
import re
import typing

from . import _objet

_PLAIN = {
    "bool": bool,
    "bytes": bytes,
    "float": float,
    "int": int,
    "list": list,
    "str": str,
    "runtime.BoxBool": bool,
    "runtime.BoxFloat": float,
    "runtime.BoxInt": int,
    "runtime.String": str,
}


def annotate(key, cls):
    """Annotates a class with the types that Python sees in the fields of its type."""
    if "__annotations__" not in vars(cls):
        cls.__annotations__ = {
            each["name"]: typing.Optional[_type(each["kind"])] if each["nullable"] else _type(each["kind"])
            for each in _objet.fields(key)
        }


@functools.cache
def _type(kind):
    """Returns the type for the kind of a field, such as ``Array<Option<Type>>``."""
    return _parsed(re.findall(r"[^<>\[\], ]+|[<>\[\]]", kind)[::-1])


def _parsed(parts):
    name, args = parts.pop(), []
    if parts and parts[-1] in "<[":
        parts.pop()
        while parts[-1] not in ">]":
            args.append(_parsed(parts))
        parts.pop()
    if name == "Option":
        return typing.Optional[args[0]]
    cls = _PLAIN.get(name) or _objet.class_of_key(name)
    return cls[tuple(args)] if args else cls
