"""Tests of the exchange table of DLPack, and of libraries whose tensors never change."""

import ctypes
import gc
import weakref

import numpy as np
import pytest

import shapes
import objet
from objet import nd

READ_ONLY = 1
capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype, capsule_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

EXPORT = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p))
IMPORT = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.py_object))
SET_ERROR = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)
ALLOCATE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p, SET_ERROR)
STREAM = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int32, ctypes.POINTER(ctypes.c_void_p))
DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

# The first use of a function makes its object.
RANK = shapes.rank


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


LEND = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(Tensor))


class Table(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("previous", ctypes.c_void_p),
        ("allocate", ALLOCATE),
        ("export", EXPORT),
        ("import_", IMPORT),
        ("lend", LEND),
        ("stream", STREAM),
    ]


class Managed(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", DELETER),
        ("flags", ctypes.c_uint64),
        ("tensor", Tensor),
    ]


def table_of(cls):
    return Table.from_address(capsule_pointer(cls.__dlpack_c_exchange_api__, b"dlpack_exchange_api"))


def exported(tensor):
    """Returns the struct that the table of the class exports."""
    out = ctypes.c_void_p()
    assert table_of(type(tensor)).export(id(tensor), out) == 0
    return Managed.from_address(out.value)


def free(managed):
    managed.deleter(ctypes.addressof(managed))


def imported(managed):
    out = ctypes.py_object()
    assert table_of(nd.NDArray).import_(ctypes.addressof(managed), out) == 0
    tensor = out.value
    ctypes.pythonapi.Py_DecRef(out)
    return tensor


def producer(export, *, lend=None, base=object, major=1, previous=None, stream=lambda: None, **attributes):
    """Makes a class with a table.

    Its functions `export` and `lend` get the object and the result. `stream` returns the current
    stream.
    """

    def run(address, out):
        return export(ctypes.cast(address, ctypes.py_object).value, out)

    def run_lend(address, out):
        return lend(ctypes.cast(address, ctypes.py_object).value, out)

    def current_stream(device_type, index, out):
        out[0] = stream()
        return 0

    lender = LEND(run_lend) if lend else LEND()
    table = Table(major, 0, previous, ALLOCATE(), EXPORT(run), IMPORT(), lender, STREAM(current_stream))
    capsule = new_capsule(ctypes.addressof(table), b"dlpack_exchange_api", None)
    return type("Produced", (base,), {"__dlpack_c_exchange_api__": capsule, "table": table, **attributes})


def passed_on(self, out):
    """Exports the tensor that the object holds."""
    self.exports = getattr(self, "exports", 0) + 1
    return table_of(nd.NDArray).export(id(self.tensor), out)


def refuses(self, **options):
    raise AssertionError("the table suffices")


def test_the_class_has_a_table():
    table = table_of(nd.NDArray)
    assert table.major == 1 and table.minor >= 2 and not table.previous and not table.lend
    assert "dlpack_exchange_api" in repr(nd.NDArray.__dlpack_c_exchange_api__)
    stream = ctypes.c_void_p(7)
    assert table.stream(1, 0, stream) == 0 and not stream.value


def test_tensors_are_exported_by_the_table(no_leak):
    source = np.arange(6, dtype="float32").reshape(2, 3)
    tensor = nd.from_dlpack(source)
    managed = exported(tensor)
    found = managed.tensor
    assert (managed.major, found.ndim, found.code, found.bits, found.lanes, found.device_type) == (1, 2, 2, 32, 1, 1)
    assert found.data + found.byte_offset == source.ctypes.data
    # Strides are there also for compact tensors.
    assert [found.shape[0], found.shape[1], found.strides[0], found.strides[1]] == [2, 3, 3, 1]
    # Python has the tensor too, so the consumer may not write.
    assert managed.flags & READ_ONLY
    weak, held = weakref.ref(source), imported(managed)
    del tensor, source
    gc.collect()
    assert weak() is not None and held.is_read_only and held.numpy().tolist() == [[0, 1, 2], [3, 4, 5]]
    del held
    gc.collect()
    assert weak() is None


