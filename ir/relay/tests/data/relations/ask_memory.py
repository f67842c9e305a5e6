"""Calls that allocate memory, and calls of lowered functions (needs TVM 0.8's Python package)."""

from ask import each, write

STORAGE, TENSOR = "relay.attrs.AllocStorageAttrs", "relay.attrs.AllocTensorAttrs"
RESHAPE, SHAPE_FUNC, LOWERED = "relay.attrs.ReshapeTensorAttrs", "relay.attrs.ShapeFuncAttrs", "relay.attrs.CallLoweredAttrs"


def memory_calls():
    numbers = ["int64[]", "int32[]", "int64[1]", "uint64[]", "float32[]", "int64[?]", "_", "(int64[])", "Storage"]
    inputs = [f"{number} int64[]" for number in numbers] + [f"int64[] {number}" for number in numbers]
    attributes = [{"dtype": dtype, "device_id": 0, "device_type": 1} for dtype in ["float32", "int8"]]
    yield from each("memory.alloc_storage", STORAGE, attributes, inputs)

    shapes = ["int64[2]", "int64[]", "int32[2]", "int64[n:int32]", "int64[?]", "float32[2]", "int64[2,2]", "_"]
    shapes += ["(int64[2])", "int64[3]", "int64[2L]", "int64[0]"]
    inputs = [f"Storage int64[] {shape}" for shape in shapes]
    inputs += [f"Storage {offset} int64[2]" for offset in ["int32[]", "int64[2]", "_", "(int64[])", "float32[?]"]]
    inputs += ["_ int64[] int64[2]", "float32[2] int64[] int64[2]", "(Storage) int64[] int64[2]"]
    constants = [{"constant": "int64", "data": [2, 3]}, {"constant": "int64", "data": 5}, {"constant": "int64", "data": [4]}]
    constants += [{"constant": "int32", "data": [2, 3]}]
    constants += [{"constant": "int64", "data": []}, {"constant": "int64", "data": [-1, 0]}]
    constants += [{"constant": "float32", "data": [2, 3]}]
    attributes = [{"dtype": "float32", "const_shape": constant, "assert_shape": None} for constant in constants]
    extents = [[], [2, 3], [{"extent": "?"}, {"extent": "n:int32"}], [{"extent": "7L"}]]
    attributes += [{"dtype": "int8", "const_shape": None, "assert_shape": shape} for shape in extents]
    attributes += [{"const_shape": None, "assert_shape": None}]
    attributes += [{"const_shape": constants[0], "assert_shape": [5, {"extent": "?"}]}]
    yield from each("memory.alloc_tensor", TENSOR, [attributes[0], attributes[-2]], inputs)
    yield from each("memory.alloc_tensor", TENSOR, attributes, inputs[:2])

    freed = ["float32[2]", "(float32[2],int8[])", "Storage", "_", "float32[n:int32,?]", "fn(float32[2])->int8[]", "()"]
    yield from each("memory.kill", None, [None], freed)


def lowered_calls():
    # For each function, types of arguments and of results that fit, or nearly fit.
    functions = {
        "fn(float32[2],int8[3])->float32[5]": (["(float32[2],int8[3])", "(float32[2],_)", "(float32[2])"], ["(float32[5])", "(float32[6])"]),
        "fn()->float32[]": (["()", "(float32[2])"], ["(float32[])", "()", "(float32[],float32[])", "float32[]"]),
        "fn(float32[2])->(float32[2],int8[])": (["(float32[2])", "((float32[2]))"], ["(float32[2],int8[])", "((float32[2],int8[]))"]),
        "fn((float32[2],int8[]))->float32[?]": (["((float32[2],int8[]))", "(float32[2],int8[])"], ["(float32[4])", "(float32[?])"]),
        "fn(float32[2])->((float32[2]),int8[])": (["(float32[2])"], ["((float32[2]),int8[])", "(float32[2],int8[])"]),
        "fn(float32[n:int32,?])->int8[n:int32]": (["(float32[n:int32,7])", "(float32[7,8])"], ["(int8[n:int32])", "(int8[7])"]),
        "fn(float32[2])->Storage": (["(float32[2])"], ["(Storage)", "Storage"]),
        "fn(Storage)->float32[2]": (["(Storage)"], ["(float32[2])"]),
        "fn(float32[2])->fn()->int8[]": (["(float32[2])"], ["(fn()->int8[])"]),
        "_": (["()"], ["()"]),
        "float32[2]": (["(float32[2])"], ["(float32[2])"]),
        "(float32[2])": (["(float32[2])"], ["(float32[2])"]),
    }
    for function, (arguments, results) in functions.items():
        inputs = [f"{function} {types}" for types in [*arguments, "_", "float32[2]"]]
        yield from each("call_lowered", LOWERED, [{"metadata": None}], inputs)
        inputs = [f"{function} {types} {results[0]}" for types in [*arguments, "_", "(_)", "float32[2]"]]
        inputs += [f"{function} {arguments[0]} {types}" for types in [*results, "_", "(_)", "(_,_)"]]
        yield from each("vm.invoke_tvm_op", None, [None], inputs)

    masks = [[0], [1], [1, 0], [0, 0, 1], [], None]
    for function, (arguments, results) in functions.items():
        attributes = [{"is_input": mask} for mask in masks]
        yield from each("vm.shape_func", SHAPE_FUNC, attributes, [f"{function} _ _"])
    for function, mask, inputs in [
        ("fn(float32[2],int8[3])->float32[5]", [1, 0], ["(float32[2],int64[1]) _", "(int64[1],int8[3]) _", "(_,_) (_)"]),
        ("fn(float32[2],int8[3])->float32[5]", [0, 0], ["_ (int64[1])", "_ (int64[])", "(int64[1],int64[1]) _", "_ int64[1]"]),
        ("fn(float32[2])->(float32[2],int8[])", [0], ["_ (int64[1],int64[])", "(_) (_,_)", "float32[2] _", "_ ((_,_))"]),
        ("fn((float32[2],int8[]))->float32[?]", [1], ["(float32[2],int8[]) _", "((float32[2],int8[])) _", "(_,_) (_)"]),
        ("fn((float32[2],int8[]))->float32[?]", [0], ["(int64[1],int64[]) _", "((int64[1],int64[])) _", "_ (int64[1])"]),
        ("fn(float32[n:int32,?])->int8[n:int32]", [1], ["(float32[n:int32,?]) _", "(float32[3,4]) _", "_ (int64[1])"]),
    ]:
        yield from each("vm.shape_func", SHAPE_FUNC, [{"is_input": mask}], [f"{function} {types}" for types in inputs])

    extents = [[], [2, 3], [{"extent": "?"}, {"extent": "n:int32"}], [{"extent": "7L"}, -1], None]
    shapes = ["int64[2]", "int64[]", "(int64[1],int64[1])", "_"]
    inputs = [f"{data} {shape}" for data in ["float32[6]", "int8[n:int32,?]", "_", "(float32[2])"] for shape in shapes]
    yield from each("vm.reshape_tensor", RESHAPE, [{"newshape": shape} for shape in extents[1:2]], inputs)
    yield from each("vm.reshape_tensor", RESHAPE, [{"newshape": shape} for shape in extents], inputs[:2])


write("memory", [*memory_calls(), *lowered_calls()])
