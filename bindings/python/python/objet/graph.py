"""Operations on all objects: printing, copying, saving and loading."""

import builtins
import copy
import copyreg
import importlib

from . import _objet
from ._objet import Object


def save_json(root, *, format="tvm-0.8"):
    """Saves the graph of an object as JSON, byte for byte as TVM writes it.

    The formats are ``"tvm-0.8"``, ``"tvm-ffi"``, that of today's TVM, and ``"plain"``, JSON for
    people. `load_json` reads all of them.
    """
    return _objet.save_json(root, format=format)


def load_json(text, of=None, *, keep_unknown=False):
    """Loads a graph from JSON, a string or any buffer of bytes, and returns its root.

    With ``of``, a class or a tuple or union of classes, a root of another class is a `TypeError`.
    With ``keep_unknown``, objects of unknown types are kept as the file describes them. As in TVM,
    the bounds of fields are not checked.
    """
    if not isinstance(text, (str, bytes)):
        try:
            text = bytes(memoryview(text))
        except TypeError:
            raise TypeError(f"expected JSON as a string or bytes, found {type(text).__name__}") from None
    if of is not None:
        _check_classes(of)
    root = _objet.load_json(text, keep_unknown=keep_unknown)
    if of is not None and not isinstance(root, of):
        expected = of.__name__ if isinstance(of, type) else of
        found = root.type_key if isinstance(root, Object) else type(root).__name__
        is_former = (type(root).__module__, type(root).__name__) == (getattr(of, "__module__", None), expected)
        hint = ": the class was declared anew, pass the new one" if is_former else ""
        raise TypeError(f"the root of the graph: expected {expected}, found {found}{hint}")
    return root


def _check_classes(of):
    """Checks that `isinstance` takes a value as its classes."""
    try:
        # This object is of none of the classes, so it is compared with all of them.
        isinstance(object(), of)
    except TypeError:
        allowed = "pass a class, or a tuple or a union of classes, without type parameters"
        raise TypeError(f"expected a class as the type of the root, found {of!r}: {allowed}") from None


def post_order(root, *, types=None, prune=None, objects=False):
    """Returns an iterator over the nodes of a graph, each once and after those below it.

    This is `walk` with the order ``"post"``.
    """
    return _objet.walk(root, types=types, prune=prune, objects=objects)


# The maximum number of characters of a `repr`, which notebooks store. A longer one ends with `…`.
_REPR_LIMIT = 512


def print(root, *, file=None):
    """Prints a graph completely, on one line. A `repr` has at most 512 characters."""
    builtins.print(_objet.as_line(root), file=file)


_Array, _Map = map(_objet.class_of_key, ("Array", "Map"))

# The number of characters after which the text of a container ends, as in native texts.
_LONGEST = 1 << 24


def _str(self):
    """Returns the text of TVM. In containers, objects of declared types have their `str`."""
    if isinstance(self, (_Array, _Map)) and any(map(_has_str, _objet.type_keys(self))):
        return _text_of_items(self)
    return _objet.as_text(self)


def _has_str(key):
    """Whether objects of a type have their `str` in containers. Native texts have the address."""
    return key in _owners or key == "runtime.ADT"


def _text_of_items(root):
    # The stack holds the containers that are not complete, so the depth is not limited.
    texts, length, stack = [], 0, [_parts(root)]
    while stack and length <= _LONGEST:
        part = next(stack[-1], None)
        if part is None:
            stack.pop()
        elif isinstance(part, str):
            texts.append(part)
            length += len(part)
        else:
            stack.append(_parts(part))
    return "".join(texts) + ("…" if stack else "")


def _parts(container):
    """Yields the text of a container in parts, and the containers inside of it."""
    objects = _objet.container_objects(container)
    if isinstance(container, _Map):
        yield "{"
        for index in range(0, len(objects), 2):
            if index:
                yield ", "
            key, value = objects[index : index + 2]
            yield f'"{key}"' if isinstance(key, str) else _part(key)
            yield ": "
            yield _part(value)
        yield "}"
    else:
        yield "["
        for index, item in enumerate(objects):
            if index:
                yield ", "
            yield _part(item)
        yield "]"


def _part(item):
    if isinstance(item, (_Array, _Map)):
        return item
    if isinstance(item, Object) and _has_str(_objet.get_attr(item, "type_key")):
        return str(item)
    # Inside of a container, a string has quotes, and a node without a text its address.
    return _objet.as_text([item])[1:-1]


def _replace(self, /, **fields):
    """Returns a copy of this object with new values for the given fields."""
    return _objet.with_attrs(self, fields)


def _with_attr(self, name, value):
    """Returns a copy of this object with a new value for a field."""
    return _objet.with_attrs(self, {name: value})


def _add_unknown_attrs(cls):
    """Adds the attributes of the file to a class of nodes of unknown types."""
    cls.__getattr__ = lambda self, name: _objet.unknown_attr(self, name)
    cls.__dir__ = lambda self: [*object.__dir__(self), *_objet.attr_names(self)]


