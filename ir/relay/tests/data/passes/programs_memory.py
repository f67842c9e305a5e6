"""Programs for the allocation of memory, as text. Devices are planned, and operators fused."""

import re

import tvm
from tvm import relay

from programs_devices import annotated

ANSWERS = "pairs_memory.jsonl.gz"

# `T` is a tensor type, `D` one with a dynamic shape.
PROGRAMS = {
    "operator": "exp(%a)",
    "two operators": "exp(negative(%a))",
    "tuple": "(exp(%a), add(%a, %b))",
    "parameter": "%a",
    "constant operand": "add(%a, 2f)",
    "constant": "2f",
    "constants in tuples": "(1f, (%a, 2f))",
    "split": "split(%h, indices_or_sections=2, axis=0)",
    "split and joined": """
        let %u = split(%h, indices_or_sections=2, axis=0); concatenate((%u.0, %u.1))""",
    "argument is a tuple": "concatenate((exp(%a), %b), axis=1)",
    "comparison": "less(%a, %b)",
    "scalar": "multiply(1f, 2f)",
    "half precision": "negative(%h)",
    "integers": "add(%n, %n)",
    "large alignment": "cast(%a, dtype=\"float64\")",
    "reshape": "reshape(%a, newshape=[35])",
    "reshape and operator": "exp(reshape(exp(%a), newshape=[7, 5]))",
    "shape": "shape_of(%a, dtype=\"int64\")",
    "let": "let %x = exp(%a); let %y = add(%x, %b); %y",
    "let in a value": "let %x = (let %y = exp(%a); negative(%y)); add(%x, %b)",
    "if": "if (%k) { exp(%a) } else { %b }",
    "if of operators": "let %x = if (%k) { exp(negative(%a)) } else { add(%a, %b) }; negative(%x)",
    "condition": "if (less(1f, 2f)) { exp(%a) } else { negative(%a) }",
    "function": "let %f = fn (%x: T) { exp(%x) }; add(%f(%a), %f(%b))",
    "captured": "let %y = exp(%b); let %f = fn (%x: T) { add(%x, %y) }; %f(%a)",
    "reference": "let %r = ref(exp(%a)); let %u = ref_write(%r, negative(%b)); ref_read(%r)",
    "device": "@2(exp(%a))",
    "two devices": "add(@2(exp(%a)), %b)",
    "all on a device": "@!2(add(exp(%a), negative(%b)))",
    "constant on a device": "add(@2(exp(%a)), @1(multiply(%b, 2f)))",
    "branches on devices": "if (%k) { @2(exp(%a)) } else { @1(negative(%b)) }",
    "dynamic": "exp(%d)",
    "dynamic operators": "negative(exp(%d))",
    "dynamic operands": "add(%d, %d)",
    "dynamic and static": "add(%d, 1f)",
    "dynamic tuple": "(exp(%d), %a)",
    "dynamic reshape": "reshape(%d, newshape=[-1])",
    "reshape by values": "dyn.reshape(%a, %s, newshape=[])",
    "reshape by computed values": "dyn.reshape(%a, add(%s, %s), newshape=[])",
    "dynamic concatenation": "concatenate((%d, %d))",
    "dynamic on a device": "add(@2(exp(%d)), %d)",
    "values from a device": "dyn.reshape(@!2(exp(%a)), @!2(add(%s, %s)), newshape=[])",
    "shape of a dynamic tensor": "shape_of(%d, dtype=\"int64\")",
}

MODULES = {
    "global function": """
        def @f(%x: T) -> T { exp(%x) }
        def @main(%a: T) -> T { negative(@f(%a)) }""",
    "global function on a device": """
        def @f(%x: T) -> T { @2(exp(%x)) }
        def @main(%a: T) -> T { add(@2(@f(%a)), %a) }""",
    "recursion": """
        def @f(%x: T, %n: int32) -> T {
          if (equal(%n, 0)) { %x } else { @f(exp(%x), subtract(%n, 1)) } }
        def @main(%a: T) -> T { @f(%a, 3) }""",
    "match": """
        type O { Some(T), None }
        def @main(%o: O, %a: T) -> T { match (%o) { Some(%x) => { exp(%x) }, None => { negative(%a) } } }""",
    "constructor": """
        type O { Some(T), None }
        def @main(%a: T) -> O { Some(exp(%a)) }""",
    "dynamic function": """
        def @f(%x: D) -> D { exp(%x) }
        def @main(%a: D) -> D { @f(@f(%a)) }""",
}


def prepared(text, default):
    text = re.sub(r"\bT\b", "Tensor[(5, 7), float32]", annotated(text))
    text = re.sub(r"\bD\b", "Tensor[(?, 2), float32]", text)
    module = tvm.parser.fromtext('#[version = "0.0.5"]\n' + text)
    inline = tvm.get_global_func("relay._transform.InlinePrimitives")()
    passes = [
        relay.transform.PlanDevices(tvm.runtime.Device(default, 0)),
        relay.transform.InferType(),
        relay.transform.FuseOps(0),
        relay.transform.ToANormalForm(),
        inline,
    ]
    module = relay.transform.InferType()(module)
    for run in passes:
        module = run(module)
    return module


def programs():
    params = """
        %a: T, %b: T, %k: bool, %d: D, %s: Tensor[(2), int64], %h: Tensor[(4, 2), float16],
        %n: Tensor[(3), int32]"""
    for name, body in PROGRAMS.items():
        yield "ManifestAlloc", [], name, prepared(f"def @main({params}) {{ {body} }}", 1)
    for name, text in MODULES.items():
        yield "ManifestAlloc", [], name, prepared(text, 1)
    for name in ["operator", "split and joined", "if of operators", "dynamic", "two devices"]:
        body = PROGRAMS[name]
        yield "ManifestAlloc", [], name + ", other default", prepared(f"def @main({params}) {{ {body} }}", 2)
