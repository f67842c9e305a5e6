"""Constructors of declared classes that do more than the native constructor.

A class has such a constructor only if its declaration needs one: other classes keep the native
constructor. The arguments are adapted before the native constructor runs, and the object is
checked afterwards.
"""

import enum
import functools
import inspect
import types
import typing

from . import _objet


class Options(typing.NamedTuple):
    """Properties of a field that only Python knows."""

    kw_only: bool = False
    default_factory: typing.Any = None
    enum: typing.Any = None
    check: typing.Any = None
    # Whether the check is that of an enum or of literals, which also takes values of other types.
    has_values: bool = False

    def converts(self):
        """Whether the native constructor does not take the members of the enum, or other values."""
        return self.enum is not None and (not issubclass(self.enum, (int, str)) or self.accepts_others())

    def accepts_others(self):
        """Whether the enum has a ``_missing_``, which returns the members for other values."""
        inherited = enum.Enum._missing_.__func__, enum.Flag._missing_.__func__
        return getattr(self.enum._missing_, "__func__", None) not in inherited

    def plain(self, value):
        """Returns the value of a member of the enum, and of another value that gives a member."""
        if isinstance(value, self.enum):
            return value.value
        if self.accepts_others() and isinstance(value, (int, str)):
            try:
                return self.enum(value).value
            except Exception:
                # The check reports the value, with an error of the method `_missing_`.
                pass
        return value

    def check_default(self, default, is_reference, place):
        """Checks a default of a field, which is a reference or a plain value in native objects."""
        if self.check is not None and default is not None and not getattr(self.check, "is_pending", False):
            self.check(_objet.convert(default) if is_reference else default, place)


class Constructor:
    """The constructor of a class, and of the derived classes that are not registered."""

    def __init__(self, key, names, options, is_abstract):
        self.key, self.options, self.is_abstract = key, options, is_abstract
        self.positional = [name for name in names if not options.get(name, Options()).kw_only]
        self.factories = {name: each.default_factory for name, each in options.items() if each.default_factory}
        self.converted = {name: each for name, each in options.items() if each.converts()}
        self.checks = {name: each.check for name, each in options.items() if each.check}
        self.adapts = len(self.positional) < len(names) or bool(self.factories or self.converted)

    def refuse_abstract(self, cls):
        """Raises an error if a class has no objects of its own."""
        if self.is_abstract:
            raise TypeError(f"{self.key} is abstract: register a derived class, and construct an object of that class")
        missing = sorted(getattr(cls, "__abstractmethods__", ()))
        if missing:
            raise TypeError(f"{cls.__qualname__} is abstract: construct an object of a derived class that defines {', '.join(missing)}")

    def fields(self, args, named):
        """Returns the arguments of the native constructor by name."""
        if len(args) > len(self.positional):
            raise TypeError(f"{self.key} takes {len(self.positional)} fields by position, but {len(args)} values were passed (pass the others by name)")
        fields = dict(zip(self.positional, args))
        for name in fields:
            if name in named:
                raise TypeError(f'{self.key}: duplicate value for field "{name}"')
        fields.update(named)
        for name, factory in self.factories.items():
            if name not in fields:
                fields[name] = factory()
        return self.plain(fields)

    def made(self, name, is_reference):
        """Returns a default that the factory of a field makes."""
        default = self.plain({name: self.factories[name]()})[name]
        self.options[name].check_default(default, is_reference, f"the default of {self.key}.{name}")
        return default

    def plain(self, fields):
        """Replaces members of enums, and what their classes accept as members, by their values."""
        for name, options in self.converted.items():
            if name in fields:
                fields[name] = options.plain(fields[name])
        return fields

    def check(self, made, names):
        """Checks the values of those fields that have a check."""
        for name, check in self.checks.items():
            if name in names and (value := _objet.get_attr(made, name)) is not None:
                check(value, f"{self.key}.{name}")

    def explained(self, error, fields):
        """Returns a native error, or the error of an enum or of literals in its place."""
        for name, value in fields.items():
            options, path = self.options.get(name), f"{self.key}.{name}: "
            if options and options.has_values and str(error).startswith(path):
                try:
                    options.check(value, path[:-2])
                except Exception as found:
                    # Another error is one of the value, such as of its `repr`.
                    if str(found).startswith(path):
                        return type(error)(str(found))
        return error

    def finish(self, made, names):
        """Checks the given fields of a new object, and calls its ``__post_init__``."""
        self.check(made, names)
        if hasattr(type(made), "__post_init__"):
            made.__post_init__()
        return made


