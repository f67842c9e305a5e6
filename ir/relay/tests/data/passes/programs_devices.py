"""Programs for the planning of devices, as text. CPU is device type 1, the default."""

import re

import tvm
from tvm import relay

ANSWERS = "pairs_devices.jsonl.gz"
TENSOR = "Tensor[(5, 7), float32]"

# `@(2)expr` stands for an annotation with the device type 2, `@!(2)` for a fixed one, `F` for a
# function type and `T` for a tensor type.
MAIN = {
    # Operators.
    "plain": "add(%a, %b)",
    "one operand": "add(@2(%a), %b)",
    "inner operand": "add(add(%a, %b), @2(subtract(%a, %b)))",
    "left add": "subtract(@2(add(%a, %b)), add(%c, %d))",
    "left add, all": "@1(subtract(@2(add(%a, %b)), add(%c, %d)))",
    "both adds": "subtract(@2(add(%a, %b)), @2(add(%c, %d)))",
    "different adds": "subtract(@2(add(%a, %b)), @3(add(%c, %d)))",
    "left add, fixed": "subtract(@!2(add(%a, %b)), @2(add(%c, %d)))",
    "result": "@2(add(%a, %b))",
    "fixed result": "@!2(add(%a, %b))",
    "fixed on the default": "@!1(add(%a, %b))",
    "chain": "negative(@2(negative(@3(negative(@2(%a))))))",
    "other result": "@1(add(@2(%a), @2(%b)))",
    "parameter": "@2(%a)",
    "default device": "add(@1(%a), %b)",
    "constant": "add(%a, @2(1f))",
    "constants": "add(@2(multiply(%a, 2f)), @1(multiply(1f, 3f)))",
    "shared": "%0 = add(%a, %b); multiply(@2(%0), @2(negative(%0)))",
    "shared by devices": "%0 = @2(add(%a, %b)); (@2(negative(%0)), @2(exp(@2(%0))))",
    "unknown types": "add(@77(%a), @12(%b))",
    "type 0": "add(@0(%a), %b)",
    "twice": "add(@2(@3(%a)), %b)",
    "twice the same": "add(@2(@2(%a)), %b)",
    "three times": "negative(@2(@3(@4(negative(%a)))))",
    "fixed inside": "negative(@2(@!3(negative(%a))))",
    "fixed outside": "negative(@!2(@3(negative(%a))))",
    # Copies.
    "copy": "add(device_copy(%a, src_dev_type=1, dst_dev_type=2), %b)",
    "copy to the same": "add(device_copy(%a, src_dev_type=2, dst_dev_type=2), %b)",
    "copy of a call": "add(device_copy(negative(%a), src_dev_type=3, dst_dev_type=2), %b)",
    "copy of an annotated call":
        "add(device_copy(@3(negative(%a)), src_dev_type=3, dst_dev_type=2), @2(%b))",
    "copy of a constant": "add(device_copy(1f, src_dev_type=1, dst_dev_type=2), @2(%b))",
    "annotated copy": "add(@2(device_copy(%a, src_dev_type=1, dst_dev_type=2)), %b)",
    "fixed copy": "add(@!2(device_copy(@!1(%a), src_dev_type=1, dst_dev_type=2)), %b)",
    "copy of the result": "device_copy(negative(%a), src_dev_type=2, dst_dev_type=3)",
    # Tuples.
    "tuple": "(@2(%a), %b)",
    "tuple of calls": "(@2(negative(%a)), %b, @3(exp(%b)))",
    "annotated tuple": "%0 = @2((%a, %b)); let %x = %0.0; add(%x, %0.1)",
    "field": "%0 = (%a, %b); add(@2(%0.0), %b)",
    "field of an annotated tuple": "%0 = @2((negative(%a), exp(%b))); add(%0.0, @3(%c))",
    "field of a fixed tuple": "%0 = @!2((negative(%a), exp(%b))); add(%0.0, @2(%b))",
    "split": "%0 = split(%a, indices_or_sections=2, axis=0); %1 = @2(%0); concatenate((%1.0, %1.1))"
        .replace("split(%a, indices_or_sections=2", "split(%a, indices_or_sections=5")
        .replace("(%1.0, %1.1)", "(%1.0, %1.4)"),
    "concatenated": "concatenate((@2(%a), @2(%b)))",
    "empty tuple": "()",
    "tuple of tuples": "((@2(exp(%a)), %b), (@3(exp(%c)), %d))",
    # Bindings.
    "let": "let %x = @2(add(%a, %b)); let %y = add(%c, %d); subtract(%x, %y)",
    "let, other body": "let %x = @2(%a); let %y = %b; @3(%y)",
    "let, two devices":
        "let %x = @2(add(%a, %b)); let %y = @3(add(%c, %d)); subtract(@2(negative(%x)), @3(exp(%y)))",
    "annotated body of let": "let %x = @2(exp(%a)); @2(negative(%x))",
    "annotated twice": "add(@3((let %x = exp(%a); @2(negative(@2(%x))))), %b)",
    "variables": "let %x = %a; let %y = @2(%x); let %z = %y; exp(%z)",
    "let of a use": "let %x = add(%a, %b); let %y = negative(@2(%x)); @2(exp(%y))",
    "unused let": "let %x = add(%a, %b); @2(negative(%c))",
    "unused annotated let": "let %x = @3(add(%a, %b)); @2(negative(%c))",
    "let in an operand": "add((let %x = @2(exp(%a)); negative(%x)), %b)",
    "annotated let": "@2((let %x = @3(exp(%a)); negative(@3(%x))))",
    "let of let": "let %x = (let %y = @2(exp(%a)); negative(%y)); add(%x, %b)",
    # Branches.
    "if": "if (%k) { @2(%a) } else { %b }",
    "if of calls": "if (%k) { @2(exp(%a)) } else { @3(negative(%b)) }",
    "condition": "if (@2(less(1f, 2f))) { @2(exp(%a)) } else { %b }",
    "annotated if": "exp(@2(if (%k) { negative(%a) } else { %b }))",
    "let of if": "let %x = if (%k) { negative(@2(%a)) } else { @2(%b) }; add(@3(exp(%x)), %b)",
    # References.
    "tuple again": "%0 = @2((%a, %b)); @3(%0.0)",
    "reference": "let %r = ref(@2(exp(%a))); let %u = ref_write(%r, @3(%b)); ref_read(%r)",
    "annotated reference": "let %r = @2(ref(%a)); add(ref_read(%r), %b)",
    "read": "let %r = ref(%a); add(@2(ref_read(%r)), %b)",
    "write": "let %r = ref(%a); let %u = @3(ref_write(%r, @2(exp(%b)))); add(%c, ref_read(%r))",
    # Functions.
    "function": "let %f = fn (%x: T, %y: T) { add(%x, @2(%y)) }; %f(%a, %b)",
    "function of devices":
        "let %f = fn (%x: T, %y: T) { @2(add(%x, %y)) }; @3(subtract(@2(%f(%a, %b)), %c))",
    "called on two devices": "let %f = fn (%x: T) { negative(%x) }; add(%f(@2(%a)), %f(@2(%b)))",
    "annotated function": "let %f = @2(fn (%x: T) { negative(%x) }); add(%f(%a), %b)",
    "captured": "let %x = @2(exp(%a)); let %f = fn (%y: T) { add(%x, %y) }; negative(@2(%f(@3(%b))))",
    "called in place": "negative(@2(fn (%x: T) { exp(@3(%x)) }(%a)))",
    "function as an argument":
        "let %f = fn (%g: F, %x: T) { @2(%g(@3(%x))) }; %f(fn (%y: T) { negative(@2(%y)) }, %a)",
    "function as a result":
        "let %f = fn (%x: T) { fn (%y: T) { add(%x, @2(%y)) } }; let %g = %f(%a); %g(@2(%b))",
    "function in a tuple":
        "let %t = (fn (%x: T) { negative(@2(%x)) }, fn (%y: T) { exp(%y) }); %t.0(%t.1(%a))",
    "function in a reference":
        "let %r = ref(fn (%x: T) { negative(@2(%x)) }); let %f = ref_read(%r); %f(%a)",
    "function of if": "let %f = if (%k) { fn (%x: T) { negative(@2(%x)) } } else { fn (%y: T) { %y } }; %f(%a)",
    "unused function": "let %f = fn (%x: T, %y: T) { @2(exp(@3(%x))) }; %a",
    "unused open function": "let %f = fn (%x: T, %y: T) { exp(%x) }; @2(exp(%a))",
    "recursive": """
        let %f: fn (T) -> T = fn (%x: T) -> T {
          if (%k) { %f(@2(negative(%x))) } else { %x } };
        add(%f(%a), %b)""",
    "identity": "let %f = fn (%g: F) { %g }; let %h = %f(fn (%y: T) { negative(@2(%y)) }); %h(%a)",
    # Functions that fusion made.
    "fused": """
        let %f = fn (%x: T, Primitive=1) { add(%x, %x) };
        add(%f(@2(%a)), @3(%f(@3(%b))))""",
    "fused, shared": """
        %0 = fn (%x: T, Primitive=1) { add(%x, %x) };
        add(%0(@2(%a)), @3(%0(@3(%b))))""",
    "fused, annotated inside": "fn (%x: T, Primitive=1) { add(@3(%x), %x) }(@2(%a))",
    "fused, annotated": "exp(@2(fn (%x: T, Primitive=1) { add(%x, %x) }(%a)))",
    "fused, not copied": "let %f = fn (%x: T, Primitive=1) { exp(%x) }; @!3(%f(@!2(exp(%a))))",
    "fused, open": """
        let %f = fn (%x: T, Primitive=1) { exp(%x) };
        let %z = @3(%f(@2(exp(%a)))); exp(@3(%z))""",
    "open function": """
        let %f = fn (%x: T, %y: T) { exp(%x) };
        let %z = @3(%f(@3(exp(%a)), @2(exp(%b)))); exp(@3(%z))""",
    "open functions on devices": """
        negative(@2((let %f = fn (%x: T, %y: T) { @5(exp(%x)) }; exp(%a))))""",
    "open function in a function": """
        let %g = fn (%z: T) { @4((let %f = fn (%x: T, %y: T) { @5(exp(%x)) }; exp(%z))) };
        negative(%a)""",
    "open function in a value": """
        let %g = @4((let %f = fn (%x: T, %y: T) { @5(exp(%x)) }; exp(%b))); negative(%a)""",
    # Operators of the virtual machine.
    "shape of": "vm.shape_of(@2(negative(%a)), dtype=\"int64\")",
    "annotated shape": "(@2(%a), vm.shape_of(%a, dtype=\"int64\"))",
    "reshaped": "vm.reshape_tensor(@2(exp(%a)), %s, newshape=[7, 5])",
    "reshaped on a device": "negative(@2(vm.reshape_tensor(exp(%a), %s, newshape=[7, 5])))",
    "reshaped by a device": "vm.reshape_tensor(@2(exp(%a)), @2(add(%s, %s)), newshape=[7, 5])",
    "plain shape_of": "@2(shape_of(@2(exp(%a)), dtype=\"int64\"))",
}

