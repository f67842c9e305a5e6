"""Tests of the functions that call operators."""

import enum
import importlib
import importlib.util
import inspect
import subprocess
import sys

import numpy as np
import pytest

import objet
from objet import ops
from objet._ir import operators


@pytest.fixture
def x():
    return ops.var("x", (1, 3, 8, 8))


def test_a_call_has_the_inputs_and_the_attributes(x):
    w = ops.var("w", (4, 3, 3, 3), "float32")
    made = ops.nn.conv2d(x, weight=w, channels=4, kernel_size=(3, 3))
    wanted = objet.relay.op.nn._make.conv2d(x, w, [1, 1], [0, 0], [1, 1], 1, 4, [3, 3], "NCHW", "OIHW", "", "")
    objet.assert_structural_equal(made, wanted)
    assert made.args[0] is x and made.args[1] is w
    objet.assert_structural_equal(ops.add(x, x), objet.relay.op._make.add(x, x))
    objet.assert_structural_equal(ops.nn.softmax(x, axis=1), objet.relay.op.nn._make.softmax(x, 1))
    objet.assert_structural_equal(ops.arange(x, x, x, dtype="float32").attrs.start, x)


def test_signatures_show_what_operators_declare():
    signature = str(inspect.signature(ops.nn.conv2d))
    assert signature.startswith("(data, weight, *, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, channels=None")
    assert ops.nn.conv2d.__name__ == "conv2d" and ops.nn.conv2d.__module__ == "objet.ops.nn"
    assert ops.nn.conv2d is ops.nn.conv2d and ops.nn.conv2d.__doc__
    assert {"nn", "add", "var", "const"} <= set(dir(ops)) and "conv2d" in dir(ops.nn)


@pytest.mark.parametrize("value", [0.0, 3, np.float32(1), np.ones(2), objet.nd.array([1.0])])
def test_inputs_are_expressions(x, value):
    found = r"^expected an expression as an input, found .*: make a constant by objet.ops.const$"
    for work in (lambda: ops.maximum(x, value), lambda: ops.nn.softmax(value), lambda: ops.stack([x, value], axis=0)):
        with pytest.raises(TypeError, match=found):
            work()


def test_constants_of_lists_have_the_data_type_of_numbers():
    values = {"int32": [[1, 2], [3, 4]], "float32": [1.0, 2], "bool": [True, False], "int64": np.array([1, 2])}
    assert {dtype: ops.const(value).data.dtype for dtype, value in values.items()} == {dtype: dtype for dtype in values}
    assert ops.const([1, 2], "int8").data.dtype == "int8" and ops.const([np.int64(1)]).data.dtype == "int64"
    with pytest.raises(OverflowError, match="4294967296 does not fit into int32"):
        ops.const([2**32])


def test_modules_of_operators_are_imported():
    code = "import objet.ops.dyn.nn; from objet.ops.nn import relu; from objet.ops.tir import exp; print(relu.__module__, objet.ops.dyn.nn.pad.__name__)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.stdout == "objet.ops.nn pad\n", found.stderr
    for name in ("objet.ops", "objet.ops.tir", "objet.ops.nn"):
        assert importlib.util.find_spec(name).name == name
    with pytest.raises(ModuleNotFoundError, match="No module named 'objet.ops.rn'"):
        importlib.import_module("objet.ops.rn")
    with pytest.raises(ModuleNotFoundError, match="No module named 'objet.ops.add'"):
        importlib.import_module("objet.ops.add")


def test_wrong_calls_are_errors(x):
    with pytest.raises(TypeError, match=r"nn.softmax\(data, \*, axis=-1\): got an unexpected keyword argument 'axes'"):
        ops.nn.softmax(x, axes=1)
    # From Python 3.13 on, the argument is called keyword-only.
    with pytest.raises(TypeError, match=r"reshape\(data, \*, newshape\): missing a required .*argument: 'newshape'"):
        ops.reshape(x)
    with pytest.raises(TypeError, match="relay.attrs.SoftmaxAttrs.axis: expected int but got str"):
        ops.nn.softmax(x, axis="last")
    for module, name, found in [(objet.relay, "var", "ops.var"), (objet.tir, "IntImm", "IntImm"), (objet, "Call", "relay.Call")]:
        with pytest.raises(AttributeError, match=f"has no attribute '{name}', did you mean 'objet.{found}'"):
            getattr(module, name)
    with pytest.raises(AttributeError, match="no operator is registered as 'nn.conv3', did you mean 'nn.conv3d'?"):
        ops.nn.conv3
    assert not hasattr(ops, "parser")


