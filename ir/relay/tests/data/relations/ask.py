"""Asks TVM 0.8 for the result types of calls (needs TVM 0.8's Python package).

The other scripts of this folder list calls and pass them to `write`. README.md describes the files.
"""

import json
import os
import re
import signal
import sys

import numpy
import tvm
from tvm import relay, tir


UNKNOWN = re.compile(r"(^|[(,])_")
"""A type that is unknown, alone or as the field of a tuple."""


class Scope:
    """The variables of one line: equal names are the same variable."""

    def __init__(self, module):
        self.module = module
        self.variables = {}

    def extent(self, text):
        """Reads an extent."""
        if text == "?":
            return tir.Any()
        if re.fullmatch(r"-?\d+L", text):
            return tir.IntImm("int64", int(text[:-1]))
        if re.fullmatch(r"-?\d+", text):
            return tir.IntImm("int32", int(text))
        name, dtype = text.split(":")
        return self.variables.setdefault(text, tir.Var(name, dtype))

    def type(self, text):
        """Reads a type; None for an unknown type."""
        ty, rest = self.type_prefix(text)
        assert not rest, f"{text}: superfluous {rest}"
        return ty

    def type_prefix(self, text):
        """Reads a type at the start of a text, and returns it with the rest of the text."""
        if text.startswith("_"):
            return None, text[1:]
        if text.startswith("fn("):
            params, rest = self.fields(text[2:])
            assert rest.startswith("->"), text
            result, rest = self.type_prefix(rest[2:])
            return relay.FuncType(params, result), rest
        if text.startswith("("):
            fields, rest = self.fields(text)
            return relay.TupleType(fields), rest
        name, rest = re.fullmatch(r"(\w+)(.*)", text).groups()
        if not rest.startswith("["):
            return relay.TypeCall(self.module.get_global_type_var(name), []), rest
        dims, rest = rest[1:].split("]", 1)
        return relay.TensorType([self.extent(dim) for dim in dims.split(",") if dim], name), rest

    def fields(self, text):
        """Reads types in parentheses."""
        fields, rest = [], text[1:]
        while not rest.startswith(")"):
            field, rest = self.type_prefix(rest)
            fields.append(relay.IncompleteType() if field is None else field)
            rest = rest[1:] if rest.startswith(",") else rest
        return fields, rest[1:]

    def value(self, value):
        """Converts the JSON of an attribute."""
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if not isinstance(value, dict):
            return value
        if "extent" in value:
            return self.extent(value["extent"])
        if "variable" in value:
            return relay.Var("v", self.type(value["variable"]))
        if "env_func" in value:
            return tvm.ir.EnvFunc.get(value["env_func"])
        data = numpy.array(value["data"], dtype=value["constant"])
        return relay.Constant(tvm.nd.array(data))


def extent_text(extent):
    """Writes an extent."""
    if isinstance(extent, tir.Any):
        return "?"
    if isinstance(extent, tir.IntImm):
        suffix = {"int32": "", "int64": "L"}.get(extent.dtype)
        return f"{{{extent}:{extent.dtype}}}" if suffix is None else f"{extent.value}{suffix}"
    if isinstance(extent, tir.Var):
        return f"{extent.name}:{extent.dtype}"
    return "{" + str(extent) + "}"


def type_text(ty):
    """Writes a type."""
    if isinstance(ty, relay.TensorType):
        return f"{ty.dtype}[{','.join(map(extent_text, ty.shape))}]"
    if isinstance(ty, relay.TupleType):
        return f"({','.join(map(type_text, ty.fields))})"
    if isinstance(ty, relay.FuncType):
        params = ",".join(map(type_text, ty.arg_types))
        return f"fn({params})->{type_text(ty.ret_type)}"
    if isinstance(ty, relay.TypeCall):
        return ty.func.name_hint
    if isinstance(ty, relay.IncompleteType):
        return "_"
    raise TypeError(f"no text for {ty}")


LEAST, MOST = 20, 60
"""Bounds for the number of lines of one operator in a file."""


def features(line):
    """Returns the aspects of a line: attributes and inputs, each for accepted and for refused
    calls, and the form of the result."""
    _, attrs, inputs, result = line.rstrip("\n").split("\t")
    outcome = "error" if result == "error" else "type"
    values = {} if attrs == "null" else json.loads(attrs.split(" ", 1)[1])
    found = {(outcome, name, json.dumps(value)) for name, value in values.items()}
    found |= {(outcome, place, text) for place, text in enumerate(inputs.split(" "))}
    return found | {re.sub(r"\d+", "0", result)}


