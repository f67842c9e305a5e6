"""Walks over graphs, differences, bounded text, and pickles of several objects."""

import gc
import pickle
import sys
import threading
import weakref

import objet
import pytest
import shapes


def stack(*radii):
    circles = [shapes.Circle(radius=radius) for radius in radii]
    found = circles[0]
    for circle in circles[1:]:
        found = shapes.Stack(top=circle, bottom=found)
    return found


def keys(found):
    return [node.type_key.removeprefix("shapes.") for node in found]


def test_the_orders_of_a_walk():
    both = stack(1, 2, 3)
    assert keys(objet.post_order(both)) == ["Circle", "Circle", "Circle", "Stack", "Stack"]
    assert keys(objet.walk(both, order="pre")) == ["Stack", "Circle", "Stack", "Circle", "Circle"]
    assert [node.radius for node in objet.walk(both, types=shapes.Circle)] == [3, 2, 1]
    circle = shapes.Circle(radius=1)
    shared = shapes.Stack(top=circle, bottom=circle)
    assert list(objet.walk(shared)) == [circle, shared]
    with pytest.raises(ValueError, match='order: expected "post" or "pre", found "in"'):
        objet.walk(both, order="in")


def test_only_nodes_are_walked_by_default():
    array = objet.convert(["x", [shapes.Circle(radius=1)], None])
    assert keys(objet.walk(array)) == ["Circle"]
    found = list(objet.walk(array, objects=True))
    assert found[0] == "x" and found[-1] is array and len(found) == 5
    assert len(list(objet.walk(array, types=(objet.Array, shapes.Circle)))) == 3
    seen = []
    objet.rewrite(array, seen.append)
    assert keys(seen) == ["Circle"]
    assert objet.rewrite(array, lambda text: text * 2, types=objet.runtime.String)[0] == "xx"


def test_a_walk_returns_attributes_in_place_of_nodes():
    both = stack(1, 2, 3)
    assert list(objet.walk(both, attrs="radius")) == [3, 2, 1]
    assert list(objet.walk(both, attrs=("radius",), order="pre")) == [(3,), (2,), (1,)]
    assert list(objet.walk(both, attrs=("name", "radius", "name"))) == [("", radius, "") for radius in (3, 2, 1)]
    found = [(top.radius, bottom.same_as(both.bottom)) for top, bottom in objet.walk(both, attrs=("top", "bottom"))]
    assert found == [(2, False), (3, True)]
    assert list(objet.walk(both, types=shapes.Stack, attrs="name")) == ["", ""]
    assert list(objet.walk(both, types=(shapes.Stack, shapes.Circle), attrs="radius")) == [3, 2, 1]
    assert list(objet.walk(objet.convert([both, "x"]), objects=True, attrs="radius")) == [3, 2, 1]
    assert list(objet.walk(both, prune=shapes.Stack, attrs=("bottom",))) == [(both.bottom,)]
    for wrong in (3, ("radius", 3), ["radius"]):
        with pytest.raises(TypeError, match="attrs: expected a name, a tuple of names, or a dict from classes to these, found"):
            objet.walk(both, attrs=wrong)


def test_each_class_has_its_attributes():
    both = stack(1, 2, 3)
    inner = both.bottom
    assert list(objet.walk(both, attrs={shapes.Stack: ("top",), shapes.Circle: "radius"})) == [
        3, 2, 1, (inner.top,), (both.top,),
    ]
    assert list(objet.walk(both, attrs={shapes.Shape: "name", shapes.Circle: "radius"})) == [3, 2, 1, "", ""]
    assert list(objet.walk(both, attrs={(shapes.Ring, shapes.Circle): ("radius", "name")})) == [
        (3, ""), (2, ""), (1, ""),
    ]
    assert list(objet.walk(both, types=shapes.Circle, attrs={shapes.Stack: "name"})) == []
    assert list(objet.walk(shapes.Circle(radius=1), attrs={shapes.Stack: "top"})) == list(objet.walk(both, attrs={})) == []
    with pytest.raises(TypeError, match="expected a class of objects or a tuple of them, found <class 'int'>"):
        objet.walk(both, attrs={int: "real"})
    for wrong in ({shapes.Circle: 3}, {"radius": "radius"}):
        with pytest.raises(TypeError, match="attrs: expected a name, a tuple of names, or a dict"):
            objet.walk(both, attrs=wrong)


