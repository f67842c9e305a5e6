"""Files with older definitions of classes that Python code declares."""

import enum
from typing import Literal

import objet
import pytest

FORMATS = ["tvm-0.8", "tvm-ffi", "plain"]


def files(old, key):
    """Returns the files of an object in all formats, as those of a type with another key."""
    return [objet.save_json(old, format=format).replace(old.type_key, key) for format in FORMATS]


@objet.register_object("evolving.OldPoint")
class OldPoint(objet.Object):
    x: int


@objet.register_object("evolving.Point")
class Point(objet.Object):
    x: int
    y: int = 3
    next: objet.Object | None
    name: str | None
    children: list[OldPoint]
    about: dict
    created: list[OldPoint] = objet.field(default_factory=lambda: [OldPoint(1)])


def test_fields_that_files_do_not_have():
    for text in files(OldPoint(7), "evolving.Point"):
        point = objet.load_json(text, Point)
        assert (point.x, point.y, point.next, point.name) == (7, 3, None, None)
        assert list(point.children) == [] and dict(point.about) == {}
        assert [each.x for each in point.created] == [1]
        for again in files(point, "evolving.Point"):
            assert objet.structural_equal(objet.load_json(again), point)
    # A construction needs the fields, as that of a dataclass does.
    with pytest.raises(TypeError, match='missing value for field "next"'):
        Point(1)


def test_a_factory_is_called_for_each_object():
    first, second = objet.load_json(
        '{"objet": 1, "root": [{"type": "evolving.Point", "x": 1}, {"type": "evolving.Point", "x": 2}]}'
    )
    assert not first.created.same_as(second.created) and not first.created[0].same_as(second.created[0])


class Mode(enum.Enum):
    FAST = "fast"
    EXACT = "exact"


made = {}


@objet.register_object("evolving.Made")
class Made(objet.Object):
    mode: Mode = objet.field(default_factory=lambda: made["mode"])
    order: Literal["first", "last"] = objet.field(default_factory=lambda: made["order"])
    size: float = objet.field(default_factory=lambda: made["size"])
    data: bytes = objet.field(default_factory=lambda: made["data"])
    ratio: float | None = objet.field(default_factory=lambda: made["ratio"])


def test_values_of_factories_are_converted_and_checked():
    text = '{"objet": 1, "root": {"type": "evolving.Made"}}'
    made.update(mode=Mode.EXACT, order="last", size=2, data=b"ab", ratio=0.5)
    found = objet.load_json(text)
    assert (found.mode, found.order, found.size, found.data, found.ratio) == (Mode.EXACT, "last", 2.0, b"ab", 0.5)
    assert objet.structural_equal(found, Made())
    for name, value, cause, message in [
        ("mode", "slow", ValueError, "the default of evolving.Made.mode: expected a member of Mode"),
        ("order", "middle", ValueError, "the default of evolving.Made.order: expected 'first' or 'last'"),
        ("ratio", object(), TypeError, "ratio"),
    ]:
        before = made[name]
        made[name] = value
        with pytest.raises(ValueError, match="cannot compute the value of field .*which the file does not have") as raised:
            objet.load_json(text)
        assert type(raised.value.__cause__) is cause and message in str(raised.value.__cause__)
        assert message in str(raised.value)
        made[name] = before
    made["size"] = "big"
    with pytest.raises(ValueError, match="evolving.Made.size: expected float but got str"):
        objet.load_json(text)
    made["size"] = 2
    del made["data"]
    with pytest.raises(ValueError, match="field \"data\", which the file does not have: KeyError: 'data'") as raised:
        objet.load_json(text)
    assert isinstance(raised.value.__cause__, KeyError)


@objet.register_object("evolving.Named", aliases=["evolving.Name", "evolving.N"])
class Named(objet.Object):
    first: int = objet.field(aliases="a")
    second: int = objet.field(aliases=("b", "c"))


@pytest.mark.parametrize("key", ["evolving.Name", "evolving.N", "evolving.Named"])
def test_former_names(key):
    for second in ["b", "c", "second"]:
        text = f'{{"objet": 1, "root": {{"type": "{key}", "a": 1, "{second}": 2}}}}'
        named = objet.load_json(text, Named)
        assert (named.first, named.second) == (1, 2)
        assert objet.save_json(named, format="plain") == '{"objet":1,"root":{"type":"evolving.Named","first":1,"second":2}}'
    with pytest.raises(TypeError, match="an alias is a name or an alias of another field"):

        @objet.register_object("evolving.Twice")
        class Twice(objet.Object):
            a: int
            b: int = objet.field(aliases="a")

    with pytest.raises(TypeError, match="already a key or an alias of `evolving.Named`"):

        @objet.register_object("evolving.Taken", aliases="evolving.N")
        class Taken(objet.Object):
            a: int


