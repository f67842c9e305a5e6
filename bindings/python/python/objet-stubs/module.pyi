import collections.abc as _c
import typing as _t
import objet as _o

from objet import Module as Module, load_module as load_module, time_evaluator as time_evaluator
