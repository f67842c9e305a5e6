"""The fields of the results of calls, for ``mean, variance = call``."""

from .. import _objet
from ..containers import Array
from ..functions import get_global_func


def _of_split(call):
    parts = call.attrs.indices_or_sections
    if isinstance(parts, Array):
        return len(parts) + 1
    return None if parts is None else int(parts)


def _of_topk(call):
    return 2 if call.attrs.ret_type == "both" else None


def _of_meshgrid(call):
    axes = call.args[0] if len(call.args) == 1 else None
    return len(axes.fields) if isinstance(axes, _objet.class_of_key("relay.Tuple")) else None


# The numbers of fields by operator, as in TVM's Python functions.
_COUNTS = {
    "dyn.topk": _of_topk,
    "meshgrid": _of_meshgrid,
    "nn.batch_norm": 3,
    "nn.dropout": 2,
    "nn.sparse_transpose": 3,
    "sparse_fill_empty_rows": 3,
    "sparse_reshape": 2,
    "split": _of_split,
    "topk": _of_topk,
    "unique": lambda call: 5 if call.attrs.return_counts else 4,
    "vision.all_class_non_max_suppression": lambda call: 2 if call.attrs.output_format == "onnx" else 3,
    "vision.get_valid_counts": 3,
    "vision.multibox_transform_loc": 2,
    "vision.non_max_suppression": lambda call: 2 if call.attrs.return_indices else None,
}


def _count(call):
    """Returns the number of fields, or ``None`` if it is not known or the result is no tuple."""
    if (inferred := call._checked_type_) is not None:
        return len(inferred.fields) if isinstance(inferred, _objet.class_of_key("TupleType")) else None
    count = _COUNTS.get(call.op.name) if isinstance(call.op, _objet.class_of_key("Op")) else None
    if callable(count):
        # A call of a parsed or loaded program may have no attributes.
        return None if call.attrs is None else count(call)
    return count


def fields(call):
    """Returns an iterator of expressions for the fields of the result of a call.

    The number of fields is that of the inferred type. Without one, it is known for the operators
    whose results are tuples.
    """
    if (count := _count(call)) is None:
        raise TypeError(
            "cannot iterate over the fields of a call: its result is no tuple, or its type is not inferred; "
            "run objet.relay._transform.InferType() on its module, or name a field, as in call[0]"
        )
    field = get_global_func("relay.ir.TupleGetItem")
    return (field(call, index) for index in range(count))
