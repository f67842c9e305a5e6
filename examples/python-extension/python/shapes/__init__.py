"""Shapes: nodes in Rust, for Python. This is all that a wheel with nodes of its own needs to say."""

import sys

from . import _native

# The package `objet` works with the extension module that is there first: this one has its nodes and all of Objet.
if sys.modules.setdefault("objet._objet", _native) is not _native:
    raise ImportError("import shapes before objet")

import objet.shapes  # noqa: E402
from objet.shapes import *  # noqa: E402, F403


def __getattr__(name):
    return getattr(objet.shapes, name)
