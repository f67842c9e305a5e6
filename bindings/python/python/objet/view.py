"""Views of graphs: HTML pages, drawings, and their display in notebooks."""

import base64
import html

from . import _objet
from ._objet import Object

# Maximum number of boxes of a drawing in a notebook, and maximum number of objects of a tree. A
# larger graph is shown only as a tree.
_SMALL = 24
_SHOWN = 500


def to_html(root, title=""):
    """Renders the whole graph as an HTML page with search. The page needs no network."""
    return _objet.html(root, title)


def to_svg(root, *, limit=60):
    """Draws the graph as SVG, with a box for each object.

    The drawing has at most ``limit`` boxes near the root, from 1 to 1000.
    """
    if not 1 <= limit <= 1000:
        raise ValueError(f"expected a limit from 1 to 1000, found {limit}")
    return _objet.svg(root, limit)[0]


def to_dot(root):
    """Renders the whole graph for Graphviz."""
    return _objet.dot(root)


def _repr_html(self):
    """Returns the drawing followed by the tree, or only the tree if the graph is large.

    Notebook front ends prefer HTML to SVG. In an untrusted notebook they keep images and
    collapsible elements, but remove scripts and SVG elements. Therefore the drawing is an image.
    """
    drawing, is_whole = _objet.svg(self, _SMALL)
    tree = _objet.tree(self, _SHOWN)
    if not is_whole:
        return tree
    data = base64.b64encode(drawing.encode()).decode()
    return (
        f'<div style="overflow-x:auto"><img style="max-width:none" alt="{self.type_key}" src="data:image/svg+xml;base64,{data}"></div>'
        f"<details><summary>as a tree</summary>{tree}</details>"
    )


def _repr_svg(self):
    """Returns the drawing of `to_svg`."""
    return to_svg(self)


def _repr_text(self):
    """Returns the `repr`, for objects without a graph."""
    return _code(repr(self))


def _repr_function(self):
    """Returns the signature and the documentation of a function."""
    doc = self.__doc__
    return _repr_text(self) + (_code(doc) if doc else "")


def _code(text):
    """Returns text in the font of code, which some notebooks do not use for `pre` alone."""
    return f"<pre><code>{html.escape(text)}</code></pre>"


Object._repr_html_ = _repr_html
for _key, _function in ("NDArray", _repr_text), ("Module", _repr_text), ("PackedFunc", _repr_function):
    _objet.class_of_key(f"runtime.{_key}")._repr_html_ = _function
Object._repr_svg_ = _repr_svg
