import collections.abc as _c
import typing as _t
import objet as _o


from objet import (
    FieldInfo as FieldInfo,
    asdict as asdict,
    field as field,
    fields as fields,
    register_object as register_object,
)

class Field(_t.NamedTuple):
    default: _t.Any
    default_factory: _t.Any = ...
    kw_only: bool | None = ...
    role: str = ...
    doc: str = ...
    aliases: tuple[str, ...] = ...
