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

    def __init__(self):
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
            return relay.TypeCall(relay.GlobalTypeVar(name), []), rest
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


class Refused(Exception):
    """A call that TVM refuses."""


def answer(op, attrs_key, attrs, inputs):
    """Returns the last column of the line of a call."""
    scope = Scope()
    module = tvm.IRModule()
    if "Storage" in inputs or op.startswith(("memory.", "vm.")):
        module.import_from_std("core.rly")
    types = [scope.type(text) for text in inputs]
    for place, ty in enumerate(types):
        if isinstance(ty, relay.TypeCall):
            types[place] = relay.TypeCall(module.get_global_type_var(ty.func.name_hint), [])
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
    attributes, inputs separated by blanks). Calls that crash TVM are left out."""
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
        out.writelines(lines)
    print(f"{name}: {len(lines)} calls, {refused} refused")
