"""Pickles that preserve the sharing of all objects in a value."""

import io
import pickle

from . import _objet
from ._objet import Object
from .graph import load_json, save_json


def dumps(value, protocol=None):
    """Pickles a value like `pickle.dumps`, and preserves sharing across all objects in it.

    `pickle.loads` reads the result. The objects are saved as one graph. `pickle.dumps` saves each
    object on its own, so that an object inside of two others becomes two objects.

    Objects that graph files cannot hold (tensors, functions), objects with Python attributes and
    objects of derived Python classes are pickled on their own.
    """
    file = io.BytesIO()
    pickler = _Pickler(file, protocol)
    try:
        pickler.dump(value)
        text = save_json(_objet.convert(pickler.objects)) if pickler.objects else None
    except ValueError:
        # One of the objects cannot be saved. Each one is tested.
        file = io.BytesIO()
        pickler = _Pickler(file, protocol, _can_be_saved)
        pickler.dump(value)
        text = save_json(_objet.convert(pickler.objects))
    return pickle.dumps(_Dump(file.getvalue(), text), protocol)


class _Pickler(pickle.Pickler):
    """A pickler that writes the number of an object in the place of the object."""

    def __init__(self, file, protocol, can_be_saved=lambda found: True):
        super().__init__(file, protocol)
        self.objects = []
        self._numbers = {}
        self._can_be_saved = can_be_saved

    def persistent_id(self, found):
        if not isinstance(found, Object) or getattr(found, "__dict__", None):
            return None
        number = self._numbers.get(id(found))
        if number is None:
            if not _objet.is_class_of_type(type(found)) or not self._can_be_saved(found):
                return None
            number = self._numbers[id(found)] = len(self.objects)
            self.objects.append(found)
        return number


def _can_be_saved(found):
    try:
        save_json(found)
    except ValueError:
        return False
    return True


class _Dump:
    """The pickle of a value, and the graph of the objects in it."""

    def __init__(self, data, text):
        self.data = data
        self.text = text

    def __reduce__(self):
        return _loaded, (self.data, self.text)


class _Unpickler(pickle.Unpickler):
    """An unpickler that reads the numbers of objects."""

    def __init__(self, file, objects):
        super().__init__(file)
        self._objects = objects

    def persistent_load(self, number):
        return self._objects[number]


def _loaded(data, text):
    objects = [] if text is None else load_json(text)
    return _Unpickler(io.BytesIO(data), objects).load()
