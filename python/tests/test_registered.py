"""Classes of Python's for registered types."""

import pickle

import pytest

import shapes
import objet


@objet.register_object("tests.Label")
class Label(objet.Node):
    text: str
    shape: shapes.Shape = None

    def shout(self):
        return self.text.upper()


@objet.register_object("tests.Colored")
class Colored(Label):
    color: str = "red"


def test_own_fields():
    circle = shapes.Circle(radius=1)
    label = Label("sun", shape=circle)
    assert (label.text, label.shape, label.shout()) == ("sun", circle, "SUN")
    assert label.replace(text="moon").shout() == "MOON" and label.text == "sun"
    assert {"text", "shape"} <= set(dir(label))
    with pytest.raises(TypeError, match="text"):
        Label()
    with pytest.raises(TypeError, match="txt"):
        Label("x").replace(txt="y")


def test_they_are_saved_loaded_and_compared():
    label = Colored("sun", shapes.Circle(radius=1), color="blue")
    for again in (objet.load_json(objet.save_json(label)), pickle.loads(pickle.dumps(label))):
        assert type(again) is Colored and isinstance(again, Label)
        assert (again.text, again.color, again.shape.radius) == ("sun", "blue", 1)
        assert objet.structural_equal(label, again)
    assert not objet.structural_equal(label, label.replace(color="green"))


def test_they_cross_into_rust_and_back():
    label = Label("sun")
    array = objet.convert([label])
    assert array[0] is label
    del label
    assert type(array[0]) is Label and array[0].shout() == "SUN"


def test_a_class_of_rusts_gets_methods():
    @objet.register_object("shapes.Pair")
    class Pair(shapes.Pair):
        def sum(self):
            return self.a + self.b

    pair = objet.load_json(objet.save_json(Pair(a=1, b=2)))
    assert type(pair) is Pair and pair.sum() == 3
    with pytest.raises(TypeError, match="derive"):
        objet.register_object("shapes.Circle")(Pair)


def test_a_new_type_under_one_of_rusts():
    @objet.register_object("tests.Dot")
    class Dot(shapes.Shape):
        pass

    dot = Dot(name="here")
    stack = shapes.Stack(top=dot, bottom=dot)
    assert stack.top is dot and stack.top.name == "here"
    assert type(objet.load_json(objet.save_json(stack)).top) is Dot
    with pytest.raises(TypeError, match="objet.Node"):

        @objet.register_object("tests.Wide")
        class Wide(shapes.Shape):
            width: int
