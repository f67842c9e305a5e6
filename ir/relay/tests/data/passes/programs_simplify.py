"""Programs for the passes that replace operators by simpler ones."""

import numpy as np
import tvm
from tvm import relay


def var(name, shape, dtype="float32"):
    return relay.var(name, shape=shape, dtype=dtype)


def full(value, shape, dtype="float32"):
    return relay.const(np.full(shape, value, dtype=dtype))


def simplify_expr():
    x = var("x", (1, 16, 16, 16))
    y = var("y", (4, 8))
    i = var("i", (4, 8), "int32")
    u = var("u", (4, 8), "uint8")
    d = relay.var("d", relay.TensorType((relay.Any(), 8), "float32"))
    yield "reshapes", relay.reshape(relay.reshape(x, (1, 16, -1)), (4, 8, -1, 16))
    yield "three reshapes", relay.reshape(
        relay.reshape(relay.reshape(x, (1, 16, -1)), (16, -1)), (4, -1)
    )
    yield "reshapes of unknown shape", relay.reshape(relay.reshape(d, (-1, 4)), (-1, 2))
    yield "reverse reshape", relay.reshape(relay.reverse_reshape(x, (16, -1)), (4, -1))
    yield "reshape shared", relay.Tuple(
        [(r := relay.reshape(x, (1, 16, -1))), relay.reshape(r, (64, -1))]
    )
    yield "reshape to same", relay.reshape(y, (4, 8))
    yield "reshape of reshape to same", relay.nn.relu(
        relay.reshape(relay.reshape(y, (32,)), (4, 8))
    )
    t = relay.transpose
    yield "transposes", t(t(x, [0, 2, 3, 1]), [0, 2, 3, 1])
    yield "transposes cancel", relay.nn.relu(t(t(x, [0, 2, 3, 1]), [0, 3, 1, 2]))
    yield "transpose default", t(t(x), [0, 2, 3, 1])
    yield "transpose defaults", t(t(y))
    yield "transpose three", t(t(t(x, [0, 2, 3, 1]), [0, 2, 3, 1]), [3, 2, 1, 0])
    yield "transpose identity", relay.nn.relu(t(x, [0, 1, 2, 3]))
    yield "transpose negative", t(t(x, [0, -2, 3, 1]), [0, 2, -1, 1])
    lt = relay.layout_transform
    yield "layouts", lt(lt(x, "NCHW", "NHWC"), "NHWC", "NCHW")
    yield "layouts and transpose", t(lt(x, "NCHW", "NHWC"), [0, 3, 1, 2])
    yield "layouts and transpose 2", lt(t(x, [0, 2, 3, 1]), "NHWC", "HWCN")
    yield "layouts and transpose 3", relay.nn.relu(lt(t(x, [0, 2, 3, 1]), "NHWC", "NCHW"))
    yield "layouts compose", lt(lt(x, "NCHW", "NHWC"), "NHWC", "HWCN")
    yield "layouts rank change", lt(lt(x, "NCHW", "NCHW4c"), "NCHW4c", "NHWC")
    yield "layouts rank change cancel", lt(lt(x, "NCHW", "NCHW4c"), "NCHW4c", "NCHW")
    yield "layouts blocks", t(lt(x, "NCHW", "NCHW4c"), [0, 1, 2, 3, 4])
    z = var("z", (1, 4, 8, 2, 4))
    yield "blocks after transpose", lt(t(x, [3, 2, 0, 1]), "NHWC", "NCHW4c")
    yield "transpose after blocks", t(lt(z, "NCHW4c", "NCHW"), [0, 2, 3, 1])
    yield "transpose before blocks", lt(t(z, [0, 2, 3, 1, 4]), "NHWC4c", "NCHW")
    yield "blocks and layouts", lt(lt(x, "NCHW", "NHWC"), "NHWC", "NCHW4c")
    yield "blocks and layouts 2", lt(lt(x, "NCHW", "NCHW4c"), "NCHW4c", "NHWC4c")
    yield "blocks and layouts 3", lt(lt(z, "NCHW4c", "NCHW"), "NCHW", "NHWC")
    yield "blocks and layouts 4", lt(lt(z, "NCHW4c", "NHWC4c"), "NHWC4c", "NCHW")
    yield "blocks and blocks", lt(lt(x, "NCHW", "NCHW4c"), "NCHW4c", "NCHW2c")
    yield "blocks within blocks", lt(lt(z, "NCHW4c", "NCHW"), "NCHW", "NCHW2c")
    yield "blocks within blocks 2", lt(lt(z, "NCHW4c", "NCHW2c"), "NCHW2c", "NCHW")
    c = relay.cast
    yield "cast same", c(y, "float32")
    yield "cast same inside", relay.nn.relu(c(y, "float32"))
    yield "cast_like same", relay.cast_like(y, relay.nn.relu(y))
    yield "cast_like", relay.cast_like(i, y)
    yield "casts widening", c(c(u, "int32"), "int64")
    yield "casts narrowing first", c(c(i, "int8"), "int32")
    yield "casts sign", c(c(u, "uint16"), "int32")
    yield "casts sign 2", c(c(i, "uint32"), "int64")
    yield "casts int to float", c(c(u, "int32"), "float32")
    yield "casts float to int", c(c(y, "float64"), "int32")
    yield "casts float", c(c(y, "float64"), "float32")
    yield "casts float narrow", c(c(y, "float16"), "float32")
    yield "casts bool", c(c(relay.greater(y, y), "int8"), "int32")
    yield "casts three", c(c(c(u, "uint16"), "uint32"), "uint64")
    yield "casts like", relay.cast_like(relay.cast_like(u, i), y)
    yield "casts same then", c(c(c(y, "float32"), "float64"), "float64")
    for shape in [(4, 8), (1, 8), ()]:
        one, zero = relay.ones(shape, "float32"), relay.zeros(shape, "float32")
        for name, op in [
            ("add", relay.add),
            ("multiply", relay.multiply),
            ("subtract", relay.subtract),
            ("divide", relay.divide),
            ("maximum", relay.maximum),
            ("power", relay.power),
        ]:
            yield f"{name} ones {shape}", op(y, one)
            yield f"ones {name} {shape}", op(one, y)
            yield f"{name} zeros {shape}", op(y, zero)
            yield f"zeros {name} {shape}", op(zero, y)
    for value in [0.0, 1.0, 2.0]:
        for name, op in [
            ("add", relay.add),
            ("multiply", relay.multiply),
            ("subtract", relay.subtract),
            ("divide", relay.divide),
        ]:
            yield f"{name} constant {value}", op(y, relay.const(value))
            yield f"constant {name} {value}", op(relay.const(value), y)
            yield f"{name} tensor {value}", op(y, full(value, (4, 8)))
            yield f"{name} vector {value}", op(y, full(value, (8,)))
            yield f"{name} wide {value}", op(y, full(value, (2, 4, 8)))
    yield "add one int", relay.add(i, relay.const(0))
    yield "multiply one int", relay.multiply(i, relay.const(1))
    yield "divide one int", relay.divide(i, relay.const(1))
    yield "add zeros unknown shape", relay.add(d, relay.zeros((1, 8), "float32"))
    yield "multiply ones unknown shape", relay.multiply(d, relay.const(1.0))
    yield "identities nested", relay.multiply(
        relay.add(relay.nn.relu(y), relay.const(0.0)), relay.const(1.0)
    )
    yield "zeros like", relay.zeros_like(y)
    yield "ones like", relay.ones_like(y)
    yield "full like", relay.full_like(y, relay.const(3.0))
    yield "zeros like unknown", relay.zeros_like(d)
    yield "ones like unknown", relay.ones_like(d)
    yield "full like unknown", relay.full_like(d, relay.const(3.0))
    yield "add zeros like", relay.add(y, relay.zeros_like(y))
    yield "add zeros like unknown", relay.add(d, relay.zeros_like(d))
    yield "multiply ones like", relay.multiply(relay.ones_like(y), y)
    yield "add full like", relay.add(y, relay.full_like(y, relay.const(1.0)))
    yield "multiply full like", relay.multiply(y, relay.full_like(y, relay.const(1.0)))
    yield "multiply full", relay.multiply(y, relay.full(relay.const(1.0), (4, 8), "float32"))
    yield "multiply full unit", relay.multiply(y, relay.full(relay.const(2.0), (4, 8), "float32"))
    yield "subtract full", relay.subtract(y, relay.full(relay.const(2.0), (4, 8), "float32"))
    yield "divide full reversed", relay.divide(relay.full(relay.const(2.0), (4, 8), "float32"), y)
    yield "maximum full", relay.maximum(y, relay.full(relay.const(2.0), (4, 8), "float32"))
    yield "add full broadcast", relay.add(y, relay.full(relay.const(2.0), (8,), "float32"))
    yield "add ones", relay.add(relay.ones((4, 8), "float32"), y)
    yield "add zeros int", relay.add(i, relay.zeros((4, 8), "int32"))
    for name in [
        "add",
        "subtract",
        "multiply",
        "divide",
        "maximum",
        "minimum",
        "mod",
        "power",
        "equal",
        "less",
        "greater",
        "right_shift",
        "left_shift",
        "floor_divide",
        "floor_mod",
        "less_equal",
        "not_equal",
        "greater_equal",
    ]:
        op = getattr(relay, name)
        yield f"{name} full_like int", op(i, relay.full_like(i, relay.const(3)))
        yield f"full_like {name} int", op(relay.full_like(i, relay.const(3)), i)
    yield "logical full", relay.logical_and(
        relay.less(y, y), relay.full(relay.const(True), (4, 8), "bool")
    )
    yield "reshape like", relay.reshape_like(y, var("z", (2, 16)))
    yield "reshape like unknown", relay.reshape_like(y, relay.reshape(d, (-1,)))
    yield "collapse sum like", relay.collapse_sum_like(y, var("z", (1, 8)))
    yield "collapse sum like same", relay.collapse_sum_like(y, relay.nn.relu(y))
    yield "collapse sum like unknown", relay.collapse_sum_like(d, y)
    yield "broadcast to like", relay.broadcast_to_like(y, var("z", (2, 4, 8)))
    yield "broadcast to like unknown", relay.broadcast_to_like(y, d)
    yield "rsqrt", relay.divide(relay.const(1.0), relay.sqrt(y))
    yield "nothing", relay.nn.relu(y)
    f = relay.Function([y], relay.reshape(relay.reshape(y, (32,)), (2, 16)))
    yield "inner function", relay.Call(f, [y])
    v = relay.var("v")
    yield "let", relay.Let(v, relay.reshape(y, (32,)), relay.reshape(v, (2, 16)))
    yield "squeeze", relay.squeeze(relay.expand_dims(y, 0), [0])
    yield "collapse sum to", relay.collapse_sum_to(y, (4, 8))
    yield "broadcast to", relay.broadcast_to(y, (4, 8))
    yield "fold of concatenate", relay.concatenate(
        [relay.reshape(relay.reshape(y, (32,)), (4, 8)), y], 0
    )


def programs():
    for name, program in simplify_expr():
        yield "SimplifyExpr", [], name, program
