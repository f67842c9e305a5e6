"""Annotations of declared fields: the kinds of the native fields, and checks of their values.

A check runs on the value that the native field holds. So it accepts all values that the native
conversion turns into the declared type.
"""

import collections.abc
import enum
import inspect
import sys
import types
import typing
import warnings
import weakref

from . import _objet
from .containers import Array, Map

# The types that box a plain value, so that the field may be None. Python sees the plain value.
BOXED = {"int": "runtime.BoxInt", "float": "runtime.BoxFloat", "bool": "runtime.BoxBool", "str": "runtime.String"}

_CONTAINERS = {Array: (list, tuple, collections.abc.Sequence), Map: (dict, collections.abc.Mapping)}

# Python 3.10 has no such name.
_SELF = getattr(typing, "Self", object)

# The keys of all classes that were ever the class of a type.
_keys = weakref.WeakKeyDictionary()


def set_key(cls, key):
    """Notes that a class is the class of a type."""
    _keys[cls] = key


def key_of(cls):
    """Returns the key of the type of a class, or of its nearest base that has one."""
    for each in cls.__mro__:
        if each not in _keys and _objet.is_class_of_type(each):
            _keys.update((known, key) for key, known in _objet.all_classes())
        if each in _keys:
            return _keys[each]
    return None


def resolver(cls, local):
    """Returns a function that evaluates annotations that are strings, in the scope of a class.

    ``local`` has the local variables of the function that defines the class. The function returns
    the class for `typing.Self`. It returns other annotations, and strings that name nothing yet,
    unchanged.
    """
    scope = vars(sys.modules.get(cls.__module__, typing))
    # Other values would live as long as the class.
    local = {name: value for name, value in local.items() if _may_be_hint(value)}

    def resolve(hint):
        text = hint.__forward_arg__ if isinstance(hint, typing.ForwardRef) else hint
        if isinstance(text, str):
            try:
                hint = eval(text, scope, {**local, cls.__name__: cls, **vars(cls)})
            except Exception:
                pass
        return cls if hint is _SELF is not object else hint

    return resolve


def _may_be_hint(value):
    """Whether a value may be an annotation, or a module with annotations. Runs none of its code."""
    kind = type(value)
    return issubclass(kind, (type, types.ModuleType, types.GenericAlias, types.UnionType)) or kind.__module__ == "typing"


def _unknown_names(hint, resolve):
    """Returns the annotations in an annotation that name nothing yet."""
    hint = resolve(hint)
    if typing.get_origin(hint) is typing.Annotated:
        hint = resolve(typing.get_args(hint)[0])
    if isinstance(hint, (str, typing.ForwardRef)):
        return [getattr(hint, "__forward_arg__", hint)]
    # A string in a literal is a value.
    args = () if typing.get_origin(hint) is typing.Literal else typing.get_args(hint)
    return [name for each in args if not isinstance(each, list) for name in _unknown_names(each, resolve)]


class _Later:
    """A check of a field whose annotation names what is not defined yet.

    The first value looks the names up. If there are none, the field takes any object.
    """

    def __init__(self, hint, resolve, place):
        self._pending = hint, resolve, place
        self._run = None

    @property
    def is_pending(self):
        """Whether no value was checked yet."""
        return self._pending is not None

    def __call__(self, value, path):
        # Another thread may look the names up at the same time.
        if (pending := self._pending) is not None:
            hint, resolve, place = pending
            for text in _unknown_names(hint, resolve):
                message = f"{path}: the annotation {text!r} names nothing that is defined, so the field takes any object"
                warnings.warn(message, stacklevel=5)
            found = resolve(hint)
            of_enum = enum_of(found)
            self._run = _of_enum(of_enum).run if of_enum else _checker(found, resolve, place)
            self._pending = None
        if self._run is not None:
            self._run(value, path)


def of_class(cls, resolve):
    """Returns the annotations of a class without its bases. Unresolved annotations stay strings."""
    found = {name: resolve(hint) for name, hint in inspect.get_annotations(cls).items()}
    return {name: hint for name, hint in found.items() if typing.ClassVar not in (hint, typing.get_origin(hint))}


