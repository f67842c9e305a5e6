"""A pass that is written in Python runs in a sequence of Rust's, on Rust's nodes."""

import objet

relay, call = objet.relay, objet.get_global_func

x = call("relay.ir.Var")("x", None)
zero = call("relay.ir.Constant")(objet.nd.array(0.0))
add = call("ir.GetOp")("add")


def plus(lhs, rhs):
    return call("relay.ir.Call")(add, [lhs, rhs], None, [], None)


function = call("relay.ir.Function")([x], plus(plus(x, zero), zero), None, [], None)


def without_zero(node):
    """What is added to, where the other side is 0."""
    if isinstance(node, relay.Call) and node.op.same_as(add):
        lhs, rhs = node.args
        if isinstance(rhs, relay.Constant) and not rhs.data.numpy().any():
            return lhs


def run(function, module, context):
    return objet.rewrite(function, without_zero)


info = call("transform.PassInfo")(0, "example.without_zero", [])
ours = call("relay._transform.MakeFunctionPass")(run, info)
rusts = call("relay._transform.DeadCodeElimination")(False)
sequence = call("transform.Sequential")([ours, rusts], 0, "example.sequence", [])

module = call("ir.Module_FromExpr")(function, {}, {})
optimized = call("transform.RunPass")(sequence, module)
(result,) = optimized.functions.values()
print(result)
assert result.body.same_as(result.params[0])
