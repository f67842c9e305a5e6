"""The Python interfaces of containers: arrays and shapes are sequences, maps are mappings."""

import functools
import operator
import sys
import types
from collections.abc import ItemsView, KeysView, Mapping, Sequence, Set, ValuesView

import numpy

from . import _objet
from ._objet import Object
from .graph import _state

Array = _objet.class_of_key("Array")
Map = _objet.class_of_key("Map")
ShapeTuple = _objet.class_of_key("runtime.ShapeTuple")
ADT = _objet.class_of_key("runtime.ADT")

_Items = (Array, ShapeTuple, ADT)


def _new_array(cls, items=()):
    if type(items) is cls:
        return items
    return _objet.new_container(cls, items if type(items) in (list, tuple) else list(items))


def _new_shape(cls, extents=()):
    if type(extents) is cls:
        return extents
    return _objet.new_container(cls, list(extents))


def _new_adt(cls, tag, fields=()):
    return _objet.new_container(cls, (operator.index(tag), fields if isinstance(fields, Array) else list(fields)))


def _getitem(self, index):
    if isinstance(index, slice):
        return _objet.container_slice(self, index)
    try:
        return _objet.container_item(self, operator.index(index))
    except OverflowError:
        raise IndexError("array index out of range") from None


def _equal_items(self, other):
    if self is other:
        return True
    if not isinstance(other, (*_Items, list, tuple)):
        return NotImplemented
    if isinstance(self, ADT) and isinstance(other, ADT) and self.tag != other.tag:
        return False
    if len(self) != len(other):
        return False
    plain = _objet.container_plain(other) if isinstance(other, _Items) else map(_objet.plain, other)
    return all(map(_is_equal, _objet.container_plain(self), plain))


def _is_equal(lhs, rhs):
    """Whether two items that are plain are equal."""
    try:
        return lhs is rhs or lhs == rhs
    except TypeError:
        if isinstance(lhs, Object) and isinstance(rhs, Object):
            raise
        # An expression refuses its comparison with a number.
        return False


def _add(self, other):
    if not isinstance(other, (*_Items, list, tuple)):
        return NotImplemented
    return _objet.containers_joined(self, other)


def _radd(self, other):
    if not isinstance(other, (list, tuple)):
        return NotImplemented
    return _objet.containers_joined(other, self)


def _contains_item(self, item):
    plain = _objet.plain(item)
    if any(_is_equal(found, plain) for found in _objet.container_iterator(self, "plain")):
        return True
    return _is_nan(plain) and any(found is item for found in self)


def _is_nan(plain):
    """Whether a plain item is not equal to itself, so that it is found by identity."""
    return isinstance(plain, float) and plain != plain


def _index(self, value, start=0, stop=sys.maxsize, /):
    """Returns the index of the first item that equals a value."""
    plain = _objet.plain(value)
    for index in range(*slice(start, stop).indices(len(self))):
        found = self[index]
        if found is value or _is_equal(_objet.plain(found), plain):
            return index
    raise ValueError(f"{value!r} is not in the {type(self).__name__}")


def _count(self, value, /):
    """Returns the number of items that equal a value."""
    plain = _objet.plain(value)
    if _is_nan(plain):
        return sum(item is value for item in self)
    return sum(_is_equal(item, plain) for item in _objet.container_plain(self))


def _as_array(self, dtype=None, copy=None):
    """Returns the items as an array of NumPy, which has numbers in the place of constants."""
    if copy is False:
        raise ValueError("cannot make an array of an Array without a copy")
    # NumPy would ask each constant for an array of its own.
    numbers = None if dtype is not None and numpy.dtype(dtype).hasobject else _numbers(self, _DIMENSIONS)
    if numbers is not None:
        return numpy.array(numbers, dtype)
    made = numpy.array(_lists(self, _DIMENSIONS), dtype)
    if made.dtype == object:
        flat = made.reshape(-1)
        for place, item in enumerate(flat):
            # The rows of an array without a regular shape are items.
            if type(item) is list:
                flat[place] = functools.reduce(operator.getitem, numpy.unravel_index(place, made.shape), self)
    return made


