import collections.abc as _c
import typing as _t
import objet as _o

def reorg(x: _o.Tensor, stride: int) -> _o.Tensor:
    """Moves blocks of pixels into channels, in the order of YOLO."""
