"""Tests of Python classes for registered types."""

import copy
import enum
import gc
import pickle
import subprocess
import sys
import typing
import warnings

import pytest

import shapes
import objet


@objet.register_object("tests.Label")
class Label(objet.Object):
    """The label of a shape."""

    text: str
    shape: shapes.Shape = None

    def shout(self):
        return self.text.upper()


@objet.register_object("tests.Colored")
class Colored(Label):
    color: str = "red"


@objet.register_object("tests.Polygon")
class Polygon(shapes.Shape):
    """A Rust shape with fields declared in Python."""

    corners: list[shapes.Pair]
    inside: "Polygon | None" = None
    closed: bool = True
    weight: typing.Annotated[float, "In kilograms."] = 1
    note: str | None = objet.field(default=None, role="skipped", doc="To whom it may concern.")

    def __len__(self):
        return len(self.corners)


@objet.register_object("tests.Prism")
class Prism(Polygon):
    height: int


def triangle(**fields):
    return Polygon(name="triangle", corners=[shapes.Pair(a=x, b=x * x) for x in range(3)], **fields)


def test_own_fields():
    circle = shapes.Circle(radius=1)
    label = Label("sun", shape=circle)
    assert (label.text, label.shape, label.shout()) == ("sun", circle, "SUN")
    assert label.replace(text="moon").shout() == "MOON" and label.text == "sun"
    assert {"text", "shape"} <= set(dir(label))
    with pytest.raises(TypeError, match="text"):
        Label()
    with pytest.raises(TypeError, match='did you mean "text"'):
        Label("x").replace(txt="y")
    with pytest.raises(TypeError, match="tests.Label.shape: expected shapes.Shape, found shapes.Pair"):
        Label("x", shapes.Pair(a=1, b=2))
    with pytest.raises(AttributeError):
        label.text = "moon"


def test_own_fields_in_a_child_of_a_rust_type():
    inner = triangle()
    outer = triangle(inside=inner, weight=2.5, closed=False)
    assert isinstance(outer, shapes.Shape) and outer.name == "triangle" and len(outer) == 3
    assert outer.inside is inner and inner.inside is None
    assert (inner.closed, inner.weight, outer.closed, outer.weight) == (True, 1.0, False, 2.5)
    assert [pair.b for pair in outer.corners] == [0, 1, 4]
    # Rust treats them as shapes.
    stack = shapes.Stack(top=outer, bottom=shapes.Circle(radius=1))
    assert stack.top is outer and objet.get_global_func("shapes.circles")(stack) == 1
    with pytest.raises(TypeError, match="tests.Polygon.inside"):
        triangle(inside=shapes.Pair(a=1, b=2))
    with pytest.raises(TypeError, match="corners"):
        Polygon(name="nothing")


def test_signatures_and_docs_come_from_the_fields():
    import inspect

    names = "(name='', *, corners, inside=None, closed=True, weight=1.0, note=None)"
    assert str(inspect.signature(Polygon)) == names
    assert Polygon.weight.__doc__ == "float: In kilograms."
    assert "To whom" in Polygon.note.__doc__
    assert inspect.getdoc(Polygon) == "A Rust shape with fields declared in Python."
    assert objet.tests.Polygon is Polygon


def test_save_load_and_compare():
    prism = Prism(name="p", corners=[], inside=triangle(), height=3, note="old")
    for again in (
        objet.load_json(objet.save_json(prism)),
        pickle.loads(pickle.dumps(prism)),
        copy.deepcopy(prism),
    ):
        assert type(again) is Prism and isinstance(again, Polygon) and again is not prism
        assert (again.name, again.height, again.note, len(again.inside)) == ("p", 3, "old", 3)
        assert objet.structural_equal(prism, again)
        assert objet.structural_hash(prism) == objet.structural_hash(again)
    assert not objet.structural_equal(prism, prism.replace(height=4))
    assert objet.structural_equal(prism, prism.replace(note="what is skipped"))
    (found,) = objet.diff(prism, prism.replace(height=4))
    assert str(found.path) == ".height" and (found.lhs, found.rhs) == (3, 4)


def test_round_trip_through_rust():
    label = Label("sun")
    array = objet.convert([label])
    assert array[0] is label
    del label
    gc.collect()
    assert type(array[0]) is Label and array[0].shout() == "SUN"


def test_rewrite():
    graph = Label("outer", shapes.Stack(top=triangle(), bottom=triangle(inside=triangle())))

    def flat(node):
        if isinstance(node, Polygon) and node.inside is not None:
            return node.replace(inside=None)

    after = objet.rewrite(graph, flat)
    assert type(after) is Label and after.shape.bottom.inside is None
    assert after.shape.top is graph.shape.top
    assert len([node for node in objet.post_order(graph) if isinstance(node, Polygon)]) == 3


