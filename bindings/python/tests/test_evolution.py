"""Files with older definitions of classes that Python code declares."""

import enum
import json
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


def test_former_names_are_described():
    assert [each.aliases for each in objet.fields(Named)] == [("a",), ("b", "c")]
    with pytest.raises(TypeError, match="aliases, version, upgrade and abstract cannot be set for runtime.String, which is a Rust type"):
        objet.register_object("runtime.String", version=1)(type("String", (objet.Object,), {}))


@pytest.mark.parametrize("key", ["evolving.Name", "evolving.N", "evolving.Named"])
def test_former_names(key):
    for second in ["b", "c", "second"]:
        text = f'{{"objet": 1, "root": {{"type": "{key}", "a": 1, "{second}": 2}}}}'
        named = objet.load_json(text, Named)
        assert (named.first, named.second) == (1, 2)
        assert objet.save_json(named, format="plain") == '{"objet":1,"root":{"type":"evolving.Named","first":1,"second":2}}'


def test_names_that_are_taken_are_errors():
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
        (lambda version, attrs: attrs["size"].as_int(), "expected a 64-bit integer, found", TypeError),
        (lambda version, attrs: attrs.update({1: 2}), "the name of an attribute must be a string, found 1", TypeError),
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
        ({"version": True}, "version: expected an integer from 0"),
        ({"version": 1, "upgrade": 3}, "upgrade: expected a callable, found 3"),
        ({"upgrade": print}, "need a version above 0"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            objet.register_object("evolving.Wrong", **options)
    with pytest.raises(TypeError, match="aliases: expected a string"):
        objet.field(aliases=1)


def run_cell(code, module="cells_of_evolution"):
    """Runs code as a cell of a notebook does, and returns the last class that it declares."""
    scope = {"objet": objet, "enum": enum, "__name__": module}
    exec(code, scope)
    return list(scope.values())[-1]


def test_an_upgrade_function_sets_what_a_construction_takes():
    declare = """
class Mode(enum.Enum):
    FAST = "fast"
    EXACT = "exact"

@objet.register_object("evolving.All", version=1, upgrade=upgrade)
class All(objet.Object):
    i: int | None
    f: float | None
    b: bool | None
    s: str | None
    data: bytes
    mode: Mode
    size: float
    parts: list
"""
    values = {"i": 1, "f": 2, "b": True, "s": "x", "data": b"ab", "mode": None, "size": 2, "parts": ["a", None]}

    def declared(upgrade):
        scope = {"objet": objet, "enum": enum, "__name__": "cells_of_evolution", "upgrade": upgrade}
        exec(declare, scope)
        return scope["All"], scope["Mode"]

    cls, mode = declared(lambda version, attrs: attrs.update(values, mode=mode.EXACT))
    text = '{"objet": 1, "root": {"type": "evolving.All"}}'
    found = objet.load_json(text, cls)
    assert objet.structural_equal(found, cls(1, 2, True, "x", b"ab", mode.EXACT, 2, ["a", None]))
    assert (found.i, found.f, found.b, found.s, found.mode) == (1, 2.0, True, "x", mode.EXACT)
    for name, value, message in [
        ("i", 2**70, "i: "),
        ("size", object(), "size: expected float"),
        ("parts", {1}, "parts: "),
        ("other", 1, "unknown attribute `other`; the upgrade function of the type sets it: set a field"),
    ]:
        declared(lambda version, attrs, name=name, value=value: attrs.update(values, mode="fast", **{name: value}))
        with pytest.raises(ValueError, match=message):
            objet.load_json(text)
    for returned in [{}, 3]:
        declared(lambda version, attrs, returned=returned: returned)
        with pytest.raises(ValueError, match="must change its second argument and return None, but it returned"):
            objet.load_json(text)


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit])
def test_exceptions_that_end_the_program_are_raised(raised, monkeypatch):
    def stop(*args):
        raise raised("stopped")

    monkeypatch.setitem(globals(), "upgrade_image", stop)
    text = files(OldImage("1x1", 0.5, None, objet.nd.array([1.0]), True), "evolving.Image")[2]
    with pytest.raises(raised, match="stopped"):
        objet.load_json(text)
    run_cell(
        """
@objet.register_object("evolving.Stopped")
class Stopped(objet.Object):
    x: list = objet.field(default_factory=lambda: stop())
"""
    ).__objet_constructor__.factories["x"] = stop
    with pytest.raises(raised, match="stopped"):
        objet.load_json('{"objet": 1, "root": {"type": "evolving.Stopped"}}')


def test_derived_classes_keep_the_functions_of_their_base():
    base = """
@objet.register_object("evolving.Base", version={version}, upgrade=lambda version, attrs: attrs.update({name}=attrs.pop("size").as_int()))
class Base(objet.Object):
    {name}: int
    made: list = objet.field(default_factory=lambda: ["{name}"])
"""
    derived = """
@objet.register_object("evolving.Derived")
class Derived(objet.evolving.Base):
    pass
"""
    run_cell(base.format(version=1, name="w"))
    first = run_cell(derived)
    text = '{"objet": 1, "root": {"type": "evolving.Derived", "size": 12}}'
    assert objet.load_json(text, first).w == 12
    run_cell(base.format(version=2, name="width"))
    found = objet.load_json(text, first)
    assert found.w == 12 and list(found.made) == ["w"]
    second = run_cell(derived)
    found = objet.load_json(text, second)
    assert found.width == 12 and list(found.made) == ["width"]


