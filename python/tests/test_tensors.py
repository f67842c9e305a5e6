"""Tensors: NumPy's and other libraries', in and out."""

import gc
import weakref

import numpy as np
import pytest

import shapes  # noqa: F401
import objet
from objet import nd


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int32", "int64", "float16", "float32", "float64"])
@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (2, 3)])
def test_there_and_back(dtype, shape):
    source = (np.arange(np.prod(shape, dtype=int)).reshape(shape) % 2).astype(dtype)
    tensor = nd.array(source)
    assert (tensor.shape, tensor.dtype, tensor.device) == (shape, dtype, objet.cpu())
    back = tensor.numpy()
    assert back.dtype == dtype and np.array_equal(back, source)
    assert np.array_equal(np.asarray(tensor), source)


def test_from_lists_and_numbers():
    assert nd.array([1, 2]).dtype == "int64" and nd.array([1.5]).dtype == "float32"
    assert nd.array([1, 2], dtype="float64").numpy().tolist() == [1.0, 2.0]
    assert nd.array(3).shape == () and nd.empty((2, 2)).numpy().sum() == 0


def test_without_a_copy():
    source = np.arange(12.0).reshape(3, 4)
    tensor = nd.from_dlpack(source)
    source[0, 0] = 100
    assert tensor.numpy()[0, 0] == 100
    view = np.from_dlpack(tensor)
    assert np.shares_memory(view, source) and not view.flags.writeable
    weak = weakref.ref(tensor)
    del tensor, source
    gc.collect()
    assert weak() is None and view[0, 0] == 100


def test_what_is_not_contiguous():
    source = np.arange(24).reshape(4, 6)[::2, ::3]
    tensor = nd.from_dlpack(source)
    assert tensor.strides == [12, 3] and np.array_equal(tensor.numpy(), source)
    assert nd.array(tensor).strides is None and np.array_equal(nd.array(source).numpy(), source)


def test_floats_of_16_bits():
    values = np.array([0.0, 1.0, -2.5, 3.14159, np.inf, np.nan, 1e-3], dtype="float32")
    tensor = nd.array(values, dtype="bfloat16")
    assert tensor.dtype == "bfloat16"
    back = tensor.numpy()
    assert back.dtype == np.float32 and np.isnan(back[5]) and back[4] == np.inf
    assert np.allclose(back[[0, 1, 2, 3, 6]], values[[0, 1, 2, 3, 6]], rtol=2**-8)


def test_capsules():
    tensor = nd.array([1.0, 2.0])
    assert tensor.__dlpack_device__() == (1, 0)
    assert "dltensor_versioned" in repr(tensor.__dlpack__(max_version=(1, 0)))
    assert "dltensor_versioned" not in repr(tensor.__dlpack__())
    again = nd.from_dlpack(tensor)
    assert again.numpy().tolist() == [1.0, 2.0]
    with pytest.raises(BufferError):
        tensor.__dlpack__(dl_device=(2, 0))


def test_pytorch():
    torch = pytest.importorskip("torch")
    source = torch.arange(6, dtype=torch.float32).reshape(2, 3)
    tensor = nd.from_dlpack(source)
    source[0, 0] = 7
    assert tensor.numpy()[0, 0] == 7
    assert torch.equal(torch.from_dlpack(tensor), source)
    half = nd.from_dlpack(torch.tensor([1.5, -2.0], dtype=torch.bfloat16))
    assert half.dtype == "bfloat16" and half.numpy().tolist() == [1.5, -2.0]


def test_arguments():
    kind = objet.convert(lambda tensor: tensor.dtype)
    assert kind(np.ones(2, dtype="float32")) == "float32"
    assert kind(nd.array([1, 2])) == "int64"


def test_timing():
    evaluate = objet.time_evaluator(shapes.sleep_ms, number=2, repeat=3)
    took = evaluate(2)
    assert len(took) == 3 and all(0.002 <= each < 0.2 for each in took)
    with pytest.raises(TypeError):
        evaluate("x")
