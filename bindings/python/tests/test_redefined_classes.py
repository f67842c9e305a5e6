"""Tests of classes that are declared again with other fields, as the cells of a notebook do."""

import copy
import pickle
import re

import pytest

import objet


def cell(code):
    """Runs code as a cell of a notebook does, and returns the last class that it declares."""
    scope = {"objet": objet, "__name__": "cells"}
    exec(code, scope)
    return list(scope.values())[-1]


def point(*fields, name="Point", base="objet.Object", key="cells.Point"):
    lines = [f'@objet.register_object("{key}")', f"class {name}({base}):", *(f"    {each}" for each in fields)]
    return cell("\n".join(lines))


def test_new_objects_have_the_new_fields_and_old_ones_keep_theirs():
    first = point("x: int")
    old = first(1)
    second = point("x: int", "y: int = 5")
    new = second(1, 2)
    assert type(old) is first and type(new) is second is objet.cells.Point
    assert (old.x, new.x, new.y) == (1, 1, 2) and not hasattr(old, "y")
    assert [each.name for each in objet.fields(first)] == [each.name for each in objet.fields(old)] == ["x"]
    assert [each.name for each in objet.fields(second)] == ["x", "y"]
    assert objet.asdict(old) == {"x": 1} and objet.asdict(new) == {"x": 1, "y": 2}
    assert old.replace(x=3).x == 3 and type(copy.copy(old)) is first and first(4).x == 4
    assert not objet.structural_equal(old, new)
    # Files and pickles name the type, and so the objects that they hold are of the new one.
    for again in (objet.load_json(objet.save_json(old)), pickle.loads(pickle.dumps(old))):
        assert type(again) is second and (again.x, again.y) == (1, 5)
    with pytest.raises(TypeError, match="descriptor 'y'"):
        second.y.__get__(old)


def test_fields_of_the_type_take_objects_of_all_its_definitions():
    first = point("x: int", key="cells.Item")
    holds = point("item: objet.cells.Item", "items: list[objet.cells.Item] = objet.field(default_factory=list)", key="cells.Holds")
    old, second = first(1), point("z: str", key="cells.Item")
    new = second("z")
    for item in (old, new):
        assert holds(item, [item]).item is item
    kept = holds(new)
    assert objet.load_json(objet.save_json(kept)).item.z == "z"
    with pytest.raises(TypeError, match="expected cells.Item, found cells.Holds"):
        holds(kept)


def test_a_class_may_get_another_base_and_the_same_fields_keep_the_type():
    first = point("x: int", key="cells.Base")
    base = point("n: int", key="cells.Above", name="Above")
    second = point("x: int", key="cells.Base", base="objet.cells.Above")
    assert isinstance(second(n=1, x=2), base) and not isinstance(first(1), base)
    made = second(n=1, x=2)
    third = point("x: int", key="cells.Base", base="objet.cells.Above")
    assert third is not second and objet.structural_equal(made, third(n=1, x=2))


def test_a_class_without_fields_follows_its_base():
    point("x: int", key="cells.Root", name="Root")
    point("pass", key="cells.Child", base="objet.cells.Root")
    point("x: int", "y: int = 2", key="cells.Root", name="Root")
    child = point("pass", key="cells.Child", base="objet.cells.Root")
    assert child(x=1).y == 2 and isinstance(child(x=1), objet.cells.Root)


def test_another_comparison_defines_the_type_anew():
    def declare(**options):
        @objet.register_object("cells.Compared", **options)
        class Compared(objet.Object):
            x: int

        return Compared

    plain = declare()
    assert objet.structural_equal(plain(1), plain(1))
    by_pointer = declare(comparison="pointer")
    one = by_pointer(1)
    assert objet.structural_equal(one, one) and not objet.structural_equal(one, by_pointer(1))
    plain = declare()
    assert objet.structural_equal(plain(1), plain(1))


def test_other_places_do_not_define_a_type_anew():
    point("x: int", key="cells.Own")
    with pytest.raises(TypeError, match="type cells.Own is already registered with another definition: x: i64"):
        point("y: int", key="cells.Own", name="Other")
    with pytest.raises(TypeError, match="already registered|must derive from"):
        point("y: int", key="cells.Own", base="objet.cells.Own")
    with pytest.raises(TypeError, match="already registered|must derive from"):
        point("y: int", key="shapes.Circle")


def test_differences_tell_the_definitions_apart():
    first = point("x: int", key="cells.Told")
    old = first(1)
    second = point("x: int", "y: int = 2", key="cells.Told")
    (found,) = objet.diff([old], [second(1)])
    shown = r"\[0\]: cells.Told at 0x\w+ vs cells.Told at 0x\w+ \(the definitions of the class differ\)"
    assert re.fullmatch(shown, str(found)) and re.fullmatch(f"<Difference {shown}>", repr(found))
    with pytest.raises(ValueError, match="the definitions of the class differ"):
        objet.assert_structural_equal(old, type("Sub", (second,), {})(1))
    # Objects of one definition, and of another class of its type, differ by their identity.
    same = objet.register_object("cells.Same", comparison="pointer")(type("Same", (objet.Object,), {"__annotations__": {"name": str}}))
    (found,) = objet.diff(same("a"), type("Sub", (same,), {})("a"))
    assert re.fullmatch(r'the root: cells.Same\(name="a"\) at 0x\w+ vs cells.Same\(name="a"\) at 0x\w+', str(found))
