"""Programs for partial evaluation, as text."""

import re

import tvm
from tvm import relay

from evaluate import evaluated

ANSWERS = "pairs_partial.jsonl.gz"

# `F` is a function type, `T` a tensor type and `I` a scalar type.
MAIN = {
    "call": "exp(%a)",
    "calls": "add(exp(%a), negative(%b))",
    "constant": "2f",
    "constants": "add(multiply(2, 3), 4)",
    "comparison": "less(1, 2)",
    "a part of constants": "add(add(2f, 3f), %a)",
    "tuple": "let %q = (%a, (%b, exp(%a))); let %u = %q.1; %u.0",
    "known fields": "let %q = (exp(%a), 1, (%b, 2)); let %u = %q.2; (add(%q.1, %u.1), %u.0)",
    "unknown fields": "let %u = %t.0; add(%u, %t.1)",
    "tuple of an operator": "let %u = split(%v, indices_or_sections=2, axis=0); add(%u.0, %u.1)",
    "operator of a tuple": "concatenate((%v, %v))",
    "let": "let %x = exp(%a); let %y = %x; let %z = add(%x, %y); %z",
    "let in operands": "add((let %x = exp(%a); negative(%x)), (let %y = 1f; add(%y, 2f)))",
    "unused": "let %x = exp(%a); let %f = fn (%y: I) { exp(%y) }; %b",
    # Conditions.
    "true": "if (True) { exp(%a) } else { %b }",
    "false": "if (False) { exp(%a) } else { %b }",
    "computed condition": "let %n = add(1, 2); if (less(%n, 3)) { exp(%a) } else { %n; %b }".replace(
        "%n; %b", "%b"
    ),
    "unknown condition": "if (%k) { exp(%a) } else { let %x = exp(%b); add(%x, %x) }",
    "nested conditions": "if (%k) { if (True) { exp(%a) } else { %a } } else { if (%k) { %a } else { %b } }",
    "condition in a condition": "if (if (%k) { True } else { False }) { %a } else { %b }",
    "constants in branches": "let %x = if (%k) { 1f } else { 2f }; add(%x, 3f)",
    # Functions.
    "called twice": "let %f = fn (%x: I) { exp(%x) }; %f(%f(%a))",
    "called in place": "fn (%x: I, %y: I) { add(%x, exp(%y)) }(%a, %b)",
    "captured": "let %y = exp(%b); let %f = fn (%x: I) { add(%x, %y) }; %f(%f(%a))",
    "function as an argument": "let %f = fn (%g: F, %x: I) { %g(%g(%x)) }; %f(fn (%y: I) { exp(%y) }, %a)",
    "function as a result": "let %f = fn (%x: I) { fn (%y: I) { add(%x, %y) } }; let %g = %f(%a); %g(%b)",
    "result is a function": "let %f = fn (%x: I) { fn (%y: I) { add(%x, %y) } }; %f(exp(%a))",
    "function in a tuple": "let %q = (fn (%x: I) { exp(%x) }, %a); let %f = %q.0; %f(%q.1)",
    "unknown function": "%g(%g(exp(%a)))",
    "known to unknown": "%h(fn (%x: I) { let %y = exp(%x); add(%y, %a) })",
    "function of branches":
        "let %f = if (%k) { fn (%x: I) { exp(%x) } } else { fn (%y: I) { negative(%y) } }; %f(%a)",
    "known function of branches":
        "let %f = if (True) { fn (%x: I) { exp(%x) } } else { fn (%y: I) { negative(%y) } }; %f(%a)",
    "nested functions": """
        let %f = fn (%x: I) { let %g = fn (%y: I) { let %h = fn (%z: I) { add(add(%x, %y), %z) };
        %h(%y) }; %g(%x) }; (%f(%a), %f)""",
    "operator as a value": "let %f = exp; %f(%f(%a))",
    "church numerals": """
        let %two = fn (%f: F) { fn (%x: I) { %f(%f(%x)) } };
        let %four = %two(%two(fn (%y: I) { exp(%y) })); %four(%a)""",
    # Recursion.
    "counting down": """
        let %f: fn (int32, I) -> I = fn (%n: int32, %x: I) -> I {
          if (equal(%n, 0)) { %x } else { %f(subtract(%n, 1), exp(%x)) } };
        %f(3, %a)""",
    "counting up": """
        let %f: fn (int32, I) -> I = fn (%n: int32, %x: I) -> I {
          if (equal(%n, 3)) { %x } else { %f(add(%n, 1), exp(%x)) } };
        %f(0, %a)""",
    "negative counter": """
        let %f: fn (int32, I) -> I = fn (%n: int32, %x: I) -> I {
          if (equal(%n, 0)) { %x } else { %f(add(%n, 1), exp(%x)) } };
        %f(-3, %a)""",
    "unknown counter": """
        let %f: fn (int32, I) -> I = fn (%n: int32, %x: I) -> I {
          if (equal(%n, 0)) { %x } else { %f(subtract(%n, 1), exp(%x)) } };
        %f(%i, %a)""",
    "two calls": """
        let %f: fn (int32) -> int32 = fn (%n: int32) -> int32 {
          if (less(%n, 2)) { %n } else { add(%f(subtract(%n, 1)), %f(subtract(%n, 2))) } };
        (%f(7), %f(%i))""",
    "endless": "let %f: fn (I) -> I = fn (%x: I) -> I { %f(%x) }; %f(%a)",
    "endless with a constant": "let %f: fn (int32, I) -> I = fn (%n: int32, %x: I) -> I { %f(%n, exp(%x)) }; %f(3, %a)",
    "shrinking tuple": """
        let %f: fn ((I, I), I) -> I = fn (%p: (I, I), %x: I) -> I {
          if (%k) { %x } else { %f((%p.1, %p.0), exp(%p.0)) } };
        %f((%a, %b), %a)""",
    "recursive capture": """
        let %f: fn (int32, F) -> F = fn (%n: int32, %s: F) -> F {
          if (equal(%n, 0)) { %s } else { %f(subtract(%n, 1), fn (%x: I) { exp(%s(%x)) }) } };
        let %r = %f(3, fn (%y: I) { %y }); %r(%a)""",
    # References.
    "reference": "let %r = ref(%a); let %u = ref_write(%r, exp(%a)); ref_read(%r)",
    "two references":
        "let %r = ref(%a); let %s = ref(%b); let %u = ref_write(%r, ref_read(%s)); (ref_read(%r), ref_read(%s))",
    "reference of a function":
        "let %r = ref(fn (%x: I) { exp(%x) }); let %f = ref_read(%r); %f(%a)",
    "write in a branch":
        "let %r = ref(%a); let %u = if (%k) { ref_write(%r, exp(%a)) } else { () }; ref_read(%r)",
    "write in a known branch":
        "let %r = ref(%a); let %u = if (True) { ref_write(%r, exp(%a)) } else { () }; ref_read(%r)",
    "read in branches":
        "let %r = ref(exp(%a)); if (%k) { let %u = ref_write(%r, %b); ref_read(%r) } else { ref_read(%r) }",
    "branches without writes":
        "let %r = ref(%a); let %x = if (%k) { exp(%a) } else { %b }; add(%x, ref_read(%r))",
    "write after branches": """
        let %r = ref(%a); let %x = if (%k) { ref_read(%r) } else { %b };
        let %u = ref_write(%r, exp(%x)); add(ref_read(%r), %x)""",
    "write by a function": """
        let %r = ref(%a); let %f = fn (%x: I) { ref_write(%r, exp(%x)) };
        let %u = %f(%b); ref_read(%r)""",
    "write by an unknown function": "let %r = ref(%a); let %x = %g(%b); add(%x, ref_read(%r))",
    "reference of a reference": """
        let %r = ref(%a); let %s = ref(%r); let %u = ref_write(ref_read(%s), exp(%b)); ref_read(%r)""",
    "counter": """
        let %r = ref(0); let %f = fn () { let %u = ref_write(%r, add(ref_read(%r), 1)); ref_read(%r) };
        let %x = %f(); let %y = %f(); add(%x, %y)""",
    "recursion through a reference": """
        let %r = ref(fn (%n: int32, %x: I) { %x });
        let %f = fn (%n: int32, %x: I) {
          if (equal(%n, 0)) { %x } else { let %g = ref_read(%r); %g(subtract(%n, 1), exp(%x)) } };
        let %u = ref_write(%r, %f); %f(3, %a)""",
    "returned writer": """
        let %r = ref(%a); let %w = fn (%x: I) { let %u = ref_write(%r, %x); ref_read(%r) };
        let %y = %h(%w); add(%y, ref_read(%r))""",
}