def thinned(lines):
    """Returns the lines that are kept, in order. For each operator, the line with the most new
    features is kept, again and again, until there are no new features or `MOST` lines. If there are
    fewer than `LEAST` lines by then, all features count as new again."""
    of_operators = {}
    for line in lines:
        of_operators.setdefault(line.split("\t")[0], {})[line] = features(line)
    kept = set()
    for of_lines in of_operators.values():
        chosen, rest = set(), of_lines
        while rest and len(chosen) < MOST:
            line = max(rest, key=lambda line: len(rest[line]))
            new = rest.pop(line) if rest[line] else None
            if new is None and len(chosen) >= LEAST:
                break
            if new is None:
                rest = {line: of_lines[line] for line in of_lines if line not in chosen}
                continue
            chosen.add(line)
            rest = {line: features - new for line, features in rest.items()}
        kept |= chosen
    return [line for line in lines if line in kept]


class Refused(Exception):
    """A call that TVM refuses."""


def answer(op, attrs_key, attrs, inputs):
    """Returns the last column of the line of a call."""
    module = tvm.IRModule()
    scope = Scope(module)
    if any("Storage" in text for text in inputs) or op.startswith(("memory.", "vm.")):
        module.import_from_std("core.rly")
    types = [scope.type(text) for text in inputs]
    params = [relay.Var(f"p{i}", ty) for i, ty in enumerate(types)]
    values = {name: scope.value(value) for name, value in (attrs or {}).items()}
    node = None if attrs is None else tvm.ir.make_node(attrs_key, **values)
    free = [value for value in values.values() if isinstance(value, relay.Var)]
    call = relay.Call(relay.op.get(op), params, node)
    module["main"] = relay.Function(params + free, call)
    try:
        function = relay.transform.InferType()(module)["main"]
    except Exception as error:  # TVM's own error types differ from operator to operator.
        raise Refused(str(error)) from None
    result = type_text(function.body.checked_type)
    resolved = zip(inputs, function.params)
    resolved = [type_text(param.checked_type) for text, param in resolved if UNKNOWN.search(text)]
    return f"{result} -> {' '.join(resolved)}" if resolved else result


def answer_in_child(call):
    """Returns `answer(*call)` or `error`, with TVM's message. The answer is None if TVM crashes or
    needs more than ten seconds, so each call has a process of its own."""
    read, written = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.alarm(10)
        try:
            reply = answer(*call), ""
        except Refused as error:
            reply = "error", str(error)
        with open(written, "w", encoding="utf-8") as out:
            json.dump(reply, out)
        os._exit(0)
    os.close(written)
    with open(read, encoding="utf-8") as answered:
        reply = answered.read()
    os.waitpid(child, 0)
    return json.loads(reply) if reply else (None, "")


def each(op, attrs_key, attributes, inputs):
    """Returns one call for each pair of attributes and inputs."""
    return [(op, attrs_key, attrs, types) for attrs in attributes for types in inputs]


def write(name, calls):
    """Writes NAME.tsv with the answers for calls: (operator, type key of the attributes,
    attributes, inputs separated by blanks). Calls that crash TVM are left out. With `--all`, the
    file has all lines, otherwise those that are `thinned`."""
    folder = os.path.dirname(os.path.abspath(__file__))
    lines, refused = {}, 0
    for op, attrs_key, attrs, inputs in calls:
        result, message = answer_in_child((op, attrs_key, attrs, inputs.split()))
        shown = "null" if attrs is None else f"{attrs_key} {json.dumps(attrs)}"
        line = f"{op}\t{shown}\t{inputs}\t{result}\n"
        if result is None:
            print(f"TVM crashes: {line}", end="", file=sys.stderr)
            continue
        refused += result == "error" and line not in lines
        lines[line] = None
        if message and "--errors" in sys.argv:
            last = [line for line in message.splitlines() if line.strip()][-4:]
            print(line.strip(), *last, sep="\n    ", file=sys.stderr)
    with open(os.path.join(folder, f"{name}.tsv"), "w", encoding="utf-8") as out:
        out.writelines(lines if "--all" in sys.argv else thinned(lines))
    print(f"{name}: {len(lines)} calls, {refused} refused")