def kind(hint, place):
    """Returns the kind, the nullability and the doc of a field from its annotation."""
    origin = typing.get_origin(hint)
    if origin is typing.Annotated:
        of, *about = typing.get_args(hint)
        found, nullable, doc = kind(of, place)
        return found, nullable, next((text for text in about if isinstance(text, str)), doc)
    if origin is typing.Final:
        return kind(typing.get_args(hint)[0], place)
    if isinstance(hint, typing.NewType):
        return kind(hint.__supertype__, place)
    if _is_union(hint):
        options = [each for each in typing.get_args(hint) if each is not type(None)]
        kinds = [kind(each, place)[0] for each in options]
        if len(kinds) > 1 and any(found in ("int", "float", "bool", "bytes") for found in kinds):
            raise TypeError(f"{place}: a field cannot hold a number, bytes or another type, found {hint} (a field of type PrimExpr also accepts numbers)")
        return kinds[0] if len(kinds) == 1 else _objet.Object, len(options) < len(typing.get_args(hint)), ""
    if origin is typing.Literal:
        values = [value for value in typing.get_args(hint) if value is not None]
        return _kind_of_values(values, hint, place), None in typing.get_args(hint), ""
    # A string may name any class that is defined later.
    if hint in (typing.Any, object, _SELF) or isinstance(hint, (str, typing.ForwardRef)):
        return _objet.Object, True, ""
    cls = origin or hint
    if cls is collections.abc.Callable:
        return _objet.class_of_key("runtime.PackedFunc"), False, ""
    for container, kinds in _CONTAINERS.items():
        if cls in kinds:
            return container, False, ""
    if isinstance(cls, type):
        if issubclass(cls, _objet.Object):
            return cls, False, ""
        if issubclass(cls, enum.Enum):
            return _kind_of_values([member.value for member in cls], hint, place), False, ""
        for plain in (bool, int, float, str, bytes):
            if issubclass(cls, plain):
                return plain.__name__, False, ""
    raise _unsupported(hint, place)


def _unsupported(hint, place, plain="int, float, bool, str, bytes"):
    return TypeError(
        f"{place}: expected {plain}, an enum, Literal, a class of objects, list, tuple, dict, Callable or Any, or one of them or None, found {hint!r}"
    )


def _kind_of_values(values, hint, place):
    for plain in (bool, int, str):
        if values and all(type(value) is plain for value in values):
            return plain.__name__
    raise TypeError(f"{place}: the values of an enum or a Literal must all be of type int or all of type str, found {hint!r}")


def enum_of(hint):
    """Returns the enum class of a field, or `None`."""
    options = _without_none(hint)
    cls = options[0] if len(options) == 1 else None
    return cls if isinstance(cls, type) and issubclass(cls, enum.Enum) else None


def has_values(hint):
    """Whether a field holds one of certain values: those of an enum or of literals."""
    return enum_of(hint) is not None or all(typing.get_origin(each) is typing.Literal for each in _without_none(hint))


def _without_none(hint):
    return [each for each in map(_stripped, _options(hint)) if each is not type(None)]


def check_of_field(hint, resolve, place):
    """Returns a function that checks the value of a field, or `None` if the native check suffices.

    The function takes the value that the native field holds, and the path for the message.
    """
    cls = enum_of(hint)
    if cls is not None:
        return _of_enum(cls).run
    all_options = list(map(_stripped, _options(hint)))
    options = [(typing.get_origin(each), typing.get_args(each) or _is_empty_tuple(each)) for each in all_options]
    # The native field of a class that is not declared yet takes all objects.
    if any(map(_is_later_class, all_options)) or any(
        origin is typing.Literal or _container(origin) and args for origin, args in options
    ):
        return _Later(hint, resolve, place) if _unknown_names(hint, resolve) else _checker(hint, resolve, place)
    return None


def _checker(hint, resolve, place):
    options = [(typing.get_origin(each), typing.get_args(each)) for each in map(_stripped, _options(hint))]
    found = _check(hint, resolve, place)
    if found and any(origin is typing.Literal and any(type(value) is bool for value in args) for origin, args in options):
        # A native field of truth values reads as a number.
        return lambda value, path: found.run(bool(value) if type(value) is int and value in (0, 1) else value, path)
    return found and found.run


class _Check(typing.NamedTuple):
    """A check of a value: the name or the class of the expected values, and the function."""

    expected: typing.Any
    run: typing.Callable

    def name(self):
        # A class that is declared now has its key later.
        return key_of(self.expected) if isinstance(self.expected, type) else self.expected


def _check(hint, resolve, place):
    """Returns the check for an annotation, or `None` if all objects match the annotation."""
    hint = _stripped(resolve(hint))
    args, cls = typing.get_args(hint), typing.get_origin(hint) or hint
    if hint in (typing.Any, object, _objet.Object):
        return None
    if isinstance(hint, (str, typing.ForwardRef, typing.TypeVar)):
        return None
    if hint is None or hint is type(None):
        return _simple("None", lambda item: item is None)
    if _is_union(hint):
        return _any_of([_check(each, resolve, place) for each in args])
    if cls is typing.Literal:
        return _one_of(args)
    if cls is collections.abc.Callable:
        return _simple("a callable", lambda item: isinstance(item, _objet.class_of_key("runtime.PackedFunc")))
    container = _container(cls)
    if container is Map:
        return _map(*(_check(each, resolve, place) for each in args or (typing.Any, typing.Any)))
    if container is Array:
        if (args or _is_empty_tuple(hint)) and cls is tuple and args[-1:] != (...,):
            return _tuple([_check(each, resolve, place) for each in args])
        return _array(_check(args[0], resolve, place) if args else None)
    if isinstance(cls, type):
        if issubclass(cls, enum.Enum):
            raise TypeError(f"{place}: a container cannot hold members of an enum, found {hint!r} (declare the type of their values)")
        if issubclass(cls, _objet.Object):
            return _simple(cls, lambda item: _is_object_of(item, cls))
        for plain, accepted in ((bool, bool), (int, int), (float, (int, float)), (str, str)):
            if issubclass(cls, plain):
                return _simple(plain.__name__, lambda item: isinstance(plain_item(item), accepted))
    raise _unsupported(hint, place, "int, float, bool, str")


