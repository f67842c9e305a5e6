"""Programs for the passes over local functions."""

import tvm
from tvm import relay

from programs_functions import ONE, TYPE, module
from programs_simplify import var

FUNCTION = relay.FuncType([TYPE], TYPE)


def local(params, body, *attrs):
    new = relay.Function(params, body)
    for attr in attrs:
        new = new.with_attr(attr, ONE)
    return new


def main(params, body):
    return tvm.IRModule.from_expr(relay.Function(params, body))


def closures():
    x, y, z, w = [var(name, (2, 3)) for name in "xyzw"]
    f, g = relay.var("f"), relay.var("g")
    call, let = relay.Call, relay.Let
    exp = local([y], relay.exp(y))
    yield "closed", main([x], let(f, exp, call(f, [x])))
    yield "called", main([x], call(exp, [x]))
    yield "result", main([x], exp)
    yield "captured", main([x], let(f, local([y], relay.add(y, x)), call(f, [x])))
    yield "captured and called", main([x], call(local([y], relay.add(y, x)), [x]))
    yield "attributes", main([x], call(local([y], relay.exp(y), "demo"), [x]))
    yield "captured, attributes", main([x], call(local([y], relay.add(y, x), "demo"), [x]))
    yield "fused", main([x], call(local([y], relay.exp(y), "Primitive"), [x]))
    yield "equal", main([x], relay.Tuple([exp, local([z], relay.exp(z))]))
    yield "shared", main([x], relay.Tuple([exp, exp]))
    adds = [local([y], relay.add(y, x)), local([z], relay.add(z, x))]
    yield "equal, captured", main([x], relay.Tuple(adds))
    adds[1] = local([z], relay.add(z, w))
    yield "equal, other variables", main([x, w], relay.Tuple(adds))
    inner = local([z], relay.add(relay.add(x, y), z))
    yield "nested", main([x], local([y], inner))
    yield "nested, closed", main([x], local([y], local([z], relay.exp(z))))
    deep = local([z], local([w], relay.add(relay.add(x, y), relay.add(z, w))))
    yield "four levels", main([x], local([y], deep))
    both = let(f, exp, let(g, local([z], call(f, [call(f, [z])])), call(g, [x])))
    yield "captured function", main([x], both)
    external = main([x], call(exp, [x]))["main"].with_attr("Compiler", "demo")
    yield "external", module(main=(external, None))
    other = relay.Function([w], call(local([z], relay.exp(z)), [w]))
    both = relay.Function([x], call(exp, [x]))
    yield "two functions", module(other=(other, None), main=(both, None))


def recursion():
    x, y, z = [var(name, (2, 3)) for name in "xyz"]
    again, yes = relay.var("again", FUNCTION), relay.const(True)
    call, let = relay.Call, relay.Let

    def loop(body):
        return main([x], let(again, relay.Function([y], body, TYPE), call(again, [x])))

    yield "recursion", loop(relay.If(yes, call(again, [relay.exp(y)]), y))
    yield "recursion, captured", loop(relay.If(yes, call(again, [relay.add(y, x)]), y))
    inner = relay.Function([z], call(again, [z]), TYPE)
    yield "recursion in a local function", loop(call(inner, [y]))
    inner = relay.Function([z], call(again, [relay.add(z, x)]), TYPE)
    yield "recursion in a local function, captured", loop(call(inner, [relay.add(x, y)]))


def polymorphism():
    a = relay.TypeVar("a")
    x, u, w = var("x", (2, 3)), relay.var("u", a), relay.var("w", a)
    f = relay.var("f")
    call, let, function = relay.Call, relay.Let, relay.Function
    identity = function([w], w, a, [a])
    yield "own type", main([x], let(f, identity, call(f, [x])))
    yield "type of the function", module(
        main=(function([u], call(function([], u, a), []), a, [a]), None)
    )
    pair = function([w], relay.Tuple([u, w]), relay.TupleType([a, a]))
    yield "pair", module(main=(function([u], call(pair, [u]), relay.TupleType([a, a]), [a]), None))


def patterns():
    x = var("x", (2, 3))
    box, held = relay.GlobalTypeVar("Box"), relay.TypeVar("held")
    make = relay.Constructor("Make", [held], box)
    first, inner = relay.var("first"), relay.var("inner")
    clause = relay.Clause(
        relay.PatternConstructor(make, [relay.PatternVar(first)]),
        relay.Call(local([inner], relay.add(inner, first)), [x]),
    )
    with_type = tvm.IRModule()
    with_type[box] = relay.TypeData(box, [held], [make])
    with_type["main"] = relay.Function([x], relay.Match(relay.Call(make, [x]), [clause]))
    yield "pattern", with_type


def programs():
    for all_programs in [closures, recursion, polymorphism, patterns]:
        for name, program in all_programs():
            yield "LambdaLift", [], name, program
            yield "dedup", [], name, program