MODULES = {
    "global function": """
        def @f(%x: T, %y: T) -> T { add(@2(%x), %y) }
        def @main(%a: T, %b: T) -> T { @f(%b, %a) }""",
    "global function of devices": """
        def @f(%x: T, %y: T) -> T { @2(add(%x, %y)) }
        def @main(%a: T, %b: T) -> T { @3(negative(@2(@f(@3(exp(%b)), %a)))) }""",
    "calls decide": """
        def @f(%x: T) -> T { negative(%x) }
        def @main(%a: T, %b: T) -> T { add(@f(@2(exp(%a))), %b) }""",
    "recursive function": """
        def @f(%x: T, %k: bool) -> T { if (%k) { @f(@2(exp(%x)), %k) } else { %x } }
        def @main(%a: T) -> T { @f(%a, True) }""",
    "no main": "def @f(%x: T) -> T { negative(@2(%x)) }",
    "global primitive": """
        def @f(%x: T, Primitive=1) -> T { negative(%x) }
        def @main(%a: T, %b: T) -> T { add(@f(@2(%a)), %b) }""",
    "planned": """
        def @main(%a: T, %b: T, param_device_types=[2, 1], result_device_type=3) -> T {
          exp(@2(add(@!2(negative(%a)), device_copy(%b, src_dev_type=1, dst_dev_type=2)))) }""",
    "planned as it stands": """
        def @main(%a: T, %b: T, param_device_types=[2, 1], result_device_type=1) -> T {
          %0 = device_copy(%a, src_dev_type=2, dst_dev_type=1); add(%0, %b) }""",
    "planned and open": """
        def @f(%x: T, %y: T, param_device_types=[2, 2], result_device_type=3) -> T {
          @!3(negative(device_copy(%x, src_dev_type=2, dst_dev_type=3))) }
        def @main(%a: T, %b: T) -> T { @f(%a, @2(exp(%b))) }""",
    "function as a global argument": """
        def @f(%g: F, %x: T) -> T { %g(@2(exp(%x))) }
        def @h(%x: T) -> T { negative(@3(%x)) }
        def @main(%a: T) -> T { @f(@h, %a) }""",
    "external": """
        def @f(%x: T, Compiler="demo", global_symbol="f") -> T { negative(@2(%x)) }
        def @main(%a: T) -> T { @f(%a) }""",
    "match": """
        type Box { Full(T), Empty }
        def @main(%a: T, %b: T) -> T {
          let %box = Full(@2(exp(%a)));
          match (%box) { Full(%x) => { negative(%x) }, Empty => { %b } } }""",
    "annotated match": """
        type Box { Full(T), Empty }
        def @main(%a: T, %b: T, %c: T) -> T {
          let %box = @2(Full(%a));
          add(@2(match (%box) { Full(%x) => { exp(%x) }, Empty => { @3(exp(%b)) } }), %c) }""",
    "constructor": """
        type Pair { Both(T, T) }
        def @main(%a: T, %b: T) -> Pair { Both(@2(exp(%a)), %b) }""",
    "list": """
        type L[A] { Cons(A, L[A]), Nil }
        def @last(%l: L[T], %d: T) -> T {
          match (%l) { Cons(%x, %rest) => { @last(%rest, @2(exp(%x))) }, Nil => { %d } } }
        def @main(%a: T, %b: T) -> T { @last(Cons(%a, Cons(%b, Nil)), %b) }""",
    "nested patterns": """
        type L[A] { Cons(A, L[A]), Nil }
        def @main(%l: L[(T, T)], %d: T) -> T {
          match (%l) { Cons((%x, _), Cons((_, %y), _)) => { add(@2(%x), %y) }, _ => { %d } } }""",
    "function in a constructor": """
        type Box { Full(F) }
        def @main(%a: T) -> T {
          let %box = Full(fn (%x: T) { negative(@2(%x)) });
          match (%box) { Full(%f) => { %f(%a) } } }""",
    "constructor as a function": """
        type Box { Full(T) }
        def @f(%g: fn (T) -> Box, %x: T) -> Box { %g(@2(exp(%x))) }
        def @main(%a: T) -> Box { @f(Full, %a) }""",
    "polymorphic": """
        def @id[A](%x: A) -> A { %x }
        def @main(%a: T, %b: T) -> T { add(@id(@2(%a)), %b) }""",
}