def test_attributes_that_operators_infer_have_no_value():
    x, w = ops.var("x", (1, 16)), ops.var("w", (8, 16))
    objet.assert_structural_equal(ops.nn.dense(x, w), objet.relay.op.nn._make.dense(x, w, None, ""))
    objet.assert_structural_equal(ops.transpose(x), objet.relay.op._make.transpose(x, None))
    assert objet.relay._transform.InferType()(objet.IRModule.from_expr(ops.nn.dense(x, w)))["main"].ret_type.shape == [1, 8]
    signature = str(inspect.signature(ops.strided_slice))
    assert signature == "(data, *, begin, end, strides=(1,), slice_mode='end', axes=None)"


def test_attributes_that_tvm_does_not_declare(x):
    make = objet.relay.op._make
    for made, wanted in (
        (ops.broadcast_to(x, shape=(2, 3, 8, 8)), make.broadcast_to(x, [2, 3, 8, 8])),
        (ops.scatter(x, x, x, axis=1), make.scatter(x, x, x, 1)),
        (ops.scatter_add(x, x, x, axis=2), make.scatter_add(x, x, x, 2)),
        (ops.scatter_nd(x, x, x, mode="add"), make.scatter_nd(x, x, x, "add")),
        (ops.nn.batch_matmul(x, x, transpose_b=True), objet.relay.op.nn._make.batch_matmul(x, x, "", False, True)),
        (ops.nn.contrib_dense_pack(x, x, units=4), objet.relay.op.nn._make.contrib_dense_pack(x, x, "NC", 4, "")),
        (ops.vision.get_valid_counts(x, x), objet.relay.op.vision._make.get_valid_counts(x, x, 0, 1)),
    ):
        objet.assert_structural_equal(made, wanted)
    assert ops.cumsum(x, axis=1).attrs.axis == 1 and ops.cumprod(x).attrs.axis is None
    assert ops.dyn.expand_dims(x, x, num_newaxis=2).attrs.num_newaxis == 2
    assert ops.unique(x, return_counts=True).attrs.return_counts and ops.unique(x).attrs.sorted
    assert ops.add.__signature__.parameters.keys() == {"lhs", "rhs"} and ops.add(x, x).attrs is None


def test_defaults_that_type_inference_accepts(x):
    i = ops.var("i", (1, 3, 8, 8), "int32")
    for made, dtype in (
        (ops.argsort(x), "int32"),
        (ops.shape_of(x), "int32"),
        (ops.ndarray_size(x), "int32"),
        (ops.vm.shape_of(x), "int64"),
        (ops.topk(x, k=1)[1], "int32"),
        (ops.nn.bitpack(ops.var("i", (32, 32), "int32")), "uint32"),
        (ops.dyn.topk(x, ops.const(1))[1], "int32"),
        (ops.topk(x, k=1, dtype="int64")[1], "int64"),
        (ops.random.uniform(ops.var("k", (10,), "uint64"), ops.const(0.0), ops.const(1.0), out_shape=2)[1], "float32"),
        (ops.qnn.requantize(i, ops.const(1.0), ops.const(0), ops.const(1.0), ops.const(0)), "int8"),
        (ops.zeros(shape=(2, 3), dtype="int8"), "int8"),
        (ops.dyn.ones(ops.const(np.array([2, 3])), dtype="int8"), "int8"),
        (ops.one_hot(i, ops.const(1), ops.const(0), depth=3, axis=-1, dtype="int32"), "int32"),
    ):
        assert type_of(made).dtype == dtype
    assert inspect.signature(ops.topk).parameters["dtype"].default == "int32"
    assert inspect.signature(ops.qnn.dense).parameters["out_dtype"].default == "int32"
    assert ops.nn.bitserial_conv2d(i, i).attrs.pack_dtype == "uint32"


def test_defaults_name_attributes_of_operators():
    for name, defaults in operators._DEFAULTS.items():
        parameters = inspect.signature(operators.function_of(name)).parameters
        for attr, default in defaults.items():
            assert parameters[attr].default is default, (name, attr)
    for name, attrs in operators._WITHOUT_DEFAULT.items():
        parameters = inspect.signature(operators.function_of(name)).parameters
        assert all(parameters[attr].default is inspect.Parameter.empty for attr in attrs.split()), name


