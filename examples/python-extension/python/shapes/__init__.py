"""Shapes: nodes in Rust, for Python. This is all that a wheel with nodes of its own needs to say."""

import sys

# If there is another extension module of Objet's already, this one brings it its nodes and functions.
from . import _native

# Else the package `objet` works with this one, which has its nodes and the core of Objet, and others join it. To have relay and tir as well,
# import `objet` first, here or before.
sys.modules.setdefault("objet._objet", _native)

import objet.shapes  # noqa: E402
from objet.shapes import *  # noqa: E402, F403


def __getattr__(name):
    return getattr(objet.shapes, name)
