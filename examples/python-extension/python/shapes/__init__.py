"""Shapes: nodes in Rust, for Python. A wheel with custom nodes needs no other Python code."""

import objet

# The extension module adds its nodes and functions to that of the package `objet`.
from . import _native  # noqa: F401

import objet.shapes  # noqa: E402
from objet.shapes import *  # noqa: E402, F403


def __getattr__(name):
    return getattr(objet.shapes, name)
