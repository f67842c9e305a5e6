"""Classes of Python's for types: those of Rust under another class, and new ones with fields of their own."""

import inspect

from . import _objet, classes

_Base = _objet.class_of_key("python.Node")


class Node(_Base):
    """Base of classes that declare their fields by annotations::

        @objet.register_object("my.Point")
        class Point(objet.Node):
            x: int
            y: int = 0

    The fields belong to the native object: it is saved and loaded, compared and hashed with them, and crosses into Rust and back as
    an object of this class.
    """

    def __new__(cls, *args, **values):
        bound = cls.__signature__.bind(*args, **values)
        bound.apply_defaults()
        return _Base.__new__(cls, __dict__=dict(bound.arguments))

    def __dir__(self):
        return [*object.__dir__(self), *_objet.get_attr(self, "__dict__")]

    def replace(self, **values):
        """A copy of this object with other values for these fields."""
        entries = {**dict(_objet.get_attr(self, "__dict__").items()), **values}
        unknown = [name for name in values if name not in self.__signature__.parameters]
        if unknown:
            raise TypeError(f"{type(self).__name__} has no field {unknown[0]!r}")
        return _objet.with_attr(self, "__dict__", entries)

    __replace__ = replace

    def with_attr(self, name, value):
        """A copy of this object with another value for a field."""
        return self.replace(**{name: value})


_objet.replace_class("python.Node", Node)
Node.__signature__ = inspect.Signature()


def register_object(key):
    """A decorator: objects of the type of that key are of this class, from wherever they come.

    If there is no such type yet, it is registered under that of the class's base. A class that derives from `objet.Node` may declare
    fields by annotations; one that derives from a class of Rust's has the fields of that.
    """

    def register(cls):
        own = {name: hint for name, hint in vars(cls).get("__annotations__", {}).items()}
        if own and not issubclass(cls, Node):
            raise TypeError(f"{cls.__name__} declares fields: only classes that derive from objet.Node can")
        is_new = _objet.register_type(key, cls.__bases__[0]) if not _is_known(key) else False
        if issubclass(cls, Node):
            _declare(cls, own)
        _objet.replace_class(key, cls)
        if is_new:
            classes.place(key, cls)
        return cls

    return register


def _is_known(key):
    try:
        _objet.class_of_key(key)
    except KeyError:
        return False
    return True


def _declare(cls, own):
    """Gives a class its constructor's signature, and a property for each field."""
    params = dict(cls.__mro__[1].__signature__.parameters)
    for name, hint in own.items():
        default = vars(cls).get(name, inspect.Parameter.empty)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        params[name] = inspect.Parameter(name, kind, default=default, annotation=hint)
        setattr(cls, name, property(_reader(name, hint)))
    ordered = sorted(params.values(), key=lambda param: param.default is not inspect.Parameter.empty)
    cls.__signature__ = inspect.Signature(ordered)


_NUMBERS = {"int": int, "float": float, "bool": bool, int: int, float: float, bool: bool}


def _reader(name, hint):
    number = _NUMBERS.get(hint)

    def read(self):
        found = _objet.map_get(_objet.get_attr(self, "__dict__"), name)
        return number(found.value) if number and isinstance(found, _objet.Object) else found

    return read