def test_methods_for_a_rust_type():
    @objet.register_object("shapes.Pair")
    class Pair(shapes.Pair):
        def sum(self):
            return self.a + self.b

    pair = objet.load_json(objet.save_json(Pair(a=1, b=2)))
    assert type(pair) is Pair and pair.sum() == 3
    with pytest.raises(TypeError, match="derive"):
        objet.register_object("shapes.Circle")(Pair)


def test_a_new_child_of_a_rust_type():
    @objet.register_object("tests.Dot")
    class Dot(shapes.Shape):
        pass

    dot = Dot(name="here")
    stack = shapes.Stack(top=dot, bottom=dot)
    assert stack.top is dot and stack.top.name == "here"
    assert type(objet.load_json(objet.save_json(stack)).top) is Dot


def test_a_class_may_be_redeclared_with_other_methods():
    def declare(text, **options):
        @objet.register_object("tests.Again")
        class Again(objet.Object):
            size: int = objet.field(default=3, **options)

            def say(self):
                return text

        return Again

    old = declare("old")()
    new = declare("new")
    assert objet.load_json(objet.save_json(old)).say() == "new" and type(new()) is new is objet.tests.Again
    with pytest.raises(TypeError, match="already registered with another definition"):

        @objet.register_object("tests.Again")
        class Again(objet.Object):
            width: int


def test_a_class_may_have_other_bases():
    class Loud:
        size = 3
        kinds: typing.ClassVar[int] = 1

        def shout(self):
            return self.text.upper()

    @objet.register_object("tests.Sign")
    class Sign(Loud, objet.Object):
        text: str
        kinds: typing.ClassVar[int] = 2

    sign = objet.load_json(objet.save_json(Sign("stop")))
    assert (sign.shout(), sign.size, sign.kinds, Sign.kinds) == ("STOP", 3, 2, 2)
    with pytest.raises(TypeError, match="does not derive from objet.Object"):
        objet.register_object("tests.Loud")(Loud)
    with pytest.raises(TypeError, match="takes the key"):
        objet.register_object(Sign)


def test_names_of_annotations_are_looked_up_where_the_class_is_defined():
    class Mode(enum.Enum):
        A = "a"

    Count = typing.NewType("Count", int)

    @objet.register_object("tests.Local")
    class Local(objet.Object):
        mode: "Mode" = Mode.A
        kids: "list[Local]" = ()
        count: Count = 3

    class Proxy:
        def __getattr__(self, name):
            raise RuntimeError("no request")

    proxy, Alias = Proxy(), int | None

    @objet.register_object("tests.LocalAlias")
    class LocalAlias(objet.Object):
        alias: "Alias" = None
        count: "Count" = 3

    assert LocalAlias(None, 4).count == 4 and isinstance(proxy, Proxy) and LocalAlias(5).alias == 5
    for wrong in ({"alias": "x"}, {"count": "x"}):
        with pytest.raises(TypeError, match="expected int"):
            LocalAlias(**wrong)
    assert Local().mode is Mode.A and Local(count=4).count == 4
    assert [each.type for each in objet.fields(Local)] == ["str", "Array", "int"]
    with pytest.raises(TypeError, match=r"^tests.Local.kids\[0\]: expected tests.Local, found str"):
        Local(kids=["x"])
    with pytest.raises(TypeError, match="expected int but got str"):
        Local(count="x")


def test_annotations_are_checked_once_their_names_exist():
    global Later

    @objet.register_object("tests.Early")
    class Early(objet.Object):
        other: "Later | None" = None
        all: "list[Later]" = ()

    @objet.register_object("tests.Later")
    class Later(objet.Object):
        early: Early | None = None

    later = Later(Early())
    made = Early(later, [later])
    assert made.other is later and made.all[0] is later
    for wrong in ({"other": Early()}, {"all": [Early()]}):
        with pytest.raises(TypeError, match="expected tests.Later(?: or None)?, found tests.Early"):
            Early(**wrong)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Early(None, [later]).other is None


def test_fields_of_the_own_class_and_of_unknown_classes():
    @objet.register_object("tests.Chain")
    class Chain(objet.Object):
        next: "Chain | None" = None
        other: "NotThere" = None

    with pytest.warns(UserWarning, match="^tests.Chain.other: the annotation 'NotThere' names nothing that is defined, so the field takes any object$"):
        assert Chain(other=7 * "x").other == 7 * "x"
    assert Chain(Chain(), "text").next.next is None and Chain(other="text").other == "text"


def test_variables_compare_by_their_binding():
    @objet.register_object("tests.Variable", comparison="free_variable")
    class Variable(objet.Object):
        hint: str = objet.field(role="skipped")

    @objet.register_object("tests.Lambda")
    class Lambda(objet.Object):
        param: Variable = objet.field(role="definition")
        body: objet.Object

    def identity(hint):
        param = Variable(hint)
        return Lambda(param, body=param)

    assert objet.structural_equal(identity("x"), identity("y"))
    assert not objet.structural_equal(identity("x"), identity("x").replace(body=Variable("x")))


