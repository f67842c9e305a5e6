"""Asks TVM 0.8 for the schedules, bounds, statements and functions of cases.

    python ask.py [FOLDER [GROUP ...]]
"""

import gzip
import os
import sys

import tvm
from tvm import te
from tvm.te import _ffi_api

FOLDER = os.path.dirname(os.path.abspath(__file__))
RANDOM = {"random": 80, "hybrid_random": 75}  # The numbers of seeds.
PREFIXES = ("Stage", "Schedule", "CreateSchedule")

calls = None  # The calls of the current case.


def plain(value):
    """Returns an argument as an object that a graph can have."""
    if isinstance(value, (list, tuple, tvm.ir.Array)):
        return tvm.runtime.convert([plain(element) for element in value])
    if isinstance(value, te.tensor.TensorSlice):
        return value.asobject()
    return value


def record(name, args, result):
    calls.append([name, [plain(arg) for arg in args], result])


def recorded(name, function):
    def call(*args):
        result = function(*args)
        if calls is not None:
            record("te." + name, args, result)
        return result

    return call


for name in dir(_ffi_api):
    if name.startswith(PREFIXES):
        setattr(_ffi_api, name, recorded(name, getattr(_ffi_api, name)))

get_stage = te.schedule.Schedule.__getitem__


def recorded_stage(schedule, key):
    stage = get_stage(schedule, key)
    if calls is not None:
        op = key.op if isinstance(key, te.Tensor) else key
        record("stage", [schedule, op], [stage, stage.op])
    return stage


te.schedule.Schedule.__getitem__ = recorded_stage


def answer(build):
    """Returns the calls of a case and the answers of TVM."""
    global calls
    calls = []
    schedule, args = build()
    case, calls = calls, None
    normal = schedule.normalize()
    bounds = te.schedule.InferBound(normal)
    stmt = te.schedule.ScheduleOps(normal, bounds)
    trivial = te.schedule.ScheduleOps(normal, bounds, True)
    module = tvm.driver.build_module.schedule_to_module(schedule, args, "main", None)
    answers = [case, args, schedule, normal, bounds, stmt, trivial, module["main"]]
    return tvm.ir.save_json(tvm.runtime.convert(answers))


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else FOLDER
    sys.path.insert(0, FOLDER)
    import cases
    import hybrid_cases  # Adds its group to those of `cases`.
    from hybrid_random import random_hybrid
    from random_cases import random_case

    def write(group, builds):
        with gzip.GzipFile(os.path.join(folder, group + ".jsonl.gz"), "wb", mtime=0) as file:
            for name, graph in builds:
                # A graph has no line break outside of its layout.
                line = '{"name": "%s", "graph": %s}\n' % (name, graph.replace("\n", " "))
                file.write(line.encode())

    def accepted(build_of, seeds):
        for seed in range(seeds):
            build = build_of(seed)
            try:
                yield build.__name__, answer(build)
            except tvm.TVMError:
                continue

    for group in sys.argv[2:] or list(cases.GROUPS) + list(RANDOM):
        if group in RANDOM:
            build_of = random_case if group == "random" else random_hybrid
            write(group, accepted(build_of, RANDOM[group]))
        else:
            write(group, [(build.__name__, answer(build)) for build in cases.GROUPS[group]])
