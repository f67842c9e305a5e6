"""Code with errors that a type checker must report."""

import objet


def misspelled(call: objet.relay.Call) -> object:
    return call.argz  # wrong


def other_type(call: objet.relay.Call) -> int:
    return call.op  # wrong


def missing() -> objet.IntImm:
    return objet.IntImm(dtype="int32")  # wrong


def argument() -> object:
    return objet.ir.IntImm(3, 3, None)  # wrong


def write(imm: objet.IntImm) -> None:
    imm.value = 3  # wrong


def missing_function() -> objet.PackedFunc:
    return objet.get_global_func("some.function", allow_missing=True)  # wrong


def operand(x: objet.relay.Var) -> object:
    return objet.relay.op.nn._make.bias_add(x, bias=3, axis=1)  # wrong


def made() -> objet.tir.Call:
    return objet.relay.ir.Call(objet.relay.ir.Var("x"), [])  # wrong


def scalar(i: objet.tir.Var) -> object:
    return objet.tir._OpAdd(i, [])  # wrong


def subclass(adt: objet.ADT) -> objet.Array[objet.Object]:
    return adt  # wrong


@objet.register_object("wrong.Point")
class Point(objet.Object):
    x: int


def point() -> Point:
    return Point("x")  # wrong


objet.rpc.connect("board:9090", key=3)  # wrong
objet.ops.nn.relu(objet.ops.var("x"), axis=1)  # wrong
objet.ops.nn.rellu(objet.ops.var("x"))  # wrong
objet.save_json(Point(1), format="xml")  # wrong
objet.field(role="skiped")  # wrong


def chosen(module: objet.IRModule) -> list[object]:
    either = objet.walk(module, types=(objet.relay.Call, objet.relay.Var))
    return [found.op for found in either]  # wrong


objet.nd.empty("a")  # wrong
objet.nd.zeros(["a"])  # wrong
objet.relay.TensorType((1,), 3)  # wrong
