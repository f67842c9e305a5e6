import collections.abc as _c
import typing as _t
import objet as _o

def ManifestAlloc(target_host: _o.Target | None, targets: _c.Mapping[_o.IntImm | int, _o.Target]) -> _o.transform.Pass:
    """Creates the pass that inserts the allocations of the results of kernels. The pass compiles
nothing, so that the targets do not matter."""
