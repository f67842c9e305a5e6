"""Short texts of graphs."""

import time

import objet
import pytest


@pytest.mark.parametrize("length", [500, 510, 511, 512, 513, 1000])
def test_a_repr_has_at_most_512_characters(length):
    text = "x" * (length - 4)
    shown = repr(objet.Array([text]))
    assert shown == (f'["{text}"]' if length <= 512 else f'["{text}"]'[:511] + "…")


def containers(count):
    """Returns containers of many items, and the start of each `repr`."""
    names = [str(number) for number in range(count)]
    strings = objet.Array(names)
    yield strings, '["0", "1", "2"'
    yield objet.Array(["x", strings]), '["x", ["0", "1"'
    yield objet.Array([strings, strings]), '[["0", "1"'
    yield objet.Map({"a": strings, "b": "x"}), '{"a": ["0", "1"'
    yield objet.Map({name: name for name in names}), '{"0": "0", "1": "1"'
    yield objet.ADT(3, strings), 'ADT#3("0", "1"'
    yield objet.ShapeTuple(range(count)), "(0, 1, 2"
    yield objet.Array([names[place : place + 100] for place in range(0, count, 100)]), '[["0", "1"'


@pytest.mark.parametrize("index", range(8))
def test_a_repr_of_a_long_container_takes_little_time(index):
    (short, start), (long, _) = (list(containers(count))[index] for count in (2000, 200_000))
    assert repr(short) == repr(long) and repr(long).startswith(start)
    assert len(repr(long)) == 512 and repr(long).endswith("…")

    def seconds(value):
        start = time.perf_counter()
        for _ in range(3):
            repr(value)
        return time.perf_counter() - start

    # The long one has 100 times the items.
    assert min(seconds(long) for _ in range(5)) < 10 * max(seconds(short) for _ in range(5))


def test_a_repr_of_a_short_container_is_complete():
    inner = objet.Array(["a", objet.ShapeTuple([1, 2]), None])
    shared = objet.convert([inner, {"k": inner, "n": None}, [], {}])
    assert repr(shared) == '[%1 @ ["a", (1, 2), null], {"k": %1, "n": null}, [], {}]'
    for depth, shown in ((200, "[" * 200 + '"x"' + "]" * 200), (100_000, "[" * 511 + "…")):
        nested = "x"
        for _ in range(depth):
            nested = objet.Array([nested])
        assert repr(nested) == shown


@pytest.fixture
def double():
    x = objet.ops.var("x", (2, 2))
    return objet.relay.ir.Function([x], x + x)


def test_str_of_a_program_is_the_text_format(double):
    body = "(%x: Tensor[(2, 2), float32]) {\n  add(%x, %x)\n}"
    module = objet.IRModule.from_expr(double)
    assert str(module) == f"def @main{body}\n" and str(double) == f"{double}" == f"fn {body}"
    assert str(double.params[0].type_annotation) == "Tensor[(2, 2), float32]" and str(double.body.op) == "add"
    assert str(double.body) == "free_var %x: Tensor[(2, 2), float32];\nadd(%x, %x)"
    assert repr(module).startswith("IRModule(functions=") and repr(double).startswith("relay.Function(")
    i = objet.ops.tir.var("i")
    assert str(i + 1) == "(i + 1)" and str(objet.tir.Evaluate(i + 1)) == "(i: int32 + 1)"
    function = objet.tir.PrimFunc([i], objet.tir.Evaluate(i), ret_type=objet.TupleType([]))
    assert str(function) == objet.ir.PrettyPrint(function) and str(function).startswith("primfn(i: int32)")


def test_astext_of_scalars_and_statements(double):
    scalar = objet.ops.tir.var("i") + 1
    for program in (scalar, objet.tir.Evaluate(scalar)):
        assert program.astext() == '#[version = "0.0.5"]\n(i: int32 + 1)'
    comment = double.astext(annotate=lambda expr: f" /* {expr.type_key} */" if isinstance(expr, objet.relay.Call) else "")
    assert "add(%x, %x) /* relay.Call */" in comment


def test_str_of_an_object_without_a_text_has_its_fields():
    @objet.register_object("tests.repr.Without", comparison="fields")
    class Without(objet.RelayExpr):
        size: int

    @objet.register_object("tests.repr.Own", comparison="fields")
    class Own(objet.RelayExpr):
        size: int

        def __repr__(self):
            return f"own {self.size}"

    assert "size=3" in str(Without(size=3)) and str(Own(size=3)) == "own 3"
    constant = objet.ops.const([1, 2])
    assert str(constant) == "Constant(NDArray(shape=(2,), dtype=int32, device=cpu(0), [1, 2]))"
    assert str(objet.relay.Tuple([constant, constant])) == "(meta[relay.Constant][0], meta[relay.Constant][0])\n"
    assert str(objet.relay.Tuple([Without(size=3)])) == "%0 = meta[tests.repr.Without][0];\n(%0,)\n"


def test_str_is_made_if_the_printer_fails(double):
    def fail(_):
        raise objet.TVMError("no printer")

    printer = objet.get_global_func("ir.PrettyPrint")
    objet.register_func("ir.PrettyPrint", fail, override=True)
    try:
        assert str(double).startswith("FunctionNode([Var(x")
    finally:
        objet.register_func("ir.PrettyPrint", printer, override=True)


def test_str_of_deep_and_shared_programs():
    shared = deep = objet.ops.var("x", (2, 2))
    ty = shared.type_annotation
    for _ in range(100_000):
        deep = deep + deep
    for _ in range(100):
        shared, ty = objet.relay.Tuple([shared, shared]), objet.TupleType([ty, ty])
    assert str(deep).endswith("add(%99998, %99998)") and str(shared).endswith("(%98, %98)")
    # A type has no names for its parts.
    assert str(ty).endswith("…") and len(str(ty)) < 20_000_000
