"""Tests that pickling and copying keep shared objects shared."""

import copy
import pickle
import time

import numpy as np
import pytest

import shapes
import objet
from objet import nd


def twice(x):
    return pickle.loads(pickle.dumps(x))


@objet.register_object("copies.Note")
class Note(objet.Object):
    text: str
    about: objet.Object | None = None


class Other(Note):
    """A class that is not registered."""


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_keeps_sharing(protocol):
    note = Note("a", None)
    first, second, tensor = pickle.loads(objet.dumps([note, Note("b", note), nd.array([1])], protocol))
    assert second.about is first and first.text == "a" and tensor.numpy().tolist() == [1]


def test_nodes_of_unknown_types_are_pickled():
    text = objet.save_json(Note("a", Note("b"))).replace("copies.Note", "copies.Gone")
    graph = objet.load_json(text, keep_unknown=True)
    both = objet.Array([graph, Note("c", graph)])
    for copied in (twice(graph), pickle.loads(objet.dumps([graph]))[0]):
        assert objet.save_json(copied) == text
    copied = twice(both)
    assert copied[1].about is copied[0] and objet.save_json(copied) == objet.save_json(both)
    # Other errors are found as before.
    with pytest.raises(ValueError, match="copies.Gone"):
        objet.load_json(text)


@pytest.mark.parametrize("dtype", ["float32", "bool", "bfloat16", "float32x4", "int4"])
@pytest.mark.parametrize("shape", [(), (0, 3), (2, 3)])
def test_tensors_are_pickled(dtype, shape):
    tensor = nd.zeros(shape, dtype)
    back = twice(tensor)
    assert (back.shape, back.dtype, back.device) == (shape, dtype, objet.cpu())
    strided = nd.from_dlpack(np.arange(6.0).reshape(2, 3).T)
    assert twice(strided).numpy().tolist() == copy.deepcopy(strided).numpy().tolist() == strided.numpy().tolist()


def test_devices():
    for device in (objet.cpu(), objet.cuda(3), objet.device("opencl", 1)):
        for made in (twice(device), copy.copy(device), copy.deepcopy(device), copy.deepcopy({"on": [device]})["on"][0]):
            assert made == device and hash(made) == hash(device)


def test_functions_are_pickled_by_name():
    named = objet.get_global_func("shapes.circles")
    assert twice(named)(shapes.Circle(radius=1)) == 1
    for function in (objet.convert(lambda: 1), objet.convert(twice)):
        with pytest.raises(TypeError, match="only functions with a global name"):
            pickle.dumps(function)
    objet.register_func("copies.replaced", lambda: 1)
    first = objet.get_global_func("copies.replaced")
    objet.register_func("copies.replaced", lambda: 2, override=True)
    with pytest.raises(TypeError, match="copies.replaced|anonymous"):
        pickle.dumps(first)
    objet.remove_global_func("copies.replaced")


class Extents(objet.ShapeTuple):
    pass


class Tensors(objet.Array):
    pass


def test_containers_of_unregistered_classes():
    for made in (Extents([1, 2]), Tensors([nd.array([1.0])])):
        made.name = "mine"
        again = pickle.loads(pickle.dumps(made))
        assert type(again) is type(made) and len(again) == len(made) and again.name == "mine"


def test_containers_that_cannot_be_saved_as_graphs():
    tensor, named = nd.array([1.0]), objet.get_global_func("shapes.circles")
    for container in (objet.ShapeTuple([1, 2]), objet.ADT(1, ["x", None]), objet.Array([named, [named]]), objet.Map({"f": named, "n": None})):
        made = twice(container)
        assert type(made) is type(container) and made == container
    assert twice(objet.ADT(3)).tag == 3
    tuple_, made = twice([objet.ADT(1, [tensor, [tensor], named]), tensor])
    assert tuple_[0] is made and tuple_[1][0].numpy().tolist() == made.numpy().tolist() == [1.0]
    array = twice(objet.Array([tensor, [tensor], {"t": tensor}]))
    assert array[0] is array[1][0] is array[2]["t"] and array[0].numpy().tolist() == [1.0]
    circle = shapes.Circle(radius=2)
    made = twice(objet.Array([circle, [circle]]))
    assert made[0] is made[1][0]
    with pytest.raises(TypeError, match="only functions with a global name"):
        pickle.dumps(objet.Array([lambda: 1]))


