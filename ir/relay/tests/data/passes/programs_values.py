"""Programs with functions as values, for defunctionalization."""

import tvm
from tvm import relay

from programs_functions import TYPE, function, module
from programs_lifting import FUNCTION
from programs_simplify import var

RUN, OUTER, PLAIN = [relay.GlobalVar(name) for name in ["run", "outer", "plain"]]


def run():
    """A function that calls its parameter."""
    f, y = relay.var("f", FUNCTION), var("y", (2, 3))
    return (relay.Function([f, y], relay.Call(f, [y]), TYPE), RUN)


def operator(name, op=relay.exp):
    x = var(name, (2, 3))
    return relay.Function([x], op(x), TYPE)


def values():
    x, y, z, w = [var(name, (2, 3)) for name in "xyzw"]
    f = relay.var("f", FUNCTION)
    call, plain = relay.Call, (operator("p"), PLAIN)

    def main(body, ty=TYPE, **functions):
        return module(run=run(), main=(relay.Function([x], body, ty), None), **functions)

    yield "function", main(call(RUN, [operator("z"), x]))
    yield "captured variable", main(call(RUN, [relay.Function([z], relay.add(z, x), TYPE), x]))
    yield "global function", main(call(RUN, [PLAIN, x]), plain=plain)
    pair = relay.TupleType([TYPE, TYPE])
    both = relay.Tuple([call(RUN, [operator("z"), x]), call(RUN, [operator("w", relay.tanh), x])])
    yield "two functions", main(both, pair)
    both = relay.Tuple([call(RUN, [operator("z"), x]), call(RUN, [PLAIN, x])])
    yield "function and global function", main(both, pair, plain=plain)
    inner = relay.Function([z], call(RUN, [operator("w"), z]), TYPE)
    yield "nested function", main(call(RUN, [inner, x]))
    once = relay.Function([f, w], call(RUN, [f, w]), TYPE)
    yield "passed on", main(call(OUTER, [operator("z"), x]), outer=(once, OUTER))
    calls = relay.Function([z], call(f, [relay.add(z, w)]), TYPE)
    with_capture = relay.Function([f, w], call(RUN, [calls, w]), TYPE)
    yield "captured function", main(call(OUTER, [operator("q"), x]), outer=(with_capture, OUTER))
    yield "called function", main(call(operator("z"), [x]))
    yield "called function of a function", main(
        call(relay.Function([f, w], call(f, [w]), TYPE), [operator("z"), x])
    )
    yield "operand", main(relay.exp(call(RUN, [operator("z"), x])))
    yield "let", main(relay.Let(y, call(RUN, [operator("z"), x]), relay.add(y, y)))
    yield "choice", main(relay.If(relay.const(True), call(RUN, [operator("z"), x]), x))
    hidden = relay.Function([z], call(RUN, [operator("w"), z]), TYPE)
    yield "first-order callee", main(call(OUTER, [x]), outer=(hidden, OUTER))
    a = relay.TypeVar("a")
    u, g = relay.var("u", a), relay.var("g", relay.FuncType([a], a))
    identity = (relay.Function([u], u, a, [a]), PLAIN)
    yield "polymorphic function", main(call(PLAIN, [x]), plain=identity)
    yield "polymorphic value", main(call(RUN, [PLAIN, x]), plain=identity)
    twice = (relay.Function([g, u], call(g, [call(g, [u])]), a, [a]), OUTER)
    yield "polymorphic caller", main(call(OUTER, [operator("z"), x]), outer=twice)


def signatures():
    x, y, z, w = [var(name, (2, 3)) for name in "xyzw"]
    binary, none = relay.FuncType([TYPE, TYPE], TYPE), relay.FuncType([], TYPE)
    call = relay.Call
    p = relay.var("p", binary)
    runs = (relay.Function([p, y], call(p, [y, y]), TYPE), OUTER)
    add = relay.Function([z, w], relay.add(z, w), TYPE)
    yield "two parameters", module(
        outer=runs, main=(relay.Function([x], call(OUTER, [add, x]), TYPE), None)
    )
    p = relay.var("p", none)
    runs = (relay.Function([p], call(p, []), TYPE), OUTER)
    held = relay.Function([], x, TYPE)
    yield "no parameters", module(
        outer=runs, main=(relay.Function([x], call(OUTER, [held]), TYPE), None)
    )


def lists():
    x, z = var("x", (2, 3)), var("z", (2, 3))
    for name in ["map", "filter"]:
        prelude = tvm.IRModule()
        prelude.import_from_std("prelude.rly")
        many = prelude.get_global_type_var("List")(TYPE)
        xs = relay.var("xs", many)
        body = relay.const(True) if name == "filter" else relay.exp(z)
        each = relay.Function([z], body)
        prelude["main"] = relay.Function(
            [xs], relay.Call(prelude.get_global_var(name), [each, xs]), many
        )
        yield name, prelude


def programs():
    for all_programs in [values, signatures, lists]:
        for name, program in all_programs():
            yield "Defunctionalization", [], name, program
