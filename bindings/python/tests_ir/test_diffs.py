"""Differences of graphs: their paths, and their display in notebooks."""

import pickle

import pytest

import objet


def paths(lhs, rhs):
    return [str(each.path) for each in objet.diff(lhs, rhs)]


def test_number_keys_are_shown_in_paths():
    found = objet.diff({1: 2, 2: 3}, {1: 3, 2: 4})
    assert [str(each) for each in found] == ["[1].value: 2 vs 3", "[2].value: 3 vs 4"]
    assert found[1].path.get({1: 5, 2: 6}) == 6
    assert str(pickle.loads(pickle.dumps(found[1].path))) == "[2].value"
    assert paths({2.5: 1, -3: 1, 2**40: 1}, {2.5: 2, -3: 2, 2**40: 2}) == ["[2.5].value", "[-3].value", "[1099511627776].value"]
    assert paths({True: 1, False: 2}, {True: 3, False: 4}) == ["[True].value", "[False].value"]
    # An entry that only one side has.
    assert paths({1: 2}, {1: 2, 7: 3}) == ["[7]"] and paths({1: 2, 7: 3}, {1: 2}) == [".key(1)", "[7]"]


def test_an_entry_of_one_map_is_not_compared_with_another():
    first, second = objet.IntImm("int32", 0), objet.IntImm("int32", 1)
    one, tensor = objet.nd.array([1.0]), objet.nd.array([2.0])
    lhs, rhs = objet.Map({second: one}), objet.Map({first: tensor, second: one})
    (found,) = objet.diff(lhs, rhs)
    assert str(found) == "[0]: nothing vs NDArray([1], float32, cpu(0))"
    assert found.lhs is None and found.rhs.same_as(tensor) and found.path.get(rhs).same_as(tensor)
    found = pickle.loads(pickle.dumps(found))
    assert found.lhs is None and found.rhs.numpy() == [2.0]


def test_keys_below_other_steps_are_found():
    lhs, rhs = ({"a": [0, {1: {2: value}}], "b": {2: value}} for value in (3, 4))
    assert paths(lhs, rhs) == ['["a"][1][1][2].value', '["b"][2].value']

    def tuple_with(value):
        attrs = objet.DictAttrs(__dict__=objet.convert({"x": {1: value}}))
        return objet.relay.ir.Tuple([objet.relay.ir.Call(objet.ir.GetOp("nn.relu"), [], attrs, None)])

    lhs, rhs = tuple_with(3), tuple_with(4)
    assert paths(lhs, rhs) == ['.fields[0].attrs.__dict__["x"][1].value']


def test_small_nodes_are_shown_in_paths():
    x, y = (objet.relay.ir.Var(name, None) for name in "xy")
    lhs, rhs = ({x: value, y: value} for value in (1, 2))
    shown = paths(lhs, rhs)
    assert shown == ["[Var(x)].value", "[Var(y)].value"]
    large = y
    for _ in range(100_000):
        large = objet.relay.ir.Tuple([large])
    (path,) = paths({large: 1}, {large: 2})
    assert path == "[relay.Tuple].value"


def test_many_number_keys():
    lhs = objet.Map({number: number for number in range(20_000)})
    rhs = objet.Map({number: number + 1 for number in range(20_000)})
    found = objet.diff(lhs, rhs)
    assert len(found) == 20_000 and str(found[-1].path) == "[19999].value"


def test_a_notebook_shows_some_differences():
    def diff(count):
        return objet.diff(objet.Array(range(count)), objet.Array(range(1, count + 1)))

    few, more, many = diff(100), diff(101), diff(20_000)
    assert few._repr_html_() == few.to_html() and few.to_html().count("<tr>") == 101
    assert more._repr_html_().count("<tr>") == 101 and "… and 1 more difference:" in more._repr_html_()
    assert len(many._repr_html_()) < 50_000 and "… and 19900 more differences:" in many._repr_html_()
    assert "to_html()" in many._repr_html_() and many.to_html().count("<tr>") == 20_001


def test_a_notebook_cuts_long_paths():
    lhs, rhs = 1, 2
    for _ in range(5000):
        lhs, rhs = [lhs], [rhs]
    found = objet.diff(lhs, rhs)
    assert len(found._repr_html_()) < 2000 and "<code>…" in found._repr_html_()
    assert "[0]" * 5000 + ".value" in found.to_html()


def test_lines_of_deep_differences_have_the_end_of_the_path():
    def chain(value):
        chain = [value]
        for _ in range(2_000):
            chain = [chain, value]
        return objet.convert(chain)

    found = objet.diff(chain(1), chain(2))
    lines = str(found).splitlines()
    assert len(lines) == 2_001 and len(str(found)) < 1_000_000
    assert max(map(len, lines)) < 400 and sum(line.startswith("…[0]") for line in lines) > 1_500
    assert sum(line.startswith("[1].value") for line in lines) == 1
    deepest = max(found, key=lambda each: len(each.path))
    assert str(deepest) in lines and str(deepest.path).startswith("[0]" * 2_000)


