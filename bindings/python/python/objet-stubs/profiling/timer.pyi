import collections.abc as _c
import typing as _t
import objet as _o

def cpu(_device: _o.Device) -> _o.CPUTimerNode:
    """Starts a timer of the host. The device is ignored."""