# The maximum number of dimensions of an array of NumPy.
_DIMENSIONS = 64


def _numbers(items, depth):
    """Returns nested arrays of numbers as lists, or `None` if they have any other item."""
    plain = _objet.container_plain(items)
    kinds = set(map(type, plain))
    if kinds <= {int, float, bool}:
        # A constant of bool reads as an integer.
        if kinds <= {int, bool} and all(number in (0, 1) for number in plain) and all(map(_is_bool, items)):
            return list(map(bool, plain))
        return plain
    if depth == 0 or not all(isinstance(item, (int, float, Array)) for item in plain):
        return None
    rows = [_numbers(item, depth - 1) if isinstance(item, Array) else item for item in plain]
    return None if any(row is None for row in rows) else rows


def _is_bool(item):
    return isinstance(item, bool) or getattr(item, "dtype", None) == "bool"


def _lists(items, depth):
    """Returns nested arrays as lists of their items."""
    return [_lists(item, depth - 1) if depth and isinstance(item, Array) else item for item in items]


def _reducing(content):
    """Returns a `__reduce__` for a container class.

    A container is pickled as a graph, which keeps shared objects shared. If its graph cannot be
    saved, because it contains a function or an `ADT`, the content is pickled item by item.
    """

    def reduce(self):
        try:
            return Object.__reduce__(self)
        except ValueError:
            return *content(self), _state(self)

    return reduce


def _map_of_parts(cls, parts):
    """Returns a map of alternating keys and values, for `pickle`."""
    return _objet.map_of_parts(cls, parts)


# Arrays hold these objects where Python sees numbers.
for _key in ("BoxBool", "BoxFloat", "BoxInt"):
    _objet.class_of_key(f"runtime.{_key}").__reduce__ = lambda self: (
        _boxed_number,
        (self.type_key, _objet.get_attr(self, "value")),
    )


def _boxed_number(key, number):
    """Returns the object of a boxed number, for `pickle`."""
    return _objet.boxed_number(key, number)


for _class in _Items:
    _class.__getitem__ = _getitem
    _class.__contains__ = _contains_item
    _class.__reversed__ = lambda self: _objet.container_iterator(self, "items", True)
    _class.__eq__ = _equal_items
    _class.__hash__ = lambda self: hash(tuple(_objet.container_plain(self)))
    _class.__add__ = _add
    _class.__radd__ = _radd
    _class.index = _index
    _class.count = _count
    _class.__reduce__ = _reducing(lambda self: (type(self), (_objet.container_objects(self),)))
    Sequence.register(_class)

Array.__doc__ = """An immutable sequence of objects, made from any iterable. Each item is converted to an object.

Arrays are equal if their items are equal. Constants compare by their numbers, also with Python numbers."""
Array.__new__ = staticmethod(_new_array)
Array.__array__ = _as_array
Array.__class_getitem__ = classmethod(types.GenericAlias)

ShapeTuple.__doc__ = "The extents of a tensor: an immutable sequence of integers."
ShapeTuple.__new__ = staticmethod(_new_shape)

ADT.__doc__ = "A sequence of objects with a tag: the number of the constructor that made it."
ADT.__new__ = staticmethod(_new_adt)
ADT.__reduce__ = _reducing(lambda self: (type(self), (self.tag, _objet.container_objects(self))))
ADT.tag = property(lambda self: _objet.adt_tag(self), doc="The tag.")


def _equal_views(self, other):
    if not isinstance(other, Set):
        return NotImplemented
    return len(self) == len(other) and all(item in self for item in other)


class _Keys(KeysView):
    __slots__ = ()
    __eq__ = _equal_views

    def __iter__(self):
        return _objet.container_iterator(self._mapping, "keys")

    def __reversed__(self):
        return _objet.container_iterator(self._mapping, "keys", True)


