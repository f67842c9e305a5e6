"""The classes of registered types, and functions by name, as modules: ``relay.Call`` is ``objet.relay.Call``."""

import importlib.machinery
import sys
import types

from . import _objet


def publish():
    """Puts the classes of all types where their keys say."""
    for key, cls in _objet.all_classes():
        place(key, cls)
        _name_methods(cls)


def _name_methods(cls):
    """Calls what the package has put on a class by the name that it has there, which messages and `help` show."""
    for name, method in vars(cls).items():
        function = getattr(method, "__func__", method)
        if isinstance(function, types.FunctionType) and function.__module__.startswith("objet."):
            if function.__name__ == "<lambda>" or function.__name__.startswith("_") and not function.__name__.startswith("__"):
                function.__name__ = name
                function.__qualname__ = cls.__name__ if name == "__new__" else name


def place(key, cls, before=None):
    """Puts a class where its type's key says, unless something else is there than the class that it was before."""
    if key == "runtime.Object":
        return
    *path, name = key.split(".")
    module = _module(path)
    if module is not None and (not _has(module, name) or before is not None and vars(module).get(name) is before):
        setattr(module, name, cls)


def _has(module, name):
    """Whether a module has something of that name, be it a file that nobody has imported yet."""
    path = getattr(module, "__path__", [])
    return name in vars(module) or importlib.machinery.PathFinder.find_spec(f"{module.__name__}.{name}", path) is not None


def _module(path):
    """The module of that path; `None` if something else has its place."""
    name = "objet"
    for step in path:
        parent, name = sys.modules[name], f"{name}.{step}"
        module = sys.modules.get(name)
        if module is None:
            if _has(parent, step):
                return None
            module = types.ModuleType(name, f"What has a name that begins with ``{name[6:]}.``.")
            module.__path__ = []
            module.__spec__ = importlib.machinery.ModuleSpec(name, _Finder, origin="registered", is_package=True)
            module.__getattr__ = lambda attr, name=name: find(name, attr)
            module.__dir__ = lambda module=module: names(module)
            sys.modules[name] = module
            setattr(parent, step, module)
    return sys.modules[name]


class _Finder:
    """Has ``import objet.relay.op.nn`` find what the attribute is, before anyone has asked for that."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        parent, _, step = name.rpartition(".")
        if parent.split(".")[0] != "objet" or _has(sys.modules[parent], step):
            return None
        found = _objet.function_names(f"{name[6:]}.")
        return importlib.machinery.ModuleSpec(name, _Finder, origin="registered", is_package=True) if found else None

    @staticmethod
    def create_module(spec):
        return _module(spec.name.split(".")[1:])

    @staticmethod
    def exec_module(module):
        pass


def names(module):
    """What is in a module, with what `find` finds in it; what `__dir__` of modules is."""
    prefix = module.__name__[6:] + "."
    found = {name[len(prefix) :].split(".")[0] for name in _objet.function_names(prefix)}
    return sorted(found | set(vars(module)))


def find(module, name):
    """The function or the module of that name in a module; what `__getattr__` of modules is."""
    if not name.startswith("__"):
        path = f"{module}.{name}"[6:]
        found = _objet.find_function(path)
        if found is not None:
            return found
        module = _module(path.split(".")) if _objet.function_names(path + ".") else None
        if module is not None:
            return module
    raise AttributeError(f"module {module!r} has no attribute {name!r}")


sys.meta_path.append(_Finder)
