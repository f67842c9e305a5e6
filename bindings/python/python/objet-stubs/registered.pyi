import collections.abc as _c
import typing as _t
import objet as _o


from objet import field as field, register_object as register_object

class Field(_t.NamedTuple):
    default: _t.Any
    role: str
    doc: str