@pytest.mark.parametrize(
    "options, message",
    [
        ({"attrs": {shapes.Circle: "radus"}}, 'shapes.Circle has no field "radus", did you mean "radius"? Its fields: name, radius'),
        ({"attrs": {shapes.Stack: ("top", "radius")}}, 'shapes.Stack has no field "radius": its fields are name, top, bottom'),
        ({"attrs": {(shapes.Stack, shapes.Circle): "radus"}}, 'no type of shapes.Stack, shapes.Circle has a field "radus", did you mean "radius"?'),
        ({"attrs": {shapes.Shape: "radus"}}, 'neither shapes.Shape nor a type that extends it has a field "radus", did you mean "radius"?'),
        ({"attrs": "radus"}, 'no type has a field "radus", did you mean "radius"?'),
        ({"attrs": ("radius", "zzzzz")}, 'no type has a field "zzzzz"'),
        ({"attrs": "radius", "types": shapes.Stack}, 'shapes.Stack has no field "radius"'),
        ({"attrs": "radus", "types": (shapes.Stack, shapes.Circle)}, 'no type of shapes.Stack, shapes.Circle has a field "radus", did you mean "radius"?'),
    ],
)
def test_attributes_that_no_object_can_have_are_errors(options, message):
    with pytest.raises(AttributeError) as raised:
        objet.walk(shapes.Circle(radius=1), **options)
    assert str(raised.value).startswith(f"attrs: {message}")
    assert list(objet.walk(stack(1, 2), attrs={shapes.Shape: "radius"})) == [2, 1]


def test_attributes_have_aliases():
    @objet.register_object("walks.Renamed")
    class Renamed(objet.Object):
        width: int = objet.field(aliases="size")
        height: int = 1

    assert list(objet.walk(Renamed(3), attrs={Renamed: ("size", "width", "height")})) == [(3, 3, 1)]


def test_attributes_of_nodes_of_unknown_types():
    text = objet.save_json(shapes.Stack(top=shapes.Circle(radius=1), bottom=shapes.Circle(radius=2)))
    kept = objet.load_json(text.replace("shapes.Circle", "shapes.Ball").replace('"radius"', '"girth"'), keep_unknown=True)
    one, two = kept.top.girth, kept.bottom.girth
    assert (int(one), int(two)) == (1, 2)
    assert list(objet.walk(kept, attrs="girth")) == [one, two]
    assert list(objet.walk(kept, attrs=("girth", "name"))) == [(one, ""), (two, "")]
    assert list(objet.walk(kept, attrs={objet.Object: "girth"})) == [one, two]
    assert list(objet.walk(kept, attrs={shapes.Stack: ("name",), type(kept.top): ("girth",)})) == [(one,), (two,), ("",)]
    assert list(objet.walk(kept, attrs="name")) == ["", "", ""]
    for attrs in ("girt", {shapes.Stack: "girth"}):
        with pytest.raises(AttributeError, match="has (a|no) field"):
            objet.walk(kept, attrs=attrs)


def test_the_class_of_all_objects_stands_for_nodes():
    array = objet.convert(["x", [shapes.Circle(radius=1)], None])
    assert keys(objet.walk(array, types=objet.Object)) == ["Circle"]
    assert keys(objet.post_order(array, types=(objet.Object, shapes.Circle))) == ["Circle"]
    assert list(objet.walk(array, types=(objet.Object, objet.runtime.String))) == ["x", "", array[1][0]]
    assert list(objet.walk(array, types=objet.Object, objects=True)) == list(objet.walk(array, objects=True))
    assert list(objet.walk(array, types=objet.Object, attrs="radius")) == [1]
    seen = []
    objet.rewrite(array, seen.append, types=objet.Object)
    assert keys(seen) == ["Circle"]


@objet.register_object("walks.Inner")
class Inner(objet.Object):
    __slots__ = ()
    a: objet.Object
    b: objet.Object


@objet.register_object("walks.Leaf")
class Leaf(objet.Object):
    __slots__ = ()
    value: int


def tree(depth):
    level = [Leaf(value) if value % 3 else shapes.Circle(radius=value) for value in range(1 << depth)]
    while len(level) > 1:
        level = [Inner(a, b) for a, b in zip(level[::2], level[1::2])]
    return level[0]


def number(node):
    return node.value if type(node) is Leaf else node.radius if type(node) is shapes.Circle else None


def test_objects_that_are_kept_are_not_used_again():
    root = tree(8)
    all_numbers = [number(node) for node in objet.walk(root)]
    assert sorted(found for found in all_numbers if found is not None) == list(range(256))
    kept = list(objet.walk(root))
    assert len({id(node) for node in kept}) == len(kept) == 511
    assert [number(node) for node in kept] == all_numbers
    assert all(again is node for again, node in zip(objet.walk(root), kept))
    some = [node for index, node in enumerate(objet.walk(root)) if index % 5 == 0]
    del kept
    some += [node for index, node in enumerate(objet.walk(root)) if index % 7 == 0]
    assert [number(node) for node in some] == all_numbers[::5] + all_numbers[::7]
    assert some[0] is some[len(all_numbers[::5])]


