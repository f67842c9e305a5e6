"""Tests of the options that declared classes share with dataclasses."""

import abc
import copy
import dataclasses
import enum
import inspect
import pickle
import sys
import typing
from typing import Literal

import pytest

import shapes
import objet


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Size(enum.Enum):
    SMALL = 10
    LARGE = 20


@objet.register_object("declared.Node", abstract=True)
class Node(objet.Object):
    pass


@objet.register_object("declared.Leaf")
class Leaf(Node):
    value: int

    def __post_init__(self):
        if self.value < 0:
            raise ValueError("negative")
        self.double = 2 * self.value


@objet.register_object("declared.Block")
class Block(Node):
    nodes: list[Node] = objet.field(default_factory=list, doc="The content.")
    names: dict[str, Node] = objet.field(default_factory=dict, kw_only=True)
    nested: "list[list[Block]] | None" = None
    pair: tuple[str, Node] | None = None
    options: list[Literal["a", "b"] | None] = ()
    any: list[typing.Any] = ()


@objet.register_object("declared.Paint")
class Paint(objet.Object):
    color: Color = Color.RED
    level: Level | None = None
    size: typing.Annotated[Size, "The size."] = 10
    mode: Literal["a", "b"] = "a"
    count: Literal[1, 2, None] = None


def same_objects(made):
    return [made.replace(), copy.deepcopy(made), pickle.loads(pickle.dumps(made)), objet.load_json(objet.save_json(made))]


def test_post_init_runs_after_a_construction_from_python():
    assert Leaf(3).double == 6
    with pytest.raises(ValueError, match="negative"):
        Leaf(-1)
    assert Leaf(3).replace(value=-1).value == -1
    assert not hasattr(Leaf(3).replace(value=4), "double") and not hasattr(objet.load_json(objet.save_json(Leaf(3))), "double")

    @objet.register_object("declared.Named")
    class Named(Leaf):
        name: str

        def __init__(self, value, name):
            self.after = self.double + 1

    class Plain(Named):
        pass

    assert (Named(3, "x").double, Plain(3, name="x").after) == (6, 7)
    with pytest.raises(ValueError, match="negative"):
        Plain(-1, "x")
    with pytest.raises(TypeError, match="missing value for field"):
        Named(3)


