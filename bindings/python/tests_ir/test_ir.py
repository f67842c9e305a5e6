"""Tests of the installed package with the nodes of Relay and TIR."""

import inspect
import io
import pathlib
import pickle
import time

import numpy as np
import pytest

import objet

DATA = pathlib.Path("examples/data")
call = objet.get_global_func


@pytest.fixture
def module():
    return objet.load_json((DATA / "mlp_b1.typed.json").read_text())


def test_every_registered_type_is_a_class():
    for key, cls in objet._objet.all_classes():
        assert issubclass(cls, objet.Object) and (inspect.getdoc(cls) or cls is objet.PackedFunc)
        if key != "runtime.Object":
            found = objet
            for step in key.split("."):
                found = getattr(found, step)
            assert found is cls or issubclass(found, cls)
    assert len(objet._objet.all_classes()) > 300
    assert objet.relay.Call.__mro__[1:4] == (objet.RelayExpr, objet.BaseExpr, objet.Object)


def test_every_function_has_a_repr_and_a_signature():
    for name in objet.list_global_func_names():
        function = call(name)
        assert name in repr(function) or function.__doc__ is not None
        inspect.signature(function)
    assert objet.relay.op.nn._make.relu is call("relay.op.nn._make.relu")


@pytest.mark.parametrize("name", ["mlp_b1.typed.json", "resnet18_b1_s224.typed.json"])
def test_networks_saved_by_tvm(name):
    text = (DATA / name).read_text()
    module = objet.load_json(text)
    assert isinstance(module, objet.IRModule)
    assert objet.save_json(module) == text
    assert objet.structural_equal(module, objet.load_json(text))
    calls = [node for node in objet.post_order(module) if isinstance(node, objet.relay.Call)]
    assert all(isinstance(node.op, objet.Op) and isinstance(node.args, objet.Array) for node in calls)
    assert calls[0].op is call("ir.GetOp")(calls[0].op.name)


def test_numbers_become_constants():
    array = objet.convert([1, 2.5, True, 1 << 40])
    assert [item.dtype for item in array] == ["int32", "float32", "bool", "int64"]
    assert array[3].value == 1 << 40
    add = objet.tir.Add(a=1, b=objet.IntImm(dtype="int32", value=2), dtype="int32")
    assert add.a.value == 1 and isinstance(add, objet.PrimExpr)
    assert add.replace(a=7).a.value == 7


def test_numpy_numbers_become_constants_of_their_type():
    array = objet.convert([np.float32(1), np.float64(0.5), np.float16(2), np.int64(3), np.uint8(4), np.bool_(True)])
    assert [item.dtype for item in array] == ["float32", "float64", "float16", "int64", "uint8", "bool"]
    assert [item.value for item in array] == [1.0, 0.5, 2.0, 3, 4, 1]
    assert objet.tir.Add(a=np.int32(1), b=2, dtype="int32").a.value == 1
    assert objet.convert(True).dtype == "bool"


@pytest.mark.parametrize("dtype", ["float32", np.dtype("float32"), np.float32])
def test_numpy_data_types(dtype):
    assert objet.FloatImm(dtype=dtype, value=1.0).dtype == "float32"
    assert objet.FloatImm(dtype="float16", value=1.0).replace(dtype=dtype).dtype == "float32"
    assert objet.IntImm(dtype=np.bool_, value=1).dtype == "bool"


def test_fields_are_checked_after_a_change_of_class():
    # Python's own setter bypasses the setter of objects.
    set_class = vars(object)["__class__"].__set__
    number = objet.IntImm(dtype="int32", value=3)
    set_class(number, objet.relay.Call)
    with pytest.raises(TypeError, match="^args is a field of relay.Call, but the object is an IntImm$"):
        number.args
    # Objects of the class of functions have additional slots.
    function = objet.get_global_func("ir.GetOp")
    with pytest.raises(TypeError):
        set_class(number, objet.PackedFunc)
    with pytest.raises(TypeError):
        set_class(function, objet.IntImm)
    assert function("add").name == "add"


def test_numbers_for_fields_of_other_nodes():
    with pytest.raises(TypeError, match="^relay.Call.op: expected RelayExpr, found int$"):
        objet.relay.Call(op=5)
    with pytest.raises(TypeError, match="^relay.Id.name_hint: expected runtime.String, found float$"):
        objet.relay.Id(name_hint=0.5)
    with pytest.raises(TypeError, match="^IntImm.dtype: expected a data type, found set$"):
        objet.IntImm(dtype=set(), value=1)
    with pytest.raises(UnicodeEncodeError):
        objet.IntImm(dtype="\ud800", value=1)
    assert objet.relay.Id(name_hint=b"x").name_hint == "x"


