import collections.abc as _c
import typing as _t
import objet as _o
from objet.relay.op.vision import _make as _make
