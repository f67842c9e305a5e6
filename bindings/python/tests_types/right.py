"""Code that a type checker must accept."""

import math
import typing

import numpy
import objet


def first(call: objet.relay.Call) -> objet.RelayExpr:
    return call.args[0]


def name(call: objet.relay.Call) -> str:
    found = call.op
    assert isinstance(found, objet.Op)
    return found.name


def number(imm: objet.IntImm) -> int:
    return imm.value + 1


def copy(imm: objet.IntImm) -> objet.IntImm:
    return imm.replace(value=4)


def make() -> objet.tir.Add:
    return objet.tir.Add(a=objet.IntImm(dtype="int32", value=1), b=2, dtype="int32")


def function() -> objet.IntImm:
    return objet.ir.IntImm("int32", 3)


def tensor(shape: tuple[int, ...]) -> str:
    return objet.nd.empty(shape, "float32").dtype


def drawn(call: objet.relay.Call) -> str:
    return objet.to_svg(call, limit=3) + objet.to_dot(call) + objet.to_html(call, "a call")


def elements(tensor: objet.NDArray) -> int:
    import numpy

    return len(numpy.from_dlpack(tensor)) + len(tensor) + tensor.__dlpack_device__()[0]


def found() -> int | None:
    function = objet.get_global_func("some.function", allow_missing=True)
    if function is None:
        return None
    return len(objet.get_global_func("some.function").type_key)


@objet.register_func
def twice(x: int) -> int:
    return 2 * x


@objet.register_func("right.thrice", override=True)
def thrice(x: int) -> int:
    return 3 * x


def numbers() -> int:
    module = objet.load_module("some.so")
    seconds: list[float] = module.time_evaluator("f", objet.nd.cpu(), number=3)(1)
    return twice(1) + thrice(2) + len(seconds) + len(module.entry_func.type_key)


@objet.errors.register_error("Mine")
class Mine(objet.TVMError):
    pass


def containers(shape: objet.ShapeTuple, names: objet.Map[str, objet.IntImm]) -> int:
    both = objet.Map(names) | {"x": 3}
    array = objet.Array([1, 2])[:1] + [3]
    tagged = objet.ADT(3, [shape])
    named, listed = objet.Map({"a": 1}), objet.Array([1])
    as_declared: objet.Array[objet.IntImm] = objet.Array([1])
    counts = len(named) + len(listed) + as_declared[0].value
    return (shape + (1,))[0] + len(both) + len(array) + tagged.tag + len(names.keys()) + counts


class Names(objet.Array[str]):
    def joined(self) -> str:
        return "".join(self)


def joined() -> str:
    return Names(["a"]).joined()


def matched(expr: objet.PrimExpr) -> int:
    match expr:
        case objet.IntImm(value=value):
            return value
        case objet.tir.Add(_, _):
            return 1
    return len(objet.graph.save_json(expr)) + len(expr._repr_html_()) + len(expr._repr_svg_())


def operator(x: objet.relay.Var) -> objet.relay.Call:
    return objet.relay.op.nn._make.bias_add(x, bias=x, axis=1)


def made() -> objet.relay.Function:
    x = objet.relay.ir.Var("x")
    call = objet.relay.ir.Call(x, [x])
    first: objet.RelayExpr = call.args[0]
    return objet.relay.ir.Function([x], objet.relay.op._make.take(first, call, 0, None, "clip"))


def scalars(i: objet.tir.Var, axis: objet.tir.IterVar) -> objet.tir.Let:
    return objet.tir.Let("int32", i, 1, objet.tir._OpAdd(axis, 2.5))


def loaded(data: bytearray) -> object:
    return objet.load_json(data)


def read_old(version: int, attrs: dict[str, typing.Any]) -> None:
    old: objet.StoredValue = attrs.pop("old")
    attrs["x"] = old.as_int()


@objet.register_object("right.Point", aliases="right.Place", version=1, upgrade=read_old)
class Point(objet.Object):
    x: int
    y: int = objet.field(default=0, role="skipped", aliases=["down"])


def moved(point: Point) -> Point:
    return Point(point.x + 1, y=3).replace(y=4)


@objet.function_pass(opt_level=1)
def doubled(function: objet.relay.Function, module: objet.IRModule, context: objet.transform.PassContext) -> objet.relay.Function:
    return function.replace(body=function.body + function.body)


