import collections.abc as _c
import typing as _t
import objet as _o

def GenericFuncCallFunc(func: _o.GenericFunc, *args: _t.Any) -> _t.Any:
    """Calls the implementation for the current target."""

def GenericFuncCreate() -> _o.GenericFunc:
    """A function without a name and without implementations."""

def GenericFuncGetGlobal(name: str) -> _o.GenericFunc:
    """The function that all get who ask for this name."""

def GenericFuncRegisterFunc(func: _o.GenericFunc, implementation: _c.Callable[..., _t.Any], keys: _c.Sequence[str], replace: bool) -> None:
    """Sets the implementation for targets that have one of these keys."""

def GenericFuncSetDefault(func: _o.GenericFunc, implementation: _c.Callable[..., _t.Any], replace: bool) -> None:
    """Sets the implementation for targets of which no key has one."""

def ListTargetKindOptions(kind: _o.TargetKind) -> _o.Map[str, str]:
    """The options of a kind by name, each with the key of the type of its values."""

def ListTargetKinds() -> _o.Array[str]:
    """The names of all kinds of targets."""

def MakeCompilationConfig(context: _o.transform.PassContext, targets: _c.Mapping[_o.IntImm | int, _o.Target], host: _o.Target | None = ...) -> _o.CompilationConfig:
    """What a module is compiled for."""

def SEScope_ForDeviceTargetAndMemoryScope(device: _o.Device, target: _o.Target | None, memory_scope: str) -> _o.SEScope:
    """A place on a device."""

def Target(*args: _t.Any) -> _o.Target:
    """The target that a text or a configuration makes, or that it is already; or a target with a host."""

def TargetCurrent(allow_not_defined: bool) -> _o.Target | None:
    """The current target of this thread. That there is none is an error, unless it is allowed."""

def TargetEnterScope(target: _o.Target) -> None:
    """Makes the target the current one of this thread."""

def TargetExitScope(target: _o.Target) -> None:
    """Leaves the target, which was entered last."""

def TargetExport(target: _o.Target) -> _o.Map[str, _t.Any]:
    """The configuration that makes the target."""

def TargetTagAddTag(name: str, config: _c.Mapping[str, _t.Any], replace: bool) -> _o.Target:
    """Adds a tag, and gives the target that it stands for."""

def TargetTagListTags() -> _o.Map[str, _o.Target]:
    """The targets that tags stand for, by tag."""

def WithHost(target: _o.Target, host: _o.Target) -> _o.Target:
    """The same target with a host, in place of one that it has."""
