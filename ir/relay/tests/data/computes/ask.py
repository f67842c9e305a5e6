"""Asks TVM 0.8 for the tensors that operators compute (needs TVM 0.8's Python package).

The calls are those of `../relations/*.tsv` whose types TVM accepts, and those of `more` below. For
each operator that TVM's library computes itself, at most `MOST` calls are kept: those that differ
most. README.md describes the file.
"""

import glob
import json
import os
import re
import signal
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "relations"))

import ask
import tvm
from tvm import relay, te

MOST = 12

OPERATORS = """
dyn.broadcast_to dyn.reshape dyn.expand_dims dyn.squeeze dyn.tile dyn.one_hot dyn.full
dyn.strided_slice dyn.sparse_to_dense log log2 log10 tan cos cosh sin sinh acos acosh asin asinh atan
atanh exp erf sqrt rsqrt sigmoid floor ceil trunc round sign abs tanh add subtract multiply divide
floor_divide power copy logical_not logical_and logical_or logical_xor bitwise_not bitwise_and
bitwise_or bitwise_xor negative mod floor_mod equal not_equal less less_equal greater greater_equal
isnan isfinite isinf maximum minimum right_shift left_shift shape_of ndarray_size device_copy fast_exp
fast_tanh fast_erf dyn.nn.pad nn.relu nn.bias_add nn.max_pool1d nn.max_pool2d nn.max_pool3d
nn.avg_pool1d nn.avg_pool2d nn.avg_pool3d nn.max_pool2d_grad nn.avg_pool2d_grad nn.adaptive_max_pool1d
nn.adaptive_avg_pool1d nn.global_max_pool2d nn.global_avg_pool2d nn.adaptive_max_pool2d
nn.adaptive_avg_pool2d nn.adaptive_max_pool3d nn.adaptive_avg_pool3d nn.leaky_relu nn.prelu
nn.batch_flatten nn.pad nn.space_to_batch_nd nn.batch_to_space_nd annotation.checkpoint
vision.yolo_reorg broadcast_to broadcast_to_like expand_dims repeat tile where squeeze reshape
reshape_like full full_like arange meshgrid reverse reverse_sequence cast cast_like reinterpret
strided_slice slice_like split take stack contrib_reverse_reshape gather gather_nd sequence_mask
one_hot collapse_sum_like collapse_sum_to unravel_index sparse_to_dense matrix_set_diag adv_index
concatenate layout_transform auto_scheduler_layout_transform transpose argmax argmin sum all any max
min prod mean variance annotation.cast_hint annotation.compiler_begin annotation.compiler_end
annotation.bitpack_start annotation.bitpack_end annotation.stop_fusion debug nn.log_softmax
""".split()
"""The operators whose compute functions TVM's library has."""


def known():
    """Returns the accepted calls of the relations: operator, attributes and inputs as text. An
    unknown extent becomes a variable."""
    for path in sorted(glob.glob(os.path.join(HERE, "..", "relations", "*.tsv"))):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                op, attrs, inputs, result = line.rstrip("\n").split("\t")
                if op in OPERATORS and result != "error" and not ask.UNKNOWN.search(inputs):
                    if "fn(" in inputs or "->" in result:
                        continue
                    if '"?"' in attrs or 'mode": "other"' in attrs:
                        continue
                    count = iter(range(100))
                    inputs = re.sub(r"\?", lambda _: f"u{next(count)}:int32", inputs)
                    yield op, attrs, inputs


def operations(outputs):
    """Returns the operations that compute tensors, inputs first, each once."""
    found, pending = [], [(tensor.op, False) for tensor in reversed(outputs)]
    while pending:
        op, ready = pending.pop()
        if any(op.same_as(other) for other in found) or isinstance(op, te.PlaceholderOp):
            continue
        if ready:
            found.append(op)
            continue
        pending.append((op, True))
        pending += [(tensor.op, False) for tensor in reversed(op.input_tensors)]
    return found


def operation_text(op):
    """Writes an operation: name, tag, attributes, axes and body."""
    text = f"{op.name}|{op.tag}|{op.attrs}|{op.axis}|{op.body}"
    assert "\t" not in text and "\n" not in text and " ;; " not in text, text
    return text


def answer(op, attrs, inputs):
    """Returns the last column of a line."""
    scope = ask.Scope(tvm.IRModule())
    types = [scope.type(text) for text in inputs.split()]
    params = [relay.Var(f"p{i}", ty) for i, ty in enumerate(types)]
    node = None
    if attrs != "null":
        key, values = attrs.split(" ", 1)
        values = {name: scope.value(value) for name, value in json.loads(values).items()}
        node = tvm.ir.make_node(key, **values)
    call = relay.Call(relay.op.get(op), params, node)
    module = tvm.IRModule.from_expr(relay.Function(relay.analysis.free_vars(call), call))
    body = relay.transform.InferType()(module)["main"].body
    tensors = []
    for ty in types:
        for field in ty.fields if isinstance(ty, relay.TupleType) else [ty]:
            tensors.append(te.placeholder(field.shape, field.dtype, f"t{len(tensors)}"))
    compute = relay.op.get(op).get_attr("FTVMCompute")
    outputs = list(compute(body.attrs, tensors, body.checked_type))
    texts = [operation_text(op) for op in operations(outputs)]
    results = [f"{tensor.op.name}.{tensor.value_index}:{tensor.dtype}{tensor.shape}" for tensor in outputs]
    return " ;; ".join(texts + [" ".join(results)])


