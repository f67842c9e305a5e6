import collections.abc as _c
import typing as _t
import objet as _o

def sparse_dense_padded(data: _o.RelayExpr | _c.Sequence[_t.Any], weight_data: _o.RelayExpr | _c.Sequence[_t.Any], weight_indices: _o.RelayExpr | _c.Sequence[_t.Any], weight_indptr: _o.RelayExpr | _c.Sequence[_t.Any], *, sparse_lhs: bool = ...) -> _o.relay.Call:
    """Computes `nn.sparse_dense` with weights padded to whole warps of a GPU."""