def test_own_number_fields():
    @objet.register_object("tests_ir.Point")
    class Point(objet.Object):
        x: int
        y: float = 0.5

    point = objet.load_json(objet.save_json(Point(3)))
    assert (point.x, point.y, type(point)) == (3, 0.5, Point)


def test_numbers_in_containers_are_compared_by_value():
    array = objet.convert([1, 2.5, True])
    assert array == [1, 2.5, 1] == list(map(objet._objet.plain, array)) and array == objet.convert([1, 2.5, True])
    assert array != [1, 2.5, 2] and array != [1, 2.5] and array != ["1", 2.5, 1] and hash(array) == hash((1, 2.5, 1))
    assert 2.5 in array and 3 not in array and array[0] in array and array.index(2.5) == 1 and array.count(1) == 2
    assert objet.Array([[1], [2]]) == [[1], [2]] and objet.Array(range(3)) == [0, 1, 2] and array + [3] == [1, 2.5, 1, 3]
    with pytest.raises(ValueError):
        array.index(7)
    assert isinstance(array[0], objet.IntImm) and array[0] == 1


def test_number_keys_are_found_by_value():
    numbers = objet.convert({1: "x", 2.5: "y", (1 << 53) + 1: "z", "a": "w"})
    assert (numbers[1], numbers[2.5], numbers["a"], numbers.get(1)) == ("x", "y", "w", "x")
    assert 1 in numbers and 1.0 in numbers and 3 not in numbers and "1" not in numbers and None not in numbers
    assert (1 << 53) + 1 in numbers and float((1 << 53) + 1) not in numbers and float("nan") not in numbers
    assert all(numbers[key] == value for key, value in numbers.items())
    assert numbers[objet.IntImm(dtype="int64", value=1)] == "x"
    assert numbers == {1: "x", 2.5: "y", (1 << 53) + 1: "z", "a": "w"} and numbers == objet.Map(numbers.items())
    one, other = objet.Map({1: 2}), objet.Map({1: 3})
    assert one.items() == {1: 2}.items() != other.items() != one.items() and one.keys() == {1} == other.keys() == one.keys()
    assert objet.Map({1: 2}) == {1: 2} and (1, 2) in objet.Map({1: 2}).items() and 2 in objet.Map({1: 2}).values()
    assert hash(objet.Map({1: 2})) == hash(objet.Map({1: 2})) and objet.Map({1: 2}) != {1: 3}
    assert dict(objet.Map({1: 2}) | {1: 3, 4: 5}).__len__() == 2 and (objet.Map({1: 2}) | {1: 3})[1].value == 3
    with pytest.raises(KeyError):
        numbers[7]
    with pytest.raises(KeyError):
        numbers[object()]


def test_lookups_in_a_large_map_take_no_time_of_its_size():
    count = 20_000
    numbers = objet.Map({key: key for key in range(count)})
    begin = time.process_time()
    assert [numbers[key].value for key in range(count)] == list(range(count))
    assert not any(-key in numbers for key in range(1, count)) and numbers[7.0] == 7 and 7.5 not in numbers
    merged = numbers | {key: "x" for key in range(10, count + 10)}
    assert time.process_time() - begin < 30
    assert len(merged) == count + 10 and merged[9] == 9 and merged[10] == merged[count] == "x"
    # A map that takes the place of another one in memory has its own keys.
    for start in range(50):
        few = objet.Map({key: key for key in range(start, start + 100)})
        assert [few.get(start - 1, "none") for _ in range(3)] == ["none"] * 3 and few[start] == start


