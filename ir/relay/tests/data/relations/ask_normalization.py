"""Calls of normalizations, activations and losses (needs TVM 0.8's Python package)."""

from ask import write

KEY = "relay.attrs."
DATA = ["float32[2,6,5]", "int8[n:int32,?,4L]", "float32[7]", "float32[]", "_", "(float32[1],float32[2])"]


def norms():
    for data in DATA:
        for axis in [0, 1, 2, 3, -1, -2, -3, -4, 2**31 - 1, -(2**31)]:
            yield "nn.batch_norm", KEY + "BatchNormAttrs", {"axis": axis}, f"{data} _ _ _ _"
            yield "nn.instance_norm", KEY + "InstanceNormAttrs", {"axis": axis}, f"{data} _ _"
            yield "nn.group_norm", KEY + "GroupNormAttrs", {"axis": axis, "num_groups": 3}, f"{data} _ _"
            yield "nn.layer_norm", KEY + "LayerNormAttrs", {"axis": axis}, f"{data} _ _"
            yield "nn.prelu", KEY + "PReluAttrs", {"axis": axis}, f"{data} _"
            yield "nn.softmax", KEY + "SoftmaxAttrs", {"axis": axis}, data
            yield "nn.lrn", KEY + "LRNAttrs", {"axis": axis}, data
        yield "nn.l2_normalize", KEY + "L2NormalizeAttrs", {"eps": 0.1, "axis": [1]}, data
        yield "nn.dropout", KEY + "DropoutAttrs", {"rate": 0.3}, data
        yield "nn.dropout", None, None, data
        yield "nn.leaky_relu", KEY + "LeakyReluAttrs", {}, data
        yield "nn.relu", None, None, data
        yield "nn.log_softmax", KEY + "SoftmaxAttrs", {}, data
        yield "nn.fast_softmax", KEY + "SoftmaxAttrs", {"axis": 1}, data
        for axis in [0, 1, -1, 3]:
            yield "nn.bias_add", KEY + "BiasAddAttrs", {"axis": axis}, f"{data} _"
            yield "nn.bias_add", KEY + "BiasAddAttrs", {"axis": axis}, f"{data} float32[6]"
    for vector in ["float32[6]", "float32[5]", "float64[6]", "float32[6,1]", "float32[]", "float32[?]"]:
        data = "float32[2,6,5]"
        yield "nn.batch_norm", KEY + "BatchNormAttrs", {}, f"{data} {vector} _ _ _"
        yield "nn.batch_norm", KEY + "BatchNormAttrs", {}, f"{data} _ _ {vector} {vector}"
        yield "nn.batch_norm", KEY + "BatchNormAttrs", {"center": False, "scale": False}, f"{data} {vector} {vector} _ _"
        yield "nn.instance_norm", KEY + "InstanceNormAttrs", {}, f"{data} {vector} _"
        yield "nn.group_norm", KEY + "GroupNormAttrs", {"num_groups": 2}, f"{data} {vector} {vector}"
        yield "nn.group_norm", KEY + "GroupNormAttrs", {"num_groups": 4}, f"{data} {vector} {vector}"
        yield "nn.layer_norm", KEY + "LayerNormAttrs", {"axis": 1}, f"{data} _ {vector}"
        yield "nn.prelu", KEY + "PReluAttrs", {}, f"{data} {vector}"


def losses():
    matrices = ["float32[2,6]", "float32[n:int32,?]", "float32[3,6]", "float64[2,6]", "float32[2]", "_", "float32[2L,6L]", "int32[2,6]"]
    for op in ["nn.cross_entropy", "nn.cross_entropy_with_logits"]:
        for x in matrices:
            for y in matrices:
                yield op, None, None, f"{x} {y}"
    for predictions in ["float32[4,5]", "float32[4,5,6,7]", "float32[n:int32,?]", "float64[4,5L]", "int32[4,5]", "float32[5]", "float32[]", "_"]:
        for targets in ["int32[4]", "int64[4,6,7]", "float32[4]", "uint8[4]", "int32[]", "_", "int32[9]"]:
            for weights in ["float32[5]", "float32[?]", "float64[5]", "float32[6]", "float32[5,1]", "_"]:
                for reduction in ["mean", "none", "sum", "other"]:
                    if reduction in ("sum", "other") and weights != "float32[5]":
                        continue
                    attrs = {"reduction": reduction, "ignore_index": -1}
                    yield "nn.nll_loss", KEY + "NLLLossAttrs", attrs, f"{predictions} {targets} {weights}"


def calls():
    yield from norms()
    yield from losses()


if __name__ == "__main__":
    write("normalization", calls())
