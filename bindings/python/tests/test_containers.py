"""Tests of the Python interfaces of containers."""

import pickle
from collections.abc import ItemsView, KeysView, Mapping, Sequence, ValuesView

import pytest

import shapes
import objet


def test_arrays_are_sequences():
    circle = shapes.Circle(radius=1)
    array = objet.convert(["a", circle, None, ["b"]])
    assert isinstance(array, objet.Array) and isinstance(array, Sequence)
    assert (len(array), array[0], array[-1][0], array[2]) == (4, "a", "b", None)
    assert array[1] is circle and circle in array and "z" not in array
    assert list(array[1:3]) == [circle, None] and isinstance(array[::2], objet.Array)
    assert array[:2] == ["a", circle] and array[:2] != ["a"]
    assert array[:1] + ["z"] == ["a", "z"] and ["z"] + array[:1] == ["z", "a"]
    assert array.index(circle) == 1 and array.count("a") == 1 and list(reversed(array))[0] == ["b"]
    for place in (4, -5, 1 << 70):
        with pytest.raises(IndexError):
            array[place]
    for place in ("a", 1.0, None):
        with pytest.raises(TypeError, match="integer"):
            array[place]
    assert array[True] is circle


def test_slices_of_arrays_are_arrays():
    array = objet.convert(list("abcdef"))
    for part in (slice(1, 3), slice(None, None, -2), slice(-2, None), slice(9, 4), slice(4, 1, -1), slice(None)):
        assert array[part] == list("abcdef")[part] and type(array[part]) is objet.Array
    with pytest.raises(ValueError, match="zero"):
        array[::0]
    with pytest.raises(TypeError):
        array["a":]


def test_a_slice_wraps_no_item(no_leak):
    circles = [shapes.Circle(radius=number) for number in range(500)]
    array = objet.convert(circles)
    del circles
    before = objet._objet.live_objects()
    part, first = array[10:400], next(iter(array))
    assert objet._objet.live_objects() == before + 2
    assert first in array and first.radius == 0 and objet._objet.live_objects() == before + 2
    walk = iter(array)
    assert next(walk) is first and walk.__length_hint__() == 499 and iter(walk) is walk
    assert [found.radius for found in part] == list(range(10, 400))
    del walk, part, first, array


def test_exhausted_iterators_stay_exhausted():
    walk = iter(objet.convert(["a"]))
    assert [*walk, *walk] == ["a"] and next(walk, None) is None and walk.__length_hint__() == 0
    assert list(reversed(objet.convert(["a", "b"]))) == ["b", "a"]


def test_maps_are_mappings():
    circle = shapes.Circle(radius=1)
    entries = objet.convert({"a": circle, "b": None})
    assert isinstance(entries, objet.Map) and isinstance(entries, Mapping)
    assert entries["a"] is circle and entries.get("c", 3) == 3 and "b" in entries and 5 not in entries
    assert list(entries) == ["a", "b"] == list(entries.keys()) and dict(entries) == {"a": circle, "b": None}
    assert entries == {"a": circle, "b": None} and entries != {"a": None}
    assert list(entries.values())[0] is circle and len(entries) == 2
    assert type(next(iter(entries.items()))) is tuple
    by_object = objet.convert({circle: "x"})
    assert by_object[circle] == "x"
    for missing in ("c", 5, None, ("a", "b"), (), shapes.Circle(radius=1)):
        with pytest.raises(KeyError) as error:
            entries[missing]
        assert error.value.args == (missing,)
    with pytest.raises(TypeError):
        objet.convert({None: "x"})


