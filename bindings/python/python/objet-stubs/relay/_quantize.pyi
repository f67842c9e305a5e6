import collections.abc as _c
import typing as _t
import objet as _o

def CreateStatsCollector(expr: _o.relay.Function) -> _o.relay.Function:
    """Returns a function of the values that are quantized."""

def QuantizeAnnotate() -> _o.transform.Pass:
    """Creates the pass that adds simulated quantization to functions."""

def QuantizePartition() -> _o.transform.Pass:
    """Creates the pass that marks the parts of functions that are quantized."""

def QuantizeRealize() -> _o.transform.Pass:
    """Creates the pass that replaces simulated quantization by operators on integers."""

def _EnterQConfigScope(config: _o.relay.quantize.QConfig) -> None:
    """Makes a configuration current on this thread."""

def _ExitQConfigScope() -> None:
    """Leaves the configuration that was entered last on this thread."""

def _GetCurrentQConfig() -> _o.relay.quantize.QConfig:
    """Returns the current configuration of this thread."""

def make_annotate_expr(expr: _o.RelayExpr, kind: _t.Any) -> _o.relay.QAnnotateExpr:
    """Marks an expression with a kind."""

def make_partition_expr(expr: _o.RelayExpr) -> _o.relay.QPartitionExpr:
    """Marks the boundary after an expression."""

def simulated_quantize(data: _o.RelayExpr, dom_scale: _o.RelayExpr, clip_min: _o.RelayExpr, clip_max: _o.RelayExpr, kind: _t.Any, sign: bool, rounding: str) -> _o.relay.Call:
    """Creates a call that simulates quantization."""
