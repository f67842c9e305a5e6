import collections.abc as _c
import typing as _t
import objet as _o
from objet.profiling import timer as timer

def start_timer(device: _o.Device) -> _o.TimerNode:
    """Starts a timer of a device."""
