import collections.abc as _c
import typing as _t
import objet as _o

def AutoInlineBroadcast(sch: _o.Schedule) -> None:
    """Inlines no stage: as in TVM, no operation counts as a broadcast."""

def AutoInlineElemWise(sch: _o.Schedule) -> None:
    """Inlines the stages that compute each element from the elements at the same indices."""

def AutoInlineInjective(sch: _o.Schedule) -> None:
    """Inlines the stages without reductions."""

def CreateAttachPath(sch: _o.Schedule) -> _o.Map[_o.Operation, _o.Array[_o.tir.IterVar]]:
    """Returns the axes of the loops around each stage, from the inside to the outside."""

def CreateReadGraph(roots: _c.Sequence[_o.Operation]) -> _o.Map[_o.Operation, _o.Array[_o.Tensor]]:
    """Returns the tensors that each operation reads, for the operations that the roots need."""

def InferBound(sch: _o.Schedule) -> _o.Map[_o.tir.IterVar, _o.Range]:
    """Computes the ranges of all axes of a normalized schedule."""

def PostDFSOrder(roots: _c.Sequence[_o.Operation], graph: _c.Mapping[_o.Operation, _c.Sequence[_o.Tensor]]) -> _o.Array[_o.Operation]:
    """Returns the operations that the roots need according to a graph of reads, each once and after
its inputs."""

def ScanFixPointAnalysis(scan_op: _o.Operation) -> _o.Map[_o.tir.IterVar, _o.PrimExpr]:
    """Returns for each axis of the outputs of a scan, except the axis of the scan, 1 if the points
along the axis are computed independently of each other, and otherwise 0."""

def ScanGetBody(scan_op: _o.Operation) -> _o.Array[_o.Operation]:
    """Returns the operations that compute the updates of a scan from its state."""

def ScheduleOps(sch: _o.Schedule, dom_map: _c.Mapping[_o.tir.IterVar, _o.Range], debug_keep_trivial_loop: bool = ...) -> _o.tir.Stmt:
    """Returns the statement of a normalized schedule."""

def SchedulePostProcToPrimFunc(arg_list: _c.Sequence[_t.Any], body: _o.tir.Stmt, extern_buffer_opt: _c.Mapping[_o.Tensor, _o.tir.Buffer] | None = ...) -> _o.tir.PrimFunc:
    """Returns the function of a statement over tensors."""

def VerifyCompactBuffer(stmt: _o.tir.Stmt) -> bool:
    """Whether a statement binds buffers to regions of tensors."""