def test_views_of_maps():
    circle = shapes.Circle(radius=1)
    entries = objet.convert({"a": circle, "b": None})
    keys, values, items = entries.keys(), entries.values(), entries.items()
    assert isinstance(keys, KeysView) and isinstance(values, ValuesView) and isinstance(items, ItemsView)
    assert (len(keys), len(values), len(items)) == (2, 2, 2)
    assert keys & {"a", "z"} == {"a"} and "b" in keys and "z" not in keys and keys == {"a", "b"}
    assert circle in values and None in values and "a" not in values
    assert ("a", circle) in items and ("a", None) not in items and ("z", circle) not in items
    assert items == {("a", circle), ("b", None)} == items and keys == {"a": 1, "b": 2}.keys() and keys != {"a"} and keys != {"a", "z"}
    assert items == {"a": circle, "b": None}.items() == items and items != {"a": [], "b": None}.items() and items != {1, 2} and items != 2
    assert list(reversed(entries)) == ["b", "a"] == list(reversed(keys))
    assert list(reversed(values)) == [None, circle] and list(reversed(items)) == [("b", None), ("a", circle)]


def test_maps_are_merged():
    circle = shapes.Circle(radius=1)
    entries = objet.convert({"a": circle, "b": None})
    both = entries | {"b": "x", "c": "y"}
    assert type(both) is objet.Map and both == {"a": circle, "b": "x", "c": "y"} and list(both) == ["a", "b", "c"]
    assert {"b": "x", "c": "y"} | entries == {"b": None, "c": "y", "a": circle}
    assert entries | objet.convert({"a": "z"}) == {"a": "z", "b": None} and entries["a"] is circle
    entries |= {"d": "w"}
    assert entries["d"] == "w"
    with pytest.raises(TypeError):
        entries | [("a", "b")]


def test_boxed_numbers_stay_boxed():
    entries = objet.load_json('{"objet":1,"root":{"a":7,"b":true,"c":[0.5,null]}}')
    assert entries["a"] == 7 and entries["b"] is True
    merged = entries | {"d": "x"}, {"d": "x"} | entries, objet.Map(entries, d="x")
    texts = [objet.save_json(each, format="plain") for each in merged]
    assert texts[0] == texts[2] == '{"objet":1,"root":{"a":7,"b":true,"c":[0.5,null],"d":"x"}}'
    assert texts[1] == '{"objet":1,"root":{"d":"x","a":7,"b":true,"c":[0.5,null]}}'
    assert objet.structural_equal(entries | {}, entries)

    # Graph files cannot hold an `ADT`, so these are pickled by their items.
    tagged = objet.ADT(1, [entries, None])
    for made in tagged, objet.Map(f=tagged), objet.ADT(2, entries["c"]), entries["c"] + [objet.ADT(1)]:
        copied = pickle.loads(pickle.dumps(made))
        assert type(copied) is type(made) and repr(copied) == repr(made) and "BoxFloat" in repr(made)
    shared = pickle.loads(pickle.dumps(objet.Map(entries, f=tagged)))
    assert shared == objet.Map(entries, f=tagged) and "a\": runtime.BoxInt(value=7)" in repr(shared)


def test_containers_are_made_by_their_classes():
    circle = shapes.Circle(radius=1)
    assert objet.Array([circle, "a"]) == [circle, "a"] and objet.Array() == [] == objet.Array(())
    for items in ({"a"}, iter(["a"]), (text for text in "a"), "a", objet.Array(["a"]), {"a": 1}):
        made = objet.Array(items)
        assert type(made) is objet.Array and made == ["a"]
    array = objet.Array(["a"])
    assert objet.Array(array) is array
    with pytest.raises(TypeError, match="Array has no reflected fields"):
        array.replace(items=["b"])
    assert objet.Map({"a": circle}) == {"a": circle} == objet.Map([("a", circle)]) == objet.Map(a=circle)
    assert objet.Map() == {} and objet.Map({"a": "b"}, a=circle)["a"] is circle
    shape = objet.ShapeTuple((2, 3))
    assert type(shape) is objet.ShapeTuple and shape == (2, 3) and objet.ShapeTuple(shape) is shape
    assert objet.ShapeTuple(range(3)) == (0, 1, 2) and hash(shape) == hash((2, 3))
    adt = objet.ADT(4, [circle, "a"])
    assert adt.tag == 4 and adt == [circle, "a"] and type(adt[:1]) is objet.Array
    with pytest.raises(TypeError):
        objet.Array(3)
    with pytest.raises(TypeError):
        objet.ShapeTuple(["a"])
    with pytest.raises(TypeError):
        objet.Array([object()])
    with pytest.raises(TypeError):
        objet.Map([1, 2])