def test_other_modules_do_not_change_a_declaration():
    owner = """
@objet.register_object("evolving.Owned", version=1, upgrade=lambda version, attrs: attrs.update(w=1))
class Owned(objet.Object):
    w: int
"""
    methods = """
@objet.register_object("evolving.Owned")
class Owned(objet.Object):
    def twice(self):
        return 2 * self.w
"""
    text = '{"objet": 1, "root": {"type": "evolving.Owned"}}'
    run_cell(owner, "owner_of_evolution")
    assert objet.load_json(text, run_cell(methods, "other_of_evolution")).twice() == 2
    with pytest.raises(TypeError, match="already registered with another definition"):
        run_cell(owner.replace("w: int", "other: str"), "other_of_evolution")
    # A module that is imported twice repeats the whole declaration.
    run_cell(owner.replace("w=1", "w=2"), "other_of_evolution")
    assert objet.load_json(text).w == 1
    run_cell(owner.replace("w=1", "w=3"), "owner_of_evolution")
    assert objet.load_json(text).w == 3


KEPT = """
@objet.register_object("evolving.{key}"{options})
class {key}({base}):
    {body}
"""


@pytest.mark.parametrize(
    "key, options",
    [("KeptA", 'aliases="evolving.Before"'), ("KeptB", "version=1"), ("KeptC", 'comparison="pointer"'), ("KeptD", "kw_only=True")],
)
def test_a_body_without_fields_keeps_the_fields_and_the_options(key, options):
    def declare(options, body, base="objet.Object"):
        return run_cell(KEPT.format(key=key, options=options, body=body, base=base))

    upgrade = "version=2, upgrade=lambda version, attrs: attrs.update(x=5)"
    declare(f', aliases="evolving.Former{key}", {upgrade}', "x: int = objet.field(default_factory=lambda: 7)")
    kept = declare(f", {options}", "y = property(lambda self: self.x)")
    assert kept().y == 7 and kept(x=3).x == 3
    text = '{"objet": 1, "versions": {"TYPE": 2}, "root": {"type": "TYPE"}}'
    if "version" not in options:
        assert objet.load_json(text.replace("TYPE", f"evolving.{key}"), kept).x == 7
    if "aliases" not in options:
        assert objet.load_json(text.replace("TYPE", f"evolving.Former{key}").replace("2", "0"), kept).x == 5
    # The type has another base now.
    run_cell(KEPT.format(key=f"Base{key}", options="", body="z: int = 1", base="objet.Object"))
    moved = declare("", "pass", base=f"objet.evolving.Base{key}")
    assert [each.name for each in objet.fields(moved)] == ["z", "x"]
    if "aliases" not in options:
        assert objet.load_json(text.replace("TYPE", f"evolving.Former{key}").replace("2", "0"), moved).x == 5


def test_a_class_that_derives_from_the_class_of_the_type_keeps_its_functions():
    body = "x: int = objet.field(default_factory=lambda: 7)"
    upgrade = "version=1, upgrade=lambda version, attrs: attrs.update(y=1)"
    run_cell(KEPT.format(key="More", options=f", {upgrade}", body=f"{body}\n    y: int", base="objet.Object"))
    more = run_cell(KEPT.format(key="More", options="", body="z = property(lambda self: self.x + self.y)", base="objet.evolving.More"))
    text = '{"objet": 1, "root": {"type": "evolving.More"}}'
    assert objet.load_json(text, more).z == 8
    again = run_cell(KEPT.format(key="More", options="", body="z = 3", base="objet.Object").replace("z = 3", "pass"))
    assert objet.load_json(text, again).y == 1


def test_an_upgrade_function_may_be_added_and_removed():
    def declare(options):
        return run_cell(KEPT.format(key="Later", options=f", version=1{options}", body="x: int", base="objet.Object"))

    text = '{"objet": 1, "root": {"type": "evolving.Later", "old": 3}}'
    declare("")
    with pytest.raises(ValueError, match="unknown attribute `old`"):
        objet.load_json(text)
    later = declare(", upgrade=lambda version, attrs: attrs.update(x=attrs.pop('old').as_int())")
    assert objet.load_json(text, later).x == 3
    declare("")
    with pytest.raises(ValueError, match="unknown attribute `old`"):
        objet.load_json(text)
    with pytest.raises(TypeError, match="found: x: i64 under|another definition: x: i64 under .*version 1; requested: .*with an upgrade function"):
        run_cell(
            KEPT.format(key="Later", options=", version=1, upgrade=print", body="x: int", base="objet.Object"),
            "other_of_evolution",
        )