def test_post_init_runs_once_with_a_handwritten_new():
    calls = []

    @objet.register_object("declared.Half")
    class Half(objet.Object):
        value: int

        def __new__(cls, whole):
            return super().__new__(cls, value=whole // 2)

        def __post_init__(self):
            calls.append(self.value)

    @objet.register_object("declared.Quarter")
    class Quarter(Half):
        def __new__(cls, whole):
            return super().__new__(cls, whole // 2)

    assert (Half(8).value, Quarter(8).value, calls) == (4, 2, [4, 2])


def test_default_factories_make_a_value_for_each_construction():
    first, second = Block(), Block()
    assert first.nodes == [] and not first.nodes.same_as(second.nodes) and dict(first.names) == {}
    assert str(inspect.signature(Block)) == "(nodes=<factory>, nested=None, pair=None, options=[], any=[], *, names=<factory>)"
    text = objet.save_json(Leaf(3)).replace("declared.Leaf", "declared.Block")
    loaded = objet.load_json(text.replace('"value": "3"', ""), Block)
    assert loaded.nodes == [] and dict(loaded.names) == {} and objet.structural_equal(loaded, Block())
    with pytest.raises(ValueError, match="declared.Block.names: expected Map, found null"):
        objet.load_json(text.replace('"value": "3"', '"names": "0"'))
    with pytest.raises(ValueError, match="both a default and a default_factory"):
        objet.field(default=1, default_factory=int)
    with pytest.raises(TypeError, match="default_factory: expected a callable, found 3"):
        objet.field(default_factory=3)
    with pytest.raises(TypeError, match=r"Other\.x: dataclasses.field .*use objet.field"):
        objet.register_object("declared.Other")(type("Other", (objet.Object,), {"__annotations__": {"x": int}, "x": dataclasses.field(default=1)}))


@pytest.mark.parametrize("options", [{}, {"frozen": True}, {"slots": True}])
def test_dataclasses_are_refused(options):
    @dataclasses.dataclass(**options)
    class Point(objet.Object):
        x: int = 0

    with pytest.raises(TypeError, match=r"Point is a dataclass, .*: remove @dataclass, since register_object declares the fields$"):
        objet.register_object("declared.Point")(Point)
    with pytest.raises(KeyError):
        objet._objet.class_of_key("declared.Point")


def test_keyword_only_fields():
    @objet.register_object("declared.Keywords", kw_only=True)
    class Keywords(Leaf):
        a: int
        b: int = objet.field(kw_only=False)
        c: int = 0

    @objet.register_object("declared.After")
    class After(Keywords):
        _: dataclasses.KW_ONLY
        d: int

    assert str(inspect.signature(After)) == "(value, b, *, a, c=0, d)" and After.__match_args__ == ("value", "b")
    made = After(1, 2, a=3, d=4)
    assert (made.value, made.b, made.a, made.d) == (1, 2, 3, 4)
    with pytest.raises(TypeError, match="declared.After takes 2 fields by position, but 3 values were passed"):
        After(1, 2, 3, d=4)
    with pytest.raises(TypeError, match='duplicate value for field "b"'):
        After(1, 2, a=3, b=3, d=4)
    with pytest.raises(TypeError, match="missing value for field"):
        After(1, 2, a=3)
    with pytest.raises(TypeError, match='no field "dd"'):
        After(1, 2, a=3, dd=4)


def test_items_are_checked():
    leaf = Leaf(1)
    block = Block([leaf, Block()], names={"x": leaf}, nested=[[Block()], []], pair=("x", leaf), options=["a", None], any=["x", None])
    assert block.nodes[0] is leaf and Block(objet.convert([leaf])).nodes[0] is leaf
    for again in same_objects(block):
        assert type(again) is Block and objet.structural_equal(again, block)


@pytest.mark.parametrize(
    "fields, error, message",
    [
        ({"nodes": [Leaf(1), "x"]}, TypeError, r"declared.Block.nodes\[1\]: expected declared.Node, found str"),
        ({"nodes": [shapes.Pair(1, 2)]}, TypeError, r"declared.Block.nodes\[0\]: expected declared.Node, found shapes.Pair"),
        ({"nodes": [None]}, TypeError, r"declared.Block.nodes\[0\]: expected declared.Node, found None"),
        ({"names": {"x": "y"}}, TypeError, r'declared.Block.names\["x"\]: expected declared.Node, found str'),
        ({"names": {Leaf(1): Leaf(1)}}, TypeError, r"declared.Block.names key 0: expected str, found declared.Leaf"),
        ({"nested": [[Leaf(1)]]}, TypeError, r"declared.Block.nested\[0\]\[0\]|expected list or None"),
        ({"nested": ["x"]}, TypeError, r"declared.Block.nested"),
        ({"pair": ("x",)}, (TypeError, ValueError), r"declared.Block.pair"),
        ({"options": ["c"]}, ValueError, r"declared.Block.options\[0\]: expected 'a' or 'b' or None, found 'c'"),
    ],
)
def test_wrong_items_are_errors(fields, error, message):
    with pytest.raises(error, match=message):
        Block(**fields)
    with pytest.raises(error, match=message):
        Block().replace(**fields)


def test_items_of_a_class_that_is_declared_again():
    def declare():
        @objet.register_object("declared.Again")
        class Again(objet.Object):
            x: int = 0

        return Again

    first = declare()

    @objet.register_object("declared.Holds")
    class Holds(objet.Object):
        items: list[first]

    second = declare()
    assert len(Holds([first(), second()]).items) == 2
    with pytest.raises(TypeError, match=r"items\[0\]: expected declared.Again, found declared.Leaf"):
        Holds([Leaf(1)])


def test_enums_and_literals():
    paint = Paint()
    assert (paint.color, paint.level, paint.size, paint.mode, paint.count) == (Color.RED, None, Size.SMALL, "a", None)
    paint = Paint("blue", Level.HIGH, size=Size.LARGE, mode="b", count=2)
    for again in [paint, *same_objects(paint)]:
        assert (again.color, again.level, again.size, again.mode, again.count) == (Color.BLUE, Level.HIGH, Size.LARGE, "b", 2)
        assert type(again) is Paint and type(again.level) is Level
    assert (paint.replace(color=Color.RED).color, paint.with_attr("size", Size.SMALL).size) == (Color.RED, Size.SMALL)
    assert inspect.signature(Paint).parameters["color"].default is Color.RED
    assert "The size." in Paint.size.__doc__
    match paint:
        case Paint(Color.BLUE, level=Level.HIGH):
            pass
        case _:
            assert False


@pytest.mark.parametrize(
    "name, value, error, message",
    [
        ("color", "green", ValueError, "declared.Paint.color: expected a member of Color or its value .'red' or 'blue'., found 'green'"),
        ("color", 3, TypeError, "^declared.Paint.color: expected a member of Color or its value .'red' or 'blue'., found 3$"),
        ("color", None, TypeError, "^declared.Paint.color: expected a member of Color .*, found None$"),
        ("color", Color, TypeError, "^declared.Paint.color: expected a member of Color .*, found <enum 'Color'>$"),
        ("color", Size.SMALL, TypeError, "^declared.Paint.color: expected a member of Color .*, found <Size.SMALL: 10>$"),
        ("level", "A", TypeError, "^declared.Paint.level: expected a member of Level or its value .1 or 2., found 'A'$"),
        ("size", 2.5, TypeError, "^declared.Paint.size: expected a member of Size or its value .10 or 20., found 2.5$"),
        ("size", 1 << 70, OverflowError, f"^declared.Paint.size: expected a member of Size .*, found {1 << 70}$"),
        ("mode", 3, TypeError, "^declared.Paint.mode: expected 'a' or 'b', found 3$"),
        ("mode", None, TypeError, "^declared.Paint.mode: expected 'a' or 'b', found None$"),
        ("count", "a", TypeError, "^declared.Paint.count: expected 1 or 2 or None, found 'a'$"),
        ("count", ["a"] * 1000, TypeError, r"^declared.Paint.count: expected 1 or 2 or None, found \[.{199}$"),
        ("level", 3, ValueError, "declared.Paint.level: expected a member of Level"),
        ("mode", "c", ValueError, "declared.Paint.mode: expected 'a' or 'b', found 'c'"),
        ("count", 3, ValueError, "declared.Paint.count: expected 1 or 2 or None, found 3|expected 1 or 2"),
    ],
)
def test_values_outside_of_an_enum_or_a_literal_are_errors(name, value, error, message):
    for make in (Paint, Paint().replace):
        with pytest.raises(error, match=message):
            make(**{name: value})


def test_errors_of_other_fields_are_not_those_of_an_enum():
    @objet.register_object("declared.Sized")
    class Sized(objet.Object):
        size: Size
        text: str

    class Silent:
        def __repr__(self):
            raise ValueError("no repr")

    with pytest.raises(TypeError, match="^declared.Sized.text: expected str but got int$"):
        Sized(Size.SMALL, 3)
    with pytest.raises(TypeError, match="^declared.Sized.size: .* Silent"):
        Sized(Silent(), "a")


@pytest.mark.parametrize(
    "hint, default, message",
    [
        (enum.Enum("Mixed", {"A": 1, "B": "b"}), None, "must all be of type int or all of type str, found"),
        (Literal["a", 1], None, "must all be of type int or all of type str, found"),
        (list[Color], None, "a container cannot hold members of an enum, found"),
        (list[set[int]], None, "found set"),
        (Literal["a", "b"], "c", "the default of Refused.x: expected 'a' or 'b', found 'c'"),
        (Color, "green", "the default of Refused.x: expected a member of Color"),
        (list[str], (None,), r"the default of Refused.x\[0\]: expected str, found None"),
    ],
)
def test_wrong_declarations_are_errors(hint, default, message):
    members = {"__annotations__": {"x": hint}} | ({} if default is None else {"x": default})
    with pytest.raises((TypeError, ValueError), match=message):
        objet.register_object("declared.Refused")(type("Refused", (objet.Object,), members))
    assert "declared.Refused" not in dict(objet._objet.all_classes())


def test_a_new_that_bypasses_options_is_an_error():
    def new(cls, *args):
        return objet.Object.__new__(cls, *args)

    members = {"__annotations__": {"x": list}, "x": objet.field(default_factory=list), "__new__": new}
    with pytest.raises(TypeError, match="Refused.__new__ would bypass the options .* define __new__ in a class that derives from Refused"):
        objet.register_object("declared.Refused")(type("Refused", (objet.Object,), members))


def test_abstract_classes():
    class Costly(abc.ABC):
        @abc.abstractmethod
        def cost(self): ...

    @objet.register_object("declared.Op")
    class Op(objet.Object, Costly):
        x: int

    @objet.register_object("declared.Mul")
    class Mul(Op):
        def cost(self):
            return self.x

    class Sub(Node):
        pass

    with pytest.raises(TypeError, match="Op is abstract: construct an object of a derived class that defines cost"):
        Op(1)
    for cls in (Node, Sub):
        with pytest.raises(TypeError, match="declared.Node is abstract: register a derived class"):
            cls()
    assert Mul(2).cost() == objet.load_json(objet.save_json(Mul(2))).cost() == 2


def test_abstract_methods_need_no_base():
    @objet.register_object("declared.Shown")
    class Shown(objet.Object):
        x: int

        @abc.abstractmethod
        def show(self): ...

    @objet.register_object("declared.StillShown")
    class StillShown(Shown):
        pass

    class Printed(StillShown):
        def show(self):
            return self.x

    for cls in (Shown, StillShown):
        with pytest.raises(TypeError, match=f"{cls.__name__} is abstract: construct an object of a derived class that defines show"):
            cls(1)
    assert Printed(2).show() == 2 and not inspect.isabstract(Printed)
    assert type(objet.load_json(objet.save_json(Printed(2)))) is StillShown


def test_signatures_are_those_of_new():
    class Twice(Leaf):
        def __new__(cls, half, *, more=0):
            return super().__new__(cls, value=2 * half + more)

    @objet.register_object("declared.Thrice")
    class Thrice(Leaf):
        def __new__(cls, third=1):
            return super().__new__(cls, value=3 * third)

    class Ninefold(Thrice):
        pass

    assert str(inspect.signature(Leaf)) == "(value)" and str(inspect.signature(Twice)) == "(half, *, more=0)"
    assert str(inspect.signature(Thrice)) == "(third=1)" == str(inspect.signature(Ninefold))
    assert Twice(2, more=1).value == 5 and Ninefold().value == 3 and Thrice.__match_args__ == ("value",)


@pytest.mark.parametrize("members", [{"value": 3}, {"value": 3, "__annotations__": {"value": int}}, {"value": objet.field(default=3)}])
@pytest.mark.parametrize("base", [Leaf, shapes.Circle])
def test_class_attributes_do_not_hide_fields(base, members):
    name = base.__match_args__[-1]
    members = {name if key == "value" else key: value for key, value in members.items()}
    found = rf"^Fixed\.{name} would hide the field of this name, .*super\(\).__new__\(cls, {name}=\.\.\.\)"
    with pytest.raises(TypeError, match=found):
        type("Fixed", (base,), members)


def test_properties_may_hide_fields():
    class Doubled(Leaf):
        limit = 3

        @property
        def value(self):
            return 2 * super().value

    assert Doubled(2).value == 4


def test_fields():
    about = objet.fields(Block)
    assert about == objet.fields(Block())
    assert [each.name for each in about] == ["nodes", "names", "nested", "pair", "options", "any"]
    assert (about[0].type, about[0].required, about[0].default_factory, about[0].doc) == ("Array", False, list, "The content.")
    assert (about[1].kw_only, about[2].nullable) == (True, True)
    color, level, *_ = objet.fields(Paint)
    assert (color.type, color.default, level.type, level.nullable) == ("str", Color.RED, "int", True)
    assert [(each.name, each.required) for each in objet.fields(shapes.Circle)] == [("name", False), ("radius", True)]
    assert objet.fields(Node) == () == objet.fields(objet.Array)
    for wrong in (3, int, None, "Block"):
        with pytest.raises(TypeError, match="fields takes an object or a class that derives from objet.Object"):
            objet.fields(wrong)


def test_asdict():
    leaf, pair = Leaf(1), shapes.Pair(1, 2)
    made = objet.asdict(Block([leaf, leaf], names={"x": leaf}, any=[pair, "text", [leaf]]))
    assert made["nodes"] == [{"value": 1}, {"value": 1}] and made["nodes"][0] is not made["nodes"][1]
    assert made["names"] == {"x": {"value": 1}} and made["any"] == [pair, "text", [{"value": 1}]] and made["nested"] is None
    assert objet.asdict(Paint())["color"] is Color.RED and objet.asdict(pair) == {"a": 1, "b": 2}
    for wrong in (3, objet.convert(["x"]), Leaf, None):
        with pytest.raises(TypeError, match="asdict takes an object with fields, found"):
            objet.asdict(wrong)

    node = leaf
    for _ in range(20_000):
        node = Block([node])
    made = objet.asdict(node)
    for _ in range(20_000):
        (made,) = made["nodes"]
    assert made == {"value": 1}


def test_type_hints():
    assert typing.get_type_hints(Paint)["level"] == Level | None
    assert typing.get_type_hints(Block)["nested"] == list[list[Block]] | None


def test_other_classes_keep_the_native_constructor():
    @objet.register_object("declared.Simple")
    class Simple(objet.Object):
        x: int
        items: list = ()

    assert Simple.__new__.__self__ is not None and "__new__" not in vars(Simple)


def test_the_error_of_an_optional_container_names_the_item():
    @objet.register_object("declared.MaybeMany")
    class MaybeMany(objet.Object):
        names: list[str] | None = None

    assert MaybeMany().names is None and MaybeMany(["x"]).names == ["x"]
    with pytest.raises(TypeError, match=r"declared.MaybeMany.names\[1\]: expected str, found Array"):
        MaybeMany(["x", []])


@pytest.mark.parametrize("hint, right, wrong", [(Literal[True], [True], False), (Literal[False] | None, [False, None], True)])
def test_literals_of_truth_values(hint, right, wrong):
    cls = type("Flag", (objet.Object,), {"__annotations__": {"x": hint}})
    cls = objet.register_object(f"declared.Flag{right}")(cls)
    assert [cls(value).x for value in right] == right and cls(right[0]).replace(x=right[-1]).x is right[-1]
    with pytest.raises((TypeError, ValueError), match=rf"x: expected {right[0]}.*, found ({wrong}|bool)"):
        cls(wrong)
    with pytest.raises(TypeError, match=rf"x: expected {right[0]}.*, found 'a'$"):
        cls("a")


def test_literals_of_both_truth_values():
    @objet.register_object("declared.Flags")
    class Flags(objet.Object):
        x: Literal[True, False]
        y: Literal[True] = True

    assert [Flags(value).x for value in (True, False)] == [True, False] and Flags(False).y is True


def test_errors_of_unions_name_the_item():
    @objet.register_object("declared.Either")
    class Either(objet.Object):
        x: str | list[str] | dict[str, Leaf]
        y: list[Leaf] | list[str] = ()

    leaf = Leaf(1)
    assert Either("a").x == "a" and Either(["a"]).x == ["a"] and Either({"a": leaf}).x["a"] is leaf
    errors = [
        (["a", leaf], r"x\[1\]: expected str, found declared.Leaf"),
        ({"a": "b"}, r'x\["a"\]: expected declared.Leaf, found str'),
    ]
    for given, found in [*errors, (Leaf(1), "x: expected str or list or dict, found declared.Leaf")]:
        with pytest.raises(TypeError, match=found):
            Either(given)
    with pytest.raises(TypeError, match="y: expected list or list, found Array"):
        Either("a", y=[None])


def test_fields_of_bytes():
    @objet.register_object("declared.Blob")
    class Blob(objet.Object):
        data: bytes = b"ab"
        count: int = 0

    blob = Blob(b"\x00\xff", 1)
    assert blob.data == b"\x00\xff" and type(blob.data) is bytes and Blob().data == b"ab"
    assert objet.fields(Blob)[0].type == "bytes" and typing.get_type_hints(Blob)["data"] is bytes
    for again in same_objects(blob):
        assert again.data == blob.data and objet.structural_equal(again, blob)
    assert Blob(bytearray(b"x")).data == Blob([120]).data == Blob(memoryview(b"x")).data == b"x"
    assert blob.replace(data=b"").data == b"" and objet.asdict(blob) == {"data": b"\x00\xff", "count": 1}
    for wrong, found in (("x", "str"), (3, "int"), (None, "NoneType")):
        with pytest.raises(TypeError, match=f"declared.Blob.data: expected bytes, found {found}"):
            Blob(wrong)
    with pytest.raises(ValueError, match="300"):
        Blob([300])
    members = {"__annotations__": {"data": bytes | None}}
    with pytest.raises(TypeError, match="Refused.data: a field of bytes cannot be None: declare it as bytes"):
        objet.register_object("declared.Refused")(type("Refused", (objet.Object,), members))


def test_stubs_of_declared_classes(tmp_path):
    from objet import stubs

    stubs.write(tmp_path / "stubs")
    text = (tmp_path / "stubs" / "declared.pyi").read_text()
    module = Color.__module__
    assert f"import {module}\n" in text and f"    def color(self) -> {module}.Color:" in text
    assert f"    def level(self) -> {module}.Level | None:" in text
    assert f"    def __init__(self, color: {module}.Color | str = ..., level: {module}.Level | int | None = ..." in text
    assert "    def __init__(self, nodes: _c.Sequence[_t.Any] = ..., nested: _c.Sequence[_t.Any] | None = ..., " in text
    assert "any: _c.Sequence[_t.Any] = ..., *, names: _c.Mapping[_t.Any, _t.Any] = ...) -> None: ..." in text


def test_a_wrong_value_of_an_optional_literal_is_shown():
    @objet.register_object("declared.Switch")
    class Switch(objet.Object):
        mode: Literal["on", "off"] | None = None

    with pytest.raises(ValueError, match="^declared.Switch.mode: expected 'on' or 'off' or None, found 'of'$"):
        Switch("of")
    assert Switch().mode is None and Switch("on").mode == "on"


def test_a_class_without_a_declaration_says_what_is_missing():
    class Undeclared(objet.Object):
        value: int

    with pytest.raises(TypeError, match="Undeclared are made by functions, .*: if it is a class of its own, declare it by @objet.register_object$"):
        Undeclared(3)


@objet.register_object("declared.Chain")
class Chain(objet.Object):
    value: int
    next: typing.Optional["Chain"] = None
    first: "Chain | str | None" = None


def test_a_field_of_the_class_itself_takes_objects_of_the_class():
    class Local(Chain):
        pass

    chain = Chain(1, Chain(2), Local(3))
    assert (chain.next.value, chain.first.value, chain.first.first) == (2, 3, None) and Chain(1, first="x").first == "x"
    for wrong in ("x", {}, Leaf(1)):
        with pytest.raises(TypeError, match="^declared.Chain.next: expected declared.Chain or None, found "):
            Chain(1, wrong)
        with pytest.raises(TypeError, match="^declared.Chain.next: expected declared.Chain or None, found "):
            chain.replace(next=wrong)
    with pytest.raises(TypeError, match=r"^declared.Chain.first: expected declared.Chain or str or None, found declared.Leaf$"):
        Chain(1, first=Leaf(1))
    assert objet.structural_equal(objet.load_json(objet.save_json(chain)), chain)


def test_fields_of_their_own_class_name_the_class():
    @objet.register_object("declared.Root")
    class Root(objet.Object):
        pass

    @objet.register_object("declared.Linked")
    class Linked(Root):
        next: "Linked | None" = None
        only: "Linked" = None
        all: "list[Linked]" = []

    for fields in ({"next": Root()}, {"next": Leaf(1)}, {"only": Root()}, {"all": ["a"]}):
        (name,) = fields
        for make in (Linked, Linked().replace):
            with pytest.raises(TypeError, match=rf"^declared.Linked.{name}.*: expected declared.Linked"):
                make(**fields)
    assert Linked(Linked(), only=Linked()).next.next is None


@pytest.mark.skipif(sys.version_info < (3, 11), reason="typing has no Self")
def test_self_is_the_declared_class():
    @objet.register_object("declared.Own")
    class Own(objet.Object):
        parent: typing.Self | None = None
        all: list[typing.Self] = []
        named: dict[str, typing.Optional[typing.Self]] = {}
        later: list["typing.Self"] = []

    @objet.register_object("declared.OwnChild")
    class Child(Own):
        pass

    made = Own(Child(Own()), [Own(), Child()], {"a": None, "b": Child()})
    assert made.replace(parent=made).parent is made
    for fields in ({"parent": "a"}, {"parent": Leaf(1)}, {"all": [Leaf(1)]}, {"later": [Leaf(1)]}, {"named": {"a": "b"}}):
        with pytest.raises(TypeError, match="expected declared.Own"):
            Own(**fields)
        with pytest.raises(TypeError, match="expected declared.Own"):
            made.replace(**fields)


def test_an_enum_that_accepts_other_values_stores_those_of_its_members():
    class Layout(enum.Enum):
        NCHW, NHWC = "NCHW", "NHWC"

        @classmethod
        def _missing_(cls, value):
            return cls.__members__.get(value.upper())

    class Number(enum.IntEnum):
        NONE, SOME = 0, 1

        @classmethod
        def _missing_(cls, value):
            return cls.SOME if value > 1 else None

    @objet.register_object("declared.Fused")
    class Fused(objet.Object):
        layout: Layout = "nhwc"
        number: Number | None = None

    small, large = Fused("nchw", 7), Fused(Layout.NCHW, Number.SOME)
    assert objet.structural_equal(small, large) and objet.structural_equal(small.replace(layout="nhwc", number=None), Fused())
    assert (small.layout, small.number, Fused().layout) == (Layout.NCHW, Number.SOME, Layout.NHWC)
    assert objet.structural_equal(Fused(), Fused(Layout.NHWC))
    with pytest.raises(ValueError, match="Layout or its value .'NCHW' or 'NHWC'., found 'x'"):
        Fused("x")
    with pytest.raises(ValueError, match="expected a member of .*Number"):
        Fused(number=-1)
    with pytest.raises(TypeError, match="^declared.Fused.layout: expected a member of .*Layout or its value .*, found 3$"):
        Fused(3)

    class Strict(enum.Enum):
        A = "A"

        @classmethod
        def _missing_(cls, value):
            return cls[value.upper()]

    @objet.register_object("declared.StrictFused")
    class StrictFused(objet.Object):
        layout: Strict

    assert objet.structural_equal(StrictFused("a"), StrictFused(Strict.A))
    with pytest.raises(ValueError, match="^declared.StrictFused.layout: expected a member of .*Strict or its value") as raised:
        StrictFused("z")
    assert isinstance(raised.value.__cause__, KeyError)
