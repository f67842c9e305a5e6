"""Measures the cost of calls between Python and native code.

Compares Objet with apache-tvm-ffi, and with plain PyO3 as the lower bound. All statements run in
one process, interleaved; each number is the minimum of many rounds. `cargo xtask bench-python`
runs this file.
"""

import gc
import sys
import threading
import time
import timeit

import numpy
import shapes
import objet
import tvm_ffi
from tvm_ffi import testing

import floor
from tvm_ffi import dataclasses

try:
    import torch
except ImportError:
    torch = None

ROUNDS = 3 if "--quick" in sys.argv else 25
OURS, PEER, FLOOR = "objet", "tvm-ffi", "PyO3"


def by_turns(rows, number=20000):
    """Returns the minimum time of each statement in ns. Each round runs every statement."""
    timers = {
        (name, side): timeit.Timer(statement, globals=scope)
        for name, (_, sides) in rows.items()
        for side, (statement, scope) in sides.items()
    }
    best = dict.fromkeys(timers, float("inf"))
    for _ in range(ROUNDS):
        for key, timer in timers.items():
            best[key] = min(best[key], timer.timeit(number) / number * 1e9)
    return best


def rows():
    circle, none = shapes.Circle(radius=1000, name="a name"), lambda: None
    nop, add_one = tvm_ffi.get_global_func("testing.nop"), tvm_ffi.get_global_func("testing.add_one")
    fields = {"v_i64": 1000, "v_f64": 1.5, "v_map": tvm_ffi.Map({}), "v_array": tvm_ffi.Array([])}
    peer = testing.TestObjectDerived(v_str="a name", **fields)
    text = "a name of some length"
    long, long_peer = shapes.Circle(radius=1, name=text), testing.TestObjectDerived(v_str=text, **fields)
    pair = floor.Pair(1000, none)
    stack = shapes.Stack(top=shapes.Circle(radius=1), bottom=circle)
    apply = tvm_ffi.get_global_func("testing.apply")
    identity = lambda x: x  # noqa: E731
    theirs = tvm_ffi.convert(identity)
    return {
        "call with one integer": (0.6, {
            OURS: ("f(1000)", {"f": shapes.add_one}),
            PEER: ("f(1000)", {"f": add_one}),
            FLOOR: ("f(1000)", {"f": floor.one}),
        }),
        "call with three integers": (0.6, {
            OURS: ("f(1000, 2000, 3000)", {"f": shapes.add_three}),
            PEER: ("f(1000, 2000, 3000)", {"f": nop}),
            FLOOR: ("f(1000, 2000, 3000)", {"f": floor.three}),
        }),
        "call with a string": (0.6, {
            OURS: ("f('some text')", {"f": shapes.text_len}),
            PEER: ("f('some text')", {"f": nop}),
            FLOOR: ("f('some text')", {"f": floor.text_len}),
        }),
        "call with an object": (0.6, {
            OURS: ("f(x)", {"f": shapes.is_circle, "x": circle}),
            PEER: ("f(x)", {"f": nop, "x": peer}),
            FLOOR: ("f(x)", {"f": floor.object, "x": pair}),
        }),
        "read an integer": (0.9, {
            OURS: ("x.radius", {"x": circle}),
            PEER: ("x.v_i64", {"x": peer}),
            FLOOR: ("x.a", {"x": pair}),
        }),
        # tvm-ffi stores strings of up to seven bytes in the field itself.
        "read a string of 6 bytes": (None, {
            OURS: ("x.name", {"x": circle}),
            PEER: ("x.v_str", {"x": peer}),
        }),
        "read a string": (0.3, {
            OURS: ("x.name", {"x": long}),
            PEER: ("x.v_str", {"x": long_peer}),
            FLOOR: ("x.text", {"x": pair}),
        }),
        "read an object": (0.8, {
            OURS: ("x.top", {"x": stack}),
            PEER: ("x.v_array", {"x": peer}),
            FLOOR: ("x.b", {"x": pair}),
        }),
        "read an object that Python has": (0.8, {
            OURS: ("x.bottom", {"x": stack, "held": stack.bottom}),
            PEER: ("x.v_array", {"x": peer, "held": peer.v_array}),
            FLOOR: ("x.b", {"x": pair}),
        }),
        "construct by two keywords": (0.4, {
            OURS: ("f(a=1, b=2)", {"f": shapes.Pair}),
            PEER: ("f(v_i64=1, v_i32=2)", {"f": testing._TestCxxClassBase}),
            FLOOR: ("f(a=1, b=2)", {"f": floor.Pair}),
        }),
        "construct by position": (None, {
            OURS: ("f(1, 2)", {"f": shapes.Pair}),
            PEER: ("f(1, 2)", {"f": testing.TestIntPair}),
            FLOOR: ("f(1, 2)", {"f": floor.Pair}),
        }),
        "callback from native code": (0.8, {
            OURS: ("f(g, 1000)", {"f": shapes.apply, "g": objet.functions._objet.function(identity)}),
            PEER: ("f(g, 1000)", {"f": apply, "g": theirs}),
            FLOOR: ("f(g, 1000)", {"f": floor.apply, "g": identity}),
        }),
        # The target is 60 ns. tvm-ffi has no dotted names: its side is an attribute of two modules,
        # which Python reads faster if they have no `__getattr__`.
        "look a function up by its dotted name": (None, {
            OURS: ("objet.shapes.add_one", {"objet": objet}),
            PEER: ("tvm_ffi.testing.add_one", {"tvm_ffi": tvm_ffi}),
        }),
        # A function that is not declared short. All functions of tvm-ffi are of this kind.
        "call with one integer, without the lock": (0.8, {
            OURS: ("f(1000)", {"f": shapes.negate}),
            PEER: ("f(1000)", {"f": add_one}),
        }),
    }


