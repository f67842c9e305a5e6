import collections.abc as _c
import typing as _t
import objet as _o

def ComputeOp(name: str, tag: str, attrs: _c.Mapping[str, _o.Object | None] | None, axis: _c.Sequence[_o.tir.IterVar], body: _c.Sequence[_o.Object | None]) -> _o.ComputeOp:
    """Creates an operation whose outputs are expressions of the index variables."""

def CreatePrimFunc(arg_list: _c.Sequence[_o.Tensor]) -> _o.tir.PrimFunc:
    """Creates a function whose parameters are the buffers of tensors, and which computes those of them
that are not inputs."""

def CreatePrimFuncFromOutputs(outputs: _c.Sequence[_o.Tensor]) -> _o.tir.PrimFunc:
    """Creates a function that computes tensors. Its parameters are the inputs that the tensors need,
and then the tensors."""

def ExternOp(name: str, tag: str, attrs: _c.Mapping[str, _o.Object | None] | None, inputs: _c.Sequence[_o.Tensor], input_placeholders: _c.Sequence[_o.tir.Buffer], output_placeholders: _c.Sequence[_o.tir.Buffer], body: _o.tir.Stmt) -> _o.ExternOp:
    """Creates an operation that a statement performs."""

def OpGetOutput(op: _o.Operation, index: int) -> _o.Tensor:
    """Returns an output of an operation."""

def OpInputTensors(op: _o.Operation) -> _o.Array[_o.Tensor]:
    """Returns the tensors that an operation reads."""

def OpNumOutputs(op: _o.Operation) -> int:
    """Returns the number of outputs of an operation."""

def Placeholder(shape: _c.Sequence[_o.Object | None], dtype: str, name: str) -> _o.Tensor:
    """Creates a tensor that is an input of the computation."""

def ScanOp(name: str, tag: str, attrs: _c.Mapping[str, _o.Object | None] | None, axis: _o.tir.IterVar, init: _c.Sequence[_o.Tensor], update: _c.Sequence[_o.Tensor], state_placeholder: _c.Sequence[_o.Tensor], inputs: _c.Sequence[_o.Tensor]) -> _o.ScanOp:
    """Creates an operation that scans along an axis."""

def TensorComputeOp(name: str, tag: str, axis: _c.Sequence[_o.tir.IterVar], reduce_axis: _c.Sequence[_o.tir.IterVar], schedulable_ndim: int, intrin: _o.TensorIntrin, tensors: _c.Sequence[_o.Tensor], regions: _c.Sequence[_c.Sequence[_o.Range]], scalar_inputs: _c.Sequence[_o.Object | None]) -> _o.TensorComputeOp:
    """Creates an operation whose inner axes are computed by calls of a tensor intrinsic."""

def TensorEqual(lhs: _o.Tensor, rhs: _o.Tensor) -> bool:
    """Whether both tensors are the same output of the same operation."""

def TensorHash(tensor: _o.Tensor) -> int:
    """Returns a hash of the operation and the index of a tensor."""

def TensorIntrin(name: str, op: _o.Operation, inputs: _c.Sequence[_o.Tensor], buffers: _c.Sequence[_o.tir.Buffer], scalar_params: _c.Sequence[_t.Any], body: _o.tir.Stmt | None = ..., reduce_init: _o.tir.Stmt | None = ..., reduce_update: _o.tir.Stmt | None = ...) -> _o.TensorIntrin:
    """Creates a tensor intrinsic."""

def TensorIntrinCall(intrin: _o.TensorIntrin, tensors: _c.Sequence[_o.Tensor], regions: _c.Sequence[_c.Sequence[_o.Range]], reduce_axis: _c.Sequence[_o.tir.IterVar], scalar_inputs: _c.Sequence[_o.Object | None]) -> _o.TensorIntrinCall:
    """Creates a call of a tensor intrinsic."""
