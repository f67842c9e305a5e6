"""Passes over modules, written in Python, and sequences of passes."""

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
    """
    return _made("transform.MakeModulePass", run, opt_level, name, required)


def function_pass(run=None, *, opt_level=0, name=None, required=()):
    """Makes a pass from a function ``(function, module, context) -> function``.

    The pass calls the function with each Relay function of a module. See `module_pass`.
    """
    return _made("relay._transform.MakeFunctionPass", run, opt_level, name, required)


def prim_func_pass(run=None, *, opt_level=0, name=None, required=()):
    """Makes a pass from a function ``(function, module, context) -> function``.

    The pass calls the function with each TIR function of a module. See `module_pass`.
    """
    return _made("tir.transform.CreatePrimFuncPass", run, opt_level, name, required)


def _names(required):
    if isinstance(required, str):
        raise TypeError(f"required: expected a list of names of passes, found the string {required!r} (write [{required!r}])")
    return list(required)


def _made(maker, run, opt_level, name, required):
    required = _names(required)

    def make(run):
        named = name or getattr(run, "__name__", "anonymous")
        info = get_global_func("transform.PassInfo")(opt_level, named, required)
        return get_global_func(maker)(run, info)

    return make if run is None else make(run)


def sequential(passes, *, opt_level=0, name="sequential", required=()):
    """Returns a pass that runs the given passes in order."""
    return get_global_func("transform.Sequential")(list(passes), opt_level, name, _names(required))