def lowered():
    """Yields modules with allocations and calls of lowered functions."""
    tensor = relay.TensorType((5, 7), "float32")
    for device, where in [(1, "the CPU"), (2, "a GPU")]:
        x, y = relay.var("x", tensor), relay.var("y", tensor)
        shape = relay.const([5, 7], "int64")
        size, alignment = relay.const(140, "int64"), relay.const(64, "int64")
        device = tvm.runtime.Device(device, 0)
        s, t, u = relay.var("s"), relay.var("t"), relay.var("u")
        alloc = relay.op.memory.alloc_storage(size, alignment, device, "float32")
        tensor_of = relay.op.memory.alloc_tensor(s, relay.const(0, "int64"), shape, "float32")
        fused = relay.Function([y], relay.exp(y)).with_attr("Primitive", tvm.tir.IntImm("int32", 1))
        invoke = relay.op.vm.invoke_tvm_op(fused, relay.Tuple([x]), relay.Tuple([t]))
        body = relay.Let(s, alloc, relay.Let(t, tensor_of, relay.Let(u, invoke, t)))
        yield "allocation on " + where, body, x
        yield "annotated allocation on " + where, relay.annotation.on_device(body, device), x


def annotated(text):
    """Returns the text of an expression with its annotations as calls."""
    while True:
        found = re.search(r"@(!?)(\d+)\(", text)
        if found is None:
            return text
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        fixed = ", is_fixed=True" if found[1] else ""
        inside = text[found.end() : end - 1]
        call = f"on_device({inside}, device_type={found[2]}{fixed})"
        text = text[: found.start()] + call + text[end:]


def parsed(text):
    text = annotated(text)
    text = re.sub(r"\bF\b", "fn (T) -> T", text)
    text = re.sub(r"\bT\b", TENSOR, text)
    return tvm.parser.fromtext('#[version = "0.0.5"]\n' + text)


def programs():
    params = "%a: T, %b: T, %c: T, %d: T, %k: bool, %s: Tensor[(2), int64]"
    cpu, gpu = {"device": 1}, {"device": 2}
    for name, body in MAIN.items():
        module = parsed(f"def @main({params}) {{ {body} }}")
        for default in [cpu, gpu]:
            yield "PlanDevices", [default], name, module
    for name, text in MODULES.items():
        for default in [cpu, gpu]:
            yield "PlanDevices", [default], name, parsed(text)
    for name, body, x in lowered():
        module = tvm.IRModule.from_expr(relay.Function([x], body))
        module.import_from_std("core.rly")
        for default in [cpu, gpu]:
            yield "PlanDevices", [default], name, module
