"""Tests of constants as numbers, and of comparisons of expressions."""

import copy
import fractions
import math
import operator

import numpy
import pytest

import objet

I = objet.tir.Var(name="i", dtype="int32")
X = objet.relay.ir.Var("x", objet.relay.TensorType(shape=[2, 3], dtype="float32"))
SHAPE = X.type_annotation.shape


def int_imm(value, dtype="int32"):
    return objet.IntImm(dtype=dtype, value=value)


def float_imm(value, dtype="float32"):
    return objet.FloatImm(dtype=dtype, value=value)


def test_constants_convert_to_numbers():
    assert (int(int_imm(3)), float(int_imm(3)), int(float_imm(2.5)), float(float_imm(2.5))) == (3, 3.0, 2, 2.5)
    assert type(float(int_imm(3))) is float and type(int(float_imm(2.5))) is int
    constants = [int_imm(0), int_imm(-1), float_imm(0.0), float_imm(0.5), int_imm(0, "bool"), int_imm(1, "uint1")]
    assert list(map(bool, constants)) == [False, True, False, True, False, True]
    with pytest.raises(TypeError):
        list(range(3))[float_imm(1.0)]


def test_signs_and_indices_of_constants():
    assert +int_imm(3, "int8") == 3 and (+I).same_as(I)
    with pytest.raises(TypeError, match="^only an integer is an index, found the constant 2.0 of float32$"):
        range(float_imm(2.0))


def test_maps_with_equal_keys_are_merged():
    narrow = int_imm(1, "int8")
    both = objet.Map({narrow: "a"}) | {"x": "b"}
    merged = both | {1: "c"}
    assert merged[1] == "c" and len(merged) == 2 and list(merged)[0].same_as(narrow)
    assert {1: "z"} | both == {1: "a", "x": "b"}
    # Constants of equal value that one map holds stay apart.
    keys = objet.load_json(objet.save_json(objet.Array([narrow, int_imm(1)])))
    held = objet.load_json(objet.save_json(objet.Map({"x": "b"}))) | objet.Map({keys[0]: "a"})
    for made in (objet.Map(held, k="v"), {"k": "v"} | held):
        assert made["k"] == "v" and made[1] == "a" and len(made) == 3


def test_extents_work_where_python_takes_integers():
    rows, columns = SHAPE
    assert list(range(rows)) == [0, 1] and list(range(10))[columns] == 3 and [0] * rows == rows * [0] == [0, 0]
    assert (max(SHAPE), min(SHAPE), sum(SHAPE), sorted(SHAPE, reverse=True)) == (3, 2, 5, [3, 2])
    assert SHAPE[rows - 1] is columns and objet.ShapeTuple(SHAPE) == [2, 3] and objet.nd.empty(SHAPE).shape == (2, 3)


def test_constants_compare_by_value():
    one, half = int_imm(1), float_imm(0.5)
    assert one == 1 == one == 1.0 == one and one != 2 and one != half and half == 0.5 and True == one
    assert one == int_imm(1) == int_imm(1, "int64") == float_imm(1.0) == int_imm(1, "bool") and not one.same_as(int_imm(1))
    assert SHAPE[0] == objet.convert([2])[0] and (one == 1) is True and (one != 1) is False
    assert half < one and one > half and one <= 1 <= one and 0 < one < 2 and one >= 1.0 and not one < 1 and (one < 2) is True
    big = (1 << 53) + 1
    assert int_imm(big, "int64") == big != float(big) != int_imm(big, "int64")
    for other in ("1", None, object(), [1], objet.convert(["1"]), X, I):
        assert one != other and other != one and not one == other
    for other in ("1", None, object(), X):
        with pytest.raises(TypeError, match="^'<' not supported between instances of '.*IntImm' and "):
            one < other


