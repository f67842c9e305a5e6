"""Tests of the Python classes themselves: lookup, lifetime, and failed registration."""

import copy
import gc
import importlib
import pickle
import sys
import weakref

import pytest

import shapes
import objet


@objet.register_object("classes.Point")
class Point(objet.Object):
    x: int
    y: int = 0


class Named(Point):
    """A class that is not registered."""

    def shout(self):
        return str(self.x)


@pytest.mark.parametrize(
    "key", ["shapes.Circle.Inner", "Array.Inner", "load_json.Inner", "nd.array.Inner", "Object", "NDArray", "stubs", "convert"]
)
def test_a_class_replaces_no_existing_attribute(key):
    import objet.stubs

    def there():
        return [objet.shapes.Circle, objet.Array, objet.load_json, objet.nd.array, objet.Object, objet.NDArray, objet.stubs, objet.convert]

    before = there()
    cls = objet.register_object(key)(type("Taken", (objet.Object,), {"__annotations__": {"x": int}}))
    assert type(objet.load_json(objet.save_json(cls(1)))) is cls
    assert all(one is other for one, other in zip(there(), before, strict=True))


def test_a_function_replaces_no_existing_attribute():
    before = objet.load_json, objet.shapes.Circle
    for name in ("load_json.x", "shapes.Circle.x"):
        objet.register_func(name, lambda: 1)
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(f"objet.{name.rpartition('.')[0]}")
        assert objet.get_global_func(name)() == 1
        objet.remove_global_func(name)
    assert (objet.load_json, objet.shapes.Circle) == before


def test_a_module_file_takes_precedence_over_a_type_key():
    objet.register_func("view.of.mine", lambda: 1)
    held = sys.modules.pop("objet.view"), vars(objet).pop("view")
    try:
        objet.register_object("view.Mine")(type("Mine", (objet.Object,), {}))
        assert importlib.import_module("objet.view").to_dot
    finally:
        sys.modules["objet.view"], objet.view = held
        objet.remove_global_func("view.of.mine")


def test_redeclared_classes_are_dropped_with_their_last_object():
    def declare():
        @objet.register_object("classes.Again")
        class Again(objet.Object):
            x: int
            y: int | None = None

        return Again

    first = declare()
    kept = first(1)
    last = [weakref.ref(declare()) for _ in range(50)][-1]
    gc.collect()
    alive = [cls for cls in objet.Object.__subclasses__() if cls.__name__ == "Again" and cls.__module__ == __name__]
    assert len(alive) == 2 and set(alive) == {first, last()}
    assert (kept.x, type(kept), type(kept.replace(x=2)), type(first(3))) == (1, first, last(), first)
    gone = weakref.ref(first)
    del first, kept, alive
    gc.collect()
    assert gone() is None
    # A new class at the address of a dropped class is not mistaken for it.
    others = [type("Other", (objet.Object,), {}) for _ in range(50)]
    for other in others:
        with pytest.raises(TypeError):
            other(1)


def test_a_redeclared_class_may_derive_from_the_previous_class():
    def declare(base):
        @objet.register_object("classes.Longer")
        class Longer(base):
            if base is objet.Object:
                x: int

            def depth(self):
                return 1 if base is objet.Object else 1 + super().depth()

        return Longer

    cls = objet.Object
    for depth in range(1, 5):
        cls = declare(cls)
        gc.collect()
        assert objet.load_json(objet.save_json(cls(x=1))).depth() == depth


def test_a_failed_registration_leaves_the_key_free():
    def refused(key, bases, members, **options):
        with pytest.raises((TypeError, ValueError)):
            objet.register_object(key, **options)(type("Refused", bases, members))
        return objet.register_object(key)(type("Right", (objet.Object,), {"__annotations__": {"z": str}}))

    hints = {"__annotations__": {"x": int}}
    assert refused("classes.Two", (Point, shapes.Pair), hints)("a").z == "a"
    assert refused("classes.Default", (objet.Object,), {**hints, "x": "text"})("a").z == "a"
    assert refused("classes.Comparison", (objet.Object,), hints, comparison="somehow")("a").z == "a"
    assert refused("classes.Name", (objet.Object,), {"__annotations__": {"x": int, "replace": int}})("a").z == "a"
    assert refused("classes.Registered", (), {"__annotations__": {"x": int}})("a").z == "a"
    with pytest.raises(TypeError, match="a class for classes.Other must derive from .*, and not from the class of another type"):
        objet.register_object("classes.Other")(type("Other", (shapes.Pair, Point), {}))


