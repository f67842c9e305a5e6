import collections.abc as _c
import typing as _t
import objet as _o

class Count(_o.Object):
    """How many of something there are, as a metric."""
    __match_args__ = ('value',)
    def __init__(self, value: int) -> None: ...
    @property
    def value(self) -> int:
        """The number."""

class DeviceWrapper(_o.Object):
    """Objects of the type runtime.profiling.DeviceWrapper, which functions make."""
    __match_args__ = ()

class Duration(_o.Object):
    """How long something took, as a metric."""
    __match_args__ = ('microseconds',)
    def __init__(self, microseconds: float) -> None: ...
    @property
    def microseconds(self) -> float:
        """The time in microseconds."""

class MetricCollector(_o.Object):
    """Objects of the type runtime.profiling.MetricCollector, which functions make."""
    __match_args__ = ()

class Percent(_o.Object):
    """Which part of a whole something is, as a metric."""
    __match_args__ = ('percent',)
    def __init__(self, percent: float) -> None: ...
    @property
    def percent(self) -> float:
        """The part in percent."""

class Report(_o.Object):
    """What was measured of each call, and of each device over the whole time."""
    __match_args__ = ('calls', 'device_metrics',)
    def __init__(self, calls: _c.Sequence[_c.Mapping[str, _o.Object]], device_metrics: _c.Mapping[str, _c.Mapping[str, _o.Object]]) -> None: ...
    @property
    def calls(self) -> _o.Array[_o.Map[str, _o.Object]]:
        """For each call, metrics by name."""
    @property
    def device_metrics(self) -> _o.Map[str, _o.Map[str, _o.Object]]:
        """For each device by name, such as `cpu0`, metrics by name."""

def AsCSV(report: Report) -> str:
    """The calls of a report as CSV."""

def AsJSON(report: Report) -> str:
    """A report as JSON."""

def AsTable(report: Report, sort: bool, aggregate: bool, col_sums: bool) -> str:
    """A report as a table: sorted by time, calls of one function as one line, with the sums of the columns."""

def FromJSON(json: str) -> Report:
    """The report that is written in JSON."""
