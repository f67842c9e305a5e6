"""Structural comparison of graphs, and the differences that it finds."""

import html
from collections.abc import Mapping, Sequence

import numpy

from . import _objet, dtypes
from .graph import _REPR_LIMIT, _owners
from .nd import NDArray, _held, _is_on_host

# The maximum number of characters of a value in a table, and of a path in a notebook.
_SHOWN = 200
# The maximum number of steps of a path in the line of a difference.
_STEPS = 100
# The maximum number of differences in a notebook.
_ROWS = 100

# The style of cells. Notebooks align cells to the right.
_LEFT = 'style="text-align:left"'


class Path:
    """A path from the root of a graph to an object or a value, such as ``.body.args[3].dtype``."""

    def __init__(self, found, graphs=None):
        # The paths of one comparison share their steps, so the list is not kept.
        self._found = found
        self._graphs = graphs

    @property
    def _steps(self):
        return self._found.steps()

    @property
    def _text(self):
        return self._found.text()

    def _end(self):
        """Returns the text of the last steps, since deep graphs have long paths."""
        return self._found.end(_STEPS)

    def get(self, root):
        """Returns the value at this path from a root.

        In the graphs of the comparison, this is the value that the difference shows. In another
        graph, an entry of a map is found by its key: a number or a string by value, a node by
        identity, or else by the position of the entry if the key there is an equal node. Raises
        `LookupError` if the graph has no such place.
        """
        side = self._graphs and self._graphs.side(root)
        if side is not None:
            return self._find(root, side)
        for step, keys in zip(self._steps, self._keys()):
            # A key that only the right graph has is found by its position there.
            root = _entry(root, step, keys) if keys else _follow(root, step, int(step[2] is None), _named)
        return root

    def _keys(self):
        """Returns the keys of each step in the graphs of the comparison, `()` if it has no key."""
        if isinstance(self._found, _Steps):
            return self._found.keys()
        keys, native = [], self._found
        while (last := native.split_last()) is not None:
            native, step, _ = last
            keys.append(self._graphs.keys(native, step))
        return reversed(keys)

    def _find(self, root, side):
        for step in self._steps:
            root = _follow(root, step, side, _named)
        return root

    def __str__(self):
        return self._text

    def __repr__(self):
        return _bounded(self._end(), lambda path: f"Path({path!r})")

    def __len__(self):
        return len(self._steps)

    def __eq__(self, other):
        return self._steps == other._steps if isinstance(other, Path) else NotImplemented

    def __hash__(self):
        return hash(self._text)

    def __reduce__(self):
        return Path, (_saved([self])[0],)


def _saved(paths):
    """Returns the steps of paths for a pickle, in a table without the same step twice.

    A row has the number of the row before, the step, its text and its keys.
    """
    table, numbers, found = [], {}, []
    for path in paths:
        native, steps = path._found, []
        if isinstance(native, _Steps):
            found.append(native)
            continue
        while (last := native.split_last()) is not None and last[2] not in numbers:
            steps.append((native.end(1).removeprefix("…"), *last))
            native = last[0]
        row = numbers[last[2]] if last else None
        for text, before, step, number in reversed(steps):
            table.append((row, step, text, path._graphs.keys(before, step)))
            row = numbers[number] = len(table) - 1
        found.append(_Steps(table, row))
    return found


class _Steps:
    """The steps of a path from a pickle: a table of steps, and the number of the last one."""

    def __init__(self, table, last):
        self._table = table
        self._last = last

    def _backwards(self):
        row = self._last
        while row is not None:
            row, *step = self._table[row]
            yield step

    def _column(self, index):
        return [step[index] for step in self._backwards()][::-1]

    def steps(self):
        return self._column(0)

    def text(self):
        return "".join(self._column(1))

    def keys(self):
        return self._column(2)

    def end(self, count):
        texts = [text for _, (_, text, _) in zip(range(count + 1), self._backwards())]
        return "".join(reversed(texts if len(texts) <= count else [*texts[:count], "…"]))


def _follow(value, step, side, named):
    """Returns the value behind a step of a path. The side is 0 for the left graph, or 1.

    ``named`` returns the value of the key of a map that has a name.
    """
    kind, name, *indices = step
    index = indices[side]
    if index is None and kind in ("entry", "key of"):
        raise LookupError(f"the graph has no entry {indices[1 - side] if name is None else name}")
    try:
        if kind == "field":
            if isinstance(value, _objet.Object):
                return _objet.get_attr(value, name)
            # A boxed value is a Python value, and its only field is the value.
            if name == "value" and value is not None:
                return value
            raise TypeError(f"expected an object, found {type(value).__name__}")
        if kind == "index":
            return value[index]
        if kind == "key":
            return value[name] if name in value else named(value, name)
        key, found = _pair(value, index)
        return key if kind == "key of" else found
    except (AttributeError, TypeError) as error:
        raise LookupError(f"{type(value).__name__} has no place {name or index!r}") from error


