import collections.abc as _c
import typing as _t
import objet as _o

class Pass(_o.Object):
    """The base of passes."""
    __match_args__ = ('pass_info',)
    def __init__(self, pass_info: PassInfo) -> None: ...
    @property
    def pass_info(self) -> PassInfo:
        """The description of the pass."""
    def __call__(self, module: _o.IRModule) -> _o.IRModule: ...
    @property
    def info(self) -> PassInfo: ...

class ModulePass(Pass):
    """A pass over modules."""
    __match_args__ = ('pass_info',)
    def __init__(self, pass_info: PassInfo) -> None: ...
    @property
    def pass_info(self) -> PassInfo:
        """The description of the pass."""

class Sequential(Pass):
    """A pass that runs other passes in order. Passes that the context disables are skipped, and the
required passes of each pass run before the pass."""
    __match_args__ = ('pass_info', 'passes',)
    def __init__(self, pass_info: PassInfo, passes: _c.Sequence[Pass]) -> None: ...
    @property
    def pass_info(self) -> PassInfo:
        """The description of the pass."""
    @property
    def passes(self) -> _o.Array[Pass]:
        """The passes, in order."""

class PassContext(_o.Object):
    """The configuration of pass runs: the enabled passes, their options, and the instruments."""
    __match_args__ = ('opt_level', 'required_pass', 'disabled_pass', 'instruments', 'config', 'diag_ctx',)
    def __init__(self, opt_level: int = ..., required_pass: _c.Sequence[str] = ..., disabled_pass: _c.Sequence[str] = ..., instruments: _c.Sequence[_o.instrument.PassInstrument] = ..., config: _c.Mapping[str, _t.Any] = ..., diag_ctx: _o.DiagnosticContext | None = ...) -> None: ...
    @property
    def opt_level(self) -> int:
        """The optimization level. A pass with a higher level does not run unless it is required."""
    @property
    def required_pass(self) -> _o.Array[str]:
        """The names of passes that run at every level."""
    @property
    def disabled_pass(self) -> _o.Array[str]:
        """The names of passes that do not run."""
    @property
    def instruments(self) -> _o.Array[_o.instrument.PassInstrument]:
        """The initial instruments. [`override_instruments`](PassContextNode::override_instruments)
replaces them."""
    @property
    def config(self) -> _o.Map[str, _o.Object]:
        """The values of pass options."""
    @property
    def diag_ctx(self) -> _o.DiagnosticContext | None:
        """The context that collects diagnostics."""
    def __enter__(self) -> PassContext: ...
    def __exit__(self, kind: object, error: object, traceback: object) -> None: ...
    @staticmethod
    def current() -> PassContext: ...
    def override_instruments(self, instruments: _c.Iterable[_o.instrument.PassInstrument]) -> None: ...
    @staticmethod
    def list_configs() -> _o.Map[str, _o.Map[str, str]]: ...

class PassInfo(_o.Object):
    """The description of a pass."""
    __match_args__ = ('opt_level', 'name', 'required',)
    def __init__(self, opt_level: int, name: str, required: _c.Sequence[str]) -> None: ...
    @property
    def opt_level(self) -> int:
        """The minimum optimization level at which a [`Sequential`] runs the pass."""
    @property
    def name(self) -> str:
        """The name of the pass."""
    @property
    def required(self) -> _o.Array[str]:
        """The names of the passes that a [`Sequential`] runs before the pass."""

def EnterPassContext(context: PassContext) -> None:
    """Makes the context the current context of this thread."""

def ExitPassContext(context: PassContext) -> None:
    """Leaves the context. It is an error if another one was entered later on this thread."""

def GetCurrentPassContext() -> PassContext:
    """Returns the current context of this thread."""

def Info(pass_: Pass) -> PassInfo:
    """Returns the description of a pass."""

def ListConfigs() -> _o.Map[str, _o.Map[str, str]]:
    """Returns the registered options: a map from names to maps, whose entry `type` is the type key of
the values."""

def MakeModulePass(pass_func: _c.Callable[..., _t.Any], pass_info: PassInfo) -> ModulePass:
    """Creates a pass that transforms modules with `pass_func`."""

def OverrideInstruments(context: PassContext, instruments: _c.Sequence[_o.instrument.PassInstrument] | None = ...) -> None:
    """Replaces the instruments of the context."""

def PrintIR(header: str, show_meta_data: bool) -> ModulePass:
    """Creates a pass that prints the module to standard error."""

def RunPass(pass_: Pass, module: _o.IRModule) -> _o.IRModule:
    """Runs a pass on a module, in the current context of this thread."""
