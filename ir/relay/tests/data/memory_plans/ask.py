"""Asks TVM 0.8 for memory plans (needs TVM 0.8's Python package). README.md describes the file."""

import gzip
import json
import os
import sys

import tvm
from tvm import relay

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "..", "passes"))

from programs_devices import annotated

PARAMS = """%a: Tensor[(4, 2), float32], %b: Tensor[(4, 2), float32], %c: Tensor[(64, 2), float32],
    %h: Tensor[(4, 2), float16], %t: (Tensor[(4, 2), float32], float32)"""

PROGRAMS = {
    "parameter": "%a",
    "operator": "exp(%a)",
    "chain": "exp(negative(exp(negative(exp(exp(%a))))))",
    "constant": "1f",
    "operand is a constant": "exp(add(exp(%a), 1f))",
    "shared constant": "let %x = 2f; add(multiply(exp(%a), %x), %x)",
    "two uses": "%0 = exp(%a); %1 = negative(exp(exp(%0))); add(%0, %1)",
    "late use": "%0 = exp(%a); %1 = negative(exp(negative(exp(%b)))); add(%1, %0)",
    "unused": "let %x = exp(%a); let %y = exp(exp(%b)); %y",
    "let": "let %x = exp(%a); let %y = add(%x, 1f); (%x, %y)",
    "names": "let %x = exp(%a); let %y = %x; let %z = %y; exp(negative(%z))",
    "let in a value": "let %x = (let %y = exp(%a); negative(%y)); exp(%x)",
    "tuple": "(exp(%a), %a)",
    "empty tuple": "()",
    "tuple of tuples": "((exp(%a), %a), exp(%b))",
    "tuple parameter": "add(%a, %t.1)",
    "split": "%0 = split(exp(%a), indices_or_sections=2, axis=0); concatenate((%0.0, exp(%0.1)))",
    "half of a split": "%0 = split(exp(%c), indices_or_sections=2, axis=0); exp(exp(%0.1))",
    "concatenation": "exp(concatenate((exp(exp(%a)), exp(%a))))",
    "reshape": "exp(reshape(exp(%a), newshape=[8]))",
    "reshape of a parameter": "exp(reshape(%a, newshape=[8]))",
    "two reshapes": "exp(reshape(reshape(exp(%a), newshape=[8]), newshape=[2, 4]))",
    "reshape with two uses": "%0 = exp(%a); add(reshape(negative(%0), newshape=[8]), reshape(%0, newshape=[8]))",
    "result is reshaped": "reshape(exp(%a), newshape=[8])",
    "larger and smaller": "exp(sum(exp(negative(%c)), axis=[0]))",
    "much smaller": "let %x = exp(exp(%c)); let %y = sum(%x); exp(exp(%y))",
    "growing": "exp(exp(concatenate((exp(exp(%a)), exp(%a)))))",
    "growing much": "let %x = exp(exp(%t.1)); exp(exp(add(%c, %x)))",
    "other data type": "cast(exp(negative(cast(exp(exp(%a)), dtype=\"float16\"))), dtype=\"float32\")",
    "half precision": "exp(negative(exp(%h)))",
    "devices": "exp(add(@2(exp(exp(%a))), @1(exp(exp(%b)))))",
    "all on a device": "@!2(exp(negative(exp(%a))))",
    "many": "%0 = exp(%a); %1 = exp(%b); %2 = add(%0, %1); %3 = multiply(%2, %0); (add(%3, %1), exp(%2))",
}

VARIANTS = {"plain": (None, False), "fused": (None, True), "planned": (1, True), "on a GPU": (2, True)}


def function(body, device, fuses):
    module = tvm.parser.fromtext(f'#[version = "0.0.5"]\ndef @main({PARAMS}) {{ {annotated(body)} }}')
    module = relay.transform.InferType()(module)
    if device is not None:
        plan = relay.transform.PlanDevices(tvm.runtime.Device(device, 0))
        module = relay.transform.InferType()(plan(module))
    if fuses:
        module = relay.transform.InferType()(relay.transform.FuseOps(0)(module))
    return module["main"]


def plan_of(function):
    part = lambda name: tvm.get_global_func("relay.ir.StorageInfo" + name)
    parts = [part(name) for name in ["StorageIds", "DeviceTypes", "StorageSizes"]]
    plan = tvm.get_global_func("relay.backend.GraphPlanMemory")(function).expr_to_storage_info
    order = []
    relay.analysis.post_order_visit(function, order.append)
    lines = []
    names = {expr.name_hint: expr for expr in order if isinstance(expr, relay.Var)}
    others = [expr for expr in order if not isinstance(expr, relay.Var)]
    for index, expr in [*sorted(names.items()), *enumerate(others)]:
        if expr in plan:
            lines.append([index] + [[int(number) for number in read(plan[expr])] for read in parts])
    return lines


def main():
    lines = []
    for name, body in PROGRAMS.items():
        for variant, (device, fuses) in VARIANTS.items():
            if "@" in body and device is None:
                continue
            try:
                new = function(body, device, fuses)
                plan = plan_of(new)
            except tvm.error.TVMError as error:
                print(f"TVM refuses: {name}, {variant}: {str(error)[-200:]}")
                continue
            line = {"name": f"{name}, {variant}", "function": tvm.ir.save_json(new), "plan": plan}
            lines.append(json.dumps(line))
    with open(os.path.join(FOLDER, "plans.jsonl.gz"), "wb") as out:
        with gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as packed:
            packed.write("".join(line + "\n" for line in lines).encode())
    print(f"{len(lines)} plans")


if __name__ == "__main__":
    main()
