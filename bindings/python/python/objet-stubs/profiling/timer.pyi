import collections.abc as _c
import typing as _t
import objet as _o

def cpu(_device: _o.Device) -> _o.CPUTimerNode:
    """A timer of the host's work that runs from now on, whatever the device."""
