"""The module ``objet.ops``: functions that call operators of Relay.

A function takes the inputs of its operator by position or by name, and the attributes by name. The
operator declares the names, and the defaults of the attributes. The first use makes a function.
"""

import difflib
import functools
import inspect
import numbers
import re
import sys
from collections.abc import Iterable

import numpy

from .. import _objet, dtypes
from ..classes import _MissingName, _new_module
from ..containers import Array
from ..functions import get_global_func
from ..nd import NDArray, array
from .constants import is_integer, is_number, is_scalar, number
from .scalar_operators import tir


def var(name, shape=None, dtype=None):
    """Returns a variable for a tensor of a shape and a data type, or of a type as ``shape``.

    The default data type is ``float32``. As in TVM, a data type as ``shape`` is that of a scalar,
    and a variable that has only a name has no type.
    """
    if shape is None and dtype is None or isinstance(shape, _objet.class_of_key("Type")):
        return get_global_func("relay.ir.Var")(name, shape)
    if isinstance(shape, (str, type, numpy.dtype)):
        shape, dtype = (), shape
    name_of_type = "float32" if dtype is None else dtypes.name(dtype)
    shape = () if shape is None else shape
    if isinstance(shape, Iterable):
        shape = [_extent(name, each) for each in shape]
    of = _objet.class_of_key("relay.TensorType")(shape=shape, dtype=name_of_type)
    return get_global_func("relay.ir.Var")(name, of)


def _extent(name, extent):
    """Returns an extent of a variable. Numbers and expressions must be integers."""
    if is_scalar(extent) and not is_integer(extent):
        value = number(extent)
        found = f"{extent.type_key} of {extent.dtype}" if value is None else value
        raise TypeError(f"expected integers as the shape of {name!r}, found {found}")
    return extent


# The data types of constants by the classes of numbers. A truth value is an `int` too.
_OF_NUMBERS = (bool, "bool"), (int, "int32"), (float, "float32")


def const(value, dtype=None):
    """Returns the constant of a tensor, an array or a number.

    The default data type is that of an array, and ``int32`` or ``float32`` for Python numbers, also
    in lists.
    """
    if (number := _objet.plain(value)) is not value:
        # A constant keeps its data type.
        value, dtype = number, dtype or value.dtype
    if dtype is None and not isinstance(value, numpy.generic):
        dtype = next((name for of, name in _OF_NUMBERS if isinstance(value, of)), None)
    tensor = value if isinstance(value, NDArray) and dtype is None else array(value, dtype)
    if dtype is None and isinstance(value, (list, tuple)) and tensor.dtype == "int64" and _are_of_python(value):
        tensor = array(value, "int32")
    return _objet.class_of_key("relay.Constant")(data=tensor)


def _are_of_python(values):
    """Whether nested lists have integers of Python only."""
    return all(_are_of_python(each) if isinstance(each, (list, tuple)) else isinstance(each, int) for each in values)


def _names():
    """Returns the names of the operators that are called in Relay."""
    return [name for name in get_global_func("ir.ListOpNames")() if not name.startswith(("tir.", "parser."))]


def _find(module, prefix, name):
    """Returns the function or the module with a name: the `__getattr__` of modules."""
    path, names = prefix + name, [] if name.startswith("__") else _names()
    if path in names:
        found = function_of(path)
    elif any(each.startswith(f"{path}.") for each in names):
        found = _module(f"{module}.{name}", f"{path}.")
    else:
        raise _MissingName(f"no operator is registered as {path!r}", lambda: difflib.get_close_matches(path, names, 1))
    setattr(sys.modules[module], name, found)
    return found


def _module(name, prefix):
    """Makes the module of the operators whose names begin with a prefix.

    The code of a file would find operators such as ``any`` in place of built-in functions.
    """
    module = _new_module(name, f"Functions that call the operators ``{prefix}*``.")
    module.__getattr__ = lambda attr: _find(name, prefix, attr)
    module.__dir__ = lambda: sorted({*vars(module), *_parts(prefix)})
    return module


def _parts(prefix):
    return sorted({each[len(prefix) :].split(".")[0] for each in _names() if each.startswith(prefix)})