def answer_in_child(call):
    """Returns `answer(*call)` or `error`; None if TVM crashes."""
    read, written = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.alarm(20)
        try:
            reply = answer(*call)
        except Exception as error:
            if "--errors" in sys.argv:
                print(call, str(error).splitlines()[-1], file=sys.stderr)
            reply = "error"
        with open(written, "w", encoding="utf-8") as out:
            out.write(reply)
        os._exit(0)
    os.close(written)
    with open(read, encoding="utf-8") as answered:
        reply = answered.read()
    os.waitpid(child, 0)
    return reply or None


def is_meaningful(call, result):
    """Whether TVM's answer is a computation: TVM uses -1 for some unknown extents, and does not
    wrap extents to their type."""
    op, _, inputs = call
    unknown_count = op == "unravel_index" and re.search(r" int\d+\[\w+:", inputs)
    unknown_count = unknown_count or "sparse_to_dense" in op and re.match(r"int\d+\[[^\]]*:", inputs)
    return not unknown_count and not re.search(r"ext=-|ext=4294967296\)", result)


def thinned(lines):
    """Returns at most `MOST` lines of each operator, each with a new aspect of the call or the
    result if there is one."""
    kept = []
    for op in OPERATORS:
        rest, seen = [line for line in lines if line.split("\t")[0] == op], set()
        for _ in range(MOST):
            if not rest:
                break
            aspects = {line: ask.features(line) for line in rest}
            line = max(rest, key=lambda line: (len(aspects[line] - seen), -len(line)))
            rest.remove(line)
            if not aspects[line] - seen:
                break
            seen |= aspects[line]
            kept.append(line)
    return kept


def main():
    lines = {}
    for call in [*known(), *more()]:
        result = answer_in_child(call)
        if result is None:
            print("TVM crashes:", *call, file=sys.stderr)
        elif result != "error" and is_meaningful(call, result):
            lines["\t".join((*call, result)) + "\n"] = None
    kept = list(lines) if "--all" in sys.argv else thinned(list(lines))
    with open(os.path.join(HERE, "computes.tsv"), "w", encoding="utf-8") as out:
        out.writelines(kept)
    found = {line.split("\t")[0] for line in kept}
    print(f"{len(kept)} of {len(lines)} calls; no calls of {sorted(set(OPERATORS) - found)}")


