import collections.abc as _c
import typing as _t
import objet as _o

def ComputeOp(name: str, tag: str, attrs: _c.Mapping[str, _t.Any | None] | None, axis: _c.Sequence[_o.tir.IterVar], body: _c.Sequence[_t.Any | None]) -> _o.ComputeOp:
    """Creates an operation whose outputs are expressions of the index variables."""

def CreatePrimFunc(arg_list: _c.Sequence[_o.Tensor]) -> _o.tir.PrimFunc:
    """Creates a function whose parameters are the buffers of tensors, and which computes those of them
that are not inputs."""

def CreatePrimFuncFromOutputs(outputs: _c.Sequence[_o.Tensor]) -> _o.tir.PrimFunc:
    """Creates a function that computes tensors. Its parameters are the inputs that the tensors need,
and then the tensors."""

def CreateSchedule(ops: _c.Sequence[_o.Operation]) -> _o.Schedule:
    """Creates a schedule in which each operation has loops of its own."""

def CreateSpecializedCondition(condition: _c.Sequence[_t.Any | None]) -> _o.SpecializedCondition:
    """Creates a condition that holds if all clauses hold."""

def EnterSpecializationScope(cond: _o.SpecializedCondition) -> None:
    """Makes a condition current on this thread."""

def ExitSpecializationScope(cond: _o.SpecializedCondition) -> None:
    """Leaves the condition. It is an error if another one was entered later on this thread."""

def ExternOp(name: str, tag: str, attrs: _c.Mapping[str, _t.Any | None] | None, inputs: _c.Sequence[_o.Tensor], input_placeholders: _c.Sequence[_o.tir.Buffer], output_placeholders: _c.Sequence[_o.tir.Buffer], body: _o.tir.Stmt) -> _o.ExternOp:
    """Creates an operation that a statement performs."""

def GetCurrentSpecialization() -> _o.SpecializedCondition | None:
    """Returns the condition that was entered last, or null."""

def HybridOp(name: str, tag: str, attrs: _c.Mapping[str, _t.Any | None] | None, inputs: _c.Sequence[_o.Tensor], outputs: _c.Sequence[_o.Tensor], body: _o.tir.Stmt) -> _o.HybridOp:
    """Creates an operation that a hybrid script describes."""

def OpGetOutput(op: _o.Operation, index: int) -> _o.Tensor:
    """Returns an output of an operation."""

def OpInputTensors(op: _o.Operation) -> _o.Array[_o.Tensor]:
    """Returns the tensors that an operation reads."""

def OpNumOutputs(op: _o.Operation) -> int:
    """Returns the number of outputs of an operation."""

def Placeholder(shape: _c.Sequence[_t.Any | None], dtype: str, name: str) -> _o.Tensor:
    """Creates a tensor that is an input of the computation."""

def ScanOp(name: str, tag: str, attrs: _c.Mapping[str, _t.Any | None] | None, axis: _o.tir.IterVar, init: _c.Sequence[_o.Tensor], update: _c.Sequence[_o.Tensor], state_placeholder: _c.Sequence[_o.Tensor], inputs: _c.Sequence[_o.Tensor]) -> _o.ScanOp:
    """Creates an operation that scans along an axis."""

def ScheduleCacheRead(schedule: _o.Schedule, tensor: _o.Tensor, scope: str, readers: _c.Sequence[_o.Operation]) -> _o.Tensor:
    """Adds a stage that copies a tensor to another memory, from which some operations read it."""

def ScheduleCacheWrite(schedule: _o.Schedule, tensor: _t.Any, scope: str) -> _o.Object:
    """Adds a stage that computes one tensor or an array of tensors in another memory. Returns a tensor
or an array, too."""

def ScheduleCreateGroup(schedule: _o.Schedule, outputs: _c.Sequence[_o.Tensor], inputs: _c.Sequence[_o.Tensor], include_inputs: bool) -> _o.Stage:
    """Groups the stages between outputs and inputs."""

def ScheduleNormalize(schedule: _o.Schedule) -> _o.Schedule:
    """Returns the schedule in normal form."""

def ScheduleRFactor(schedule: _o.Schedule, tensor: _o.Tensor, axis: _o.tir.IterVar, factor_axis: int) -> _o.Array[_o.Tensor]:
    """Computes a reduction in two steps."""

def StageBind(stage: _o.Stage, ivar: _o.tir.IterVar, thread_ivar: _o.tir.IterVar) -> _o.Stage:
    """Binds an axis to a thread axis."""

def StageComputeAt(stage: _o.Stage, parent: _o.Stage, scope: _o.tir.IterVar) -> _o.Stage:
    """Computes the stage in a loop of another stage."""

def StageComputeInline(stage: _o.Stage) -> _o.Stage:
    """Computes the elements of the stage where they are read."""

