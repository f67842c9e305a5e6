import collections.abc as _c
import typing as _t
import objet as _o

def AnnotatedRegionSet(expr: _o.RelayExpr, begin: _o.Op, end: _o.Op) -> _o.relay.AnnotatedRegionSet:
    """Finds the regions of an expression between calls of two operators."""

def CallGraph(module: _o.IRModule) -> _o.relay.CallGraph:
    """Finds the calls between the functions of a module."""

def ExtractFusedFunctions() -> _o.transform.Pass:
    """Creates the pass that extracts the functions from operator fusion."""

def ExtractOperators(module: _o.IRModule) -> _o.Map[str, _o.IntImm]:
    """Returns the operators that the function `main` calls, with the number of calls of each."""

def GetGlobalVarCallCount(graph: _o.relay.CallGraph, var: _o.GlobalVar) -> int:
    """Returns the number of references from a function to functions of the module."""

def GetModule(graph: _o.relay.CallGraph) -> _o.IRModule:
    """Returns the module of a call graph."""

def GetRefCountGlobalVar(graph: _o.relay.CallGraph, var: _o.GlobalVar) -> int:
    """Returns the number of references from functions of the module to a function."""

def GetRegion(regions: _o.relay.AnnotatedRegionSet, expr: _o.RelayExpr) -> _o.relay.AnnotatedRegion | None:
    """Returns the region that contains an expression, or null."""

def GetTotalMacNumber(expr: _o.RelayExpr) -> int:
    """Returns the number of multiply-accumulate operations in an expression with inferred types."""

def IsRecursive(graph: _o.relay.CallGraph, var: _o.GlobalVar) -> bool:
    """Returns whether a function refers to itself."""

def PrintCallGraph(graph: _o.relay.CallGraph) -> str:
    """Returns the calls of all functions as text, callers first."""

def PrintCallGraphGlobalVar(graph: _o.relay.CallGraph, var: _o.GlobalVar) -> str:
    """Returns the calls of a function as text."""

def _test_type_solver() -> _o.PackedFunc:
    """Creates a type solver: a function that returns the functions `Solve`, `Unify`, `Resolve` and
`AddConstraint` of the solver by name."""

def all_dtypes(expr: _o.RelayExpr) -> _o.Array[str]:
    """Returns the names of the data types in the inferred types of an expression."""

def all_type_vars(root: _t.Any, _module: _o.IRModule | None = ...) -> _o.Array[_o.TypeVar]:
    """Returns all type variables in an expression or a type. The module is ignored."""

def all_vars(expr: _o.RelayExpr) -> _o.Array[_o.relay.Var]:
    """Returns all variables in an expression."""

def bound_type_vars(root: _t.Any, _module: _o.IRModule | None = ...) -> _o.Array[_o.TypeVar]:
    """Returns the type variables that an expression or a type binds. The module is ignored."""

def bound_vars(root: _t.Any) -> _o.Array[_o.relay.Var]:
    """Returns the variables that an expression or a pattern binds."""

def check_basic_block_normal_form(expr: _o.RelayExpr) -> bool:
    """Returns true if an expression is in basic block normal form. Otherwise, the error names the
expression that must be bound in an outer block."""

def check_constant(expr: _o.RelayExpr) -> bool:
    """Returns whether an expression is a constant or a tuple of constants."""

def check_kind(ty: _o.Type, module: _o.IRModule | None = ...) -> int:
    """Returns the kind of a type whose parts have the right kinds. Type calls need the module."""

def detect_feature(expr: _o.RelayExpr | None = ..., module: _o.IRModule | None = ...) -> _o.Array[_o.IntImm]:
    """Returns the numbers of the features of an expression and of the functions of a module."""

def free_type_vars(root: _t.Any, _module: _o.IRModule | None = ...) -> _o.Array[_o.TypeVar]:
    """Returns the free type variables of an expression or a type. The module is ignored."""

def free_vars(expr: _o.RelayExpr) -> _o.Array[_o.relay.Var]:
    """Returns the free variables of an expression."""

def get_calibrate_module(module: _o.IRModule) -> _o.IRModule:
    """Returns the module that records the inputs and outputs of functions for external compilers."""

def get_calibrate_output_map(module: _o.IRModule) -> _o.Map[_o.GlobalVar, _o.Array[_o.IntImm]]:
    """Returns, for each function for an external compiler: the offset of its inputs in the result of
the recording module, the number of inputs and the number of outputs."""

def post_order_visit(expr: _o.RelayExpr, f: _c.Callable[..., _t.Any]) -> None:
    """Calls `f` once with each expression in `expr`, in post-order."""

def search_conv2d_op_weight(expr: _o.RelayExpr) -> _o.Array[str]:
    """Returns the names of the variables that are the weight of an `nn.conv2d`."""

def search_dense_op_weight(expr: _o.RelayExpr) -> _o.Array[str]:
    """Returns the names of the variables that are the weight of an `nn.dense`."""

def search_fc_transpose(expr: _o.RelayExpr) -> _o.Array[str]:
    """Returns the names of the variables whose transpose is the weight of an `nn.dense`."""

def unmatched_cases(found: _o.relay.Match, module: _o.IRModule | None = ...) -> _o.Array[_o.relay.Pattern]:
    """Returns the values that no clause of a match covers, as patterns."""

def well_formed(expr: _o.RelayExpr) -> bool:
    """Returns whether every variable is bound at most once, and used only in the scope of its binding."""