def _is_object_of(item, cls):
    if isinstance(item, cls):
        return True
    # A class that was declared again is another class of the same type.
    key = key_of(cls)
    if isinstance(item, str):
        return key == "runtime.String"
    return isinstance(item, _objet.Object) and any(key_of(each) == key for each in type(item).__mro__)


def _simple(expected, accepts):
    def run(item, path):
        if not accepts(item):
            raise _mismatch(path, check.name(), item)

    check = _Check(expected, run)
    return check


def _any_of(options):
    if None in options:
        return None
    others = [option for option in options if option.expected != "None"]

    def run(item, path):
        # The error of the only container of a kind says which item is wrong.
        names = ("list", "tuple") if isinstance(item, Array) else ("dict",) if isinstance(item, Map) else ()
        containers = [option for option in others if option.expected in names]
        if len(others) == 1 and others[0].expected in ("list", "tuple", "dict") and item is not None:
            containers = others
        if len(containers) == 1:
            return containers[0].run(item, path)
        wrong_value = False
        for option in options:
            try:
                return option.run(item, path)
            except TypeError:
                pass
            except ValueError:
                wrong_value = True
        expected = " or ".join(option.name() for option in options)
        if wrong_value and len(others) == 1:
            raise ValueError(f"{path}: expected {expected}, found {plain_item(item)!r:.200}")
        raise _mismatch(path, expected, item)

    return _Check("", run)


def _one_of(values):
    expected = " or ".join(map(repr, values))

    def run(item, path):
        found = plain_item(item)
        if not any(type(found) is type(value) and found == value for value in values):
            raise ValueError(f"{path}: expected {expected}, found {found!r:.200}")

    return _Check(expected, run)


def _of_enum(cls):
    def run(value, path):
        try:
            cls(value)
        except Exception as error:
            expected = " or ".join(repr(member.value) for member in cls)
            # Another error is one of the method `_missing_`.
            cause = None if isinstance(error, ValueError) else error
            raise ValueError(f"{path}: expected a member of {cls.__qualname__} or its value ({expected}), found {value!r:.200}") from cause

    return _Check(cls.__qualname__, run)


def _array(of_item):
    def run(items, path):
        _require(Array, "list", items, path)
        if of_item:
            for index, item in enumerate(items):
                of_item.run(item, f"{path}[{index}]")

    return _Check("list", run)


def _tuple(of_items):
    def run(items, path):
        _require(Array, "list", items, path)
        if len(items) != len(of_items):
            raise ValueError(f"{path}: expected {len(of_items)} items, found {len(items)}")
        for index, (item, of_item) in enumerate(zip(items, of_items)):
            if of_item:
                of_item.run(item, f"{path}[{index}]")

    return _Check("tuple", run)


def _map(of_key, of_value):
    def run(entries, path):
        _require(Map, "dict", entries, path)
        for index, (key, value) in enumerate(entries.items()):
            if of_key:
                of_key.run(key, f"{path} key {index}")
            if of_value:
                of_value.run(value, f'{path}["{key}"]' if isinstance(key, str) else f"{path} value {index}")

    return _Check("dict", run)


def _require(cls, expected, value, path):
    if not isinstance(value, cls):
        raise _mismatch(path, expected, value)


def _mismatch(path, expected, item):
    number = plain_item(item)
    if number is not item:
        found = f"{type(number).__name__} ({item.type_key})"
    else:
        found = item.type_key if isinstance(item, _objet.Object) else "None" if item is None else type(item).__name__
    return TypeError(f"{path}: expected {expected}, found {found}")


def plain_item(item):
    """Returns the number of a constant, and any other item of a container unchanged."""
    number = _objet.plain(item)
    return bool(number) if number is not item and item.dtype == "bool" else number


def _is_empty_tuple(hint):
    """Whether an annotation is `tuple[()]`. A tuple without parameters has any items."""
    return typing.get_origin(hint) is tuple and not typing.get_args(hint) and hint is not typing.Tuple


def _is_union(hint):
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


def _stripped(hint):
    while typing.get_origin(hint) in (typing.Annotated, typing.Final) or isinstance(hint, typing.NewType):
        hint = hint.__supertype__ if isinstance(hint, typing.NewType) else typing.get_args(hint)[0]
    return hint


def _options(hint):
    hint = _stripped(hint)
    return typing.get_args(hint) if _is_union(hint) else (hint,)


def _is_later_class(hint):
    """Whether an annotation may name the class that is declared now, or a later one."""
    if isinstance(hint, (str, typing.ForwardRef)) or hint is _SELF is not object:
        return True
    return isinstance(hint, type) and issubclass(hint, _objet.Object) and not _objet.is_class_of_type(hint)


def _container(cls):
    """Returns the class of the container that an annotation declares, or `None`."""
    for container, kinds in _CONTAINERS.items():
        if cls in kinds or isinstance(cls, type) and issubclass(cls, container):
            return container
    return None
