"""Tests of tensors and streams that PyTorch and native code share on a real GPU.

The tests queue work that takes long. A result is right only if each stream waits for the other
ones that it needs, and the host stays ahead of the work only if it does not wait. Where no GPU or
no PyTorch is, `test_streams.py` tests the same code with a fake driver.
"""

import ctypes
import gc
import json
import pathlib
import shutil
import threading
import weakref

import numpy as np
import pytest

import shapes  # noqa: F401
import objet
from objet import nd
from test_tensor_exchange import table_of

torch = pytest.importorskip("torch", reason="needs PyTorch with CUDA and an NVIDIA GPU", exc_type=ImportError)
if not torch.cuda.is_available():
    pytest.skip("needs PyTorch with CUDA and an NVIDIA GPU", allow_module_level=True)

COUNT = 1000
LAUNCH = (8, 128)


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """The kernels of `slow_kernels.ptx`."""
    folder = tmp_path_factory.mktemp("kernels")
    path = shutil.copy(pathlib.Path(__file__).with_name("slow_kernels.ptx"), folder)
    tags = ["blockIdx.x", "threadIdx.x"]
    types = {"slow_add_one": ["handle", "int32"], "slow_add": ["handle", "handle", "int32"]}
    infos = {name: {"name": name, "arg_types": args, "launch_param_tags": tags} for name, args in types.items()}
    (folder / "slow_kernels.tvm_meta.json").write_text(json.dumps({"tvm_version": "0.1.0", "func_info": infos}))
    module = objet.load_module(path)
    loaded = {name: module[name] for name in types}
    # The code is loaded at the first launch, which waits for it.
    warm = torch.zeros(COUNT, device="cuda")
    loaded["slow_add_one"](warm, COUNT, *LAUNCH)
    loaded["slow_add"](warm, warm, COUNT, *LAUNCH)
    torch.cuda.synchronize()
    return loaded


@pytest.fixture
def side():
    """A stream of PyTorch that is not ordered with the default stream."""
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    yield stream
    torch.cuda.synchronize()
    assert current() == 0


@pytest.fixture(params=["default", "side"])
def stream(request, side):
    """The current stream of PyTorch: the default one, or another one."""
    chosen = side if request.param == "side" else torch.cuda.default_stream()
    with torch.cuda.stream(chosen):
        yield chosen


def current(device=0):
    """Returns the stream of this thread that consumers of native tensors get."""
    stream = ctypes.c_void_p(7)
    assert table_of(nd.NDArray).stream(2, device, stream) == 0
    return stream.value or 0


def slow_write(tensor, value):
    """Queues a write after other work that takes long."""
    torch.cuda._sleep(100_000_000)
    tensor.fill_(value)


def is_busy():
    """Whether work is pending in PyTorch's current stream."""
    event = torch.cuda.Event()
    event.record()
    return not event.query()


def ones():
    return torch.ones(COUNT, device="cuda")


def all_equal(array, value):
    array = np.asarray(array.cpu() if isinstance(array, torch.Tensor) else array)
    assert array.tolist() == [value] * COUNT


def test_tensors_share_their_memory(no_leak):
    source = torch.arange(6, dtype=torch.float32, device="cuda").reshape(2, 3)
    tensor = nd.from_dlpack(source)
    assert (tensor.shape, tensor.dtype, tensor.device) == ((2, 3), "float32", objet.cuda(source.device.index))
    assert not tensor.is_read_only
    assert torch.from_dlpack(tensor).data_ptr() == source.data_ptr()
    source[0, 0] = 7
    assert tensor.numpy().tolist() == [[7, 1, 2], [3, 4, 5]]
    assert nd.array(source).device == objet.cpu() and nd.array(source)[0, 0].item() == 7
    weak = weakref.ref(source)
    del source
    gc.collect()
    assert tensor.numpy()[1, 2] == 5
    del tensor
    gc.collect()
    assert weak() is None


def test_native_tensors_are_exported(no_leak):
    tensor = nd.array(np.arange(6, dtype="float32"), device=objet.cuda())
    there = torch.from_dlpack(tensor)
    assert there.is_cuda and there.tolist() == [0, 1, 2, 3, 4, 5]
    there += 1
    assert tensor.numpy().tolist() == [1, 2, 3, 4, 5, 6]
    del tensor
    gc.collect()
    assert there.tolist() == [1, 2, 3, 4, 5, 6]
    del there
    gc.collect()


