"""Passes over modules, written in Python, and sequences of passes."""

import functools

from ..functions import get_global_func


def module_pass(run=None, *, opt_level=0, name=None, required=()):
    """Makes a pass from a function ``(module, context) -> module``.

    Also a decorator, with or without options::

        @objet.module_pass(opt_level=1)
        def simplify(module, context):
            ...

    Its default name is the name of the function. Call it as a function, ``simplify(module)``, or
    pass it to `sequential`, which runs it in contexts whose level is at least ``opt_level``, after
    the passes that it requires. A call runs the pass alone, at any level.

    A class whose objects have a method ``transform_module(module, context)`` becomes a function
    that makes passes: it takes the arguments of the class.
    """
    return _made("transform.MakeModulePass", "transform_module", run, opt_level, name, required)


def function_pass(run=None, *, opt_level=0, name=None, required=()):
    """Makes a pass from a function ``(function, module, context) -> function``.

    The pass calls the function with each Relay function of a module. See `module_pass`. The method
    of a class is ``transform_function(function, module, context)``.
    """
    return _made("relay._transform.MakeFunctionPass", "transform_function", run, opt_level, name, required)


def prim_func_pass(run=None, *, opt_level=0, name=None, required=()):
    """Makes a pass from a function ``(function, module, context) -> function``.

    The pass calls the function with each TIR function of a module. See `module_pass`. The method of
    a class is ``transform_function(function, module, context)``.
    """
    return _made("tir.transform.CreatePrimFuncPass", "transform_function", run, opt_level, name, required)


def _names(required):
    if isinstance(required, str):
        raise TypeError(f"required: expected a list of names of passes, found the string {required!r} (write [{required!r}])")
    return list(required)


def _made(maker, method, run, opt_level, name, required):
    required = _names(required)

    def make(run):
        if isinstance(run, type):
            return of_class(run)
        return make_pass(run, name or getattr(run, "__name__", "anonymous"))

    def of_class(cls):
        if not callable(getattr(cls, method, None)):
            raise TypeError(f"{cls.__qualname__} has no method {method}, which the pass would call")

        @functools.wraps(cls, updated=())
        def construct(*args, **named):
            return make_pass(getattr(cls(*args, **named), method), name or cls.__name__)

        return construct

    def make_pass(run, named):
        info = get_global_func("transform.PassInfo")(opt_level, named, required)
        return get_global_func(maker)(run, info)

    return make if run is None else make(run)


def sequential(passes, *, opt_level=0, name="sequential", required=()):
    """Returns a pass that runs the given passes in order."""
    return get_global_func("transform.Sequential")(list(passes), opt_level, name, _names(required))