@objet.register_object("evolving.OldImage")
class OldImage(objet.Object):
    size: str
    scale: float
    child: objet.Object | None
    pixels: objet.NDArray
    is_dark: bool


def upgrade_image(version, attrs):
    assert version == 0
    width, height = attrs.pop("size").as_text().split("x")
    attrs["width"], attrs["height"] = int(width), int(height)
    attrs["percent"] = attrs.pop("scale").as_float() * 100
    child = attrs["child"].as_object()
    attrs["children"] = [] if child is None else [child]
    del attrs["child"]
    assert attrs["pixels"].as_tensor().shape == (2,)
    attrs["dark"] = bool(attrs.pop("is_dark").as_int())


@objet.register_object("evolving.Image", version=1, upgrade=lambda version, attrs: upgrade_image(version, attrs))
class Image(objet.Object):
    width: int
    height: int
    percent: float
    children: list
    pixels: objet.NDArray
    dark: bool


def test_an_upgrade_function_converts_attributes():
    old = OldImage("640x480", 0.5, OldPoint(5), objet.nd.array([1.0, 2.0]), True)
    for text in files(old, "evolving.Image"):
        image = objet.load_json(text, Image)
        assert (image.width, image.height, image.percent, image.dark) == (640, 480, 50.0, True)
        assert [each.x for each in image.children] == [5]
        assert image.pixels.numpy().tolist() == [1.0, 2.0]
        # The files of the new class state the version.
        for again in files(image, "evolving.Image"):
            assert objet.structural_equal(objet.load_json(again), image)
    assert '"versions":{"evolving.Image":1}' in objet.save_json(image, format="plain")


@pytest.mark.parametrize(
    "upgrade, message, cause",
    [
        (lambda version, attrs: 1 / 0, "division by zero", ZeroDivisionError),
        (lambda version, attrs: attrs["size"].as_int(), "expected an integer, found", TypeError),
        (lambda version, attrs: attrs.update({1: 2}), "int", TypeError),
        (lambda version, attrs: attrs.clear(), "missing attribute `width`", None),
        (lambda version, attrs: attrs.update(other=1), "unknown attribute", None),
    ],
)
def test_errors_of_upgrade_functions(monkeypatch, upgrade, message, cause):
    monkeypatch.setitem(globals(), "upgrade_image", upgrade)
    old = OldImage("640x480", 0.5, None, objet.nd.array([1.0, 2.0]), True)
    for text in files(old, "evolving.Image"):
        with pytest.raises(ValueError, match=message) as raised:
            objet.load_json(text)
        assert "evolving.Image" in str(raised.value)
        assert cause is None and raised.value.__cause__ is None or isinstance(raised.value.__cause__, cause)


def test_a_newer_version_is_an_error():
    text = '{"objet": 1, "versions": {"evolving.Image": "2"}, "root": {"type": "evolving.Image"}}'
    with pytest.raises(ValueError, match="version 2 of evolving.Image is newer than version 1"):
        objet.load_json(text)


def test_a_function_of_a_repeated_declaration_replaces_the_other():
    def declare(to):
        @objet.register_object("evolving.Cell", version=1, upgrade=lambda version, attrs: attrs.update(x=to))
        class Cell(objet.Object):
            x: int
            made: list = objet.field(default_factory=lambda: [objet.convert(str(to))])

        return Cell

    text = '{"objet": 1, "root": {"type": "evolving.Cell"}}'
    for number in range(3):
        cell = objet.load_json(text, declare(number))
        assert (cell.x, list(cell.made)) == (number, [str(number)])


def test_wrong_options_are_errors():
    for options, message in [
        ({"aliases": 3}, "aliases: expected a string, or a list of strings, found 3"),
        ({"aliases": ["a", 3]}, "aliases: expected a string, or a list of strings"),
        ({"version": -1}, "version: expected an integer from 0"),
        ({"version": "1"}, "version: expected an integer from 0"),
        ({"version": 1, "upgrade": 3}, "upgrade: expected a callable, found 3"),
        ({"upgrade": print}, "need a version above 0"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            objet.register_object("evolving.Wrong", **options)
    with pytest.raises(TypeError, match="aliases: expected a string"):
        objet.field(aliases=1)
