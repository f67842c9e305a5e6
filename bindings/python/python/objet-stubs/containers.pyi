import collections.abc as _c
import typing as _t
import objet as _o

from objet import ADT as ADT, Array as Array, Map as Map, ShapeTuple as ShapeTuple
