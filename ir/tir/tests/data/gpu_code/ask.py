"""Asks TVM 0.8 whether functions keep the limits of GPUs, and writes answers.json.gz.

    python ask.py [FILE]
"""

import gzip
import importlib.util
import os
import sys

import tvm
from tvm import ir, tir

HERE = os.path.dirname(os.path.abspath(__file__))
FILE = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "answers.json.gz")
PATH = os.path.join(HERE, "..", "block_passes", "programs.py")
SPEC = importlib.util.spec_from_file_location("block_programs", PATH)
PROGRAMS = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(PROGRAMS)

LOWERING = [
    "LowerInitBlock",
    "PlanAndUpdateBufferAllocationLocation",
    "ConvertBlocksToOpaque",
    "UnifyThreadBinding",
    "CompactBufferAllocation",
    "LowerMatchBuffer",
    "FlattenBuffer",
]
NAMES = ["threads", "shared_memory", "warp_memory", "kernels", "one_kernel", "virtual_threads"]
NAMES += ["vector_threads_in_blocks", "global_in_threads", "thread_attributes", "elementwise", "unit_loops"]


def lowered(name):
    module = tvm.IRModule({"main": PROGRAMS.ALL[name]})
    for step in LOWERING:
        module = getattr(tir.transform, step)()(module)
    return module["main"]


def attr(name, extent, body, key="thread_extent"):
    axis = tir.IterVar((0, extent), name, 1, name)
    return tir.AttrStmt(axis, key, tir.const(extent, "int32"), body)


def allocate(scope, dtype, count, body):
    pointer = ir.PointerType(ir.PrimType(dtype), scope)
    return tir.Allocate(tir.Var("buffer", pointer), dtype, [count], tir.const(True), body)


def function(body):
    return tir.PrimFunc([], body)


NOTHING = tir.Evaluate(0)
POINTER = tir.Var("p", "handle")
WIDE = tir.Store(POINTER, tir.Broadcast(tir.const(1.0, "float16"), 8), tir.Ramp(0, 1, 8))
LOAD = tir.Evaluate(tir.Load("float32x4", POINTER, tir.Ramp(0, 1, 4)))
CAST = tir.Evaluate(tir.Cast("int64x4", tir.Broadcast(tir.const(1.0, "float16"), 4)))
FUNCTIONS = {
    "two extents": function(attr("threadIdx.x", 4, attr("threadIdx.x", 8, NOTHING))),
    "two extents of vthread": function(attr("vthread", 4, attr("vthread", 8, NOTHING, "virtual_thread"))),
    "in sequence": function(tir.SeqStmt([attr("threadIdx.y", 4, NOTHING), attr("threadIdx.y", 8, NOTHING)])),
    "local": function(attr("threadIdx.z", 16, allocate("local", "float32x4", 8, NOTHING))),
    "shared": function(attr("blockIdx.x", 16, allocate("shared", "int8", 100, NOTHING))),
    "symbolic size": function(attr("blockIdx.x", 16, allocate("shared", "int8", tir.Var("n", "int32"), NOTHING))),
    "outside": function(allocate("shared", "int8", 100, attr("blockIdx.x", 16, NOTHING))),
    "wide store": function(WIDE),
    "wide load": function(LOAD),
    "wide cast": function(attr("threadIdx.x", 4, CAST)),
    "loop": function(tir.For(tir.Var("vthread.s", "int32"), 0, 9, 0, NOTHING)),
    "other loop": function(tir.For(tir.Var("vthread", "int32"), 0, 9, 0, NOTHING)),
}
FUNCTIONS.update({name: lowered(name) for name in NAMES})
LIMITS = [
    {},
    {"max_threads_per_block": 8},
    {"max_threads_per_block": 64, "max_thread_x": 32},
    {"max_thread_x": 4},
    {"max_thread_y": 7},
    {"max_thread_z": 15},
    {"max_vthread": 1},
    {"max_vthread": 4},
    {"max_vthread": 8},
    {"max_local_memory_per_block": 63},
    {"max_local_memory_per_block": 127},
    {"max_local_memory_per_block": 128},
    {"max_shared_memory_per_block": 99},
    {"max_shared_memory_per_block": 255, "max_local_memory_per_block": 31},
    {"max_shared_memory_per_block": 512},
    {"max_vector_bytes": 8},
    {"max_vector_bytes": 16},
    {"max_vector_bytes": 31},
    {"max_kernels": 0},
    {"max_kernels": 1},
]
answers = {}
for name, func in FUNCTIONS.items():
    results = [int(tir.analysis.verify_gpu_code(func, limits)) for limits in LIMITS]
    answers[name] = [func, results]
with open(FILE, "wb") as file:
    with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed:
        packed.write(ir.save_json([LIMITS, answers]).encode())
print(len(answers), [sum(results) for _, results in answers.values()])
