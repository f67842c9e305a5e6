"""Tests of the functions that make scalar expressions of TIR."""

import inspect

import numpy as np
import pytest

import objet
from objet.ops import tir

I, J, F = tir.var("i"), tir.var("j"), tir.var("f", "float32")


def test_operators_have_the_type_of_their_first_input():
    made = tir.exp(F)
    assert made.op.name == "tir.exp" and made.args == [F] and made.dtype == "float32"
    objet.assert_structural_equal(made, objet.tir.Call("float32", objet.ir.GetOp("tir.exp"), [F]))
    assert tir.atan2(F, 1).args[1] == 1 and tir.popcount(I).dtype == "int32" and tir.exp(1.5).dtype == "float32"
    assert tir.clz(tir.var("k", "int64")).dtype == "int32" and tir.isnullptr(tir.var("p", "handle")).dtype == "bool"
    assert tir.fmod(F, F).args == [F, F] and tir.exp(F, dtype=np.float64).dtype == "float64"


def test_other_operators_need_a_type():
    made = tir.call_extern("f", I, 1, dtype="int32")
    assert made.dtype == "int32" and made.args[0].value == "f" and made.args[1] is I and made.args[2] == 1
    with pytest.raises(TypeError, match=r"^tir.call_extern\(\*inputs, dtype\): missing a required .*argument: 'dtype'"):
        tir.call_extern("f", I)


def test_every_operator_has_a_function():
    names = [name for name in objet.ir.ListOpNames() if name.startswith("tir.") and name.count(".") == 1]
    for name in names:
        function = getattr(tir, name[4:])
        if "inputs" in inspect.signature(function).parameters:
            count = {"tir.fmod": 2}.get(name, max(objet.ir.GetOp(name).num_inputs, 0))
            assert function(*[F] * count, dtype="float32").op.name == name
    assert len(names) > 100 and {"exp", "max", "var", "all"} <= set(dir(tir))


def test_functions_of_nodes():
    for made, kind in ((tir.max(I, J), "Max"), (tir.floordiv(I, 4), "FloorDiv"), (tir.truncmod(I, J), "Mod")):
        assert isinstance(made, getattr(objet.tir, kind)) and made.a is I
    assert tir.min(3, 4) == 3 and tir.power(F, 2.0).op.name == "tir.pow" and tir.max_value("int8") == 127
    assert tir.if_then_else(I < 3, F, 0.0).dtype == "float32" and tir.shift_left(1, 4) == 16
    both = tir.all(I < 3, I > 1, J >= I)
    assert isinstance(both, objet.tir.And) and isinstance(both.a, objet.tir.And) and both.b.b is I
    assert isinstance(tir.any(I < 3, J < 3), objet.tir.Or) and tir.all(only := I < J) is only
    assert isinstance(tir.all(True), objet.IntImm)
    with pytest.raises(TypeError, match=r"^any\(\): expected a scalar expression, found str$"):
        tir.any("x")
    with pytest.raises(TypeError, match=r"^any\(\) takes at least one condition$"):
        tir.any()


def test_constants():
    assert [tir.const(value).dtype for value in (1, 1.5, True, np.int64(1))] == ["int32", "float32", "bool", "int64"]
    assert tir.const(3, "int8").dtype == "int8" and tir.const(3, float).dtype == "float64"
    assert tir.const(objet.IntImm("int8", 3), "int64").dtype == "int64" and tir.const(3, "int32x4").lanes == 4
    for dtype in ("int8", "uint8", "int8x4"):
        with pytest.raises(OverflowError, match="300 does not fit into u?int8"):
            tir.const(300, dtype)
        with pytest.raises(OverflowError, match="300 does not fit into u?int8"):
            tir.const(np.float64(300), dtype)
    assert tir.const(np.int64(3), "uint8").value == 3 == tir.const(3.0, "int32").value and tir.const(1.5, "float16").value == 1.5
    for wrong, error in (((1.5, "int32"), ValueError), (("x",), TypeError), ((I,), TypeError), (([1],), TypeError)):
        with pytest.raises(error, match="^1.5 is not an integer, as int32 needs$|^expected a number, found (str|Var|list)$"):
            tir.const(*wrong)


