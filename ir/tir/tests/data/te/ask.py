"""Asks TVM 0.8 for the functions that compute tensors, and writes functions.json.gz.

    python ask.py [FILE]
"""

import gzip
import os
import sys

import tvm
from tvm import ir, te, topi

FILE = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "functions.json.gz")

n = te.var("n")
A, B = [te.placeholder((8, n), name=name) for name in "AB"]
k = te.reduce_axis((0, n), "k")
image = te.placeholder((1, 4, 8, 8), name="image")
twice = te.compute((8, n), lambda i, j: A[i, j] * 2, name="twice")
both = te.compute((8, n), lambda i, j: (A[i, j] + 2, B[i, j] * 3), name="both")
product = te.compute((8, 8), lambda x, y: te.sum(A[x, k] * B[y, k], axis=k), name="C")


def packed(inputs, outputs):
    return tvm.tir.call_packed("f", inputs[0], inputs[1], outputs[0])


CASES = {
    "elementwise": [A, te.compute((8, n), lambda i, j: A[i, j] * 2 + 1, name="C")],
    "product": [A, B, product],
    "result first": [product, B, A],
    "two stages": [A, te.compute((8, n), lambda i, j: twice[i, j] + A[i, j], name="D")],
    "two outputs": [A, B, *both],
    "external": [A, B, te.extern((8, 8), [A, B], packed, name="X")],
    "no axis": [te.compute((), lambda: 2, name="S")],
    "attributes": [A, te.compute((8, n), lambda i, j: A[i, j], name="C", attrs={"x": "y"})],
    "pool": [image, topi.nn.pool2d(image, (2, 2), (1, 1), (1, 1), (1, 1, 1, 1), "max")],
    "softmax": [image, topi.nn.softmax(image)],
}

answers = {name: [args, te.create_prim_func(args)] for name, args in CASES.items()}
with open(FILE, "wb") as file:
    with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed_file:
        packed_file.write(ir.save_json(answers).encode())
print(len(answers))
