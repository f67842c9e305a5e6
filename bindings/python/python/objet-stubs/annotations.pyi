import collections.abc as _c
import typing as _t
import objet as _o

def annotate(key: str, cls: type) -> None: ...