@pytest.mark.parametrize(
    "base, fields, options, message",
    [
        ("shapes.Circle", {"x": int}, {}, "final"),
        ("shapes.Shape", {"name": str}, {}, "the parent has a field of this name"),
        ("runtime.String", {"x": int}, {}, "cannot extend"),
        ("shapes.Shape", {"x": (int, "three")}, {}, "default"),
        ("shapes.Shape", {"x": (int, objet.field(role="left out"))}, {}, "role"),
        ("shapes.Shape", {"x": int}, {"comparison": "somehow"}, "comparison"),
    ],
)
def test_invalid_declarations_are_errors(base, fields, options, message):
    hints = {name: hint[0] if isinstance(hint, tuple) else hint for name, hint in fields.items()}
    values = {name: hint[1] for name, hint in fields.items() if isinstance(hint, tuple)}
    known = dict(objet._objet.all_classes())
    cls = type("Refused", (known[base],), {"__annotations__": hints, **values})
    with pytest.raises((TypeError, ValueError), match=message):
        objet.register_object("tests.Refused", **options)(cls)
    assert "tests.Refused" not in dict(objet._objet.all_classes())


def test_fields_are_checked_after_a_change_of_class():
    """Python's own setter can change the class of an object, but not its native type."""
    set_class = vars(object)["__class__"].__set__

    class Slim(shapes.Circle):
        __slots__ = ()

    class Other(shapes.Stack):
        __slots__ = ()

    circle = Slim(radius=1)
    for cls in (Other, shapes.Stack, Polygon):
        try:
            set_class(circle, cls)
        except TypeError:
            continue
        with pytest.raises(TypeError, match="the object is a shapes.Circle"):
            circle.top if cls is not Polygon else circle.corners
        set_class(circle, Slim)
    # Objects made before the registration of their class are checked too.
    early = type("Early", (objet.Object,), {"__annotations__": {"size": int}})
    with pytest.raises(TypeError):
        early()
    before = type("Before", (shapes.Shape,), {"__annotations__": {"size": int}})
    made = before(name="early")
    objet.register_object("tests.Before")(before)
    with pytest.raises(TypeError, match="size is a field of tests.Before, but the object is a shapes.Shape"):
        made.size
    assert before(size=3).size == 3


def test_a_class_must_derive_from_its_type_or_the_parent():
    class Mixin:
        pass

    refused = [
        ("shapes.Stack", (shapes.Circle,), "objet.shapes.Stack or objet.shapes.Shape"),
        ("shapes.Pair", (shapes.Stack,), "Pair or objet.Object"),
        ("shapes.Circle", (objet.Object,), "objet.shapes.Circle or objet.shapes.Shape"),
        ("shapes.Circle", (shapes.Circle, shapes.Stack), "and not from the class of another type"),
        ("shapes.Circle", (shapes.Stack, shapes.Circle), "and not from the class of another type"),
        ("shapes.Shape", (Polygon,), "objet.shapes.Shape or objet.Object"),
        ("tests.Two", (Polygon, Label), "and not from the class of another type"),
    ]
    known = dict(objet._objet.all_classes())
    for key, bases, message in refused:
        with pytest.raises(TypeError, match=f"a class for {key} must derive from .*{message}"):
            objet.register_object(key)(type("Refused", bases, {}))
    for key, cls in known.items():
        assert objet._objet.class_of_key(key) is cls

    cls = objet.register_object("tests.Mixed")(type("Mixed", (Mixin, shapes.Shape), {}))
    assert isinstance(objet.load_json(objet.save_json(cls(name="x"))), Mixin)


def test_a_class_with_bases_of_two_types_has_the_first_type():
    class Both(shapes.Circle, shapes.Stack):
        pass

    both = Both(radius=1)
    assert both.radius == 1 and both.type_key == "shapes.Circle"
    with pytest.raises(TypeError, match="top is a field of shapes.Stack, but the object is a shapes.Circle"):
        both.top
    with pytest.raises(TypeError, match="no field"):
        Both(top=both, bottom=both)
    assert shapes.circles(both) == 1


def test_a_class_that_derives_from_the_parent_reads_all_fields():
    code = """
import shapes, objet

@objet.register_object("shapes.Circle")
class Circle(shapes.Shape):
    def area(self):
        return 3 * self.radius**2

circle = objet.load_json(objet.save_json(Circle(name="sun", radius=2)))
assert (type(circle), circle.name, circle.radius, circle.area()) == (Circle, "sun", 2, 12)
assert not isinstance(circle, shapes.Circle) and objet.shapes.Circle is Circle

@objet.register_object("shapes.Pair")
class Pair(objet.Object):
    @property
    def a(self):
        return "mine"

assert (Pair(a=1, b=2).a, Pair(a=1, b=2).b) == ("mine", 2)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