def test_attributes_beside_the_fields():
    note = Note("x")
    note.z = [1, note.text]
    for made in (twice(note), copy.deepcopy(note)):
        assert type(made) is Note and made.text == "x" and made.z == [1, "x"] and made.z is not note.z
    made = copy.deepcopy([objet.convert([note]), note])
    assert made[0][0] is made[1] and made[1].z == [1, "x"]
    note.me = note
    made = copy.deepcopy(note)
    assert made.me is made and made is not note
    stray = Other(text="x")
    assert type(twice(stray)) is Other
    stray.z = 1
    assert (type(twice(stray)), twice(stray).z) == (Other, 1)


def test_a_deep_copy_of_several_graphs_keeps_sharing():
    x = shapes.Circle(radius=2)
    for source in ([x, objet.convert([x])], [objet.convert([x]), x], {0: x, 1: objet.convert([x])}):
        made = copy.deepcopy(source)
        one, other = made[0], made[1]
        circle, array = (one, other) if isinstance(one, shapes.Circle) else (other, one)
        assert circle is array[0] and circle is not x and circle.radius == 2
    both = copy.deepcopy([objet.convert([x]), objet.convert([x, x])])
    assert both[0][0] is both[1][0] is both[1][1]


def test_a_deep_copy_visits_each_object_once():
    chain = [objet.convert([])]
    for _ in range(20_000):
        chain.append(objet.convert([chain[-1]]))
    begin = time.process_time()
    made = copy.deepcopy(chain)
    assert time.process_time() - begin < 15
    assert all(above[0] is below for below, above in zip(made, made[1:])) and made[0] is not chain[0]


def test_objects_shared_only_by_native_objects():
    top = shapes.Stack(top=shapes.Circle(radius=1), bottom=shapes.Circle(radius=2))
    one, other = objet.convert([top.top]), objet.convert([top.top, top.bottom])
    del top
    made = copy.deepcopy([one, other])
    assert made[0][0] is made[1][0] and made[0][0] is not one[0]


def test_tensors_in_graphs():
    tensor = nd.array([1.0])
    for made in (copy.deepcopy([tensor, objet.convert([tensor])]), copy.deepcopy([objet.convert([tensor]), tensor])[::-1]):
        assert made[0] is made[1][0] and made[0] is not tensor and made[0].numpy().tolist() == [1.0]
    alone = copy.deepcopy(tensor)
    alone[0] = 5
    assert tensor.numpy().tolist() == [1.0]


def test_objects_in_the_memo_are_not_copied():
    x, y = shapes.Circle(radius=1), shapes.Circle(radius=9)
    made = copy.deepcopy(objet.convert([x, x]), {id(x): y})
    assert made[0] is y and made[1] is y
    # A copy of another type is ignored.
    assert copy.deepcopy(objet.convert([x]), {id(x): "no object"})[0].radius == 1


def test_long_chains(no_leak):
    chain = objet.convert([])
    for _ in range(100_000):
        chain = objet.convert([chain])
    made = copy.deepcopy([chain, chain])
    assert made[0] is made[1] and made[0] is not chain
    assert objet.structural_equal(twice(chain), chain)
    del made


class Stateful(Note):
    """A class with a state of its own."""

    def __getstate__(self):
        return {"saved": self.seen}

    def __setstate__(self, state):
        self.seen = [*state["saved"], "restored"]


class Slotted(Note):
    __slots__ = ("seen", "more")


@pytest.mark.parametrize("copied", [copy.deepcopy, twice, lambda note: pickle.loads(objet.dumps([note]))[0]])
def test_copies_follow_the_protocol_of_pickle(copied):
    note, slotted = Stateful("a"), Slotted("b")
    note.seen = slotted.seen = ["x"]
    note.passing = print
    made = copied(note)
    assert type(made) is Stateful and made.text == "a" and made.seen == ["x", "restored"] and not hasattr(made, "passing")
    made = copied(slotted)
    assert type(made) is Slotted and made.text == "b" and made.seen == ["x"] and made.seen is not slotted.seen
    assert not hasattr(made, "more")


@pytest.mark.parametrize("copied", [copy.deepcopy, twice, lambda note: pickle.loads(objet.dumps([note]))[0]])
def test_a_registered_class_may_have_slots(copied):
    @objet.register_object("copies.Slots")
    class Slots(objet.Object):
        __slots__ = ("seen",)
        text: str

    made = Slots("a")
    made.seen = 3
    assert copied(made).seen == 3 and copied(made).text == "a"
