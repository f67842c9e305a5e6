"""Tests of the streams of calls and imports, with a fake driver of CUDA.

The fake driver runs work as late as possible, so results show whether streams wait for each other.
The tests run in a process of their own, which finds the fake driver under the name of NVIDIA's.
"""

import ctypes
import json
import os
import pathlib
import shutil
import subprocess
import sys

import numpy as np
import pytest

import shapes
import objet
from objet import nd
from test_tensor_exchange import Managed, passed_on, producer, table_of

MARK = "OBJET_FAKE_CUDA"
DRIVER = pathlib.Path(__file__).parents[3] / "runtime/tests/cuda"
with_fake = pytest.mark.skipif(MARK not in os.environ, reason="test_with_the_fake_driver runs it")


@pytest.mark.skipif(MARK in os.environ or not sys.platform.startswith("linux"), reason="starts the other tests, on Linux")
def test_with_the_fake_driver(tmp_path):
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("needs a C compiler named cc")
    library = tmp_path / "libcuda.so.1"
    subprocess.run([compiler, "-std=gnu11", "-shared", "-fPIC", DRIVER / "fake_cuda.c", "-o", library, "-lpthread"], check=True)
    environment = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path), MARK: "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and "1 skipped" in done.stdout, done.stdout[-8000:] + done.stderr[-2000:]


