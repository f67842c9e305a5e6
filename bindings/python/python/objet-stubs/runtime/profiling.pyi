import collections.abc as _c
import typing as _t
import objet as _o

class Count(_o.Object):
    """A metric that counts something."""
    __match_args__ = ('value',)
    def __init__(self, value: int) -> None: ...
    @property
    def value(self) -> int:
        """The count."""

class DeviceWrapper(_o.Object):
    """An object of the type runtime.profiling.DeviceWrapper. Functions make such objects."""
    __match_args__ = ()

class Duration(_o.Object):
    """A metric that holds a time."""
    __match_args__ = ('microseconds',)
    def __init__(self, microseconds: float) -> None: ...
    @property
    def microseconds(self) -> float:
        """The time in microseconds."""

class MetricCollector(_o.Object):
    """An object of the type runtime.profiling.MetricCollector. Functions make such objects."""
    __match_args__ = ()

class Percent(_o.Object):
    """A metric that holds a share of a whole."""
    __match_args__ = ('percent',)
    def __init__(self, percent: float) -> None: ...
    @property
    def percent(self) -> float:
        """The share in percent."""

class Report(_o.Object):
    """The metrics of each call, and the metrics of each device over the whole profile."""
    __match_args__ = ('calls', 'device_metrics',)
    def __init__(self, calls: _c.Sequence[_c.Mapping[str, _t.Any]], device_metrics: _c.Mapping[str, _c.Mapping[str, _t.Any]]) -> None: ...
    @property
    def calls(self) -> _o.Array[_o.Map[str, _o.Object]]:
        """The metrics of each call by name."""
    @property
    def device_metrics(self) -> _o.Map[str, _o.Map[str, _o.Object]]:
        """The metrics of each device by name, under the name of the device, such as `cpu0`."""

def AsCSV(report: Report) -> str:
    """Formats the calls of a report as CSV."""

def AsJSON(report: Report) -> str:
    """Formats a report as JSON."""

def AsTable(report: Report, sort: bool, aggregate: bool, col_sums: bool) -> str:
    """Formats a report as a table. `sort` orders calls by time, `aggregate` merges calls of one
function into one line, and `col_sums` adds a line with the sums of the columns."""

def FromJSON(json: str) -> Report:
    """Reads a report from JSON."""
