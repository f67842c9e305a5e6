"""Programs for the passes over functions and their calls."""

import tvm
from tvm import relay

from programs_simplify import var

ONE = tvm.tir.IntImm("int32", 1)
TYPE = relay.TensorType((2, 3))


def function(params, body, *attrs):
    new = relay.Function(params, body, TYPE)
    for attr in attrs:
        new = new.with_attr(attr, "demo" if attr == "Compiler" else ONE)
    return new


def module(**functions):
    made = tvm.IRModule()
    for name, (new, var) in functions.items():
        made[var or relay.GlobalVar(name)] = new
    return made


def inline():
    x, y, z = [var(name, (2, 3)) for name in "xyz"]
    g, h = relay.GlobalVar("g"), relay.GlobalVar("h")
    call = relay.Call
    for attrs in [["Inline"], [], ["Inline", "Compiler"]]:
        exp = (function([y], relay.exp(y), *attrs), g)
        yield f"call {attrs}", module(
            g=exp, main=(function([x], relay.negative(call(g, [x]))), None)
        )
        yield f"unused {attrs}", module(g=exp, main=(function([x], relay.negative(x)), None))
    exp = (function([y], relay.exp(y), "Inline"), g)
    through = (function([z], call(g, [z]), "Inline"), h)
    both = relay.Function(
        [x], relay.Tuple([call(h, [x]), call(g, [x])]), relay.TupleType([TYPE, TYPE])
    )
    yield "chain", module(g=exp, h=through, main=(both, None))
    recursive = (function([z], call(h, [call(g, [z])]), "Inline"), h)
    yield "recursion", module(g=exp, h=recursive, main=(function([x], call(h, [x])), None))
    kept = (function([z], call(g, [z])), h)
    yield "kept", module(g=exp, h=kept, main=(function([x], call(h, [x])), None))
    plain = (function([y], relay.exp(y)), g)
    yield "not a leaf", module(g=plain, h=through, main=(function([x], call(h, [x])), None))


def inline_primitives():
    x, y = var("x", (2, 3)), var("y", (2, 3))
    u, v, w = relay.var("u"), relay.var("v"), relay.var("w")
    fused = function([y], relay.exp(y), "Primitive")
    call, let = relay.Call, relay.Let
    yield "call", function([x], call(fused, [call(fused, [x])]))
    yield "let", function([x], let(v, fused, call(v, [call(v, [x])])))
    yield "alias", function([x], let(v, fused, let(w, v, let(u, w, call(u, [call(v, [x])])))))
    yield "unused", function([x], let(v, relay.exp(x), let(w, fused, call(w, [x]))))
    yield "value", function(
        [x], let(v, fused, let(w, call(v, [x]), let(u, relay.Tuple([v, w]), w)))
    )
    yield "plain", function([x], let(v, function([y], relay.exp(y)), call(v, [x])))


def eta_expand():
    x, y = var("x", (2, 3)), var("y", (2, 3))
    g = relay.GlobalVar("g")
    exp = (function([y], relay.exp(y)), g)
    yield "call", module(g=exp, main=(function([x], relay.Call(g, [x])), None))
    yield "value", module(g=exp, main=(relay.Function([], g, relay.FuncType([TYPE], TYPE)), None))
    box, held = relay.GlobalTypeVar("Box"), relay.TypeVar("held")
    make = relay.Constructor("Make", [held], box)
    for name, body in [
        ("constructor", relay.Call(make, [x])),
        ("constructor value", relay.Tuple([make, relay.Call(make, [x])])),
    ]:
        with_type = tvm.IRModule()
        with_type[box] = relay.TypeData(box, [held], [make])
        with_type["main"] = relay.Function([x], body)
        yield name, with_type
    both = relay.Function([x], relay.Tuple([g, relay.Call(g, [x])]))
    yield "both", module(g=exp, main=(both, None))


def programs():
    for name, program in inline():
        yield "Inline", [], name, program
    for name, program in inline_primitives():
        yield "InlinePrimitives", [], name, program
    for name, program in eta_expand():
        yield "EtaExpand", [False, True], name, program
        yield "EtaExpand", [True, False], name, program