def test_constants_hash_as_their_numbers():
    assert hash(int_imm(-1)) == hash(-1) and hash(float_imm(0.5)) == hash(0.5) and hash(int_imm(1, "bool")) == hash(True)
    assert {int_imm(1): "x"}[1] == "x" == {1.0: "x"}[int_imm(1)] and len({int_imm(1), int_imm(1, "int64"), float_imm(1.0)}) == 1
    nan = float_imm(math.nan)
    assert nan != nan and hash(nan) == hash(nan) and nan in {nan: 1} and not nan < 1


def test_order_of_other_scalars_makes_expressions():
    for made, kind in ((I < 2, "LT"), (I <= 2, "LE"), (I > 2, "GT"), (I >= 2, "GE"), (2 > I, "LT"), (2 <= I, "GE")):
        assert type(made) is getattr(objet.tir, kind) and made.a is I and made.b == 2
    made = int_imm(2) < I
    assert isinstance(made, objet.tir.LT) and made.a == 2 and made.b is I
    assert isinstance(I + 1 < I, objet.tir.LT) and (I < 0.5).a.dtype == "float32"
    for wrong in (lambda: I < "text", lambda: I < X, lambda: X < 1, lambda: 1 < X, lambda: X < I):
        with pytest.raises(TypeError, match="not supported between instances|^expected an expression beside a tensor, found 1:"):
            wrong()


@pytest.mark.parametrize("expression", [I, I + 1, I < 1, X, X + X, objet.ir.GetOp("add"), objet.relay.Tuple([])])
def test_other_expressions_refuse_equality_with_numbers(expression):
    key = expression.type_key
    for number in (1, 0.5, True):
        for compare in (lambda: expression == number, lambda: expression != number, lambda: number == expression):
            found = f"^cannot compare an expression with a number by == or !=: {key} and {type(number).__name__}; use "
            with pytest.raises(TypeError, match=found):
                compare()
    # The functions that the message suggests.
    if isinstance(expression, objet.PrimExpr):
        with pytest.raises(TypeError, match=r"use x.equal\(y\) or x.not_equal\(y\) to make an expression"):
            expression == 1
        for other in (I, 1, numpy.int32(1)):
            assert isinstance(expression.equal(other), objet.PrimExpr) and isinstance(expression.not_equal(other), objet.PrimExpr)
    else:
        with pytest.raises(TypeError, match="use objet.ops.equal or objet.ops.not_equal to make an expression"):
            expression == 1
        assert (objet.ops.equal(expression, X).op.name, objet.ops.not_equal(expression, X).op.name) == ("equal", "not_equal")


def test_equality_of_scalars_makes_expressions():
    one, two = objet.IntImm("int32", 1), objet.IntImm("int32", 2)
    assert isinstance(I.equal(1), objet.tir.EQ) and I.equal(1).b == 1 and isinstance(I.not_equal(one), objet.tir.NE)
    assert one.equal(1) == 1 and one.equal(two) == 0 and one.not_equal(two) == 1 and one.equal(1).dtype == "bool"
    assert I.astype("int64").equal(numpy.int64(2**40)).b == 2**40
    with pytest.raises(TypeError):
        I.equal(X)


def test_expressions_are_equal_by_identity():
    again = copy.deepcopy(I)
    assert I == I and I != again and not I == again and hash(I) != hash(again) and {I: 1}[I] == 1 and again not in {I: 1}
    assert X == X and X != I and I != "i" and X != None
    assert I + 1 != I + 1 and I != int_imm(1) and int_imm(1) != I
    assert I in [int_imm(1), X, I] and [X, int_imm(1), I].index(I) == 2 and 1 in [int_imm(1), I]
    assert X in objet.Array([I, X]) and 1 in objet.Array([1, I]) and objet.Array([1, I]) == [1, I] == [int_imm(1), I]
    assert objet.Map({I: 1})[I] == 1 and I in objet.Map({I: 1}) and objet.Map({"i": I}) == {"i": I}


