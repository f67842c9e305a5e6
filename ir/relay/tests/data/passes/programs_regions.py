"""Programs for the passes over regions of external compilers."""

import tvm
from tvm import relay

from programs_simplify import var

ONE = tvm.tir.IntImm("int32", 1)
TYPE = relay.TensorType((2, 3))

SUPPORTED = {
    "ca": ["exp", "negative", "add", "concatenate", "split"],
    "cb": ["tanh", "exp"],
}


def register():
    for target, operators in SUPPORTED.items():
        for name in operators:
            tvm.ir.register_op_attr(name, "target." + target, lambda call: True)


def plain():
    """Yields functions without annotations."""
    x, y, c = var("x", (2, 3)), var("y", (2, 3)), relay.var("c", shape=(), dtype="bool")
    v, w, f = relay.var("v"), relay.var("w"), relay.var("f")
    exp, tanh, add, call, let = relay.exp, relay.tanh, relay.add, relay.Call, relay.Let

    def function(*params):
        return relay.Function(params[:-1], params[-1])

    a = exp(x)
    b = tanh(a)
    yield "diamond", function(x, add(a, b))
    yield "two ways", function(x, add(relay.negative(a), relay.negative(b)))
    yield "chain", function(x, exp(tanh(exp(exp(relay.sqrt(exp(x)))))))
    yield "shared", function(x, add(add(a, a), relay.negative(a)))
    yield "input twice", function(x, add(x, x))
    yield "unsupported", function(x, relay.sqrt(relay.sqrt(x)))
    yield "constant", function(x, add(exp(x), relay.const(1.0)))
    yield "only constants", function(add(relay.const(1.0), relay.const(2.0)))
    yield "variable", function(x, x)
    zeros = relay.zeros((2, 3), "float32")
    yield "no arguments", function(x, add(exp(x), zeros))
    both = relay.Tuple([exp(x), relay.negative(x)])
    yield "concatenated", function(x, relay.concatenate(both, 0))
    yield "tuple", function(x, both)
    yield "mixed tuple", function(x, relay.Tuple([exp(x), relay.sqrt(x)]))
    yield "empty tuple", function(x, relay.Tuple([]))
    yield "nested tuple", function(x, relay.Tuple([both, relay.Tuple([x])]))
    item = relay.TupleGetItem(both, 1)
    yield "projection", function(x, exp(item))
    halves = relay.split(exp(x), 2, 0)
    yield "split", function(x, add(halves[0], halves[1]))
    yield "outputs", function(x, relay.Tuple([relay.sqrt(exp(a)), tanh(exp(a)), relay.sqrt(a)]))
    diamond = add(exp(b), relay.negative(relay.sqrt(a)))
    yield "two diamonds", function(x, add(exp(diamond), tanh(diamond)))
    yield "let", function(x, let(v, exp(x), let(w, relay.sqrt(v), add(v, w))))
    yield "let of a function", function(x, let(f, function(y, exp(y)), call(f, [exp(x)])))
    yield "call of a function", function(x, call(function(y, exp(y)), [exp(x)]))
    yield "if", function(c, x, exp(relay.If(c, exp(x), relay.sqrt(x))))
    yield "condition", function(x, y, relay.If(relay.all(relay.less(x, y)), exp(x), relay.sqrt(x)))
    composite = relay.Function([y], exp(relay.sqrt(y))).with_attr("Composite", "cc.exp_sqrt")
    yield "composite", function(x, exp(call(composite, [exp(x)])))
    other = relay.Function([y], exp(relay.sqrt(y))).with_attr("Composite", "cd.exp_sqrt")
    yield "other composite", function(x, exp(call(other, [exp(x)])))
    yield "nested functions", function(x, let(f, function(y, exp(y)), exp(call(f, [call(f, [x])]))))
    ref = relay.RefCreate(exp(x))
    write = let(v, ref, let(w, relay.RefWrite(v, relay.negative(x)), relay.RefRead(v)))
    yield "reference", function(x, exp(write))


# TVM ends some regions for `default` that it begins for another target, if it annotates twice.
INCONSISTENT = ["diamond", "two ways", "chain", "outputs", "two diamonds"]

TARGETS = [["ca"], ["ca", "cb"], ["cb", "ca", "cc"], []]


def apply(passes, function):
    module = relay.transform.InferType()(tvm.IRModule.from_expr(function))
    for transform in passes:
        module = transform(module)
    return module


def two_functions():
    """Returns a module with two functions that have regions."""
    x, y = var("x", (2, 3)), var("y", (2, 3))
    callee = relay.GlobalVar("callee-1")
    module = tvm.IRModule()
    module[callee] = relay.Function([x], relay.exp(x), TYPE)
    body = relay.Call(callee, [relay.tanh(relay.exp(y))])
    module["main"] = relay.Function([y], body, TYPE)
    return module


def annotated():
    """Yields annotated modules."""
    annotate = relay.transform.AnnotateTarget
    for name, function in plain():
        for targets in TARGETS:
            for flag in [True, False]:
                title = f"{name} for {targets}{'' if flag else ' without data'}"
                yield title, apply([annotate(targets, flag)], function)
    yield "two functions", annotate(["ca"])(relay.transform.InferType()(two_functions()))


def programs():
    register()
    merge = relay.transform.MergeCompilerRegions
    partition = relay.transform.PartitionGraph
    annotate = relay.transform.AnnotateTarget
    for name, module in annotated():
        yield "MergeCompilerRegions", [], name, module
        yield "PartitionGraph", ["default"], name, module
        try:
            merged = merge()(module)
        except tvm.TVMError:
            continue
        yield "PartitionGraph", ["default"], name + ", merged", merged
    for name in ["", "my-mod"]:
        yield "PartitionGraph", [name], "two functions of " + name, merged
    yield "PartitionGraph", ["again"], "partitioned functions", partition("first")(merged)
    for name, function in plain():
        for targets in TARGETS:
            for flag in [True, False]:
                yield "AnnotateTarget", [targets, flag], name, function
        for targets in TARGETS[:1] if name not in INCONSISTENT else []:
            for flag in [True, False]:
                first = apply([annotate(targets, flag)], function)
                yield "AnnotateTarget", [["cb"], flag], f"{name} for {targets}", first