def optimized(module: objet.IRModule, i: objet.PrimExpr) -> str:
    assert isinstance(2 * i + 1, objet.PrimExpr)
    with objet.transform.PassContext(opt_level=2):
        after: objet.IRModule = objet.sequential([doubled])(module)
    return after.astext() + after["main"].type_key + "".join(var.name_hint for var in after if "main" in after)


def remote(address: str) -> list[float]:
    with objet.rpc.connect(address, key="board", deadline=None, through=("near:9090", "")) as session:
        x = objet.nd.array([1.0], device=session.cuda())
        assert session.get_function("add")(1, 2) == 3
        module: objet.Module = session.load_module("deploy.so")
        return session.time_evaluator("relu", module=module, repeat=3)(x)


def extents(of: objet.relay.TensorType, numbers: objet.Array[objet.IntImm], shape: objet.ShapeTuple) -> list[bool]:
    rows, columns = of.shape
    taken = [int(rows), *range(columns), *[0] * columns]
    return [numbers == taken, shape == (1,), taken[rows] == 1, numbers[0] == 1, rows == 2]


def module_of(function: objet.relay.Function) -> objet.IRModule:
    made = objet.IRModule({"main": function}, attrs=None)
    made["other"] = made[objet.GlobalVar("main")] if "main" not in made else function
    return made if len(made) else objet.IRModule({objet.GlobalVar("main"): function})


def named(function: objet.PackedFunc, tensor: objet.NDArray, module: objet.IRModule, i: objet.PrimExpr) -> list[str]:
    both = dict(module.items()) if 3 in tensor else dict(zip(module.keys(), module.values()))
    assert isinstance(~i & 3 | 1 << i, objet.PrimExpr) and module.get("main") is not None
    return [function.__name__, *(var.name_hint for var in both)]


def numbers_of(extent: objet.IntImm, scale: objet.FloatImm) -> list[float]:
    return [abs(extent), extent**2, *divmod(extent, 2), math.floor(scale), float(extent * 0.5), float(0.5 * extent)]


def called(function: objet.relay.Function, x: objet.relay.Var, op: objet.Op) -> objet.RelayExpr:
    parts = op([x, x], axis=0)
    first, _ = parts
    smaller = first.astype("int8") < objet.GlobalVar(x.name_hint)((x, x), x)
    return smaller + function(x, *objet.relay.Tuple([x])) if isinstance(x.checked_type, objet.relay.TensorType) else x


def documented(module: objet.IRModule) -> None:
    with objet.rpc.Server(key="board") as server, objet.rpc.connect(server.address, key="board") as session:
        print(session)
    with objet.transform.PassContext(opt_level=3, config={"relay.FuseOps.max_depth": 3, "tir.disable_vectorize": True}):
        print(module["main"].params)


class DoubleOf:
    def __init__(self, times: int) -> None:
        self.times = times

    def transform_function(self, function: objet.relay.Function, module: objet.IRModule, context: object) -> objet.relay.Function:
        return function


def passes(module: objet.IRModule) -> list[str]:
    double = objet.function_pass(opt_level=1)(DoubleOf)

    @objet.module_pass
    def look(module: objet.IRModule, context: objet.transform.PassContext) -> objet.IRModule:
        return module

    return [double(2).info.name, look.info.name, str(objet.sequential([double(3), look])(module))]


def operators(x: objet.relay.Var, i: objet.tir.Var) -> objet.RelayExpr:
    tir = objet.ops.tir
    extent = tir.if_then_else(tir.all(i >= 0, i < 4), tir.exp(tir.const(1.0), dtype=float), tir.max(i, 3))
    made = objet.ops.nn.conv2d(x, objet.ops.const([[1.0]], "float32"), kernel_size=3, padding=(1, 1), channels=extent)
    return objet.ops.concatenate([x, made], axis=1) + objet.ops.dyn.nn.pad(x, x, x) + objet.ops.var("y", (2, 3), "int8")


