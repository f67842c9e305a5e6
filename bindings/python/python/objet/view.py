"""Graphs to be looked at: pages, drawings, and how notebooks show them."""

import base64

from . import _objet
from ._objet import Object

# Notebooks show a drawing of so many boxes, and of what is larger a tree of so many objects.
_SMALL = 24
_SHOWN = 500


def to_html(root, title=""):
    """A page with the whole graph, to walk through and to search; a browser opens it without a network."""
    return _objet.html(root, title)


def to_svg(root, *, limit=60):
    """A drawing of the graph, with a box for each object. From the root on, it has as many boxes as ``limit`` says, from 1 to 1000."""
    if not 1 <= limit <= 1000:
        raise ValueError(f"expected a limit from 1 to 1000, found {limit}")
    return _objet.svg(root, limit)[0]


def to_dot(root):
    """The whole graph as a drawing, for Graphviz."""
    return _objet.dot(root)


def _repr_html(self):
    """The drawing, with the tree behind it, or the tree alone if the graph is large.

    Front ends prefer HTML over SVG. Of a notebook that is not trusted they keep images and what unfolds, but neither scripts nor
    elements of SVG: so the drawing is an image.
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
    """The drawing of `to_svg`."""
    return to_svg(self)


Object._repr_html_ = _repr_html
Object._repr_svg_ = _repr_svg
