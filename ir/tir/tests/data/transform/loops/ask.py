"""Asks TVM 0.8 for the results of passes over loops, and writes a file for each pass.

    python ask.py [FOLDER]
"""

import gzip
import os
import re
import sys

import tvm
from tvm import ir, tir
from tvm.tir import transform

import programs
import schedules

FOLDER = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))

# The passes of `tvm.lower` after the first `Simplify`, each with the options that matter.
LOWER = [
    ("LoopPartition", [], [{}, {"tir.LoopPartition": {"partition_const_loop": True}}]),
    ("VectorizeLoop", [True], [{}]),
    ("InjectVirtualThread", [], [{}]),
    ("InjectDoubleBuffer", [], [{}, {"tir.InjectDoubleBuffer": {"split_loop": 2}}]),
    ("StorageRewrite", [], [{}]),
    ("UnrollLoop", [], [{}, {"tir.UnrollLoop": {"auto_max_step": 16, "explicit_unroll": False}}]),
    ("Simplify", [], [{}]),
    ("RemoveNoOp", [], [{}]),
    ("RewriteUnsafeSelect", [], [{}]),
    ("HoistIfThenElse", [], [{}, {"tir.HoistIfThenElse": {"support_block_scope_hosting": True}}]),
]

# Other passes and options, which run on the function before and after the passes of `tvm.lower`.
OTHER = [
    ("RemoveNoOp", [], {}),
    ("UnrollLoop", [], {}),
    ("UnrollLoop", [], {"tir.UnrollLoop": {"auto_max_step": 64, "auto_max_depth": 2}}),
    ("UnrollLoop", [], {"tir.UnrollLoop": {"auto_max_extent": 8}}),
    ("VectorizeLoop", [False], {}),
    ("HoistIfThenElseBasic", [], {}),
    ("PointerValueTypeRewrite", [], {}),
    ("LoopPartition", [], {"tir.LoopPartition": {"no_unroll_loop_with_extent_one": True}}),
    ("StorageRewrite", [], {}),
]

def is_same(before, after):
    return isinstance(after, ir.IRModule) and after.same_as(before)


answers = {}
seen = set()


def answer(name, module, name_of_pass, args, config):
    """Runs a pass, keeps the modules before and after it, and returns the latter."""
    # Some passes change modules in place, so each use has a copy.
    text = ir.save_json(module)
    module = ir.load_json(text)
    found = getattr(tir.transform._ffi_api, name_of_pass)(*args)
    with tvm.transform.PassContext(config=config):
        try:
            after = found(ir.load_json(text))
        except tvm.TVMError as error:
            last = str(error).strip().split("\n")[-1].strip()
            after = tvm.runtime.String(re.sub(r"\(0x[0-9a-f]+\)", "", last))
    is_kept = name_of_pass != "Simplify"
    if isinstance(after, ir.IRModule) and ir.structural_equal(after, module):
        after = module
    key = (name_of_pass, str(args), str(config), ir.structural_hash(module))
    if is_kept and key not in seen:
        seen.add(key)
        cases = answers.setdefault(name_of_pass, [])
        # Modules that a pass does not change teach little, and so do equal errors.
        if not isinstance(after, ir.IRModule):
            is_kept = sum(str(case[2]) == str(after) for case in cases) < 2
        elif after.same_as(module):
            is_kept = sum(is_same(*case[1:3]) for case in cases) < 6
        else:
            is_kept = len(ir.save_json(after)) < 60_000
        if is_kept:
            cases.append([name, module, after, args, dict(tvm.transform.PassContext(config=config).config)])
    return after


class Lowered(Exception):
    pass


@tvm.instrument.pass_instrument
class UntilSimplify:
    """Keeps the module after the first pass `tir.Simplify`."""

    def run_after_pass(self, module, info):
        if info.name == "tir.Simplify" and self.module is None:
            self.module = module


def simplified(schedule, args):
    until = UntilSimplify()
    until.module = None
    with tvm.transform.PassContext(instruments=[until]):
        tvm.lower(schedule, args)
    return until.module


modules = {name: simplified(*function()) for name, function in schedules.CASES.items()}
modules.update(programs.modules())
for name, start in modules.items():
    module = start
    for name_of_pass, args, configs in LOWER:
        results = [answer(name, module, name_of_pass, args, config) for config in configs]
        if name_of_pass == "VectorizeLoop":
            answer(name, results[0], "PointerValueTypeRewrite", [], {})
        module = results[0] if isinstance(results[0], ir.IRModule) else module
    for name_of_pass, args, config in OTHER:
        for at in (start, module):
            answer(name, at, name_of_pass, args, config)
    for config in (LOWER[0][2][1], LOWER[9][2][1]):
        answer(name, start, list(config)[0][4:], [], config)
for name, name_of_pass, args, module, config in programs.questions():
    answer(name, module, name_of_pass, args, config)

for name_of_pass, cases in answers.items():
    with open(os.path.join(FOLDER, name_of_pass + ".json.gz"), "wb") as file:
        with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed_file:
            packed_file.write(ir.save_json(cases).encode())
    changed = sum(not is_same(*case[1:3]) for case in cases)
    print(name_of_pass, len(cases), "cases,", changed, "changed")