def test_subclasses_of_containers():
    class Names(objet.Array):
        def joined(self):
            return "".join(self)

    names = Names(["a", "b"])
    assert type(names) is Names and names.joined() == "ab" and names == ["a", "b"]
    assert objet.convert([names])[0] is names


def test_containers_in_annotations_and_patterns():
    assert objet.Array[str].__origin__ is objet.Array and objet.Map[str, int].__args__ == (str, int)

    @objet.register_object("tests.Annotated")
    class Annotated(objet.Object):
        names: objet.Array[str]
        more: objet.Map[str, str]

    made = Annotated(["a"], {"b": "c"})
    assert made.names == ["a"] and made.more == {"b": "c"}
    with pytest.raises(TypeError):
        Annotated({"b": "c"}, ["a"])
    match made:
        case Annotated([name], more):
            assert name == "a" and more["b"] == "c"
        case _:
            assert False
    match objet.convert(["a", "b", "c"]):
        case [first, *rest]:
            assert first == "a" and rest == ["b", "c"]
        case _:
            assert False
    match objet.convert({"a": "x", "b": "y"}):
        case {"a": found}:
            assert found == "x"
        case _:
            assert False
    match shapes.Pair(1, 2), shapes.Circle(radius=3, name="n"):
        case shapes.Pair(1, b), shapes.Circle("n", radius):
            assert (b, radius) == (2, 3)
        case _:
            assert False
    assert objet.Object.__match_args__ == ()


def test_shapes_of_tensors():
    shape = objet.get_global_func("runtime.ShapeTuple")(2, 3)
    assert shape == (2, 3) and shape[1] == 3 and shape[-2:] == [2, 3] and len(shape) == 2
    assert type(shape[:1]) is objet.ShapeTuple and 3 in shape and 4 not in shape and list(reversed(shape)) == [3, 2]
    assert type(shape + (4,)) is objet.ShapeTuple and shape + (4,) == (2, 3, 4) == (2,) + objet.ShapeTuple([3, 4])
    with pytest.raises(TypeError):
        shape + ["a"]


def test_values_without_an_object_are_errors():
    for value in (object(), {1, 2}, objet.cpu()):
        with pytest.raises(TypeError):
            objet.convert([value])
    with pytest.raises(TypeError, match="node._const"):
        objet.convert([1])


def test_iterators_and_lengths_are_those_of_the_class():
    for extents in ([1, 2], [2**40], []):
        # Each shape may get the memory of the one before it.
        shape = objet.ShapeTuple(extents)
        assert len(shape) == len(extents) and list(shape) == extents == list(iter(shape)) and [*shape] == extents
        assert all(type(extent) is int for extent in shape)
        del shape
    assert list(objet.Array(["a"])) == ["a"] == list(objet.Map(a="b")) and len(objet.ADT(1, ["a", "b"])) == 2
    assert bool(objet.Map()) is bool(objet.Array()) is bool(objet.ShapeTuple()) is False

    class Reversed(objet.ShapeTuple):
        def __iter__(self):
            return reversed(tuple(super().__iter__()))

        def __len__(self):
            return 1 + super().__len__()

    shape = Reversed([2, 3])
    assert list(shape) == [3, 2] and len(shape) == 3 and shape[0] == 2
    with pytest.raises(TypeError):
        objet.Array.__iter__(objet.Map())


