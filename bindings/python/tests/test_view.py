"""Tests of graphs as pages and drawings, and in notebooks."""

import base64
import json
import re
import time
import xml.etree.ElementTree

import pytest

import shapes
import objet

SVG = "{http://www.w3.org/2000/svg}"


def stack(*radii):
    shape = shapes.Circle(radius=radii[0])
    for radius in radii[1:]:
        shape = shapes.Stack(top=shapes.Circle(radius=radius), bottom=shape)
    return shape


def texts(svg):
    return ["".join(text.itertext()) for text in xml.etree.ElementTree.fromstring(svg).iter(f"{SVG}text")]


def image(shown):
    return base64.b64decode(re.search('src="data:image/svg[+]xml;base64,([^"]+)"', shown)[1]).decode()


def data(page):
    return json.loads(page.split('<script type="application/json" id="data">')[1].split("</script>")[0])


def test_a_page_has_the_whole_graph():
    page = objet.to_html(stack(*range(3000)), "many & more")
    assert page.startswith("<!DOCTYPE html>") and "<title>many &amp; more</title>" in page
    found = data(page)
    # Null, and each shape with its name.
    assert len(found["nodes"]) == 1 + 2 * 5999 and found["types"][0] == "shapes.Stack"
    assert "<title>shapes.Circle</title>" in objet.to_html(shapes.Circle(radius=1))


def test_a_page_of_a_graph_that_cannot_be_saved():
    nest = objet.convert([objet.convert(print), shapes.Circle(radius=1)])
    with pytest.raises(ValueError):
        objet.save_json(nest)
    assert data(objet.to_html(nest))["types"] == ["Array", "runtime.PackedFunc", "shapes.Circle", "runtime.String"]
    assert "runtime.PackedFunc" in objet.to_dot(nest)
    assert "runtime.PackedFunc" in texts(objet.to_svg(nest))


def test_a_drawing_has_a_box_for_each_object():
    shared = shapes.Circle(radius=7, name="<sun>")
    found = texts(objet.to_svg(shapes.Stack(top=shared, bottom=shared)))
    assert found.count("shapes.Circle") == 1 and {"radius = 7", 'name = "<sun>"', "shapes.Stack"} <= set(found)
    cut = texts(objet.to_svg(stack(*range(100)), limit=5))
    assert len([text for text in cut if text.startswith("shapes.")]) == 5
    assert [text for text in cut if text.startswith("… ")]
    for limit in (0, 1001):
        with pytest.raises(ValueError, match="from 1 to 1000"):
            objet.to_svg(shared, limit=limit)
    with pytest.raises(TypeError):
        objet.to_svg(None)


def test_fields_declared_in_python_are_drawn():
    @objet.register_object("test_view.Named")
    class Named(objet.Object):
        name: str

    assert 'name = "x"' in texts(objet.to_svg(Named("x")))


def test_graphviz():
    dot = objet.to_dot(stack(1, 2))
    assert dot.startswith("digraph {") and dot.count(" -> ") == 2 and "radius = 2" in dot


def test_notebooks_show_a_small_drawing():
    shared = shapes.Circle(radius=1, name="<b>")
    shown = shared._repr_html_()
    assert 'name = "<b>"' in texts(image(shown))
    assert "&lt;b&gt;" in shown and "<script" not in shown and "<svg" not in shown
    assert "<b>top</b> shapes.Circle(" in stack(1, 2)._repr_html_()
    assert texts(stack(1, 2)._repr_svg_()).count("shapes.Circle") == 2


def test_notebooks_show_a_large_graph_as_a_tree():
    shown = stack(*range(100))._repr_html_()
    assert "<img" not in shown and "<script" not in shown
    assert shown.count("<details") == 99 == shown.count("</details>")


def test_notebooks_show_any_object():
    for value in [[1 << 40, {"a": "b"}] if objet.get_global_func("node._const", True) else [{"a": "b"}], []]:
        native = objet.convert(value)
        assert native.type_key in "".join(texts(native._repr_svg_())) and "<img" in native._repr_html_()
    function = objet.convert(print)
    assert "runtime.PackedFunc" in texts(function._repr_svg_()) and "PackedFunc(print" in function._repr_html_()
    tensor = objet.nd.array([1.0, 2.0])
    assert "shape=(2,)" in tensor._repr_html_() and "runtime.NDArray" in texts(tensor._repr_svg_())


def test_notebooks_show_huge_graphs_quickly():
    chain = stack(*range(200_000))
    wide = objet.convert([shapes.Circle(radius=1)] * 500_000)
    begin = time.perf_counter()
    shown = [large._repr_html_() + large._repr_svg_() for large in (chain, wide)]
    assert time.perf_counter() - begin < 0.5
    assert max(map(len, shown)) < 200_000