def test_views_numbers_and_empty_tensors():
    source = torch.arange(12, dtype=torch.int64, device="cuda").reshape(3, 4)
    assert nd.from_dlpack(source[1]).numpy().tolist() == [4, 5, 6, 7]
    assert nd.from_dlpack(torch.tensor(2.5, device="cuda")).numpy().item() == 2.5
    assert nd.from_dlpack(torch.zeros(2, 0, device="cuda")).shape == (2, 0)
    assert nd.from_dlpack(torch.tensor([True, False], device="cuda")).dtype == "bool"
    assert nd.from_dlpack(torch.tensor([1j], device="cuda")).dtype == "complex64"
    with pytest.raises(BufferError, match="conjugate"):
        nd.from_dlpack(torch.tensor([1j], device="cuda").conj())


def test_calls_run_in_the_current_stream(stream):
    seen = objet.convert(lambda *given: current())
    tensor = ones()
    assert seen(tensor) == stream.cuda_stream
    assert seen(1, tensor, tensor, 2, 3, 4) == stream.cuda_stream
    assert seen([tensor, "text"]) == stream.cuda_stream
    assert seen(torch.ones(3)) == 0 and seen(nd.from_dlpack(tensor)) == 0
    assert current() == 0


def test_the_stream_is_restored_after_errors(side):
    def fails(*given):
        assert current() == side.cuda_stream
        raise LookupError("on purpose")

    fails = objet.convert(fails)
    with torch.cuda.stream(side):
        for args in ([ones()], [ones(), 1, 2, 3, 4]):
            with pytest.raises(LookupError, match="on purpose"):
                fails(*args)
            assert current() == 0
        with pytest.raises(TypeError):
            shapes.add_one(ones())
        assert current() == 0


def test_inner_calls_have_their_own_stream(side):
    seen = objet.convert(lambda given: current())
    other = torch.cuda.Stream()
    tensor = ones()

    def outer(given):
        with torch.cuda.stream(other):
            inner = seen(tensor)
        found.extend([current(), inner, seen(given), current()])

    found = []
    with torch.cuda.stream(side):
        objet.convert(outer)(tensor)
    assert found == [side.cuda_stream, other.cuda_stream, side.cuda_stream, side.cuda_stream]


def test_each_thread_has_its_own_stream(side):
    seen, found = objet.convert(lambda given: current()), []
    tensor = ones()

    def work():
        found.append(seen(tensor))
        with torch.cuda.stream(torch.cuda.Stream()):
            found.append(seen(tensor) == torch.cuda.current_stream().cuda_stream)

    with torch.cuda.stream(side):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert found == [0, True] and seen(tensor) == side.cuda_stream


def test_a_call_comes_after_pending_work(stream, kernels):
    tensor = ones()
    slow_write(tensor, 5)
    kernels["slow_add_one"](tensor, COUNT, *LAUNCH)
    # Nothing has waited on the host.
    assert is_busy()
    all_equal(tensor, 6)


def test_calls_with_many_arguments_and_lists(stream, kernels):
    first, second = ones(), ones()
    slow_write(first, 5)
    slow_write(second, 2)
    kernels["slow_add"](first, second, COUNT, *LAUNCH)
    assert is_busy()
    all_equal(first, 7)
    slow_write(first, 3)
    add_one = objet.convert(lambda tensors: kernels["slow_add_one"](tensors[0], COUNT, *LAUNCH))
    add_one([first])
    assert is_busy()
    all_equal(first, 4)


def test_later_work_comes_after_a_call(stream, kernels):
    tensor = ones()
    kernels["slow_add_one"](tensor, COUNT, *LAUNCH)
    copy = tensor.clone()
    tensor.fill_(9)
    assert is_busy()
    all_equal(copy, 2)
    all_equal(tensor, 9)


def test_copies_come_after_pending_work(stream):
    tensor = ones()
    slow_write(tensor, 5)
    imported = nd.from_dlpack(tensor)
    assert is_busy()
    all_equal(imported.numpy(), 5)
    slow_write(tensor, 6)
    all_equal(nd.array(tensor).numpy(), 6)
    slow_write(tensor, 7)
    there = nd.array(tensor, device=objet.cuda())
    all_equal(torch.from_dlpack(there), 7)
    slow_write(tensor, 8)
    all_equal(objet.convert(lambda given: given.copyto(objet.cuda()))(tensor).numpy(), 8)


