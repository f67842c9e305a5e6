"""Passes over modules: written in Python, and put together with those of Rust."""

from ..functions import get_global_func


def module_pass(run=None, *, opt_level=0, name=None, required=()):
    """A function ``(module, context) -> module`` as a pass; also as a decorator, with or without options::

        @objet.module_pass(opt_level=1)
        def simplify(module, context):
            ...

    The pass runs in contexts of its level or a higher one, after those that it requires, and goes by the name of the function if it is
    given none. It is called as a function, ``simplify(module)``, or stands in a `sequential`.
    """
    return _made("transform.MakeModulePass", run, opt_level, name, required)


def function_pass(run=None, *, opt_level=0, name=None, required=()):
    """A function ``(function, module, context) -> function``, called with each relay function of a module, as a pass; see
    `module_pass`."""
    return _made("relay._transform.MakeFunctionPass", run, opt_level, name, required)


def prim_func_pass(run=None, *, opt_level=0, name=None, required=()):
    """A function ``(function, module, context) -> function``, called with each tir function of a module, as a pass; see
    `module_pass`."""
    return _made("tir.transform.CreatePrimFuncPass", run, opt_level, name, required)


def _made(maker, run, opt_level, name, required):
    def make(run):
        named = name or getattr(run, "__name__", "anonymous")
        info = get_global_func("transform.PassInfo")(opt_level, named, list(required))
        return get_global_func(maker)(run, info)

    return make if run is None else make(run)


def sequential(passes, *, opt_level=0, name="sequential", required=()):
    """Passes that run one after the other, as one."""
    return get_global_func("transform.Sequential")(list(passes), opt_level, name, list(required))
