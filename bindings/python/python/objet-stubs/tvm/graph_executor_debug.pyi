import collections.abc as _c
import typing as _t
import objet as _o

def create(*args: _t.Any) -> _t.Any:
    """Creates an executor with functions that run and measure single nodes. The arguments are those of
`tvm.graph_executor.create`.

# Safety
The contract of [`GraphExecutor::from_args`]."""
