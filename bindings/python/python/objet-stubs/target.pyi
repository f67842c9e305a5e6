import collections.abc as _c
import typing as _t
import objet as _o

def GenericFuncCallFunc(func: _o.GenericFunc, *args: _t.Any) -> _t.Any:
    """Calls the implementation for the current target."""

def GenericFuncCreate() -> _o.GenericFunc:
    """Creates a generic function without a name and without implementations."""

def GenericFuncGetGlobal(name: str) -> _o.GenericFunc:
    """Returns the process-wide generic function with the name."""

def GenericFuncRegisterFunc(func: _o.GenericFunc, implementation: _c.Callable[..., _t.Any], keys: _c.Sequence[str], replace: bool) -> None:
    """Sets the implementation of a generic function for targets that have one of the keys."""

def GenericFuncSetDefault(func: _o.GenericFunc, implementation: _c.Callable[..., _t.Any], replace: bool) -> None:
    """Sets the default implementation of a generic function."""

def ListTargetKindOptions(kind: _o.TargetKind) -> _o.Map[str, str]:
    """Returns the options of a kind: a map from option names to the type keys of their values."""

def ListTargetKinds() -> _o.Array[str]:
    """Returns the names of all target kinds."""

def MakeCompilationConfig(context: _o.transform.PassContext, targets: _c.Mapping[_o.IntImm | int, _o.Target], host: _o.Target | None = ...) -> _o.CompilationConfig:
    """Creates the configuration for a compilation."""

def SEScope_ForDeviceTargetAndMemoryScope(device: _o.Device, target: _o.Target | None, memory_scope: str) -> _o.SEScope:
    """Creates a scope for a device and one of its memories."""

def Target(*args: _t.Any) -> _o.Target:
    """Creates a target from a string, a configuration or another target; or a target with a host from
two targets, of which the second one replaces a host of the first one."""

def TargetCurrent(allow_not_defined: bool) -> _o.Target | None:
    """Returns the current target of this thread. Without a current target, returns null if
`allow_not_defined` is true, and fails otherwise."""

def TargetEnterScope(target: _o.Target) -> None:
    """Makes the target the current target of this thread."""

def TargetExitScope(target: _o.Target) -> None:
    """Leaves the target, which must be the one entered last on this thread."""

def TargetExport(target: _o.Target) -> _o.Map[str, _t.Any]:
    """Returns the configuration that creates the target."""

def TargetTagAddTag(name: str, config: _c.Mapping[str, _t.Any], replace: bool) -> _o.Target:
    """Adds a tag, and returns the target that the tag stands for."""

def TargetTagListTags() -> _o.Map[str, _o.Target]:
    """Returns the targets of all tags, by tag name."""

def WithHost(target: _o.Target, host: _o.Target) -> _o.Target:
    """Returns the target with `host`, which replaces any previous host."""