def more():
    """Returns calls that the relations lack."""
    ints, floats, bools = "int32[2,3]", "float32[n:int32,3]", "bool[4,n:int32]"
    unary = """log log2 log10 tan cos cosh sin sinh acos acosh asin asinh atan atanh exp erf sqrt rsqrt
        sigmoid floor ceil trunc round sign abs tanh negative copy fast_exp fast_tanh fast_erf nn.relu"""
    for op in unary.split():
        yield op, "null", floats
        yield op, "null", "float16[2]"
    for op in "negative copy abs sign floor nn.relu bitwise_not".split():
        yield op, "null", ints
        yield op, "null", "uint8[2]"
        yield op, "null", "int64[2L]"
    for op in "isnan isfinite isinf".split():
        yield op, "null", floats
        yield op, "null", ints
    yield "logical_not", "null", bools
    yield "abs", "null", "float64[]"
    arithmetic = """add subtract multiply divide floor_divide mod floor_mod equal not_equal less less_equal
        greater greater_equal maximum minimum"""
    for op in f"{arithmetic} power".split():
        yield op, "null", "float32[n:int32,1,3] float32[4,3]"
        yield op, "null", "float32[] float32[2]"
    for op in f"{arithmetic} left_shift right_shift bitwise_and bitwise_or bitwise_xor".split():
        yield op, "null", "int32[2,3] int32[1]"
        yield op, "null", "uint8[3] uint8[n:int32,3]"
        yield op, "null", "int64[n:int32] int64[n:int32]"
    for op in "logical_and logical_or logical_xor".split():
        yield op, "null", "bool[4,1] bool[n:int32]"
    for op in "all any".split():
        for attrs in ['{"axis": [1]}', "{}", '{"axis": [0], "keepdims": true}', '{"axis": [-1], "exclude": true}']:
            yield op, f"relay.attrs.ReduceAttrs {attrs}", "bool[4,n:int32]"
    for op in "sum max min prod mean".split():
        for attrs in ["{}", '{"axis": [0, -1], "keepdims": true}', '{"axis": [2], "exclude": true}', '{"axis": []}']:
            for data in ["int32[2,3,4]", "uint8[2,n:int32,4]", "float16[2,3,1]", "float64[2L,3L,4L]"]:
                yield op, f"relay.attrs.ReduceAttrs {attrs}", data
    for op in "argmax argmin".split():
        for attrs in ["{}", '{"axis": [1], "select_last_index": true}', '{"axis": [0, 2], "keepdims": true}']:
            yield op, f"relay.attrs.ArgReduceAttrs {attrs}", "int32[2,n:int32,4]"
            yield op, f"relay.attrs.ArgReduceAttrs {attrs}", "float32[2,3,4]"
    pool = '{"pool_size": [2, 3], "strides": [2, 1], "padding": [1, 0, 0, 1]%s}'
    for attrs in [pool % "", pool % ', "count_include_pad": true', pool % ', "ceil_mode": true']:
        yield "nn.avg_pool2d_grad", f"relay.attrs.AvgPool2DAttrs {attrs}", "float32[1,2,4,7] float32[1,2,8,8]"
    yield "nn.max_pool2d_grad", f"relay.attrs.MaxPool2DAttrs {pool % ''}", "float32[1,2,4,7] float32[1,2,8,8]"
    for name in ["AvgPool2D", "MaxPool2D"]:
        op = "nn.avg_pool2d" if name == "AvgPool2D" else "nn.max_pool2d"
        for attrs in [pool % "", pool % ', "ceil_mode": true', '{"pool_size": [2, 3], "ceil_mode": true}']:
            for data in ["float32[2L,3L,w:int64,6L]", "int8[1,2,7,9]"]:
                yield op, f"relay.attrs.{name}Attrs {attrs}", data
        split = '{"pool_size": [2, 3], "layout": "NCHW8c"}'
        yield op, f"relay.attrs.{name}Attrs {split}", "float32[2,3,7,8,8]"
    included = pool % ', "count_include_pad": true, "ceil_mode": true'
    yield "nn.avg_pool2d", f"relay.attrs.AvgPool2DAttrs {included}", "float32[1,2,7,w:int32]"
    for mode in ["edge", "reflect", "constant"]:
        attrs = f'{{"pad_width": [[0, 1], [2, 0], [0, 0]], "pad_mode": "{mode}"}}'
        yield "nn.pad", f"relay.attrs.PadAttrs {attrs}", "float32[2,w:int32,5] float32[]"
        attrs = f'{{"pad_width": null, "pad_mode": "{mode}"}}'
        yield "dyn.nn.pad", f"relay.attrs.PadAttrs {attrs}", "float32[2,w:int64,6L] int32[3,2] float32[]"
        yield "dyn.nn.pad", f"relay.attrs.PadAttrs {attrs}", "float32[2,5] int64[2,2] float32[]"
    yield "vision.yolo_reorg", 'relay.attrs.YoloReorgAttrs {"stride": 2}', "float32[2,8,4,6]"
    blocks = '{"block_shape": [2, 2], "paddings": [[1, 1], [0, 0]], "pad_value": 2.5}'
    yield "nn.space_to_batch_nd", f"relay.attrs.SpaceToBatchNDAttrs {blocks}", "int8[8,4L,6,3]"
    yield "exp", "null", "bfloat16[2]"
    for k1, k2, upper, lower in [(-1, 1, "true", "false"), (0, 2, "false", "true"), (-2, -2, "true", "true")]:
        attrs = f'{{"k1": {k1}, "k2": {k2}, "super_diag_right_align": {upper}, "sub_diag_right_align": {lower}}}'
        yield "matrix_set_diag", f"relay.attrs.MatrixSetDiagAttrs {attrs}", f"float32[2,4,5] float32[2,{k2 - k1 + 1},4]"
    for axis in [-1, 1]:
        yield "nn.log_softmax", f'relay.attrs.SoftmaxAttrs {{"axis": {axis}}}', "float32[2,3]"
    for layouts in ['"NCHW", "dst_layout": "NCHW4c"', '"NCHW4c", "dst_layout": "NHWC"', '"NCHW", "dst_layout": "NHWC"']:
        data = "float32[1,2,5,n:int32,4]" if "W4c\", \"d" in layouts else "float32[1,8,5,n:int32]"
        yield "layout_transform", f'relay.attrs.LayoutTransformAttrs {{"src_layout": {layouts}}}', data
    weights = '{"src_layout": "8A6B", "dst_layout": "2A3B4A2B"}'
    yield "auto_scheduler_layout_transform", f"relay.attrs.AutoSchedulerLayoutTransformAttrs {weights}", "float32[8,6]"


if __name__ == "__main__":
    main()
