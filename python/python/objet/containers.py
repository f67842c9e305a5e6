"""Containers as Python's: arrays and shapes are sequences, maps are mappings."""

from collections.abc import Mapping, Sequence

from . import _objet

Array = _objet.class_of_key("Array")
Map = _objet.class_of_key("Map")
ShapeTuple = _objet.class_of_key("runtime.ShapeTuple")
ADT = _objet.class_of_key("runtime.ADT")

_Items = (Array, ShapeTuple, ADT)


def _getitem(self, index):
    if isinstance(index, slice):
        return _like(self, _objet.container_items(self)[index])
    try:
        return _objet.container_item(self, index.__index__())
    except OverflowError:
        raise IndexError("array index out of range") from None


def _like(self, items):
    """The items in a container of the same kind."""
    if isinstance(self, ShapeTuple):
        return _objet.shape_tuple(items)
    return _objet.convert(list(items))


def _equal_items(self, other):
    if isinstance(other, _Items):
        other = _objet.container_items(other)
    elif not isinstance(other, (list, tuple)):
        return NotImplemented
    return _objet.container_items(self) == list(other)


def _add(self, other):
    if not isinstance(other, (*_Items, list, tuple)):
        return NotImplemented
    return _like(self, [*self, *other])


def _radd(self, other):
    if not isinstance(other, (list, tuple)):
        return NotImplemented
    return _like(self, [*other, *self])


for _class in _Items:
    _class.__len__ = lambda self: _objet.container_len(self)
    _class.__getitem__ = _getitem
    _class.__iter__ = lambda self: iter(_objet.container_items(self))
    _class.__contains__ = lambda self, item: item in _objet.container_items(self)
    _class.__reversed__ = lambda self: reversed(_objet.container_items(self))
    _class.__eq__ = _equal_items
    _class.__hash__ = lambda self: hash(tuple(_objet.container_items(self)))
    _class.__add__ = _add
    _class.__radd__ = _radd
    _class.index = Sequence.index
    _class.count = Sequence.count
    Sequence.register(_class)

ADT.tag = property(lambda self: _objet.adt_tag(self), doc="The tag.")


def _equal_entries(self, other):
    if isinstance(other, (Map, Mapping)):
        return dict(self.items()) == dict(other.items())
    return NotImplemented


def _get(self, key, default=None):
    try:
        return _objet.map_get(self, key)
    except KeyError:
        return default


def _contains(self, key):
    try:
        _objet.map_get(self, key)
    except (KeyError, TypeError):
        return False
    return True


Map.__len__ = lambda self: _objet.container_len(self)
Map.__getitem__ = lambda self, key: _objet.map_get(self, key)
Map.__iter__ = lambda self: iter([key for key, _ in _objet.map_entries(self)])
Map.__contains__ = _contains
Map.__eq__ = _equal_entries
Map.__hash__ = lambda self: hash(frozenset(_objet.map_entries(self)))
Map.keys = Mapping.keys
Map.values = lambda self: [value for _, value in _objet.map_entries(self)]
Map.items = lambda self: _objet.map_entries(self)
Map.get = _get
Mapping.register(Map)
