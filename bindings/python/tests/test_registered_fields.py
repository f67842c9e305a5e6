"""Tests of the fields of Python classes: their values and their names."""

import copy
import math
import pickle
import typing
from typing import Annotated, Any, Callable, Final, Literal

import pytest

import shapes
import objet


@objet.register_object("fields.Maybe")
class Maybe(objet.Object):
    """A class with an optional field of each plain type."""

    count: int | None = None
    weight: float | None = None
    closed: bool | None = None
    text: str | None = None


@pytest.mark.parametrize(
    "name, given, held",
    [
        ("count", 3, 3),
        ("count", -(1 << 63), -(1 << 63)),
        ("count", True, 1),
        ("weight", 1.5, 1.5),
        ("weight", 2, 2.0),
        ("weight", 0.1, 0.1),
        ("weight", math.inf, math.inf),
        ("weight", 1 << 70, 2.0**70),
        ("closed", True, True),
        ("closed", False, False),
        ("closed", 1, True),
        ("text", "x", "x"),
    ],
)
def test_optional_fields_keep_their_values(name, given, held):
    made = Maybe(**{name: given})
    for same in (made, Maybe().replace(**{name: given}), objet.load_json(objet.save_json(made)), copy.deepcopy(made)):
        found = getattr(same, name)
        assert found == held and type(found) is type(held)
        assert objet._objet.get_attr(same, name) == held and objet.structural_equal(same, made)
    assert all(getattr(Maybe(), other) is None for other in Maybe.__match_args__)
    assert getattr(made.replace(**{name: None}), name) is None
    assert not objet.structural_equal(made, Maybe())


@pytest.mark.parametrize(
    "name, given, error, message",
    [
        ("count", 1.5, TypeError, "fields.Maybe.count: expected int but got float"),
        ("count", "3", TypeError, "fields.Maybe.count: expected int or None, found str"),
        ("count", 1 << 63, OverflowError, "64-bit"),
        ("count", shapes.Pair(1, 2), TypeError, "fields.Maybe.count: expected int or None, found Pair"),
        ("count", ["x"], TypeError, "fields.Maybe.count: expected int or None, found list"),
        ("weight", "3", TypeError, "fields.Maybe.weight: expected float or None, found str"),
        ("weight", 10**400, OverflowError, "fields.Maybe.weight: an integer of 1329 bits does not fit into a float"),
        ("weight", (1 << 53) + 1, ValueError, "fields.Maybe.weight: expected f64, found 9007199254740993"),
        ("weight", 10**30, ValueError, f"fields.Maybe.weight: expected f64, found {10**30}, which it cannot hold"),
        ("closed", 5, ValueError, "fields.Maybe.closed: expected bool, found 5"),
        ("closed", 0.0, TypeError, "fields.Maybe.closed: expected"),
        ("text", 5, TypeError, "fields.Maybe.text: expected runtime.String, found int"),
    ],
)
def test_invalid_values_of_optional_fields_are_errors(name, given, error, message):
    with pytest.raises(error, match=message):
        Maybe(**{name: given})
    with pytest.raises(error, match=message):
        Maybe().replace(**{name: given})


@pytest.mark.parametrize("name, number", [("BoxInt", 3), ("BoxFloat", 0.5), ("BoxBool", True)])
def test_boxes_have_no_constructor(name, number):
    cls = getattr(objet.runtime, name)
    for work in (cls, lambda number: cls(value=number), type("Own", (cls,), {})):
        with pytest.raises(TypeError, match="made by functions"):
            work(number)


SAVED = """{
  "root": 1, 
  "nodes": [
    {
      "type_key": ""
    }, 
    {
      "type_key": "fields.Maybe", 
      "attrs": {
        "closed": "4", 
        "count": "2", 
        "text": "0", 
        "weight": "3"
      }
    }, 
    {
      "type_key": "runtime.BoxInt", 
      "attrs": {"value": "3"}
    }, 
    {
      "type_key": "runtime.BoxFloat", 
      "attrs": {"value": "0.5"}
    }, 
    {
      "type_key": "runtime.BoxBool", 
      "attrs": {"value": "1"}
    }
  ], 
  "b64ndarrays": [], 
  "attrs": {"tvm_version": "0.8.0"}
}"""