# Attributes that the operators infer if they are null, although their declarations have no default.
_INFERRED = {"axes", "units"}
# Attributes that the functions of TVM's Python require, although they have a declared default.
_REQUIRED = inspect.Parameter.empty
_WITHOUT_DEFAULT = {
    **dict.fromkeys(["concatenate", "gather", "nn.fifo_buffer", "qnn.concatenate", "repeat", "reverse"], "axis"),
    **dict.fromkeys(["scatter", "scatter_add", "stack"], "axis"),
    **dict.fromkeys(["dyn.ones", "dyn.zeros", "ones", "zeros"], "dtype"),
    "dyn.one_hot": "axis dtype",
    "image.crop_and_resize": "crop_size layout",
    **dict.fromkeys(["image.resize1d", "image.resize2d", "image.resize3d"], "size"),
    **dict.fromkeys(["nn.batch_to_space_nd", "nn.space_to_batch_nd"], "block_shape"),
    "nn.correlation": "kernel_size max_displacement stride1 stride2 padding is_multiply layout",
    **dict.fromkeys(["nn.depth_to_space", "nn.space_to_depth"], "block_size"),
    "nn.dilate": "strides",
    "nn.group_norm": "num_groups",
    "one_hot": "depth axis dtype",
    "qnn.conv2d": "channels kernel_size",
    "qnn.dense": "units",
    "vision.proposal": "scales ratios feature_stride threshold rpn_pre_nms_top_n rpn_post_nms_top_n rpn_min_size iou_loss",
    "vision.yolo_reorg": "stride",
}
# Defaults of the functions of TVM's Python, where they differ from the declared default of the
# attribute, or where that is missing or has no valid type.
_DEFAULTS = {
    **dict.fromkeys(["argsort", "dyn.topk", "ndarray_size", "shape_of"], {"dtype": "int32"}),
    **dict.fromkeys(["cumprod", "cumsum"], {"exclusive": None}),
    "debug": {"debug_func": None},
    "arange": {"dtype": "float32"},
    "full": {"shape": ()},
    **dict.fromkeys(["dyn.image.resize2d", "image.resize1d", "image.resize2d", "image.resize3d"], {"rounding_method": ""}),
    "image.affine_grid": {"target_shape": None},
    "memory.alloc_tensor": {"assert_shape": None},
    **{
        f"nn.{kind}_pool{dimensions}d{suffix}": {"pool_size": (1,) * dimensions}
        for kind in ("avg", "max")
        for dimensions, suffix in ((1, ""), (2, ""), (2, "_grad"), (3, ""))
    },
    "nn.batch_matmul": {"transpose_b": True},
    "nn.bitpack": {"bit_axis": 2, "pack_type": "uint32"},
    **dict.fromkeys(["nn.bitserial_conv2d", "nn.bitserial_dense"], {"pack_dtype": "uint32", "out_dtype": "int16"}),
    **dict.fromkeys(["nn.contrib_conv2d_NCHWc", "nn.contrib_depthwise_conv2d_NCHWc"], {"data_layout": "NCHW8c"}),
    "nn.conv2d_transpose": {"kernel_layout": "IOHW"},
    "nn.l2_normalize": {"axis": None},
    "nn.leaky_relu": {"alpha": 0.01},
    "nn.lrn": {"alpha": 1e-05},
    "nn.nll_loss": {"ignore_index": -100},
    "nn.upsampling": {"scale_h": 1.0, "scale_w": 1.0},
    "nn.upsampling3d": {"scale_d": 1.0, "scale_h": 1.0, "scale_w": 1.0},
    "qnn.batch_matmul": {"out_dtype": "int32", "transpose_b": True},
    **dict.fromkeys(["qnn.conv2d", "qnn.dense"], {"out_dtype": "int32"}),
    "qnn.conv2d_transpose": {"kernel_layout": "IOHW", "out_dtype": "int32"},
    **dict.fromkeys(["qnn.quantize", "qnn.requantize"], {"out_dtype": "int8"}),
    "random.uniform": {"out_dtype": "float32"},
    "scatter_nd": {"mode": "update"},
    "strided_slice": {"strides": (1,)},
    "topk": {"k": 1, "dtype": "int32"},
    "vision.multibox_transform_loc": {"variances": (0.1, 0.1, 0.2, 0.2)},
    "vm.shape_of": {"dtype": "int64"},
}
# Attributes that hold an input of another name, by operator.
_HELD = {"arange": {"stop": "end"}}


def as_input(value):
    """Returns an input of a call. A list of expressions becomes a tuple of Relay."""
    if isinstance(value, (numpy.ndarray, NDArray)) or is_number(value):
        found = f"{type(value).__name__} {value!r}" if is_number(value) else type(value).__name__
        raise TypeError(f"expected an expression as an input, found {found}: make a constant by objet.ops.const")
    if not isinstance(value, (list, tuple, Array)):
        return value
    return _objet.class_of_key("relay.Tuple")(fields=[as_input(each) for each in value])