def _pair(entries, index):
    """Returns the key and the value at a position in a map."""
    return _objet.map_entry(entries, index) if isinstance(entries, _objet.Object) else list(entries.items())[index]


def _entry(value, step, keys):
    """Returns the value of the first key that a map has.

    Another map may have equal nodes as keys. The position tells them apart.
    """
    if isinstance(value, Mapping):
        for key in keys:
            if key in value:
                return value[key]
        index = step[3] if step[2] is None else step[2]
        if index < len(value):
            found, item = _pair(value, index)
            if any(_is_like(found, key) for key in keys):
                return item
    raise LookupError(f"the graph has no entry {step[1]}")


def _is_like(lhs, rhs):
    """Whether two keys are equal, except that a variable equals one of the same name and type."""
    if getattr(lhs, "name_hint", None) != getattr(rhs, "name_hint", None):
        return False
    try:
        return _objet.structural_equal(lhs, rhs, map_free_vars=True)
    except TypeError:
        # A dict may have keys that no native map has.
        return False


def _named(entries, name):
    """Returns the value of the key that has a name, such as a global variable."""
    return _by_name(entries)[name]


def _by_name(entries):
    """Returns the values of a map by the names of their keys, of equal names the first one."""
    found = {}
    for key, value in entries.items():
        if isinstance(name := getattr(key, "name_hint", None), str):
            found.setdefault(name, value)
    return found


class _Graphs:
    """The graphs of a comparison, and the values that were found in them.

    The paths to differences share their steps, and each step is followed once.
    """

    def __init__(self, *roots):
        self._roots = roots
        self._forget()

    def _forget(self):
        # The values of each graph by the numbers of their paths.
        self._found = {}, {}
        # The maps with names, which stay alive, and their values by name.
        self._maps = {}

    def side(self, root):
        """Returns the side whose graph has a root, or `None` for another root."""
        return next((side for side, each in enumerate(self._roots) if each is root), None)

    def keys(self, native, step):
        """Returns the keys of the entry behind a path, of the left and of the right graph."""
        kind, *rest = step
        if kind != "entry":
            return ()
        key_of = ("key of", *rest)
        sides = (side for side in (0, 1) if rest[1 + side] is not None)
        return tuple(_follow(self._at(native, side), key_of, side, self._named) for side in sides)

    def value(self, path, side):
        """Returns the value at a path in the graph of a side, or `None` if there is none."""
        try:
            found = path._found
            return path._find(self._roots[side], side) if isinstance(found, _Steps) else self._at(found, side)
        except LookupError:
            return None

    def _at(self, native, side):
        """Returns the value at a path that is not from a pickle."""
        if len(self._found[side]) > _REMEMBERED:
            self._forget()
        found, value, steps = self._found[side], self._roots[side], []
        while (last := native.split_last()) is not None:
            native, step, number = last
            if number in found:
                value = found[number]
                break
            steps.append((number, step))
        for number, step in reversed(steps):
            value = found[number] = _follow(value, step, side, self._named)
        return value

    def _named(self, entries, name):
        _, by_name = self._maps.get(id(entries)) or self._maps.setdefault(id(entries), (entries, _by_name(entries)))
        return by_name[name]

    def __reduce__(self):
        return _Graphs, self._roots


# The number of values of a graph that are remembered at the same time.
_REMEMBERED = 100_000


class Difference:
    """A difference of two graphs: the ``path``, and the values ``lhs`` and ``rhs`` at this path.

    A value is `None` if its graph has no such place, and is remembered when it is first read. `str`
    shows both values in short, and the path, of a longer one the last 100 steps.
    """

    def __init__(self, graphs, path, texts):
        self._graphs = graphs
        self.path = path
        self._texts = texts

    def _value(self, side):
        return self._graphs.value(self.path, side)

    @property
    def lhs(self):
        """The value in the left graph."""
        return self._value(0)

    @property
    def rhs(self):
        """The value in the right graph."""
        return self._value(1)

    def __str__(self):
        return f"{self.path._end() or 'the root'}{self._values()}"

    def __repr__(self):
        values = self._values()
        return _bounded(self.path._end(), lambda path: f"<Difference {path or 'the root'}{values}>")

    def _values(self):
        """Returns the text of both values."""
        left, right = self._texts
        # Most values are not read: in a deep graph, this takes longer than the comparison.
        if left.startswith(_TENSOR) and right.startswith(_TENSOR) and (element := _element(self.lhs, self.rhs)):
            return element
        keys = {text.partition("(")[0].partition(" at 0x")[0] for text in self._texts}
        again = len(keys) == 1 and keys <= _owners.keys() and _definition(self.lhs) is not _definition(self.rhs)
        return f": {left} vs {right}{' (the definitions of the class differ)' if again else ''}"


# The beginning of the short text of a tensor.
_TENSOR = "NDArray("