LIST = "type L[A] { Cons(A, L[A]), Nil }\n"
OPTION = "type O[A] { Some(A), None }\n"

MODULES = {
    "global": """
        def @f(%x: I) -> I { exp(%x) }
        def @main(%a: I) -> I { @f(@f(%a)) }""",
    "global counter": """
        def @f(%n: int32, %x: I) -> I {
          if (equal(%n, 0)) { %x } else { @f(subtract(%n, 1), multiply(%x, %x)) } }
        def @main(%a: I, %i: int32) -> (I, I) { (@f(3, %a), @f(%i, %a)) }""",
    "mutual recursion": """
        def @f(%x: I) -> I { @g(exp(%x)) }
        def @g(%x: I) -> I { @f(negative(%x)) }
        def @main(%a: I) -> I { @f(%a) }""",
    "even and odd": """
        def @even(%n: int32) -> bool { if (equal(%n, 0)) { True } else { @odd(subtract(%n, 1)) } }
        def @odd(%n: int32) -> bool { if (equal(%n, 0)) { False } else { @even(subtract(%n, 1)) } }
        def @main(%i: int32) -> (bool, bool) { (@even(5), @odd(%i)) }""",
    "global function as a value": """
        def @f(%x: I) -> I { exp(%x) }
        def @twice(%g: F, %x: I) -> I { %g(%g(%x)) }
        def @main(%a: I) -> I { @twice(@f, %a) }""",
    "identity": """
        def @id[A](%x: A) -> A { %x }
        def @main(%a: I, %t: (I, I)) { (@id(%a), @id(%t)) }""",
    "polymorphic function": """
        def @pair[A, B](%x: A, %y: B) -> (A, B) { let %f = fn (%z: B) -> (A, B) { (%x, %z) }; %f(%y) }
        def @main(%a: I, %i: int32) { @pair(%a, %i) }""",
    "polymorphic result": """
        def @const[A, B](%x: A) -> fn (B) -> A { fn (%y: B) -> A { %x } }
        def @main(%a: I) -> fn (int32) -> I { @const(exp(%a)) }""",
    "length": LIST + """
        def @len[A](%l: L[A]) -> int32 {
          match (%l) { Cons(_, %r) => { add(1, @len(%r)) }, Nil => { 0 } } }
        def @main(%a: I, %l: L[I]) { (@len(Cons(%a, Cons(%a, Cons(%a, Nil)))), @len(%l)) }""",
    "map": LIST + """
        def @map[A, B](%f: fn(A) -> B, %l: L[A]) -> L[B] {
          match (%l) { Cons(%h, %r) => { Cons(%f(%h), @map(%f, %r)) }, Nil => { Nil } } }
        def @main(%a: I, %l: L[I]) {
          (@map(fn (%x: I) -> I { exp(%x) }, Cons(%a, Cons(%a, Nil))),
           @map(fn (%y: I) -> I { exp(%y) }, %l)) }""",
    "fold": LIST + """
        def @fold[A, B](%f: fn(B, A) -> B, %s: B, %l: L[A]) -> B {
          match (%l) { Cons(%h, %r) => { @fold(%f, %f(%s, %h), %r) }, Nil => { %s } } }
        def @main(%a: I, %b: I) { @fold(fn (%x: I, %y: I) -> I { add(%x, %y) }, 0f, Cons(%a, Cons(%b, Nil))) }""",
    "growing list": LIST + """
        def @repeat(%n: int32, %x: I) -> L[I] {
          if (equal(%n, 0)) { Nil } else { Cons(%x, @repeat(subtract(%n, 1), %x)) } }
        def @main(%a: I, %i: int32) { (@repeat(3, %a), @repeat(%i, %a)) }""",
    "reverse": LIST + """
        def @rev[A](%l: L[A], %s: L[A]) -> L[A] {
          match (%l) { Cons(%h, %r) => { @rev(%r, Cons(%h, %s)) }, Nil => { %s } } }
        def @main(%a: I, %b: I) { @rev(Cons(%a, Cons(%b, Nil)), Nil) }""",
    "known match": OPTION + """
        def @main(%a: I) { match (Some(exp(%a))) { Some(%x) => { add(%x, %x) }, None => { 0f } } }""",
    "unknown match": OPTION + """
        def @main(%a: I, %o: O[I]) { match (%o) { Some(%x) => { add(%x, %a) }, None => { exp(%a) } } }""",
    "match of an unknown part": OPTION + """
        def @main(%a: I, %o: O[I]) {
          match (Some(%o)) { Some(Some(%x)) => { add(%x, %a) }, None => { %a }, Some(None) => { exp(%a) } } }""",
    "match in a match": OPTION + """
        def @main(%a: I, %o: O[I]) {
          match ((match (%o) { Some(%x) => { Some(exp(%x)) }, None => { Some(%a) } })) {
            Some(%y) => { %y }, None => { 0f } } }""",
    "matched tuple": OPTION + """
        def @main(%a: I, %b: I) {
          match ((Some(%a), %b)) { (None, _) => { 0f }, (Some(%x), %y) => { add(%x, %y) } } }""",
    "wildcard": OPTION + """
        def @main(%a: I, %o: O[I]) { match (%o) { _ => { exp(%a) } } }""",
    "write in a clause": OPTION + """
        def @main(%a: I, %o: O[I]) {
          let %r = ref(%a);
          let %u = (match (%o) { Some(%x) => { ref_write(%r, %x) }, None => { () } });
          ref_read(%r) }""",
    "write in a known clause": OPTION + """
        def @main(%a: I) {
          let %r = ref(%a);
          let %u = (match (Some(exp(%a))) { Some(%x) => { ref_write(%r, %x) }, None => { () } });
          ref_read(%r) }""",
    "constructor as a value": OPTION + """
        def @apply[A, B](%f: fn (A) -> B, %x: A) -> B { %f(%x) }
        def @main(%a: I) { match (@apply(Some, %a)) { Some(%x) => { exp(%x) }, None => { 0f } } }""",
    "function in a constructor": OPTION + """
        def @main(%a: I) {
          match (Some(fn (%x: I) { exp(%x) })) { Some(%f) => { %f(%f(%a)) }, None => { %a } } }""",
    "natural numbers": """
        type N { Z, S(N) }
        def @plus(%x: N, %y: N) -> N { match (%x) { Z => { %y }, S(%z) => { S(@plus(%z, %y)) } } }
        def @times(%x: N, %y: N) -> N { match (%x) { Z => { Z }, S(%z) => { @plus(%y, @times(%z, %y)) } } }
        def @main(%n: N) { (@times(S(S(Z)), S(S(S(Z)))), @plus(S(Z), %n)) }""",
    "tree": """
        type Tree { Leaf(I), Node(Tree, Tree) }
        def @sum(%t: Tree) -> I {
          match (%t) { Leaf(%x) => { %x }, Node(%l, %r) => { add(@sum(%l), @sum(%r)) } } }
        def @main(%a: I, %b: I, %t: Tree) { @sum(Node(Node(Leaf(%a), Leaf(%b)), %t)) }""",
    "interpreter": """
        type E { Lit(I), Arg, Plus(E, E), Times(E, E) }
        def @run(%e: E, %x: I) -> I {
          match (%e) {
            Lit(%n) => { %n }, Arg => { %x },
            Plus(%p, %q) => { add(@run(%p, %x), @run(%q, %x)) },
            Times(%s, %t) => { multiply(@run(%s, %x), @run(%t, %x)) } } }
        def @main(%a: I) { @run(Plus(Times(Lit(2f), Arg), Plus(Lit(3f), Lit(4f))), %a) }""",
}


