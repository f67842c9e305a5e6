"""Tests of pickles whose elements are in buffers beside them."""

import mmap
import pickle

import numpy as np
import pytest

import shapes
import objet
from objet import nd

EXPORTS_READ_ONLY = np.lib.NumpyVersion(np.__version__) >= "2.1.0"


def beside(value, dumps=pickle.dumps):
    buffers = []
    return dumps(value, protocol=5, buffer_callback=buffers.append), buffers


@pytest.mark.parametrize("dtype", ["float32", "bool", "bfloat16", "float32x4", "int4", "float64"])
@pytest.mark.parametrize("shape", [(), (0, 3), (2, 3)])
def test_elements_are_beside_the_pickle(dtype, shape):
    tensor = nd.zeros(shape, dtype)
    data, buffers = beside(tensor)
    assert len(buffers) == 1
    for back in (pickle.loads(data, buffers=buffers), pickle.loads(pickle.dumps(tensor, protocol=5))):
        assert (back.shape, back.dtype, back.device, back.numpy().tolist()) == (
            shape,
            dtype,
            objet.cpu(),
            tensor.numpy().tolist(),
        )


def test_elements_are_not_copied():
    tensor = nd.array(np.arange(100_000, dtype="float32"))
    data, buffers = beside(tensor)
    assert len(data) < 500 and buffers[0].raw().nbytes == 400_000 and buffers[0].raw().readonly
    assert np.shares_memory(np.frombuffer(buffers[0], "float32"), np.asarray(tensor))
    back = pickle.loads(data, buffers=buffers)
    assert np.array_equal(back.numpy(), tensor.numpy())
    if EXPORTS_READ_ONLY:
        assert back.is_read_only and np.shares_memory(np.asarray(back), np.asarray(tensor))
    received = bytearray(buffers[0].raw())
    back = pickle.loads(data, buffers=[received])
    assert np.array_equal(back.numpy(), tensor.numpy())
    if EXPORTS_READ_ONLY:
        assert np.asarray(back).ctypes.data == np.frombuffer(received, "uint8").ctypes.data
        with pytest.raises(ValueError, match="read-only"):
            back[0] = 1


def test_elements_inside_of_the_pickle_are_copied():
    tensor = nd.array([1.0, 2.0])
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        back = pickle.loads(pickle.dumps(tensor, protocol=protocol))
        back[0] = 9
        assert back.numpy().tolist() == [9.0, 2.0] and tensor.numpy().tolist() == [1.0, 2.0]
    strided = nd.from_dlpack(np.arange(6.0).reshape(2, 3).T)
    data, buffers = beside(strided)
    assert pickle.loads(data, buffers=buffers).numpy().tolist() == strided.numpy().tolist()


def test_buffers_of_other_kinds():
    tensor = nd.array([1.0, 2.0, 3.0])
    data, (buffer,) = beside(tensor)
    raw = buffer.raw().tobytes()
    with mmap.mmap(-1, 12) as memory:
        memory[:] = raw
        # Misaligned elements are copied.
        for given in (raw, memoryview(b"x" + raw)[1:], memoryview(memory)[:]):
            assert pickle.loads(data, buffers=[given]).numpy().tolist() == [1.0, 2.0, 3.0]
        del given
    for wrong in (raw[:-1], bytearray(raw[:-1]), bytearray(raw + raw), b""):
        with pytest.raises(ValueError, match="bytes"):
            pickle.loads(data, buffers=[wrong])
    with pytest.raises(ValueError):
        pickle.dumps(tensor, protocol=4, buffer_callback=[].append)


def test_dumps_with_buffers():
    tensor, array = nd.array([1.0, 2.0]), np.arange(3.0)
    circle = shapes.Circle(radius=2)
    inside = nd.array([3.0])
    value = {"tensor": tensor, "array": array, "circles": [circle, objet.convert([circle])], "in": [inside, objet.Array([inside])]}
    data, buffers = beside(value, objet.dumps)
    assert len(buffers) == 2
    back = pickle.loads(data, buffers=buffers)
    assert back["tensor"].numpy().tolist() == [1.0, 2.0] and back["array"].tolist() == [0, 1, 2]
    assert back["circles"][0] is back["circles"][1][0] and back["in"][0] is back["in"][1][0]
    data, buffers = beside([circle, array], objet.dumps)
    assert len(buffers) == 1 and pickle.loads(data, buffers=buffers)[0].radius == 2
    assert pickle.loads(objet.dumps(value, 5))["tensor"].numpy().tolist() == [1.0, 2.0]
    kept = []
    data = objet.dumps(value, 5, buffer_callback=lambda buffer: kept.append(buffer) or True)
    assert len(kept) == 2 and pickle.loads(data)["tensor"].numpy().tolist() == [1.0, 2.0]