def _definition(value):
    """Returns the class of the type of an object. Each definition of a type has its own."""
    return next((cls for cls in type(value).__mro__ if _objet.is_class_of_type(cls)), None)


def _element(lhs, rhs):
    """Describes the first different element of two tensors in short.

    Returns `None` for other values, and for tensors of different shapes or types.
    """
    tensors = lhs, rhs
    if not all(isinstance(each, NDArray) and _is_on_host(each) for each in tensors):
        return None
    if lhs.shape != rhs.shape or lhs.dtype != rhs.dtype or not lhs.size:
        return None
    try:
        values = [numpy.asarray(dtypes.widened(_held(each), each.dtype), order="C") for each in tensors]
    except TypeError:
        # NumPy has no such elements.
        return None
    left, right = (each.reshape(-1) for each in values)
    # The bits tell -0.0 from 0.0. All NaNs are equal.
    bits = [each.view("uint8").reshape(each.size, -1) for each in (left, right)]
    places = numpy.flatnonzero((bits[0] != bits[1]).any(axis=1) & ~((left != left) & (right != right)))
    if not places.size:
        return None
    index = ", ".join(map(str, numpy.unravel_index(places[0], values[0].shape)))
    return f", element [{index}]: {left[places[0]]} vs {right[places[0]]} ({places.size} of {left.size} differ)"


class Diff(Sequence):
    """The differences of two graphs: a sequence of `Difference`, empty if the graphs are equal.

    `str` has a line for each difference, with the last 100 steps of a longer path. Notebooks show
    the values of the first 100 differences side by side, and `to_html` returns all of them.
    """

    def __init__(self, lhs, rhs, limit=None, map_free_vars=False):
        graphs = _Graphs(lhs, rhs)
        found = [] if lhs is None is rhs else _objet.differences(lhs, rhs, limit, map_free_vars)
        self._all = [Difference(graphs, Path(path, graphs), texts) for path, *texts in found]

    def __len__(self):
        return len(self._all)

    def __getitem__(self, index):
        return self._all[index]

    def __getstate__(self):
        # Paths on their own would have their common steps many times.
        saved = _saved(each.path for each in self._all)
        return {"_all": [Difference(each._graphs, Path(steps), each._texts) for each, steps in zip(self._all, saved)]}

    def __str__(self):
        return "\n".join(map(str, self._all))

    def __repr__(self):
        return f"<Diff: {len(self)} difference{'' if len(self) == 1 else 's'}>"

    def to_html(self):
        """Returns an HTML table of all paths, with the values of both graphs side by side."""
        return _table((str(difference.path), difference) for difference in self._all)

    def _repr_html_(self):
        """Returns the table of the first 100 differences, and the number of the others."""
        table = _table((_end(difference.path._end()), difference) for difference in self._all[:_ROWS])
        more = len(self) - _ROWS
        if more <= 0:
            return table
        count = f"{more} more difference{'' if more == 1 else 's'}"
        return f"{table}<p>… and {count}: <code>to_html()</code> of the <code>Diff</code> returns all</p>"


def _end(path, limit=_SHOWN):
    """Returns a path without the start of a long one."""
    return path if len(path) <= limit else f"…{path[-limit:]}"


def _bounded(path, line):
    """Returns the line with a path, without the start of the path if the line is too long."""
    text = line(path)
    # The line may have several characters for one of the path.
    for limit in range(_REPR_LIMIT, 0, -16):
        if len(text) > _REPR_LIMIT:
            text = line(_end(path, limit))
    return text if len(text) <= _REPR_LIMIT else f"{text[: _REPR_LIMIT - 1]}…"


def _table(differences):
    rows = "".join(_row(path, difference) for path, difference in differences)
    heads = "".join(f"<th {_LEFT}>{head}</th>" for head in ("path", "left", "right"))
    return f"<table><tr>{heads}</tr>{rows}</table>"


def _row(path, difference):
    cells = [path or "the root"]
    for side, text in enumerate(difference._texts):
        value = difference._value(side)
        # The short text of a node leaves out its fields.
        shown = repr(value) if isinstance(value, _objet.Object) else text
        cells.append(shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…")
    return "<tr>" + "".join(f"<td {_LEFT}><code>{html.escape(cell)}</code></td>" for cell in cells) + "</tr>"


def diff(lhs, rhs, *, limit=None, map_free_vars=False):
    """Returns the differences of two graphs as a `Diff`, at most ``limit`` if given."""
    return Diff(lhs, rhs, limit, map_free_vars)


def assert_structural_equal(lhs, rhs, map_free_vars=False):
    """Raises `ValueError` with the first differing paths, if two graphs differ."""
    shown = 10
    found = diff(lhs, rhs, limit=shown + 1, map_free_vars=map_free_vars)
    if found:
        lines = [str(difference) for difference in found[:shown]]
        if len(found) > shown:
            lines.append("… (`objet.diff` returns all)")
        raise ValueError("the graphs differ:\n" + "\n".join(lines))