def test_a_file_with_boxes_round_trips():
    made = objet.load_json(SAVED)
    assert isinstance(made, Maybe) and (made.count, made.weight, made.closed, made.text) == (3, 0.5, True, None)
    assert objet.save_json(made) == objet.save_json(pickle.loads(pickle.dumps(made))) == SAVED


def test_files_with_boxes_of_the_wrong_type_are_errors():
    saved = objet.save_json(Maybe(count=3, closed=True))
    with pytest.raises(ValueError, match="count"):
        objet.load_json(saved.replace("runtime.BoxInt", "runtime.BoxFloat"))
    with pytest.raises(ValueError):
        objet.load_json(saved.replace("runtime.BoxBool", "runtime.String"))


def test_boxes_are_numbers_in_graphs():
    made = Maybe(3, weight=0.5, closed=False, text="x")
    assert objet.references(made) == [3, 0.5, False, "x"] and list(objet.post_order(made)) == [made]
    assert list(objet.post_order(made, objects=True)) == [3, 0.5, False, "x", made]
    assert objet.rewrite(made, lambda node: node) is made
    assert objet.rewrite(made, lambda node: node.replace(count=4) if node is made else None).count == 4


@pytest.mark.parametrize(
    "name, held, given, found",
    [
        ("count", 5, 6, 6),
        ("count", 1000, int("1000"), 1000),
        ("count", 5, True, 1),
        ("weight", 0.5, 2.5, 2.5),
        ("weight", 0.5, 3, 3.0),
        ("weight", 0.5, 1 << 70, 2.0**70),
        ("closed", True, False, False),
    ],
)
def test_a_rewrite_replaces_a_boxed_number(name, held, given, found):
    made = Maybe(**{name: held})
    seen = objet.rewrite(made, lambda found: None if isinstance(found, Maybe) else given, objects=True)
    assert getattr(seen, name) == found and type(getattr(seen, name)) is type(found)
    assert objet.structural_equal(seen, Maybe(**{name: found})) and getattr(made, name) == held


def test_invalid_replacements_of_boxed_numbers_are_errors():
    made = Maybe(count=5)
    with pytest.raises(TypeError, match="replacement of 5: expected int but got float"):
        objet.rewrite(made, lambda found: 1.5, objects=True)
    with pytest.raises(OverflowError, match="replacement of 5: .* 64-bit"):
        objet.rewrite(made, lambda found: 1 << 63, objects=True)
    with pytest.raises(TypeError, match="fields.Maybe.count: expected runtime.BoxInt, found runtime.String"):
        objet.rewrite(made, lambda found: "6", objects=True)


def test_defaults_and_patterns_of_optional_numbers():
    @objet.register_object("fields.Defaults")
    class Defaults(objet.Object):
        a: int | None = 3
        b: float | None = 2
        c: bool | None = True

    import inspect

    made = Defaults()
    assert (made.a, made.b, made.c) == (3, 2.0, True) and type(made.b) is float and made.c is True
    assert str(inspect.signature(Defaults)) == "(a=3, b=2.0, c=True)"
    match made:
        case Defaults(3, b=2.0):
            pass
        case _:
            assert False
    (found,) = objet.diff(made, made.replace(a=4))
    assert str(found) == ".a.value: 3 vs 4" and (found.lhs, found.rhs) == (3, 4)
    with pytest.raises(TypeError, match="the default of a: expected int but got float"):

        @objet.register_object("fields.Wrong")
        class Wrong(objet.Object):
            a: int | None = 1.5