def test_constants_are_numbers_in_fields_and_attributes():
    two, half = objet.IntImm("int64", 2), objet.FloatImm("float32", 0.5)
    assert objet.relay.attrs.SoftmaxAttrs(axis=two).axis == 2 and objet.tir.SizeVar("int32", "n").dtype == "int32"
    image = objet.ops.var("x", (2, 3))
    assert objet.ops.nn.softmax(image, axis=image.type_annotation.shape[0]).attrs.axis == 2
    for number in (two, half, objet.FloatImm("float64", 0.1), objet.IntImm("bool", 1), objet.IntImm("int64", 2**40)):
        made = objet.ops.const(number).data
        assert (made.dtype, made.numpy().item()) == (number.dtype, number.value)
    assert objet.ops.const(two, "float32").data.dtype == "float32"
    assert (f"{two:03d}", f"{half:.2f}", f"{two}", round(half), round(objet.FloatImm("float64", 2.25), 1)) == ("002", "0.50", str(two), 0, 2.2)
    with pytest.raises(TypeError, match="axis: expected int but got FloatImm"):
        objet.relay.attrs.SoftmaxAttrs(axis=half)


def test_modules_of_functions_are_imported():
    import subprocess
    import sys

    code = """if True:
        import importlib.util
        import objet.relay.op.nn
        from objet.relay.op.nn import _make
        from objet.relay.op.nn._make import relu
        import objet.nd, objet.relay.op as op, objet
        assert _make is objet.relay.op.nn._make and relu is objet.get_global_func("relay.op.nn._make.relu")
        assert op is objet.relay.op and objet.nd.array and importlib.util.find_spec("objet.relay").name == "objet.relay"
        for name in ("objet.nothing", "objet.relay.Call", "objet.relay.op.nn._make.relu", "objet.nd.nothing", "nothing"):
            try:
                importlib.import_module(name)
            except ModuleNotFoundError as error:
                assert name in str(error), error
            else:
                assert False, name
        assert isinstance(objet.relay.Call, type)
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_signatures_of_classes():
    assert str(inspect.signature(objet.PackedFunc)) == "(function)" and "Rust and Python" in objet.PackedFunc.__doc__
    assert objet.PackedFunc(abs)(-1) == 1
    for wrong in (3, objet.IntImm(dtype="int32", value=3)):
        with pytest.raises(TypeError):
            objet.PackedFunc(wrong)
    for _, cls in objet._objet.all_classes():
        inspect.signature(cls)
        assert isinstance(inspect.getdoc(cls), str) and isinstance(cls.__match_args__, tuple)


def test_signatures_of_operator_functions():
    make = objet.relay.op.nn._make
    x, w = (call("relay.ir.Var")(name, None) for name in "xw")
    assert str(inspect.signature(make.bias_add)) == "(data, bias, axis)"
    assert str(inspect.signature(make.relu)) == "(data)" and "nn.relu" in make.relu.__doc__
    assert "(RelayExpr, RelayExpr, i32) -> relay.Call" in make.bias_add.__doc__
    made = make.bias_add(bias=w, data=x, axis=1)
    assert list(made.args) == [x, w] and made.attrs.axis == 1
    for wrong in ({"axis": 1}, {"data": x, "bias": w, "axis": 1, "more": 1}):
        with pytest.raises(TypeError):
            make.bias_add(**wrong)
    with pytest.raises(TypeError, match="bias_add"):
        make.bias_add(x, w)
    makers = objet.list_global_func_names("relay.op.")
    assert len(makers) > 200 and all(str(inspect.signature(call(name))) != "(*args)" for name in makers)


def test_nullable_parameters_are_optional():
    make = objet.ir.IntImm
    assert str(inspect.signature(make)) == "(dtype, value, span=None)"
    for made in (make("int32", 3), make("int32", 3, None), make(value=3, dtype="int32"), make("int32", value=3)):
        assert (made.dtype, made.value, made.span) == ("int32", 3, None)
    assert call("relay.ir.Call")(call("ir.GetOp")("tanh"), [call("relay.ir.Var")("x")]).attrs is None
    for too_few in ((), ("int32",)):
        with pytest.raises(TypeError):
            make(*too_few)
    with pytest.raises(TypeError):
        make("int32", 3, None, None)
    with pytest.raises(TypeError):
        make(dtype="int32")


def test_fields_of_calls_and_functions_have_defaults():
    x = call("relay.ir.Var")("x")
    made = objet.relay.Call(call("ir.GetOp")("tanh"), [x])
    assert (made.attrs, made.type_args, made.span) == (None, [], None)
    function = objet.relay.Function([x], made)
    assert function.type_params == [] and function.ret_type is None
    match made:
        case objet.relay.Call(op, [arg]):
            assert op.name == "tanh" and arg is x
        case _:
            assert False


def test_json_is_a_string_or_bytes():
    text = objet.save_json(objet.convert([1]))
    for given in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode())):
        assert objet.load_json(given) == [1]
    for wrong in (3, None, io.StringIO(text)):
        with pytest.raises(TypeError, match="expected JSON as a string or bytes, found (int|NoneType|StringIO)"):
            objet.load_json(wrong)
    with pytest.raises(ValueError):
        objet.load_json(b"\xff")


def test_pages_need_objects():
    assert "IntImm" in objet.to_html(3) and "<title>Array</title>" in objet.to_html([1])
    for wrong in (None, object()):
        with pytest.raises(TypeError):
            objet.to_html(wrong)


def test_registration_errors_have_the_python_source_location():
    class Unnamed(objet.Object):
        x: int

    line = inspect.currentframe().f_lineno + 2
    with pytest.raises(TypeError, match=rf"test_ir\.py:{line}:1 has an empty key"):
        objet.register_object("")(Unnamed)


def test_constants_hold_tensors():
    constant = call("relay.ir.Constant")(np.arange(3.0))
    assert constant.data.numpy().tolist() == [0, 1, 2]
    again = objet.load_json(objet.save_json(constant))
    assert again.data.numpy().tolist() == [0, 1, 2] and objet.structural_equal(constant, again)


def test_errors_suggest_names():
    with pytest.raises(TypeError, match='did you mean "op"'):
        objet.relay.Call(opp=None)
    with pytest.raises(TypeError):
        call("relay.ir.Call")("not an operator", [], None, [], None)


@pytest.mark.parametrize("path", ["README.md", "docs/python.md"])
def test_examples_of_the_docs_run(path):
    import re

    scope = {}
    blocks = re.findall(r"```python\n(.*?)```", pathlib.Path(path).read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, scope)


def test_operators_make_expressions():
    i = call("tir.Var")("i", "int32")
    assert isinstance(i + 1, objet.tir.Add) and isinstance(1 - i, objet.tir.Sub) and isinstance(i // 2, objet.tir.FloorDiv)
    assert (1 - i).a.value == 1 and (i % 4).b.value == 4 and isinstance(-i, objet.tir.Sub)
    assert (i == i) is True and (i == i + 1) is False
    x = call("relay.ir.Var")("x", None)
    names = [(x + x).op.name, (x - x).op.name, (x * x).op.name, (x / x).op.name, (-x).op.name]
    assert names == ["add", "subtract", "multiply", "divide", "negative"]
    for wrong in (lambda: x + 1, lambda: i + "text", lambda: x + i):
        with pytest.raises(TypeError):
            wrong()


def test_signatures_have_defaults():
    names = "(op, args, attrs=None, type_args=[], span=None, _checked_type_=None)"
    assert str(inspect.signature(objet.relay.Call)) == names
    conv = inspect.signature(objet.relay.attrs.Conv2DAttrs).parameters
    assert (conv["strides"].default, conv["data_layout"].default, conv["groups"].default) == ([1, 1], "NCHW", 1)
    for key, cls in objet._objet.all_classes():
        assert "..." not in str(inspect.signature(cls)) and "Ellipsis" not in str(inspect.signature(cls)), key


def test_optional_numbers_are_not_constants():
    @objet.register_object("tests_ir.Maybe")
    class Maybe(objet.Object):
        a: int | None = None
        b: objet.PrimExpr | None = None

    variable = objet.tir.Var(name="x", dtype="int32", type_annotation=objet.PrimType(dtype="int32"))
    assert Maybe(objet.convert(3)).a == 3
    for wrong in (variable, objet.convert(1.5)):
        with pytest.raises(TypeError, match="tests_ir.Maybe.a: expected int or None, found (Var|FloatImm)"):
            Maybe(a=wrong)
    made = Maybe(3, 4)
    assert made.a == 3 and isinstance(made.b, objet.IntImm) and Maybe(b=variable).b is variable


def test_interpreters_show_programs(module):
    class Printer:
        def text(self, text):
            self.shown = text

    printer = Printer()
    module._repr_pretty_(printer, False)
    assert printer.shown == module.astext(False).rstrip("\n")
    x = objet.relay.ir.Var("x", objet.relay.TensorType(shape=[2], dtype="float32"))
    body = x
    for _ in range(100):
        body = body + x
    body._repr_pretty_(printer, False)
    assert printer.shown.splitlines()[-1].endswith("more lines: `astext` returns all)")


def test_graphs_of_unknown_types_are_pickled_without_loss():
    files = sorted(pathlib.Path("tests/graphs/tvm-ffi").glob("*.json"))
    graphs = [(objet.load_json(file.read_text(), keep_unknown=True), "tvm-ffi") for file in files]
    text = objet.save_json(objet.tir.Var(name="i", dtype="int32") * 2).replace("tir.Mul", "my.Mul")
    # Values that are not equal to themselves must not look like a loss.
    strange = [objet.load_json(text, keep_unknown=True), objet.FloatImm("float32", float("nan"))]
    for graph, format in [*graphs, (objet.Array(strange), "tvm-0.8")]:
        for copied in (pickle.loads(pickle.dumps(graph)), *pickle.loads(objet.dumps([graph]))):
            assert objet.save_json(copied, format=format) == objet.save_json(graph, format=format)
    assert len(graphs) >= 9


def test_differences_of_large_modules():
    def functions(offset):
        x, relay = objet.ops.var("x", (1,)), call("relay.ir.Function")
        return {f"f{i}": relay([x], objet.ops.add(x, objet.ops.const(float(i + offset))), None, [], None) for i in range(4000)}

    lhs, rhs = objet.IRModule(functions(0)), objet.IRModule(functions(1))
    begin = time.process_time()
    found = objet.diff(lhs, rhs)
    lines, page = str(found).splitlines(), found.to_html()
    assert time.process_time() - begin < 30 and len(lines) == page.count("<tr>") - 1 == 4000
    assert [each.rhs.numpy() - each.lhs.numpy() for each in found] == [1.0] * 4000
    assert found[5].path.get(lhs).same_as(found[5].lhs) and pickle.loads(pickle.dumps(found[5])).rhs.numpy() == found[5].rhs.numpy()
    (number,) = objet.diff({1: 2}, {1: 3})
    assert (number.lhs, number.rhs, number.path.get({1: 5})) == (2, 3, 5)
    maps = [objet.Map({objet.tir.Var("int32", "x"): i + offset for i in range(5000)}) for offset in (0, 1)]
    assert len(str(objet.diff(*maps, map_free_vars=True)).splitlines()) >= 5000


def test_nodes_of_unknown_types_are_read():
    module = objet.load_json(pathlib.Path("tests/graphs/tvm-ffi/mlp.json").read_bytes(), keep_unknown=True)
    made = next(node for node in objet.walk(module) if node.type_key == "ir.Call")
    assert objet.opaque_bytes(made.op) == b"relax.permute_dims" and objet.opaque_bytes(made) is None
    # The file leaves open whether this is a number.
    assert made.args[0].ty.isdigit() and objet.opaque_object(made.args[0], "ty").type_key == "relax.TensorType"
    assert objet.opaque_object(made, "op").same_as(made.op)
    tensor = objet.ops.var("x", (2, 2))
    text = objet.save_json(objet.IRModule.from_expr(tensor + tensor)).replace("relay.Call", "other.Call")
    assert str(objet.load_json(text, keep_unknown=True)).startswith("def @main(%x: Tensor[(2, 2), float32])")
    for wrong, error in (
        (lambda: objet.opaque_object(objet.opaque_object(made.args[0], "ty").dtype, "dtype"), TypeError),
        (lambda: objet.opaque_object(made, "ops"), AttributeError),
        (lambda: objet.opaque_bytes(objet.IntImm("int32", 1)), TypeError),
    ):
        with pytest.raises(error):
            wrong()


def test_an_import_of_all_names_keeps_the_package():
    scope = {}
    exec("import objet\nfrom objet import *", scope)
    assert scope["objet"] is objet and scope["Array"] is objet.Array and scope["tir"] is objet.tir and scope["ops"] is objet.ops
    assert scope["__builtins__"]["print"] is print and "print" not in scope and not {"objet", "print"} & set(objet.__all__)


def test_types_are_equal_by_structure():
    def tensor(*shape):
        return objet.relay.TensorType(list(shape), "float32")

    one, same, other = tensor(2, 2), tensor(2, 2), tensor(2, 3)
    assert one == same and one != other and hash(one) == hash(same) and {one: 1}[same] == 1
    assert same in [other, one] and objet.TupleType([one]) == objet.TupleType([same]) != one
    assert objet.TupleType([one, other]).fields == [same, other] and one != 3 and one != "x"
    assert objet.TypeVar("t", 0) != objet.TypeVar("t", 0)
