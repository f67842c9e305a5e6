"""Saving and loading graphs in the format of tvm-ffi, compared with TVM 0.27 itself.

Run it in an environment of its own, since it needs the packages of both:

    python3 -m venv target/tvm-ffi
    target/tvm-ffi/bin/pip install apache-tvm apache-tvm-ffi==0.1.14.post1
    target/tvm-ffi/bin/pip install ./bindings/python
    target/tvm-ffi/bin/python benches/tvm_0_27.py

Each time is the best of several runs. TVM reads and writes by recursion, so the large graph is
wide.
"""

import json
import pathlib
import time

import objet
import tvm

FILES = pathlib.Path(__file__).parent.parent / "tests" / "graphs" / "tvm-ffi"


def best(work, seconds=1.0):
    """Returns the shortest time of a run, in seconds."""
    shortest, end = float("inf"), time.perf_counter() + seconds
    while True:
        start = time.perf_counter()
        work()
        now = time.perf_counter()
        shortest = min(shortest, now - start)
        if now > end:
            return shortest


def wide(count):
    """Returns a graph of about `count` nodes."""
    from tvm.tirx import IntImm

    return tvm.runtime.convert([IntImm("int64", 1000 + number) for number in range(count // 2)])


def compare(name, text):
    root = tvm.ir.load_json(text)
    ours = objet.load_json(text, keep_unknown=True)
    saved, expected = json.loads(objet.save_json(ours, format="tvm-ffi")), json.loads(text)
    expected.pop("metadata", None)
    assert saved == expected, name
    ratios = [
        best(lambda: tvm.ir.save_json(root)) / best(lambda: objet.save_json(ours, format="tvm-ffi")),
        best(lambda: tvm.ir.load_json(text)) / best(lambda: objet.load_json(text, keep_unknown=True)),
    ]
    print(f"{name:24} {len(text):>10} {ratios[0]:>9.0f}x {ratios[1]:>9.0f}x")


print(f"{'file':24} {'bytes':>10} {'save':>10} {'load':>10}  (time of TVM / time of Objet)")
for path in sorted(FILES.glob("*.json")):
    if not path.name.endswith(".meta.json"):
        compare(path.stem, path.read_text())
compare("60,000 nodes", tvm.ir.save_json(wide(60_000)))