def test_numbers_in_containers_keep_their_comparison():
    numbers = objet.Array(range(3))
    assert numbers == [0, 1, 2] == list(numbers) and 2 in numbers and int_imm(2) in numbers and numbers.index(1) == 1
    assert numbers[1:] == [1, int_imm(2)] and list(numbers).count(2) == 1 and numbers == tuple(numbers)
    assert objet.Map({1: 2}) == {1: 2} == dict(objet.Map({1: 2})) and dict(objet.Map({1: 2})) == {int_imm(1): int_imm(2)}


def test_containers_find_expressions_among_numbers():
    mixed = objet.Array([1, I, 2, X])
    assert X in mixed and 2 in mixed and 3 not in mixed and I + 1 not in mixed
    assert (mixed.index(X), mixed.index(2), mixed.count(I), mixed.count(2), mixed.count(3)) == (3, 2, 1, 1, 0)
    assert mixed != [1, 1, 2, X] and mixed != [I, I, 2, X] and mixed != objet.Array([1, 2, I, X])
    sizes = objet.Map({"a": I, "b": 2})
    assert sizes != {"a": 1, "b": 2} and {"a": I, "b": I} != sizes == {"a": I, "b": 2}
    assert 2 in sizes.values() and 3 not in sizes.values() and ("a", 1) not in sizes.items() and ("b", I) not in sizes.items()


@pytest.mark.parametrize("expression", [I, I < 1, I + 1])
def test_other_scalars_have_no_truth_value(expression):
    uses = (lambda: bool(expression), lambda: not expression, lambda: expression and 1, lambda: 0 <= expression < 2)
    for use in uses:
        with pytest.raises(ValueError, match="^an expression has no truth value: tir.[A-Za-z]+; use objet.ops.tir.all, "):
            use()
        with pytest.raises(ValueError, match=r'objet.ops.tir.any and objet.get_global_func\("tir.Not"\) instead'):
            use()


def test_the_suggested_connectives_make_expressions():
    both = objet.ops.tir.all(0 <= I, I < 2)
    assert isinstance(both, objet.tir.And) and isinstance(objet.ops.tir.any(both, I > 4), objet.tir.Or)
    assert objet.get_global_func("tir.Not")(both).a is both
    assert objet.tir.Not(a=both, dtype="bool").a is both and bool(X) and bool(objet.tir._OpLT(int_imm(1), 2))


def test_constants_are_passed_as_objects():
    one = int_imm(1)
    assert objet.convert([one])[0].same_as(one) and objet.convert(one).same_as(one)
    assert objet.convert(lambda given: given.same_as(one))(one)
    assert objet.tir.Evaluate(one).value.same_as(one) and objet.convert({one: one})[1].same_as(one)


def test_derived_classes_inherit_the_comparisons():
    @objet.register_object("tests_ir.Lane")
    class Lane(objet.PrimExpr):
        index: int

    lane, same = Lane(dtype="int32", index=1), Lane(dtype="int32", index=1)
    assert lane == lane != same and hash(lane) != hash(same) and {lane: 1}[lane] == 1
    assert isinstance(lane < 1, objet.tir.LT)
    with pytest.raises(TypeError, match="tests_ir.Lane and int"):
        lane == 1
    with pytest.raises(ValueError, match="tests_ir.Lane"):
        bool(lane)


def test_scalars_of_numpy():
    np = pytest.importorskip("numpy")
    one, half = int_imm(1), float_imm(0.5)
    for scalar in (np.int64(1), np.uint8(1), np.float32(1), np.float64(1), np.bool_(True)):
        assert one == scalar and scalar == one and one <= scalar <= one and not one < scalar and half < scalar > half
        assert (I < scalar).b == 1 == (scalar > I).b and isinstance(scalar > I, objet.tir.LT)
        assert (I + scalar).b == 1 == (scalar + I).a
        for compare in (lambda: I == scalar, lambda: scalar == I, lambda: X != scalar):
            with pytest.raises(TypeError, match="cannot compare an expression with a number"):
                compare()