class Driver:
    """The functions of the fake driver that the tests call in the place of a producer."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.kept = []

    def call(self, name, *args):
        assert getattr(self.library, name)(*args) == 0, name

    def stream(self):
        """Makes a stream that is not ordered with the default stream, like those of PyTorch."""
        made = ctypes.c_void_p()
        self.call("cuStreamCreate", ctypes.byref(made), 1)
        return made.value

    def write(self, address, values, stream):
        """Queues a write."""
        values = np.array(values, dtype="float32")
        self.kept.append(values)
        source = ctypes.c_void_p(values.ctypes.data)
        self.call("cuMemcpyHtoDAsync_v2", ctypes.c_uint64(address), source, ctypes.c_size_t(values.nbytes), ctypes.c_void_p(stream))

    def read(self, address, stream):
        """Waits for a stream, and returns the two numbers at an address."""
        found = np.zeros(2, dtype="float32")
        target, size = ctypes.c_void_p(found.ctypes.data), ctypes.c_size_t(found.nbytes)
        self.call("cuMemcpyDtoHAsync_v2", target, ctypes.c_uint64(address), size, ctypes.c_void_p(stream))
        self.call("cuStreamSynchronize", ctypes.c_void_p(stream))
        return found.tolist()

    def calls(self):
        """Returns the names of the functions that were called since the last query."""
        text = ctypes.create_string_buffer(1 << 20)
        self.library.fake_take_calls(text, ctypes.c_size_t(len(text)))
        return [line.split("(")[0] for line in text.value.decode().splitlines()]

    def waits(self):
        """Returns the number of waits between streams since the last query, without others."""
        calls = self.calls()
        assert "cuStreamSynchronize" not in calls
        return calls.count("cuStreamWaitEvent")

    def fail(self, name, code):
        self.library.fake_fail(name.encode(), code)


class Library:
    """A library like PyTorch: it has a current stream, in which its work is queued."""

    def __init__(self, driver):
        self.driver, self.stream = driver, None
        refuses = lambda *args, **options: pytest.fail("the table suffices")  # noqa: E731
        self.tensors = producer(writable, stream=lambda: self.stream, __dlpack__=refuses)

    def tensor(self, values):
        made = self.tensors()
        made.tensor = native(values)
        made.address = address(made.tensor)
        return made

    def write(self, tensor, values):
        self.driver.write(tensor.address, values, self.stream)

    def read(self, tensor):
        return self.driver.read(tensor.address, self.stream)


def writable(self, out):
    """Exports a tensor like PyTorch, which lets its consumers write."""
    assert passed_on(self, out) == 0
    Managed.from_address(out[0]).flags = 0
    return 0


def native(values):
    return nd.array(np.array(values, dtype="float32"), device=objet.cuda())


def address(tensor):
    out = ctypes.c_void_p()
    assert table_of(nd.NDArray).export(id(tensor), out) == 0
    managed = Managed.from_address(out.value)
    found = managed.tensor.data + managed.tensor.byte_offset
    managed.deleter(out.value)
    return found


def current(index=0):
    """Returns the stream of this thread that consumers of native tensors get."""
    stream = ctypes.c_void_p(7)
    assert table_of(nd.NDArray).stream(2, index, stream) == 0
    return stream.value


seen = objet.convert(lambda *given: current() or 0)


@pytest.fixture
def driver():
    native([1, 2])
    driver = Driver()
    # As in a program that uses the driver by its runtime library, the context stays current.
    context, number = ctypes.c_void_p(), ctypes.c_int()
    driver.call("cuDeviceGet", ctypes.byref(number), 0)
    driver.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), number)
    driver.call("cuCtxSetCurrent", context)
    yield driver
    assert current() is None


@pytest.fixture
def library(driver):
    return Library(driver)


@pytest.fixture
def add(tmp_path):
    """A kernel that adds two vectors of two numbers: the arguments are two terms and the sum."""
    path = shutil.copy(DRIVER / "vector_add.ptx", tmp_path)
    types, tags = ["handle", "handle", "handle", "int32"], ["blockIdx.x", "threadIdx.x"]
    info = {"vector_add": {"name": "vector_add", "arg_types": types, "launch_param_tags": tags}}
    (tmp_path / "vector_add.tvm_meta.json").write_text(json.dumps({"tvm_version": "0.1.0", "func_info": info}))
    kernel = objet.load_module(path)["vector_add"]
    return lambda *tensors: kernel(*tensors, 2, 1, 2)


@with_fake
def test_calls_run_in_the_stream_of_their_tensors(driver, library):
    tensor = library.tensor([1, 2])
    driver.calls()
    assert seen(tensor) == 0
    library.stream = driver.stream()
    assert seen(tensor) == seen(1, tensor, 2.5, tensor, 3) == seen(["text", tensor]) == library.stream
    assert seen(nd.array([1.0])) == seen(tensor.tensor) == 0 and current() is None
    assert driver.waits() == 0


@with_fake
def test_streams_are_restored_after_errors(driver, library):
    library.stream = driver.stream()
    tensor = library.tensor([1, 2])

    def fails(*given):
        assert current() == library.stream
        raise LookupError("on purpose")

    for args in ([tensor], [tensor, 1, 2, 3, 4]):
        with pytest.raises(LookupError, match="on purpose"):
            objet.convert(fails)(*args)
        assert current() is None
    for wrong in ([tensor, object()], [[tensor, object()]]):
        with pytest.raises(TypeError):
            shapes.add_three(*wrong)
        assert current() is None


@with_fake
def test_inner_calls_have_their_own_stream(driver, library):
    first, second = driver.stream(), driver.stream()
    tensor = library.tensor([1, 2])
    library.stream = first

    def outer(given):
        library.stream = second
        inner = seen(tensor)
        library.stream = first
        found.extend([current(), inner, seen(given), seen(tensor), current()])

    found = []
    objet.convert(outer)(tensor)
    assert found == [first, second, first, first, first]


@with_fake
def test_a_call_comes_after_pending_work_and_before_later_work(driver, library, add):
    library.stream = driver.stream()
    a, b, c, d = (library.tensor([0, 0]) for _ in range(4))
    driver.calls()
    library.write(a, [1, 2])
    library.write(b, [10, 20])
    add(a, b, c)
    library.write(a, [100, 200])
    objet.convert(lambda given: add(*given, d))([a, c])
    # There are no waits on the host. The stream of the calls becomes that of this thread: twice.
    assert driver.waits() <= 2
    assert library.read(c) == [11, 22] and library.read(d) == [111, 222]


@with_fake
def test_native_tensors_are_ordered_with_the_stream_of_a_call(driver, library, add):
    a, b, c, d = native([1, 2]), native([0, 0]), library.tensor([0, 0]), native([0, 0])
    library.stream = driver.stream()
    driver.calls()
    add(a, a, b)
    add(a, b, c)
    assert driver.waits() == 2
    add(c, b, d)
    assert driver.waits() == 1
    library.stream = None
    add(d, d, c)
    assert library.read(c) == [10, 20] and d.numpy().tolist() == [5, 10]
    # A call without work needs no new waits of its stream.
    library.stream = driver.stream()
    seen(c)
    driver.calls()
    seen(c)
    assert driver.waits() <= 1


@with_fake
def test_inner_calls_are_ordered_with_outer_ones(driver, library, add):
    first, second = driver.stream(), driver.stream()
    a, b, c, d = native([1, 2]), native([0, 0]), library.tensor([0, 0]), library.tensor([0, 0])

    def outer(given):
        add(a, a, b)
        library.stream = second
        add(a, b, c)
        library.stream = first
        add(b, given, given)

    library.stream = first
    objet.convert(outer)(d)
    assert library.read(d) == [2, 4]
    library.stream = second
    assert library.read(c) == [3, 6]


@with_fake
def test_imports_come_after_pending_work(driver, library, add):
    library.stream = driver.stream()
    tensor, out = library.tensor([0, 0]), native([0, 0])
    library.write(tensor, [1, 2])
    driver.calls()
    imported = nd.from_dlpack(tensor)
    add(imported, imported, out)
    assert "cuStreamSynchronize" not in driver.calls()
    assert out.numpy().tolist() == [2, 4]
    library.write(tensor, [3, 4])
    assert nd.array(tensor).numpy().tolist() == [3, 4]
    library.write(tensor, [5, 6])
    assert objet.convert([tensor])[0].numpy().tolist() == [5, 6]
    library.write(tensor, [7, 8])
    # A call runs the copy in the stream of the tensor, which the copy must wait for.
    copy = objet.convert(lambda given: given.copyto(objet.cuda()))(tensor)
    library.write(tensor, [9, 9])
    assert copy.numpy().tolist() == [7, 8]


@with_fake
def test_results_of_callbacks_come_after_pending_work(driver, library):
    library.stream = driver.stream()
    tensor = library.tensor([0, 0])

    def work():
        library.write(tensor, [1, 2])
        return [tensor]

    assert objet.convert(work)()[0].numpy().tolist() == [1, 2]


@with_fake
def test_tensors_of_two_libraries(driver, add):
    one, two = Library(driver), Library(driver)
    for one.stream, two.stream in ((None, driver.stream()), (driver.stream(), driver.stream()), (driver.stream(), None)):
        a, b, c = one.tensor([0, 0]), two.tensor([0, 0]), two.tensor([0, 0])
        one.write(a, [1, 2])
        two.write(b, [10, 20])
        add(a, b, c)
        assert seen(a, b) == (one.stream or 0) and seen(b, a) == (two.stream or 0)
        assert two.read(c) == [11, 22]


@with_fake
def test_exports_come_after_pending_work(driver, library, add):
    a, b = native([1, 2]), native([0, 0])
    stream = driver.stream()
    for number, waits in ((1, False), (-1, False), (None, True), (stream, True)):
        add(a, a, b)
        driver.calls()
        capsule = b.__dlpack__(stream=number, max_version=(1, 0))
        assert ("cuStreamSynchronize" in driver.calls()) == waits
        del capsule
    tensor = library.tensor([0, 0])
    library.stream = stream

    def outer(given):
        add(a, a, given)
        driver.calls()
        given.__dlpack__(stream=stream)
        assert "cuStreamSynchronize" not in driver.calls()
        given.__dlpack__(stream=1)
        return driver.calls().count("cuStreamSynchronize")

    assert objet.convert(outer)(tensor) == 2 and library.read(tensor) == [2, 4]


@with_fake
def test_failures_of_the_driver_are_errors(driver, library):
    library.stream = driver.stream()
    tensor = library.tensor([1, 2])
    for name in ("cuEventCreate", "cuEventRecord", "cuStreamWaitEvent"):
        driver.fail(name, 400)
        with pytest.raises(RuntimeError, match=name):
            nd.from_dlpack(tensor)
        assert current() is None
    # This thread has work that the stream of the call must wait for.
    nd.from_dlpack(tensor)
    library.stream = driver.stream()
    driver.fail("cuEventRecord", 400)
    with pytest.raises(RuntimeError, match="cuEventRecord"):
        seen(tensor, 1, 2, 3, 4)
    assert current() is None and seen(tensor) == library.stream

    def breaks(given):
        driver.fail("cuEventRecord", 400)
        return current()

    assert objet.convert(breaks)(tensor) == library.stream and current() is None