class _Values(ValuesView):
    __slots__ = ()

    def __iter__(self):
        return _objet.container_iterator(self._mapping, "values")

    def __reversed__(self):
        return _objet.container_iterator(self._mapping, "values", True)

    def __contains__(self, value):
        return any(_is_same(found, value) for found in self)


class _Entries(ItemsView):
    __slots__ = ()
    __eq__ = _equal_views

    def __iter__(self):
        return _objet.container_iterator(self._mapping, "entries")

    def __reversed__(self):
        return _objet.container_iterator(self._mapping, "entries", True)

    def __contains__(self, entry):
        if not (isinstance(entry, tuple) and len(entry) == 2):
            return False
        key, value = entry
        try:
            return _is_same(_objet.map_get(self._mapping, key), value)
        except KeyError:
            return False


def _is_same(lhs, rhs):
    return _is_equal(_objet.plain(lhs), _objet.plain(rhs))


def _new_map(cls, entries=(), /, **named):
    if type(entries) is cls and not named:
        return entries
    if isinstance(entries, Map):
        joined = _objet.maps_joined(entries, named)
        return joined if cls is Map else _map_of_parts(cls, _objet.container_objects(joined))
    return _objet.new_container(cls, dict(entries, **named))


def _equal_entries(self, other):
    if self is other:
        return True
    if not isinstance(other, Mapping):
        return NotImplemented
    if len(self) != len(other):
        return False
    mine, theirs = _plain_entries(self), _plain_entries(other)
    if len(mine) == len(theirs) == len(self):
        return mine.keys() == theirs.keys() and all(_is_equal(value, theirs[key]) for key, value in mine.items())
    # Different keys have become equal plain keys, so the entries are compared one by one.
    return all(entry in self.items() for entry in other.items())


def _hash_entries(self):
    return hash(frozenset(_plain_entries(self).items()))


def _plain_entries(entries):
    return {_objet.plain(key): _objet.plain(value) for key, value in entries.items()}


def _get(self, key, default=None, /):
    """Returns the value of a key, or a default if the key is missing."""
    try:
        return _objet.map_get(self, key)
    except KeyError:
        return default


def _contains_key(self, key):
    try:
        _objet.map_get(self, key)
    except KeyError:
        return False
    return True


def _or(self, other):
    """Returns the entries of both maps. For common keys, the values of the second map win."""
    if not isinstance(other, Mapping):
        return NotImplemented
    return _objet.maps_joined(self, _as_map(other))


def _ror(self, other):
    if not isinstance(other, Mapping):
        return NotImplemented
    return _objet.maps_joined(_as_map(other), self)


def _as_map(entries):
    """Returns a map, or a dict of the entries of another mapping, which may be a native object."""
    return entries if isinstance(entries, Map) else dict(entries.items())


def _keys(self):
    """Returns a view of the keys, in insertion order."""
    return _Keys(self)


def _values(self):
    """Returns a view of the values, in the order of their keys."""
    return _Values(self)


def _items(self):
    """Returns a view of the entries, in insertion order."""
    return _Entries(self)


Map.__doc__ = """An immutable mapping from objects to objects, in insertion order.

A string key is found by its content, and a constant by its number. Any other key is found by identity."""
Map.__new__ = staticmethod(_new_map)
Map.__class_getitem__ = classmethod(types.GenericAlias)
Map.__getitem__ = lambda self, key: _objet.map_get(self, key)
Map.__reversed__ = lambda self: _objet.container_iterator(self, "keys", True)
Map.__contains__ = _contains_key
Map.__eq__ = _equal_entries
Map.__hash__ = _hash_entries
Map.__reduce__ = _reducing(lambda self: (_map_of_parts, (type(self), _objet.container_objects(self))))
Map.__or__ = _or
Map.__ror__ = _ror
Map.keys = _keys
Map.values = _values
Map.items = _items
Map.get = _get
Mapping.register(Map)
