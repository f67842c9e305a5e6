"""Tests of dataflow patterns of Relay, with callbacks in Python."""

import numpy as np
import pytest

import objet
from objet.relay import dataflow_pattern as patterns
from objet.relay.op import _make as make
from objet.relay.op.nn import _make as nn


def is_op(name, *args):
    return patterns.CallPattern(patterns.ExprPattern(objet.ir.GetOp(name)), list(args))


def variable(name):
    tensor = objet.relay.TensorType(shape=[2, 3], dtype="float32")
    return objet.relay.ir.Var(name, tensor)


@pytest.fixture
def parts():
    return [patterns.WildcardPattern() for _ in range(2)]


@pytest.fixture
def program():
    x, y = variable("x"), variable("y")
    return nn.relu(make.add(x, y))


def test_match(parts, program):
    layer = is_op("nn.relu", is_op("add", *parts))
    assert patterns.match(layer, program)
    assert not patterns.match(layer, program.args[0])
    assert patterns.match(patterns.AltPattern(layer, is_op("add", *parts)), program.args[0])
    assert patterns.match(patterns.ShapePattern(layer, [2, 3]), program)
    assert not patterns.match(patterns.DataTypePattern(layer, "int8"), program)


def test_rewrite(parts, program):
    seen = []

    def swap(pre, post, found):
        seen.append((pre, post))
        left, right = (found[part][0] for part in parts)
        return make.subtract(right, left)

    callback = patterns.DFPatternCallback(is_op("add", *parts), swap, False, False)
    result = patterns.rewrite([callback], program)
    x, y = program.args[0].args
    assert objet.structural_equal(result, nn.relu(make.subtract(y, x)), map_free_vars=True)
    assert [pre.same_as(program.args[0]) for pre, _ in seen] == [True]


def test_an_exception_of_a_callback_arrives(parts, program):
    def fail(pre, post, found):
        raise KeyError("no such layer")

    callback = patterns.DFPatternCallback(is_op("add", *parts), fail, False, True)
    with pytest.raises(KeyError, match="no such layer"):
        patterns.rewrite([callback], program)


def test_a_callback_must_return_an_expression(parts, program):
    callback = patterns.DFPatternCallback(is_op("add", *parts), lambda *_: "x", False, True)
    with pytest.raises(TypeError, match="RelayExpr"):
        patterns.rewrite([callback], program)


def test_partition(parts, program):
    pattern = is_op("add", *parts)
    result = patterns.partition(pattern, program, {"Composite": "sum"}, lambda expr: True)
    function = result.args[0].op
    assert isinstance(function, objet.relay.Function)
    attrs = objet.ir.DictAttrsGetDict(function.attrs)
    assert attrs["PartitionedFromPattern"] == "add_"
    assert attrs["Composite"] == "sum"
    assert patterns.partition(pattern, program, None, lambda expr: False).same_as(program)


def test_methods_and_functions_of_patterns(program):
    x, y = program.args[0].args
    left, right = patterns.wildcard(), patterns.wildcard()
    total = patterns.is_op("nn.relu")(left + right)
    assert total.match(program) and not total.match(program.args[0])
    assert (total | left + right).match(program.args[0])
    assert patterns.is_op("nn.relu")(None).match(program) and not patterns.is_op("nn.relu")().match(program)
    for make_pattern, made in zip((left - right, left * right, left / right), (x - y, x * y, x / y)):
        assert make_pattern.match(made) and not make_pattern.match(program)
    assert (left + left).match(x + x) and not (left + left).match(x + y)
    assert total.has_shape([2, 3]).match(program) is patterns.match(patterns.ShapePattern(total, [2, 3]), program)
    assert patterns.is_var("x").has_dtype("float32").match(x) and patterns.is_var("x").has_dtype(np.float32).match(x) and not patterns.is_var().has_dtype("int8").match(x)
    assert patterns.is_var().has_type(x.type_annotation).match(x) and not patterns.is_var("y").match(x)
    soft = objet.ops.nn.softmax(x, axis=1)
    assert patterns.is_op("nn.softmax")(left).has_attr({"axis": 1}).match(soft)
    assert not patterns.is_op("nn.softmax")(left).has_attr({"axis": 0}).match(soft)
    layer = (left + right).optional(lambda found: patterns.is_op("nn.relu")(found))
    assert layer.match(program) and layer.match(program.args[0]) and not layer.match(x)
    assert patterns.is_op("nn.relu")(left).dominates(patterns.is_var("x")).match(nn.relu(nn.relu(x)))
    pair = objet.relay.Tuple([x, y])
    assert patterns.is_tuple([left, right]).match(pair) and patterns.is_tuple(None).match(pair)
    assert patterns.is_tuple_get_item(left).match(pair_field := objet.relay.TupleGetItem(pair, 1))
    assert not patterns.is_tuple_get_item(left, 0).match(pair_field)
    assert patterns.is_constant().match(objet.ops.const(1)) and patterns.is_expr(x).match(x)
    assert patterns.is_if(left, right, right).match(objet.relay.If(x, y, y))
    assert patterns.is_let(patterns.is_var(), left, right).match(objet.relay.Let(x, y, y))
    for wrong in (lambda: left + x, lambda: left | 1, lambda: x + left):
        with pytest.raises(TypeError):
            wrong()


def test_patterns_rewrite_and_partition(program):
    left, right = patterns.wildcard(), patterns.wildcard()
    swapped = (left + right).rewrite(program, lambda before, after, found: found[right][0] - found[left][0])
    x, y = program.args[0].args
    assert objet.structural_equal(swapped, nn.relu(y - x), map_free_vars=True)
    seen = []
    # The replacement matches again.
    once = (left + right).rewrite(program, lambda before, after, found: seen.append(before) or after + x, rewrite_once=True)
    assert objet.structural_equal(once, nn.relu(x + y + x), map_free_vars=True) and len(seen) == 1
    moved = (left + right).partition(program, {"Composite": "sum"})
    assert moved.args[0].op.attrs["Composite"] == "sum"
    assert (left + right).partition(program, check=lambda found: False).same_as(program)
    assert "PartitionedFromPattern" in (left + right).partition(program).args[0].op.attrs