def numbers_of_numpy(i: objet.tir.Var, three: objet.IntImm) -> list[objet.PrimExpr]:
    integer, real, truth = numpy.int64(3), numpy.float32(1.5), numpy.bool_(True)
    as_int: list[objet.PrimExpr] = [i + integer, integer + i, i // integer, i & integer, integer - i, truth + i]
    either: list[objet.PrimExpr | float] = [i * real, real * i]
    both: list[objet.PrimExpr | bool] = [i < integer, i >= real]
    return [*as_int, objet.tir._cast("int64", i), *(each for each in either if isinstance(each, objet.PrimExpr)), i if both else three]


def shapes(x: objet.relay.Var, of: objet.relay.TensorType, items: objet.Array[objet.IntImm]) -> objet.RelayExpr:
    tensor: objet.runtime.NDArray = objet.nd.array(numpy.asarray(items))
    tagged: objet.runtime.ADT = objet.ADT(0, [tensor])
    scalar: objet.tir.Call = objet.ir.GetOp("tir.exp")(1.0)
    other: objet.relay.Call = objet.ir.GetOp("nn.relu")(x)
    return objet.ops.reshape(other, newshape=of.shape) if len(tagged) + len(scalar.args) else objet.ops.ones(shape=of.shape, dtype="int8")


def conveniences(x: objet.relay.Var, i: objet.tir.Var, buffer: objet.tir.Buffer, function: objet.tir.PrimFunc) -> str:
    from objet.relay.dataflow_pattern import is_op, wildcard

    call: objet.relay.Call = x(x)(x)
    total = (wildcard() + wildcard()) | is_op("nn.relu")(None)
    rewritten = total.rewrite(call, lambda before, after, found: found[total][0])
    assert total.match(rewritten) and not total.has_attr({"axis": 1}).has_shape([1, 2]).dominates(wildcard()).match(call)
    statement = buffer.vstore(0, buffer.vload([i, 1], "float32") + 1)
    steps = objet.tir.SeqStmt([statement, function.body])
    first: objet.tir.Stmt = steps[0] if len(steps) else steps
    pair = objet.relay.Tuple([x, call])
    assert call.attrs is None or call.attrs.get_int_tuple("strides") == (1,) and "axis" in call.attrs.keys()
    assert objet.Op.get("add").get_attr("TOpPattern") == len(pair) and pow(objet.IntImm("int32", 5), 2, 3) == 1
    changed = function.with_body(first).specialize({i: 4})
    packed = objet.ops.tir.call_packed("f", buffer, objet.ops.tir.call_intrin("int32", "tir.clz", i))
    return changed.script() + i.equal(1).astext() + first.astext(False) + packed.astext(annotate=lambda expr: expr.type_key)


@objet.register_object("right.Half", comparison="fields")
class Half(objet.Object):
    value: int = objet.field(role="compared")


class HalfOf(Half):
    def __new__(cls, whole: int) -> "HalfOf":
        return super().__new__(cls, value=whole // 2)


def loaded_as(text: str) -> list[object]:
    module = objet.load_json(text, objet.IRModule)
    either = objet.load_json(text, (Half, objet.relay.Call)), objet.load_json(text, Half | objet.relay.Call)
    return [module.functions, *either, HalfOf(3).value, objet.opaque_bytes(module), objet.opaque_object(module, "ty")]


def chosen(module: objet.IRModule, text: str) -> list[str]:
    either = objet.walk(module, types=(objet.relay.Var, objet.relay.Constant), order="pre")
    names: list[str] = [each.name_hint if isinstance(each, objet.relay.Var) else each.data.dtype for each in either]
    others = objet.post_order(module, types=(objet.relay.Call, objet.relay.Tuple, objet.Op))
    sizes: list[int] = [len(each.name) if isinstance(each, objet.Op) else len(list(each)) for each in others]
    found: objet.relay.Call | objet.IRModule = objet.load_json(text, (objet.relay.Call, objet.IRModule))
    many: tuple[type, ...] = (objet.relay.Call,) * len(sizes)
    return names + [each.name_hint for each in objet.walk(found, types=many)]


def data_types(extents: objet.Array[objet.IntImm], shape: objet.ShapeTuple) -> list[object]:
    types: list[type | str | numpy.dtype[typing.Any]] = [int, numpy.float32, numpy.dtype("int8"), "bool"]
    made = [objet.relay.TensorType((1,), each) for each in types]
    names: list[str] = [each.dtype for each in made] + [objet.IntImm(dtype=int, value=1).dtype]
    tensors = [objet.nd.empty(3), objet.nd.zeros(extents), objet.nd.empty(shape), objet.nd.empty(numpy.int64(3)), objet.nd.empty(made[0].shape)]
    tensors += [objet.nd.empty(numpy.array([1]), numpy.float32), objet.nd.empty([numpy.int8(1), extents[0]]), objet.nd.empty(range(2), float)]
    return [*names, *tensors, objet.ops.var("x", (1,), int)]