def test_read_only_tensors_are_not_exported_by_the_table():
    fixed = nd.from_dlpack(Immutable(np.arange(3.0)))
    part = fixed[1:]
    assert fixed.is_read_only
    out = ctypes.c_void_p()
    with pytest.raises(BufferError, match="read-only"):
        table_of(nd.NDArray).export(id(fixed), out)
    with pytest.raises(BufferError, match="read-only"):
        table_of(nd.NDArray).export(id(part), out)
    assert not out.value
    with pytest.raises(TypeError, match="not an objet.NDArray"):
        table_of(nd.NDArray).export(id("text"), out)


def test_structs_that_cannot_be_imported_still_belong_to_the_caller():
    managed = exported(nd.array([1.0, 2.0]))
    for name, wrong in (("major", 2), ("tensor.ndim", -1)):
        owner = managed.tensor if "." in name else managed
        name = name.rpartition(".")[2]
        before = getattr(owner, name)
        setattr(owner, name, wrong)
        out = ctypes.py_object()
        with pytest.raises(ValueError):
            table_of(nd.NDArray).import_(ctypes.addressof(managed), out)
        setattr(owner, name, before)
    assert imported(managed).numpy().tolist() == [1.0, 2.0]


def test_the_table_allocates_tensors():
    shape = (ctypes.c_int64 * 2)(2, 3)
    prototype = Tensor(None, 1, 0, 2, 6, 8, 1, shape, None, 0)
    errors, out = [], ctypes.c_void_p()
    set_error = SET_ERROR(lambda context, kind, message: errors.append((kind, message)))
    allocate = table_of(nd.NDArray).allocate
    assert allocate(ctypes.addressof(prototype), out, None, set_error) == 0
    managed = Managed.from_address(out.value)
    assert not managed.flags & READ_ONLY and managed.tensor.code == 6
    tensor = imported(managed)
    assert (tensor.shape, tensor.dtype, tensor.is_read_only) == ((2, 3), "bool", False)
    shape[0] = -1
    assert allocate(ctypes.addressof(prototype), out, None, set_error) == -1
    assert errors[0][0] == b"RuntimeError" and b"-1" in errors[0][1]


def test_tensors_are_imported_by_the_table():
    made = producer(passed_on, __dlpack__=refuses)()
    made.tensor = nd.array([1.0, 2.0], "float64")
    shared = nd.from_dlpack(made)
    assert np.shares_memory(np.asarray(shared), np.asarray(made.tensor)) and made.exports == 1
    assert nd.array(made).numpy().tolist() == [1.0, 2.0] and made.exports == 2
    assert objet.convert(lambda given: given.dtype)(made) == "float64" and made.exports == 3
    assert objet.convert([made])[0].shape == (2,) and made.exports == 4


def test_arguments_that_have_a_conversion_of_their_own():
    made = producer(passed_on, __dlpack__=refuses, __objet__=lambda self: objet.convert(["mine"]))()
    made.tensor = nd.array([1.0])
    assert nd.from_dlpack(made).shape == (1,)
    assert objet.convert(made)[0] == "mine"


def test_tables_that_do_not_suffice():
    array = np.array([1.0, 2.0])

    def fails_without_words(self, out):
        return 0

    method = lambda self, **options: array.__dlpack__(**options)  # noqa: E731
    later = producer(passed_on, major=2, __dlpack__=method)
    chained = producer(passed_on, major=2, previous=ctypes.addressof(producer(passed_on).table), __dlpack__=refuses)
    refusing = producer(lambda self, out: -1, __dlpack__=method)
    for cls in (producer(fails_without_words, __dlpack__=method), refusing, later):
        assert nd.from_dlpack(cls()).numpy().tolist() == [1.0, 2.0]
    made = chained()
    made.tensor = nd.array([3.0])
    assert nd.from_dlpack(made).numpy().tolist() == [3.0]
    for wrong in (None, 5, new_capsule(1, b"another name", None)):
        cls = type("Wrong", (), {"__dlpack_c_exchange_api__": wrong, "__dlpack__": method})
        assert nd.from_dlpack(cls()).numpy().tolist() == [1.0, 2.0]

    # The table of PyTorch ignores that a tensor is the conjugate of its elements.
    def conjugate(self, **options):
        raise BufferError("a conjugate")

    made = producer(passed_on, __dlpack__=conjugate)()
    made.tensor = nd.from_dlpack(np.array([1j]))
    with pytest.raises(BufferError, match="a conjugate"):
        nd.from_dlpack(made)