def test_a_class_cannot_be_registered_for_a_second_type():
    with pytest.raises(TypeError, match="a class for classes.Second must derive from .*, but .*Point.* is itself the class of a type"):
        objet.register_object("classes.Second")(Point)
    assert objet.register_object("classes.Second")(type("Second", (objet.Object,), {})) and type(Point(1)) is Point


def test_copies_keep_an_unregistered_class():
    named = Named(1, y=2)
    named.beside = [named]
    changed = named.replace(x=4)
    assert (type(changed), changed.shout(), changed.y) == (Named, "4", 2) and type(named.with_attr("y", 3)) is Named
    for made in (copy.deepcopy(named), pickle.loads(pickle.dumps(named)), copy.deepcopy([objet.convert([named]), named])[1]):
        assert (type(made), made.x, made.beside[0]) == (Named, 1, made) and made is not named
    assert type(pickle.loads(pickle.dumps(Named(1)))) is Named and type(copy.deepcopy(Named(1))) is Named
    # A file has the type, but not the class.
    assert type(objet.load_json(objet.save_json(named))) is Point
    with pytest.raises((AttributeError, pickle.PicklingError)):
        pickle.dumps(type("Local", (Point,), {})(1))
    names = type("Names", (objet.Array,), {})(["a"])
    assert type(copy.deepcopy(names)) is type(names) and copy.deepcopy(names) == ["a"]


def test_a_pickle_checks_its_class():
    _, (_, cls, text), *_ = Named(1).__reduce__()
    assert cls is Named and type(objet._objet.load_json_as(Named, text)) is Named
    for wrong in (shapes.Pair, objet.Array, int):
        with pytest.raises(TypeError, match="expected an object of .*, found a classes.Point"):
            objet._objet.load_json_as(wrong, text)


def test_a_constructor_with_other_parameters_needs_new():
    class Init(Point):
        def __init__(self, x, extra=0):
            self.extra = extra

    for given in (lambda: Init(1, extra=5), lambda: Init(), lambda: Init(1, 2, 3)):
        with pytest.raises(TypeError, match=r"for Init to take other parameters than its fields, define __new__\(cls, ...\)"):
            given()
    with pytest.raises(TypeError) as plain:
        Point(1, extra=5)
    assert "__new__" not in str(plain.value)
    assert Init(1).extra == 0

    class New(Init):
        def __new__(cls, x, extra=0):
            return super().__new__(cls, x, y=extra)

    made = New(1, extra=5)
    assert (made.x, made.y, made.extra) == (1, 5, 5)


def test_an_object_cannot_get_the_class_of_another_type():
    circle = shapes.Circle(radius=1)
    for cls in (shapes.Shape, shapes.Pair, Point, objet.Object, int, None):
        with pytest.raises(TypeError, match="__class__ of a shapes.Circle object must be a class of the same type"):
            circle.__class__ = cls
    with pytest.raises(TypeError):
        del circle.__class__
    assert circle.__class__ is type(circle) is shapes.Circle and not isinstance(circle, shapes.Pair)

    # Tools that reload code set the class to a new class of the same type.
    @objet.register_object("classes.Fresh")
    class Fresh(objet.Object):
        x: int

    old = Fresh(1)

    @objet.register_object("classes.Fresh")
    class Fresh(objet.Object):
        x: int

        def twice(self):
            return 2 * self.x

    old.__class__ = Fresh
    assert type(old) is Fresh and old.twice() == 2


def test_repeated_registration_of_a_class():
    assert objet.register_object("classes.Point")(Point) is Point and objet.register_object("shapes.Circle")(shapes.Circle) is shapes.Circle
    for cls in (Point, shapes.Circle):
        with pytest.raises(TypeError, match="is itself the class of a type"):
            objet.register_object("classes.Other")(cls)


def test_a_metaclass_does_not_describe_the_memory_of_objects():
    class Meta(type):
        __dictoffset__ = property(lambda cls: 0)
        __basicsize__ = property(lambda cls: objet.Object.__basicsize__)

    @objet.register_object("memory.Slots")
    class Slots(objet.Object):
        __slots__ = ()
        x: int

    @objet.register_object("memory.Dict")
    class Dict(objet.Object, metaclass=Meta):
        x: int

    objects = [Slots(x) for x in range(500)]
    del objects
    objects = [Dict(x) for x in range(300)]
    for item in objects:
        item.note = [item.x] * 10
    assert all(item.note == [item.x] * 10 for item in objects)
