"""Pickles that preserve the sharing of all objects in a value."""

import io
import pickle

from . import _objet
from ._objet import Object, walk
from .graph import _declared, _import_declared, _saved, _state, load_json
from .nd import NDArray


def dumps(value, protocol=None, *, buffer_callback=None):
    """Pickles a value like `pickle.dumps`, and preserves sharing across all objects in it.

    `pickle.loads` reads the result. The objects are saved as one graph. `pickle.dumps` saves each
    object on its own, so that an object inside of two others becomes two objects.

    Objects that graph files cannot hold (functions, `ADT`s), objects with Python attributes and
    objects of derived Python classes are pickled on their own.

    With ``buffer_callback``, which needs protocol 5, the elements of tensors and NumPy arrays are
    not copied into the pickle: see `pickle.dumps`. Tensors inside of other objects are saved with
    the graph.
    """
    buffers = None if buffer_callback is None else []
    beside = frozenset()
    data, objects = _pickled(value, protocol, buffers, lambda found: True)
    if buffers is not None:
        beside = _tensors_beside(objects)
    try:
        if beside:
            data, objects = _pickled(value, protocol, buffers, lambda found: id(found) not in beside)
        roots = _objet.convert(objects)
        graph = _saved(roots) if objects else None
    except ValueError:
        # One of the objects cannot be saved. Each one is tested.
        data, objects = _pickled(value, protocol, buffers, lambda found: id(found) not in beside and _can_be_saved(found))
        roots = _objet.convert(objects)
        graph = _saved(roots)
    declared = _declared(roots)
    return pickle.dumps(_Dump(data, graph, declared, buffers), protocol, buffer_callback=buffer_callback)


def _pickled(value, protocol, buffers, can_be_saved):
    """Returns a pickle of a value, and the objects that it numbers. Fills the list of buffers."""
    if buffers is not None:
        buffers.clear()
    file = io.BytesIO()
    pickler = _Pickler(file, protocol, can_be_saved, None if buffers is None else buffers.append)
    pickler.dump(value)
    return file.getvalue(), pickler.objects


def _tensors_beside(objects):
    """Returns the ids of the tensors that no other object refers to."""
    others = [found for found in objects if not isinstance(found, NDArray)]
    inside = {id(found) for found in walk(others, types=NDArray, objects=True)}
    return {id(found) for found in objects if isinstance(found, NDArray)} - inside


class _Pickler(pickle.Pickler):
    """A pickler that writes the number of an object in the place of the object."""

    def __init__(self, file, protocol, can_be_saved, buffer_callback):
        super().__init__(file, protocol, buffer_callback=buffer_callback)
        self.objects = []
        self._numbers = {}
        self._can_be_saved = can_be_saved

    def persistent_id(self, found):
        if not isinstance(found, Object) or _state(found) is not None:
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
        _saved(found)
    except ValueError:
        return False
    return True


class _Dump:
    """The pickle of a value, the graph of the objects in it, and the buffers beside it."""

    def __init__(self, data, graph, declared, buffers):
        self.data = data
        self.graph = graph
        self.declared = declared
        self.buffers = buffers

    def __reduce__(self):
        text, *kept = self.graph or (None,)
        if self.declared:
            return _loaded, (self.data, text, self.buffers, bool(kept), self.declared)
        buffers = () if self.buffers is None and not kept else (self.buffers,)
        return _loaded, (self.data, text, *buffers, *kept)


class _Unpickler(pickle.Unpickler):
    """An unpickler that reads the numbers of objects."""

    def __init__(self, file, objects, buffers):
        super().__init__(file, buffers=buffers)
        self._objects = objects

    def persistent_load(self, number):
        # Protocol 0 has strings.
        return self._objects[int(number)]


def _loaded(data, text, buffers=None, keep_unknown=False, modules=None):
    _import_declared(modules or {})
    # Python would see numbers in the place of boxed numbers.
    objects = [] if text is None else _objet.container_objects(load_json(text, keep_unknown=keep_unknown))
    return _Unpickler(io.BytesIO(data), objects, buffers).load()