def test_tuples_that_are_kept_are_not_filled_again():
    root = tree(8)
    chosen = {Inner: ("a", "b"), Leaf: ("value", "value"), shapes.Circle: ("name", "radius")}
    every = list(objet.walk(root, attrs=chosen))
    assert len({id(values) for values in every}) == len(every) == 511
    kept, pairs = [], []
    for index, values in enumerate(objet.walk(root, attrs=chosen)):
        if index % 3 == 0:
            kept.append(values)
        else:
            first, second = values
            pairs.append((first, second))
        del values
        if index % 50 == 0:
            gc.collect()
    assert kept == every[::3] and pairs == [values for index, values in enumerate(every) if index % 3]
    assert [found for found, in objet.walk(root, attrs=("value",))] == [found for found in map(number, objet.walk(root, types=Leaf))]


def test_weak_references_end_with_their_objects():
    root, seen = tree(6), []
    for node in objet.walk(root):
        seen.append((weakref.ref(node), number(node)))
        for weak, expected in seen[-12:]:
            assert weak() is None or number(weak()) == expected
    del node
    assert all(weak() is None for weak, _ in seen if weak() is not root)


def test_finalizers_of_the_objects_of_a_walk_run():
    ended = []

    @objet.register_object("walks.Ended")
    class Ended(objet.Object):
        __slots__ = ()
        value: int

        def __del__(self):
            ended.append(self.value)

    root = objet.convert([Ended(value) for value in range(100)])
    for _ in range(2):
        ended.clear()
        for node in objet.walk(root):
            pass
        del node
        assert ended == list(range(100))


def test_a_walk_that_ends_keeps_no_objects(no_leak):
    for attrs in (None, ("a", "b")):
        walk = objet.walk(tree(4), attrs=attrs)
        for found in walk:
            pass
        del found
        gc.collect()
        before = objet._objet.live_objects()
        del walk
        assert objet._objet.live_objects() == before


def test_types_may_be_a_union():
    both = shapes.Stack(top=shapes.Circle(radius=1), bottom=shapes.Circle(radius=2))
    assert keys(objet.walk(both, types=shapes.Circle | shapes.Stack)) == keys(objet.walk(both))


def test_types_are_classes_of_objects():
    with pytest.raises(TypeError, match="expected a class of objects or a tuple of them, found <class 'int'>"):
        objet.walk(stack(1), types=int)
    with pytest.raises(TypeError, match="types: expected a class or a tuple of classes, found 3"):
        objet.rewrite(stack(1), lambda node: None, types=3)


@pytest.mark.parametrize("prune", [shapes.Stack, (shapes.Stack, shapes.Ring), lambda node: isinstance(node, shapes.Stack)])
@pytest.mark.parametrize("order", ["pre", "post"])
def test_what_is_below_a_pruned_node_is_not_visited(prune, order):
    both = shapes.Stack(top=shapes.Circle(radius=1), bottom=shapes.Circle(radius=2))
    assert keys(objet.walk(objet.convert([both]), order=order, prune=prune)) == ["Stack"]
    with pytest.raises(TypeError, match="prune: expected a class, a tuple of classes or a function, found 3"):
        objet.walk(both, prune=3)