def exchanges(library, source):
    """Returns the rows of tensors that cross between a library and native code."""
    ours, peer = objet.nd.from_dlpack(source), tvm_ffi.from_dlpack(source)
    nop, from_dlpack = tvm_ffi.get_global_func("testing.nop"), type(source).__module__ + ".from_dlpack(x)"
    module = {type(source).__module__: sys.modules[type(source).__module__]}
    return {
        f"import a tensor of {library}": (1.2, {
            OURS: ("f(x)", {"f": objet.nd.from_dlpack, "x": source}),
            PEER: ("f(x)", {"f": tvm_ffi.from_dlpack, "x": source}),
        }),
        f"call with a tensor of {library}": (1.2, {
            OURS: ("f(x)", {"f": shapes.rank, "x": source}),
            PEER: ("f(x)", {"f": nop, "x": source}),
        }),
        f"export a tensor to {library}": (1.2, {
            OURS: (from_dlpack, {**module, "x": ours}),
            PEER: (from_dlpack, {**module, "x": peer}),
        }),
    }


def tree(make, leaf, depth):
    """Makes a full binary tree without shared nodes: `2 ** (depth + 1) - 1` nodes."""
    level = [leaf() for _ in range(2**depth)]
    while len(level) > 1:
        level = [make(lhs, rhs) for lhs, rhs in zip(level[::2], level[1::2])]
    return level[0]


def least(work, rounds):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        kept = work()
        times.append(time.perf_counter() - start)
        del kept
    return min(times) * 1e9


def files():
    save, load = (tvm_ffi.get_global_func(name) for name in ("ffi.ToJSONGraphString", "ffi.FromJSONGraphString"))
    ours = tree(lambda a, b: objet.convert([a, b]), lambda: objet.convert([]), 16)
    peer = tree(lambda a, b: tvm_ffi.Array([a, b]), lambda: tvm_ffi.Array([]), 16)
    text, peer_text = objet.save_json(ours), save(peer, None)
    rounds = 2 if ROUNDS < 5 else 5
    gc.disable()
    return {
        ("save_json of 131,071 nodes", 0.1): (least(lambda: objet.save_json(ours), rounds), least(lambda: save(peer, None), rounds)),
        ("load_json of 131,071 nodes", 0.2): (least(lambda: objet.load_json(text), rounds), least(lambda: load(peer_text), rounds)),
    }


@objet.register_object("bench.Inner")
class Inner(objet.Object):
    __slots__ = ()
    a: objet.Object
    b: objet.Object


@objet.register_object("bench.Leaf")
class Leaf(objet.Object):
    __slots__ = ()
    value: int


@dataclasses.py_class("bench.PeerInner")
class PeerInner(tvm_ffi.Object):
    a: tvm_ffi.Object
    b: tvm_ffi.Object


@dataclasses.py_class("bench.PeerLeaf")
class PeerLeaf(tvm_ffi.Object):
    value: int


def by_hand(root, inner):
    """Reads two attributes of each node of a tree: those of a leaf are the same."""
    stack = [root]
    while stack:
        node = stack.pop()
        if type(node) is inner:
            stack.append(node.a)
            stack.append(node.b)
        else:
            node.value, node.value


def by_walk(root, inner):
    """Reads the same attributes, in post-order."""
    for node in objet.walk(root):
        if type(node) is inner:
            node.a, node.b
        else:
            node.value, node.value


def by_attributes(root):
    """Reads the same attributes by a walk that returns them."""
    for _, _ in objet.walk(root, attrs={Inner: ("a", "b"), Leaf: ("value", "value")}):
        pass


def by_two_walks(root):
    """Reads the same attributes by a walk for each class."""
    for _, _ in objet.walk(root, attrs=("a", "b")):
        pass
    for _, _ in objet.walk(root, attrs=("value", "value")):
        pass


