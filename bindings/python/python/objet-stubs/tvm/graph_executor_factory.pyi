import collections.abc as _c
import typing as _t
import objet as _o

def create(*args: _t.Any) -> _t.Any:
    """Creates a factory. The arguments are the graph in JSON, the library of its functions, the name
of the network, and the name and value of each parameter.

# Safety
The contract of [`GraphExecutor::new`], for each executor that the factory creates."""
