import collections.abc as _c
import typing as _t
import objet as _o

class BuildResult(_o.Object):
    """An object of the type auto_scheduler.BuildResult. Functions make such objects."""
    __match_args__ = ()

class ComputeDAG(_o.Object):
    """An object of the type auto_scheduler.ComputeDAG. Functions make such objects."""
    __match_args__ = ()

class CostModel(_o.Object):
    """An object of the type auto_scheduler.CostModel. Functions make such objects."""
    __match_args__ = ()

class PythonBasedModel(CostModel):
    """An object of the type auto_scheduler.PythonBasedModel. Functions make such objects."""
    __match_args__ = ()

class RandomModel(CostModel):
    """An object of the type auto_scheduler.RandomModel. Functions make such objects."""
    __match_args__ = ()

class HardwareParams(_o.Object):
    """An object of the type auto_scheduler.HardwareParams. Functions make such objects."""
    __match_args__ = ()

class Iterator(_o.Object):
    """An object of the type auto_scheduler.Iterator. Functions make such objects."""
    __match_args__ = ()

class MeasureCallback(_o.Object):
    """An object of the type auto_scheduler.MeasureCallback. Functions make such objects."""
    __match_args__ = ()

class PythonBasedMeasureCallback(MeasureCallback):
    """An object of the type auto_scheduler.PythonBasedMeasureCallback. Functions make such objects."""
    __match_args__ = ()

class RecordToFile(MeasureCallback):
    """An object of the type auto_scheduler.RecordToFile. Functions make such objects."""
    __match_args__ = ()

class MeasureInput(_o.Object):
    """An object of the type auto_scheduler.MeasureInput. Functions make such objects."""
    __match_args__ = ()

class MeasureResult(_o.Object):
    """An object of the type auto_scheduler.MeasureResult. Functions make such objects."""
    __match_args__ = ()

class ProgramBuilder(_o.Object):
    """An object of the type auto_scheduler.ProgramBuilder. Functions make such objects."""
    __match_args__ = ()

class LocalBuilder(ProgramBuilder):
    """An object of the type auto_scheduler.LocalBuilder. Functions make such objects."""
    __match_args__ = ()

class ProgramMeasurer(_o.Object):
    """An object of the type auto_scheduler.ProgramMeasurer. Functions make such objects."""
    __match_args__ = ()

class ProgramRunner(_o.Object):
    """An object of the type auto_scheduler.ProgramRunner. Functions make such objects."""
    __match_args__ = ()

class LocalRunner(ProgramRunner):
    """An object of the type auto_scheduler.LocalRunner. Functions make such objects."""
    __match_args__ = ()

class RPCRunner(ProgramRunner):
    """An object of the type auto_scheduler.RPCRunner. Functions make such objects."""
    __match_args__ = ()

class RecordReader(_o.Object):
    """An object of the type auto_scheduler.RecordReader. Functions make such objects."""
    __match_args__ = ()

class SearchCallback(_o.Object):
    """An object of the type auto_scheduler.SearchCallback. Functions make such objects."""
    __match_args__ = ()

class PreloadCustomSketchRule(SearchCallback):
    """An object of the type auto_scheduler.PreloadCustomSketchRule. Functions make such objects."""
    __match_args__ = ()

class PreloadMeasuredStates(SearchCallback):
    """An object of the type auto_scheduler.PreloadMeasuredStates. Functions make such objects."""
    __match_args__ = ()

class SearchPolicy(_o.Object):
    """An object of the type auto_scheduler.SearchPolicy. Functions make such objects."""
    __match_args__ = ()

class EmptyPolicy(SearchPolicy):
    """An object of the type auto_scheduler.EmptyPolicy. Functions make such objects."""
    __match_args__ = ()

class SketchPolicy(SearchPolicy):
    """An object of the type auto_scheduler.SketchPolicy. Functions make such objects."""
    __match_args__ = ()

class SearchTask(_o.Object):
    """An object of the type auto_scheduler.SearchTask. Functions make such objects."""
    __match_args__ = ()

class Stage(_o.Object):
    """An object of the type auto_scheduler.Stage. Functions make such objects."""
    __match_args__ = ()

class State(_o.Object):
    """An object of the type auto_scheduler.State. Functions make such objects."""
    __match_args__ = ()

class TuningOptions(_o.Object):
    """The options of a search."""
    __match_args__ = ('num_measure_trials', 'early_stopping', 'num_measures_per_round', 'verbose', 'builder', 'runner', 'measure_callbacks',)
    def __init__(self, num_measure_trials: int, early_stopping: int, num_measures_per_round: int, verbose: int, builder: ProgramBuilder, runner: ProgramRunner, measure_callbacks: _c.Sequence[MeasureCallback] | None = ...) -> None: ...
    @property
    def num_measure_trials(self) -> int:
        """The number of programs that are measured."""
    @property
    def early_stopping(self) -> int:
        """The number of programs without an improvement after which the search ends, or -1."""
    @property
    def num_measures_per_round(self) -> int:
        """The number of programs that are measured in one round."""
    @property
    def verbose(self) -> int:
        """Whether progress is printed: 0 or 1."""
    @property
    def builder(self) -> ProgramBuilder:
        """The builder."""
    @property
    def runner(self) -> ProgramRunner:
        """The runner."""
    @property
    def measure_callbacks(self) -> _o.Array[MeasureCallback] | None:
        """The functions that receive each measurement."""
