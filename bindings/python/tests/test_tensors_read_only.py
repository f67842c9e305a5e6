"""Tests of read-only memory with code that writes."""

import subprocess

import numpy as np
import pytest

import shapes  # noqa: F401
import objet
from objet import nd


# The library of `examples/load_module.rs`. Its functions do not check their arguments.
SOURCE = """
#include <stdint.h>
typedef union { int64_t v_int64; double v_float64; void* v_handle; const char* v_str; } TVMValue;
typedef struct {
  void* data;
  int32_t device_type, device_id, ndim;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} DLTensor;
void (*__TVMAPISetLastError)(const char*) = 0;
static float* elements(DLTensor* tensor) { return (float*)((char*)tensor->data + tensor->byte_offset); }
int relu(TVMValue* args, int* codes, int count, TVMValue* result, int* result_code, void* resource) {
  DLTensor *from = args[0].v_handle, *to = args[1].v_handle;
  if (from->strides || to->strides) { __TVMAPISetLastError("ValueError: relu: expected no gaps"); return -1; }
  for (int64_t i = 0; i < from->shape[0]; ++i) elements(to)[i] = elements(from)[i] > 0 ? elements(from)[i] : 0;
  return 0;
}
"""


# Earlier NumPy versions do not export read-only memory.
hands_out_read_only = pytest.mark.skipif(
    np.lib.NumpyVersion(np.__version__) < "2.1.0", reason="NumPy does not support DLPack structs with a version"
)


@pytest.fixture(scope="module")
def relu(tmp_path_factory):
    place = tmp_path_factory.mktemp("library")
    (place / "relu.c").write_text(SOURCE)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", place / "relu.so", place / "relu.c"], check=True)
    return objet.load_module(place / "relu.so")["relu"]


def test_compiled_code_writes_to_tensors(relu, tmp_path):
    source, out = np.array([-1, 2, -3], dtype="float32"), np.ones(3, dtype="float32")
    relu(source, out)
    assert out.tolist() == [0, 2, 0]
    tensor = nd.zeros(3)
    relu(nd.array(source), tensor)
    assert tensor.numpy().tolist() == [0, 2, 0]
    relu(source, nd.from_dlpack(out)[::1].reshape(3))
    with pytest.raises(ValueError, match="no gaps"):
        relu(source, np.ones(6, dtype="float32")[::2])


@hands_out_read_only
def test_compiled_code_gets_no_read_only_tensors(relu, tmp_path):
    (tmp_path / "zeros").write_bytes(bytes(4096))
    mapped = np.memmap(tmp_path / "zeros", dtype="float32", mode="r", shape=(3,))
    fixed = np.zeros(3, dtype="float32")
    fixed.flags.writeable = False
    source = np.ones(3, dtype="float32")
    text = "argument 1: tensor is read-only.*pass a copy"
    for out in (mapped, fixed, nd.from_dlpack(mapped), nd.from_dlpack(fixed)[1:], nd.from_dlpack(fixed).reshape(3)):
        with pytest.raises(ValueError, match=text):
            relu(source, out)
        assert np.asarray(out).sum() == 0
    # The runtime cannot distinguish arguments that are read from arguments that are written.
    with pytest.raises(ValueError, match="argument 0"):
        relu(np.frombuffer(bytes(12), dtype="float32"), source)
    relu(nd.array(mapped), source)
    assert source.tolist() == [0, 0, 0]


@hands_out_read_only
def test_read_only_tensors_are_marked(tmp_path):
    fixed = np.arange(4.0)
    fixed.flags.writeable = False
    tensor = nd.from_dlpack(fixed)
    assert tensor.is_read_only and tensor[1:].is_read_only and tensor.reshape(2, 2).is_read_only
    assert not nd.array(tensor).is_read_only and not nd.from_dlpack(np.arange(4.0)).is_read_only
    assert objet.convert(lambda given: given.is_read_only)(np.broadcast_to(np.arange(2.0), (3, 2)))
    with pytest.raises(BufferError, match="max_version"):
        tensor.__dlpack__()
    assert not np.asarray(tensor).flags.writeable and not np.from_dlpack(tensor).flags.writeable
    again = nd.from_dlpack(np.from_dlpack(tensor))
    assert again.is_read_only and again.numpy().tolist() == [0, 1, 2, 3]
    for write in (lambda: tensor.copyfrom([1, 2, 3, 4]), lambda: tensor.__setitem__(0, 5)):
        with pytest.raises(ValueError, match="read-only"):
            write()
    assert fixed.tolist() == [0, 1, 2, 3]