def _unknown_names(found):
    """Returns the names of the attributes of a node of an unknown type, or `None` for others."""
    return _objet.attr_names(found) if _objet.is_unknown(found) else None


def _state(found):
    """Returns what Python code has set on an object, as `pickle` saves it, or `None`."""
    cls = type(found)
    if getattr(cls, "__getstate__", None) is not getattr(object, "__getstate__", None):
        return found.__getstate__()
    attributes = getattr(found, "__dict__", None) or None
    slots = {name: getattr(found, name) for name in copyreg._slotnames(cls) if hasattr(found, name)}
    return (attributes, slots) if slots else attributes


def _set_state(made, state):
    """Sets a state from `_state` on a new object, as `pickle` does."""
    if hasattr(made, "__setstate__"):
        made.__setstate__(state)
        return
    attributes, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
    if attributes:
        vars(made).update(attributes)
    for name, value in (slots or {}).items():
        setattr(made, name, value)


# The module and the name of the class that has declared the fields of a type in Python, by type
# key. Another module may only repeat the declaration.
_owners = {}


# The extension module of another wheel that has a type, by type key.
_wheels = {}

# The types of objects with a function that a graph does not have, by key.
_with_functions = set()


def _declared(root):
    """Returns the modules that declare the types of a graph outside of the package, by type key.

    Raises `TypeError` if an object of the graph cannot be pickled.
    """
    keys = _objet.type_keys(root)
    for key in keys:
        if key in _with_functions:
            raise TypeError(f"cannot pickle an object of {key}: it has a function; make it anew where it is needed")
    modules = {key: _owners[key][0] if key in _owners else _wheels.get(key) for key in keys}
    return {key: module for key, module in modules.items() if module}


def _load_declared(modules, cls, text, keep_unknown=False):
    """Loads a graph after the import of the modules that declare its types, for `pickle`."""
    _import_declared(modules)
    if cls is None:
        return load_json(text, keep_unknown=keep_unknown)
    return _objet.load_json_as(cls, text, keep_unknown)


def _import_declared(modules):
    for key, module in modules.items():
        # Another module may have the type under another key, with this one as an alias.
        if not _objet.is_known_key(key):
            importlib.import_module(module)


def _reduce(self):
    state, declared = _state(self), _declared(self)
    text, *kept = _saved(self)
    if declared:
        cls = None if _objet.is_class_of_type(type(self)) else type(self)
        return _load_declared, (declared, cls, text, *kept), state
    if _objet.is_class_of_type(type(self)):
        return (_load_kept if kept else load_json), (text,), state
    return _objet.load_json_as, (type(self), text, *kept), state


def _saved(root):
    """Returns the arguments that load a graph: the JSON, and `True` if it has unknown types."""
    if not _objet.has_unknown(root):
        return (save_json(root),)
    # A node of an unknown type has the form of its file, which other formats may not preserve.
    texts, refused = _texts(root)
    for text in texts.values():
        if _texts(_load_kept(text))[0] == texts:
            return text, True
    raise refused or ValueError("no format preserves the nodes of unknown types in this graph")


def _texts(root):
    """Returns the graph in each format that can hold it, and the error of the first other one."""
    texts, refused = {}, None
    for format in ("tvm-0.8", "tvm-ffi", "plain"):
        try:
            texts[format] = save_json(root, format=format)
        except ValueError as error:
            refused = refused or error
    return texts, refused


def _load_kept(text):
    return load_json(text, keep_unknown=True)


# A memo of `copy.deepcopy` has the copies of native objects under the `id` of this object.
_COPIES = object()


def _deepcopy(self, memo):
    copies = memo.get(id(_COPIES))
    if copies is None:
        copies = memo[id(_COPIES)] = _objet.Copies()
    made, pairs = copies.copy(self, memo)
    for original, copied in pairs:
        memo[id(original)] = copied
    # The memo keeps the originals alive, so that no other object gets their `id`.
    memo.setdefault(id(memo), []).extend(original for original, _ in pairs)
    for original, copied in pairs:
        if copied is not original and (state := _state(original)) is not None:
            _set_state(copied, copy.deepcopy(state, memo))
    return made


def _same_as(self, other):
    """Whether both are the same native object."""
    return _objet.same_as(self, other)


_add_unknown_attrs(_objet.class_of_key("objet.Opaque"))
Object.__repr__ = lambda self: _objet.as_line(self, _REPR_LIMIT)
Object.__str__ = _str
Object.same_as = _same_as
Object.with_attr = _with_attr
Object.replace = _replace
Object.__replace__ = _replace
Object.__reduce__ = _reduce
Object.__copy__ = lambda self: self
Object.__deepcopy__ = _deepcopy
Object.type_key = property(lambda self: _objet.get_attr(self, "type_key"), doc="The key of the object's type.")