def test_large_unsigned_integers_are_made_of_halves():
    large, u = 2**64 - 3, tir.var("u", "uint64")
    for made in (tir.const(large, "uint64"), tir.const(np.uint64(large)), (u + np.uint64(large)).b, (u < np.uint64(large)).b):
        assert made.op.name == "tir.large_uint_imm" and made.dtype == "uint64" and made.args == [2**32 - 3, 2**32 - 1]
    assert tir.popcount(np.uint64(large)).args[0].op.name == "tir.large_uint_imm" and u.equal(np.uint64(2**63)).b.args == [0, 2**31]
    vector = tir.const(2**63, "uint64x4")
    assert vector.dtype == "uint64x4" and vector.value.args == [0, 2**31] and tir.const(2.0**63, "uint64").args == [0, 2**31]
    assert tir.const(2**63 - 1, "uint64").value == 2**63 - 1 == (u + np.uint64(2**63 - 1)).b
    for value, dtype in ((2**64, "uint64"), (2**63, "int64"), (-1, "uint64")):
        with pytest.raises(OverflowError):
            tir.const(value, dtype)


def test_calls_from_their_parts():
    made = tir.call_intrin("float32", "tir.exp", F)
    assert made.op.name == "tir.exp" and made.dtype == "float32" and made.args[0] is F
    assert tir.call_intrin(np.int32, objet.Op.get("tir.clz"), I).dtype == "int32"
    data = objet.get_global_func("tir.Var")("data", objet.PointerType(objet.PrimType("float32"), "global"))
    buffer = objet.get_global_func("tir.Buffer")(data, "float32", [16], [], None, "b", 64, 1, "")
    packed = tir.call_packed("my.function", buffer, I, 1)
    assert packed.op.name == "tir.tvm_call_packed" and packed.dtype == "int32" and packed.args[0].value == "my.function"
    assert packed.args[1].op.name == "tir.tvm_stack_make_array" and packed.args[1].args[0] is data
    assert packed.args[1].args[1].args == [16] and packed.args[1].args[2:4] == [0, 1]
    assert packed.args[2] is I and packed.args[3] == 1


def test_reducers():
    axis = objet.tir.IterVar(objet.Range(0, 16), tir.var("k"), 2, "")
    total = tir.comm_reducer(lambda x, y: x + y, lambda dtype: tir.const(0, dtype), name="total")
    made = total(F, axis)
    assert isinstance(made, objet.tir.Reduce) and made.axis[0].same_as(axis) and made.source[0] is F
    assert [each.name for each in (*made.combiner.lhs, *made.combiner.rhs)] == ["x", "y"] and made.combiner.identity_element == [0.0]
    assert total(F, [axis], I < 3).condition.b == 3 and total.__name__ == "total"
    assert total(2, axis).source == [2]
    first, second = tir.comm_reducer(
        lambda x, y: [x[0] + y[0], tir.max(x[1], y[1])], lambda *types: [tir.const(0, types[0]), tir.min_value(types[1])]
    )([F, I], axis)
    assert (first.value_index, second.value_index) == (0, 1) and (first.dtype, second.dtype) == ("float32", "int32")
    assert str(total(I, J)) == "(i + j)" and str(total(I, J, 1, 2)) == "(((i + j) + 1) + 2)"
    with pytest.raises(TypeError, match="expected a function of two values"):
        tir.comm_reducer(lambda x: x, lambda dtype: tir.const(0, dtype))
    with pytest.raises(TypeError, match=r"total\(\) takes a value, axes, a condition and initial values, found 1 more"):
        total(F, axis, None, None, F)


def test_wrong_calls_are_errors():
    for wrong, error in (
        (lambda: tir.exp(F, F), "^tir.exp takes 1 input, but 2 were passed$"),
        (lambda: tir.atan2(F), "^tir.atan2 takes 2 inputs, but 1 were passed$"),
        (lambda: tir.exp("x"), "^tir.exp: expected a scalar expression or a number, found str$"),
        (lambda: tir.exp(None), "^tir.exp: expected a scalar expression or a number, found NoneType$"),
        (lambda: tir.exp(F, type="int8"), r"^tir.exp\(\*inputs, dtype=None\): got an unexpected keyword argument 'type'"),
    ):
        with pytest.raises(TypeError, match=error):
            wrong()
    with pytest.raises(AttributeError, match="^no operator is registered as 'tir.expo', did you mean 'exp'"):
        tir.expo
    with pytest.raises(AttributeError, match="has no attribute 'max', did you mean 'objet.ops.tir.max'"):
        objet.tir.max