def loop(items, count=1):
    for _ in range(count):
        for _ in items:
            pass


def kept(work):
    """Returns the times in ns of some work, without and with the drop of its result."""
    start = time.perf_counter()
    result = work()
    made = time.perf_counter()
    del result
    return (made - start) * 1e9, (time.perf_counter() - start) * 1e9


def containers_and_visits():
    """Yields the rows of large containers and trees. Each round runs both sides."""
    numbers = list(range(100_000))
    floats, entries = [number + 0.5 for number in numbers], {f"key {number}": number for number in numbers}
    shape, peer_shape = objet.ShapeTuple([1, 2, 3, 4]), tvm_ffi.Shape([1, 2, 3, 4])
    long, long_peer = objet.ShapeTuple(numbers), tvm_ffi.Shape(numbers)
    declared = tree(Inner, lambda: Leaf(1), 16)
    linked = tree(lambda a, b: objet.tir.Add(dtype="int32", a=a, b=b), lambda: objet.IntImm("int32", 1), 16)
    peer = tree(PeerInner, lambda: PeerLeaf(1), 16)
    peer_by_hand = lambda: by_hand(peer, PeerInner)  # noqa: E731
    for name, reach, ours, theirs in [
        ("Array of 100,000 integers", 1, lambda: objet.Array(numbers), lambda: tvm_ffi.Array(numbers)),
        ("convert a list of 100,000 integers", 1, lambda: objet.convert(numbers), lambda: tvm_ffi.convert(numbers)),
        ("convert a list of 100,000 floats", 1, lambda: objet.convert(floats), lambda: tvm_ffi.convert(floats)),
        ("convert a dict of 100,000 integers", 1, lambda: objet.convert(entries), lambda: tvm_ffi.convert(entries)),
        ("iterate 1000 times over four extents", 1, lambda: loop(shape, 1000), lambda: loop(peer_shape, 1000)),
        ("iterate over 100,000 extents", 1, lambda: loop(long), lambda: loop(long_peer)),
        ("visit 131,071 linked nodes by hand", 0.7, lambda: by_hand(linked, objet.tir.Add), peer_by_hand),
        ("visit 131,071 declared nodes by hand", 0.7, lambda: by_hand(declared, Inner), peer_by_hand),
        ("visit them by a walk (tvm-ffi by hand)", 0.4, lambda: by_walk(declared, Inner), peer_by_hand),
        ("visit them by attributes (same)", 0.4, lambda: by_attributes(declared), peer_by_hand),
        ("by two walks for attributes (same)", None, lambda: by_two_walks(declared), peer_by_hand),
    ]:
        times = [(*kept(ours), *kept(theirs)) for _ in range(3 if ROUNDS < 5 else 15)]
        ours, dropped, peers, peers_dropped = map(min, zip(*times))
        yield name, reach, ours, peers
        if name.startswith("Array"):
            yield name + ", and drop", None, dropped, peers_dropped


def show(name, reach, ours, peer, bottom):
    ratio = ours / peer
    verdict = "" if reach is None else f"at most {reach}x: {'yes' if ratio <= reach else 'NO'}"
    unit = (lambda ns: f"{ns / 1e6:9.1f} ms") if ours > 1e5 else (lambda ns: f"{ns:9.1f} ns")
    print(f"{name:42}{unit(ours)}{unit(peer)}{unit(bottom) if bottom else ' ' * 12}{ratio:8.2f}x  {verdict}", flush=True)


def main():
    print(f"{'':42}{OURS:>12}{PEER:>12}{FLOOR:>12}{'ratio':>9}")
    assert threading.active_count() == 1
    measured = rows() | exchanges("NumPy", numpy.ones((2, 3), "float32"))
    if torch is None:
        print("PyTorch is not installed: its rows are skipped")
    else:
        measured |= exchanges("PyTorch", torch.ones(2, 3))
    best = by_turns(measured)
    if torch is not None and torch.cuda.is_available():
        on_gpu = torch.ones(2, 3, device="cuda")
        for stream, library in [(torch.cuda.default_stream(), "CUDA"), (torch.cuda.Stream(), "CUDA, side stream")]:
            rows_of_stream = exchanges(library, on_gpu)
            with torch.cuda.stream(stream):
                best |= by_turns(rows_of_stream)
            measured |= rows_of_stream
    for name, (reach, _) in measured.items():
        show(name, reach, best[name, OURS], best[name, PEER], best.get((name, FLOOR)))
    for (name, reach), (ours, peer) in files().items():
        show(name, reach, ours, peer, None)
    for name, reach, ours, peer in containers_and_visits():
        show(name, reach, ours, peer, None)


main()