def test_native_tensors_are_ordered_with_the_stream_of_a_call(stream, kernels):
    native = nd.array(np.ones(COUNT, "float32"), device=objet.cuda())
    tensor = ones()
    # The first two kernels run in the default stream, which a side stream must wait for.
    kernels["slow_add_one"](native, COUNT, *LAUNCH)
    kernels["slow_add_one"](native, COUNT, *LAUNCH)
    kernels["slow_add"](tensor, native, COUNT, *LAUNCH)
    # The default stream must wait for the side stream.
    kernels["slow_add"](native, tensor, COUNT, *LAUNCH)
    kernels["slow_add_one"](native, COUNT, *LAUNCH)
    assert is_busy()
    all_equal(native.numpy(), 8)
    all_equal(tensor, 4)


def test_inner_calls_are_ordered_with_outer_ones(side, kernels):
    other = torch.cuda.Stream()
    native = nd.array(np.ones(COUNT, "float32"), device=objet.cuda())
    tensor, second = ones(), ones()
    torch.cuda.synchronize()

    def outer(given):
        kernels["slow_add_one"](native, COUNT, *LAUNCH)
        with torch.cuda.stream(other):
            kernels["slow_add"](second, native, COUNT, *LAUNCH)
        kernels["slow_add"](given, native, COUNT, *LAUNCH)

    with torch.cuda.stream(side):
        objet.convert(outer)(tensor)
        assert is_busy()
        all_equal(tensor.clone(), 3)
    with torch.cuda.stream(other):
        all_equal(second.clone(), 3)


def test_exports_come_after_pending_native_work(stream, kernels):
    native = nd.array(np.ones(COUNT, "float32"), device=objet.cuda())
    kernels["slow_add_one"](native, COUNT, *LAUNCH)
    there = torch.from_dlpack(native)
    # The default stream is that of the native work, so nothing has to wait.
    assert is_busy() == (stream == torch.cuda.default_stream())
    all_equal(there.clone(), 2)


def test_a_callback_exports_without_waiting(stream, kernels):
    tensor, copies = ones(), []

    def outer(given):
        kernels["slow_add_one"](given, COUNT, *LAUNCH)
        copies.append(torch.from_dlpack(given).clone())
        return is_busy()

    assert objet.convert(outer)(tensor)
    all_equal(copies[0], 2)


def test_imports_of_callbacks_come_after_pending_work(stream, kernels):
    tensor = ones()

    def outer():
        slow_write(tensor, 5)
        return tensor

    made = objet.convert(outer)()
    assert is_busy()
    all_equal(made.numpy(), 5)


def test_many_calls_stay_in_order(stream, kernels):
    tensor, native = ones(), nd.array(np.zeros(COUNT, "float32"), device=objet.cuda())
    for _ in range(20):
        kernels["slow_add"](native, tensor, COUNT, *LAUNCH)
        tensor += 1
    assert is_busy()
    all_equal(native.numpy(), 210)
    all_equal(tensor, 21)


def test_wrong_devices_are_errors(kernels):
    with pytest.raises(RuntimeError, match="device 99 does not exist"):
        nd.array(ones(), device=objet.cuda(99))
    with pytest.raises(ValueError, match="device index of 0 or more"):
        objet.cuda(-1)
    with pytest.raises((TypeError, ValueError), match="cpu"):
        kernels["slow_add_one"](torch.ones(COUNT), COUNT, *LAUNCH)
    tensor = nd.from_dlpack(ones())
    for device in ((2, 99), (4, 0)):
        with pytest.raises(BufferError, match="another device"):
            tensor.__dlpack__(dl_device=device)
    with pytest.raises(ValueError, match="without a copy"):
        np.asarray(tensor, copy=False)
    with pytest.raises(ValueError, match="stream 0 is ambiguous"):
        tensor.__dlpack__(stream=0)
    on_host = tensor.__dlpack__(dl_device=(1, 0), copy=True)
    assert "dltensor" in repr(on_host)
