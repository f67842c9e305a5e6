"""Asks TVM 0.8 for the states of schedules, and writes states.json.gz.

    python ask.py [FILE]
"""

import gzip
import importlib.util
import os
import sys

import programs
import tvm
from tvm import ir, tir

HERE = os.path.dirname(os.path.abspath(__file__))
FILE = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "states.json.gz")
PATH = os.path.join(HERE, "..", "block_passes", "programs.py")
SPEC = importlib.util.spec_from_file_location("block_programs", PATH)
MORE = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(MORE)


def blocks_of(func):
    blocks = []
    tir.stmt_functor.post_order_visit(
        func.body, lambda node: blocks.append(node) if isinstance(node, tir.Block) else None
    )
    return blocks


def answer(func):
    state = tir.schedule.ScheduleState(func, debug_mask="all")
    blocks = [block for block in blocks_of(state.mod["main"]) if state.get_sref(block)]
    facts, dependencies = [], []
    for block in blocks:
        sref = state.get_sref(block)
        facts.append([sref.seq_index] + [int(flag) for flag in state._get_cached_flags(sref)])
        scope = state.get_block_scope(sref)
        for src in range(len(blocks)):
            for dependency in scope.get_deps_by_src(state.get_sref(blocks[src])):
                dst = [state.get_sref(other).same_as(dependency.dst) for other in blocks].index(True)
                dependencies.append([src, dst, int(dependency.kind)])
    return [state.mod["main"], blocks, facts, dependencies]


records = []
for name, func in list(programs.ALL.items()) + list(MORE.ALL.items()):
    try:
        records.append([name] + answer(func))
    except tvm.TVMError as error:
        print(name, str(error).strip().splitlines()[-1])
with open(FILE, "wb") as file:
    with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed:
        packed.write(ir.save_json(records).encode())
print(len(records), sum(len(record[2]) for record in records))
