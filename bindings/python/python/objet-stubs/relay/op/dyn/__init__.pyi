import collections.abc as _c
import typing as _t
import objet as _o
from objet.relay.op.dyn import _make as _make
from objet.relay.op.dyn import image as image
from objet.relay.op.dyn import nn as nn
