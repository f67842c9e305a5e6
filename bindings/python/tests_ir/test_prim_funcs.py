"""Tests of functions and buffers of TIR."""

import numpy as np
import pytest

import objet
from objet.ops import tir

I = tir.var("i")


@pytest.fixture
def buffer():
    data = objet.get_global_func("tir.Var")("b", objet.PointerType(objet.PrimType("float32"), "shared"))
    return objet.get_global_func("tir.Buffer")(data, "float32", [4, 16], [], None, "b", 64, 1, "")


def test_buffers_are_read_and_written(buffer):
    load = buffer.vload([I, 2])
    assert isinstance(load, objet.tir.Load) and load.buffer_var.same_as(buffer.data) and str(load.index) == "((i*16) + 2)"
    assert buffer.vload((0, np.int64(4)), "float32x4").dtype == buffer.vload((0, 4), dtype="float32x4").dtype == "float32x4"
    store = buffer.vstore([I, 2], 1.0)
    assert isinstance(store, objet.tir.Store) and store.value == 1.0 and str(store.index) == str(load.index)
    flat = objet.get_global_func("tir.Buffer")(buffer.data, "float32", [64], [], None, "flat", 64, 1, "")
    assert flat.vload(3).index == 3 and flat.vload(I).index.same_as(I) and flat.vstore(I + 1, load).index.b == 1
    assert buffer.scope() == "shared"
    with pytest.raises(ValueError):
        buffer.vload([I, 2], "float32x3x")


def test_buffers_have_addresses(buffer):
    def access(*args, **named):
        made = buffer.access_ptr(*args, **named)
        assert made.op.name == "tir.tvm_access_ptr" and made.args[1].same_as(buffer.data) and made.dtype == "handle"
        return made.args[4]

    assert [access(mask) for mask in ("r", "w", "rw", "wr", 1, buffer.READ | buffer.WRITE)] == [1, 2, 3, 3, 1, 3]
    assert (buffer.READ, objet.tir.Buffer.WRITE) == (1, 2) and buffer.access_ptr("r", offset=I).args[2].same_as(I)
    for wrong in ("x", "rx", ""):
        with pytest.raises(ValueError, match='^expected "r", "w" or "rw" as the access, found'):
            buffer.access_ptr(wrong)


def test_functions_are_changed_and_specialized(buffer):
    handle, n = tir.var("a", "handle"), tir.var("n")
    function = objet.get_global_func("tir.PrimFunc")([handle, n], objet.tir.Evaluate(n + 1), None, {handle: buffer}, None)
    changed = function.with_body(objet.tir.Evaluate(n * 2))
    assert str(changed.body) == "(n: int32*2)" and changed.params == function.params and changed.buffer_map[handle].same_as(buffer)
    assert objet.structural_equal(changed.with_body(function.body), function)
    four = function.specialize({n: 4})
    assert len(four.params) == 1 and four.body.value == 5
    with pytest.raises(ValueError, match="found i"):
        function.specialize({I: 4})
    text = function.script()
    assert "@T.prim_func" in text and "T.match_buffer" in text and "@P.prim_func" in function.script("P")
    module = objet.IRModule({"main": function})
    assert "class Module:" in module.script() and "def main(" in module.script(tir_prefix="T", show_meta=True)
