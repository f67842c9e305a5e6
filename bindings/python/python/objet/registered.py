"""Python classes for Rust types, and new types with fields that are declared in Python."""

import collections.abc
import inspect
import sys
import types
import typing

from . import _objet, classes

_MISSING = inspect.Parameter.empty


class Field(typing.NamedTuple):
    """The arguments of `field`."""

    default: typing.Any
    role: str
    doc: str


def field(*, default=_MISSING, role="compared", doc=""):
    """Declares properties of a field. The result takes the place of the default in the class body.

    The ``role`` determines how structural comparison and hashing treat the field: ``"compared"``,
    ``"skipped"``, ``"definition"``, which binds the variables in the field, or ``"scope"``, in
    which they hold.
    """
    return Field(default, role, doc)


def register_object(key, *, comparison=None):
    """A decorator that makes a class the class of all objects of a type.

    If the type does not exist, it is registered as a child of the type of the base class. The
    annotations of the class declare its fields::

        @objet.register_object("my.Point")
        class Point(objet.Object):
            x: int
            y: int = 0

    The native object contains the fields, after the fields of the base: they are saved, loaded,
    compared and hashed. An object that is passed to Rust and back is an object of this class. A
    registered type does not change until the process exits. The same declaration may be repeated
    with other methods.

    Structural comparison treats the objects like objects of the base, or as ``comparison``
    declares: by ``"fields"``, as a ``"free_variable"``, as a ``"graph_node"``, whose sharing is
    compared, or by ``"pointer"``.
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
            raise TypeError(f"a class for {key} must derive from the class of the type or of its parent, but {cls!r} is itself the class of a type")
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
        """Returns the declaration in the form that the extension module expects."""
        default = None if self.default is _MISSING else (self.default,)
        return {**self._asdict(), "default": default}


def _own_hints(cls):
    """Returns the annotations of a class without its bases. Unresolved annotations stay strings."""
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
        raise TypeError(f"{place} cannot be a field: all objects have an attribute of that name (declare other attributes as typing.ClassVar)")
    given = vars(cls).get(name, _MISSING)
    about = given if isinstance(given, Field) else Field(given, "compared", "")
    kind, nullable, doc = _kind(hint, place)
    nullable = nullable or about.default is None
    if nullable and kind in _BOXED:
        kind = _objet.class_of_key(_BOXED[kind])
    return _Declared(name, kind, nullable, about.default, about.role, about.doc or doc)


# The types that box a plain value, so that the field may be None. Python sees the plain value.
_BOXED = {"int": "runtime.BoxInt", "float": "runtime.BoxFloat", "bool": "runtime.BoxBool", "str": "runtime.String"}

_CONTAINERS = {"Array": (list, tuple, collections.abc.Sequence), "Map": (dict, collections.abc.Mapping)}


def _kind(hint, place):
    """Returns the kind, the nullability and the doc of a field from its annotation."""
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
            raise TypeError(f"{place}: a field cannot hold a number or another type, found {hint} (a field of type PrimExpr also accepts numbers)")
        return kinds[0] if len(kinds) == 1 else _objet.Object, len(options) < len(typing.get_args(hint)), ""
    # A string may name any class that is defined later.
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
    """Returns the signature of the constructor of a type.

    The parameters from the first one without a default that follows one with a default are
    keyword-only.
    """
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
