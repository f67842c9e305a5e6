"""Loads a network that TVM saved, inspects and rewrites it, and saves it again."""

import pathlib
from collections import Counter

import objet

path = pathlib.Path(__file__).parents[1] / "data" / "mlp_b1.typed.json"
module = objet.load_json(path.read_text())
assert isinstance(module, objet.IRModule)

calls = list(objet.post_order(module, types=objet.relay.Call))
print(Counter(call.op.name for call in calls))

# Each node type is a class, with base classes, docstrings, and an attribute for each field.
dense = next(call for call in calls if call.op.name == "nn.dense")
assert isinstance(dense, objet.RelayExpr)
print(objet.relay.Call.__mro__[1].__name__, "|", objet.relay.Call.__doc__)
print(dense.args[0]._checked_type_, dense.attrs.units)
assert dense.args is dense.args, "one Python object for each native one"

# Objects are immutable: a rewrite creates new objects for the changed part, and shares the rest.
relu = objet.get_global_func("ir.GetOp")("nn.relu")
tanh = objet.get_global_func("ir.GetOp")("tanh")
swapped = objet.rewrite(
    module, lambda call: call.replace(op=tanh) if call.op.same_as(relu) else None, types=objet.relay.Call
)
for difference in objet.diff(module, swapped):
    print(f"{difference.path}: {difference.lhs} became {difference.rhs}")

again = objet.load_json(objet.save_json(swapped))
assert objet.structural_equal(again, swapped)
assert not objet.structural_equal(again, module)