def StageComputeRoot(stage: _o.Stage) -> _o.Stage:
    """Computes the stage at the root of its group."""

def StageDoubleBuffer(stage: _o.Stage) -> _o.Stage:
    """Gives the results two buffers, which are used in turn."""

def StageEnvThreads(stage: _o.Stage, threads: _c.Sequence[_o.tir.IterVar]) -> _o.Stage:
    """Launches threads around a scan."""

def StageFuse(stage: _o.Stage, axes: _c.Sequence[_o.tir.IterVar]) -> _o.tir.IterVar:
    """Fuses consecutive axes."""

def StageParallel(stage: _o.Stage, var: _o.tir.IterVar) -> _o.Stage:
    """Runs the iterations of a loop in parallel."""

def StagePragma(stage: _o.Stage, var: _o.tir.IterVar, pragma_type: str, pragma_value: _o.PrimExpr | _o.tir.IterVar | int | float | str | None = ...) -> _o.Stage:
    """Adds a pragma to a loop. Without a value, the value is 1."""

def StagePrefetch(stage: _o.Stage, tensor: _o.Tensor, var: _o.tir.IterVar, offset: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> _o.Stage:
    """Prefetches a tensor in a loop."""

def StageReorder(stage: _o.Stage, order: _c.Sequence[_o.tir.IterVar]) -> _o.Stage:
    """Puts loops in this order."""

def StageSetScope(stage: _o.Stage, scope: str) -> _o.Stage:
    """Sets the storage scope of the results."""

def StageSetStorePredicate(stage: _o.Stage, predicate: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> _o.Stage:
    """Stores results only if a condition holds."""

def StageSplitByFactor(stage: _o.Stage, parent: _o.tir.IterVar, factor: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> _o.Array[_o.tir.IterVar]:
    """Splits an axis by the extent of the inner axis."""

def StageSplitByNParts(stage: _o.Stage, parent: _o.tir.IterVar, nparts: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> _o.Array[_o.tir.IterVar]:
    """Splits an axis by the extent of the outer axis."""

def StageStorageAlign(stage: _o.Stage, axis: _o.tir.IterVar, factor: int, offset: int) -> _o.Stage:
    """Aligns the stride of an axis of the result."""

def StageTensorize(stage: _o.Stage, var: _o.tir.IterVar, f: _o.TensorIntrin) -> _o.Stage:
    """Replaces a loop and the loops inside by a tensor intrinsic."""

def StageTile(stage: _o.Stage, x_parent: _o.tir.IterVar, y_parent: _o.tir.IterVar, x_factor: _o.PrimExpr | _o.tir.IterVar | int | float | str, y_factor: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> _o.Array[_o.tir.IterVar]:
    """Splits two axes, and puts both inner loops inside of both outer loops."""

def StageUnroll(stage: _o.Stage, var: _o.tir.IterVar) -> _o.Stage:
    """Unrolls a loop."""

def StageVectorize(stage: _o.Stage, var: _o.tir.IterVar) -> _o.Stage:
    """Vectorizes a loop."""

def TensorComputeOp(name: str, tag: str, axis: _c.Sequence[_o.tir.IterVar], reduce_axis: _c.Sequence[_o.tir.IterVar], schedulable_ndim: int, intrin: _o.TensorIntrin, tensors: _c.Sequence[_o.Tensor], regions: _c.Sequence[_c.Sequence[_o.Range]], scalar_inputs: _c.Sequence[_t.Any | None]) -> _o.TensorComputeOp:
    """Creates an operation whose inner axes are computed by calls of a tensor intrinsic."""

def TensorEqual(lhs: _o.Tensor, rhs: _o.Tensor) -> bool:
    """Whether both tensors are the same output of the same operation."""

def TensorHash(tensor: _o.Tensor) -> int:
    """Returns a hash of the operation and the index of a tensor."""

def TensorIntrin(name: str, op: _o.Operation, inputs: _c.Sequence[_o.Tensor], buffers: _c.Sequence[_o.tir.Buffer], scalar_params: _c.Sequence[_t.Any], body: _o.tir.Stmt | None = ..., reduce_init: _o.tir.Stmt | None = ..., reduce_update: _o.tir.Stmt | None = ...) -> _o.TensorIntrin:
    """Creates a tensor intrinsic."""

def TensorIntrinCall(intrin: _o.TensorIntrin, tensors: _c.Sequence[_o.Tensor], regions: _c.Sequence[_c.Sequence[_o.Range]], reduce_axis: _c.Sequence[_o.tir.IterVar], scalar_inputs: _c.Sequence[_t.Any | None]) -> _o.TensorIntrinCall:
    """Creates a call of a tensor intrinsic."""
