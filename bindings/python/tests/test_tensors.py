"""Tests of the exchange of tensors with NumPy and other libraries."""

import array
import collections
import gc
import weakref

import numpy as np
import pytest

import shapes  # noqa: F401
import objet
from objet import nd


NUMPY_HAS_VERSIONS = np.lib.NumpyVersion(np.__version__) >= "2.1.0"


class Versioned:
    """A producer that overrides options of the consumer's request."""

    def __init__(self, tensor, **options):
        self.tensor, self.options = tensor, options

    def __dlpack__(self, **options):
        return self.tensor.__dlpack__(**{**options, **self.options})

    def __dlpack_device__(self):
        return self.tensor.__dlpack_device__()


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int32", "int64", "float16", "float32", "float64"])
@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (2, 3)])
def test_round_trip_through_numpy(dtype, shape):
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
    assert nd.empty((2,), None).dtype == nd.zeros((2,), None).dtype == nd.array([1.0], None).dtype == "float32"
    with pytest.raises(TypeError, match=r"^expected an element type as the second argument, found cpu\(0\): pass it as device=$"):
        nd.array([1.0], objet.cpu())
    with pytest.raises(TypeError, match="^expected a tensor with `__dlpack__`, found PyCapsule: pass the tensor that made the capsule$"):
        nd.from_dlpack(nd.array([1.0]).__dlpack__())
    for source, found in (([-1, 2**63], "-1 to 9223372036854775808"), (2**64, "18446744073709551616"), ([[2**64], [-1]], "-1 to 1844674407370955161")):
        with pytest.raises(OverflowError, match=f"^no data type of integers has {found}.*: pass a data type of floats"):
            nd.array(source)
    assert nd.array([-1, 2**63], "float64").dtype == "float64" and nd.array([2**64], "float64").item() == 2.0**64
    for source in (np.array([], object), np.array([1, 2], object), np.array([True], object), [None]):
        with pytest.raises(TypeError, match="^tensors cannot have elements of type object, found in (list|ndarray)$"):
            nd.array(source)

    class Rows:
        def __len__(self):
            return 2

        def __getitem__(self, index):
            return range(2)[index] + 0.5

    assert nd.array(Rows()).dtype == "float32"


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


def test_numpy_views_that_need_a_copy_are_errors():
    tensor = nd.array([1.0])
    for dtype in (None, "float32", np.float32):
        assert np.shares_memory(np.asarray(tensor, dtype, copy=False), np.asarray(tensor))
    for dtype in ("float64", float, "int8"):
        with pytest.raises(ValueError, match="float32 on .* as (float64|int8) in NumPy without a copy"):
            np.asarray(tensor, dtype, copy=False)
        assert np.asarray(tensor, dtype).tolist() == [1]
    assert np.asarray(nd.array([1.0], "float64"), "float64", copy=False).tolist() == [1.0]


def test_values_that_are_not_tensors():
    for value in ([1, 2], 3, None):
        with pytest.raises(TypeError, match="expected a tensor .* found (list|int|NoneType): use `nd.array`"):
            nd.from_dlpack(value)


def test_strided_tensors():
    source = np.arange(24).reshape(4, 6)[::2, ::3]
    tensor = nd.from_dlpack(source)
    assert tensor.strides == [12, 3] and np.array_equal(tensor.numpy(), source)
    assert nd.array(tensor).strides is None and np.array_equal(nd.array(source).numpy(), source)


def test_devices_have_names():
    for name in ("cpu", "cpu:0"):
        assert nd.array([1.0], device=name).device == nd.empty((1,), device=name).device == objet.cpu()
        assert nd.zeros((2,), device=name).numpy().tolist() == [0, 0]
        assert nd.array([1.0]).copyto(name).device == objet.cpu()
        assert len(objet.time_evaluator(abs, name, number=1)(1)) == 1
    assert objet.device("cpu:0") == objet.device("cpu") == objet.device(1) == objet.cpu() and objet.device("cuda:1") == objet.cuda(1)
    for number in (2**31, 2**70, -(2**40)):
        with pytest.raises(ValueError, match=f"^expected a device index from 0 to 2147483647, found {number}"):
            objet.cpu(number)
    with pytest.raises(ValueError, match='unknown device type "cpu:1"'):
        objet.device("cpu:1", 0)
    with pytest.raises(ValueError, match='unknown device type "gpu": expected one of cpu, cuda'):
        nd.array([1.0], device="gpu:1")
    for wrong in ("cpu:", "cpu:x", "cpu:1:2"):
        with pytest.raises(ValueError, match=f'expected a device such as "cpu" or "cuda:1", found "{wrong}"'):
            nd.array([1.0], device=wrong)
    with pytest.raises(ValueError, match="expected a device index of 0 or more, found -1"):
        nd.array([1.0], device="cpu:-1")
    with pytest.raises(TypeError, match=r'expected a device such as `objet.cuda\(1\)` or its name "cuda:1", found an int'):
        nd.array([1.0], device=3)