def deep_sum(leaf):
    one = objet.IntImm("int32", 1)
    deep = objet.IntImm("int32", leaf)
    for _ in range(100_000):
        deep = objet.tir.Add("int32", deep, one)
    return deep


def test_the_text_of_a_deep_difference_is_bounded():
    lhs, rhs = deep_sum(2), deep_sum(3)
    found = objet.diff(lhs, rhs)
    for each in (found, pickle.loads(pickle.dumps(found))):
        (difference,) = each
        assert str(difference) == str(each) == "…" + ".a" * 99 + ".value: 2 vs 3"
        assert repr(difference) == f"<Difference {difference}>" and repr(list(each)) == f"[{difference!r}]"
        assert repr(difference.path) == f"Path({'…' + '.a' * 99 + '.value'!r})"
        assert str(difference.path) == ".a" * 100_000 + ".value"
    with pytest.raises(ValueError) as raised:
        objet.assert_structural_equal(lhs, rhs)
    assert str(raised.value) == f"the graphs differ:\n{found}"
    # The values at the end of the path are not read.
    assert found._all[0]._graphs._found == ({}, {})


def test_the_repr_of_a_difference_is_bounded():
    lhs, rhs = "a" * 1000, "b" * 1000
    for key in range(40):
        lhs, rhs = ({"\u2028" * 20: {f"{key} is the key": each}} for each in (lhs, rhs))
    (found,) = objet.diff(lhs, rhs)
    for each in (found, found.path):
        assert 400 < len(repr(each)) <= 512
    assert repr(found).endswith(f" is the key\"]{found._values()}>") and "…" in repr(found)
    assert repr(found.path).endswith(" is the key\"]')") and repr(found.path).startswith("Path('…")
    long = objet.ShapeTuple(range(1000)), objet.ShapeTuple(range(1, 1001))
    (found,) = objet.diff(*long)
    assert len(repr(found)) == 512 and repr(found).startswith("<Difference ") and repr(found).endswith("…")


def test_a_path_finds_entries_by_their_keys():
    v, w, other = (objet.ops.var(name) for name in ("v", "w", "x"))
    lhs, rhs = objet.Map({v: 1, w: 2}), objet.Map({w: 3, v: 1})
    (found,) = objet.diff(lhs, rhs)
    path, (with_root, root) = found.path, pickle.loads(objet.dumps([found.path, rhs]))
    assert str(found) == "[Var(w)].value: 2 vs 3"
    assert (path.get(lhs), path.get(rhs), path.get({other: 5, w: 7}), with_root.get(root)) == (2, 3, 7, 3)
    # Loaded keys are other nodes.
    loaded = pickle.loads(pickle.dumps(path))
    assert loaded == path and loaded.get(lhs) == 2 and path.get(pickle.loads(pickle.dumps(lhs))) == 2
    for without in (objet.Map({v: 1}), objet.Map({v: 1, other: 2}), [1]):
        for each in (path, loaded):
            with pytest.raises(LookupError, match=r"no entry Var\(w\)"):
                each.get(without)


def test_a_path_does_not_find_the_neighbour_of_a_missing_entry():
    lhs, rhs = objet.Map({1: "a", 2: "b"}), objet.Map({1: "a"})
    (found,) = (each for each in objet.diff(lhs, rhs) if str(each) == '[2]: "b" vs nothing')
    assert found.path.get(lhs) == "b" and found.path.get({2: "c", 1: "a"}) == "c"
    for without in (rhs, {1: "a"}, {3: "b", 4: "c"}, {1: "a", object(): "b"}, objet.Map({3: "b", 4: "c"})):
        with pytest.raises(LookupError, match="no entry 2"):
            found.path.get(without)


def test_pickled_differences_share_the_steps_of_their_paths():
    def chain(value):
        chain = [value]
        for _ in range(2_000):
            chain = [chain, value]
        return objet.convert({"x": {1: chain}})

    found = objet.diff(chain(1), chain(2))
    data = pickle.dumps(found)
    loaded = pickle.loads(data)
    assert len(data) < 2_000_000 and str(loaded) == str(found)
    for at in (0, 1_000, -1):
        assert loaded[at].path == found[at].path and str(loaded[at].path) == str(found[at].path)
        assert loaded[at].lhs == 1 and loaded[at].path.get(chain(3)) == 3
    assert pickle.loads(pickle.dumps(loaded))[-1].path == found[-1].path
