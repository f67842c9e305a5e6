"""Tests of registering, removing and looking up global functions."""

import functools
import sys
import threading
import types

import pytest

import shapes
import objet


def test_registering():
    @objet.register_func("tests.twice")
    def twice(x):
        return 2 * x

    assert objet.get_global_func("tests.twice")(4) == 8 and twice(1) == 2
    with pytest.raises(ValueError, match="already registered at .*; pass override=True to replace the first function"):
        objet.register_func("tests.twice", lambda x: x)
    objet.register_func("tests.twice", lambda x: 3 * x, override=True)
    assert objet.tests.twice(4) == 12
    objet.remove_global_func("tests.twice")
    with pytest.raises(ValueError):
        objet.remove_global_func("tests.twice")
    module = type(sys)("made")
    objet.init_api("shapes", vars(module).setdefault("_", module))
    assert module.add_one(1) == 2


@pytest.mark.parametrize("name", ["shapes", "shapes."])
def test_init_api_adds_functions(name, monkeypatch):
    module = types.ModuleType("tests_given")
    monkeypatch.setitem(sys.modules, "tests_given", module)
    objet.init_api(name, "tests_given")
    assert module.add_one(1) == 2 and not hasattr(module, "Circle")
    objet.init_api("no_functions_are_called_so", module)
    with pytest.raises(ModuleNotFoundError, match="module 'tests_missing' is not imported"):
        objet.init_api(name, "tests_missing")


def test_invalid_names_and_callables_are_errors():
    for name, found in ((3, "int"), (None, "NoneType"), (functools.partial(max, 1), "partial")):
        with pytest.raises(TypeError, match=f"expected a name .*{found}"):
            objet.register_func(name)
    for function, found in ((3, "an int"), (None, "a NoneType"), (shapes.Circle(radius=1), "a Circle")):
        with pytest.raises(TypeError, match=f"expected a callable, found {found}"):
            objet.register_func("tests.refused", function)
    with pytest.raises(ValueError, match="the name of a function is empty"):
        objet.register_func("", max)
    assert objet.get_global_func("tests.refused", allow_missing=True) is None
    assert "" not in objet.list_global_func_names()


def test_a_dotted_name_is_an_attribute_until_its_function_is_replaced():
    objet.register_func("kept.value", lambda: 1)
    first = objet.kept.value
    assert vars(objet.kept)["value"] is first and first() == 1
    objet.register_func("kept.value", lambda: 2, override=True)
    assert "value" not in vars(objet.kept) and objet.kept.value() == 2 and first() == 1
    # Native code and other threads change the registry, too.
    thread = threading.Thread(target=objet.remove_global_func, args=("kept.value",))
    thread.start()
    thread.join()
    assert not hasattr(objet.kept, "value")
    objet.register_func("kept.value", lambda: 3)
    objet.kept.value = "the user's"
    objet.remove_global_func("kept.value")
    assert objet.kept.value == "the user's"
