"""Classes of Python's for types: those of Rust under another class, and new ones with fields of their own."""

import collections.abc
import inspect
import sys
import types
import typing

from . import _objet, classes

_MISSING = inspect.Parameter.empty


class Field(typing.NamedTuple):
    """What `field` says of a field."""

    default: typing.Any
    role: str
    doc: str


def field(*, default=_MISSING, role="compared", doc=""):
    """What there is to say of a field beside its type, in place of its default.

    The ``role`` is the part that it plays when objects are compared and hashed by content: ``"compared"``, ``"skipped"``, or
    ``"definition"``, if variables in it are bound.
    """
    return Field(default, role, doc)


def register_object(key, *, comparison=None):
    """A decorator: objects of the type of that key are of this class, from wherever they come.

    If there is no such type yet, it is registered under that of the class's base, with the fields that the class declares by
    annotations::

        @objet.register_object("my.Point")
        class Point(objet.Object):
            x: int
            y: int = 0

    They belong to the native object, behind those of the base: it is saved and loaded, compared and hashed with them, and crosses
    into Rust and back as an object of this class. A type stays as it was first registered for as long as the process lives; the same
    declaration may come again, with other methods.

    Objects compare by content as those of the base do, or as ``comparison`` says: by ``"fields"``, as a ``"free_variable"``, as a
    ``"graph_node"``, whose sharing counts, or by ``"pointer"``.
    """

    if not isinstance(key, str):
        raise TypeError(f'register_object takes the key of a type, as in @objet.register_object("my.Point"), not {key!r}')

    def register(cls):
        if not (isinstance(cls, type) and issubclass(cls, _objet.Object)):
            raise TypeError(f"{cls!r} does not derive from objet.Object")
        before = _objet.class_of_key(key) if _is_known(key) else None
        if before is cls:
            return cls
        if _objet.is_class_of_type(cls):
            raise TypeError(f"a class for {key} must derive from that of the type or of its parent, and {cls!r} is itself that of a type")
        declared = [_declared(cls, name, hint) for name, hint in _own_hints(cls).items()]
        fields = [each.native() for each in declared]
        _objet.register_class(key, cls, inspect.getdoc(cls) or "", fields, comparison)
        cls.__signature__ = _signature(key)
        if "__match_args__" not in vars(cls):
            cls.__match_args__ = tuple(each["name"] for each in _objet.fields(key) if not each["name"].startswith("__"))
        classes.place(key, cls, before)
        return cls

    return register


def _is_known(key):
    try:
        _objet.class_of_key(key)
    except KeyError:
        return False
    return True


class _Declared(typing.NamedTuple):
    """A field that a class declares."""

    name: str
    kind: typing.Any
    nullable: bool
    default: typing.Any
    role: str
    doc: str

    def native(self):
        """As the extension module takes it."""
        default = None if self.default is _MISSING else (self.default,)
        return {**self._asdict(), "default": default}


def _own_hints(cls):
    """The annotations of a class itself; those that mean nothing yet stay texts."""
    scope = vars(sys.modules.get(cls.__module__, typing))
    found = {}
    for name, hint in inspect.get_annotations(cls).items():
        if isinstance(hint, str):
            try:
                hint = eval(hint, scope, {cls.__name__: cls, **vars(cls)})
            except Exception:
                pass
        if typing.get_origin(hint) is not typing.ClassVar and hint is not typing.ClassVar:
            found[name] = hint
    return found


def _declared(cls, name, hint):
    place = f"{cls.__qualname__}.{name}"
    if name.startswith("__") or name in dir(_objet.Object):
        raise TypeError(f"{place} cannot be a field: all objects have something of that name (what is no field is a typing.ClassVar)")
    given = vars(cls).get(name, _MISSING)
    about = given if isinstance(given, Field) else Field(given, "compared", "")
    kind, nullable, doc = _kind(hint, place)
    nullable = nullable or about.default is None
    if nullable and kind in _BOXED:
        kind = _objet.class_of_key(_BOXED[kind])
    return _Declared(name, kind, nullable, about.default, about.role, about.doc or doc)


# What is a reference to an object that Python sees as what is in it, so that it may be None.
_BOXED = {"int": "runtime.BoxInt", "float": "runtime.BoxFloat", "bool": "runtime.BoxBool", "str": "runtime.String"}

_CONTAINERS = {"Array": (list, tuple, collections.abc.Sequence), "Map": (dict, collections.abc.Mapping)}


def _kind(hint, place):
    """What a field of that annotation holds, whether it may be None, and what is said of it."""
    origin = typing.get_origin(hint)
    if origin is typing.Annotated:
        of, *about = typing.get_args(hint)
        kind, nullable, doc = _kind(of, place)
        return kind, nullable, next((text for text in about if isinstance(text, str)), doc)
    if origin is typing.Final:
        return _kind(typing.get_args(hint)[0], place)
    if origin in (typing.Union, types.UnionType):
        options = [each for each in typing.get_args(hint) if each is not type(None)]
        kinds = [_kind(each, place)[0] for each in options]
        if len(kinds) > 1 and any(kind in ("int", "float", "bool") for kind in kinds):
            raise TypeError(f"{place}: a number or something else is no field, found {hint} (a field of tir's PrimExpr takes numbers too)")
        return kinds[0] if len(kinds) == 1 else _objet.Object, len(options) < len(typing.get_args(hint)), ""
    # A text that names nothing yet may come to name any class.
    if hint in (typing.Any, object, getattr(typing, "Self", object)) or isinstance(hint, (str, typing.ForwardRef)):
        return _objet.Object, True, ""
    cls = origin or hint
    if cls is collections.abc.Callable:
        return _objet.class_of_key("runtime.PackedFunc"), False, ""
    for key, kinds in _CONTAINERS.items():
        if cls in kinds:
            return _objet.class_of_key(key), False, ""
    if isinstance(cls, type):
        if issubclass(cls, _objet.Object):
            return cls, False, ""
        for plain in (bool, int, float, str):
            if issubclass(cls, plain):
                return plain.__name__, False, ""
    raise TypeError(
        f"{place}: expected int, float, bool, str, a class of objects, list, tuple, dict, Callable or Any, or one of them or None, found {hint!r}"
    )


def _signature(key):
    """The fields of a type as parameters. Those that have no default and come after one that has are for keywords alone."""
    params, has_default, kind = [], False, inspect.Parameter.POSITIONAL_OR_KEYWORD
    for about in _objet.fields(key):
        default = _MISSING if about["required"] else about.get("default")
        if default is not _MISSING:
            has_default = True
        elif has_default:
            kind = inspect.Parameter.KEYWORD_ONLY
        if about["name"].isidentifier():
            params.append(inspect.Parameter(about["name"], kind, default=default))
    return inspect.Signature(params)