def test_devices_without_support_are_imported_by_the_method():
    def elsewhere(self, out):
        assert passed_on(self, out) == 0
        Managed.from_address(out[0]).tensor.device_type = 8
        return 0

    def method(self, **options):
        raise BufferError("this is the method")

    made = producer(elsewhere, __dlpack__=method)()
    made.tensor = nd.array([1.0])
    with pytest.raises(BufferError, match="this is the method"):
        nd.from_dlpack(made)


def test_classes_are_freed():
    refs = []
    for _ in range(3):
        cls = type("Short", (), {"__dlpack__": lambda self, **options: nd.array([1.0]).__dlpack__(**options)})
        assert objet.convert(cls()).shape == (1,)
        refs.append(weakref.ref(cls))
    del cls
    gc.collect()
    assert all(ref() is None for ref in refs)


class Immutable:
    """A producer like JAX: it knows versions of DLPack, but exports a struct without a version."""

    def __init__(self, source):
        self.source = source

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        return self.source.__dlpack__()

    def __dlpack_device__(self):
        return self.source.__dlpack_device__()


def is_protected(array):
    tensor = nd.from_dlpack(array)
    with pytest.raises(ValueError, match="read-only"):
        tensor[0] = 5
    with pytest.raises(ValueError, match="read-only"):
        tensor.copyfrom(np.zeros(3, dtype="float32"))
    copied = nd.array(array)
    copied[0] = 5
    assert objet.convert(lambda given: given.is_read_only)(array)
    return tensor.is_read_only and not copied.is_read_only and tensor.numpy().tolist() == [0, 1, 2]


def test_arrays_that_never_change_are_read_only():
    source = np.arange(3, dtype="float32")
    assert is_protected(Immutable(source)) and source.tolist() == [0, 1, 2]


def test_truth_values_have_the_data_type_of_dlpack():
    tensor = nd.array([True, False])
    capsule = tensor.__dlpack__()
    exported = Tensor.from_address(capsule_pointer(capsule, b"dltensor"))
    assert (exported.code, exported.bits) == (6, 8)
    assert nd.from_dlpack(Immutable(tensor)).dtype == "bool"


def test_jax():
    jax = pytest.importorskip("jax")
    jnp = jax.numpy
    with jax.default_device(jax.devices("cpu")[0]):
        source = jnp.arange(3, dtype="float32")
    assert is_protected(source) and source.tolist() == [0, 1, 2]
    assert jnp.from_dlpack(nd.array([1.0, 2.0])).tolist() == [1.0, 2.0]
    assert jnp.from_dlpack(nd.array([True, False])).tolist() == [True, False]
    for dtype in ("float32", "int32", "bool", "bfloat16"):
        copied = jnp.asarray(nd.array([1, 0], dtype=dtype))
        assert copied.dtype == dtype and copied.tolist() == [1, 0]


