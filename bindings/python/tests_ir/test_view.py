"""Tests of views of networks."""

import json
import pathlib
import xml.etree.ElementTree

import pytest

import objet

DATA = pathlib.Path("examples/data")


@pytest.mark.parametrize("name", ["mlp_b1.typed.json", "resnet18_b1_s224.typed.json"])
def test_networks_are_shown(name):
    text = (DATA / name).read_text()
    module = objet.load_json(text)
    shown = module._repr_html_()
    assert shown.count("<details") > 50 and len(shown) < 300_000
    page = objet.to_html(module, name)
    data = page.split('<script type="application/json" id="data">')[1].split("</script>")[0]
    # The nodes have the numbers of the saved file.
    assert len(json.loads(data)["nodes"]) == len(json.loads(text)["nodes"])
    xml.etree.ElementTree.fromstring(module._repr_svg_())
    assert "nn.softmax" in objet.to_dot(module)


def test_constants_are_drawn_in_their_users():
    add = objet.tir.Add(a=1, b=objet.tir.Var(name="n", dtype="int32"), dtype="int32")
    svg = objet.to_svg(add)
    assert ">a = 1</text>" in svg and ">tir.Var</text>" in svg and "IntImm" not in svg
    assert "data:image/svg+xml;base64," in add._repr_html_() and "IntImm" in add._repr_html_()