def test_defaults_are_those_of_tvms_python(x):
    a, b = ops.var("a", (2, 3, 4)), ops.var("b", (2, 5, 4))
    assert type_of(ops.nn.batch_matmul(a, b)).shape == [2, 3, 5]
    assert type_of(ops.strided_slice(a, begin=[0, 1], end=[2, 3])).shape == [2, 2, 4]
    assert type_of(ops.topk(a)[0]).shape == [2, 3, 1]
    assert type_of(ops.full(ops.const(1))).shape == [] and type_of(ops.image.resize2d(x, size=4)).shape == [1, 3, 4, 4]
    assert type_of(ops.nn.upsampling(x)).shape == type_of(ops.nn.max_pool2d(x)).shape == [1, 3, 8, 8]
    assert type_of(ops.arange(*map(ops.const, (0.0, 5.0, 1.0)))).dtype == "float32"
    for made, attr, default in (
        (ops.nn.leaky_relu(x), "alpha", 0.01),
        (ops.nn.lrn(x), "alpha", 1e-5),
        (ops.nn.conv2d_transpose(x, x), "kernel_layout", "IOHW"),
        (ops.nn.nll_loss(x, x, x), "ignore_index", -100),
        (ops.nn.bitpack(x), "bit_axis", 2),
        (ops.scatter_nd(x, x, x), "mode", "update"),
        (ops.qnn.batch_matmul(*[x] * 6), "transpose_b", True),
        (ops.image.resize2d(x, size=4), "rounding_method", ""),
        (ops.nn.l2_normalize(x, eps=1e-5), "axis", None),
        (ops.nn.contrib_conv2d_NCHWc(x, x), "data_layout", "NCHW8c"),
        (ops.nn.contrib_depthwise_conv2d_NCHWc(x, x), "data_layout", "NCHW8c"),
        (ops.image.affine_grid(x), "target_shape", None),
        (ops.cumsum(x), "exclusive", None),
        (ops.debug(x), "debug_func", None),
        (ops.vision.multibox_transform_loc(x, x, x), "variances", [0.1, 0.1, 0.2, 0.2]),
    ):
        assert getattr(made.attrs, attr) == default
    assert inspect.signature(ops.nn.leaky_relu).parameters["alpha"].default == 0.01


@pytest.mark.parametrize(
    "name, attrs",
    [
        ("zeros", {"shape": [2]}),
        ("ones", {"shape": [2]}),
        ("dyn.zeros", {"shape": ops.const([2])}),
        ("dyn.ones", {"shape": ops.const([2])}),
        ("one_hot", {"indices": ops.const([2]), "on_value": ops.const(1), "off_value": ops.const(0), "depth": 3, "axis": -1}),
        ("one_hot", {"indices": ops.const([2]), "on_value": ops.const(1), "off_value": ops.const(0), "axis": -1, "dtype": "int8"}),
        ("repeat", {"data": ops.const([2]), "repeats": 2}),
        ("gather", {"data": ops.const([2]), "indices": ops.const([0])}),
        ("reverse", {"data": ops.const([2])}),
        ("concatenate", {"data": [ops.const([2])]}),
        ("nn.group_norm", {"data": ops.const([2]), "gamma": ops.const([2]), "beta": ops.const([2])}),
        ("nn.space_to_depth", {"data": ops.const([2])}),
        ("image.resize2d", {"data": ops.const([2])}),
    ],
)
def test_attributes_without_a_valid_default_are_required(name, attrs):
    op = objet.ir.GetOp(name)
    signature = inspect.signature(operators.function_of(name)).parameters.values()
    (missing,) = (each.name for each in signature if each.default is each.empty and each.name not in attrs)
    with pytest.raises(TypeError, match=rf"^{name}\(.*\): missing a required .*argument: '{missing}'$"):
        op(**attrs)
    assert isinstance(op(**attrs, **{missing: "int8" if missing == "dtype" else 1}), objet.relay.Call)