def test_pytorch():
    torch = pytest.importorskip("torch")
    source = torch.arange(6, dtype=torch.float32).reshape(2, 3)
    tensor = nd.from_dlpack(source)
    assert not tensor.is_read_only and tensor.shape == (2, 3)
    source[0, 0] = 7
    assert tensor.numpy()[0, 0] == 7 and np.asarray(tensor).ctypes.data == source.data_ptr()
    assert not objet.convert(lambda given: given.is_read_only)(source)
    assert nd.from_dlpack(source[:, ::2]).numpy().tolist() == [[7, 2], [3, 5]]
    assert torch.from_dlpack(tensor).data_ptr() == source.data_ptr()
    assert nd.from_dlpack(torch.tensor([True, False])).dtype == "bool"
    assert nd.from_dlpack(torch.zeros(2, 0)).shape == (2, 0) and nd.from_dlpack(torch.tensor(2.5)).item() == 2.5
    # The method describes the reason better than the table.
    conjugate = torch.tensor([1 + 2j]).conj()
    for bad, message in ((conjugate, "conjugate"), (torch.eye(2).to_sparse(), "layout")):
        with pytest.raises(BufferError, match=message):
            nd.from_dlpack(bad)
    parts = torch.tensor([[1 + 2j, 3 - 4j]])
    bad_parts = parts.conj().imag
    for bad in (bad_parts, bad_parts.T, bad_parts[0, :1], bad_parts[0, 1], bad_parts[:, ::2], bad_parts.expand(3, 2)):
        for take in (nd.from_dlpack, objet.convert, RANK):
            with pytest.raises(BufferError, match=r"marked as negatives: pass tensor.resolve_neg\(\)"):
                take(bad)
    assert nd.from_dlpack(parts.imag).numpy().tolist() == [[2, -4]] and RANK(parts.imag) == 2
    turned = torch.arange(6, dtype=torch.float32).reshape(2, 3).T
    assert nd.from_dlpack(turned).numpy().tolist() == turned.tolist() and RANK(turned) == 2
    weak = weakref.ref(made := torch.ones(3))
    there = nd.from_dlpack(made)
    del made, source
    gc.collect()
    assert there.numpy().tolist() == [1, 1, 1]
    del there
    gc.collect()
    assert weak() is None


def test_tvm_ffi():
    peer = pytest.importorskip("tvm_ffi")
    tensor = nd.array([1.0, 2.0])
    there = peer.from_dlpack(tensor)
    assert np.from_dlpack(there).ctypes.data == np.asarray(tensor).ctypes.data
    assert peer.get_global_func("testing.echo")(tensor).shape == (2,)
    with pytest.raises(BufferError):
        peer.from_dlpack(nd.from_dlpack(Immutable(np.arange(3.0))))
    del tensor
    gc.collect()
    assert np.from_dlpack(there).tolist() == [1, 2]


def test_a_parameter_borrows_a_tensor_that_the_table_lends(no_leak):
    shape = (ctypes.c_int64 * 3)(2, 3, 4)
    lent = []

    def lend(self, out):
        lent.append(self)
        out[0] = Tensor(None, 1, 0, self.ndim, self.code, self.bits, 1, shape, None, 0)
        return 0

    cls = producer(passed_on, lend=lend, __dlpack__=refuses)
    tensor = cls()
    tensor.tensor, tensor.ndim, tensor.code, tensor.bits = nd.array([[1.0, 2.0]]), 3, 2, 32
    nd.from_dlpack(tensor)
    assert (len(lent), tensor.exports) == (0, 1)
    assert RANK(tensor) == 3 and (lent, tensor.exports) == ([tensor], 1)
    # Booleans have a type of their own in DLPack.
    tensor.code, tensor.bits = 6, 8
    assert RANK(tensor) == 3 and (len(lent), tensor.exports) == (2, 1)
    # The struct does not show whether elements are conjugates, or have padding.
    for tensor.code, tensor.bits in [(5, 64), (1, 4)]:
        exports = tensor.exports
        assert RANK(tensor) == 2 and tensor.exports == exports + 1
    # A parameter that takes an object imports the tensor.
    tensor.code, tensor.bits = 2, 32
    exports, loans = tensor.exports, len(lent)
    assert objet.convert(lambda given: len(given.shape))(tensor) == 2
    assert (tensor.exports, len(lent)) == (exports + 1, loans)
    lent.clear()


def test_a_tensor_that_the_table_does_not_lend_is_imported():
    tensor = producer(passed_on, lend=lambda self, out: -1, __dlpack__=refuses)()
    tensor.tensor = nd.array([1.0, 2.0])
    nd.from_dlpack(tensor)
    for _ in range(2):
        assert RANK(tensor) == 1
    assert tensor.exports == 3


def test_tvm_ffi_lends_tensors():
    peer = pytest.importorskip("tvm_ffi")
    tensor = peer.from_dlpack(np.zeros((2, 3, 4), "float32"))
    assert [RANK(tensor) for _ in range(3)] == [3, 3, 3]