def test_factories_do_not_run_for_nodes_of_unknown_types():
    calls = []
    scope = {"objet": objet, "calls": calls, "__name__": "cells_of_evolution"}
    exec(
        """
@objet.register_object("evolving.Known")
class Known(objet.Object):
    x: int
    made: list = objet.field(default_factory=lambda: calls.append(1) or [])

@objet.register_object("evolving.Above")
class Above(objet.Object):
    child: Known
""",
        scope,
    )
    text = '{"objet":1,"root":{"type":"evolving.Above","child":{"type":"far.Away","x":1,"other":2}}}'
    found = objet.load_json(text, keep_unknown=True)
    assert not calls and objet.save_json(found, format="plain") == text
    # A node with all fields is an object below the class.
    found = objet.load_json(text.replace('"x":1', '"x":1,"made":[]'), scope["Above"], keep_unknown=True)
    assert not calls and found.child.x == 1


def test_values_describe_themselves(monkeypatch):
    shown = []
    monkeypatch.setitem(globals(), "upgrade_image", lambda version, attrs: shown.append(dict(attrs)))
    old = OldImage("640x480", 0.5, OldPoint(5), objet.nd.array([1.0]), True)
    with pytest.raises(ValueError, match="unknown attribute"):
        objet.load_json(files(old, "evolving.Image")[2])
    assert [repr(shown[0][name]) for name in ["size", "scale", "child"]] == [
        '<StoredValue: the text "640x480">',
        '<StoredValue: the text "0.5">',
        "<StoredValue: a reference to evolving.OldPoint>",
    ]


def test_a_conversion_may_change_the_attributes(monkeypatch):
    class Odd:
        def __init__(self, attrs):
            self.attrs = attrs

        def __index__(self):
            self.attrs.clear()
            return 1

    monkeypatch.setitem(globals(), "upgrade_image", lambda version, attrs: attrs.update(width=Odd(attrs), height=2))
    old = OldImage("640x480", 0.5, None, objet.nd.array([1.0]), True)
    with pytest.raises(ValueError, match="evolving.Image"):
        objet.load_json(files(old, "evolving.Image")[2])


def test_values_under_former_names_are_converted():
    former = run_cell(
        KEPT.format(
            key="FormerNames",
            options=", version=1, upgrade=lambda version, attrs: attrs.update(a=7)",
            body='b: int | None = objet.field(aliases="a")',
            base="objet.Object",
        )
    )
    assert objet.load_json('{"objet": 1, "root": {"type": "evolving.FormerNames"}}', former).b == 7


def test_a_former_class_is_not_the_type_of_a_root():
    declare = """
@objet.register_object("evolving.Root")
class Root(objet.Object):
    size: float{default}
"""
    former = run_cell(declare.format(default=""))
    text = objet.save_json(former(2.0))
    new = run_cell(declare.format(default=" = 1.0"))
    assert isinstance(objet.load_json(text, new), new)
    found = "expected Root, found evolving.Root: the class was declared anew, pass the new one"
    with pytest.raises(TypeError, match=found):
        objet.load_json(text, former)
    with pytest.raises(TypeError, match="expected a class as the type of the root, found 'Root'"):
        objet.load_json(text, "Root")


def test_two_versions_are_not_saved_in_one_file():
    declare = """
@objet.register_object("evolving.Length"{options})
class Length(objet.Object):
    size: float
"""
    old = run_cell(declare.format(options=""))(2.0)
    new = run_cell(declare.format(options=", version=1, upgrade=lambda v, attrs: attrs.update(size=2000.0)"))(1.0)
    both = objet.convert([old, new])
    for format in FORMATS:
        with pytest.raises(ValueError, match="evolving.Length: version 0 and version 1 cannot be saved in one file"):
            objet.save_json(both, format=format)
    assert objet.load_json(objet.save_json(old)).size == 2000.0 and objet.load_json(objet.save_json(new)).size == 1.0


def test_a_null_of_an_old_file_stays_null():
    declare = """
@objet.register_object("evolving.Null")
class Null(objet.Object):
    o: int | None{default}
"""
    old = run_cell(declare.format(default=""))(None)
    run_cell(declare.format(default=" = 5"))
    assert all(objet.load_json(objet.save_json(old, format=format)).o is None for format in FORMATS)


def test_former_bytes_are_json_in_all_formats():
    @objet.register_object("evolving.OldPack")
    class OldPack(objet.Object):
        data: bytes

    def upgrade(version, attrs):
        attrs["text"] = bytes(json.loads(attrs.pop("data").as_json())).decode()

    @objet.register_object("evolving.Pack", version=1, upgrade=upgrade)
    class Pack(objet.Object):
        text: str

    for text in files(OldPack(b"ab"), "evolving.Pack"):
        assert objet.load_json(text).text == "ab"
    with pytest.raises(ValueError, match="expected the JSON of an option, a list or a field with `serde`"):
        objet.load_json(files(OldPack(b""), "evolving.Pack")[0].replace('"[]"', '"x y"'))
