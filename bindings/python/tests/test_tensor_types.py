"""Tests of element types: their names and their NumPy types."""

import base64
import json
import math
import re
import struct

import numpy as np
import pytest

import shapes  # noqa: F401
import objet
from objet import nd


NUMPY_HAS_VERSIONS = np.lib.NumpyVersion(np.__version__) >= "2.1.0"


@pytest.mark.parametrize("package", ["ml_dtypes", None])
def test_bfloat16(package, monkeypatch):
    wanted = np.dtype(pytest.importorskip(package).bfloat16) if package else None
    monkeypatch.setattr(objet.dtypes, "_bfloat16", lambda: wanted)
    values = np.array([0.0, 1.0, -2.5, 3.14159, np.inf, np.nan, 1e-3], dtype="float32")
    tensor = nd.array(values, dtype="bfloat16")
    assert tensor.dtype == "bfloat16"
    back = tensor.numpy()
    assert back.dtype == (wanted if package else np.dtype("float32")) and np.isnan(back[5]) and back[4] == np.inf
    assert np.allclose(back[[0, 1, 2, 3, 6]].astype("float32"), values[[0, 1, 2, 3, 6]], rtol=2**-8)
    assert np.shares_memory(np.asarray(tensor), np.asarray(tensor)) == (package is not None)
    tensor[1] = back[3]
    assert tensor.numpy()[1] == back[3] and nd.array(tensor.numpy()).dtype in ("bfloat16", "float32")


DTYPES = "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 complex64 complex128".split()


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_type_round_trips_through_dlpack(dtype):
    if dtype == "bool" and not NUMPY_HAS_VERSIONS:
        pytest.skip("NumPy does not support booleans in DLPack")
    for source in (
        np.ones((2, 3), dtype),
        np.array(1, dtype),
        np.zeros((0, 2), dtype),
        np.arange(12).reshape(3, 4).astype(dtype)[::-2, ::-1],
        np.arange(6).reshape(2, 3).astype(dtype).T,
    ):
        tensor = nd.from_dlpack(source)
        assert (tensor.dtype, tensor.shape) == (dtype, source.shape) and nd.array(source).dtype == dtype
        assert (tensor.strides is None) == (source.flags.c_contiguous or source.size == 0)
        for back in (tensor.numpy(), np.asarray(tensor), nd.array(tensor).numpy(), nd.array(source).numpy()):
            assert back.dtype == dtype and np.array_equal(back, source)
        assert np.array_equal(np.from_dlpack(tensor), source) and np.from_dlpack(tensor).dtype == dtype


def test_names_of_types():
    for dtype in ("float32", np.dtype("float32"), np.float32, np.dtype(">f4"), np.array(1, "float32").dtype):
        assert nd.array([1, 2], dtype=dtype).dtype == "float32" and nd.empty((2,), dtype).dtype == "float32"
    assert nd.array([1], dtype=float).dtype == "float64" and nd.array([1], dtype=int).dtype == "int64"
    assert nd.array([1], dtype="bool8").dtype == nd.array([1], dtype=bool).dtype == nd.array([True]).dtype == "bool"
    swapped = np.arange(3, dtype=">i4")
    assert nd.array(swapped).dtype == "int32" and nd.array(swapped).numpy().tolist() == [0, 1, 2]
    with pytest.raises(BufferError):
        nd.from_dlpack(swapped)
    with pytest.raises(TypeError, match="expected an element type"):
        nd.array([1], dtype=objet)
    assert nd.array([1], dtype="float").dtype == "float32" and nd.array([1], "complex64").dtype == "complex64"
    with pytest.raises(ValueError, match="flaot"):
        nd.array([1], dtype="flaot")


@pytest.mark.parametrize(
    "source, named",
    [
        (None, "NoneType"),
        ("abc", "str"),
        ((x for x in [1]), "generator"),
        (np.zeros(2, dtype=[("a", "f4")]), "ndarray"),
        (np.zeros(2, dtype="datetime64[ns]"), "datetime64"),
        ([2**70, "x"], "object, found in list"),
    ],
)
def test_messages_of_unsupported_elements(source, named):
    with pytest.raises(TypeError, match=named):
        nd.array(source)


def test_types_without_a_numpy_type():
    vectors = nd.array(np.arange(12).reshape(3, 4), dtype="float32x4")
    assert vectors.shape == (3,) and vectors.numpy().tolist() == np.arange(12).reshape(3, 4).tolist()
    with pytest.raises(ValueError, match="4 numbers for each float32x4"):
        nd.array([1, 2, 3], dtype="float32x4")
    small = nd.array([-8, -1, 0, 7], dtype="int4")
    assert small.dtype == "int4" and small.numpy().tolist() == [-8, -1, 0, 7] and small.numpy().dtype == "int8"
    assert nd.array([0, 15], dtype="uint4").numpy().tolist() == [0, 15]
    assert nd.empty((2, 0), "bfloat16").numpy().shape == (2, 0) and nd.array(1.5, "bfloat16").numpy() == 1.5
    for dtype in ("handle", "int4x2", "float6_e2m3fnx4"):
        with pytest.raises(TypeError, match="NumPy has no"):
            nd.empty((2,), "handle").numpy() if dtype == "handle" else nd.array([1, 2], dtype=dtype)
    assert nd.array(np.longdouble(1.5)).numpy() == 1.5
    handles = nd.empty((2,), "handle")
    assert repr(handles) == str(handles) == "NDArray(shape=(2,), dtype='handle', device=cpu(0))"


