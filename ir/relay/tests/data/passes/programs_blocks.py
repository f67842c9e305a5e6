"""Programs for the conversion to basic block normal form."""

from tvm import relay

from programs_simplify import var


def bodies():
    x, c = var("x", (2, 3)), relay.var("c", shape=(), dtype="bool")
    u, v, f = relay.var("u"), relay.var("v"), relay.var("f")
    let, choice, add, tuple = relay.Let, relay.If, relay.add, relay.Tuple
    e = relay.exp(x)
    t = relay.tanh(e)
    yield "both branches", choice(c, e, e)
    yield "two values", choice(c, add(t, e), add(e, t))
    yield "branch, then result", add(choice(c, t, x), t)
    yield "result, then branch", add(t, choice(c, t, x))
    yield "nested", choice(c, choice(c, t, e), choice(c, t, e))
    yield "inner", choice(c, choice(c, t, t), x)
    yield "no branches", tuple([e, e])
    yield "one branch", choice(c, tuple([e, e]), tuple([x, x]))
    yield "bound", let(v, e, choice(c, relay.exp(v), relay.tanh(v)))
    yield "in a let", let(v, t, choice(c, add(v, e), relay.tanh(e)))
    yield "branches of a value", let(v, choice(c, t, e), add(v, t))
    yield "branches of a body", let(v, relay.sqrt(x), choice(c, t, t))
    yield "of a bound variable", let(v, e, choice(c, relay.sqrt(v), add(v, v)))
    s = relay.sqrt(v)
    yield "shared of a bound variable", let(v, e, choice(c, s, add(s, v)))
    yield "two lets", let(v, e, let(u, relay.sqrt(v), choice(c, add(s, u), s)))
    y = var("y", (2, 3))
    closure = relay.Function([y], add(y, t))
    yield "function", let(f, closure, add(relay.Call(f, [x]), t))
    yield "function body", let(
        f, relay.Function([y], choice(c, relay.exp(y), t)), relay.Call(f, [t])
    )
    w = relay.exp(y)
    yield "inside a function", relay.Call(
        relay.Function([y], choice(c, w, relay.tanh(w))), [x]
    )


def programs():
    for name, body in bodies():
        params = relay.analysis.free_vars(body)
        yield "ToBasicBlockNormalForm", [], name, relay.Function(params, body)