def test_errors_of_a_function_that_prunes_are_raised():
    walk = objet.walk(stack(1, 2), prune=lambda node: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        next(walk)
    again = objet.walk(stack(1, 2), prune=lambda node: next(again))
    with pytest.raises(ValueError, match="already executing"):
        next(again)


def test_a_walk_that_is_left_frees_the_graph(no_leak):
    for _ in range(1000):
        walk = objet.walk(stack(1, 2, 3))
        next(walk)
        del walk
    gc.collect()


def test_differences_lead_to_the_values():
    lhs, rhs = stack(1, 2, 3), stack(1, 5, 4)
    found = objet.diff(lhs, rhs)
    assert [str(each.path) for each in found] == [".top.radius", ".bottom.top.radius"]
    assert [(each.lhs, each.rhs) for each in found] == [(3, 4), (2, 5)]
    assert found[1].path.get(lhs) == 2 and found[1].path.get(rhs) == 5
    assert str(found) == ".top.radius: 3 vs 4\n.bottom.top.radius: 2 vs 5" and "2 differences" in repr(found)
    assert len(objet.diff(lhs, rhs, limit=1)) == 1 and not objet.diff(lhs, lhs)
    with pytest.raises(LookupError):
        found[1].path.get(shapes.Circle(radius=1))
    for root in (7, "abc", None):
        with pytest.raises(LookupError, match=f"{type(root).__name__} has no place 'bottom'"):
            found[1].path.get(root)


def test_differences_of_containers():
    key = shapes.Circle(radius=1)
    lhs = objet.convert({"a": [key, key], "b" * 200: key})
    rhs = objet.convert({"a": [key], "c": key})
    found = {str(each.path): (each.lhs, each.rhs) for each in objet.diff(lhs, rhs)}
    assert found['["c"]'] == (None, key)
    long = next(each for each in objet.diff(lhs, rhs) if str(each.path).startswith('["bbb'))
    assert long.path.get(lhs) is key and long.rhs is None and len(str(long.path)) < 100


def test_differences_below_keys_that_are_objects():
    keys = [shapes.Circle(radius=radius) for radius in range(3)]
    lhs = objet.Map([(key, shapes.Circle(radius=10)) for key in keys])
    rhs = objet.Map([(key, shapes.Circle(radius=10 + index % 2)) for index, key in reversed(list(enumerate(keys)))])
    (found,) = objet.diff(lhs, rhs)
    assert (found.lhs, found.rhs) == (10, 11) and found.path.get(lhs) == 10


def test_all_differences_are_found_and_shown():
    lhs = objet.Array(shapes.Circle(radius=radius) for radius in range(1, 101))
    rhs = objet.Array(shapes.Circle(radius=radius + 1) for radius in range(1, 101))
    assert len(objet.diff(lhs, rhs)) == 100
    with pytest.raises(ValueError, match=r"\[9\]\.radius: 10 vs 11\n… \(`objet.diff` returns all\)$"):
        objet.assert_structural_equal(lhs, rhs)
    table = objet.diff(lhs, rhs)._repr_html_()
    assert table.count("<tr>") == 101 and "<code>[0].radius</code>" in table
    assert "&lt;b&gt;" in objet.diff(objet.convert(["<b>"]), objet.convert(["x"])).to_html()


def test_a_repr_is_bounded_and_print_is_not(capsys):
    numbers = objet.Array(shapes.Circle(radius=1) for _ in range(1000))
    assert len(repr(numbers)) == 512 and repr(numbers).endswith("…")
    objet.print(numbers)
    assert len(capsys.readouterr().out) > 10_000
    objet.print(shapes.Circle(radius=1), file=sys.stderr)
    assert capsys.readouterr().err == repr(shapes.Circle(radius=1)) + "\n"


def test_functions_have_a_display():
    page = objet.get_global_func("runtime.ModuleGetTypeKey")._repr_html_()
    assert page.startswith("<pre><code>PackedFunc(runtime.ModuleGetTypeKey") and "svg" not in page


def test_one_dump_keeps_sharing_across_objects():
    circle = shapes.Circle(radius=1)
    value = {"circle": circle, "both": [shapes.Stack(top=circle, bottom=circle), objet.convert([circle])]}
    again = pickle.loads(objet.dumps(value))
    both, array = again["both"]
    assert again["circle"] is both.top is both.bottom is array[0] and again["circle"] is not circle
    assert pickle.loads(objet.dumps([1, "x"])) == [1, "x"]


@objet.register_object("walks.Noted")
class Noted(objet.Object):
    value: int


def test_one_dump_holds_what_graph_files_cannot():
    circle = shapes.Circle(radius=1)
    function = objet.get_global_func("runtime.ModuleGetTypeKey")
    named = Noted(2)
    named.note = "kept"
    first, second, third, fourth = pickle.loads(objet.dumps([circle, function, named, objet.convert([circle])]))
    assert second.same_as(function) and third.note == "kept" and fourth[0] is first
    with pytest.raises(TypeError, match="only functions with a global name"):
        objet.dumps([circle, objet.convert(lambda: 1)])


def test_walks_in_two_threads_are_exact():
    root = stack(*range(1, 2000))
    walk, found = objet.walk(root), []

    def work():
        while True:
            try:
                found.append(next(walk))
            except StopIteration:
                return
            except ValueError:
                pass

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3997 == len(set(found))


def test_stop_iteration_in_prune_does_not_end_the_walk():
    numbers = iter([0])
    with pytest.raises(RuntimeError, match="`prune` raised StopIteration") as raised:
        list(objet.walk(stack(1, 2, 3), prune=lambda node: next(numbers)))
    assert isinstance(raised.value.__cause__, StopIteration)


def test_a_class_may_get_a_finalizer_during_a_walk():
    @objet.register_object("walks.Finalized")
    class Finalized(objet.Object):
        __slots__ = ()
        x: int

    items, ended = objet.Array([Finalized(x) for x in range(100)]), []
    for index, item in enumerate(objet.walk(items, types=Finalized)):
        if index == 4:
            Finalized.__del__ = lambda self: ended.append(1)
    del item
    assert len(ended) >= 95


def test_tuples_of_a_walk_have_the_hash_of_their_items():
    for pair in objet.walk(stack(1, 2, 3, 4), types=shapes.Circle, attrs=("radius", "name")):
        assert hash(pair) == hash((pair[0], pair[1]))