def test_annotations_that_wrap_types():
    @objet.register_object("fields.Around")
    class Around(objet.Object):
        a: Final[int] = 1
        b: Final[Annotated[float | None, "Of something."]] = None
        c: Callable[[int], int] | None = None
        d: tuple[str, ...] | None = None
        e: Any = None
        f: "typing.Optional[Around]" = None
        g: shapes.Circle | shapes.Pair | None = None
        h: typing.Sequence[str] = ()
        i: getattr(typing, "Self", typing.Any) = None

    made = Around(2, b=1, d=("x",), f=Around(), g=shapes.Pair(1, 2))
    assert (made.a, made.b, made.d, made.f.a, made.g.b, made.h) == (2, 1.0, ["x"], 1, 2, [])
    assert Around.b.__doc__ == "float | None: Of something." and Around.a.__doc__ == "int"
    assert (Around.c.__doc__, Around.d.__doc__) == ("objet.runtime.PackedFunc | None", "objet.Array | None")
    assert (Maybe.closed.__doc__, Maybe.text.__doc__, Around.h.__doc__) == ("bool | None", "str | None", "objet.Array")
    with pytest.raises(TypeError, match="expected int"):
        Around(1.5)


@pytest.mark.parametrize(
    "hint",
    [Literal["a", 1], Annotated[bytearray, "x"], set[int], type, None, int | str, int | float | None, typing.TypeVar("T"), 3, Final],
)
def test_unsupported_annotations_are_errors(hint):
    cls = type("Refused", (objet.Object,), {"__annotations__": {"x": hint}})
    with pytest.raises(TypeError, match=r"^Refused\.x: .*, found "):
        objet.register_object("fields.Refused")(cls)


@pytest.mark.parametrize("name", ["type_key", "replace", "with_attr", "same_as", "__new__", "__class__", "__hash__", "__mine", "from"])
def test_names_of_object_attributes_are_errors(name):
    cls = type("Refused", (objet.Object,), {"__annotations__": {name: int}})
    with pytest.raises(TypeError, match=rf"^Refused\.{name} cannot be a field"):
        objet.register_object("fields.Refused")(cls)


def test_tuples_without_items_and_of_any_items():
    @objet.register_object("fields.Tuples")
    class Tuples(objet.Object):
        none: tuple[()] = ()
        any: tuple = ()
        old: typing.Tuple = ()
        described: Annotated[list[int], "the items"] = ()
        nested: list[tuple] = ()

    assert Tuples((), ("x",), ("x", "y"), nested=[("x", "y"), ()]).nested[0] == ["x", "y"]
    with pytest.raises(ValueError, match=r"^fields.Tuples.none: expected 0 items, found 1$"):
        Tuples(["x"])


def test_tensors_may_be_none_in_all_formats():
    @objet.register_object("fields.OfTensor")
    class OfTensor(objet.Object):
        tensor: objet.NDArray | None
        count: int

    for tensor in (None, objet.nd.array([1.5])):
        made = OfTensor(tensor, 3)
        for format in ("tvm-0.8", "tvm-ffi", "plain"):
            assert objet.structural_equal(objet.load_json(objet.save_json(made, format=format)), made)
        assert objet.structural_equal(pickle.loads(pickle.dumps(made)), made)
    with pytest.raises(TypeError, match='^fields.OfTensor: missing value for field "tensor"'):
        OfTensor(count=3)


@pytest.mark.parametrize("given, found", [("x", "str"), (None, "None"), (1.0, "float"), ([], "list")])
def test_fields_of_truth_values_name_their_type(given, found):
    @objet.register_object("fields.Truth")
    class Truth(objet.Object):
        closed: bool

    with pytest.raises(TypeError, match=f"^fields.Truth.closed: expected bool, found {found}"):
        Truth(given)


def test_classes_of_rust_do_not_become_abstract():
    with pytest.raises(TypeError, match="and abstract cannot be set for shapes.Pair, which is a Rust type"):
        objet.register_object("shapes.Pair", abstract=True)(type("Pair", (shapes.Pair,), {}))
    assert shapes.Pair(1, 2).a == 1


def test_fields_may_have_names_of_parameters():
    @objet.register_object("fields.Parameters")
    class Parameters(objet.Object):
        self: int
        cls: int
        mro: int = 7
        name: str = ""
        value: int = 0

    made = Parameters(1, cls=2).replace(self=3, cls=4, name="x")
    made.beside = 1
    again = pickle.loads(pickle.dumps(made))
    assert (again.self, again.cls, again.name, again.beside) == (3, 4, "x", 1)
    assert copy.deepcopy(made).with_attr("value", 5).value == 5
