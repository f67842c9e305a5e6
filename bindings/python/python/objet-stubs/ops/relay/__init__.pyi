import collections.abc as _c
import typing as _t
import objet as _o
from objet.ops.relay import op as op
