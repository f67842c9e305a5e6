import collections.abc as _c
import typing as _t
import objet as _o

def create(*args: _t.Any) -> _t.Any:
    """Creates an executor of a graph. The arguments are the graph in JSON, the library of its
functions, an optional function that looks up linked parameters, and the type and id of each
device.

# Safety
The contract of [`GraphExecutor::from_args`]."""