def test_arrays_of_numpy():
    np = pytest.importorskip("numpy")
    one, half, (rows, columns) = int_imm(1), float_imm(0.5), SHAPE
    assert np.zeros(SHAPE).shape == (2, 3) and np.zeros((rows, 4)).shape == (2, 4) and np.arange(10)[columns] == 3
    assert np.array(SHAPE, dtype="int64").tolist() == [2, 3] and np.array([half], dtype="float32").tolist() == [0.5]
    for equal in (np.arange(3) == one, one == np.arange(3)):
        assert equal.tolist() == [False, True, False]
    assert [made.b for made in I - np.arange(1, 3)] == [1, 2] == [made.a for made in np.arange(1, 3) - I]


@pytest.mark.parametrize(
    "found, wanted",
    [
        (abs(int_imm(-3)), 3),
        (abs(float_imm(-2.5)), 2.5),
        (int_imm(3) ** 40, 3**40),
        (2 ** int_imm(3), 8),
        (int_imm(4) ** 0.5, 2.0),
        (int_imm(2) ** int_imm(40), 2**40),
        (divmod(int_imm(-7), 2), (-4, 1)),
        (divmod(7, float_imm(2.0)), (3.0, 1.0)),
        (round(float_imm(2.5)), 2),
        (math.floor(float_imm(-2.5)), -3),
        (math.ceil(float_imm(-2.5)), -2),
        (math.trunc(float_imm(-2.5)), -2),
        (math.floor(int_imm(2**60 + 1, "int64")), 2**60 + 1),
        (math.trunc(int_imm(2**60 + 1, "int64")), 2**60 + 1),
        (float_imm(5.5) // 2, 2.0),
        (7 // float_imm(2.0), 3.0),
        (float_imm(2.5) % 1, 0.5),
        (int_imm(7) % float_imm(2.5), 2.0),
        (int_imm(3) * 0.1, 3 * 0.1),
        (0.1 * int_imm(3), 0.1 * 3),
        (0.5 - int_imm(3), -2.5),
        (int_imm(3) / 2.0, 1.5),
        (int_imm(3) * fractions.Fraction(1, 2), fractions.Fraction(3, 2)),
    ],
)
def test_numbers_that_are_no_constants_are_of_python(found, wanted):
    assert type(found) is type(wanted) and found == wanted


def test_numbers_with_a_data_type_make_constants():
    np = pytest.importorskip("numpy")
    for made, dtype in (
        (float_imm(0.5) * 3, "float32"),
        (float_imm(0.5) * int_imm(3), "float32"),
        (float_imm(0.5, "float64") + 0.1, "float64"),
        (int_imm(3) * np.float32(0.5), "float32"),
        (np.float64(0.5) * int_imm(3), "float64"),
        (I * 0.1, "float32"),
    ):
        assert isinstance(made, objet.PrimExpr) and made.dtype == dtype
    assert int_imm(2) ** np.int8(9) == 512 == np.int8(2) ** int_imm(9)


@pytest.mark.parametrize("expression", [I, I + 1, X])
def test_expressions_have_no_operators_of_numbers(expression):
    powers = (lambda i: i**2, lambda i: 2**i, lambda i: int_imm(2) ** i)
    for work in (abs, math.trunc, round, lambda i: divmod(i, 2), *powers):
        with pytest.raises(TypeError, match="unsupported operand|bad operand|doesn't define"):
            work(expression)
    with pytest.raises(objet.TVMError, match="expected b to be an integer, found float32"):
        I // 2.0
    with pytest.raises(ZeroDivisionError):
        float_imm(1.0) // 0


def test_numpy_computes_with_the_exact_numbers():
    np = pytest.importorskip("numpy")
    rows, columns = SHAPE
    for made, wanted in (
        (np.array(SHAPE), np.array([2, 3], "int64")),
        (np.asarray(int_imm(2**40, "int64")), np.array(2**40, "int64")),
        (np.array([int_imm(1, "bool"), int_imm(0, "bool")]), np.array([True, False])),
        (np.asarray(float_imm(0.1)), np.array(0.1)),
        (np.array([0.1]) * columns, np.array([0.1]) * 3),
        (columns * np.array([0.1]), np.array([0.1]) * 3),
        (np.array([2**20], "int32") * int_imm(2**20), np.array([2**40], "int64")),
        (np.asarray(columns, "float16"), np.array(3, "float16")),
    ):
        assert made.dtype == wanted.dtype and made.shape == wanted.shape and (made == wanted).all()
    assert np.mean(SHAPE) == 2.5 == np.median(SHAPE) and np.prod([int_imm(2**16)] * 2) == 2**32
    assert np.allclose(SHAPE, [2, 3]) and np.isclose(columns, 3) and not np.isclose(columns, 4)
    # Expressions and scalars of NumPy keep their operators.
    assert np.array([I, rows]).dtype == object and (np.int64(2**40) + I).a.dtype == "int64"
    assert isinstance(np.int64(2**40) + rows, objet.IntImm) and (np.array([I]) * rows)[0].b == 2


def test_arrays_of_constants_are_copies_and_check_the_range():
    np = pytest.importorskip("numpy")
    made = np.zeros(1, "int8")
    for work in (lambda: np.array([int_imm(300)], "int8"), lambda: made.__setitem__(0, int_imm(300))):
        with pytest.raises(OverflowError, match="300"):
            work()
    with pytest.raises(ValueError, match="^cannot make an array of a constant without a copy$"):
        int_imm(1).__array__(copy=False)


def test_tensors_of_constants():
    assert objet.nd.array(SHAPE).dtype == "int64" and objet.nd.array(SHAPE).numpy().tolist() == [2, 3]
    assert objet.ops.const(SHAPE).data.numpy().tolist() == [2, 3] and objet.ops.const(SHAPE[0]).data.dtype == "int32"
    assert objet.nd.array(SHAPE, "int32").dtype == "int32" and objet.nd.array(float_imm(0.1)).item() == 0.1
    with pytest.raises(OverflowError, match="300 does not fit into int8"):
        objet.nd.array([int_imm(300)], "int8")


def test_lists_of_numbers():
    large, numbers = 2**40, [1, -1, 2**31 - 1, 2**31, -(2**31), -(2**63), 2**63 - 1, True, 1.5]
    array = objet.convert(numbers)
    assert array == numbers == list(array) == list(objet.Array(tuple(numbers)))
    types = ["int32"] * 3 + ["int64", "int32", "int64", "int64", "bool", "float32"]
    assert [item.dtype for item in array] == types == [objet.convert(number).dtype for number in numbers]
    # Each number is an object of its own, as in the files of TVM.
    assert not array[0].same_as(objet.convert([1, 1])[0]) and not objet.convert([1, 1])[0].same_as(array[0])
    twice = objet.convert([large, large])
    assert not twice[0].same_as(twice[1]) and objet.save_json(twice).count(f'"value": "{large}"') == 2
    with pytest.raises(OverflowError, match=r"\[1\]"):
        objet.convert([1, 2**63])


def test_a_replaced_function_makes_the_constants():
    original = objet.get_global_func("node._const")
    calls = []

    def replacement(value, dtype, span):
        calls.append((value, dtype))
        items.clear()
        return original(value + 1, dtype, span)

    objet.register_func("node._const", replacement, override=True)
    try:
        items = [1, 2]
        assert objet.convert(items) == [2, 3] and items == []
        assert calls == [(1, "int32"), (2, "int32")]
    finally:
        objet.register_func("node._const", original, override=True)
    assert objet.convert([1, 2]) == [1, 2]


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 2**40])
@pytest.mark.parametrize("scalar", [I, int_imm(3), int_imm(3, "int64")])
def test_numbers_beyond_their_constants_are_errors(scalar, number):
    for make in (lambda: scalar + number, lambda: number * scalar, lambda: I < number):
        with pytest.raises(ValueError, match=f"{number}"):
            make()
    assert int_imm(2, "int64") + int_imm(number, "int64") == number + 2


