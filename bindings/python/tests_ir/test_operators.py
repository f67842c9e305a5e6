"""Tests of the operators of expressions."""

import math
import operator

import numpy as np
import pytest

import objet

I = objet.tir.Var(name="i", dtype="int32")
F = objet.tir.Var(name="f", dtype="float32")
X = objet.relay.ir.Var("x", objet.relay.TensorType(shape=[2, 3], dtype="float32"))


def var(dtype):
    return objet.tir.Var(name="v", dtype=dtype)


def test_quotients_and_remainders_of_tensors_round_down():
    assert ((X // X).op.name, (X % X).op.name) == ("floor_divide", "floor_mod")


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8", "bool"])
def test_expressions_fold_to_constants(dtype):
    i = var(dtype)
    zero = objet.IntImm(dtype, 0)
    made = [i * zero, zero * i, i % objet.IntImm(dtype, 1), zero // i, zero % i, (i + zero) * zero]
    # Remainders of other types are not folded.
    folded = [each for each in made if isinstance(each, objet.IntImm)]
    assert all(each == 0 and each.dtype == dtype for each in folded) and len(folded) >= 4
    assert len(folded) == 6 or not dtype.startswith("int")
    total = sum(I * count for count in (4, 0, 2))
    objet.assert_structural_equal(total, I * 4 + I * 2)


def test_divisions_by_zero_are_those_of_python():
    for divide in (operator.floordiv, operator.mod):
        for lhs, zero, text in ((objet.IntImm("int32", 3), 0, "3"), (I, 0, "tir.Var of int32"), (7, objet.IntImm("int8", 0), "7")):
            with pytest.raises(ZeroDivisionError, match=f"^division by zero: {text} (//|%) 0$"):
                divide(lhs, zero)
    with pytest.raises(ZeroDivisionError, match=r"^division by zero: tir.Var of float32 / 0$"):
        F / 0


def test_a_number_beside_a_tensor_is_an_error():
    for number in (1, 1.5, True, np.float32(2)):
        with pytest.raises(TypeError, match="^expected an expression beside a tensor, found .*: make a constant by objet.ops.const$"):
            X + number
        with pytest.raises(TypeError, match="^expected an expression beside a tensor, found .*: make a constant by objet.ops.const$"):
            number / X


def test_an_array_beside_a_tensor_is_an_error():
    ones = np.ones((2, 2))
    operators = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a / b, lambda a, b: a < b, lambda a, b: a == b, np.add]
    for operator in operators:
        for operands in ((X, ones), (ones, X)):
            with pytest.raises(TypeError, match="^expected an expression beside a tensor, found an array of float64: make a constant by objet.ops.const$"):
                operator(*operands)
    for operands in ((X, np.float32(2)), (np.float32(2), X)):
        with pytest.raises(TypeError, match=r"^expected an expression beside a tensor, found np.float32\(2.0\): make a constant"):
            np.subtract(*operands)
    # NumPy applies an operator to each object.
    objects = np.array([X, -X], dtype=object)
    assert [each.op.name for each in objects + X] == [each.op.name for each in X + objects] == ["add", "add"]
    assert (objects == X).tolist() == [True, False] and np.add(objects, X)[1].args[0].op.name == "negative"
    assert np.asarray(X).dtype == object and np.asarray(X)[()] is X


def test_the_order_of_tensors_makes_calls():
    made = [X < X, X <= X, X > X, X >= X]
    assert [each.op.name for each in made] == ["less", "less_equal", "greater", "greater_equal"]
    assert all(each.args[0] is X and each.args[1] is X for each in made)


def test_casts():
    cast = X.astype("int8")
    assert cast.op.name == "cast" and cast.args == [X] and cast.attrs.dtype == "int8"
    assert X.astype(float).attrs.dtype == "float64" == F.astype(np.float64).dtype and I.astype("int8").value is I
    assert objet.IntImm("int32", 3).astype("float32") == 3.0 and F.astype("float32").same_as(F)
    with pytest.raises(ValueError, match="unknown type tensor"):
        X.astype("tensor")


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8", "float16", "float64", "bfloat16", "int32x4", "float32x4"])
def test_negation_keeps_the_data_type(dtype):
    made = -var(dtype)
    assert made.dtype == dtype and isinstance(made, objet.tir.Sub) and made.a.dtype == dtype


def test_negation_of_constants():
    for constant in (objet.IntImm("int8", 5), objet.IntImm("int64", 2**40), objet.FloatImm("float16", 0.5)):
        made = -constant
        assert type(made) is type(constant) and made.dtype == constant.dtype and made == -constant.value
    zero = objet.FloatImm("float32", 0.0)
    assert math.copysign(1, (-zero).value) == -1 and math.copysign(1, (-(-zero)).value) == 1


@pytest.mark.parametrize(
    "compute, error",
    [
        (lambda: objet.Array([65536, 65536])[0] * 65536, r"int32: 65536 \* 65536 is 4294967296"),
        (lambda: 2**31 - 1 + objet.IntImm("int32", 1), r"int32: 2147483647 \+ 1 is 2147483648"),
        (lambda: np.int32(-(2**31)) - objet.IntImm("int32", 1), r"int32: -2147483648 - 1 is -2147483649"),
        (lambda: objet.IntImm("int64", 2**62) * 2, r"int64: 4611686018427387904 \* 2 is 9223372036854775808"),
        (lambda: objet.IntImm("int32", -(2**31)) // -1, r"int32: -2147483648 // -1 is 2147483648"),
        (lambda: objet.IntImm("int32", 1) << 31, r"int32: 1 << 31 is 2147483648"),
        (lambda: -objet.IntImm("uint8", 5), r"uint8: 0 - 5 is -5"),
        (lambda: objet.IntImm("uint8", 200) + objet.IntImm("uint8", 56), r"uint8: 200 \+ 56 is 256"),
        (lambda: objet.IntImm("bool", 1) + objet.IntImm("bool", 1), r"bool: 1 \+ 1 is 2"),
    ],
)
def test_results_beyond_the_data_type_are_errors(compute, error):
    with pytest.raises(OverflowError, match=rf"^overflow of {error}; convert the constants with int\(\) "):
        compute()


def test_sums_and_products_of_extents_do_not_wrap():
    shape = objet.relay.TensorType([50000, 50000, 2], "float32").shape
    assert math.prod(map(int, shape)) == 5 * 10**9 and math.prod(shape[1:]) == 10**5 == shape[0] * np.int64(2)
    with pytest.raises(OverflowError, match="^overflow of int32: 50000"):
        math.prod(shape)
    with pytest.raises(OverflowError, match="^overflow of int32: "):
        sum([shape[0]] * 50000)

    @objet.register_object("operators.Sizes")
    class Sizes(objet.Object):
        sizes: list[int]

    first, second = Sizes([2**16, 2**15]).sizes
    with pytest.raises(OverflowError, match="^overflow of int32: "):
        first * second
    assert first * (second - 1) == 2**31 - 2**16


def test_results_that_fit_keep_the_data_type():
    for dtype, most in (("int8", 127), ("uint8", 255), ("int32", 2**31 - 1), ("int64", 2**63 - 1)):
        made = objet.IntImm(dtype, most - 1) + objet.IntImm(dtype, 1)
        assert made == most and made.dtype == dtype


@pytest.mark.parametrize("other", [I, 2, True, np.int8(2), objet.IntImm("int64", 2), var("uint8"), I < 1])
def test_a_quotient_of_integers_says_how_to_round(other):
    for divide in (lambda: I / other, lambda: other / I, lambda: objet.IntImm("int32", 7) / other):
        with pytest.raises(TypeError, match="^/ does not say how to round .*int32.*use // .*, or objet.ops.tir.truncdiv "):
            divide()
    assert (I // other).dtype.startswith("int") and isinstance(objet.ops.tir.truncdiv(I, other), objet.PrimExpr)


def test_a_quotient_of_constants_names_int():
    four = objet.convert(4)
    for divide in (lambda: four / 2, lambda: np.arange(four), lambda: np.indices(objet.convert([2, 3]))):
        with pytest.raises(TypeError, match=r"convert the constants with int\(\)"):
            divide()
    with pytest.raises(TypeError) as error:
        I / 2
    assert "int()" not in str(error.value)


def test_quotients_of_floats():
    for made in (I / 2.0, 2.0 / I, F / 2, 2 / F, F / I, I / F, I / np.float32(2), F / np.int64(2)):
        assert isinstance(made, objet.tir.Div) and made.dtype == "float32"
    assert objet.FloatImm("float32", 3.0) / 2 == 1.5


def test_operators_on_bits():
    made = [I & 3, I | 3, I ^ 3, I << 3, I >> 3, ~I]
    names = ["bitwise_and", "bitwise_or", "bitwise_xor", "shift_left", "shift_right", "bitwise_not"]
    assert [each.op.name for each in made] == [f"tir.{name}" for name in names]
    assert all(each.args[0] is I and each.dtype == "int32" for each in made) and all(each.args[1] == 3 for each in made[:-1])
    reflected = [3 & I, 3 | I, 3 ^ I, 3 << I, 3 >> I]
    assert [each.op.name for each in reflected] == [f"tir.{name}" for name in names[:-1]]
    assert all(each.args[0] == 3 and each.args[1] is I for each in reflected)
    six = objet.IntImm("int64", 6)
    assert [six & 3, six | 3, six ^ 3, six << 1, six >> 1] == [2, 7, 5, 12, 3] and (six & 3).dtype == "int64"
    assert (np.int32(3) & I).args[0] == 3 and (I & np.int32(3)).args[1] == 3
    both = (I > 0) & (I < 4)
    assert both.op.name == "tir.bitwise_and" and both.dtype == "bool"
    assert ((I > 0) | (I < 4)).dtype == "bool" and (~(I > 0)).dtype == "bool"


def test_operators_on_bits_refuse_other_operands():
    for wrong in (lambda: I & 1.5, lambda: F << 1, lambda: ~F):
        with pytest.raises(objet.TVMError, match="integer"):
            wrong()
    for wrong in (lambda: I & "1", lambda: X & X, lambda: I | X):
        with pytest.raises(TypeError, match="unsupported operand"):
            wrong()


def test_scalars_of_numpy_keep_their_data_type():
    byte, long = var("int8"), var("int64")
    assert (byte + np.int8(1)).dtype == (np.int8(1) + byte).dtype == (byte & np.int8(1)).dtype == "int8"
    assert (long + np.int64(2**40)).b == 2**40 and (np.int64(2**40) * long).dtype == "int64"
    assert (I < np.int64(2**40)).b.dtype == "int64" == (I + np.int64(1)).dtype
    assert (I + np.float64(1)).dtype == "float64" and (F + np.float32(1)).dtype == "float32"


def test_the_order_of_tvm_has_a_hint_for_all_scalars():
    function = objet.get_global_func("tir.Select")
    with pytest.raises(TypeError, match=r"^tir.Select.dtype: .*; Select takes the data type first: .*\(condition, true_value, false_value, span=None\)$"):
        objet.tir.Select(I < 3, I, F)
    with pytest.raises(TypeError, match=r"^tir.Select.condition: expected PrimExpr, found null$"):
        objet.tir.Select("int32", None, I, I)
    objet.assert_structural_equal(objet.tir.Select("int32", I < 3, I, I), function(I < 3, I, I))


def test_the_hint_is_about_the_order_alone():
    with pytest.raises(TypeError, match='missing value for field "name" of type String$'):
        objet.tir.Var(np.int32)
    with pytest.raises(ValueError, match="Var takes the data type first"):
        objet.tir.Var("\udcff", "int32")


@pytest.mark.parametrize("cls", [objet.tir.Var, objet.tir.SizeVar])
def test_the_order_of_tvm_has_a_hint(cls):
    found = rf"unknown type x.*; {cls.__name__} takes the data type first: .*\(\"tir.{cls.__name__}\"\) takes .* TVM, \(name_hint, ty, span=None\)"
    with pytest.raises(ValueError, match=found):
        cls("x", "int32")
    with pytest.raises(ValueError, match="unknown type y") as other:
        cls(dtype="y", name="x")
    assert "first" not in str(other.value) and cls("int32", "x").name == "x" == cls(dtype="int8", name="x").name
    assert objet.get_global_func(f"tir.{cls.__name__}")("x", "int32").dtype == "int32"


def test_classes_that_derive_from_variables_may_have_options():
    @objet.register_object("operators.Marked")
    class Marked(objet.tir.Var):
        marks: list = objet.field(default_factory=list)

    assert Marked("int8", "x").marks == [] and (Marked(dtype="int8", name="x") + np.int8(1)).dtype == "int8"