def test_every_operator_has_a_function():
    seen = 0
    for name in objet.ir.ListOpNames():
        if name.startswith(("tir.", "parser.")):
            continue
        function = ops
        for step in name.split("."):
            function = getattr(function, step)
        parameters = inspect.signature(function).parameters.values()
        if any(each.kind is each.KEYWORD_ONLY and each.default is each.empty for each in parameters):
            continue
        inputs = [ops.var(each.name, (2, 2)) for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
        made = function(*inputs)
        assert made.op.name == name and list(made.args) == inputs
        seen += 1
    assert seen > 200


def test_variables_and_constants():
    shape = objet.relay.TensorType(shape=[2], dtype="int8")
    assert ops.var("x", shape).type_annotation.same_as(shape) and ops.var("x").type_annotation is None
    assert ops.var("x", dtype="int8").type_annotation.dtype == "int8" == ops.var("x", "int8").type_annotation.dtype
    assert ops.var("x", np.dtype("int8")).type_annotation.dtype == "int8"
    assert ops.var("x", "int8").type_annotation.shape == [] == ops.var("x", ()).type_annotation.shape
    assert ops.var("x", (2,)).type_annotation.dtype == "float32" == ops.var("x", None, "float32").type_annotation.dtype
    assert ops.const(1).data.dtype == "int32" and ops.const(1.5).data.dtype == "float32"
    assert ops.const(True).data.dtype == "bool" and ops.const(1, "int64").data.dtype == "int64"
    assert ops.const(np.zeros((2, 3), "float16")).data.shape == (2, 3)
    assert ops.const(np.float64(1)).data.dtype == "float64" and ops.const(np.float32(1)).data.dtype == "float32"
    assert ops.const(enum.IntEnum("Mode", "A B").B).data.dtype == "int32"
    for number in (2**31, -(2**31) - 1):
        with pytest.raises(OverflowError, match=f"{number} does not fit into int32"):
            ops.const(number)
    assert ops.const(2**31, "int64").data.numpy() == 2**31
    tensor = objet.nd.array([1, 2])
    assert ops.const(tensor).data.same_as(tensor)


def test_attributes_that_hold_inputs_are_not_given_twice():
    start, stop, step = map(ops.const, (0, 5, 1))
    made = ops.arange(start, stop, step, dtype="int32")
    assert made.attrs.stop.same_as(stop) and made.attrs.start.same_as(start) and made.attrs.step.same_as(step)
    typed = objet.relay._transform.InferType()(objet.IRModule.from_expr(made))["main"].body._checked_type_
    assert typed.shape == [5]
    assert list(inspect.signature(ops.arange).parameters) == ["start", "end", "step", "dtype"]


def type_of(expression):
    return objet.relay._transform.InferType()(objet.IRModule.from_expr(expression))["main"].body.checked_type


def test_lists_of_inputs_are_tuples(x):
    wanted = ops.concatenate(objet.relay.Tuple([x, x]), axis=1)
    for inputs in ([x, x], (x, x), objet.Array([x, x])):
        objet.assert_structural_equal(ops.concatenate(inputs, axis=1), wanted)
    assert type_of(wanted).shape == [1, 6, 8, 8] and type_of(ops.stack([x, x], axis=0)).shape == [2, 1, 3, 8, 8]
    nested = objet.GlobalVar("f")([x, (x, [])]).args[0]
    assert nested[0] is x and nested[1][0] is x and list(nested[1][1]) == []
    with pytest.raises(TypeError, match="^expected an expression as an input, found int 1: make a constant"):
        ops.concatenate([x, 1], axis=0)


@pytest.mark.parametrize("two", [2, np.int64(2), objet.IntImm("int32", 2)])
def test_integers_for_arrays_are_repeated(x, two):
    conv = ops.nn.conv2d(x, x, padding=two, strides=two, kernel_size=two).attrs
    assert conv.padding == conv.strides == conv.kernel_size == [2, 2] and conv.dilation == [1, 1]
    assert ops.nn.conv1d(x, x, padding=two, strides=two).attrs.padding == [2, 2]
    assert ops.nn.conv1d(x, x, strides=two).attrs.strides == [2]
    assert ops.nn.conv3d(x, x, strides=two).attrs.strides == [2, 2, 2]
    assert ops.nn.max_pool2d(x, pool_size=two).attrs.pool_size == [2, 2]
    assert ops.nn.adaptive_avg_pool2d(x, output_size=two).attrs.output_size == [2, 2]
    assert ops.image.resize3d(x, size=two).attrs.size == [2, 2, 2]
    assert ops.sum(x, axis=two).attrs.axis == [2] == ops.reshape(x, newshape=two).attrs.newshape
    assert ops.strided_slice(x, begin=0, end=two, strides=1).attrs.end == [2]


def test_integers_for_arrays_give_the_types_of_arrays(x):
    w = ops.var("w", (4, 3, 3, 3))
    assert type_of(ops.nn.conv2d(x, w, padding=1, strides=2, kernel_size=3, channels=4)).shape == [1, 4, 4, 4]
    assert type_of(ops.sum(x, axis=1)).shape == [1, 8, 8]
    assert type_of(ops.nn.avg_pool2d(x, pool_size=3)).shape == [1, 3, 6, 6]
    for wrong in (lambda: ops.nn.conv2d(x, w, padding="same"), lambda: ops.nn.pad(x, x, pad_width=1)):
        with pytest.raises(TypeError, match="expected Array"):
            wrong()


def test_fields_of_tuples(x):
    second = ops.split(x, indices_or_sections=2, axis=2)[1]
    assert isinstance(second, objet.relay.TupleGetItem) and second.index == 1 and type_of(second).shape == [1, 3, 4, 8]
    norm = ops.nn.batch_norm(x, *[ops.var(name, (3,)) for name in "gbmv"])
    assert type_of(norm[0]).shape == [1, 3, 8, 8] and type_of(norm[2]).shape == [3]
    first, last = made = objet.relay.Tuple([x, second])
    assert first is x is made[0] and last is second is made[-1]
    for wrong in (lambda: list(x), lambda: x in norm, lambda: norm[:1], lambda: norm["mean"]):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(IndexError, match="^the index of a field of a tuple is negative: -1$"):
        norm[-1]


def test_functions_variables_and_operators_can_be_called(x):
    function, callee = objet.relay.ir.Function([x], x + x), objet.GlobalVar("double")
    variable = ops.var("f", objet.FuncType([x.type_annotation], x.type_annotation, [], []))
    for op in (function, callee, variable):
        made = op(x)
        assert isinstance(made, objet.relay.Call) and made.op is op and made.args == [x] and made.attrs is None
    assert type_of(function(x)).shape == [1, 3, 8, 8]
    objet.assert_structural_equal(objet.ir.GetOp("nn.softmax")(x, axis=1), ops.nn.softmax(x, axis=1))
    with pytest.raises(TypeError, match="missing a required .*argument: 'newshape'"):
        objet.ir.GetOp("reshape")(x)
    with pytest.raises(TypeError, match="^tir.exp: expected a scalar expression or a number, found Var$"):
        objet.ir.GetOp("tir.exp")(x)
    objet.assert_structural_equal(objet.ir.GetOp("tir.exp")(1.0), ops.tir.exp(1.0))
    with pytest.raises(TypeError, match="not callable"):
        objet.relay.Tuple([])(x)


def test_expressions_that_may_be_functions_can_be_called(x):
    outer = objet.relay.ir.Var("outer", None)
    condition, ref = ops.const(True), objet.relay.ir.Var("ref", None)
    pair = objet.relay.Tuple([outer, x])
    found = [outer(x), pair[0], ops.split(x, indices_or_sections=2)[0], objet.relay.If(condition, outer, outer)]
    found += [objet.relay.Let(outer, outer, outer), objet.relay.Match(x, [], True), objet.relay.RefRead(ref)]
    for function in found:
        call = function(x, [x, x])
        assert call.op.same_as(function) and call.args[0].same_as(x) and len(call.args[1]) == 2
    for other in (pair, condition, objet.relay.RefCreate(x)):
        with pytest.raises(TypeError, match="not callable"):
            other(x)


def test_tuples_have_a_length(x):
    pair, empty = objet.relay.Tuple([x, x]), objet.relay.Tuple([])
    assert len(pair) == 2 and len(empty) == 0 and pair[-1].same_as(x)
    assert bool(empty) is True


def test_sequences_of_statements_have_a_length():
    first, second = objet.tir.Evaluate(1), objet.tir.Evaluate(2)
    both = objet.tir.SeqStmt([first, second])
    assert len(both) == 2 and both[0].same_as(first) and both[-1].same_as(second) and list(both) == [first, second]
    assert [each.value for each in both[1:]] == [2] and first in both
    with pytest.raises(IndexError):
        both[2]


def test_attributes_of_calls_are_found_by_name(x):
    attrs = ops.nn.conv2d(x, ops.var("w", (4, 3, 3, 3)), strides=2, channels=4).attrs
    assert attrs["strides"] == [2, 2] and attrs["channels"] == 4 and attrs["kernel_size"] is None
    assert attrs.keys()[:2] == list(attrs)[:2] == ["strides", "padding"] and "groups" in attrs and "size" not in attrs
    assert attrs.get_int_tuple("strides") == (2, 2) and type(attrs.get_int_tuple("strides")[0]) is int
    assert type(attrs.get_int("channels")) is int and attrs.get_str("data_layout") == "NCHW"
    assert dict(attrs)["groups"] == 1 and [each.name for each in attrs.list_field_info()] == attrs.keys()
    for name in ("size", "keys", "type_key"):
        with pytest.raises(KeyError, match=name):
            attrs[name]
    for wrong in (lambda: attrs.get_int("data_layout"), lambda: attrs.get_int_tuple("groups"), lambda: attrs.get_str("groups")):
        with pytest.raises(TypeError):
            wrong()
    of_function = objet.ir.BaseFuncWithAttr(objet.relay.ir.Function([x], x), "size", objet.IntImm("int32", 3)).attrs
    assert of_function["size"] == of_function.get_int("size") == 3 and list(of_function.keys()) == ["size"]


def test_attributes_of_operators():
    add = objet.Op.get("add")
    assert add.same_as(objet.ir.GetOp("add")) and add.get_attr("TOpPattern") == 1
    assert add.get_attr("TCallEffectKind") is None
    with pytest.raises(objet.errors.TVMError, match="tests.nothing"):
        add.get_attr("tests.nothing")
    add.set_attr("tests.mark", "x")
    assert add.get_attr("tests.mark") == "x"
    add.reset_attr("tests.mark")
    assert add.get_attr("tests.mark") is None
    with pytest.raises(objet.errors.TVMError, match="tests.nothing"):
        objet.Op.get("tests.nothing")


def test_errors_have_a_hint_for_the_arguments_of_tvm(x):
    with pytest.raises(TypeError, match=r"^reshape\(data, \*, newshape\): too many positional arguments; attributes go by name, such as newshape=…$"):
        ops.reshape(x, (4,))
    with pytest.raises(TypeError, match="too many positional arguments$"):
        ops.nn.relu(x, 1)
    for args, named in ((("x",), {}), (("x", x.type_annotation), {}), ((), {"vid": "x"})):
        with pytest.raises(TypeError, match=r"^relay.Var.vid: expected relay.Id, found .*; objet.ops.var\(name, shape, dtype\)"):
            objet.relay.Var(*args, **named)
    with pytest.raises(TypeError, match=r"found IntImm$"):
        objet.relay.Var(objet.IntImm("int32", 1))
    body = objet.tir.Evaluate(1)
    for args in (([], body), ([], body, None)):
        with pytest.raises(TypeError, match=r'; objet.get_global_func\("tir.PrimFunc"\)\(params, body\) makes a function that returns nothing$'):
            objet.tir.PrimFunc(*args)
    for named in ({"body": 5}, {"bod": body}):
        with pytest.raises(TypeError, match=r'expected tir.Stmt, found int$|has no field "bod"') as raised:
            objet.tir.PrimFunc(params=[], **named)
        assert "returns nothing" not in str(raised.value)
    assert objet.get_global_func("tir.PrimFunc")([], body).ret_type == objet.TupleType([])


def test_shapes_of_variables_have_integers():
    n = ops.tir.var("n")
    assert ops.var("x", (1, np.int64(2), n, objet.IntImm("int64", 3))).type_annotation.shape == [1, 2, n, 3]
    assert ops.var("x", range(3)).type_annotation.shape == [0, 1, 2] and ops.var("x", []).type_annotation.shape == []
    for extent, found in ((7 / 2, "3.5"), (2.0, "2.0"), (np.float32(2), "2.0"), (n * 1.5, "tir.Mul of float32"), (objet.FloatImm("float32", 1), "1.0")):
        with pytest.raises(TypeError, match=f"^expected integers as the shape of 'x', found {found}$"):
            ops.var("x", (1, extent))


def test_names_and_types_of_expressions(x):
    assert x.name_hint == "x" and type_of(x + x).dtype == "float32"
    found = r"^the type of the expression is not inferred: relay.Call; run objet.relay._transform.InferType\(\) "
    with pytest.raises(ValueError, match=found):
        (x + x).checked_type


@pytest.mark.parametrize("dtype, name", [(float, "float64"), (int, "int64"), (bool, "bool"), (np.float32, "float32"), ("int8", "int8")])
def test_variables_take_classes_of_numbers(dtype, name):
    assert ops.var("x", (1,), dtype).type_annotation.dtype == name == ops.const(1, dtype).data.dtype
