"""Tests of dataflow patterns of Relay, with callbacks in Python."""

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
