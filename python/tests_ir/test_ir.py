"""The package as it is installed, with the nodes of relay and tir."""

import inspect
import pathlib

import numpy as np
import pytest

import objet

DATA = pathlib.Path("examples/data")
call = objet.get_global_func


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


def test_every_function_says_what_it_is():
    for name in objet.list_global_func_names():
        function = call(name)
        assert name in repr(function) or function.__doc__ is not None
        inspect.signature(function)
    assert objet.relay.op.nn._make.relu is call("relay.op.nn._make.relu")


@pytest.mark.parametrize("name", ["mlp_b1.typed.json", "resnet18_b1_s224.typed.json"])
def test_networks_that_tvm_saved(name):
    text = (DATA / name).read_text()
    module = objet.load_json(text)
    assert isinstance(module, objet.IRModule)
    assert objet.save_json(module) == text
    assert objet.structural_equal(module, objet.load_json(text))
    calls = [node for node in objet.post_order(module) if isinstance(node, objet.relay.Call)]
    assert all(isinstance(node.op, objet.Op) and isinstance(node.args, objet.Array) for node in calls)
    assert calls[0].op is call("ir.GetOp")(calls[0].op.name)
    assert module._repr_html_().count("<details") > 50


def test_numbers_become_constants():
    array = objet.convert([1, 2.5, True, 1 << 40])
    assert [item.dtype for item in array] == ["int32", "float32", "bool", "int64"]
    assert array[3].value == 1 << 40
    add = objet.tir.Add(a=1, b=objet.IntImm(dtype="int32", value=2), dtype="int32")
    assert add.a.value == 1 and isinstance(add, objet.PrimExpr)
    assert add.replace(a=7).a.value == 7


def test_numbers_of_numpys_become_constants_of_their_type():
    array = objet.convert([np.float32(1), np.float64(0.5), np.float16(2), np.int64(3), np.uint8(4), np.bool_(True)])
    assert [item.dtype for item in array] == ["float32", "float64", "float16", "int64", "uint8", "bool"]
    assert [item.value for item in array] == [1.0, 0.5, 2.0, 3, 4, 1]
    assert objet.tir.Add(a=np.int32(1), b=2, dtype="int32").a.value == 1
    assert objet.convert(True).dtype == "bool"


@pytest.mark.parametrize("dtype", ["float32", np.dtype("float32"), np.float32])
def test_data_types_of_numpys(dtype):
    assert objet.FloatImm(dtype=dtype, value=1.0).dtype == "float32"
    assert objet.FloatImm(dtype="float16", value=1.0).replace(dtype=dtype).dtype == "float32"
    assert objet.IntImm(dtype=np.bool_, value=1).dtype == "bool"


def test_an_object_under_another_class():
    number = objet.IntImm(dtype="int32", value=3)
    number.__class__ = objet.relay.Call
    with pytest.raises(TypeError, match="^args is a field of relay.Call, and the object is an IntImm$"):
        number.args
    # One of the class of functions is called by a slot of that class.
    number.__class__ = objet.PackedFunc
    with pytest.raises(TypeError, match="^the object is no function$"):
        number()
    function = objet.get_global_func("ir.GetOp")
    function.__class__ = objet.IntImm
    with pytest.raises(TypeError, match="the object is a runtime.PackedFunc"):
        function.value
    function.__class__ = objet.PackedFunc
    assert function("add").name == "add"


def test_a_number_where_another_node_is_due():
    with pytest.raises(TypeError, match="^relay.Call.op: expected RelayExpr, found int$"):
        objet.relay.Call(op=5)
    with pytest.raises(TypeError, match="^relay.Id.name_hint: expected runtime.String, found float$"):
        objet.relay.Id(name_hint=0.5)
    with pytest.raises(TypeError, match="^IntImm.dtype: expected a data type, found set$"):
        objet.IntImm(dtype=set(), value=1)
    with pytest.raises(UnicodeEncodeError):
        objet.IntImm(dtype="\ud800", value=1)
    assert objet.relay.Id(name_hint=b"x").name_hint == "x"


def test_own_fields_that_are_numbers():
    @objet.register_object("tests_ir.Point")
    class Point(objet.Object):
        x: int
        y: float = 0.5

    point = objet.load_json(objet.save_json(Point(3)))
    assert (point.x, point.y, type(point)) == (3, 0.5, Point)


def test_constants_hold_tensors():
    constant = call("relay.ir.Constant")(np.arange(3.0))
    assert constant.data.numpy().tolist() == [0, 1, 2]
    again = objet.load_json(objet.save_json(constant))
    assert again.data.numpy().tolist() == [0, 1, 2] and objet.structural_equal(constant, again)


def test_errors_name_what_was_meant():
    with pytest.raises(TypeError, match='did you mean "op"'):
        objet.relay.Call(opp=None)
    with pytest.raises(TypeError):
        call("relay.ir.Call")("not an operator", [], None, [], None)


def test_a_pass_of_pythons_between_those_of_rust():
    x = call("relay.ir.Var")("x", None)
    function = call("relay.ir.Function")([x], x, None, [], None)
    module = call("ir.Module_FromExpr")(function, {}, {})
    seen, error = [], KeyError("stop")

    def run(function, module, context):
        seen.append((type(function), type(module), type(context)))
        if len(seen) > 1:
            raise error
        return function.replace(body=call("relay.ir.Call")(call("ir.GetOp")("tanh"), [function.body], None, [], None))

    info = call("transform.PassInfo")(0, "tests_ir.tanh", [])
    ours = call("relay._transform.MakeFunctionPass")(run, info)
    sequence = call("transform.Sequential")([ours, call("relay._transform.DeadCodeElimination")(False)], 0, "all", [])
    after = call("transform.RunPass")(sequence, module)
    (result,) = after.functions.values()
    assert result.body.op.name == "tanh" and seen == [(objet.relay.Function, objet.IRModule, objet.transform.PassContext)]
    with pytest.raises(KeyError) as caught:
        call("transform.RunPass")(sequence, module)
    assert caught.value is error


@pytest.mark.parametrize("path", ["README.md", "docs/python.md"])
def test_what_the_docs_say_works(path):
    import re

    scope = {}
    blocks = re.findall(r"```python\n(.*?)```", pathlib.Path(path).read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, scope)