def parsed(text):
    text = re.sub(r"\bF\b", "fn (I) -> I", text)
    text = re.sub(r"\bI\b", "float32", text)
    return tvm.parser.fromtext('#[version = "0.0.5"]\n' + text)


def all_programs():
    params = "%a: I, %b: I, %k: bool, %i: int32, %t: (I, I), %v: Tensor[(2), float32], %g: F, %h: fn (F) -> I"
    for name, body in MAIN.items():
        # Projections follow names only.
        body = body.replace("let %q = (%a, (%b, exp(%a))); let %u = %q.1; %u.0", "let %t1 = (%a, (%b, exp(%a))); let %t2 = %t1.1; %t2.0")
        yield name, parsed(f"def @main({params}) {{ {body} }}")
    for name, text in MODULES.items():
        yield name, parsed(text)
    for dtype in ["int16", "int64"]:
        x, n, a = relay.var("x", shape=()), relay.var("n", dtype), relay.var("a", shape=())
        float32 = x.type_annotation
        f = relay.var("f", relay.FuncType([n.type_annotation, float32], float32))
        less = relay.Call(f, [relay.subtract(n, relay.const(1, dtype)), relay.exp(x)])
        body = relay.If(relay.equal(n, relay.const(0, dtype)), x, less)
        call = relay.Call(f, [relay.const(3, dtype), a])
        body = relay.Let(f, relay.Function([n, x], body, float32), call)
        yield dtype + " counter", tvm.IRModule.from_expr(relay.Function([a], body))


def programs():
    yield from evaluated(("PartialEvaluate", [], name, module) for name, module in all_programs())
