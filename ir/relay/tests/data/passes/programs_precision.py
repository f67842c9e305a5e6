"""Programs for the conversion to mixed precision."""

import tvm
from tvm import relay
from tvm.relay.transform import mixed_precision  # Registers the conversions of operators.

from programs_functions import ONE, TYPE, function, module
from programs_lifting import local, main
from programs_simplify import var


def layers():
    x, w = var("x", (4, 3)), var("w", (5, 3))
    image, kernel = var("image", (1, 3, 8, 8)), var("kernel", (4, 3, 3, 3))
    dense, conv = relay.nn.dense(x, w), relay.nn.conv2d(image, kernel)
    yield "dense", main([x, w], dense)
    yield "dense with a type", main([x, w], relay.nn.dense(x, w, out_dtype="float32"))
    yield "dense, relu", main([x, w], relay.nn.relu(dense))
    yield "dense, softmax", main([x, w], relay.nn.softmax(dense))
    yield "dense, softmax, relu", main([x, w], relay.nn.relu(relay.nn.softmax(dense)))
    yield "dense, add", main([x, w], relay.add(dense, relay.const(1.0)))
    yield "dense, missing operator", main([x, w], relay.nn.log_softmax(dense))
    yield "dense, mean", main([x, w], relay.mean(dense))
    yield "dense, argmax", main([x, w], relay.argmax(dense))
    yield "dense twice", main([x, w], relay.Tuple([relay.exp(dense), relay.nn.softmax(dense)]))
    yield "conv", main([image, kernel], relay.nn.relu(relay.add(conv, relay.const(1.0))))
    yield "conv, integers", main([image, kernel], relay.add(relay.cast(conv, "int32"), relay.const(1)))
    yield "conv, pool", main([image, kernel], relay.nn.global_avg_pool2d(relay.nn.max_pool2d(conv)))
    line, weight = var("line", (1, 3, 8)), var("weight", (4, 3, 3))
    yield "conv1d", main([line, weight], relay.nn.conv1d(line, weight))
    back = var("back", (3, 4, 3))
    yield "conv1d_transpose", main([line, back], relay.nn.conv1d_transpose(line, back, channels=4))
    cube, weights = var("cube", (1, 3, 4, 8, 8)), var("weights", (4, 3, 3, 3, 3))
    yield "conv3d", main([cube, weights], relay.nn.conv3d(cube, weights))
    back = var("back", (3, 4, 3, 3))
    yield "conv2d_transpose", main([image, back], relay.nn.conv2d_transpose(image, back, channels=4))
    batch, other = var("batch", (2, 4, 3)), var("other", (2, 5, 3))
    yield "batch_matmul", main([batch, other], relay.nn.batch_matmul(batch, other))
    yield "matmul", main([x, w], relay.nn.matmul(x, w, transpose_b=True, out_dtype="float32"))
    params = [var(name, (5,)) for name in "abcd"]
    norm = relay.nn.batch_norm(dense, *params)
    yield "batch_norm", main([x, w, *params], norm[0])


def tensors():
    x, w = var("x", (4, 3)), var("w", (5, 3))
    dense = relay.nn.dense(x, w)
    yield "exp", main([x], relay.exp(x))
    yield "reshape", main([x], relay.reshape(x, (3, 4)))
    yield "zeros", main([x, w], relay.add(dense, relay.zeros((4, 5), "float32")))
    yield "ones", main([x], relay.ones((2, 3), "float32"))
    yield "full", main([x], relay.nn.relu(relay.full(relay.const(1.0), (2, 3))))
    yield "tuple", main([x, w], relay.concatenate([dense, relay.exp(dense)], 0))
    yield "equal tuple", main([x, w], relay.concatenate([dense, dense], 0))
    yield "tuple of variables", main([x], relay.concatenate([x, x], 0))
    yield "split", main([x, w], relay.split(dense, 5, 1)[2])
    yield "take", main([x, w], relay.take(dense, relay.const([1, 2]), 0))
    positive = relay.greater(dense, relay.const(0.0))
    yield "where", main([x, w], relay.where(positive, dense, relay.zeros_like(dense)))
    yield "cast", main([x], relay.cast(relay.nn.relu(x), "float32"))
    yield "cast to double", main([x], relay.nn.relu(relay.cast(relay.nn.relu(x), "float64")))
    for dtype in ["int32", "float16", "float64"]:
        typed = var("typed", (4, 3), dtype)
        yield f"{dtype}, relu", main([typed], relay.nn.relu(typed))
        yield f"{dtype}, exp", main([typed], relay.exp(relay.cast(typed, "float32")))
        yield f"{dtype}, arguments", main([typed], relay.exp(relay.add(typed, typed)))


def structured():
    x, w, y = var("x", (4, 3)), var("w", (5, 3)), var("y", (4, 5))
    r, q, f = relay.var("r"), relay.var("q"), relay.var("f")
    dense, let = relay.nn.dense(x, w), relay.Let
    yield "let", main([x, w], let(r, dense, relay.nn.relu(r)))
    yield "let of a variable", main([x, w], let(r, dense, let(q, r, relay.exp(relay.nn.relu(q)))))
    yield "let of a parameter", main([x], let(r, x, relay.nn.relu(r)))
    inner = let(q, relay.nn.relu(x), relay.nn.relu(q))
    yield "let in a let", main([x], let(r, inner, relay.Tuple([r, r])))
    yield "tuple in a let", main([x, w], let(r, relay.Tuple([dense, x]), relay.TupleGetItem(r, 0)))
    yield "reference", main(
        [x], let(r, relay.RefCreate(relay.nn.relu(x)), relay.nn.relu(relay.RefRead(r)))
    )
    choice = relay.If(relay.const(True), dense, relay.nn.relu(dense))
    yield "choice", main([x, w], choice)
    yield "local function", main([x, w], relay.Call(local([y], relay.exp(y)), [dense]))
    relu = local([y], relay.nn.relu(y))
    yield "local function that changes", main([x, w], relay.exp(relay.Call(relu, [dense])))
    yield "function value", main([x], let(f, relu, x))
    fused = local([y], relay.nn.relu(y), "Primitive")
    yield "fused", main([x, w], relay.Call(fused, [dense]))
    yield "external", module(main=(function([x], relay.nn.relu(x), "Compiler"), None))
    yield "types of results", module(
        main=(relay.Function([x], relay.nn.relu(x), relay.TensorType((4, 3))), None)
    )


def programs():
    for all_programs in [layers, tensors, structured]:
        for name, program in all_programs():
            yield "ToMixedPrecision", ["float16", 2], name, program
    # TVM casts no bfloat16 to float32, so that operators of the category "never" get bfloat16.
    casts_back = ["dense, softmax", "dense, softmax, relu", "dense, mean", "dense twice", "conv, pool"]
    for name, program in layers():
        if name not in casts_back:
            yield "ToMixedPrecision", ["bfloat16", 2], name, program
    for name, program in tensors():
        yield "ToMixedPrecision", ["float64", 2], name, program
