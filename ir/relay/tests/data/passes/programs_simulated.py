"""Programs for the pass that replaces simulated quantization by operators on integers.

TVM folds products of quantization steps with a code generator, which its library may lack. Here,
the generator of C code and the C compiler replace it.
"""

import importlib
import os
import subprocess
import tempfile

import numpy as np
import tvm
from tvm import relay

from programs_simplify import var

# The package has a function of the same name.
quantize = importlib.import_module("tvm.relay.quantize.quantize")

ANSWERS = "pairs_simulated.jsonl.gz"

INCLUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 5, "bindings/c/include")
LIBRARIES = tempfile.mkdtemp()


def build(module, _):
    """Generates C code and compiles it."""
    source = tvm.get_global_func("target.build.c")(module, tvm.target.Target("c")).get_source()
    path = os.path.join(LIBRARIES, f"{len(os.listdir(LIBRARIES))}")
    with open(path + ".c", "w", encoding="utf-8") as out:
        out.write(source)
    command = ["gcc", "-shared", "-fPIC", "-ffp-contract=off", "-I", INCLUDE, path + ".c"]
    subprocess.run([*command, "-o", path + ".so"], check=True)
    return tvm.runtime.load_module(path + ".so")


if tvm.get_global_func("target.build.llvm", True) is None:
    tvm.register_func("target.build.llvm", build)


def weight(*shape, scale=1.0):
    values = np.random.RandomState(sum(shape)).uniform(-scale, scale, shape)
    # Multiples of 1/64 keep the files small.
    return relay.const(np.round(values * 64).astype("float32") / 64)


def conv(data, channels, of, size=3, scale=1.0, **attrs):
    kernel = weight(channels, of, size, size, scale=scale)
    return relay.nn.conv2d(data, kernel, channels=channels, kernel_size=(size, size), **attrs)


def networks():
    x = var("x", (1, 4, 8, 8))
    first = conv(x, 8, 4, padding=(1, 1))
    relu = relay.nn.relu
    yield "conv", first
    yield "conv and relu", relu(first)
    yield "two convs", conv(relu(first), 8, 8)
    yield "bias", conv(relu(relay.add(first, weight(8, 1, 1, scale=0.3))), 8, 8)
    yield "large bias", conv(relu(relay.add(first, weight(8, 1, 1, scale=9))), 8, 8)
    yield "scale and bias", conv(
        relu(relay.add(relay.multiply(first, weight(8, 1, 1)), weight(8, 1, 1))), 8, 8
    )
    pooled = relay.nn.max_pool2d(relu(first), (2, 2), (2, 2))
    yield "max_pool2d", pooled
    yield "max_pool2d between", conv(pooled, 4, 8)
    averaged = relay.nn.avg_pool2d(relu(first), (2, 2), (2, 2))
    yield "avg_pool2d between", conv(averaged, 4, 8)
    yield "clip", conv(relay.clip(first, 0, 6), 4, 8)
    yield "residual", relu(relay.add(conv(relu(first), 8, 8, padding=(1, 1)), relu(first)))
    shortcut = conv(x, 8, 4, 1, 0.2)
    yield "residual of convs", relu(relay.add(first, shortcut))
    yield "residual and more", conv(relu(relay.add(first, shortcut)), 4, 8)
    yield "residual of the input", relay.add(conv(relu(x), 4, 4, padding=(1, 1)), x)
    yield "concatenate", conv(relay.concatenate([relu(first), relu(shortcut)], 1), 4, 16)
    yield "concatenate three", relay.concatenate([first, shortcut, conv(x, 8, 4, 1, 3)], 1)
    yield "concatenate with input", relay.concatenate([relu(first), x], 1)
    yield "global_avg_pool2d", relay.nn.global_avg_pool2d(relu(first))
    flat = relay.nn.batch_flatten(relu(first))
    yield "batch_flatten", flat
    yield "dense", relay.nn.dense(flat, weight(10, 512), units=10)
    yield "dense and bias", relay.add(relay.nn.dense(flat, weight(10, 512), units=10), weight(10))
    yield "reshape", relay.nn.dense(relay.reshape(relu(first), (1, -1)), weight(10, 512), units=10)
    yield "transpose", conv(relay.transpose(relu(first), [0, 1, 3, 2]), 4, 8)
    yield "strided_slice", conv(
        relay.strided_slice(relu(first), [0, 0, 0, 0], [1, 8, 4, 4]), 4, 8
    )
    yield "softmax", relay.nn.softmax(relay.nn.batch_flatten(conv(relu(first), 4, 8)))
    yield "exp between", conv(relay.exp(first), 4, 8)
    yield "groups", conv(relu(first), 8, 4, groups=2)
    y = var("y", (1, 4, 16))
    kernel = weight(8, 4, 3)
    conv1d = relay.nn.conv1d(y, kernel, channels=8, kernel_size=3)
    yield "conv1d", relay.nn.max_pool1d(relu(conv1d), 2, 2)
    yield "tuple", relay.Tuple([first, relu(first)])
    yield "no quantization", relay.exp(x)
    deep = first
    for _ in range(4):
        deep = relu(relay.add(conv(deep, 8, 8, padding=(1, 1)), deep))
    yield "blocks", relay.nn.dense(relay.nn.batch_flatten(deep), weight(5, 512), units=5)


CONFIGURATIONS = {
    "default": {},
    "dense": {"skip_dense_layer": False, "skip_conv_layers": []},
    "scales": {"global_scale": 5.3, "weight_scale": "max", "skip_conv_layers": []},
}


def stages(program, configuration):
    """Returns the annotated and the calibrated module."""
    module = tvm.IRModule.from_expr(program)
    with quantize.qconfig(**configuration), quantize.quantize_context():
        module = relay.transform.InferType()(module)
        module = quantize.partition()(module)
        annotated = quantize.annotate()(module)
        calibrate = tvm.transform.module_pass(relay.quantize._calibrate.calibrate(), opt_level=1, name="Calibrate")
        return annotated, calibrate(annotated)


def programs():
    for name, configuration in CONFIGURATIONS.items():
        for title, program in networks():
            annotated, calibrated = stages(program, configuration)
            if name != "scales":
                yield "relay._quantize.CreateStatsCollector", [], f"{title}, {name}", annotated
            yield "relay._quantize.QuantizeRealize", [], f"{title}, {name}", calibrated
