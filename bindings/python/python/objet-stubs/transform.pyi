import collections.abc as _c
import typing as _t
import objet as _o

class Pass(_o.Object):
    """Base of passes."""
    __match_args__ = ('pass_info',)
    def __init__(self, pass_info: PassInfo) -> None: ...
    @property
    def pass_info(self) -> PassInfo:
        """What is known of it."""
    def __call__(self, module: _o.IRModule) -> _o.IRModule: ...

class ModulePass(Pass):
    """A pass over modules."""
    __match_args__ = ('pass_info',)
    def __init__(self, pass_info: PassInfo) -> None: ...
    @property
    def pass_info(self) -> PassInfo:
        """What is known of it."""

class Sequential(Pass):
    """Passes one after the other, as one pass. One that the context does not enable is left out; before each that runs come those that
it requires."""
    __match_args__ = ('pass_info', 'passes',)
    def __init__(self, pass_info: PassInfo, passes: _c.Sequence[Pass]) -> None: ...
    @property
    def pass_info(self) -> PassInfo:
        """What is known of it."""
    @property
    def passes(self) -> _o.Array[Pass]:
        """The passes."""

class PassContext(_o.Object):
    """Which passes run, how they are configured, and what is told of their runs."""
    __match_args__ = ('opt_level', 'required_pass', 'disabled_pass', 'instruments', 'config', 'diag_ctx',)
    def __init__(self, opt_level: int = ..., required_pass: _c.Sequence[str] = ..., disabled_pass: _c.Sequence[str] = ..., instruments: _c.Sequence[_o.instrument.PassInstrument] = ..., config: _c.Mapping[str, _o.Object] = ..., diag_ctx: _o.DiagnosticContext | None = ...) -> None: ...
    @property
    def opt_level(self) -> int:
        """The optimization level: passes of a higher one do not run, unless they are required."""
    @property
    def required_pass(self) -> _o.Array[str]:
        """The names of passes that run at every level."""
    @property
    def disabled_pass(self) -> _o.Array[str]:
        """The names of passes that do not run."""
    @property
    def instruments(self) -> _o.Array[_o.instrument.PassInstrument]:
        """What is told of each run of a pass, unless [`override_instruments`](PassContextNode::override_instruments) has said otherwise."""
    @property
    def config(self) -> _o.Map[str, _o.Object]:
        """Values for options that passes ask for."""
    @property
    def diag_ctx(self) -> _o.DiagnosticContext | None:
        """Where diagnostics go."""
    def __enter__(self) -> PassContext: ...
    def __exit__(self, kind: object, error: object, traceback: object) -> None: ...
    @staticmethod
    def current() -> PassContext: ...

class PassInfo(_o.Object):
    """What is known of a pass."""
    __match_args__ = ('opt_level', 'name', 'required',)
    def __init__(self, opt_level: int, name: str, required: _c.Sequence[str]) -> None: ...
    @property
    def opt_level(self) -> int:
        """The least optimization level at which a [`Sequential`] runs it."""
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def required(self) -> _o.Array[str]:
        """The names of the passes that a [`Sequential`] runs before it."""

def EnterPassContext(context: PassContext) -> None:
    """Makes the context that of this thread."""

def ExitPassContext(context: PassContext) -> None:
    """Leaves the context, which was entered last."""

def GetCurrentPassContext() -> PassContext:
    """The context of this thread."""

def Info(pass_: Pass) -> PassInfo:
    """What is known of that pass."""

def ListConfigs() -> _o.Map[str, _o.Map[str, str]]:
    """The options of contexts by name, each with the key of the type of its values as `type`."""

def MakeModulePass(pass_func: _c.Callable[..., _t.Any], pass_info: PassInfo) -> ModulePass:
    """The pass that does with a module what the function does."""

def OverrideInstruments(context: PassContext, instruments: _c.Sequence[_o.instrument.PassInstrument] | None = ...) -> None:
    """Puts other instruments in the place of those of the context."""

def PrintIR(header: str, show_meta_data: bool) -> ModulePass:
    """A pass that writes the text of the module to the standard error."""

def RunPass(pass_: Pass, module: _o.IRModule) -> _o.IRModule:
    """Runs the pass on a module, in the context of this thread."""
