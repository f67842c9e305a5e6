"""Runs a pass in Python in a sequence of passes in Rust, on nodes of Rust."""

import objet

relay = objet.relay
x = relay.ir.Var("x", None)
zero = relay.ir.Constant(objet.nd.array(0.0))
function = relay.ir.Function([x], x + zero + zero, None, [], None)
add = objet.ir.GetOp("add")


def without_zero(node):
    """Returns the left operand of an addition of zero."""
    if isinstance(node, relay.Call) and node.op.same_as(add):
        lhs, rhs = node.args
        if isinstance(rhs, relay.Constant) and not rhs.data.numpy().any():
            return lhs


@objet.function_pass(opt_level=1)
def simplify(function, module, context):
    return objet.rewrite(function, without_zero)


module = objet.IRModule.from_expr(function)
optimize = objet.sequential([simplify, relay._transform.DeadCodeElimination(False)])
with objet.transform.PassContext(opt_level=2):
    optimized = optimize(module)
print(optimized.astext())
assert optimized["main"].body.same_as(optimized["main"].params[0])
# At a lower optimization level, the pass does not run.
with objet.transform.PassContext(opt_level=0):
    assert not optimize(module)["main"].body.same_as(function.params[0])
