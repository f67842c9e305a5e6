"""The classes of registered types, and functions by name, as modules: ``relay.Call`` is ``objet.relay.Call``."""

import importlib.machinery
import sys
import types

from . import _objet


def publish(package):
    """Puts the classes of all types where their keys say."""
    for key, cls in _objet.all_classes():
        place(key, cls, package)
        _name_methods(cls)
    sys.meta_path.append(_Finder)


def _name_methods(cls):
    """Calls what the package has put on a class by the name that it has there, which messages and `help` show."""
    for name, method in vars(cls).items():
        function = getattr(method, "__func__", method)
        if isinstance(function, types.FunctionType) and function.__module__.startswith("objet."):
            if function.__name__ == "<lambda>" or function.__name__.startswith("_") and not function.__name__.startswith("__"):
                function.__name__ = name
                function.__qualname__ = cls.__name__ if name == "__new__" else name


def arrived():
    """Puts the classes of types that came with another extension module where their keys say."""
    publish(vars(sys.modules["objet"]))


def place(key, cls, package=None):
    """Puts a class where its type's key says, unless something else than a class of that name is there."""
    package = vars(sys.modules["objet"]) if package is None else package
    if key == "runtime.Object":
        return
    *path, name = key.split(".")
    scope = vars(_module(path)) if path else package
    there = scope.get(name)
    if there is None or isinstance(there, type) and issubclass(there, _objet.Object):
        scope[name] = cls


def _module(path):
    name = "objet"
    for step in path:
        parent, name = name, f"{name}.{step}"
        module = sys.modules.get(name)
        if module is None:
            module = types.ModuleType(name, f"What has a name that begins with ``{name[6:]}.``.")
            module.__path__ = []
            module.__spec__ = importlib.machinery.ModuleSpec(name, _Finder, origin="registered", is_package=True)
            module.__getattr__ = lambda attr, name=name: find(name, attr)
            module.__dir__ = lambda module=module: names(module)
            sys.modules[name] = module
            setattr(sys.modules[parent], step, module)
    return sys.modules[name]


class _Finder:
    """Has ``import objet.relay.op.nn`` find what the attribute is, before anyone has asked for that."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        parent, _, step = name.rpartition(".")
        if parent.split(".")[0] != "objet" or isinstance(vars(sys.modules[parent]).get(step), type):
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
        if _objet.function_names(path + "."):
            return _module(path.split("."))
    raise AttributeError(f"module {module!r} has no attribute {name!r}")