@functools.cache
def function_of(name):
    """Returns the function that calls the operator of a name."""
    op = get_global_func("ir.GetOp")(name)
    # TVM declares no attributes for some operators, so `attrs_type_key` is empty there.
    key = get_global_func("ir.OpCallAttrsTypeKey")(op)
    inputs = [each.name for each in op.arguments]
    held = {name: name for name in inputs} | _HELD.get(op.name, {})
    fields = _objet.fields(key) if key else []
    defaults = _DEFAULTS.get(name, {}) | dict.fromkeys(_WITHOUT_DEFAULT.get(name, "").split(), _REQUIRED)
    attrs = [
        inspect.Parameter(each["name"], inspect.Parameter.KEYWORD_ONLY, default=_default(each, defaults))
        for each in fields
        if each["name"] not in held
    ]
    # Such an attribute is the input, or null or 0.0 because the input takes its place.
    shared = {
        each["name"]: (each["kind"] == "RelayExpr" and held[each["name"]], None if each["nullable"] else 0.0)
        for each in fields
        if each["name"] in held and (each["nullable"] or each["kind"] == "float" and each["required"])
    }
    preset = {each["name"]: None for each in fields if _is_inferred(each)} | defaults
    lengths = {each["name"]: _length(op, each) for each in fields if re.match("Array<(?!Array)", each["kind"])}
    if is_fixed := op.num_inputs == len(inputs):
        takes = [inspect.Parameter(each, inspect.Parameter.POSITIONAL_OR_KEYWORD) for each in inputs]
    else:
        takes = [inspect.Parameter("inputs", inspect.Parameter.VAR_POSITIONAL)]
    signature = inspect.Signature(takes + attrs)

    def call(*args, **named):
        try:
            given = signature.bind(*args, **named)
        except TypeError as error:
            advice = f"; attributes go by name, such as {attrs[0].name}=…" if is_fixed and attrs and len(args) > len(takes) else ""
            raise TypeError(f"{op.name}{signature}: {error}{advice}") from None
        both = {name: given.arguments[of] if of else empty for name, (of, empty) in shared.items()}
        values = {name: _as_array(value, lengths.get(name)) for name, value in given.kwargs.items()}
        made = _objet.class_of_key(key)(**{**preset, **both, **values}) if key else None
        return get_global_func("relay.ir.Call")(op, list(map(as_input, given.args)), made, [])

    call.__name__ = call.__qualname__ = op.name.rpartition(".")[2]
    call.__module__ = f"objet.ops.{op.name}".rpartition(".")[0]
    call.__doc__ = op.description or f"Calls the operator ``{op.name}``."
    call.__signature__ = signature
    call._fields = {each["name"]: each for each in fields}
    return call


def fields_of(function):
    """Returns the descriptions of the attributes that a function of an operator takes, by name."""
    return function._fields


def _default(field, defaults):
    """Returns the default of an attribute. Without one, it can be null, inferred, or required."""
    if field["name"] in defaults:
        return defaults[field["name"]]
    if "default" in field:
        default = field["default"]
        # The signature shows the numbers of a list.
        return tuple(_objet.container_plain(default)) if isinstance(default, Array) else default
    return _REQUIRED if field["required"] and not _is_inferred(field) else None


def _length(op, field):
    """Returns the length of the array that an attribute makes of one integer.

    It is the length of the default, or the number of dimensions in the name of the operator, or 1.
    """
    dimensions = re.search(r"(\d)d", op.name)
    return len(field.get("default") or ()) or (int(dimensions[1]) if dimensions else 1)


def _as_array(value, length):
    """Returns the value of an attribute. An integer for an array of this length is repeated."""
    is_integer = isinstance(value, (numbers.Integral, _objet.class_of_key("PrimExpr")))
    return [value] * length if length and is_integer else value


def _is_inferred(field):
    return field["name"] in _INFERRED and field["required"] and field["nullable"]


ops = _module("objet.ops", "")
ops.__doc__ = """Functions that call operators: ``objet.ops.nn.conv2d(x, w, channels=8)``.

The inputs of an operator are passed by position or by name, its attributes by name. `var` makes a
variable, and `const` a constant. ``objet.ops.tir`` has the operators of TIR."""
ops.var, ops.const, ops.tir = var, const, tir