def test_capsules():
    tensor = nd.array([1.0, 2.0])
    assert tensor.__dlpack_device__() == (1, 0)
    assert "dltensor_versioned" in repr(tensor.__dlpack__(max_version=(1, 0)))
    assert "dltensor_versioned" not in repr(tensor.__dlpack__())
    assert nd.from_dlpack(tensor) is tensor
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


def test_dlpack_structs_without_a_version():
    class Older:
        """A producer that implements the protocol without versions."""

        def __init__(self, tensor):
            self.tensor = tensor

        def __dlpack__(self, stream=None):
            return self.tensor.__dlpack__(stream=stream)

        def __dlpack_device__(self):
            return self.tensor.__dlpack_device__()

    tensor = nd.array([1, 2, 3])
    assert nd.from_dlpack(Older(tensor)).numpy().tolist() == [1, 2, 3]
    assert nd.from_dlpack(Older(np.arange(3))).numpy().tolist() == [0, 1, 2]
    assert not nd.from_dlpack(Older(tensor)).is_read_only


def test_a_producer_is_called_once():
    class Fails:
        asked = 0

        def __dlpack__(self, **options):
            self.asked += 1
            raise TypeError("mine")

    producer = Fails()
    with pytest.raises(TypeError, match="mine"):
        nd.from_dlpack(producer)
    assert producer.asked == 1
    for wrong in (5, None, "dltensor"):
        producer.__class__.__dlpack__ = lambda self, wrong=wrong, **options: wrong
        with pytest.raises(ValueError, match="no capsule"):
            nd.from_dlpack(producer)
    used = nd.array([1.0]).__dlpack__()
    producer.__class__.__dlpack__ = lambda self, **options: used
    assert nd.from_dlpack(producer).numpy() == [1.0]
    with pytest.raises(ValueError, match="no capsule"):
        nd.from_dlpack(producer)


def test_dlpack_options():
    tensor = nd.array([1.0, 2.0])
    copied = np.from_dlpack(Versioned(tensor, copy=True))
    if NUMPY_HAS_VERSIONS:
        assert copied.flags.writeable
        copied[0] = 9
        assert np.from_dlpack(tensor, copy=True).flags.writeable
    assert tensor.numpy().tolist() == [1.0, 2.0]
    for stream in (None, -1):
        tensor.__dlpack__(stream=stream)
    for stream, error in [(5, BufferError), (0, BufferError), (-2, BufferError), ("x", TypeError), (True, TypeError)]:
        with pytest.raises(error):
            tensor.__dlpack__(stream=stream)
    with pytest.raises(BufferError):
        tensor.__dlpack__(dl_device=(2, 0))
    assert "versioned" in repr(tensor.__dlpack__(max_version=(99, 0)))
    assert "versioned" not in repr(tensor.__dlpack__(max_version=(0, 8)))


def test_numpy_array_protocol():
    tensor = nd.array([1.0, 2.0])
    assert np.asarray(tensor, dtype="float64").dtype == "float64" and np.array(tensor).flags.writeable
    assert np.shares_memory(np.asarray(tensor), np.asarray(tensor))
    assert not np.shares_memory(tensor.__array__(copy=True), np.asarray(tensor))
    assert tensor.__array__(copy=False).tolist() == [1.0, 2.0]
    for wrong in (lambda: tensor.__array__("float64", copy=False), lambda: nd.array([1], "int4").__array__(copy=False)):
        with pytest.raises(ValueError, match="without a copy"):
            wrong()


def test_exchange_with_tvm_ffi():
    peer = pytest.importorskip("tvm_ffi")
    source = np.arange(6, dtype="float32").reshape(2, 3)
    for tensor in (nd.array(source), nd.from_dlpack(source)):
        there = peer.from_dlpack(tensor)
        assert np.array_equal(np.from_dlpack(there), source) and there.shape == (2, 3)
        back = nd.from_dlpack(there)
        assert np.array_equal(back.numpy(), source) and np.shares_memory(np.asarray(back), np.asarray(tensor))
    plain = Versioned(peer.from_dlpack(source), max_version=None)
    assert "versioned" not in repr(plain.__dlpack__()) and np.array_equal(nd.from_dlpack(plain).numpy(), source)
    assert objet.convert(lambda given: given.dtype)(peer.from_dlpack(source)) == "float32"
    parts = nd.from_dlpack(source)[:, ::2]
    assert np.array_equal(np.from_dlpack(peer.from_dlpack(parts)), source[:, ::2])
    weak = weakref.ref(made := nd.array(source))
    there = peer.from_dlpack(made)
    del made
    gc.collect()
    assert weak() is None and np.array_equal(np.from_dlpack(there), source)


