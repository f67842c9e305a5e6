"""Short texts of graphs."""

import time

import objet
import pytest


@pytest.mark.parametrize("length", [500, 510, 511, 512, 513, 1000])
def test_a_repr_has_at_most_512_characters(length):
    text = "x" * (length - 4)
    shown = repr(objet.Array([text]))
    assert shown == (f'["{text}"]' if length <= 512 else f'["{text}"]'[:511] + "…")


def containers(count):
    """Returns containers of many items, and the start of each `repr`."""
    names = [str(number) for number in range(count)]
    strings = objet.Array(names)
    yield strings, '["0", "1", "2"'
    yield objet.Array(["x", strings]), '["x", ["0", "1"'
    yield objet.Array([strings, strings]), '[["0", "1"'
    yield objet.Map({"a": strings, "b": "x"}), '{"a": ["0", "1"'
    yield objet.Map({name: name for name in names}), '{"0": "0", "1": "1"'
    yield objet.ADT(3, strings), 'ADT#3("0", "1"'
    yield objet.ShapeTuple(range(count)), "(0, 1, 2"
    yield objet.Array([names[place : place + 100] for place in range(0, count, 100)]), '[["0", "1"'


@pytest.mark.parametrize("index", range(8))
def test_a_repr_of_a_long_container_takes_little_time(index):
    (short, start), (long, _) = (list(containers(count))[index] for count in (2000, 200_000))
    assert repr(short) == repr(long) and repr(long).startswith(start)
    assert len(repr(long)) == 512 and repr(long).endswith("…")

    def seconds(value):
        start = time.perf_counter()
        for _ in range(3):
            repr(value)
        return time.perf_counter() - start

    # The long one has 100 times the items.
    assert min(seconds(long) for _ in range(5)) < 10 * max(seconds(short) for _ in range(5))


def test_a_repr_of_a_short_container_is_complete():
    inner = objet.Array(["a", objet.ShapeTuple([1, 2]), None])
    shared = objet.convert([inner, {"k": inner, "n": None}, [], {}])
    assert repr(shared) == '[%1 @ ["a", (1, 2), null], {"k": %1, "n": null}, [], {}]'
    for depth, shown in ((200, "[" * 200 + '"x"' + "]" * 200), (100_000, "[" * 511 + "…")):
        nested = "x"
        for _ in range(depth):
            nested = objet.Array([nested])
        assert repr(nested) == shown
