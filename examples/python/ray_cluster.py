"""Maps a pass over modules on a cluster of Ray, and measures on servers that are Ray actors."""

import sys

import objet
import objet.ray

try:
    import ray
except ImportError:
    print("SKIPPED: this example needs the package `ray`: pip install 'objet[ray]'", file=sys.stderr)
    sys.exit()


def network(bias):
    x = objet.relay.ir.Var("x", None)
    y = x + objet.relay.ir.Constant(objet.nd.array(bias))
    return objet.IRModule.from_expr(objet.relay.ir.Function([x], y + y, None, [], None))


def in_normal_form(module):
    return objet.sequential([objet.relay._transform.ToANormalForm()])(module)


ray.init(num_cpus=2, include_dashboard=False, logging_level="error")
modules = [network(float(bias)) for bias in range(8)]
for before, after in zip(modules, objet.ray.map(in_normal_form, modules)):
    assert objet.structural_equal(after, in_normal_form(before))
print(after.astext())

# Servers on other nodes need a token file: `token=path`.
with objet.ray.RpcServers(2, key="board", host="127.0.0.1", allow=["node.*"]) as servers:
    with servers.connect().request("board", deadline=30) as session:
        seconds = session.time_evaluator("node.LoadJSON", repeat=3)(objet.save_json(after))
        print(f"{min(seconds) * 1e6:.0f} us on {session.address}")
ray.shutdown()
