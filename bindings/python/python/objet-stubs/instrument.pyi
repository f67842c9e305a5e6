import collections.abc as _c
import typing as _t
import objet as _o

class PassInstrument(_o.Object):
    """A node that wraps an [`Instrument`]."""
    __match_args__ = ('name',)
    def __init__(self, name: str) -> None: ...
    @property
    def name(self) -> str:
        """The name of the instrument."""

def MakePassTimingInstrument() -> PassInstrument:
    """Creates an instrument that measures the duration of passes, for
`instrument.RenderTimePassProfiles`."""

def RenderTimePassProfiles() -> str:
    """Formats the durations of the passes that ran on this thread with timing instruments."""
