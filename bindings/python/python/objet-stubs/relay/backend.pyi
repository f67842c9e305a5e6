import collections.abc as _c
import typing as _t
import objet as _o

def CreateExecutor(name: str, attrs: _c.Mapping[str, _t.Any]) -> _o.Executor:
    """Returns an executor with options."""

def CreateRuntime(name: str, attrs: _c.Mapping[str, _t.Any]) -> _o.Runtime:
    """Returns a runtime with options."""

def EvalFunction(module: _o.IRModule, expr: _o.RelayExpr, device: _o.Device, target: _o.Target) -> _o.PackedFunc:
    """Evaluates a function, and returns a function that applies it to an array of arguments. The
arguments are expressions of constants, tuples, constructors and references. Another expression
is a function of its free variables."""

def GetExecutorAttrs(executor: _o.Executor) -> _o.Map[str, _o.Object | None]:
    """Returns the options of an executor."""

def GetRuntimeAttrs(runtime: _o.Runtime) -> _o.Map[str, _o.Object | None]:
    """Returns the options of a runtime."""

def GraphPlanMemory(func: _o.relay.Function) -> _o.relay.StaticMemoryPlan:
    """Returns the static memory plan of a function."""

def ListExecutorOptions(name: str) -> _o.Map[str, str]:
    """Returns the type key of each option of an executor."""

def ListExecutors() -> _o.Array[str]:
    """Returns the names of the executors."""

def ListRuntimeOptions(name: str) -> _o.Map[str, str]:
    """Returns the type key of each option of a runtime."""

def ListRuntimes() -> _o.Array[str]:
    """Returns the names of the runtimes."""

def PrefixGeneratedName(names: _c.Sequence[str]) -> str:
    """Joins parts with underscores, after the prefix `TVMGen`."""

def PrefixName(names: _c.Sequence[str]) -> str:
    """Joins parts with underscores, after the prefix `TVM`."""

def SanitizeName(name: str) -> str:
    """Replaces the characters that names in C cannot have by underscores."""

def ToCConstantStyle(original_name: str) -> str:
    """Returns the name of a constant in C."""

def ToCFunctionStyle(original_name: str) -> str:
    """Returns the name of a function in C."""

def ToCVariableStyle(original_name: str) -> str:
    """Returns the name of a variable in C."""

def _make_CCacheKey(source_func: _o.relay.Function, target: _o.Target) -> _o.relay.CCacheKey:
    """Creates the key of a compiled function."""

def _make_LoweredOutput(outputs: _c.Sequence[_o.Tensor], implementation: _o.relay.OpImplementation) -> _o.relay.LoweredOutput:
    """Creates the tensors of a call."""
