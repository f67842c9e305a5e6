import collections.abc as _c
import typing as _t
import objet as _o

def _Dump(stmt: _o.tir.Stmt, inputs: _c.Sequence[_t.Any], outputs: _c.Sequence[_o.Tensor], name: str) -> str:
    """Returns a hybrid script that performs a statement."""
