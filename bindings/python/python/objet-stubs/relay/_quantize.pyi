import collections.abc as _c
import typing as _t
import objet as _o

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
