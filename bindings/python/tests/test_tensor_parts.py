"""Tests of views of tensors, of their elements as numbers, and of writing to tensors."""

import gc
import weakref

import numpy as np
import pytest

import shapes  # noqa: F401
import objet
from objet import nd


@pytest.mark.parametrize("index", [0, -1, (1, 2), slice(None), slice(None, None, -1), (..., 1), (0, ..., -1), (slice(1, 9, 2), 0),
    (slice(3, 0, -2), slice(2, None)), (), ..., (slice(5, 5),),
    (slice(None), slice(None), slice(-1, None, -3))])  # fmt: skip
def test_slices_are_views(index):
    source = np.arange(60.0).reshape(3, 4, 5)
    for tensor in (nd.array(source), nd.from_dlpack(source), nd.from_dlpack(source[:, ::-1])[:, ::-1]):
        part = tensor[index]
        assert part.shape == source[index].shape and np.array_equal(part.numpy(), source[index])
    if source[index].size:
        assert np.shares_memory(np.asarray(nd.from_dlpack(source)[index]), source)


def test_wrong_indices():
    tensor = nd.zeros((2, 3))
    for index, error in [(2, IndexError), (-3, IndexError), ((0, 0, 0), IndexError), ((..., ...), IndexError), ("x", TypeError),
        (None, TypeError), (1.0, TypeError), ([0], TypeError)]:  # fmt: skip
        with pytest.raises(error):
            tensor[index]
        with pytest.raises(error):
            tensor[index] = 1


def test_sequence_and_number_protocols():
    tensor = nd.array([[1, 2], [3, 4]])
    assert [row.numpy().tolist() for row in tensor] == [[1, 2], [3, 4]] and len(tensor) == 2
    assert (tensor.ndim, tensor.size, tensor.asnumpy().tolist()) == (2, 4, [[1, 2], [3, 4]])
    assert (int(tensor[1, 1]), float(tensor[0, 1]), tensor[1, 0].item()) == (4, 2.0, 3)
    one = nd.array(3.5)
    for wrong in (len, iter, list):
        with pytest.raises(TypeError, match="without dimensions"):
            wrong(one)
    assert bool(one) and not nd.array(0) and not nd.array([False])
    for wrong in (bool, int, float):
        with pytest.raises(ValueError, match="one element"):
            wrong(tensor)
    assert tensor.reshape(4).numpy().tolist() == tensor.reshape((-1,)).numpy().tolist() == [1, 2, 3, 4]
    assert tensor.reshape(1, -1, 2).shape == (1, 2, 2) and one.reshape().shape == ()
    for shape in [(3,), (-1, 3), (-1, -1), (-2, -2)]:
        with pytest.raises(ValueError):
            tensor.reshape(shape)


@pytest.mark.parametrize("dtype", ["float32", "int8", "bool", "bfloat16", "int4"])
def test_writing(dtype):
    tensor = nd.zeros((2, 3), dtype)
    mirror = tensor.numpy()
    for index, value in [(0, 1), ((1, 2), 1), ((slice(None), 1), 0), ((..., slice(None, None, -2)), 1), (slice(5, 9), 1)]:
        tensor[index] = value
        mirror[index] = value
        assert np.array_equal(tensor.numpy(), mirror)
    other = nd.zeros((2, 3), dtype)
    assert other.copyfrom(tensor) is other and np.array_equal(other.numpy(), mirror)
    assert tensor.copyto(objet.cpu()).numpy().tolist() == mirror.tolist()
    other[:] = 0
    whole = tensor.copyfrom(tensor).numpy()
    assert np.array_equal(whole, mirror)
    assert not other.numpy().any() and tensor.copyto(other) is other and np.array_equal(other.numpy(), mirror)


def test_writing_vectors_and_scalars():
    vectors = nd.zeros(3, "float64x2")
    vectors[1:] = [1, 2]
    assert vectors.numpy().tolist() == [[0, 0], [1, 2], [1, 2]]
    one = nd.zeros(())
    one[()] = 3
    one[...] = one.item() + 1
    assert one.item() == 4
    nd.zeros((0, 3))[:] = 1


def test_writing_needs_a_unique_reference():
    tensor = nd.array([1.0, 2.0, 3.0])
    held = objet.convert([tensor])
    for write in (lambda: tensor.copyfrom([1, 2, 3]), lambda: tensor.__setitem__(0, 5)):
        with pytest.raises(ValueError, match="tensor is shared"):
            write()
    del held
    gc.collect()
    tensor[1:][0] = 7
    tensor.reshape(3, 1)[2] = 8
    tensor[0] = tensor[2]
    tensor[1:][1] = tensor[1]
    assert tensor.numpy().tolist() == [8, 7, 7]
    seen = np.asarray(tensor)
    tensor[0] = 9
    assert seen.tolist() == [9, 7, 7]
    lent = np.from_dlpack(tensor)
    with pytest.raises(ValueError, match="tensor is shared"):
        tensor[0] = 5
    assert lent.tolist() == [9, 7, 7]
    tensor = nd.array(np.arange(100_000))
    del seen
    tensor.copyfrom(tensor[::-1])
    assert np.array_equal(tensor.numpy(), np.arange(100_000)[::-1])
    tensor[1:].copyfrom(tensor[:-1])
    assert tensor.numpy()[:3].tolist() == [99_999, 99_999, 99_998]
    columns = nd.zeros((2, 3))
    columns[:, ::2][:, 1] = 4
    with pytest.raises(ValueError, match="row-major"):
        columns[:, 1].copyfrom([5, 6])
    assert columns.numpy().tolist() == [[0, 0, 4], [0, 0, 4]]
    lent = np.zeros(3)
    nd.from_dlpack(lent)[:] = 4
    assert lent.tolist() == [4, 4, 4]
    for wrong in (lambda: tensor.copyfrom([1.0]), lambda: nd.zeros(2).__setitem__(slice(None), [1, 2, 3]), lambda: nd.zeros(2).copyfrom("x")):
        with pytest.raises((ValueError, TypeError)):
            wrong()


def test_a_view_writes_to_its_tensor():
    tensor = nd.array([[1.0, 2.0], [3.0, 4.0]])
    row = tensor[0]
    with pytest.raises(ValueError, match="tensor is shared"):
        tensor[0] = 1
    row[0] = 42
    assert tensor.numpy().tolist() == [[42, 2], [3, 4]]
    row.copyfrom([42, 43])
    assert tensor.numpy().tolist() == [[42, 43], [3, 4]]
    row[::-1] = row
    assert row.numpy().tolist() == [43, 42] and row.copyfrom(row) is row
    row[::-1] = row
    for hold in (lambda: tensor[1], lambda: objet.convert([row]), lambda: objet.convert([tensor]), lambda: np.from_dlpack(tensor)):
        held = hold()
        for value in (1, row):
            with pytest.raises(ValueError, match="tensor is shared"):
                row[:] = value
        del held
    del tensor
    row[0] = 44
    assert row.numpy().tolist() == [44, 43]


def test_writable_memory_keeps_the_tensor_alive():
    tensor = nd.zeros(2)
    memory = nd._Memory(tensor, objet._objet.tensor_address_for_writing(tensor, None), is_read_only=False).array()
    weak = weakref.ref(tensor)
    del tensor
    gc.collect()
    memory[1] = 3
    assert weak().numpy().tolist() == [0, 3]
    del memory
    gc.collect()
    assert weak() is None