def test_arrays_find_nan_by_identity():
    nan = float_imm(math.nan)
    array = objet.Array([1, nan, nan])
    assert nan in array and array.index(nan) == 1 and array.count(nan) == 2
    assert float_imm(math.nan) not in array and math.nan not in array and array.count(math.nan) == 0


def test_powers_of_constants_take_a_modulus():
    five = int_imm(5)
    assert pow(five, 2, 3) == pow(five, int_imm(2), int_imm(3)) == 1 and type(pow(five, 2, 3)) is int
    assert pow(five, 2) == 25 and pow(2, five) == 32 and five**-1 == 0.2
    for wrong in (lambda: pow(five, 2, 0), lambda: pow(float_imm(0.5), 2, 3), lambda: pow(five, 2, "x"), lambda: pow(five, 2, I)):
        with pytest.raises((TypeError, ValueError)):
            wrong()


def test_only_constants_are_numbers():
    for convert in (int, float, operator.index, range):
        with pytest.raises(TypeError, match="^only a constant is a number, found an expression: tir.Add$"):
            convert(I + 1)
    with pytest.raises(TypeError, match="^only an integer is an index, found the constant 1.0 of float32$"):
        operator.index(float_imm(1.0))


def test_arrays_of_constants_are_arrays_of_numpy():
    one, true = objet.IntImm("int64", 1), objet.IntImm("bool", 1)
    for items, dtype, values in (
        ([1, 2], "int64", [1, 2]),
        ([one, objet.IntImm("int8", 0)], "int64", [1, 0]),
        ([1.5, 2], "float64", [1.5, 2.0]),
        ([true, objet.IntImm("bool", 0)], "bool", [True, False]),
        ([true, 0], "int64", [1, 0]),
        ([true, 2.5], "float64", [1.0, 2.5]),
        ([[1, 2], [3, 4]], "int64", [[1, 2], [3, 4]]),
        ([[True], [1]], "int64", [[1], [1]]),
        ([[], []], "float64", [[], []]),
        (["a", "bc"], "<U2", ["a", "bc"]),
        ([[1, 2], objet.nd.array([1.5, 2.5], "float64")], "float64", [[1, 2], [1.5, 2.5]]),
    ):
        made = numpy.asarray(objet.convert(items))
        assert made.dtype == dtype and made.tolist() == values
    assert objet.nd.array(objet.convert([])).dtype == "float32" and objet.nd.array(objet.convert([1.5])).dtype == "float64"
    assert objet.ops.const(objet.convert([1, 2])).data.dtype == "int64" and numpy.mean(objet.convert([1, 2])) == 1.5
    assert numpy.asarray(objet.convert([1, 2]), "float32").dtype == "float32"


def test_arrays_of_objects_are_arrays_of_their_items():
    i, rows = objet.ops.tir.var("i"), objet.convert([[1, 2], [3]])
    made = numpy.asarray(objet.convert([[i], [1]]))
    assert made.dtype == object and made.shape == (2, 1) and made[0, 0].same_as(i)
    assert isinstance(numpy.array(objet.convert([1]), object)[0], objet.IntImm)
    assert numpy.array(rows, object)[0].same_as(rows[0])
    with pytest.raises(ValueError, match="inhomogeneous"):
        numpy.asarray(rows)
    with pytest.raises(ValueError, match="without a copy"):
        rows.__array__(copy=False)
    with pytest.raises(TypeError, match="only a constant is a number"):
        numpy.asarray(objet.convert([i]), "float32")