def test_a_list_that_changes_during_its_conversion():
    class Clearing:
        def __objet__(self):
            items.clear()
            return "c"

    items = ["a", None, Clearing(), "d", Clearing()]
    for _ in range(2):
        assert objet.convert(items) == ["a", None, "c", "d", "c"] and items == []
        items = ["a", None, Clearing(), "d", Clearing()]
    with pytest.raises(TypeError, match=r"\[1\]"):
        objet.convert(["a", object()])
    with pytest.raises(TypeError, match=r"\[0\]\[2\]"):
        objet.convert((["a", "b", object()],))


def test_errors_of_comparisons_are_not_hidden():
    @objet.register_object("containers.Wrong")
    class Wrong(objet.Object):
        value: int

        def __eq__(self, other):
            return self.value + "1" == other

        __hash__ = None

    for compare in (lambda x: x == objet.Array([Wrong(1)]), lambda x: Wrong(1) in x, lambda x: x.index(Wrong(1))):
        with pytest.raises(TypeError, match="unsupported operand"):
            compare(objet.Array([Wrong(1)]))


def test_values_of_different_constructors_differ():
    assert objet.ADT(1, []) != objet.ADT(2, []) and objet.ADT(1, ["a"]) == objet.ADT(1, ["a"]) == ["a"]


@pytest.mark.parametrize("key", [2**70, "\ud800", b"\xff", None, object()], ids=ascii)
def test_maps_have_no_keys_that_cannot_be_converted(key):
    made = objet.Map({"a": "b"})
    assert key not in made and key not in made.keys() and made.get(key, 5) == 5
    with pytest.raises(KeyError):
        made[key]


@objet.register_object("tests.containers.Shown")
class Shown(objet.Object):
    x: int


@objet.register_object("tests.containers.Titled")
class Titled(objet.Object):
    inside: objet.Object

    def __str__(self):
        return "a title"


def test_the_text_of_a_container_has_the_text_of_declared_objects():
    one, two = Shown(1), Shown(2)
    assert str(objet.Array([one, "a\n", None, two])) == r'[tests.containers.Shown(x=1), "a\n", (nullptr), tests.containers.Shown(x=2)]'
    assert str(objet.Map({"a\n": one, two: "b"})) == '{"a\n": tests.containers.Shown(x=1), tests.containers.Shown(x=2): "b"}'
    assert str(objet.Array([{"a": [one]}, objet.ADT(1, [one]), objet.ShapeTuple([1])])) == (
        '[{"a": [tests.containers.Shown(x=1)]}, ADT#1(tests.containers.Shown(x=1)), [1]]'
    )
    assert str(objet.Array([Titled(one)])) == "[a title]" and str(objet.Array([objet.ADT(1)])) == "[ADT#1()]"
    # Nodes have the same text beside a declared object.
    circle, tensor = shapes.Circle(radius=1), objet.nd.array([1])
    others = [circle, tensor, objet.convert(len), "é", None, objet.ShapeTuple([1, 2])]
    assert str(objet.Array([*others, one])) == f"{str(objet.Array(others))[:-1]}, {one}]"
    # So have the boxed numbers of a file.
    numbers = objet.load_json('{"objet":1,"root":[7,0.5,true]}')
    assert str(numbers + [one]) == f"{str(numbers)[:-1]}, {one}]"


def test_the_text_of_containers_of_declared_objects_is_bounded():
    one = Shown(1)
    many = str(objet.Array([one] * 100_000))
    assert many == f"[{', '.join([str(one)] * 100_000)}]"
    deep = objet.Array([one])
    for _ in range(100_000):
        deep = objet.Array([deep])
    assert str(deep) == "[" * 100_001 + str(one) + "]" * 100_001
    wide = objet.Array([one] * 1_000)
    for _ in range(4):
        wide = objet.Array([wide] * 1_000)
    assert (1 << 24) < len(str(wide)) < (1 << 24) + 100 and str(wide).endswith("…")
