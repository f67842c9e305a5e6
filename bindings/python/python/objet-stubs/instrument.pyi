import collections.abc as _c
import typing as _t
import objet as _o

class PassInstrument(_o.Object):
    """An instrument as a node."""
    __match_args__ = ('name',)
    def __init__(self, name: str) -> None: ...
    @property
    def name(self) -> str:
        """Its name."""

def MakePassTimingInstrument() -> PassInstrument:
    """An instrument that takes the time of passes, for `instrument.RenderTimePassProfiles`."""

def RenderTimePassProfiles() -> str:
    """How long the passes took that ran on this thread with such instruments."""
