"""Programs for the pass that delays zeros and ones."""

import tvm
from tvm import relay

from programs_functions import TYPE, function, module
from programs_lifting import local, main
from programs_simplify import var


def straight():
    x, y, z = [var(name, (2, 3)) for name in "xyz"]
    let = relay.Let
    yield "identity", main([x], x)
    yield "constant", main([x], relay.const(1.0))
    yield "no parameters", main([], relay.const(1.0))
    yield "empty tuple", main([x], relay.Tuple([]))
    for op in [relay.add, relay.multiply, relay.subtract, relay.divide]:
        yield f"{op.__name__}", main([x, y], op(x, y))
        yield f"{op.__name__} of a scalar", main([x], op(x, relay.const(1.0)))
    for fill in [relay.ones, relay.zeros]:
        yield f"{fill.__name__}", main([x], relay.multiply(x, fill((2, 3), "float32")))
    yield "ones_like", main([x], relay.multiply(x, relay.ones_like(x)))
    yield "attributes of a call", main([x], relay.sum(x, axis=1))
    yield "lets", main([x], let(y, relay.exp(x), let(z, relay.add(x, y), z)))
    yield "attributes", module(main=(function([x], relay.exp(x), "demo"), None))
    yield "external", module(main=(function([x], relay.exp(x), "Compiler"), None))


def structured():
    x, y = var("x", (2, 3)), var("y", (2, 3))
    pair = relay.TupleType([TYPE, TYPE])
    p, nested = relay.var("p", pair), relay.var("n", relay.TupleType([pair, TYPE]))
    f, ref, done = relay.var("f"), relay.var("ref"), relay.var("done")
    let = relay.Let
    yield "tuple", main([x], relay.Tuple([x, relay.exp(x)]))
    yield "tuple parameter", main([p], relay.TupleGetItem(p, 1))
    yield "nested tuples", main([nested], relay.Tuple([nested]))
    yield "local function", main([x], let(f, local([y], relay.exp(y)), relay.Call(f, [x])))
    yield "captured", main([x], let(f, local([y], relay.add(y, x)), relay.Call(f, [x])))
    write = let(done, relay.RefWrite(ref, relay.exp(x)), relay.add(relay.RefRead(ref), x))
    yield "reference", main([x], let(ref, relay.RefCreate(x), write))
    a = relay.TypeVar("a")
    u = relay.var("u", a)
    identity = relay.Function([u], u, a, [a])
    yield "polymorphic", module(main=(identity, None))
    g = relay.GlobalVar("g")
    yield "polymorphic call", module(
        g=(identity, g), main=(function([x], relay.exp(relay.Call(g, [x]))), None)
    )
    yield "two functions", module(g=(function([y], relay.exp(y)), g), main=(function([x], x), None))


def programs():
    for all_programs in [straight, structured]:
        for name, program in all_programs():
            yield "LazyGradientInit", [], name, program