def of_class(cls):
    """Returns the constructor of a class, or `None` if the class has the native one."""
    return getattr(cls, "__objet_constructor__", None)


def _new(cls, /, *args, **named):
    constructor = of_class(cls)
    constructor.refuse_abstract(cls)
    if constructor.adapts:
        args, named = (), constructor.fields(args, named)
    fields = {**dict(zip(constructor.positional, args)), **named}
    try:
        made = _objet.Object.__new__(cls, *args, **named)
    except (TypeError, OverflowError) as error:
        raise constructor.explained(error, fields) from None
    # The defaults were checked when they were declared.
    return constructor.finish(made, fields)


def _finishing(written):
    """Returns a ``__new__`` that calls one of Python code, and finishes the object."""

    @functools.wraps(written)
    def __new__(cls, /, *args, **named):
        constructor = of_class(cls)
        constructor.refuse_abstract(cls)
        made = written(cls, *args, **named)
        return constructor.finish(made, constructor.checks) if isinstance(made, cls) else made

    __new__.finishes = True
    return __new__


def note_abstract_methods(cls):
    """Notes the abstract methods of a class, as `abc.ABCMeta` does for its classes."""
    inherited = {name for base in cls.__bases__ for name in getattr(base, "__abstractmethods__", ())}
    methods = {**{name: getattr(cls, name, None) for name in inherited}, **vars(cls)}
    if found := {name for name, method in methods.items() if getattr(method, "__isabstractmethod__", False)}:
        cls.__abstractmethods__ = frozenset(found)


def _is_of_package(function):
    return (function.__module__ or "").startswith("objet.")


def signature_of_new(cls):
    """Returns the signature of the ``__new__`` of Python code that a class has, or `None`."""
    for each in cls.__mro__:
        new = vars(each).get("__new__")
        new = getattr(new, "__func__", new)
        if new is not None:
            if not isinstance(new, types.FunctionType) or _is_of_package(new):
                return None
            signature = inspect.signature(new)
            return signature.replace(parameters=list(signature.parameters.values())[1:])
    return None


def prepare(cls, constructor):
    """Returns the ``__new__`` that a class needs for its constructor, or `None` if a base has it.

    If the fields need adapted arguments, a ``__new__`` of the class is an error: it would call the
    native constructor.
    """
    written = None
    for each in cls.__mro__:
        new = vars(each).get("__new__")
        new = getattr(new, "__func__", new)
        if new is _new or getattr(new, "finishes", False) and not constructor.adapts:
            return None
        if isinstance(new, types.FunctionType):
            written = written or each
        elif new is not None:
            break
    if written is None:
        return _new
    if constructor.adapts:
        if _is_of_package(cls.__new__):
            return _new
        raise TypeError(
            f"{written.__qualname__}.__new__ would bypass the options of the fields of {cls.__qualname__} (kw_only, default_factory, enum): "
            f"define __new__ in a class that derives from {cls.__qualname__}"
        )
    return _finishing(cls.__new__)


def install(cls, constructor, new):
    """Gives a class its constructor. ``new`` is the result of `prepare`."""
    cls.__objet_constructor__ = constructor
    if new is not None:
        cls.__new__ = staticmethod(new)
    if constructor.checks and cls.replace is _objet.Object.replace:
        cls.replace = cls.__replace__ = replace
        cls.with_attr = with_attr


def replace(self, /, **fields):
    """Returns a copy of this object with new values for the given fields."""
    constructor = of_class(type(self))
    plain = constructor.plain(fields)
    try:
        made = _objet.Object.replace(self, **plain)
    except (TypeError, OverflowError) as error:
        raise constructor.explained(error, plain) from None
    constructor.check(made, fields)
    return made


def with_attr(self, name, value):
    """Returns a copy of this object with a new value for a field."""
    return replace(self, **{name: value})


def describe_enums(cls, constructor):
    """Replaces the descriptors of fields that hold enums by properties that return the members."""
    for name, each in constructor.options.items():
        descriptor = vars(cls).get(name)
        if each.enum is not None and isinstance(descriptor, types.GetSetDescriptorType):
            setattr(cls, name, _member(descriptor, each.enum))


def _member(descriptor, cls):
    def read(self):
        value = descriptor.__get__(self)
        return None if value is None else cls(value)

    return property(read, doc=descriptor.__doc__)
