"""Programs for the passes over the arguments of operators."""

from tvm import relay

from programs_simplify import var


def split_args():
    tensors = [var(f"x{index}", (1, 2)) for index in range(7)]
    for axis in [0, 1]:
        joined = relay.concatenate(tensors, axis)
        for maximum in [-1, 2, 3, 4, 7, 8, 9]:
            yield [maximum], f"axis {axis}, {maximum}", relay.Function(tensors, joined)
    yield [3], "tuple", relay.Function(tensors, relay.Tuple(tensors))
    yield [3], "stack", relay.Function(tensors, relay.stack(tensors, 0))
    inner = relay.exp(relay.concatenate(tensors[:4], 0))
    both = relay.concatenate([inner, relay.tanh(inner)], 1)
    yield [4], "nested", relay.Function(tensors[:4], both)
    parameter = relay.var("t", relay.TupleType([relay.TensorType((1, 2))] * 5))
    fields = [relay.TupleGetItem(parameter, index) for index in range(5)]
    yield [3], "fields", relay.Function([parameter], relay.concatenate(fields, 0))


def transposed_weights():
    x, w, v, square = [var(*of) for of in [
        ("x", (2, 3)), ("w", (3, 4)), ("v", (4, 5)), ("s", (3, 3))]]
    dense, transpose = relay.nn.dense, relay.transpose
    chain = relay.Function([v, x, w], dense(dense(x, transpose(w)), transpose(v)))
    yield ["w", "v"], "chain", chain
    shared = transpose(w)
    twice = relay.Function([x, w], relay.Tuple([dense(x, shared), dense(x, shared)]))
    yield ["w"], "shared", twice
    other = relay.Function([w, x], relay.Tuple([dense(x, transpose(w)), transpose(w)]))
    yield ["w"], "other use", other
    for axes in [[1, 0], [-1, 0], [-1, -2]]:
        yield ["s"], f"axes {axes}", relay.Function([x, square], dense(x, transpose(square, axes)))


def programs():
    for args, name, program in split_args():
        yield "SplitArgs", args, name, program
    for names, name, program in transposed_weights():
        yield "SimplifyFCTranspose", [names], name, program
