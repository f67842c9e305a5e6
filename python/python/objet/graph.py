"""What every object can do: texts, copies, files."""

from . import _objet
from ._objet import Object


def save_json(root):
    """The graph of an object as JSON, byte for byte as TVM 0.8 writes it."""
    return _objet.save_json(root)


def load_json(text, *, keep_unknown=False):
    """The root of a graph in JSON, which is a text or its bytes. With ``keep_unknown``, objects of unknown types are kept as what the
    file says of them. The bounds of fields are not looked at, as in TVM: a file is taken at its word."""
    return _objet.load_json(text, keep_unknown=keep_unknown)


def assert_structural_equal(lhs, rhs, map_free_vars=False):
    """Raises `ValueError` with the places where two graphs differ, if they do."""
    found = _objet.diff(lhs, rhs, map_free_vars=map_free_vars)
    if found:
        lines = [f"{path or 'the root'}: {left} vs {right}" for path, left, right in found]
        raise ValueError("the graphs differ:\n" + "\n".join(lines))


def _replace(self, **fields):
    """A copy of this object with other values for these fields."""
    changed = self
    for name, value in fields.items():
        changed = _objet.with_attr(changed, name, value)
    return changed


def _with_attr(self, name, value):
    """A copy of this object with another value for a field."""
    return _objet.with_attr(self, name, value)


def _reduce(self):
    return load_json, (save_json(self),)


def _same_as(self, other):
    """Whether both are one native object."""
    return _objet.same_as(self, other)


Object.__repr__ = lambda self: _objet.as_line(self)
Object.__str__ = lambda self: _objet.as_text(self)
Object.same_as = _same_as
Object.with_attr = _with_attr
Object.replace = _replace
Object.__replace__ = _replace
Object.__reduce__ = _reduce
Object.__copy__ = lambda self: self
Object.__deepcopy__ = lambda self, memo: _objet.deep_copy(self)
Object.type_key = property(lambda self: _objet.get_attr(self, "type_key"), doc="The key of the object's type.")
