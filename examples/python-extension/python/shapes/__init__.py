"""Shapes: nodes in Rust, for Python. A wheel with custom nodes needs no other Python code."""

import sys

# If another extension module of Objet is loaded already, this module adds its nodes and functions
# to that module.
from . import _native

# Otherwise the package `objet` uses this module, with its nodes and the core of Objet, and later
# modules join this one. To get relay and tir too, import `objet` before this package.
sys.modules.setdefault("objet._objet", _native)

import objet.shapes  # noqa: E402
from objet.shapes import *  # noqa: E402, F403


def __getattr__(name):
    return getattr(objet.shapes, name)
