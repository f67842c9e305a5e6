"""What a type checker has nothing to say about."""

import objet


def first(call: objet.relay.Call) -> objet.RelayExpr:
    return call.args[0]


def name(call: objet.relay.Call) -> str:
    found = call.op
    assert isinstance(found, objet.Op)
    return found.name


def number(imm: objet.IntImm) -> int:
    return imm.value + 1


def copy(imm: objet.IntImm) -> objet.IntImm:
    return imm.replace(value=4)


def make() -> objet.tir.Add:
    return objet.tir.Add(a=objet.IntImm(dtype="int32", value=1), b=2, dtype="int32")


def function() -> objet.IntImm:
    return objet.ir.IntImm("int32", 3, None)


def tensor(shape: tuple[int, ...]) -> str:
    return objet.nd.empty(shape, "float32").dtype


def drawn(call: objet.relay.Call) -> str:
    return objet.to_svg(call, limit=3) + objet.to_dot(call) + objet.to_html(call, "a call")