def test_timing():
    evaluate = objet.time_evaluator(shapes.sleep_ms, number=2, repeat=3)
    took = evaluate(2)
    assert len(took) == 3 and all(0.002 <= each < 0.2 for each in took)
    with pytest.raises(TypeError):
        evaluate("x")


class Doubles:
    def __array__(self, dtype=None, copy=None):
        return np.arange(3.0)


@pytest.mark.parametrize(
    "source, dtype",
    [
        (array.array("d", [1, 2]), "float64"),
        (memoryview(array.array("d", [1, 2])), "float64"),
        (array.array("f", [1, 2]), "float32"),
        ([np.float64(1)], "float64"),
        ([[1.0], [np.float64(1)]], "float64"),
        ([np.float32(1), 2.0], "float32"),
        ([np.int64(1), np.float32(1)], "float64"),
        ([np.zeros(2), np.ones(2)], "float64"),
        ([nd.array(np.zeros(2))], "float64"),
        (Doubles(), "float64"),
        ([1.0, 2], "float32"),
        ([[], []], "float32"),
        (collections.deque([1.0, 2.0]), "float32"),
    ],
)
def test_values_keep_their_data_type(source, dtype):
    made = nd.array(source)
    assert made.dtype == dtype and np.array_equal(made.numpy(), np.asarray(source))


def test_a_tensor_contains_its_elements():
    tensor = nd.array([[1, 2], [3, 4]])
    assert 3 in tensor and 5 not in tensor and np.int8(4) in tensor and 1.5 in nd.array([1.5], "bfloat16")


@pytest.mark.parametrize("index", [True, False, (0, True)])
def test_truth_values_are_no_indices(index):
    tensor = nd.array([[1, 2], [3, 4]])
    with pytest.raises(TypeError, match="tensors are indexed by integers, slices and `...`, not by bool"):
        tensor[index]
    with pytest.raises(TypeError, match="not by bool"):
        tensor[index] = 0


@pytest.mark.parametrize(
    "left, right, found",
    [
        ([[1, 2], [3, 4]], [[1, 2], [5, 6]], ", element [1, 0]: 3.0 vs 5.0 (2 of 4 differ)"),
        ([0.0, np.nan], [-0.0, np.nan], ", element [0]: 0.0 vs -0.0 (1 of 2 differ)"),
        (1.5, 2.5, ", element []: 1.5 vs 2.5 (1 of 1 differ)"),
    ],
)
def test_differences_name_the_element(left, right, found):
    lhs, rhs = (nd.array(each, "float32") for each in (left, right))
    assert str(objet.diff(lhs, rhs)) == f"the root{found}"
    with pytest.raises(ValueError, match=r"\[0\], element \["):
        objet.assert_structural_equal([lhs], [rhs])


def test_differences_of_other_tensors_show_both():
    shown = str(objet.diff(nd.array([1]), nd.array([[1]])))
    assert "NDArray([1], int64, cpu(0))" in shown and "NDArray([1, 1], int64, cpu(0))" in shown
    assert "(1 of 2 differ)" in str(objet.diff(nd.array([1, 2], "bfloat16"), nd.array([1, 3], "bfloat16")))
    assert " vs " in str(objet.diff(nd.array([1], "int4"), nd.array([1], "int8")))


@pytest.mark.parametrize("layout", [lambda all: all.T, lambda all: all[:, ::2], lambda all: all[::-1]])
def test_tensors_are_compared_by_their_elements_in_any_layout(layout):
    strided = nd.from_dlpack(layout(np.arange(12, dtype="float32").reshape(3, 4)))
    compact = nd.array(strided)
    assert strided.strides is not None and objet.structural_equal(strided, compact)
    assert objet.structural_hash(strided) == objet.structural_hash(compact) and not objet.diff(strided, compact)
    assert objet.structural_equal(objet.load_json(objet.save_json(strided)), strided)
    other = compact.numpy()
    other[0, 0] += 1
    assert not objet.structural_equal(strided, nd.array(other))
    assert "element [0, 0]" in str(objet.diff(strided, nd.array(other)))
