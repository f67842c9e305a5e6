"""Asks TVM 0.8 for the results of passes (needs TVM 0.8's Python package).

The modules `programs_*` of this folder list programs by pass. README.md describes the file.
"""

import glob
import gzip
import importlib
import json
import os
import sys

import tvm
from tvm import relay

FOLDER = os.path.dirname(os.path.abspath(__file__))


GRAPHS = os.path.join(FOLDER, "..", "..", "..", "..", "..", "tests", "graphs")


def module_of(program):
    """Returns the module of a program: an expression, a function, a module, or the name of a
    saved network."""
    if isinstance(program, str):
        with open(os.path.join(GRAPHS, program + ".json"), encoding="utf-8") as saved:
            return tvm.ir.load_json(saved.read())
    if isinstance(program, tvm.IRModule):
        return program
    return tvm.IRModule.from_expr(program)


# The functions of expressions, and whether they get the module too.
FUNCTIONS = {
    "gradient": True,
    "to_cps": True,
    "Defunctionalization": True,
    "un_cps": False,
    "dedup": False,
    "relay._quantize.CreateStatsCollector": False,
}


def answer(pass_name, args, module):
    """Returns the module after the pass, or None if TVM refuses the program. A function of an
    expression changes `main`, and may add functions to the module."""
    if pass_name == "ManifestAlloc":
        host = tvm.target.Target("llvm")
        make = tvm.get_global_func("relay.transform.ManifestAlloc")
        args = [host, {tvm.tir.IntImm("int32", 1): host}]
    else:
        full_name = pass_name if "." in pass_name else "relay._transform." + pass_name
        make = tvm.get_global_func(full_name)
    try:
        module = relay.transform.InferType()(module)
        if pass_name in FUNCTIONS:
            after = module
            after["main"] = make(module["main"], *([module] if FUNCTIONS[pass_name] else []))
        else:
            after = make(*args)(module)
        return relay.transform.InferType()(after)
    except Exception as error:  # TVM's own error types differ from pass to pass.
        if "--errors" in sys.argv:
            print(pass_name, str(error)[-600:], file=sys.stderr)
        return None


def array(value):
    """Converts an argument of a pass. `{"device": 2}` is the first device of type 2."""
    if isinstance(value, dict) and list(value) == ["device"]:
        return tvm.runtime.Device(value["device"], 0)
    return tvm.runtime.convert(value) if isinstance(value, (list, dict, str)) else value


def main():
    names = sorted(glob.glob(os.path.join(FOLDER, "programs_*.py")))
    only = [arg for arg in sys.argv[1:] if not arg.startswith("-")]
    lines = {}
    sys.path.insert(0, FOLDER)
    for name in names:
        module = importlib.import_module(os.path.basename(name)[:-3])
        of_file = lines.setdefault(getattr(module, "ANSWERS", "pairs.jsonl.gz"), [])
        programs = module.programs() if hasattr(module, "programs") else []
        for pass_name, args, title, program in programs:
            before = module_of(program)
            saved = tvm.ir.save_json(before)
            after = answer(pass_name, [array(arg) for arg in args], before)
            if only and pass_name in only:
                print(f"--- {pass_name} {title}\n{before}\n>>>\n{after}")
            if after is None:
                print(f"TVM refuses: {pass_name} {title}")
                continue
            is_network = isinstance(program, str)
            before = {"network": program} if is_network else {"before": saved}
            line = {"pass": pass_name, "args": args, "name": title, **before}
            line["after"] = tvm.ir.save_json(after)
            of_file.append(json.dumps(line))
    if only:
        return
    for name, of_file in lines.items():
        with open(os.path.join(FOLDER, name), "wb") as out:
            with gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as packed:
                packed.write("".join(line + "\n" for line in of_file).encode())
        print(f"{len(of_file)} programs in {name}")


if __name__ == "__main__":
    main()
