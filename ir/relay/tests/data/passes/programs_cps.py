"""Programs for continuation-passing style."""

import tvm
from tvm import relay

from programs_functions import ONE, TYPE, function, module
from programs_lifting import closures, main, patterns, polymorphism, recursion
from programs_simplify import var


def straight():
    x, y, z = [var(name, (2, 3)) for name in "xyz"]
    ref, done = relay.var("ref"), relay.var("done")
    let, yes = relay.Let, relay.const(True)
    yield "identity", main([x], x)
    yield "operators", main([x], relay.exp(relay.add(x, relay.negative(x))))
    yield "lets", main([x], let(y, relay.exp(x), let(z, relay.negative(y), z)))
    yield "let in a value", main([x], let(y, let(z, relay.exp(x), relay.negative(z)), y))
    yield "tuple", main([x], relay.TupleGetItem(relay.Tuple([relay.exp(x), relay.negative(x)]), 1))
    yield "empty tuple", main([x], relay.Tuple([]))
    write = let(done, relay.RefWrite(ref, relay.exp(x)), relay.add(relay.RefRead(ref), x))
    yield "reference", main([x], let(ref, relay.RefCreate(x), write))
    choice = relay.If(yes, relay.exp(x), x)
    yield "choice", main([x], choice)
    yield "choice as argument", main([x], relay.add(relay.If(yes, relay.exp(x), x), x))
    yield "two choices", main([x], relay.If(yes, x, relay.If(relay.const(False), relay.exp(x), x)))
    yield "choice as condition", main(
        [x], relay.If(relay.If(yes, relay.const(True), relay.const(False)), x, relay.exp(x))
    )
    yield "choice after let", main([x], let(y, choice, relay.Tuple([y, x])))


def calls():
    x, y, z = [var(name, (2, 3)) for name in "xyz"]
    f, g, h = relay.var("f"), relay.GlobalVar("g"), relay.GlobalVar("h")
    call = relay.Call
    twice = call(f, [call(f, [x])])
    yield "local calls", main([x], relay.Let(f, function([y], relay.exp(y)), twice))
    exp = (function([y], relay.exp(y)), g)
    yield "global", module(g=exp, main=(function([x], call(g, [x])), None))
    yield "global twice", module(g=exp, main=(function([x], call(g, [call(g, [x])])), None))
    through = (function([z], call(g, [relay.negative(z)])), h)
    yield "chain", module(g=exp, h=through, main=(function([x], call(h, [x])), None))
    again = relay.If(relay.const(True), call(h, [relay.exp(z)]), z)
    yield "recursive", module(h=(function([z], again), h), main=(function([x], call(h, [x])), None))
    higher = relay.var("higher", relay.FuncType([TYPE], TYPE))
    yield "parameter", main([higher, x], call(higher, [x]))
    external = (function([y], relay.exp(y), "Compiler"), g)
    yield "external", module(g=external, main=(function([x], call(g, [x])), None))
    yield "attributes", module(main=(function([x], relay.exp(x), "demo"), None))


def in_cps(program):
    """Returns the module with its functions in continuation-passing style, or None."""
    try:
        typed = relay.transform.InferType()(program)
        typed["main"] = tvm.get_global_func("relay._transform.to_cps")(typed["main"], typed)
        return relay.transform.InferType()(typed)
    except Exception:  # TVM refuses the program.
        return None


def programs():
    for all_programs in [straight, calls, closures, recursion, polymorphism, patterns]:
        for name, program in all_programs():
            yield "to_cps", [], name, program
        for name, program in all_programs():
            yield "ToCPS", [], name, program
        for name, program in all_programs():
            converted = in_cps(program)
            if converted is not None:
                yield "un_cps", [], name, converted
