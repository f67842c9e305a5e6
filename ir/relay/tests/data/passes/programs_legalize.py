"""Programs for the pass that replaces calls by an attribute of their operators."""

import tvm
from tvm import relay

from programs_lifting import local, main
from programs_simplify import var

ATTRIBUTE = "test.Legalize"

# The test module `passes::answers_of_tvm` sets the same attributes.
FUNCTIONS = {
    "exp": lambda attrs, args, types: relay.tanh(args[0]),
    "sin": lambda attrs, args, types: relay.exp(args[0]),
    "sqrt": lambda attrs, args, types: None,
    "log": lambda attrs, args, types: relay.ones(types[1].shape, types[0].dtype),
    "negative": lambda attrs, args, types: args[0],
}
for name, function in FUNCTIONS.items():
    tvm.ir.register_op_attr(name, ATTRIBUTE, function, 10)


def straight():
    x, y = var("x", (2, 3)), var("y", (2, 3))
    yield "replaced twice", main([x], relay.exp(relay.exp(x)))
    yield "replacements are not replaced", main([x], relay.sin(x))
    yield "chain", main([x], relay.exp(relay.sin(relay.exp(x))))
    yield "kept", main([x], relay.sqrt(x))
    yield "types", main([x], relay.log(relay.exp(x)))
    yield "shared", main([x], relay.add(*[relay.exp(x)] * 2))
    yield "local function", main([x], relay.Call(local([y], relay.exp(y)), [relay.exp(x)]))
    yield "let", main([x], relay.Let(y, relay.exp(x), relay.sin(y)))
    yield "not a call", main([x], relay.negative(x))


def programs():
    for name, program in straight():
        yield "Legalize", [ATTRIBUTE], name, program
        yield "Legalize", ["test.NoLegalize"], name, program
