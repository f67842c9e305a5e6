"""Registered classes and functions as module attributes: ``relay.Call`` is ``objet.relay.Call``."""

import difflib
import importlib.machinery
import sys
import types

from . import _objet
from .annotations import annotate
from .graph import _owners, _wheels


# The type keys whose classes are attributes of modules.
_published = set()


def publish(wheel=None):
    """Makes the classes of all types attributes of modules, by their type keys.

    The new types belong to an extension module of another wheel, if one is given.
    """
    for key, cls in _objet.all_classes():
        # Loading makes stand-ins for nodes of unknown types.
        if wheel and key not in _published and key not in _owners and not key.startswith("objet.Opaque"):
            _wheels[key] = wheel
        _published.add(key)
        place(key, cls)
        _name_methods(cls)
        annotate(key, cls)


def _name_methods(cls):
    """Renames the methods that the package has added to a class, for messages and `help`.

    Each private function gets the name of its class attribute.
    """
    for name, method in vars(cls).items():
        function = getattr(method, "__func__", method)
        if isinstance(function, types.FunctionType) and function.__module__.startswith("objet."):
            if function.__name__ == "<lambda>" or function.__name__.startswith("_") and not function.__name__.startswith("__"):
                function.__name__ = name
                function.__qualname__ = cls.__name__ if name == "__new__" else name


def place(key, cls, before=None):
    """Makes a class the module attribute for its type key.

    An existing attribute is replaced only if it is ``before``, the previous class of the type.
    """
    if key == "runtime.Object":
        return
    *path, name = key.split(".")
    # A class precedes the function of its name.
    forget(key)
    module = _module(path)
    if module is not None and (not _has(module, name) or before is not None and vars(module).get(name) is before):
        setattr(module, name, cls)


def _has(module, name):
    """Whether a module has an attribute, or a submodule file that is not imported yet."""
    path = getattr(module, "__path__", [])
    return name in vars(module) or importlib.machinery.PathFinder.find_spec(f"{module.__name__}.{name}", path) is not None


def _module(path):
    """Returns the module with a path, and makes it if necessary.

    Returns `None` if another attribute has the path.
    """
    name = "objet"
    for step in path:
        parent, name = sys.modules[name], f"{name}.{step}"
        module = sys.modules.get(name)
        if module is None:
            if _has(parent, step):
                return None
            module = _new_module(name, f"Registered names that begin with ``{name[6:]}.``.")
            module.__getattr__ = lambda attr, name=name: find(name, attr)
            module.__dir__ = lambda module=module: names(module)
            setattr(parent, step, module)
    return sys.modules[name]


def _new_module(name, doc):
    """Makes and imports a module without a file. Its `__getattr__` may make modules in it."""
    module = sys.modules[name] = types.ModuleType(name, doc)
    module.__path__ = []
    module.__spec__ = importlib.machinery.ModuleSpec(name, _Finder, origin="registered", is_package=True)
    return module


class _Finder:
    """Lets ``import objet.relay.op.nn`` find the module before its attribute is first read."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        parent, _, step = name.rpartition(".")
        if parent.split(".")[0] != "objet" or _has(sys.modules[parent], step):
            return None
        # Reading the attribute makes the module.
        getattr(sys.modules[parent], step, None)
        return getattr(sys.modules.get(name), "__spec__", None)

    @staticmethod
    def create_module(spec):
        return sys.modules[spec.name]

    @staticmethod
    def exec_module(module):
        pass


def names(module):
    """Returns the names in a module, including the names for `find`: the `__dir__` of modules."""
    prefix = module.__name__[6:] + "."
    found = {name[len(prefix) :].split(".")[0] for name in _objet.function_names(prefix)}
    return sorted(found | set(vars(module)))


# The functions that are attributes of modules, by their global names.
_kept = {}


def find(module, name):
    """Returns the function or the module with a name in a module: the `__getattr__` of modules.

    A function becomes an attribute of the module until it loses its global name.
    """
    if not name.startswith("__"):
        path = f"{module}.{name}"[6:]
        found = _objet.find_function(path)
        if found is not None:
            _kept[path] = found
            setattr(sys.modules[module], name, found)
            # The name may have got another function meanwhile.
            if _objet.find_function(path) is not found:
                forget(path)
            return found
        found = _module(path.split(".")) if _objet.function_names(path + ".") else None
        if found is not None:
            return found
    raise _MissingName(f"module {module!r} has no attribute {name!r}", lambda: _near(module, name))


def _near(module, name):
    """Returns the names that may be meant by one that a module does not have."""
    public = [each for each in names(sys.modules[module]) if not each.startswith("_")]
    return _elsewhere(module, name) or difflib.get_close_matches(name, public, 1)


class _MissingName(AttributeError):
    """A missing name. The text has a suggestion, which is looked for when the text is read."""

    def __init__(self, text, near=None):
        super().__init__(text)
        self._near = near

    def __str__(self):
        near = self._near and self._near()
        return f"{self.args[0]}, did you mean {near[0]!r}?" if near else self.args[0]

    def __reduce__(self):
        return AttributeError, (str(self),)


# Tracebacks show the base class.
_MissingName.__name__ = _MissingName.__qualname__ = "AttributeError"
_MissingName.__module__ = "builtins"


def _elsewhere(module, name):
    """Returns the paths of a name in other modules, the shortest one first.

    Modules that have the same name in another package come before the others.
    """
    if name.startswith("_"):
        return []
    # The modules without a file have registered names only.
    modules = [each for path, each in list(sys.modules.items()) if path.startswith("objet.") and not hasattr(each, "__file__")]
    paths = [each.__name__ for each in (sys.modules["objet"], *modules) if name in dir(each)]
    last = module.rpartition(".")[2]
    paths.sort(key=lambda path: (path.rpartition(".")[2] != last, path.count("."), path))
    return [f"{path}.{name}" for path in paths]


def forget(path):
    """Removes the attribute of a function that has lost its global name."""
    found = _kept.pop(path, None)
    place, _, name = f"objet.{path}".rpartition(".")
    module = sys.modules.get(place)
    if found is not None and vars(module).get(name) is found:
        delattr(module, name)


sys.meta_path.append(_Finder)