def test_truth_values_of_tvm_ffi():
    # The tensor has the type code 6 of DLPack, with 8 bits.
    head = struct.pack("<QQiiiBBHqq", 0xDD5E40F096B4A13F, 0, 1, 0, 1, 6, 8, 1, 2, 2)
    data = base64.b64encode(head + b"\1\0").decode()
    text = json.dumps({"root_index": 0, "nodes": [{"type": "ffi.Tensor", "data": data}]}, separators=(",", ":"))
    tensor = objet.load_json(text)
    assert tensor.numpy().dtype == bool and tensor.numpy().tolist() == [True, False]
    assert "[ True, False]" in repr(tensor) and bool(tensor[0]) and np.asarray(tensor)[0]
    assert nd.array(tensor, dtype="bool").dtype == "bool"
    assert objet.save_json(tensor, format="tvm-ffi") == text


@pytest.mark.parametrize(
    "number, dtype",
    [(300, "int8"), (-1, "uint8"), (2**31, "int32"), (2**32, "int32x2"), (8, "int4"), (-9, "int4"), (16, "uint4"), (-1, "uint4")],
)
def test_numbers_that_do_not_fit_are_refused(number, dtype):
    with pytest.raises(OverflowError, match=f"{number} does not fit into {dtype}, which has "):
        nd.array([0, number], dtype=dtype)
    # Elements of an array are converted as by NumPy.
    assert nd.array(np.array([0, 300]), dtype="int8").numpy().tolist() == [0, 44]
    tensor = nd.zeros((2,), dtype)
    with pytest.raises(OverflowError, match=f"{number} does not fit into {dtype}, which has "):
        tensor[0] = number
    assert not tensor.numpy().any()


def test_floats_that_do_not_fit_are_refused():
    for number, dtype in ((300.0, "uint8"), (-1.0, "uint8"), (9.5, "int4"), (2.0**63, "int64"), (math.inf, "int32"), (1e20, "int32")):
        with pytest.raises(OverflowError, match=f"^{re.escape(str(number))} does not fit into {dtype}, which has "):
            nd.array([0.0, number], dtype=dtype)
        with pytest.raises(OverflowError, match=f" does not fit into {dtype}, which has "):
            nd.zeros((2,), dtype)[0] = number
    assert nd.array([255.9, -0.9], dtype="uint8").numpy().tolist() == [255, 0]
    assert nd.array([-8.9, 7.9], dtype="int4").numpy().tolist() == [-8, 7]
    assert nd.array([-(2.0**63), 2**63 - 1024.0], dtype="int64").numpy().tolist() == [-(2**63), 2**63 - 1024]
    assert nd.array([-(2**63), 2**63 - 1], dtype="int64").numpy().tolist() == [-(2**63), 2**63 - 1]
    assert nd.array([300.0], dtype="float16").numpy().tolist() == [300] and nd.array([math.nan], dtype="bool").item()
    with pytest.raises(ValueError, match="^nan is no number of int32$"):
        nd.array(math.nan, "int32")
    with pytest.raises(TypeError, match="^float32 does not have complex numbers"):
        nd.array([1j], "float32")
    assert nd.array([1j], "complex128").numpy().tolist() == [1j]


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3b11fnuz"])
def test_arrays_of_ml_dtypes_are_shared(name):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    source = np.arange(12).reshape(3, 4).astype(getattr(ml_dtypes, name))
    seen = []
    take = objet.convert(lambda given: seen.append(given.numpy().tolist()))
    for part in (source, source[:, ::2], source.T, source[1, 2, ...], source[:0], source[::-1]):
        tensor = nd.from_dlpack(part)
        assert tensor.dtype == name and tensor.shape == part.shape and not tensor.is_read_only
        assert tensor.numpy().dtype == part.dtype and np.array_equal(tensor.numpy(), part)
        assert np.array_equal(objet.convert(part).numpy(), part)
        take(part)
        assert seen.pop() == part.tolist()
    tensor = nd.from_dlpack(source)
    assert nd.array(source).numpy().tolist() == source.tolist()
    source[0, 0] = 7
    assert tensor.numpy()[0, 0] == 7
    source.flags.writeable = False
    assert nd.from_dlpack(source).is_read_only
    assert nd.from_dlpack(nd.array([1, 2], dtype=name).numpy()).numpy().tolist() == [1, 2]


def test_numpy_arrays_that_cannot_be_shared():
    same = objet.convert(lambda given: given)
    for bad in (np.array(["a", "b"]), np.array([object()]), np.array(["2020-01-01"], "datetime64[D]")):
        for take in (nd.from_dlpack, same, objet.convert):
            with pytest.raises(TypeError) as raised:
                take(bad)
            assert str(raised.value) == (
                f"tensors cannot have elements of type {bad.dtype}: "
                "convert the array by `astype`, or pass a list (`tolist()`)"
            )
    swapped = np.arange(3, dtype=">i4")
    for take in (nd.from_dlpack, same):
        with pytest.raises(BufferError, match=r"cannot share a NumPy array of >i4: .* \(`objet.nd.array` copies it\)"):
            take(swapped)
    ml_dtypes = pytest.importorskip("ml_dtypes")
    with pytest.raises(BufferError, match="cannot share a NumPy array of int4: "):
        nd.from_dlpack(np.array([1, 2], dtype=ml_dtypes.int4))


def test_ml_dtypes_types():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    for name in ("float8_e4m3fn", "float8_e5m2", "float6_e2m3fn", "float4_e2m1fn"):
        source = np.array([0, 1, -2], dtype=getattr(ml_dtypes, name))
        tensor = nd.array(source)
        assert tensor.dtype == name and np.array_equal(tensor.numpy(), source)
        assert np.array_equal(nd.array([0, 1, -2], dtype=name).numpy(), source)
    for name in ("bfloat16", "int4", "uint4"):
        source = np.array([0, 1, 3], dtype=getattr(ml_dtypes, name))
        assert nd.array(source).dtype == name and nd.array(source).numpy().tolist() == [0, 1, 3]
