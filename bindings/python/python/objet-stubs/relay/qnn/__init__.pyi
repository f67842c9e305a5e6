import collections.abc as _c
import typing as _t
import objet as _o
from objet.relay.qnn import _transform as _transform
from objet.relay.qnn import op as op
