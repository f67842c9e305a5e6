"""What a type checker has to find."""

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
