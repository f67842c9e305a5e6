"""Tensors from NumPy and from other libraries with DLPack, without a copy."""

import numpy as np

import objet

source = np.arange(6, dtype="float32").reshape(2, 3)
tensor = objet.nd.from_dlpack(source)  # shares the memory
source[0, 0] = 10
print(repr(tensor), tensor.numpy()[0, 0])

copied = objet.nd.array(source[:, ::2], dtype="float16")
print(copied.shape, copied.dtype, np.from_dlpack(copied).tolist())
print(objet.nd.array([1.0, 2.5], dtype="bfloat16").numpy())

# Functions accept objects that support DLPack.
objet.register_func("example.sum", lambda tensor: float(tensor.numpy().sum()))
print(objet.example.sum(source))
